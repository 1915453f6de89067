import * as vscode from 'vscode';
import type { Draft } from './draft.ts';
import { DraftFiles, watchFolder } from './draftFiles.ts';
import { windowName } from './windowName.ts';

/** Where a text belongs. */
type Place = Pick<Draft, 'discussion' | 'conversation' | 'edited'>;

interface Keeping {
  /** Told in a sentence what cannot be read or kept. */
  notice: (sentence: string) => void;
  /** The name of this window. */
  window?: string;
}

/** Texts that the service does not have. They outlive the window, until they are sent or thrown away. */
export class Drafts implements vscode.Disposable {
  readonly #didFind = new vscode.EventEmitter<void>();
  /** Fires when other texts have to be offered: another window has left them, or their box is gone, or there again. */
  readonly onDidFind = this.#didFind.event;
  readonly #files: DraftFiles;
  readonly #all = new Map<string, Draft>();
  /** Those of earlier windows; of this window, the text is still where it was typed. */
  readonly #left = new Set<string>();
  readonly #sending = new Set<string>();
  /** Those that are being sent and whose box is gone meanwhile. */
  readonly #homeless = new Set<string>();
  readonly #watching: Promise<vscode.Disposable>;
  #isDisposed = false;
  /** Settles when those of earlier windows are known. */
  readonly read: Promise<void>;

  constructor(folder: vscode.Uri, { notice, window = windowName() }: Keeping) {
    this.#files = new DraftFiles(folder.fsPath, window, notice);
    this.read = this.look();
    this.#watching = watchFolder(folder.fsPath, () => void this.look());
  }

  /** Looks whether a window that is gone has left texts. */
  async look(): Promise<void> {
    if (this.#isDisposed) return;
    const found = await this.#files.claim();
    for (const draft of found) {
      this.#all.set(draft.id, draft);
      this.#left.add(draft.id);
    }
    if (found.length > 0) this.#didFind.fire();
  }

  get(id: string): Draft | undefined {
    return this.#all.get(id);
  }

  /** The texts of a discussion that have to be shown for the user to find them again. */
  leftIn(discussion: string): Draft[] {
    return [...this.#all.values()].filter(draft => draft.discussion === discussion && this.isLeft(draft.id));
  }

  /** Whether there is a text that is meant. */
  has(isMeant: (draft: Draft) => boolean): boolean {
    return [...this.#all.values()].some(isMeant);
  }

  /** The first text that is left and meant. */
  findLeft(isMeant: (draft: Draft) => boolean): Draft | undefined {
    return [...this.#all.values()].find(draft => this.isLeft(draft.id) && isMeant(draft));
  }

  /** The first text that is meant and still where it was typed in this window. */
  findOwn(isMeant: (draft: Draft) => boolean): Draft | undefined {
    return [...this.#all.values()].find(draft => !this.isLeft(draft.id) && isMeant(draft));
  }

  /** Forgets what was typed in this window to change a comment. */
  async dropEdit(comment: string): Promise<void> {
    const edits = [...this.#all.values()].filter(({ id, edited }) => edited === comment && !this.isLeft(id));
    for (const { id } of edits) await this.drop(id);
  }

  isLeft(id: string): boolean {
    return this.#left.has(id);
  }

  /** Shows a text no more, without forgetting it. */
  hide(id: string): void {
    this.#left.delete(id);
    this.#homeless.delete(id);
  }

  /** Offers a text no more that is in a box again. */
  take(id: string): void {
    this.hide(id);
    this.#didFind.fire();
  }

  /** Offers a text whose box is gone; one that is being sent when that fails. */
  leave(id: string): void {
    if (!this.#all.has(id)) return;
    if (this.isSending(id)) {
      this.#homeless.add(id);
      return;
    }
    this.#left.add(id);
    this.#didFind.fire();
  }

  isSending(id: string): boolean {
    return this.#sending.has(id);
  }

  /** Runs what sends a text, which is not offered meanwhile. */
  async whileSending<T>(id: string, send: () => Promise<T>): Promise<T> {
    this.#sending.add(id);
    try {
      return await send();
    } catch (error) {
      this.#sending.delete(id);
      if (this.#homeless.has(id)) this.leave(id);
      throw error;
    } finally {
      this.#sending.delete(id);
      this.#homeless.delete(id);
    }
  }

  async keep(draft: Draft): Promise<void> {
    this.#all.set(draft.id, draft);
    await this.#files.write(draft);
  }

  async drop(id: string): Promise<void> {
    this.hide(id);
    if (this.#all.delete(id)) await this.#files.remove(id);
  }

  /** Forgets the text that is now sent. What belongs elsewhere, or is on its way itself, may say the same, and stays. */
  async sent({ discussion, conversation, edited }: Place, text: string): Promise<void> {
    // Of what is typed it may not be known yet which conversation it belongs to.
    const mayBeThere = (draft: Draft) =>
      draft.conversation === conversation || (draft.conversation === undefined && !this.isLeft(draft.id));
    const isThere = (draft: Draft) => draft.discussion === discussion && draft.edited === edited && mayBeThere(draft);
    const isSent = (draft: Draft) => isThere(draft) && draft.text.trim() === text.trim() && !this.isSending(draft.id);
    const same = [...this.#all.values()].filter(isSent);
    for (const { id } of same) await this.drop(id);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#didFind.dispose();
    void this.#watching.then(watching => watching.dispose());
    this.#files.release();
  }
}
