import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { type Subject, subjectFor } from '../../model/discussions/subject.ts';

/** Where one may comment: on every line of a page, by those who may. On an overview any line stands for all of it. */
export class CommentingRanges implements vscode.CommentingRangeProvider, vscode.Disposable {
  readonly #app: App;
  readonly #didProvide = new vscode.EventEmitter<vscode.Uri>();
  readonly #provided = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #listening: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    this.#listening = vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri.toString()));
  }

  async provideCommentingRanges(document: vscode.TextDocument): Promise<vscode.CommentingRanges | null> {
    const { uri, lineCount } = document;
    const subject = subjectFor(uri);
    if (!subject) return null;
    const mayComment = await this.#mayComment(subject);
    this.#forget(uri.toString());
    (mayComment ? this.#provided : this.#refused).add(uri.toString());
    if (!mayComment) return null;
    this.#didProvide.fire(uri);
    return { enableFileComments: true, ranges: [new vscode.Range(0, 0, lineCount - 1, 0)] };
  }

  /** Whether nobody could comment on a document when VS Code asked. */
  isRefused({ uri }: vscode.TextDocument): boolean {
    return this.#refused.has(uri.toString());
  }

  /** Tells whether VS Code has asked about a document in so many milliseconds, which it does when it shows it. */
  async provided(uri: vscode.Uri, patience: number): Promise<boolean> {
    const address = uri.toString();
    if (this.#provided.has(address)) return true;
    return happened(this.#didProvide.event, other => other.toString() === address, patience);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#didProvide.dispose();
  }

  #forget(address: string): void {
    this.#provided.delete(address);
    this.#refused.delete(address);
  }

  async #mayComment(subject: Subject): Promise<boolean> {
    const { discussions, content } = this.#app;
    try {
      return await discussions.mayComment(await content.place(subject));
    } catch {
      // Nobody is signed in to that account, which the document itself says.
      return false;
    }
  }
}

/** Tells whether an event comes in so many milliseconds. */
export function happened<T>(event: vscode.Event<T>, isMeant: (value: T) => boolean, patience: number) {
  return new Promise<boolean>(resolve => {
    const end = (result: boolean) => {
      clearTimeout(timer);
      listening.dispose();
      resolve(result);
    };
    const timer = setTimeout(() => end(false), patience);
    const listening = event(value => {
      if (isMeant(value)) end(true);
    });
  });
}
