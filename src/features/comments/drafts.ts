import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { CommentTarget } from './placement.ts';

/** What someone typed and the service does not have. */
export interface Draft {
  readonly id: string;
  /** Key of the discussion. */
  readonly discussion: string;
  readonly text: string;
  /** What a new comment hangs on. */
  readonly target: CommentTarget;
  /** The comment that is replied to, or whose conversation holds what is edited. */
  readonly conversation?: string | undefined;
  /** The comment or reply that is edited. */
  readonly edited?: string | undefined;
}

const storageKey = 'comment drafts';
/** Older ones go when there are more. */
const most = 200;

/** Texts that could not be sent. They outlive the window, until they are sent or thrown away. */
export class Drafts {
  readonly #storage: vscode.Memento;
  /** Those of earlier windows; of this window, the text is still where it was typed. */
  readonly #earlier: Set<string>;

  constructor(storage: vscode.Memento) {
    this.#storage = storage;
    this.#earlier = new Set(this.#all().map(({ id }) => id));
  }

  /** The texts of a discussion that have to be shown for the user to find them again. */
  leftIn(discussion: string): Draft[] {
    return this.#all().filter(draft => draft.discussion === discussion && this.isLeft(draft.id));
  }

  isLeft(id: string): boolean {
    return this.#earlier.has(id);
  }

  /** Shows a text no more, without forgetting it. */
  hide(id: string): void {
    this.#earlier.delete(id);
  }

  async keep(draft: Draft): Promise<void> {
    const others = this.#all().filter(({ id }) => id !== draft.id);
    await this.#storage.update(storageKey, [...others, draft].slice(-most));
  }

  async drop(id: string): Promise<void> {
    const left = this.#all().filter(draft => draft.id !== id);
    if (left.length < this.#all().length) await this.#storage.update(storageKey, left);
  }

  /** Forgets the text that is now sent, wherever it was left. */
  async sent(discussion: string, text: string): Promise<void> {
    const same = this.#all().filter(draft => draft.discussion === discussion && draft.text.trim() === text.trim());
    for (const { id } of same) await this.drop(id);
  }

  #all(): Draft[] {
    return this.#storage.get<Draft[]>(storageKey, []);
  }
}

export function newDraftId(): string {
  return randomUUID();
}
