import * as vscode from 'vscode';
import { escapeLine } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { TextFix } from '../../markdown/tagProblems.ts';
import { runInSlices } from '../../markdown/slices.ts';
import { isPageOfChangeRequest, parseContentUri, scheme } from '../../model/content/address.ts';
import type { FileLayout } from '../../model/content/layout.ts';
import { namesFiles } from '../../model/content/references.ts';
import type { Snapshot } from '../../model/content/snapshot.ts';
import { findPageProblems, type LinkTargets, type PageProblem } from '../../model/writing/pageProblems.ts';
import { isEditablePage } from './editablePages.ts';

/** Milliseconds without typing after which a page is checked. */
const debounceMs = 400;

/** A page under check, with its timer and the problems that were found in one version of it. */
interface CheckedPage {
  document: vscode.TextDocument;
  timer?: NodeJS.Timeout;
  abort?: AbortController;
  version?: number;
  problems: readonly PageProblem[];
}

/**
 * Publishes diagnostics for open pages that can be edited. Problems of other pages are not shown, because nobody could
 * fix them there; *Find Broken Links* checks those. Quick fixes come with the diagnostics.
 */
export class PageProblems implements vscode.Disposable {
  readonly #app: App;
  readonly #marks = vscode.languages.createDiagnosticCollection('marginalia.pages');
  readonly #pages = new Map<string, CheckedPage>();
  readonly #subscriptions: vscode.Disposable;

  constructor(app: App, onDidChangeRights: vscode.Event<void>) {
    this.#app = app;
    const checkAll = () => {
      for (const { document } of this.#pages.values()) this.#checkSoon(document);
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#marks,
      vscode.workspace.onDidOpenTextDocument(document => this.#checkSoon(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#checkSoon(document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
      onDidChangeRights(checkAll),
      app.content.onDidChange(checkAll),
      vscode.languages.registerCodeActionsProvider(
        { scheme },
        { provideCodeActions: (document, range, context) => this.#fixesAt(document, range, context) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    );
    for (const document of vscode.workspace.textDocuments) this.#checkSoon(document);
  }

  dispose(): void {
    for (const { document } of [...this.#pages.values()]) this.#forget(document.uri);
    this.#subscriptions.dispose();
  }

  #checkSoon(document: vscode.TextDocument): void {
    if (!isPageOfChangeRequest(document.uri)) return;
    const key = document.uri.toString();
    const page: CheckedPage = this.#pages.get(key) ?? { document, problems: [] };
    this.#pages.set(key, page);
    clearTimeout(page.timer);
    page.abort?.abort();
    page.timer = setTimeout(() => void this.#check(key, page), debounceMs);
  }

  async #check(key: string, page: CheckedPage): Promise<void> {
    const { document } = page;
    const { signal } = (page.abort = new AbortController());
    try {
      const { version } = document;
      const problems = await this.#problemsIn(document, signal);
      if (signal.aborted || this.#pages.get(key) !== page) return;
      Object.assign(page, { version, problems });
      this.#marks.set(
        document.uri,
        problems.map(problem => markOf(document, problem)),
      );
    } catch (error) {
      if (!signal.aborted) this.#app.failures.log(`Could not check the text of ${document.uri.path}.`, error);
    }
  }

  async #problemsIn(document: vscode.TextDocument, signal: AbortSignal): Promise<PageProblem[]> {
    if (!(await isEditablePage(this.#app, document.uri))) return [];
    const targets = await this.#targetsOf(document.uri, document.getText());
    signal.throwIfAborted();
    return runInSlices(findPageProblems(document.getText(), targets), signal);
  }

  /** Reads the targets of links; undefined if they cannot be read, so that only the blocks are checked. */
  async #targetsOf(uri: vscode.Uri, text: string): Promise<LinkTargets | undefined> {
    const { content, failures } = this.#app;
    const address = parseContentUri(uri);
    if (!address) return undefined;
    try {
      const snapshot = await content.snapshot(await content.place(address));
      const areFilesNamed = namesFiles(text);
      const [pages, files, unsentFiles] = await Promise.all([
        snapshot.pages(),
        areFilesNamed ? this.#filesOf(snapshot) : undefined,
        areFilesNamed ? (await this.#app.writing.load()).insertedFiles.namesIn(uri, text) : undefined,
      ]);
      const title = pages.byPath.get(address.path)?.page.title ?? '';
      return { path: address.path, title, pages, files, unsentFiles };
    } catch (error) {
      failures.log(`Could not check the links of ${uri.path}.`, error);
      return undefined;
    }
  }

  /** Lists the files; undefined if they cannot be read, so that only the links to pages are checked. */
  async #filesOf(snapshot: Snapshot): Promise<FileLayout | undefined> {
    try {
      return await snapshot.files();
    } catch (error) {
      this.#app.failures.log('Could not check the links to files.', error);
      return undefined;
    }
  }

  #fixesAt(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const { problems = [], version } = this.#pages.get(document.uri.toString()) ?? {};
    // In a text that has changed since the check, a fix could edit the wrong place.
    if (version !== document.version) return [];
    return problems.flatMap(problem => {
      const place = rangeOf(document, problem);
      if (!place.intersection(range)) return [];
      const ofProblem = diagnostics.filter(
        diagnostic => diagnostic.source === 'Marginalia' && diagnostic.range.isEqual(place),
      );
      return problem.fixes.map((fix, index) =>
        actionOf(document, fix, { diagnostics: ofProblem, isPreferred: index === 0 }),
      );
    });
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    const page = this.#pages.get(key);
    clearTimeout(page?.timer);
    page?.abort?.abort();
    this.#pages.delete(key);
    this.#marks.delete(uri);
  }
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  hint: vscode.DiagnosticSeverity.Hint,
};

function markOf(document: vscode.TextDocument, problem: PageProblem): vscode.Diagnostic {
  const message = escapeLine(problem.message, 400);
  const mark = new vscode.Diagnostic(rangeOf(document, problem), message, severities[problem.severity ?? 'warning']);
  mark.source = 'Marginalia';
  return mark;
}

function actionOf(
  document: vscode.TextDocument,
  fix: TextFix,
  { diagnostics, isPreferred }: { diagnostics: vscode.Diagnostic[]; isPreferred: boolean },
): vscode.CodeAction {
  const action = new vscode.CodeAction(escapeLine(fix.title), vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, rangeOf(document, fix), fix.text);
  return Object.assign(action, { diagnostics, isPreferred });
}

function rangeOf(document: vscode.TextDocument, { start, end }: { start: number; end: number }): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
