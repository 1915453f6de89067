import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isBehindOthers, openAddresses } from '../../model/content/open.ts';
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
  /** Whether VS Code has filled it with the text of a box that was gone, and nothing is known of that text yet. */
  isRestored: boolean;
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

/** A box that is gone. VS Code may bring its text back, with the page that it was on. */
interface Gone extends Pick<Box, 'belonging' | 'text'> {
  isOffered: boolean;
  /** Whether its page went behind other tabs with it. */
  isBehind: boolean;
  /** Runs while its page is in front again and the box is not. */
  timer: NodeJS.Timeout | undefined;
}

const nothing = { belonging: undefined, id: undefined, timer: undefined };

/** Milliseconds between two writings of what is being typed. */
const pause = 250;

/** Milliseconds in which VS Code has to bring a box back with its page, before the text is offered. */
const restoreTimeoutMs = 5000;

/** Keeps what is typed while it is typed, so that a reload, a crash or a sign-out loses nothing. */
export class Typed implements vscode.Disposable {
  readonly #app: App;
  readonly #threads: Threads;
  /** By the addresses of their documents. */
  readonly #boxes = new Map<string, Box>();
  /** By the IDs of the drafts. */
  readonly #gone = new Map<string, Gone>();
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
        // VS Code may have put another box in the place of one: that takes over its text.
        this.#leave();
        for (const document of boxes()) this.#note(document);
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#offer()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#offer()),
    );
  }

  /** Keeps what was typed since the last writing. */
  keep(): void {
    for (const box of this.#boxes.values()) if (box.timer) void this.#keep(box);
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { timer } of [...this.#boxes.values(), ...this.#gone.values()]) clearTimeout(timer);
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
    const isShown = boxes().includes(document);
    const fresh = { document, first: text, text, isRestored: !isShown, wasSeen: false, isAhead: false, ...nothing };
    const box: Box = known ?? fresh;
    box.text = text;
    this.#boxes.set(address, box);
    box.wasSeen ||= isShown;
    if (box.wasSeen) box.belonging ??= this.#belonging(document);
    this.#takeOver(box);
    if (this.#isElsewhere(box)) return void this.#empty(box);
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
    // It waits for the review.
    if (drafts.get(id)?.pending !== undefined) return;
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
    const isBegun = page && place.conversation === undefined;
    if (comment && !comment.draft && text.trim() === comment.markdown.trim()) return this.#forget(box);
    box.id ??= comment?.draft?.id ?? this.#ownOf(belonging, text)?.id;
    if (box.id && drafts.isSending(box.id) && drafts.get(box.id)?.text.trim() !== text.trim()) {
      box.id = undefined;
      box.isAhead = true;
    }
    // What waits for the review is in this box no more.
    if (!comment?.draft && drafts.get(box.id ?? '')?.pending !== undefined) box.id = undefined;
    const id = (box.id ??= newDraftId());
    const known = drafts.get(id);
    await drafts.keep({ ...(comment?.draft ?? place), ...known, id, text });
    if (!known && isBegun) await this.#place(id, page);
  }

  /** What was kept of a text by who sent it, or in the box before: a comment has one box at a time. */
  #ownOf(belonging: Belonging, text: string): Draft | undefined {
    const others = new Set([...[...this.#boxes.values()].map(({ id }) => id), ...this.#gone.keys()]);
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
      drafts.findOwn(draft => isSame(draft) && isIdle(draft) && this.#gone.has(draft.id)) ??
      drafts.findOfOther(draft => isSame(draft) && isIdle(draft));
    if (!earlier || earlier.id === id) return;
    if (id) void drafts.drop(id);
    box.id = earlier.id;
    box.isRestored = false;
    this.#setGone(earlier.id, undefined);
    drafts.take(earlier.id);
  }

  /** Whether VS Code has brought back a text that was sent, discarded or changed where it was offered meanwhile. */
  #isElsewhere(box: Box): boolean {
    const { belonging, text, first } = box;
    if (!box.isRestored || !belonging) return false;
    box.isRestored = false;
    const isSame = (gone: Gone) => gone.belonging && isThere(gone.belonging, belonging) && gone.text === text;
    const [id] = [...this.#gone].find(([, gone]) => isSame(gone)) ?? [];
    if (id === undefined || text !== first) return false;
    this.#setGone(id, undefined);
    const { drafts } = this.#threads;
    // Where it does not arrive, it is offered.
    if (drafts.isSending(id)) drafts.leave(id);
    return true;
  }

  async #empty({ document, id, timer }: Box): Promise<void> {
    clearTimeout(timer);
    this.#boxes.delete(document.uri.toString());
    if (id !== undefined) void this.#threads.drafts.drop(id);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), '');
    // What cannot be emptied is kept as what is typed.
    if (!(await vscode.workspace.applyEdit(edit))) this.#note(document);
  }

  /** What was in a box that is gone has to be offered in another way. */
  #leave(): void {
    const alive = new Set(boxes().map(({ uri }) => uri.toString()));
    for (const [address, box] of this.#boxes) {
      if (!box.wasSeen || alive.has(address)) continue;
      this.#boxes.delete(address);
      if (box.timer) void this.#keep(box);
      const { belonging, text } = box;
      // A comment that is being edited gets its box again, with its page or since it could not be saved.
      const isEdited = this.#threads.onScreen.editing().some(({ id }) => id === belonging?.edited);
      if (box.id && !isEdited) this.#setGone(box.id, { belonging, text, isOffered: false, isBehind: false });
    }
    this.#offer();
  }

  /** Offers the texts of boxes that are gone. Those on a page behind others wait: VS Code brings them back with it. */
  #offer(): void {
    const addressOf = openAddresses();
    for (const [id, gone] of this.#gone) {
      const page = gone.belonging?.page;
      const isBehind = page !== undefined && isBehindOthers(page);
      if (gone.isOffered) continue;
      if (isBehind) {
        this.#setGone(id, { ...gone, isBehind });
      } else if (page && gone.isBehind && addressOf(page)) {
        // A thread that is made while an editor opens may be shown twice by VS Code, and stay.
        gone.timer ??= setTimeout(() => this.#offerOne(id), restoreTimeoutMs);
      } else {
        this.#offerOne(id);
      }
    }
  }

  #offerOne(id: string): void {
    const gone = this.#gone.get(id);
    if (!gone) return;
    this.#setGone(id, { ...gone, isOffered: true });
    this.#threads.drafts.leave(id);
  }

  #setGone(id: string, gone: Omit<Gone, 'timer'> | undefined): void {
    clearTimeout(this.#gone.get(id)?.timer);
    if (gone) this.#gone.set(id, { ...gone, timer: undefined });
    else this.#gone.delete(id);
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
