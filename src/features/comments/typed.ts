import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isBehindOthers, openAddresses } from '../../model/content/open.ts';
import { type Draft, newDraftId } from '../../model/discussions/draft.ts';
import { subjectFor } from '../../model/discussions/subject.ts';
import { boxes, isEditBox, isReplyBox } from './boxes.ts';
import { roundTrip } from './commentingRanges.ts';
import { hasDraftArrived, isKnownAsArrived, isKnownAsPosted, isObsoleteText } from './obsoleteText.ts';
import type { Threads } from './threads.ts';
import { type Belonging, editedIn, isThere, writtenIn } from './typedIn.ts';

/** A box in which something was typed. */
interface Box {
  readonly document: vscode.TextDocument;
  belonging: Belonging | undefined;
  /** VS Code may have restored it from a box that was closed. */
  readonly initialText: string;
  /** Whether VS Code may have restored `initialText`. */
  readonly mayBeRestored: boolean;
  /** Whether it is still to be checked that a text that VS Code may have restored is unsent. */
  isRestoreUnverified: boolean;
  /** True while the extension checks whether the restored text is still unsent. */
  isBeingVerified: boolean;
  /** Whether it has the draft whose text VS Code has restored in it. */
  hasAdoptedDraft: boolean;
  /** The text when it was last looked at. */
  text: string;
  /** The ID of the draft. */
  id: string | undefined;
  /** Runs while the newest text is not kept. */
  timer: NodeJS.Timeout | undefined;
  wasSeen: boolean;
  /** Whether it was typed on while the text before was being sent, after which VS Code empties the box. */
  hasNewerText: boolean;
}

/** A box that was closed. VS Code may restore it with its text when its page is shown again. */
interface ClosedBox extends Pick<Box, 'belonging' | 'text'> {
  isOffered: boolean;
  /** Whether its page was hidden behind other tabs. */
  isPageHidden: boolean;
  /** Runs while its page is in front again and VS Code has not restored the box. */
  restoreTimer: NodeJS.Timeout | undefined;
}

const newBox = { belonging: undefined, id: undefined, timer: undefined };

/** Milliseconds between two savings of what is being typed. */
const saveThrottleMs = 250;

/** Milliseconds that VS Code has to restore a box with its page, before the text is offered. */
const restoreTimeoutMs = 5000;

/** How many times a restored text is removed before it is kept. */
const removalAttempts = 3;

/** Keeps what is typed while it is typed, so that a reload, a crash or a sign-out loses nothing. */
export class Typed implements vscode.Disposable {
  readonly #app: App;
  readonly #threads: Threads;
  /** By the addresses of their documents. */
  readonly #boxes = new Map<string, Box>();
  /** Documents that were empty in this window, so that their text was typed here and not restored by VS Code. */
  readonly #initiallyEmptyDocuments = new WeakSet<vscode.TextDocument>();
  /** What was removed last from each box because VS Code had restored it, and when (see `performance.now`). */
  readonly #removedTexts = new WeakMap<vscode.TextDocument, { text: string; at: number }>();
  /** By the IDs of the drafts. */
  readonly #closedBoxes = new Map<string, ClosedBox>();
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
      threads.drafts.onDidFind(() => this.#verifyAgain()),
      app.discussions.onDidChange(() => this.#verifyAgain()),
    );
  }

  /** Keeps what was typed since the last writing. */
  keep(): void {
    for (const box of this.#boxes.values()) if (box.timer) void this.#keep(box);
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { timer } of this.#boxes.values()) clearTimeout(timer);
    for (const { restoreTimer } of this.#closedBoxes.values()) clearTimeout(restoreTimer);
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
      this.#initiallyEmptyDocuments.add(document);
      if (known) this.#forget(known);
      return;
    }
    const isShown = boxes().includes(document);
    const mayBeRestored = !isShown || !this.#initiallyEmptyDocuments.has(document);
    const fresh = {
      document,
      initialText: text,
      text,
      mayBeRestored,
      isRestoreUnverified: mayBeRestored,
      isBeingVerified: false,
      hasAdoptedDraft: false,
      wasSeen: false,
      hasNewerText: false,
      ...newBox,
    };
    if (!known && this.#isRestoredAgain(document, text)) return void this.#empty(fresh);
    const box: Box = known ?? fresh;
    box.text = text;
    this.#boxes.set(address, box);
    box.wasSeen ||= isShown;
    if (box.wasSeen) box.belonging ??= this.#belonging(document);
    if (text === box.initialText) this.#takeOver(box);
    if (box.isRestoreUnverified && box.belonging) {
      box.isRestoreUnverified = false;
      if (!box.hasAdoptedDraft && this.#consumeStaleRestore(box, box.belonging)) return void this.#empty(box);
      void this.#verify(box, box.belonging);
    }
    // Does not save restored text as a draft until it is known to be unsent.
    if (text === box.initialText && (box.isRestoreUnverified || box.isBeingVerified)) return;
    if (this.#threads.drafts.get(box.id ?? '')?.text === text) return;
    box.timer ??= setTimeout(() => void this.#keep(box), saveThrottleMs);
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
    const draft = drafts.get(id);
    // A pending comment stays until the review is finished.
    if (draft?.pending !== undefined) {
      if (belonging && !containsWhole(draft, text)) void this.#offerApart(belonging, text);
      return;
    }
    if (box.hasNewerText || drafts.isSending(id)) drafts.leave(id);
    else void drafts.drop(id);
    box.hasNewerText = false;
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
      box.hasNewerText = true;
    }
    const added = comment?.draft ? undefined : drafts.get(box.id ?? '');
    // The draft was added to the review, so text that was typed on meanwhile is a new one.
    if (added?.pending !== undefined) {
      if (containsWhole(added, text)) return;
      box.id = undefined;
      box.hasNewerText = true;
    }
    const id = (box.id ??= newDraftId());
    const known = drafts.get(id);
    const draft = comment?.draft ?? place;
    await drafts.keep({ ...draft, isLineUnknown: (known ?? draft).isLineUnknown, ...known, id, text });
    if (!known && isBegun) await this.#place(id, page);
  }

  /** Offers what was typed on while the text before was added to the review, after which VS Code empties the box. */
  async #offerApart({ comment: _, page, ...place }: Belonging, text: string): Promise<void> {
    const { drafts } = this.#threads;
    const id = newDraftId();
    await drafts.keep({ ...place, id, text });
    drafts.leave(id);
    if (page && place.conversation === undefined) await this.#place(id, page);
  }

  /** What was kept of a text by who sent it, or in the box before: a comment has one box at a time. */
  #ownOf(belonging: Belonging, text: string): Draft | undefined {
    const others = new Set([...[...this.#boxes.values()].map(({ id }) => id), ...this.#closedBoxes.keys()]);
    const isSame = ({ id, text: draftText }: Draft) => !others.has(id) && draftText.trim() === text.trim();
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

  /**
   * Links a box to the draft whose text VS Code has restored in it, so that the text is not offered twice. Returns true if
   * there is such a draft.
   */
  #takeOver(box: Box): boolean {
    const { drafts } = this.#threads;
    const { belonging, id } = box;
    if (!belonging || belonging.comment?.draft) return false;
    if (box.hasAdoptedDraft && id !== undefined) return true;
    const earlier = this.#earlierDraftOf(box, belonging);
    if (!earlier) return false;
    if (earlier.id === id) return true;
    if (id) void drafts.drop(id);
    box.id = earlier.id;
    box.hasAdoptedDraft = true;
    // A text that was being sent may have arrived.
    box.isRestoreUnverified &&= earlier.attempt !== undefined;
    this.#forgetClosed(earlier.id);
    drafts.take(earlier.id);
    return true;
  }

  /** Returns the draft of the initial text of a box, made in an earlier window, box or account. */
  #earlierDraftOf({ initialText }: Box, belonging: Belonging): Draft | undefined {
    const { drafts } = this.#threads;
    const isSame = (draft: Draft) =>
      isThere(draft, belonging) && draft.text.trim() === initialText.trim() && !drafts.isSending(draft.id);
    // VS Code also restores what the account before has typed: that stays the text of that account.
    return (
      drafts.findLeft(isSame) ??
      drafts.findOwn(draft => isSame(draft) && this.#closedBoxes.has(draft.id)) ??
      drafts.findOfOther(isSame)
    );
  }

  /**
   * Returns true if VS Code has restored a text that was sent, discarded or changed where it was offered meanwhile, and
   * forgets the closed box.
   */
  #consumeStaleRestore({ text, initialText }: Box, belonging: Belonging): boolean {
    const isSame = (closed: ClosedBox) =>
      closed.belonging && isThere(closed.belonging, belonging) && closed.text === text;
    const [id] = [...this.#closedBoxes].find(([, closed]) => isSame(closed)) ?? [];
    if (id === undefined || text !== initialText) return false;
    this.#forgetClosed(id);
    const { drafts } = this.#threads;
    // Where it does not arrive, it is offered.
    if (drafts.isSending(id)) drafts.leave(id);
    return true;
  }

  /** VS Code may restore a text in a box for a second time, after it was removed. */
  #isRestoredAgain(document: vscode.TextDocument, text: string): boolean {
    const removed = this.#removedTexts.get(document);
    return removed?.text === text && performance.now() - removed.at < restoreTimeoutMs;
  }

  /**
   * Verifies restored texts again where there is news of them. After a reload, the extension host of the window before may
   * go on for a while: its drafts are found only when it has ended, and what it sends may arrive later.
   */
  #verifyAgain(): void {
    for (const box of this.#boxes.values()) {
      const { belonging } = box;
      if (!belonging || !box.mayBeRestored || box.isBeingVerified) continue;
      if (box.document.getText().startsWith(box.initialText) && this.#hasNews(box, belonging)) {
        void this.#verify(box, belonging);
      }
    }
  }

  /** Returns true if a draft with the restored text is found that the box has not adopted, or the text has arrived. */
  #hasNews(box: Box, belonging: Belonging): boolean {
    const { initialText } = box;
    if (!box.hasAdoptedDraft) {
      const { arrivedTexts } = this.#threads;
      const isKnown = this.#earlierDraftOf(box, belonging) !== undefined || arrivedTexts.has(initialText.trim());
      return isKnown || isKnownAsPosted(this.#app, initialText, belonging);
    }
    const draft = this.#threads.drafts.get(box.id ?? '');
    return draft?.attempt !== undefined && isKnownAsArrived(this.#app, { ...draft, text: initialText }, belonging);
  }

  /** Finds out whether the text that VS Code has restored in a box is still unsent. Until then it is not kept anew. */
  async #verify(box: Box, belonging: Belonging): Promise<void> {
    box.isBeingVerified = true;
    try {
      await this.#removeIfObsolete(box, belonging);
    } finally {
      box.isBeingVerified = false;
      if (this.#boxes.get(box.document.uri.toString()) === box) this.#note(box.document);
    }
  }

  /** Removes the text that VS Code has restored in a box if it is pending or was sent. What was typed behind it stays. */
  async #removeIfObsolete(box: Box, belonging: Belonging): Promise<void> {
    const { initialText, document } = box;
    const { drafts } = this.#threads;
    await drafts.load();
    const isUnchanged = () => document.getText() === initialText;
    const startsWithRestoredText = () => !document.isClosed && document.getText().startsWith(initialText);
    if (startsWithRestoredText() && this.#takeOver(box)) {
      if (!isUnchanged()) await this.#keep(box);
      const draft = drafts.get(box.id ?? '');
      if (!draft?.attempt) return;
      const restored = { ...draft, text: initialText };
      // If that cannot be determined, the text stays in the box.
      if (!(await hasDraftArrived(this.#app, restored, belonging).catch(() => false))) return;
    } else {
      // An edited comment contains the text already, so the check for obsolete text does not apply.
      if (belonging.edited !== undefined) return;
      const isElsewhere =
        this.#threads.arrivedTexts.has(initialText.trim()) || this.#belongsToAnotherThread(box, belonging);
      // If that cannot be determined, the text stays in the box.
      const isObsolete = () => isObsoleteText(this.#app, initialText, belonging).catch(() => false);
      if (!isElsewhere && !(await isObsolete())) return;
    }
    if (!startsWithRestoredText()) return;
    if (isUnchanged()) return this.#empty(box);
    const id = box.id;
    stop(box);
    box.id = undefined;
    const restored = new vscode.Range(new vscode.Position(0, 0), document.positionAt(initialText.length));
    if (!(await remove(document, restored))) box.id = id;
    await this.#keep(box);
    if (id !== undefined && box.id !== id) await drafts.drop(id);
  }

  /**
   * Returns true if the text of a restored box was typed somewhere else. After a crash, VS Code restores the text of one
   * thread in another one that has the same number now.
   */
  #belongsToAnotherThread({ initialText }: Box, belonging: Belonging): boolean {
    const isSame = (draft: Draft) => draft.text.trim() === initialText.trim();
    const same = this.#threads.drafts.filterAll(isSame);
    return same.length > 0 && !same.some(draft => isThere(draft, belonging));
  }

  async #empty({ document, text, id, timer }: Box): Promise<void> {
    clearTimeout(timer);
    // The time of the first removal counts: whoever types the same text again later keeps it.
    if (!this.#isRestoredAgain(document, text)) this.#removedTexts.set(document, { text, at: performance.now() });
    this.#boxes.delete(document.uri.toString());
    if (id !== undefined) void this.#threads.drafts.drop(id);
    // VS Code refuses an edit until the extension has heard of the change that VS Code made before.
    for (let attempt = 0; attempt < removalAttempts && document.getText() === text; attempt++) {
      if (await remove(document, new vscode.Range(0, 0, document.lineCount, 0))) return;
      await roundTrip();
    }
    if (document.getText() !== text) return;
    // A text that cannot be removed is kept as one that is typed.
    this.#removedTexts.delete(document);
    this.#note(document);
  }

  /** What was in a box that is gone has to be offered in another way. */
  #leave(): void {
    const alive = new Set(boxes().map(({ uri }) => uri.toString()));
    for (const [address, box] of this.#boxes) {
      if (!box.wasSeen || alive.has(address)) continue;
      this.#boxes.delete(address);
      if (box.timer) void this.#keep(box);
      const { belonging, text } = box;
      const draft = this.#threads.drafts.get(box.id ?? '');
      if (belonging && draft?.pending !== undefined && !containsWhole(draft, text)) {
        void this.#offerApart(belonging, text);
        continue;
      }
      // A comment that is being edited gets its box again, with its page or since it could not be saved.
      const isEdited = this.#threads.onScreen.editing().some(({ id }) => id === belonging?.edited);
      if (box.id && !isEdited) this.#setClosed(box.id, { belonging, text, isOffered: false, isPageHidden: false });
    }
    this.#offer();
  }

  /** Offers the texts of closed boxes. Those on a page behind other tabs wait: VS Code restores them with it. */
  #offer(): void {
    const addressOf = openAddresses();
    for (const [id, closed] of [...this.#closedBoxes]) {
      if (closed.isOffered) continue;
      const page = closed.belonging?.page;
      if (page && isBehindOthers(page)) {
        this.#setClosed(id, { ...closed, isPageHidden: true });
      } else if (page && closed.isPageHidden && addressOf(page)) {
        // VS Code shows a thread twice, for good, if it is created while its editor opens.
        closed.restoreTimer ??= setTimeout(() => this.#offerOne(id), restoreTimeoutMs);
      } else {
        this.#offerOne(id);
      }
    }
  }

  #offerOne(id: string): void {
    const closed = this.#closedBoxes.get(id);
    if (!closed) return;
    this.#setClosed(id, { ...closed, isOffered: true });
    this.#threads.drafts.leave(id);
  }

  #setClosed(id: string, closed: Omit<ClosedBox, 'restoreTimer'>): void {
    clearTimeout(this.#closedBoxes.get(id)?.restoreTimer);
    this.#closedBoxes.set(id, { ...closed, restoreTimer: undefined });
  }

  #forgetClosed(id: string): void {
    clearTimeout(this.#closedBoxes.get(id)?.restoreTimer);
    this.#closedBoxes.delete(id);
  }

  #belonging(document: vscode.TextDocument): Belonging | undefined {
    if (isEditBox(document)) return editedIn(document, this.#threads);
    const pages = vscode.window.visibleTextEditors.map(({ document }) => document.uri).filter(uri => subjectFor(uri));
    const page = pages.find(uri => uri.toString() === this.#page?.toString()) ?? pages[0];
    return writtenIn(document, this.#threads, page);
  }
}

/** Returns true if a text in a box is that of a pending comment, which may begin with a quotation. */
function containsWhole(pending: Draft, text: string): boolean {
  return pending.text.trim().endsWith(text.trim());
}

function stop(box: Box): void {
  clearTimeout(box.timer);
  box.timer = undefined;
}

/** Returns false if VS Code refuses the edit. */
async function remove({ uri }: vscode.TextDocument, range: vscode.Range): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.delete(uri, range);
  return vscode.workspace.applyEdit(edit);
}
