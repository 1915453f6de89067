import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isInBackgroundTab, openAddressFinder } from '../../model/content/openAddresses.ts';
import { type Draft, newDraftId } from '../../model/discussions/draft.ts';
import { subjectOfNewComment } from '../../model/discussions/subject.ts';
import { commentBoxes, isEditBox, isReplyBox } from './boxes.ts';
import { waitForRoundTrip } from './commentingRanges.ts';
import { hasDraftArrived, isKnownAsArrived, isKnownAsPosted, isObsoleteText } from './obsoleteText.ts';
import type { Threads } from './threads.ts';
import { type DraftTarget, editedIn, hasTarget, canHaveTarget, inferTarget } from './draftTarget.ts';

/** A comment box that contains text. */
interface Box {
  readonly document: vscode.TextDocument;
  belonging: DraftTarget | undefined;
  /** The text when the box was first seen, which VS Code may have restored from a closed box. */
  readonly initialText: string;
  /** True if VS Code may have restored `initialText`. */
  readonly canBeRestored: boolean;
  /** True until it has been checked whether a restored text is unsent. */
  isRestoreUnverified: boolean;
  /** True while that check is running. */
  isBeingVerified: boolean;
  /** True if the box uses the draft whose text VS Code has restored in it. */
  hasAdoptedDraft: boolean;
  /** The text at the last event. */
  text: string;
  /** The ID of the draft. */
  id: string | undefined;
  /** Set while the latest text is not saved. */
  timer: NodeJS.Timeout | undefined;
  wasSeen: boolean;
  /** True if text was typed while the previous text was being sent, after which VS Code clears the box. */
  hasNewerText: boolean;
}

/** A closed box. VS Code may restore it with its text when its page is shown again. */
interface ClosedBox extends Pick<Box, 'belonging' | 'text'> {
  isOffered: boolean;
  /** True if the page of the box was in a background tab. */
  isPageHidden: boolean;
  /** Set while the page of the box is visible again and VS Code has not restored the box. */
  restoreTimer: NodeJS.Timeout | undefined;
}

const newBox = { belonging: undefined, id: undefined, timer: undefined };

/** Throttle in milliseconds: the minimum time between two saves of a text being typed. */
const saveThrottleMs = 250;

/** Milliseconds within which VS Code restores a box with its page. Afterwards the text is offered. */
const restoreTimeoutMs = 5000;

/** The number of attempts to remove a restored text before it is kept. */
const removalAttempts = 3;

/** Saves comments as drafts while they are typed, so that a reload, a crash or a sign-out loses nothing. */
export class DraftSaver implements vscode.Disposable {
  readonly #app: App;
  readonly #threads: Threads;
  /** Boxes by the URIs of their documents. */
  readonly #boxes = new Map<string, Box>();
  /** Documents that were empty in this window, so that their text was typed here and not restored by VS Code. */
  readonly #initiallyEmptyDocuments = new WeakSet<vscode.TextDocument>();
  /** The restored text last removed from each box, and when (see `performance.now`). */
  readonly #removedTexts = new WeakMap<vscode.TextDocument, { text: string; at: number }>();
  /** Closed boxes by draft ID. */
  readonly #closedBoxes = new Map<string, ClosedBox>();
  readonly #subscriptions: vscode.Disposable;
  /** The page that had the focus before a box received it. */
  #page: vscode.Uri | undefined;

  constructor(app: App, threads: Threads) {
    this.#app = app;
    this.#threads = threads;
    this.#follow(vscode.window.activeTextEditor);
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(editor => this.#follow(editor)),
      // VS Code may restore a text in a new box.
      vscode.workspace.onDidOpenTextDocument(document => this.#track(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#track(document)),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        // VS Code may have replaced a box with another one, which takes over the draft.
        this.#handleClosedBoxes();
        for (const document of commentBoxes()) this.#track(document);
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#offerClosed()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#offerClosed()),
      threads.drafts.onDidChangeOffered(() => this.#verifyAgain()),
      app.discussions.onDidChange(() => this.#verifyAgain()),
    );
  }

  /** Saves all texts without waiting for the throttle. */
  flush(): void {
    for (const box of this.#boxes.values()) if (box.timer) void this.#save(box);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const { timer } of this.#boxes.values()) clearTimeout(timer);
    for (const { restoreTimer } of this.#closedBoxes.values()) clearTimeout(restoreTimer);
  }

  #follow(editor: vscode.TextEditor | undefined): void {
    if (editor && subjectOfNewComment(editor.document.uri)) this.#page = editor.document.uri;
  }

  #track(document: vscode.TextDocument): void {
    if (!isEditBox(document) && !isReplyBox(document, this.#threads.onScreen.controller.id)) return;
    const text = document.getText();
    const address = document.uri.toString();
    const known = this.#boxes.get(address);
    if (text.trim() === '') {
      this.#initiallyEmptyDocuments.add(document);
      if (known) this.#forget(known);
      return;
    }
    const isShown = commentBoxes().includes(document);
    const canBeRestored = !isShown || !this.#initiallyEmptyDocuments.has(document);
    const fresh = {
      document,
      initialText: text,
      text,
      canBeRestored,
      isRestoreUnverified: canBeRestored,
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
    if (box.isRestoreUnverified && box.belonging?.isConversationUnknown) box.belonging = undefined;
    if (box.wasSeen) box.belonging ??= this.#belonging(document);
    if (text === box.initialText) this.#adoptDraft(box);
    if (box.isRestoreUnverified && box.belonging && !this.#isOfUnknownThread(box, box.belonging)) {
      box.isRestoreUnverified = false;
      if (!box.hasAdoptedDraft && this.#consumeStaleRestore(box, box.belonging)) return void this.#empty(box);
      void this.#verify(box, box.belonging);
    }
    // A restored text is not saved as a draft until it is known to be unsent.
    if (text === box.initialText && (box.isRestoreUnverified || box.isBeingVerified)) return;
    if (this.#threads.drafts.get(box.id ?? '')?.text === text) return;
    box.timer ??= setTimeout(() => void this.#save(box), saveThrottleMs);
  }

  /** Drops the draft of a cleared box: it was sent, or the user has deleted the text. */
  #forget(box: Box): void {
    const { drafts } = this.#threads;
    const { belonging, text } = box;
    stop(box);
    // The text may have been sent, and saved for that, before it was saved here.
    const id = box.id ?? (belonging && this.#draftFor(belonging, text)?.id);
    if (id === undefined || belonging?.comment?.draft) return;
    box.id = undefined;
    const draft = drafts.get(id);
    // A pending comment stays until the review is finished.
    if (draft?.pending !== undefined) {
      if (belonging && !containsWhole(draft, text)) void this.#offerApart(belonging, text);
      return;
    }
    if (box.hasNewerText || drafts.isSending(id)) drafts.offer(id);
    else void drafts.drop(id);
    box.hasNewerText = false;
  }

  async #save(box: Box): Promise<void> {
    stop(box);
    const { drafts } = this.#threads;
    const belonging = (box.belonging ??= this.#belonging(box.document));
    const text = box.document.getText();
    if (!belonging || text.trim() === '') return;
    const { comment, page, ...place } = belonging;
    const isBegun = page && place.conversation === undefined;
    if (comment && !comment.draft && text.trim() === comment.markdown.trim()) return this.#forget(box);
    const pending = drafts.get(comment?.draft?.id ?? '');
    if (pending?.pending !== undefined) {
      const id = (box.id ??= drafts.changeOf(pending.id)?.id ?? newDraftId());
      return drafts.storeChange(pending, { id, text });
    }
    box.id ??= comment?.draft?.id ?? this.#draftFor(belonging, text)?.id;
    if (box.id && drafts.isSending(box.id) && drafts.get(box.id)?.text.trim() !== text.trim()) {
      box.id = undefined;
      box.hasNewerText = true;
    }
    const added = comment?.draft ? undefined : drafts.get(box.id ?? '');
    // The draft was added to the review, so text typed since then is a new draft.
    if (added?.pending !== undefined) {
      if (containsWhole(added, text)) return;
      box.id = undefined;
      box.hasNewerText = true;
    }
    const id = (box.id ??= newDraftId());
    const known = drafts.get(id);
    const draft = comment?.draft ?? place;
    await drafts.store({ ...draft, isLineUnknown: (known ?? draft).isLineUnknown, ...known, id, text });
    if (!known && isBegun) await this.#setTarget(id, page);
  }

  /**
   * Saves the text typed while the previous text was added to the review as a new draft, since VS Code clears the box.
   */
  async #offerApart({ comment: _, page, ...place }: DraftTarget, text: string): Promise<void> {
    const { drafts } = this.#threads;
    const id = newDraftId();
    await drafts.store({ ...place, id, text });
    drafts.offer(id);
    if (page && place.conversation === undefined) await this.#setTarget(id, page);
  }

  /** Returns the draft that sending, or an earlier box of the same comment, has saved for a text. */
  #draftFor(belonging: DraftTarget, text: string): Draft | undefined {
    const others = new Set([...[...this.#boxes.values()].map(({ id }) => id), ...this.#closedBoxes.keys()]);
    const isSame = ({ id, text: draftText }: Draft) => !others.has(id) && draftText.trim() === text.trim();
    return this.#threads.drafts.findInBox(
      draft => canHaveTarget(draft, belonging) && (belonging.edited !== undefined || isSame(draft)),
    );
  }

  /** Sets the target of a draft that was saved before its page was loaded. */
  async #setTarget(id: string, page: vscode.Uri): Promise<void> {
    const { drafts } = this.#threads;
    const { placements } = this.#app.discussions;
    // If the page cannot be found, the draft stays with the whole change request.
    const target = await placements.targetAt(page, undefined).catch(() => undefined);
    const draft = drafts.get(id);
    // A draft that was added to the review or sent meanwhile already has its target.
    const isUnplaced = draft?.pending === undefined && draft?.target.page === undefined && !drafts.isSending(id);
    if (target && draft && isUnplaced) await drafts.store({ ...draft, target });
    // Loads everything that sending needs in advance. After an error, sending loads it again.
    await placements.prefetch(page).catch(() => undefined);
  }

  /**
   * Links a box to the draft whose text VS Code has restored in it, so that the text is not offered twice. Returns true
   * if there is such a draft.
   */
  #adoptDraft(box: Box): boolean {
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
    drafts.returnToBox(earlier.id);
    return true;
  }

  /** Returns the draft of a restored text, made in an earlier window, in a closed box or by another account. */
  #earlierDraftOf({ initialText }: Box, belonging: DraftTarget): Draft | undefined {
    const { drafts } = this.#threads;
    const isSame = (draft: Draft) =>
      this.#fits(draft, belonging) && draft.text.trim() === initialText.trim() && !drafts.isSending(draft.id);
    // VS Code also restores text typed by the previous account. It stays the draft of that account.
    return (
      drafts.findOffered(isSame) ??
      drafts.findInBox(draft => isSame(draft) && this.#closedBoxes.has(draft.id)) ??
      drafts.findOfOtherAccount(isSame)
    );
  }

  /**
   * Returns true if VS Code has restored a text that was sent, discarded or changed elsewhere meanwhile, and forgets
   * the closed box.
   */
  #consumeStaleRestore({ text, initialText }: Box, belonging: DraftTarget): boolean {
    const isSame = (closed: ClosedBox) =>
      closed.belonging && canHaveTarget(closed.belonging, belonging) && closed.text === text;
    const [id] = [...this.#closedBoxes].find(([, closed]) => isSame(closed)) ?? [];
    if (id === undefined || text !== initialText) return false;
    this.#forgetClosed(id);
    const { drafts } = this.#threads;
    // If sending fails, the draft is offered.
    if (drafts.isSending(id)) drafts.offer(id);
    return true;
  }

  /** Returns true if VS Code has restored a text again after it was removed. */
  #isRestoredAgain(document: vscode.TextDocument, text: string): boolean {
    const removed = this.#removedTexts.get(document);
    return removed?.text === text && performance.now() - removed.at < restoreTimeoutMs;
  }

  /**
   * Checks restored texts again after news of their drafts. After a reload, the extension host of the previous window
   * may run on for a while: its drafts are found only after it has ended, and the texts it sends may arrive later.
   */
  #verifyAgain(): void {
    for (const box of this.#boxes.values()) {
      const { belonging } = box;
      if (!belonging || !box.canBeRestored || box.isBeingVerified) continue;
      if (box.document.getText().startsWith(box.initialText) && this.#hasNews(box, belonging)) {
        void this.#verify(box, belonging);
      }
    }
  }

  /** Returns true if a draft with the restored text is found that the box has not adopted, or the text has arrived. */
  #hasNews(box: Box, belonging: DraftTarget): boolean {
    const { initialText } = box;
    if (!box.hasAdoptedDraft) {
      const { arrivedTexts } = this.#threads;
      const isKnown = this.#earlierDraftOf(box, belonging) !== undefined || arrivedTexts.has(initialText.trim());
      if (isKnown || isKnownAsPosted(this.#app, initialText, belonging)) return true;
      return !belonging.isConversationUnknown && this.#belongsToAnotherThread(box, belonging);
    }
    const draft = this.#threads.drafts.get(box.id ?? '');
    return draft?.attempt !== undefined && isKnownAsArrived(this.#app, { ...draft, text: initialText }, belonging);
  }

  /** Checks whether a restored text is still unsent. It is not saved until then. */
  async #verify(box: Box, belonging: DraftTarget): Promise<void> {
    box.isBeingVerified = true;
    try {
      await this.#removeIfObsolete(box, belonging);
    } finally {
      box.isBeingVerified = false;
      if (this.#boxes.get(box.document.uri.toString()) === box) this.#track(box.document);
    }
  }

  /** Removes a restored text if it is pending or was sent. Text typed after it stays. */
  async #removeIfObsolete(box: Box, belonging: DraftTarget): Promise<void> {
    const { initialText, document } = box;
    const { drafts } = this.#threads;
    await drafts.load();
    const isUnchanged = () => document.getText() === initialText;
    const startsWithRestoredText = () => !document.isClosed && document.getText().startsWith(initialText);
    if (startsWithRestoredText() && this.#adoptDraft(box)) {
      if (!isUnchanged()) await this.#save(box);
      const draft = drafts.get(box.id ?? '');
      if (!draft?.attempt) return;
      const restored = { ...draft, text: initialText };
      // If that cannot be determined, the text stays in the box.
      if (!(await hasDraftArrived(this.#app, restored, belonging).catch(() => false))) return;
    } else {
      // The text is checked once the conversation of the box is known.
      if (this.#isOfUnknownThread(box, belonging)) {
        box.isRestoreUnverified = true;
        return;
      }
      // The box of an edit always contains the text of its comment, so the check for obsolete text does not apply.
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
    await this.#save(box);
    if (id !== undefined && box.id !== id) await drafts.drop(id);
  }

  /**
   * Returns true if the text of a restored box was typed in another thread. After a crash, VS Code restores the text of
   * one thread in another one that has the same number now.
   */
  #belongsToAnotherThread({ initialText }: Box, belonging: DraftTarget): boolean {
    const isSame = (draft: Draft) => draft.text.trim() === initialText.trim();
    const same = this.#threads.drafts.filterAll(isSame);
    return same.length > 0 && !same.some(draft => this.#fits(draft, belonging));
  }

  /**
   * Returns true if the restored text is that of a draft, but it is not known yet whether the box belongs to the draft.
   */
  #isOfUnknownThread(box: Box, belonging: DraftTarget): boolean {
    return belonging.isConversationUnknown === true && this.#belongsToAnotherThread(box, belonging);
  }

  /**
   * Returns true if a draft may belong to a box. For a draft that is offered elsewhere this must be certain, because it
   * would be sent from the box.
   */
  #fits(draft: Draft, belonging: DraftTarget): boolean {
    return this.#threads.drafts.isOffered(draft.id) ? hasTarget(draft, belonging) : canHaveTarget(draft, belonging);
  }

  async #empty({ document, text, id, timer }: Box): Promise<void> {
    clearTimeout(timer);
    // The time of the first removal counts, so that a user who types the same text again later keeps it.
    if (!this.#isRestoredAgain(document, text)) this.#removedTexts.set(document, { text, at: performance.now() });
    this.#boxes.delete(document.uri.toString());
    if (id !== undefined) void this.#threads.drafts.drop(id);
    // VS Code refuses an edit until the extension has received the previous change.
    for (let attempt = 0; attempt < removalAttempts && document.getText() === text; attempt++) {
      if (await remove(document, new vscode.Range(0, 0, document.lineCount, 0))) return;
      await waitForRoundTrip();
    }
    if (document.getText() !== text) return;
    // A text that cannot be removed is handled like a typed one.
    this.#removedTexts.delete(document);
    this.#track(document);
  }

  /** Records boxes that have been closed, and offers their texts. */
  #handleClosedBoxes(): void {
    const alive = new Set(commentBoxes().map(({ uri }) => uri.toString()));
    for (const [address, box] of this.#boxes) {
      if (!box.wasSeen || alive.has(address)) continue;
      this.#boxes.delete(address);
      if (box.timer) void this.#save(box);
      const { belonging, text } = box;
      const draft = this.#threads.drafts.get(box.id ?? '');
      if (belonging && draft?.pending !== undefined && !containsWhole(draft, text)) {
        void this.#offerApart(belonging, text);
        continue;
      }
      // VS Code reopens the box of an edited comment with its page, or after a failed save.
      const isEdited = this.#threads.onScreen.editing().some(({ id }) => id === belonging?.edited);
      if (box.id && !isEdited) this.#setClosed(box.id, { belonging, text, isOffered: false, isPageHidden: false });
    }
    this.#offerClosed();
  }

  /** Offers the texts of closed boxes, except on pages in background tabs, where VS Code restores the boxes. */
  #offerClosed(): void {
    const addressOf = openAddressFinder();
    for (const [id, closed] of [...this.#closedBoxes]) {
      if (closed.isOffered) continue;
      const page = closed.belonging?.page;
      if (page && isInBackgroundTab(page)) {
        this.#setClosed(id, { ...closed, isPageHidden: true });
      } else if (page && closed.isPageHidden && addressOf(page)) {
        // VS Code shows a thread twice permanently if it is created while its editor opens.
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
    this.#threads.drafts.offer(id);
  }

  #setClosed(id: string, closed: Omit<ClosedBox, 'restoreTimer'>): void {
    clearTimeout(this.#closedBoxes.get(id)?.restoreTimer);
    this.#closedBoxes.set(id, { ...closed, restoreTimer: undefined });
  }

  #forgetClosed(id: string): void {
    clearTimeout(this.#closedBoxes.get(id)?.restoreTimer);
    this.#closedBoxes.delete(id);
  }

  #belonging(document: vscode.TextDocument): DraftTarget | undefined {
    if (isEditBox(document)) return editedIn(document, this.#threads);
    const pages = vscode.window.visibleTextEditors
      .map(({ document }) => document.uri)
      .filter(uri => subjectOfNewComment(uri));
    const page = pages.find(uri => uri.toString() === this.#page?.toString()) ?? pages[0];
    return inferTarget(document, this.#threads, page);
  }
}

/** Returns true if the text of a box is that of a pending comment, which may begin with a quote. */
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
