import * as vscode from 'vscode';
import { completionTriggerAt } from '../../markdown/completionTrigger.ts';
import { subjectOfNewComment } from '../../model/discussions/subject.ts';
import { type CompletionItem, CompletionSource } from '../conversations/completionItems.ts';
import type { App } from '../../app.ts';
import { isEditBox, isReplyBox } from './boxes.ts';
import type { Threads } from './threads.ts';

/**
 * Completes "@" to members (participants first) and ":" to emoji in comment boxes. VS Code does not report the thread
 * of a box, so the discussion is that of the page that was active last.
 */
export class CommentCompletionProvider implements vscode.CompletionItemProvider, vscode.Disposable {
  readonly #app: Pick<App, 'discussions'>;
  readonly #threads: Threads;
  readonly #completions: CompletionSource;
  readonly #subscriptions: vscode.Disposable;
  #page: vscode.Uri | undefined;

  constructor(app: App, threads: Threads) {
    this.#app = app;
    this.#threads = threads;
    this.#completions = new CompletionSource({ people: threads.people, failures: app.failures });
    this.#follow(vscode.window.activeTextEditor);
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(editor => this.#follow(editor)),
      vscode.languages.registerCompletionItemProvider({ scheme: 'comment' }, this, '@', ':'),
    );
  }

  async provideCompletionItems(document: vscode.TextDocument, position: vscode.Position) {
    const isOurs = isEditBox(document) || isReplyBox(document, this.#threads.onScreen.controller.id);
    const before = document.lineAt(position.line).text.slice(0, position.character);
    const trigger = completionTriggerAt(before);
    if (!isOurs || !trigger) return undefined;
    const range = new vscode.Range(position.translate(0, -1 - trigger.typed.length), position);
    const discussion = this.#page && this.#app.discussions.of(this.#page);
    const { items, isComplete } = await this.#completions.find(trigger, discussion);
    return new vscode.CompletionList(
      items.map(item => Object.assign(itemFor(item, trigger.mark), { range })),
      !isComplete,
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #follow(editor: vscode.TextEditor | undefined): void {
    if (editor && subjectOfNewComment(editor.document.uri)) this.#page = editor.document.uri;
  }
}

function itemFor(
  { label, description, detail, insert, words, order }: CompletionItem,
  mark: string,
): vscode.CompletionItem {
  const kind = mark === '@' ? vscode.CompletionItemKind.User : vscode.CompletionItemKind.Text;
  const item = new vscode.CompletionItem({ label, description }, kind);
  return Object.assign(
    item,
    { insertText: insert, filterText: `${mark}${words}`, sortText: order },
    detail && { detail },
  );
}
