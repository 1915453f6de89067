import { createHash, randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** Format version of draft files. */
const version = 1;
/** Permissions that keep other users of the machine from reading drafts. */
const privateFolder = 0o700;
const privateFile = 0o600;

/** The version of a page when the user began to edit it. */
export interface PageBase {
  text: string;
  revision: string;
}

/** A text of a page that is saved on this computer and not sent. */
export interface PageDraft {
  /** The address of the document without a title, see `documentKey`. */
  document: string;
  /** ID of the page, which stays the same when the page is moved. */
  page: string;
  title: string;
  text: string;
  /** The version that the user edited; undefined if it could not be read when the draft was made. */
  base?: PageBase | undefined;
  /** Milliseconds since 1970. A draft that was saved again has a later time. */
  savedAt: number;
}

/**
 * Drafts of pages that auto save has stored on disk, where all windows share them. They survive a reload, a crash and a
 * sign-out, until they are sent or discarded.
 */
export class PageDrafts implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<readonly string[]>();
  /** Fires with the documents whose drafts were added, changed or removed. */
  readonly onDidChange = this.#didChange.event;
  readonly #folder: string;
  readonly #drafts = new Map<string, PageDraft>();
  #queue: Promise<unknown> = Promise.resolve();
  #loading: Promise<void> | undefined;
  #watching: { close(): void } | undefined;
  #isDisposed = false;

  constructor(folder: vscode.Uri) {
    this.#folder = folder.fsPath;
  }

  /** Reads the drafts and watches for those of other windows. Later calls return the first result. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Returns the draft of a document, if drafts are loaded. */
  get(document: string): PageDraft | undefined {
    return this.#drafts.get(document);
  }

  /** Returns all loaded drafts, in the order in which they were saved. */
  all(): PageDraft[] {
    return [...this.#drafts.values()].sort((one, other) => one.savedAt - other.savedAt);
  }

  /** Reads the drafts again, because other windows may have changed them. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      const read = await this.#readAll();
      const documents = new Set([...this.#drafts.keys(), ...read.keys()]);
      const changed = [...documents].filter(key => this.#drafts.get(key)?.savedAt !== read.get(key)?.savedAt);
      for (const key of changed) {
        const draft = read.get(key);
        if (draft) this.#drafts.set(key, draft);
        else this.#drafts.delete(key);
      }
      if (changed.length > 0 && !this.#isDisposed) this.#didChange.fire(changed);
    });
  }

  /** Stores a text. Returns the draft with the time at which it was saved; rejects if it cannot be written. */
  async save(text: Omit<PageDraft, 'savedAt'>): Promise<PageDraft> {
    await this.load();
    return this.#inTurn(async () => {
      const { document } = text;
      const savedAt = Math.max(Date.now(), (this.#drafts.get(document)?.savedAt ?? 0) + 1);
      const draft = { ...text, savedAt };
      await this.#write(draft);
      this.#didChange.fire([document]);
      return draft;
    });
  }

  /** Stores a draft under the new address of its page, unless there is one already, or this one was saved again. */
  async move(document: string, savedAt: number, newDocument: string): Promise<void> {
    await this.load();
    await this.#inTurn(async () => {
      const path = this.#pathOf(document);
      const draft = await readDraft(path);
      if (draft?.savedAt !== savedAt || (await readDraft(this.#pathOf(newDocument)))) return;
      await this.#write({ ...draft, document: newDocument });
      await rm(path, { force: true, maxRetries: 3 });
      this.#drafts.delete(document);
      this.#didChange.fire([document, newDocument]);
    });
  }

  /** Deletes a draft, unless it was saved again since then. */
  async delete(document: string, savedAt: number | undefined): Promise<void> {
    await this.load();
    await this.#inTurn(async () => {
      const path = this.#pathOf(document);
      const stored = await readDraft(path);
      if (!stored || stored.savedAt !== savedAt) return;
      await rm(path, { force: true, maxRetries: 3 });
      this.#drafts.delete(document);
      this.#didChange.fire([document]);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watching?.close();
    this.#didChange.dispose();
  }

  async #load(): Promise<void> {
    await this.refresh();
    try {
      await mkdir(this.#folder, { recursive: true, mode: privateFolder });
      const watcher = watch(this.#folder, { persistent: false }, () => void this.refresh());
      watcher.on('error', () => watcher.close());
      if (this.#isDisposed) watcher.close();
      else this.#watching = watcher;
    } catch {
      // Without a watcher, drafts of other windows are read with the next save.
    }
  }

  /** Reads the drafts on disk, by document. A draft that is temporarily unreadable stays as it was last read. */
  async #readAll(): Promise<Map<string, PageDraft>> {
    // If the folder cannot be read, the loaded drafts stay.
    const paths = await this.#paths().catch(() => undefined);
    if (!paths) return new Map(this.#drafts);
    const lastRead = new Map([...this.#drafts].map(([document, draft]) => [this.#pathOf(document), draft]));
    // A file that is temporarily unreadable counts as unchanged.
    const drafts = await Promise.all(paths.map(path => readDraft(path).catch(() => lastRead.get(path))));
    return new Map(drafts.flatMap(draft => (draft ? [[draft.document, draft]] : [])));
  }

  async #paths(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).filter(name => name.endsWith('.json')).map(name => join(this.#folder, name));
    } catch (error) {
      // The folder is created with the first draft.
      if (isGone(error)) return [];
      throw error;
    }
  }

  async #write(draft: PageDraft): Promise<void> {
    const path = this.#pathOf(draft.document);
    await mkdir(this.#folder, { recursive: true, mode: privateFolder });
    // Renaming a complete file keeps the old or the new text intact if the process crashes.
    const temporaryPath = `${path}.${randomUUID()}.new`;
    await writeFile(temporaryPath, JSON.stringify({ version, ...draft }), { flush: true, mode: privateFile });
    await rename(temporaryPath, path);
    this.#drafts.set(draft.document, draft);
  }

  #pathOf(document: string): string {
    return join(this.#folder, `${createHash('sha256').update(document).digest('hex')}.json`);
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(run);
    // The caller receives the error.
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

/**
 * Reads a draft; undefined if it is missing, damaged or of another format version. Throws if the disk cannot be read.
 */
async function readDraft(path: string): Promise<PageDraft | undefined> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as unknown;
    return isDraft(stored) ? stored : undefined;
  } catch (error) {
    if (isGone(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function isDraft(value: unknown): value is PageDraft {
  const draft = { ...(value as Partial<PageDraft> & { version?: unknown }) };
  const texts = [draft.document, draft.page, draft.title, draft.text];
  const { base } = draft;
  const hasBase = base === undefined || (typeof base?.text === 'string' && typeof base.revision === 'string');
  const isWhole = texts.every(draftText => typeof draftText === 'string') && typeof draft.savedAt === 'number';
  return draft.version === version && isWhole && hasBase;
}
