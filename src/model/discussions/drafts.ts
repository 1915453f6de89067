import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { CommentTarget } from './placements.ts';

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

/**
 * Texts that could not be sent. They outlive the window, until they are sent or thrown away. Each is a file of its own:
 * what VS Code stores for extensions may reach the disk too late for a window that closes at once.
 */
export class Drafts {
  readonly #folder: vscode.Uri;
  readonly #all = new Map<string, Draft>();
  /** Those of earlier windows; of this window, the text is still where it was typed. */
  readonly #left = new Set<string>();
  /** Settles when those of earlier windows are known. */
  readonly read: Promise<void>;

  constructor(folder: vscode.Uri) {
    this.#folder = folder;
    this.read = this.#readAll();
  }

  /** The texts of a discussion that have to be shown for the user to find them again. */
  leftIn(discussion: string): Draft[] {
    return [...this.#all.values()].filter(draft => draft.discussion === discussion && this.isLeft(draft.id));
  }

  /** The text left from an earlier window that says just this. */
  leftSaying(text: string): Draft | undefined {
    const isSame = (draft: Draft) => draft.text.trim() === text.trim();
    return [...this.#all.values()].find(draft => this.isLeft(draft.id) && isSame(draft));
  }

  isLeft(id: string): boolean {
    return this.#left.has(id);
  }

  /** Shows a text no more, without forgetting it. */
  hide(id: string): void {
    this.#left.delete(id);
  }

  async keep(draft: Draft): Promise<void> {
    this.#all.set(draft.id, draft);
    await vscode.workspace.fs.writeFile(this.#uriOf(draft.id), Buffer.from(JSON.stringify(draft)));
  }

  async drop(id: string): Promise<void> {
    this.hide(id);
    if (!this.#all.delete(id)) return;
    try {
      await vscode.workspace.fs.delete(this.#uriOf(id));
    } catch {
      // Another window has thrown it away already.
    }
  }

  /** Forgets the text that is now sent, wherever it was left. */
  async sent(discussion: string, text: string): Promise<void> {
    const all = [...this.#all.values()];
    const same = all.filter(draft => draft.discussion === discussion && draft.text.trim() === text.trim());
    for (const { id } of same) await this.drop(id);
  }

  async #readAll(): Promise<void> {
    try {
      const files = await vscode.workspace.fs.readDirectory(this.#folder);
      await Promise.all(files.map(([name]) => this.#readOne(vscode.Uri.joinPath(this.#folder, name))));
    } catch {
      // The folder is made with the first draft.
    }
  }

  async #readOne(uri: vscode.Uri): Promise<void> {
    const draft = JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString()) as Draft;
    this.#all.set(draft.id, draft);
    this.#left.add(draft.id);
  }

  #uriOf(id: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, `${id}.json`);
  }
}

export function newDraftId(): string {
  return randomUUID();
}
