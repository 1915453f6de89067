import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';
import { isCancellation, reasonOf } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { documentKey } from '../../model/content/address.ts';
import { isUnsaved, openDocumentsOf } from '../../model/writing/openDocuments.ts';
import { openPageFromDraft, type PageWriter } from '../../model/writing/pageWriter.ts';
import type { FileOperations } from '../../ui/fileOperations.ts';
import { FileTimes } from '../../ui/fileTimes.ts';
import type { PageFolders } from './pageFolders.ts';

/**
 * A file system provider for pages of change requests: saving sends the text, auto save stores it as a draft on this
 * computer.
 */
export class PageFiles implements FileOperations {
  readonly #didChange = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly onDidChange = this.#didChange.event;
  readonly #app: App;
  readonly #writer: PageWriter;
  readonly #content: FileOperations;
  readonly #folders: PageFolders;
  readonly #times = new FileTimes();
  /** The reason of each save, by document URI. VS Code does not pass it to `writeFile`. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  /** True if VS Code was last told that a page is read-only, by `documentKey`. */
  readonly #reportedReadOnly = new Map<string, boolean>();
  readonly #subscriptions: vscode.Disposable;

  /** `content` provides pages as the server has them; `folders` creates new ones. */
  constructor(app: App, writer: PageWriter, content: FileOperations, folders: PageFolders) {
    this.#app = app;
    this.#writer = writer;
    this.#content = content;
    this.#folders = folders;
    const { editing, drafts, openPages } = writer;
    this.#subscriptions = vscode.Disposable.from(
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
        this.#reportedReadOnly.delete(documentKey(uri));
        if (!isDirty) openPages.release(documentKey(uri));
      }),
      // After a crash, an unsaved text may be stored for a page whose document is saved.
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (openPages.stored(documentKey(uri)) && !isUnsaved(uri)) {
          openPages.release(documentKey(uri));
          openPages.accept(documentKey(uri));
          this.#didChange.fire([uri]);
        }
      }),
      editing.onDidChange(() => void this.#lookAgainWhereRightsChanged()),
      drafts.onDidChange(documents => this.#lookAgain(key => documents.includes(key))),
      writer.onDidChangeFile(uri => this.#lookAgain(key => key === documentKey(uri))),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const key = documentKey(uri);
    const { drafts, openPages, editing } = this.#writer;
    const written = this.#writer.justSentText(key);
    if (written !== undefined) return this.#fileOf(uri, written, `written ${written}`);
    const unsaved = () => {
      const stored = openPages.stored(key);
      // A window that restores an unsaved text calls `stat` before the document exists.
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
    this.#reportedReadOnly.set(key, isReadOnly);
    // The user may have started typing meanwhile.
    const since = unsaved();
    if (since) return since;
    const mtime = this.#times.of(uri, `${stat.mtime} ${stat.size}`, stat.mtime);
    openPages.setFile(key, { mtime, size: stat.size });
    return { ...stat, mtime, ...(isReadOnly && { permissions: vscode.FilePermission.Readonly }) };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const key = documentKey(uri);
    const { drafts, openPages } = this.#writer;
    const written = this.#writer.justSentText(key);
    if (written !== undefined) return Buffer.from(written);
    await drafts.load();
    const draft = drafts.get(key);
    if (draft) {
      openPages.offer(key, draft.text, openPageFromDraft(draft));
      return Buffer.from(draft.text);
    }
    const known = openPages.get(key);
    const bytes = await this.#content.readFile(uri);
    // A page that cannot be read cannot be edited either. Its text shows the reason.
    const page = await this.#writer.find(uri).catch(() => undefined);
    // The page was saved meanwhile, so the opened state is newer.
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
    // An editor whose page was deleted must not create it again.
    if (reason === undefined && (await this.#folders.isNewPage(uri))) return this.#folders.createFile(uri, text);
    const isManual = reason === undefined || reason === vscode.TextDocumentSaveReason.Manual;
    try {
      await (isManual
        ? this.#writer.send(uri, text, { isFromEditor: reason !== undefined })
        : this.#writer.saveDraft(uri, text));
    } catch (error) {
      this.#app.failures.log(`Could not save ${uri.path}.`, error);
      throw new Error(sentenceOf(error), { cause: error });
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#didChange.dispose();
  }

  /** Returns the metadata of a text that takes precedence over the page on the server. */
  #fileOf(uri: vscode.Uri, text: string, state: string, time = 0): vscode.FileStat {
    const size = Buffer.byteLength(text);
    const mtime = this.#times.of(uri, state, time);
    this.#writer.openPages.setFile(documentKey(uri), { mtime, size });
    return { type: vscode.FileType.File, ctime: 0, mtime, size };
  }

  async #lookAgainWhereRightsChanged(): Promise<void> {
    const keys = [...this.#reportedReadOnly.keys()];
    const reasons = await Promise.all(
      keys.map(key => this.#writer.editing.readOnlyReason(vscode.Uri.parse(key, true))),
    );
    const changed = keys.filter((key, index) => {
      const reason = reasons[index];
      // Read-only states are kept until the rights are known, because another account may be about to sign in.
      const isUnknown = reason === 'unknown' || reason === 'signedOut';
      return !isUnknown && this.#reportedReadOnly.get(key) !== (reason !== undefined);
    });
    this.#lookAgain(key => changed.includes(key));
  }

  /** Makes VS Code read open pages again. */
  #lookAgain(isMatch: (key: string) => boolean): void {
    const documents = vscode.workspace.textDocuments.filter(({ uri }) => isMatch(documentKey(uri)));
    if (documents.length > 0) this.#didChange.fire(documents.map(({ uri }) => uri));
  }
}

/** Returns why a text was not saved and where it is now. VS Code shows it after a text of its own. */
function sentenceOf(error: unknown): string {
  if (isCancellation(error)) return t('Saving was canceled. Your text is still in the editor.');
  const isTooLarge = error instanceof ApiError && error.status === 413;
  const reason = isTooLarge ? tooLarge : reasonOf(error);
  return t`${reason} Your text is still in the editor.`;
}

const tooLarge = t('The page exceeds the size limit of the server. Move part of it to another page, then save again.');
