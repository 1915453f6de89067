import type * as vscode from 'vscode';
import { openDocumentsOf, showsText } from './openDocuments.ts';
import type { PageBase } from './pageDrafts.ts';

/** Where texts that are not sent are stored: by computer, and by workspace. */
export type WritingStorage = Pick<vscode.ExtensionContext, 'globalStorageUri'> &
  Partial<Pick<vscode.ExtensionContext, 'workspaceState'>>;

/** The version of a page that an editor loaded. Saves are compared with it. */
export interface OpenPage {
  /** ID of the page. */
  page: string;
  title: string;
  base?: PageBase | undefined;
  /** Which draft the editor has read or stored, see `PageDraft`. */
  draftSavedAt?: number | undefined;
}

/** The state of a file as reported to VS Code. It must not change while the document is dirty. */
export interface FileState {
  mtime: number;
  size: number;
}

/**
 * What the editors of this window have read, by `documentKey`. VS Code restores an unsaved text without what it was made
 * from: that is stored as long as a text is not saved.
 */
export class OpenPages {
  readonly #pages = new Map<string, OpenPage>();
  readonly #files = new Map<string, FileState>();
  /** Pages that were read and that their editors do not show yet. */
  readonly #offered = new Map<string, { text: string; page: OpenPage }>();
  readonly #memory: vscode.Memento | undefined;

  /** The memory is that of a workspace, as VS Code restores unsaved texts by workspace. */
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
   * Takes in what was read of a page as soon as all its editors show that text. VS Code drops what it has read if somebody
   * types meanwhile, and reads for *Revert File* while the old text is not given up yet.
   */
  offer(document: string, text: string, page: OpenPage): void {
    this.#offered.set(document, { text, page });
    this.accept(document);
  }

  /** Takes in what was read of a page if its editors now show it, and forgets it if this one shows something else. */
  accept(document: string, changed?: vscode.TextDocument): void {
    const offered = this.#offered.get(document);
    if (!offered) return;
    const { text, page } = offered;
    const open = openDocumentsOf(document);
    if (changed && !showsText(changed, text)) {
      this.#offered.delete(document);
    } else if (open.length > 0 ? open.every(one => showsText(one, text)) : !this.stored(document)) {
      this.set(document, page);
    }
  }

  setFile(document: string, file: FileState): void {
    this.#files.set(document, file);
  }

  /** Stores what is known of a page for the next window, since its text is not saved. */
  store(document: string): void {
    const page = this.get(document);
    const file = this.#files.get(document) ?? this.stored(document);
    if (page && file) void this.#memory?.update(keyOf(document), { ...page, mtime: file.mtime, size: file.size });
  }

  /** Returns what was stored of a page whose text is not saved, in this window or the one before. */
  stored(document: string): (OpenPage & FileState) | undefined {
    return this.#memory?.get(keyOf(document));
  }

  /** Forgets what was stored, since the text of the page is saved or given up. */
  release(document: string): void {
    if (this.stored(document)) void this.#memory?.update(keyOf(document), undefined);
  }
}

function keyOf(document: string): string {
  return `unsaved page ${document}`;
}
