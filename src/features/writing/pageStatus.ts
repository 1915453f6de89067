import * as vscode from 'vscode';
import { plain, words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { baseUri, documentKey, headAddress, isPageOfChangeRequest, scheme } from '../../model/content/address.ts';
import type { ReadOnlyReason } from '../../model/writing/pageEditing.ts';
import type { Conflicting, PageSaved, PageWriter } from '../../model/writing/pageWriter.ts';
import { readOnlySentence } from '../../model/writing/readOnlyReasons.ts';
import { activeUri } from '../../ui/activeDocument.ts';
import { button } from '../../ui/command.ts';
import { showDiff } from '../../ui/diff.ts';
import * as say from '../../ui/say.ts';
import { undo } from './commands.ts';
import { unsentSentence } from './node.ts';

/** The commands that lead on from a page that can only be read. */
const nextSteps: Readonly<Partial<Record<ReadOnlyReason, vscode.Command>>> = {
  mainContent: { command: 'marginalia.page.proposeChange', title: 'Propose a Change' },
  merged: { command: 'marginalia.page.proposeChange', title: 'Propose a Change' },
  archived: { command: 'marginalia.changeRequest.reopen', title: 'Reopen Change Request' },
  forbidden: { command: 'marginalia.comment.suggest', title: 'Suggest a Change' },
  unsupported: { command: 'marginalia.changeRequest.importContent', title: 'Import Content' },
  signedOut: { command: 'marginalia.session.signIn', title: 'Sign In' },
  unknown: { command: 'marginalia.tree.refresh', title: 'Refresh' },
};

/** Tells of the page in the editor whether it can be edited, whether it is sent, and what came of its saves. */
export class PageStatus implements vscode.Disposable {
  readonly #app: App;
  readonly #writer: PageWriter;
  readonly #language = vscode.languages.createLanguageStatusItem('marginalia.pageEditing', {
    scheme,
    language: 'markdown',
  });
  readonly #unsent = vscode.window.createStatusBarItem('marginalia.unsentPage', vscode.StatusBarAlignment.Left);
  readonly #listening: vscode.Disposable;
  /** Counts updates, so that a slow one does not overwrite a later one. */
  #updates = 0;

  constructor(app: App, writer: PageWriter) {
    this.#app = app;
    this.#writer = writer;
    this.#language.name = 'Marginalia: Editing';
    this.#unsent.name = 'Marginalia: Unsent Page';
    const update = () => void this.#update();
    const { editing, drafts } = writer;
    this.#listening = vscode.Disposable.from(
      this.#language,
      this.#unsent,
      editing.onDidChange(update),
      drafts.onDidChange(update),
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.tabGroups.onDidChangeTabs(update),
      writer.onDidBegin(({ title, sending }) => {
        // The editor hears of a failure.
        say.waiting(
          words`Sending "${title}"...`,
          sending.catch(() => undefined),
        );
      }),
      writer.onDidConflict(conflicting => {
        update();
        this.#compare(conflicting).catch((error: unknown) => app.failures.show('compare the two versions', error));
      }),
      writer.onDidSend(update),
      writer.onDidSave(saved => {
        this.#tell(saved).catch((error: unknown) =>
          app.failures.log('Could not compare the stored page with the text that was sent.', error),
        );
      }),
    );
    void drafts.load().then(update);
    update();
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #update(): Promise<void> {
    const count = ++this.#updates;
    const uri = activeUri();
    const isPage = uri?.scheme === scheme && headAddress(uri)?.path.endsWith('.md') === true;
    const reason = isPage ? await this.#reasonFor(uri) : undefined;
    const contexts = await this.#contexts();
    if (count !== this.#updates) return;
    for (const [key, value] of Object.entries(contexts)) {
      void vscode.commands.executeCommand('setContext', `marginalia.${key}`, value);
    }
    this.#showUnsent(uri);
    if (isPage) this.#showEditing(reason);
  }

  async #reasonFor(uri: vscode.Uri): Promise<ReadOnlyReason | undefined> {
    // What fails here fails again, with a message, when the page is saved.
    return this.#writer.editing.readOnlyReason(uri).catch((): ReadOnlyReason => 'unknown');
  }

  /** The open documents for which the menus of an editor offer something, by the name of their context key. */
  async #contexts(): Promise<Record<'mergedPages' | 'unsentPages' | 'conflictingPages' | 'undoablePages', string[]>> {
    const { drafts } = this.#writer;
    const pages = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(isPageOfChangeRequest);
    const reasons = await Promise.all(pages.map(uri => this.#reasonFor(uri)));
    const namesOf = (isMeant: (key: string) => unknown) => pages.filter(uri => isMeant(documentKey(uri))).map(String);
    return {
      mergedPages: pages.filter((_, index) => reasons[index] === 'merged').map(String),
      unsentPages: namesOf(key => drafts.get(key)),
      conflictingPages: namesOf(key => this.#writer.conflictOf(key)),
      undoablePages: namesOf(key => this.#writer.lastSaveOf(key)),
    };
  }

  #showEditing(reason: ReadOnlyReason | undefined): void {
    const item = this.#language;
    item.text = reason ? '$(lock) Read-only' : '$(edit) Editable';
    item.detail = reason ? readOnlySentence(reason) : 'Saving sends the page to its change request.';
    item.severity =
      reason && nextSteps[reason] ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
    item.command = reason && nextSteps[reason];
  }

  #showUnsent(uri: vscode.Uri | undefined): void {
    const draft = uri && this.#writer.drafts.get(documentKey(uri));
    if (!draft) return this.#unsent.hide();
    this.#unsent.text = `$(cloud-upload) ${unsentSentence}`;
    this.#unsent.tooltip = words`"${draft.title}" is saved on this computer, not sent. Click to send or discard it.`;
    const target = vscode.Uri.parse(draft.document);
    this.#unsent.command = { command: 'marginalia.pageDraft.choose', title: 'Send or Discard', arguments: [target] };
    this.#unsent.show();
  }

  /** Shows what others have made of a page beside what was written, which can be edited there. */
  async #compare({ uri, title, conflict: { theirs } }: Conflicting): Promise<void> {
    const page = this.#writer.openPages.get(documentKey(uri))?.page ?? '';
    await this.#showSince({ uri, page, title, revision: theirs.revision }, words`${title}: Theirs ↔ Mine`);
  }

  async #showSince(
    { uri, page, title, revision }: { uri: vscode.Uri; page: string; title: string; revision: string },
    heading: string,
    line?: number,
  ): Promise<void> {
    const address = headAddress(uri);
    if (!address) return;
    const { content } = this.#app;
    const place = await content.place({ ...address, version: { kind: 'revision', revision } });
    const path = (await (await content.snapshot(place)).pages()).byId.get(page)?.path ?? address.path;
    const selection = line === undefined ? undefined : new vscode.Range(line, 0, line, 0);
    await showDiff(baseUri(uri, revision, { path, title }), uri, heading, selection);
  }

  /** Warns if the server stored something different from what was sent. */
  async #tell(saved: PageSaved): Promise<void> {
    void this.#update();
    const { title, text, before, stored } = saved;
    const { storedDifferences } = await import('../../model/writing/storedDifferences.ts');
    const differences = stored === undefined ? [] : storedDifferences({ base: before, sent: text, stored });
    // The server keeps settings apart, and may show a page without its front matter.
    const isShown = ({ kind }: { kind: string }) => kind !== 'setting' || stored?.startsWith('---') === true;
    const changed = differences.filter(isShown);
    if (changed.length === 0) return say.status(words`Sent "${title}"`);
    const [first] = changed;
    const parts = changed.length === 1 ? '1 part' : `${changed.length} parts`;
    const excerpt = plain(first?.sent || first?.stored || '', 120);
    const line = (first?.line ?? 0) + 1;
    const show = { action: 'show what was stored', run: () => this.#showStored(saved, line - 1) };
    say.warn(
      words`The server stored ${parts} of "${title}" differently from what you sent. The first is in line ${line}: "${excerpt}".`,
      button(this.#app, 'Show', show),
      button(this.#app, 'Undo Save', { action: 'undo the save', run: () => undo(this.#app, saved) }),
      { label: 'Keep', run: () => undefined },
    );
  }

  /** Shows what a save has made of a page beside what it was before. */
  async #showStored({ uri, page, title, revisionBefore = '' }: PageSaved, line: number): Promise<void> {
    await this.#showSince({ uri, page, title, revision: revisionBefore }, words`${title}: Before Save ↔ Stored`, line);
  }
}
