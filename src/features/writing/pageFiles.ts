import * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';
import { isCancellation, reasonOf } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { documentKey } from '../../model/content/address.ts';
import { isUnsaved, openDocumentsOf } from '../../model/writing/openDocuments.ts';
import { knownOf, type PageWriter } from '../../model/writing/pageWriter.ts';
import type { Files } from '../../ui/files.ts';
import { Times } from '../../ui/times.ts';

/** Pages of change requests as files that can be edited: a save sends the text, an auto save keeps it on this computer. */
export class PageFiles implements Files {
  readonly #didChange = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly onDidChange = this.#didChange.event;
  readonly #app: App;
  readonly #writer: PageWriter;
  readonly #content: Files;
  readonly #times = new Times();
  /** Why VS Code saves a document, by its address: `writeFile` is not told. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  readonly #listening: vscode.Disposable;

  /** The content shows pages as the server has them. */
  constructor(app: App, writer: PageWriter, content: Files) {
    this.#app = app;
    this.#writer = writer;
    this.#content = content;
    const { editing, drafts, openPages } = writer;
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        this.#reasons.set(uri.toString(), reason);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const { uri, isDirty } = document;
        const key = documentKey(uri);
        openPages.accept(key, document);
        if (isDirty) openPages.store(key);
        else if (!isUnsaved(uri)) openPages.release(key);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri, isDirty }) => {
        this.#reasons.delete(uri.toString());
        if (!isDirty) openPages.release(documentKey(uri));
      }),
      // After a crash something may be stored of a page whose text is saved.
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (openPages.stored(documentKey(uri)) && !isUnsaved(uri)) {
          openPages.release(documentKey(uri));
          openPages.accept(documentKey(uri));
          this.#didChange.fire([uri]);
        }
      }),
      editing.onDidChange(() => this.#lookAgain(() => true)),
      drafts.onDidChange(documents => this.#lookAgain(key => documents.includes(key))),
      writer.onDidSend(uri => this.#lookAgain(key => key === documentKey(uri))),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const key = documentKey(uri);
    const { drafts, openPages, editing } = this.#writer;
    const written = this.#writer.written(key);
    if (written !== undefined) return this.#fileOf(uri, written, `written ${written}`);
    const unsaved = () => {
      const stored = openPages.stored(key);
      // A window that restores an unsaved text looks at its file before there is a document.
      if (!stored || !(isUnsaved(uri) || openDocumentsOf(key).length === 0)) return undefined;
      return { type: vscode.FileType.File, ctime: 0, mtime: stored.mtime, size: stored.size };
    };
    const before = unsaved();
    if (before) return before;
    await drafts.load();
    const draft = drafts.get(key);
    if (draft) return this.#fileOf(uri, draft.text, `draft ${draft.savedAt}`, draft.savedAt);
    const { permissions, ...stat } = await this.#content.stat(uri);
    if (stat.type !== vscode.FileType.File) return { ...stat, ...(permissions !== undefined && { permissions }) };
    const isReadOnly = (await editing.readOnlyReason(uri)) !== undefined;
    // Somebody may have begun to type meanwhile.
    const since = unsaved();
    if (since) return since;
    const mtime = this.#times.of(uri, `${stat.mtime} ${stat.size}`, stat.mtime);
    openPages.setFile(key, { mtime, size: stat.size });
    return { ...stat, mtime, ...(isReadOnly && { permissions: vscode.FilePermission.Readonly }) };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const key = documentKey(uri);
    const { drafts, openPages } = this.#writer;
    const written = this.#writer.written(key);
    if (written !== undefined) return Buffer.from(written);
    await drafts.load();
    const draft = drafts.get(key);
    if (draft) {
      openPages.offer(key, draft.text, knownOf(draft));
      return Buffer.from(draft.text);
    }
    const known = openPages.get(key);
    const bytes = await this.#content.readFile(uri);
    // A page that cannot be read cannot be edited either; its text says why.
    const page = await this.#writer.find(uri).catch(() => undefined);
    // What was saved meanwhile is newer.
    if (!page || openPages.get(key) !== known) return bytes;
    const text = Buffer.from(bytes).toString();
    const base = page.base.text === text ? page.base : { text, revision: '' };
    openPages.offer(key, text, { ...page, base });
    return bytes;
  }

  readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return this.#content.readDirectory?.(uri) ?? Promise.resolve([]);
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const reason = this.#reasons.get(uri.toString());
    this.#reasons.delete(uri.toString());
    const text = Buffer.from(bytes).toString();
    const isManual = reason === undefined || reason === vscode.TextDocumentSaveReason.Manual;
    try {
      await (isManual
        ? this.#writer.send(uri, text, { isFromEditor: reason !== undefined })
        : this.#writer.saveDraft(uri, text));
    } catch (error) {
      this.#app.failures.log(words`Could not save ${uri.path}.`, error);
      throw new Error(sentenceOf(error), { cause: error });
    }
  }

  dispose(): void {
    this.#listening.dispose();
    this.#didChange.dispose();
  }

  /** The file of a text that stands in place of what the server has. */
  #fileOf(uri: vscode.Uri, text: string, state: string, time = 0): vscode.FileStat {
    const size = Buffer.byteLength(text);
    const mtime = this.#times.of(uri, state, time);
    this.#writer.openPages.setFile(documentKey(uri), { mtime, size });
    return { type: vscode.FileType.File, ctime: 0, mtime, size };
  }

  /** Has VS Code look again at open pages. */
  #lookAgain(isMeant: (key: string) => boolean): void {
    const documents = vscode.workspace.textDocuments.filter(({ uri }) => isMeant(documentKey(uri)));
    if (documents.length > 0) this.#didChange.fire(documents.map(({ uri }) => uri));
  }
}

/** Says why a text was not saved, and what to do. VS Code shows it behind words of its own. */
function sentenceOf(error: unknown): string {
  if (isCancellation(error)) return 'Saving was canceled. Your text is still in the editor.';
  const isTooLarge = error instanceof ApiError && error.status === 413;
  const reason = isTooLarge ? tooLarge : reasonOf(error);
  return `${reason} Your text is still in the editor.`;
}

const tooLarge = 'The page exceeds the size limit of the server. Move part of it to another page, then save again.';
