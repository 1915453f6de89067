import type * as vscode from 'vscode';
import { openDocumentsOf, hasText } from './openDocuments.ts';
import type { PageBase } from './pageDrafts.ts';

/** Storage of texts that are not sent: by computer, and by workspace. */
export type WritingStorage = Pick<vscode.ExtensionContext, 'globalStorageUri'> &
  Partial<Pick<vscode.ExtensionContext, 'workspaceState'>>;

/** The version of a page that an editor loaded. Saves are compared with it. */
export interface OpenPage {
  /** ID of the page. */
  page: string;
  title: string;
  base?: PageBase | undefined;
  /** Time of the draft that the editor has read or stored, see `PageDraft`. */
  draftSavedAt?: number | undefined;
}

/** The state of a file as reported to VS Code. It must not change while the document is dirty. */
export interface FileState {
  mtime: number;
  size: number;
}

/**
 * The pages that the editors of this window have read, by `documentKey`. They are stored while their text is not saved,
 * because VS Code restores unsaved texts without the version that they were made from.
 */
export class OpenPages {
  readonly #pages = new Map<string, OpenPage>();
  readonly #files = new Map<string, FileState>();
  /** Pages that were read, but that their editors do not show yet. */
  readonly #offered = new Map<string, { text: string; page: OpenPage }>();
  /**
   * The last stored page of each document, because storing a long text again with each key press would slow down
   * typing.
   */
  readonly #lastStored = new Map<string, OpenPage>();
  readonly #memory: vscode.Memento | undefined;

  /** `memory` is that of a workspace, because VS Code restores unsaved texts by workspace. */
  constructor(memory: vscode.Memento | undefined) {
    this.#memory = memory;
  }

  get(document: string): OpenPage | undefined {
    return this.#pages.get(document) ?? this.stored(document);
  }

  set(document: string, page: OpenPage): void {
    this.#offered.delete(document);
    this.#pages.set(document, page);
    if (this.stored(document)) this.store(document);
  }

  /**
   * Sets the page of a document as soon as all its editors show its text. VS Code drops the text that it has read if
   * the user types meanwhile, and reads for *Revert File* before it discards the old text.
   */
  offer(document: string, text: string, page: OpenPage): void {
    this.#offered.set(document, { text, page });
    this.accept(document);
  }

  /** Sets the offered page if its editors now show it, and drops it if `changed` shows another text. */
  accept(document: string, changed?: vscode.TextDocument): void {
    const offered = this.#offered.get(document);
    if (!offered) return;
    const { text, page } = offered;
    const open = openDocumentsOf(document);
    if (changed && !hasText(changed, text)) {
      this.#offered.delete(document);
    } else if (open.length > 0 ? open.every(one => hasText(one, text)) : !this.stored(document)) {
      this.set(document, page);
    }
  }

  setFile(document: string, file: FileState): void {
    this.#files.set(document, file);
  }

  /** Stores the page of a document for the next window, because its text is not saved. */
  store(document: string): void {
    const page = this.#pages.get(document);
    const file = this.#files.get(document) ?? this.stored(document);
    if (!page || !file || this.#lastStored.get(document) === page) return;
    this.#lastStored.set(document, page);
    void this.#memory?.update(keyOf(document), { ...page, mtime: file.mtime, size: file.size });
  }

  /** Returns the stored page of a document whose text is not saved, in this window or the one before. */
  stored(document: string): (OpenPage & FileState) | undefined {
    return this.#memory?.get(keyOf(document));
  }

  /** Deletes the stored page, because the text is saved or discarded. */
  release(document: string): void {
    this.#lastStored.delete(document);
    if (this.stored(document)) void this.#memory?.update(keyOf(document), undefined);
  }
}

function keyOf(document: string): string {
  return `unsaved page ${document}`;
}
