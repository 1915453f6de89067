import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { type Subject, subjectFor } from '../../model/discussions/subject.ts';

/** How long VS Code may take to ask about a document that it shows, and the service to tell who may comment. */
const timeoutMs = 10_000;

/** Where one may comment: on every line of a page, by those who may. On an overview any line stands for all of it. */
export class CommentingRanges implements vscode.CommentingRangeProvider, vscode.Disposable {
  readonly #app: App;
  readonly #didAnswer = new vscode.EventEmitter<string>();
  /** How many questions of VS Code about a document are not answered yet, by its address. */
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
    const subject = subjectFor(uri);
    if (!subject) return null;
    const address = uri.toString();
    this.#count(address, 1);
    const mayComment = await this.#mayComment(subject);
    this.#forget(address);
    (mayComment ? this.#provided : this.#refused).add(address);
    // The answer is sent after this function has returned.
    setImmediate(() => this.#count(address, -1));
    return mayComment ? { enableFileComments: true, ranges: [new vscode.Range(0, 0, lineCount - 1, 0)] } : null;
  }

  /** Whether nobody could comment on a document when VS Code asked. */
  isRefused({ uri }: vscode.TextDocument): boolean {
    return this.#refused.has(uri.toString());
  }

  /**
   * Waits until VS Code has applied the ranges of a document that it shows, and has shown its threads. Returns whether
   * people may comment there. VS Code asks twice when it opens a document: for the text and for its editor.
   */
  async waitUntilApplied(uri: vscode.Uri): Promise<boolean> {
    const address = uri.toString();
    const isAnswered = () =>
      !this.#unanswered.has(address) && (this.#provided.has(address) || this.#refused.has(address));
    if (!isAnswered()) {
      await waitForEvent(this.#didAnswer.event, other => other === address && isAnswered(), timeoutMs);
    }
    await roundTrip();
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

/**
 * Waits until VS Code has handled everything that it was sent before. It may handle messages that arrive together in one
 * go, and finish none of them before it has begun the last one; so a second message is sent when the first is answered.
 * The list of commands is a question that only the window can answer.
 */
export async function roundTrip(): Promise<void> {
  for (let times = 0; times < 2; times++) await vscode.commands.getCommands(true);
}

/** Waits for an event at most so many milliseconds. Returns whether it came. */
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
