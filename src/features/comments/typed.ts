import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { type Draft, newDraftId } from '../../model/discussions/draft.ts';
import { subjectFor } from '../../model/discussions/subject.ts';
import { boxes, isEditBox, isReplyBox } from './boxes.ts';
import type { Threads } from './threads.ts';
import { type Belonging, editedIn, isThere, writtenIn } from './typedIn.ts';

/** A box in which something was typed. */
interface Box {
  readonly document: vscode.TextDocument;
  belonging: Belonging | undefined;
  /** What was in it first: VS Code may have brought it back. */
  readonly first: string;
  /** What was in it last. */
  text: string;
  /** The ID of the draft. */
  id: string | undefined;
  /** Runs while the newest text is not kept. */
  timer: NodeJS.Timeout | undefined;
  wasSeen: boolean;
  /** Whether it was typed on while the text before was being sent, after which VS Code empties the box. */
  isAhead: boolean;
}

const nothing = { belonging: undefined, id: undefined, timer: undefined };

/** Milliseconds between two writings of what is being typed. */
const pause = 250;

/** Keeps what is typed while it is typed, so that a reload, a crash or a sign-out loses nothing. */
export class Typed implements vscode.Disposable {
  readonly #app: App;
  readonly #threads: Threads;
  /** By the addresses of their documents. */
  readonly #boxes = new Map<string, Box>();
  readonly #listening: vscode.Disposable;
  /** The page that had the focus before a box got it. */
  #page: vscode.Uri | undefined;

  constructor(app: App, threads: Threads) {
    this.#app = app;
    this.#threads = threads;
    this.#follow(vscode.window.activeTextEditor);
    this.#listening = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(editor => this.#follow(editor)),
      // VS Code may bring a text back into a new box.
      vscode.workspace.onDidOpenTextDocument(document => this.#note(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#note(document)),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        for (const document of boxes()) this.#note(document);
        this.#leave();
      }),
    );
  }

  /** Keeps what was typed since the last writing. */
  keep(): void {
    for (const box of this.#boxes.values()) if (box.timer) void this.#keep(box);
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { timer } of this.#boxes.values()) clearTimeout(timer);
  }

  #follow(editor: vscode.TextEditor | undefined): void {
    if (editor && subjectFor(editor.document.uri)) this.#page = editor.document.uri;
  }

  #note(document: vscode.TextDocument): void {
    if (!isEditBox(document) && !isReplyBox(document, this.#threads.onScreen.controller.id)) return;
    const text = document.getText();
    const address = document.uri.toString();
    const known = this.#boxes.get(address);
    if (text.trim() === '') {
      if (known) this.#forget(known);
      return;
    }
    const box: Box = known ?? { document, first: text, text, wasSeen: false, isAhead: false, ...nothing };
    box.text = text;
    this.#boxes.set(address, box);
    box.wasSeen ||= boxes().includes(document);
    if (box.wasSeen) box.belonging ??= this.#belonging(document);
    this.#takeOver(box);
    if (this.#threads.drafts.get(box.id ?? '')?.text === text) return;
    box.timer ??= setTimeout(() => void this.#keep(box), pause);
  }

  /** A box that was emptied is sent, or its user no longer wants the text. */
  #forget(box: Box): void {
    const { drafts } = this.#threads;
    const { belonging, text } = box;
    stop(box);
    // It may have been sent, and kept for that, before the first writing.
    const id = box.id ?? (belonging && this.#ownOf(belonging, text)?.id);
    if (id === undefined || belonging?.comment?.draft) return;
    box.id = undefined;
    if (box.isAhead || drafts.isSending(id)) drafts.leave(id);
    else void drafts.drop(id);
    box.isAhead = false;
  }

  async #keep(box: Box): Promise<void> {
    stop(box);
    const { drafts } = this.#threads;
    const belonging = (box.belonging ??= this.#belonging(box.document));
    const text = box.document.getText();
    if (!belonging || text.trim() === '') return;
    const { comment, page, ...place } = belonging;
    if (comment && !comment.draft && text.trim() === comment.markdown.trim()) return this.#forget(box);
    box.id ??= comment?.draft?.id ?? this.#ownOf(belonging, text)?.id;
    if (box.id && drafts.isSending(box.id) && drafts.get(box.id)?.text.trim() !== text.trim()) {
      box.id = undefined;
      box.isAhead = true;
    }
    const id = (box.id ??= newDraftId());
    const known = drafts.get(id);
    await drafts.keep({ ...(comment?.draft ?? place), ...known, id, text });
    if (!known && page) await this.#place(id, page);
  }

  /** What was kept of a text by who sent it, or in the box before: a comment has one box at a time. */
  #ownOf(belonging: Belonging, text: string): Draft | undefined {
    const others = new Set([...this.#boxes.values()].map(({ id }) => id));
    const isSame = ({ id, text: kept }: Draft) => !others.has(id) && kept.trim() === text.trim();
    return this.#threads.drafts.findOwn(
      draft => isThere(draft, belonging) && (belonging.edited !== undefined || isSame(draft)),
    );
  }

  /** A text is kept at once, and gets its place as soon as the page is known. */
  async #place(id: string, page: vscode.Uri): Promise<void> {
    const { drafts } = this.#threads;
    const { placements } = this.#app.discussions;
    // Where the page cannot be found now, the text is kept for all of the change request.
    const target = await placements.targetAt(page, undefined).catch(() => undefined);
    const draft = drafts.get(id);
    if (target && draft && !drafts.isSending(id)) await drafts.keep({ ...draft, target });
    // What is needed to send it is there by then. What cannot be read now is asked for again.
    await placements.prepare(page).catch(() => undefined);
  }

  /** VS Code may bring back itself what was in a box that was left; then it is not offered twice. */
  #takeOver(box: Box): void {
    const { drafts } = this.#threads;
    const { belonging, document, first, id } = box;
    const text = document.getText();
    if (!belonging || belonging.comment?.draft || text !== first) return;
    const isSame = (draft: Draft) => isThere(draft, belonging) && draft.text.trim() === text.trim();
    const isIdle = ({ id }: Draft) => !drafts.isSending(id);
    // It brings back what the account before has typed, too: that stays the text of that account.
    const earlier =
      drafts.findLeft(draft => isSame(draft) && isIdle(draft)) ??
      drafts.findOfOther(draft => isSame(draft) && isIdle(draft));
    if (!earlier || earlier.id === id) return;
    if (id) void drafts.drop(id);
    box.id = earlier.id;
    drafts.take(earlier.id);
  }

  /** What was in a box that is gone has to be offered in another way. */
  #leave(): void {
    const alive = new Set(boxes().map(({ uri }) => uri.toString()));
    for (const [address, box] of this.#boxes) {
      if (!box.wasSeen || alive.has(address)) continue;
      this.#boxes.delete(address);
      if (box.timer) void this.#keep(box);
      // A comment that is being edited gets its box again, with its page or since it could not be saved.
      const isEdited = this.#threads.onScreen.editing().some(({ id }) => id === box.belonging?.edited);
      if (box.id && !isEdited) this.#threads.drafts.leave(box.id);
    }
  }

  #belonging(document: vscode.TextDocument): Belonging | undefined {
    if (isEditBox(document)) return editedIn(document, this.#threads);
    const pages = vscode.window.visibleTextEditors.map(({ document }) => document.uri).filter(uri => subjectFor(uri));
    const page = pages.find(uri => uri.toString() === this.#page?.toString()) ?? pages[0];
    return writtenIn(document, this.#threads, page);
  }
}

function stop(box: Box): void {
  clearTimeout(box.timer);
  box.timer = undefined;
}
