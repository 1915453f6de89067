import * as vscode from 'vscode';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Drafts } from '../../model/discussions/drafts.ts';
import type { CommentTarget, Lines, Placement } from '../../model/discussions/placements.ts';
import { isUnsaved } from '../../model/writing/openDocuments.ts';
import { hasUnsentText } from './boxes.ts';
import { isAt, rangeOn } from './place.ts';
import { mayReply } from '../../model/discussions/remarks.ts';
import { labelOf, type ShownComment, threadContext, unsentLabelOf } from './shownComment.ts';
import { emptyIn, firstState, keyOf, type ShownThread } from './shownThread.ts';

/** What is to be on the screen: a conversation, or the text that is to begin one. */
export interface Wanted {
  discussion: Discussion;
  id: string;
  placement: Placement;
  conversation?: PlacedConversation;
  comments: ShownComment[];
  isAmongMany?: boolean;
}

/** The comment threads on the screen: one for each conversation, changed in place and never rebuilt. */
export class ShownThreads implements vscode.Disposable {
  readonly controller = vscode.comments.createCommentController('marginalia.comments', 'Marginalia');
  /** What the comments in empty threads are about, once somebody has tried to send them. */
  readonly targets = new WeakMap<vscode.CommentThread, CommentTarget>();
  readonly #didAdd = new vscode.EventEmitter<void>();
  /** Fires when there is one more thread. */
  readonly onDidAdd = this.#didAdd.event;
  readonly #drafts: Drafts;
  readonly #byKey = new Map<string, ShownThread>();
  readonly #byThread = new WeakMap<vscode.CommentThread, ShownThread>();
  /** In which threads comments were typed that are not shown yet. */
  readonly #seats = new Map<string, vscode.CommentThread>();
  /** Numbers the threads that had comments from the beginning. */
  readonly #ages = new WeakMap<vscode.CommentThread, number>();
  #made = 0;

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  get all(): ShownThread[] {
    return [...this.#byKey.values()];
  }

  in(discussion: Discussion): ShownThread[] {
    return this.all.filter(thread => thread.discussion === discussion);
  }

  of(thread: vscode.CommentThread): ShownThread | undefined {
    return this.#byThread.get(thread);
  }

  ofComment({ discussion, conversation, draft }: ShownComment): ShownThread | undefined {
    const ofDraft = draft && this.#byKey.get(keyOf(discussion, draft.id));
    return ofDraft ?? this.#byKey.get(keyOf(discussion, conversation));
  }

  /** The thread of a conversation, or of a text that is to begin one. */
  get(discussion: Discussion, id: string): ShownThread | undefined {
    return this.#byKey.get(keyOf(discussion.key, id));
  }

  /** The comments that are being edited. */
  editing(): ShownComment[] {
    return this.all.flatMap(({ comments }) => comments).filter(({ mode }) => mode === vscode.CommentMode.Editing);
  }

  /** The threads on the screen that had comments from the beginning and can be replied to, the oldest first. */
  withReplyBox(): ShownThread[] {
    const pages = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    const age = ({ thread }: ShownThread) => this.#ages.get(thread) ?? 0;
    const matches = this.all.filter(
      ({ thread }) => this.#ages.has(thread) && thread.canReply !== false && pages.has(thread.uri.toString()),
    );
    return matches.sort((one, other) => age(one) - age(other));
  }

  /** Opens an empty thread in which a comment can be typed. */
  begin(uri: vscode.Uri, lines: Lines | undefined): vscode.CommentThread {
    const thread = this.#create(uri, lines, []);
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    return thread;
  }

  /** Says in which thread a conversation was begun that is about to be told of, so that it appears in its place. */
  seat(discussion: Discussion, id: string, thread: vscode.CommentThread): void {
    const key = keyOf(discussion.key, id);
    // It was read by chance before, and has a thread of its own.
    if (this.#byKey.has(key)) thread.dispose();
    else this.#seats.set(key, thread);
  }

  isSeated(discussion: Discussion, id: string): boolean {
    return this.#seats.has(keyOf(discussion.key, id));
  }

  /** The thread in which a conversation is shown, or was begun. */
  threadOf(discussion: Discussion, id: string): vscode.CommentThread | undefined {
    return this.get(discussion, id)?.thread ?? this.#seats.get(keyOf(discussion.key, id));
  }

  /** Shows something as it is now. */
  put(wanted: Wanted): ShownThread {
    const shownThread = this.#ensure(wanted);
    const { conversation, placement, comments } = wanted;
    if (conversation) this.#fill(shownThread, placement, conversation, comments);
    else this.#fillDraft(shownThread, placement, comments);
    return shownThread;
  }

  /** Has VS Code take in what is in `comments` now. */
  redraw(shownThread: ShownThread): void {
    shownThread.thread.comments = [...shownThread.comments];
    shownThread.drawn = undefined;
  }

  /** Puts another object in the place of the one that shows a comment, which is drawn anew. */
  replace(shownThread: ShownThread, fresh: ShownComment): void {
    shownThread.comments = shownThread.comments.map(comment => (comment.id === fresh.id ? fresh : comment));
    this.redraw(shownThread);
  }

  /** Takes a thread off the screen. */
  dismiss(shownThread: ShownThread): void {
    this.#forget(shownThread);
    shownThread.thread.dispose();
  }

  /** Lets go of a thread whose conversation is gone; not while its reader may be writing an answer. */
  leave(shownThread: ShownThread): void {
    if (!shownThread.conversation || !(shownThread.isSending || hasUnsentText())) {
      this.dismiss(shownThread);
      return;
    }
    shownThread.isGone = true;
    shownThread.thread.label = 'Deleted elsewhere; sending begins a new conversation';
    shownThread.thread.contextValue = 'thread.gone';
    shownThread.thread.canReply = true;
    for (const comment of shownThread.comments) Object.assign(comment, { contextValue: 'comment', reactions: [] });
    this.redraw(shownThread);
  }

  dispose(): void {
    this.#didAdd.dispose();
    this.controller.dispose();
  }

  #ensure({ discussion, id, placement, conversation, comments, isAmongMany = false }: Wanted): ShownThread {
    const key = keyOf(discussion.key, id);
    const typedIn = this.#seats.get(key);
    this.#seats.delete(key);
    const known = this.#byKey.get(key) ?? (typedIn && this.#takeOver(typedIn, key));
    const thread = known?.thread ?? typedIn;
    const mayStay = known && (isAt(known.thread, placement) || (known.comments.length > 0 && hasUnsentText()));
    // VS Code can move a thread neither to another document nor between lines and the whole of it. A new one would
    // lose what is being typed in the old one: while there is such a text, threads stay where they are.
    if (mayStay && !typedIn) return known;
    // Once a text is sent, its thread makes room for a new one: VS Code would leave it in the middle of a paragraph,
    // give that of an unsent text two boxes for replies, and never say which box is whose.
    const fresh = this.#create(placement.uri, placement.range, comments);
    fresh.collapsibleState = thread?.collapsibleState ?? firstState(conversation, isAmongMany && !typedIn);
    thread?.dispose();
    return this.#register(key, Object.assign(known ?? emptyIn(discussion), { thread: fresh, drawn: undefined }));
  }

  /** Gives a thread to the conversation that was begun in it: it showed an unsent text, or one that was deleted. */
  #takeOver(thread: vscode.CommentThread, key: string): ShownThread | undefined {
    const shownThread = this.#byThread.get(thread);
    if (!shownThread) return undefined;
    this.#forget(shownThread);
    for (const { draft } of shownThread.comments) if (draft) this.#drafts.take(draft.id);
    return this.#register(key, shownThread);
  }

  #register(key: string, shownThread: ShownThread): ShownThread {
    this.#byKey.set(key, shownThread);
    this.#byThread.set(shownThread.thread, shownThread);
    this.#didAdd.fire();
    return shownThread;
  }

  #forget(shownThread: ShownThread): void {
    for (const [key, other] of this.#byKey) if (other === shownThread) this.#byKey.delete(key);
  }

  /** With its comments from the beginning: VS Code opens the box of a thread that has none. */
  #create(uri: vscode.Uri, lines: Lines | undefined, comments: ShownComment[]): vscode.CommentThread {
    // The types know no thread on a whole document, which VS Code does.
    const thread = this.controller.createCommentThread(uri, rangeOn(uri, lines) as vscode.Range, comments);
    if (comments.length > 0) this.#ages.set(thread, ++this.#made);
    return thread;
  }

  #fill(
    shownThread: ShownThread,
    placement: Placement,
    conversation: PlacedConversation,
    comments: ShownComment[],
  ): void {
    const { thread } = shownThread;
    Object.assign(shownThread, { conversation, comments, isGone: false });
    const { Resolved, Unresolved } = vscode.CommentThreadState;
    const range = rangeOn(placement.uri, placement.range);
    const isHere = isAt(thread, placement);
    // In a text that is not saved VS Code moves threads with their lines; those of the server are other ones.
    const isMoved = range && isHere && !thread.range?.isEqual(range);
    if (isMoved && !isUnsaved(thread.uri)) thread.range = range;
    const state = conversation.comment.status === 'resolved' ? Resolved : Unresolved;
    const label = labelOf(conversation, comments);
    const contextValue = threadContext(conversation, comments);
    const canReply = mayReply(conversation.comment);
    // A write changes one conversation: the others, which may be many, are not drawn again.
    const drawn = JSON.stringify([state, label, contextValue, canReply, comments]);
    const isDrawn =
      shownThread.drawn === drawn && comments.every((comment, index) => thread.comments[index] === comment);
    if (isDrawn && thread.comments.length === comments.length) return;
    Object.assign(thread, { state, label, contextValue, canReply });
    this.redraw(shownThread);
    shownThread.drawn = drawn;
  }

  #fillDraft(shownThread: ShownThread, placement: Placement, comments: ShownComment[]): void {
    shownThread.comments = comments;
    const label = unsentLabelOf(placement, comments);
    Object.assign(shownThread.thread, { label, contextValue: 'thread.draft', canReply: false });
    this.redraw(shownThread);
  }
}
