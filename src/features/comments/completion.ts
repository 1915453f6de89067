import * as vscode from 'vscode';
import { plain } from '../../api/words.ts';
import { subjectFor } from '../../model/discussions/subject.ts';
import { participantsOf, type Person } from '../../model/discussions/people.ts';
import type { CommentsApp } from './app.ts';
import { isEditBox, isReplyBox } from './boxes.ts';
import type { Threads } from './threads.ts';

/**
 * Completes "@" to members, those who take part first, and ":" to emoji, in the boxes of comments. VS Code does not say to
 * which thread a box belongs: it is the discussion of the page that was in the editor last.
 */
export class Completion implements vscode.CompletionItemProvider, vscode.Disposable {
  readonly #app: Pick<CommentsApp, 'content' | 'discussions' | 'failures'>;
  readonly #threads: Threads;
  readonly #listening: vscode.Disposable;
  #page: vscode.Uri | undefined;
  #emoji: Promise<vscode.CompletionItem[]> | undefined;

  constructor(app: CommentsApp, threads: Threads) {
    this.#app = app;
    this.#threads = threads;
    this.#follow(vscode.window.activeTextEditor);
    this.#listening = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(editor => this.#follow(editor)),
      vscode.languages.registerCompletionItemProvider({ scheme: 'comment' }, this, '@', ':'),
    );
  }

  async provideCompletionItems(document: vscode.TextDocument, position: vscode.Position) {
    const isOurs = isEditBox(document) || isReplyBox(document, this.#threads.onScreen.controller.id);
    const before = document.lineAt(position.line).text.slice(0, position.character);
    const { mark, typed = '' } = begun.exec(before)?.groups ?? {};
    if (!isOurs || !mark) return undefined;
    const range = new vscode.Range(position.translate(0, -1 - typed.length), position);
    const { items, isWhole } = mark === '@' ? await this.#people(typed) : await this.#emojiLike(typed);
    return new vscode.CompletionList(
      items.map(item => Object.assign(item, { range })),
      !isWhole,
    );
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #follow(editor: vscode.TextEditor | undefined): void {
    if (editor && subjectFor(editor.document.uri)) this.#page = editor.document.uri;
  }

  async #people(typed: string) {
    const discussion = this.#page && this.#app.discussions.of(this.#page);
    if (!discussion) return { items: [], isWhole: true };
    const here = participantsOf(discussion.conversations);
    const listed = async () => this.#threads.people.members(await discussion.place(), typed);
    const { people, isWhole } = await listed().catch((error: unknown) => {
      // Those who take part are known all the same.
      this.#app.failures.log('Could not list the members who can be mentioned.', error);
      return { people: [], isWhole: false };
    });
    const ids = new Set(here.map(({ id }) => id));
    const others = people.filter(({ id }) => !ids.has(id));
    const items = [...here.map(one => itemFor(one, 'takes part')), ...others.map(one => itemFor(one, 'member'))];
    return { items, isWhole };
  }

  async #emojiLike(typed: string) {
    // One letter behind a colon is mostly the end of a sentence.
    if (typed.length < 2) return { items: [], isWhole: false };
    this.#emoji ??= readEmoji();
    return { items: await this.#emoji, isWhole: true };
  }
}

/** What is being typed behind a mark that stands at the beginning of a word. */
const begun = /(?:^|[\s(])(?<mark>[@:])(?<typed>[\p{L}\p{N}.+_-]*)$/u;

/** The service writes a mention as "@" and an ID, which is shown as a name. */
function itemFor({ id, name, email = '' }: Person, role: string): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    { label: plain(name, 100), description: role },
    vscode.CompletionItemKind.User,
  );
  const detail = email ? { detail: plain(email, 100) } : {};
  const order = role === 'member' ? '1' : '0';
  return Object.assign(item, detail, {
    insertText: `@${id} `,
    filterText: `@${name} ${email}`,
    sortText: `${order} ${name}`,
  });
}

/** The names that VS Code itself has for emoji, from its extension for Git; where that is missing there are none. */
async function readEmoji(): Promise<vscode.CompletionItem[]> {
  const git = vscode.extensions.getExtension('vscode.git');
  if (!git) return [];
  try {
    const file = vscode.Uri.joinPath(git.extensionUri, 'resources/emojis.json');
    const names = JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(file)).toString()) as Record<
      string,
      unknown
    >;
    return Object.entries(names).flatMap(([name, emoji]) => (typeof emoji === 'string' ? emojiItem(name, emoji) : []));
  } catch {
    // This VS Code has no such list.
    return [];
  }
}

/** The service knows no names of emoji: the character itself is written. */
function emojiItem(name: string, emoji: string): vscode.CompletionItem {
  const item = new vscode.CompletionItem({ label: emoji, description: `:${name}:` }, vscode.CompletionItemKind.Text);
  return Object.assign(item, { insertText: emoji, filterText: `:${name}`, sortText: name });
}
