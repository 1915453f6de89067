import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { type DiscussionSubject, subjectOfNewComment } from '../../model/discussions/subject.ts';

/**
 * Time limit for VS Code to request the ranges of a visible document, and for the service to report the right to
 * comment.
 */
const timeoutMs = 10_000;

/**
 * Provides the lines on which the user may comment: every line of a page. On an overview, any line stands for the whole
 * change request.
 */
export class CommentingRanges implements vscode.CommentingRangeProvider, vscode.Disposable {
  readonly #app: App;
  readonly #didAnswer = new vscode.EventEmitter<string>();
  /** Number of unanswered requests of VS Code for the ranges of a document, by its address. */
  readonly #unanswered = new Map<string, number>();
  readonly #provided = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #subscriptions: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    this.#subscriptions = vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri.toString()));
  }

  async provideCommentingRanges(document: vscode.TextDocument): Promise<vscode.CommentingRanges | null> {
    const { uri, lineCount } = document;
    const subject = subjectOfNewComment(uri);
    if (!subject) return null;
    const address = uri.toString();
    this.#count(address, 1);
    const canComment = await this.#canComment(subject);
    this.#forget(address);
    (canComment ? this.#provided : this.#refused).add(address);
    // VS Code receives the response after this function has returned.
    setImmediate(() => this.#count(address, -1));
    return canComment ? { enableFileComments: true, ranges: [new vscode.Range(0, 0, lineCount - 1, 0)] } : null;
  }

  /** Returns true if VS Code was last told that the user cannot comment on a document. */
  isRefused({ uri }: vscode.TextDocument): boolean {
    return this.#refused.has(uri.toString());
  }

  /**
   * Waits until VS Code has applied the ranges of a document that it shows, and has shown its threads. Returns whether
   * the user may comment there. VS Code requests the ranges twice when it opens a document: for the text and for its
   * editor.
   */
  async waitUntilApplied(uri: vscode.Uri): Promise<boolean> {
    const address = uri.toString();
    const isAnswered = () =>
      !this.#unanswered.has(address) && (this.#provided.has(address) || this.#refused.has(address));
    if (!isAnswered()) {
      await waitForEvent(this.#didAnswer.event, other => other === address && isAnswered(), timeoutMs);
    }
    await waitForRoundTrip();
    return this.#provided.has(address);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#didAnswer.dispose();
  }

  #count(address: string, change: 1 | -1): void {
    const count = (this.#unanswered.get(address) ?? 0) + change;
    if (count > 0) this.#unanswered.set(address, count);
    else this.#unanswered.delete(address);
    if (change < 0) this.#didAnswer.fire(address);
  }

  #forget(address: string): void {
    this.#provided.delete(address);
    this.#refused.delete(address);
  }

  async #canComment(subject: DiscussionSubject): Promise<boolean> {
    const { discussions, content } = this.#app;
    try {
      return await discussions.canComment(await content.place(subject));
    } catch {
      // The account is not signed in, which the document itself shows.
      return false;
    }
  }
}

/**
 * Waits until VS Code has handled all earlier messages of the extension. VS Code may handle messages that arrive
 * together in one batch, and finish none before it begins the last one, so a second message is sent after the first
 * reply. Only the window can answer a request for the list of commands.
 */
export async function waitForRoundTrip(): Promise<void> {
  for (let times = 0; times < 2; times++) await vscode.commands.getCommands(true);
}

/** Waits for an event, at most `limitMs` milliseconds. Returns whether the event was emitted. */
export function waitForEvent<T>(
  event: vscode.Event<T>,
  isMatch: (value: T) => boolean,
  limitMs: number,
): Promise<boolean> {
  return new Promise(resolve => {
    const end = (hasCome: boolean) => {
      clearTimeout(timer);
      listening.dispose();
      resolve(hasCome);
    };
    const timer = setTimeout(() => end(false), limitMs);
    const listening = event(value => {
      if (isMatch(value)) end(true);
    });
  });
}
