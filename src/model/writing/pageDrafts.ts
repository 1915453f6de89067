import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** The form in which drafts are written. */
const version = 1;
/** Drafts are readable by their user alone, also on a shared machine. */
const privateFolder = 0o700;
const privateFile = 0o600;

/** What a page said when somebody began to edit it. */
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
  /** Undefined where it could not be read when the draft was made. */
  base?: PageBase | undefined;
  /** Milliseconds since 1970. A draft that was saved again has a later time. */
  savedAt: number;
}

/**
 * Texts of pages that auto save has stored, on disk: they survive a reload, a crash and a sign-out, until they are sent or
 * discarded. All windows share them.
 */
export class PageDrafts implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<readonly string[]>();
  /** Fires with the documents whose drafts have come, changed or gone. */
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

  /** Reads the drafts and watches for those of other windows. Only the first call does so. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** The draft of a document, as far as drafts are loaded. */
  get(document: string): PageDraft | undefined {
    return this.#drafts.get(document);
  }

  /** All drafts that are loaded, in the order in which they were saved. */
  all(): PageDraft[] {
    return [...this.#drafts.values()].sort((one, other) => one.savedAt - other.savedAt);
  }

  /** Reads again what other windows may have changed. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      // What is known stays known while the disk cannot be read.
      const stored = await this.#readAll().catch(() => undefined);
      if (!stored) return;
      const read = new Map(stored.map(draft => [draft.document, draft]));
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

  /** Stores a text. Returns the draft with the time at which it was saved; rejects where the disk takes nothing. */
  async save(text: Omit<PageDraft, 'savedAt'>): Promise<PageDraft> {
    await this.load();
    return this.#inTurn(async () => {
      const { document } = text;
      const savedAt = Math.max(Date.now(), (this.#drafts.get(document)?.savedAt ?? 0) + 1);
      const draft = { ...text, savedAt };
      const path = this.#pathOf(document);
      await mkdir(this.#folder, { recursive: true, mode: privateFolder });
      // A crash leaves the old text or the new one, never half of it.
      await writeFile(`${path}.new`, JSON.stringify({ version, ...draft }), { flush: true, mode: privateFile });
      await rename(`${path}.new`, path);
      this.#drafts.set(document, draft);
      this.#didChange.fire([document]);
      return draft;
    });
  }

  /** Deletes a draft, unless it was saved again since then. */
  async delete(document: string, savedAt: number | undefined): Promise<void> {
    await this.load();
    await this.#inTurn(async () => {
      const path = this.#pathOf(document);
      const stored = await this.#readOne(path);
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
      // Other windows are then seen when something is saved.
    }
  }

  async #readAll(): Promise<PageDraft[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      // There is no folder before the first draft.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
      throw error;
    });
    const drafts = names.filter(name => name.endsWith('.json')).map(name => this.#readOne(join(this.#folder, name)));
    return (await Promise.all(drafts)).filter(draft => draft !== undefined);
  }

  /** A draft on disk; undefined for what is gone. What is damaged or of a later version stays on disk. */
  async #readOne(path: string): Promise<PageDraft | undefined> {
    try {
      const read = JSON.parse(await readFile(path, 'utf8')) as unknown;
      return isDraft(read) ? read : undefined;
    } catch {
      // What is no JSON is damaged, and what is gone was sent by another window.
      return undefined;
    }
  }

  #pathOf(document: string): string {
    return join(this.#folder, `${createHash('sha256').update(document).digest('hex')}.json`);
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(run);
    // The caller gets the failure.
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

function isDraft(value: unknown): value is PageDraft {
  const draft = { ...(value as Partial<PageDraft> & { version?: unknown }) };
  const texts = [draft.document, draft.page, draft.title, draft.text];
  const { base } = draft;
  const hasBase = base === undefined || (typeof base?.text === 'string' && typeof base.revision === 'string');
  const isWhole = texts.every(one => typeof one === 'string') && typeof draft.savedAt === 'number';
  return draft.version === version && isWhole && hasBase;
}
