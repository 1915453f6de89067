import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Drafts } from '../../model/discussions/drafts.ts';
import { hasUnsentText } from './boxes.ts';
import type { EditedLines } from './editedLines.ts';
import { isThreadAt, threadRange } from './threadPlacement.ts';
import { canReply } from '../../model/discussions/commentText.ts';
import { threadLabel, type EditorComment, threadContext, unsentThreadLabel } from './editorComment.ts';
import { emptyThread, initialState, threadKey, type EditorThread } from './editorThread.ts';
import type { CommentTarget, LineRange, Placement } from '../../model/discussions/placement.ts';

/** The content of a thread: a conversation, or a draft that will start one. */
export interface ThreadContent {
  discussion: Discussion;
  id: string;
  placement: Placement;
  conversation?: PlacedConversation;
  comments: EditorComment[];
  isAmongMany?: boolean;
}

/** The comment threads in the editors: one for each conversation, updated in place and never rebuilt. */
export class EditorThreads implements vscode.Disposable {
  readonly controller = vscode.comments.createCommentController('marginalia.comments', 'Marginalia');
  /** The targets of comments typed in empty threads, determined at the first attempt to send. */
  readonly targets = new WeakMap<vscode.CommentThread, CommentTarget>();
  readonly #didAdd = new vscode.EventEmitter<void>();
  /** Fires when a thread is added. */
  readonly onDidAdd = this.#didAdd.event;
  readonly #drafts: Drafts;
  readonly #editedLines: EditedLines;
  readonly #byKey = new Map<string, EditorThread>();
  readonly #byThread = new WeakMap<vscode.CommentThread, EditorThread>();
  /** The threads in which conversations that are not shown yet were started, by conversation key. */
  readonly #assignedThreads = new Map<string, vscode.CommentThread>();
  /** The creation order of the threads that were created with comments. */
  readonly #creationOrder = new WeakMap<vscode.CommentThread, number>();
  #createdCount = 0;

  constructor(drafts: Drafts, editedLines: EditedLines) {
    this.#drafts = drafts;
    this.#editedLines = editedLines;
  }

  get all(): EditorThread[] {
    return [...this.#byKey.values()];
  }

  ofDiscussion(discussion: Discussion): EditorThread[] {
    return this.all.filter(thread => thread.discussion === discussion);
  }

  of(thread: vscode.CommentThread): EditorThread | undefined {
    return this.#byThread.get(thread);
  }

  ofComment({ discussion, conversation, draft }: EditorComment): EditorThread | undefined {
    const ofDraft = draft && this.#byKey.get(threadKey(discussion, draft.id));
    return ofDraft ?? this.#byKey.get(threadKey(discussion, conversation));
  }

  /** Returns the thread of a conversation, or of a draft that will start one. */
  get(discussion: Discussion, id: string): EditorThread | undefined {
    return this.#byKey.get(threadKey(discussion.key, id));
  }

  editing(): EditorComment[] {
    return this.all.flatMap(({ comments }) => comments).filter(({ mode }) => mode === vscode.CommentMode.Editing);
  }

  /** Returns the visible threads that were created with comments, the oldest first. */
  withComments(): EditorThread[] {
    const pages = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    const age = ({ thread }: EditorThread) => this.#creationOrder.get(thread) ?? 0;
    const matches = this.all.filter(
      ({ thread }) => this.#creationOrder.has(thread) && pages.has(thread.uri.toString()),
    );
    return matches.sort((one, other) => age(one) - age(other));
  }

  /** Returns the visible threads that were created with comments and can be replied to, the oldest first. */
  withReplyBox(): EditorThread[] {
    return this.withComments().filter(({ thread }) => thread.canReply !== false);
  }

  /** Opens an empty thread for a new comment. */
  openEmpty(uri: vscode.Uri, lines: LineRange | undefined): vscode.CommentThread {
    const thread = this.#create(uri, lines, []);
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    return thread;
  }

  /**
   * Records the thread in which a conversation was started, so that the conversation appears there once it is
   * announced.
   */
  assign(discussion: Discussion, id: string, thread: vscode.CommentThread): void {
    const key = threadKey(discussion.key, id);
    // The conversation was loaded before, and has its own thread.
    if (this.#byKey.has(key)) thread.dispose();
    else this.#assignedThreads.set(key, thread);
  }

  isAssigned(discussion: Discussion, id: string): boolean {
    return this.#assignedThreads.has(threadKey(discussion.key, id));
  }

  /** Returns the thread in which a conversation is shown or was started. */
  threadOf(discussion: Discussion, id: string): vscode.CommentThread | undefined {
    return this.get(discussion, id)?.thread ?? this.#assignedThreads.get(threadKey(discussion.key, id));
  }

  /** Shows the current state of a conversation or draft. */
  show(wanted: ThreadContent): EditorThread {
    const shownThread = this.#ensure(wanted);
    const { conversation, placement, comments } = wanted;
    if (conversation) this.#fill(shownThread, placement, conversation, comments);
    else this.#fillDraft(shownThread, placement, comments);
    return shownThread;
  }

  /** Makes VS Code redraw the comments of a thread. */
  redraw(shownThread: EditorThread): void {
    shownThread.thread.comments = [...shownThread.comments];
    shownThread.drawn = undefined;
  }

  /** Replaces the object of a comment, which redraws it. */
  replace(shownThread: EditorThread, fresh: EditorComment): void {
    shownThread.comments = shownThread.comments.map(comment => (comment.id === fresh.id ? fresh : comment));
    this.redraw(shownThread);
  }

  dismiss(shownThread: EditorThread): void {
    this.#forget(shownThread);
    shownThread.thread.dispose();
  }

  /** Removes the thread of a deleted conversation. It stays if the user may be typing a reply. */
  removeDeleted(shownThread: EditorThread): void {
    if (!shownThread.conversation || !(shownThread.isSending || hasUnsentText())) {
      this.dismiss(shownThread);
      return;
    }
    shownThread.isDeleted = true;
    shownThread.thread.label = t('Deleted elsewhere; sending begins a new conversation');
    shownThread.thread.contextValue = 'thread.gone';
    shownThread.thread.canReply = true;
    for (const comment of shownThread.comments) Object.assign(comment, { contextValue: 'comment', reactions: [] });
    this.redraw(shownThread);
  }

  dispose(): void {
    this.#didAdd.dispose();
    this.controller.dispose();
  }

  #ensure({ discussion, id, placement, conversation, comments, isAmongMany = false }: ThreadContent): EditorThread {
    const key = threadKey(discussion.key, id);
    const typedIn = this.#assignedThreads.get(key);
    this.#assignedThreads.delete(key);
    const known = this.#byKey.get(key) ?? (typedIn && this.#reassign(typedIn, key));
    const thread = known?.thread ?? typedIn;
    const canStay = known && (isThreadAt(known.thread, placement) || (known.comments.length > 0 && hasUnsentText()));
    // VS Code cannot move a thread to another document, or between lines and the whole document. A new thread would
    // lose typed text, so threads with typed text do not move.
    if (canStay && !typedIn) return known;
    // After its text is sent, a thread is replaced: VS Code would otherwise leave the old thread in the middle of a
    // paragraph, give the thread of an unsent text two reply boxes, and never report which box belongs to which thread.
    const fresh = this.#create(placement.uri, placement.range, comments);
    fresh.collapsibleState = thread?.collapsibleState ?? initialState(conversation, isAmongMany && !typedIn);
    thread?.dispose();
    return this.#register(key, Object.assign(known ?? emptyThread(discussion), { thread: fresh, drawn: undefined }));
  }

  /**
   * Assigns a thread to the conversation that was started in it. Before, it showed a draft or a deleted conversation.
   */
  #reassign(thread: vscode.CommentThread, key: string): EditorThread | undefined {
    const shownThread = this.#byThread.get(thread);
    if (!shownThread) return undefined;
    this.#forget(shownThread);
    for (const { draft } of shownThread.comments) if (draft) this.#drafts.returnToBox(draft.id);
    return this.#register(key, shownThread);
  }

  #register(key: string, shownThread: EditorThread): EditorThread {
    this.#byKey.set(key, shownThread);
    this.#byThread.set(shownThread.thread, shownThread);
    this.#didAdd.fire();
    return shownThread;
  }

  #forget(shownThread: EditorThread): void {
    for (const [key, other] of this.#byKey) if (other === shownThread) this.#byKey.delete(key);
  }

  /** Creates a thread with its comments, since VS Code opens the reply box of a thread that is created without any. */
  #create(uri: vscode.Uri, lines: LineRange | undefined, comments: EditorComment[]): vscode.CommentThread {
    // The type requires a range, but VS Code accepts undefined for a thread on the whole document.
    const range = threadRange(uri, this.#editedLines.inEditor(uri, lines));
    const thread = this.controller.createCommentThread(uri, range as vscode.Range, comments);
    if (comments.length > 0) this.#creationOrder.set(thread, ++this.#createdCount);
    return thread;
  }

  #fill(
    shownThread: EditorThread,
    placement: Placement,
    conversation: PlacedConversation,
    comments: EditorComment[],
  ): void {
    const { thread } = shownThread;
    shownThread.conversation = conversation;
    shownThread.comments = comments;
    shownThread.isDeleted = false;
    const { Resolved, Unresolved } = vscode.CommentThreadState;
    const range = threadRange(placement.uri, this.#editedLines.inEditor(placement.uri, placement.range));
    const isHere = isThreadAt(thread, placement);
    if (range && isHere && !thread.range?.isEqual(range)) thread.range = range;
    const state = conversation.comment.status === 'resolved' ? Resolved : Unresolved;
    const label = threadLabel(conversation, comments);
    const contextValue = threadContext(conversation, comments);
    const isReplyable = canReply(conversation.comment);
    // A write changes one conversation; the others, which may be many, are not redrawn.
    const drawn = JSON.stringify([state, label, contextValue, isReplyable, comments]);
    const isDrawn =
      shownThread.drawn === drawn && comments.every((comment, index) => thread.comments[index] === comment);
    if (isDrawn && thread.comments.length === comments.length) return;
    Object.assign(thread, { state, label, contextValue, canReply: isReplyable });
    this.redraw(shownThread);
    shownThread.drawn = drawn;
  }

  #fillDraft(shownThread: EditorThread, placement: Placement, comments: EditorComment[]): void {
    shownThread.comments = comments;
    const label = unsentThreadLabel(placement, comments);
    Object.assign(shownThread.thread, { label, contextValue: 'thread.draft', canReply: false });
    this.redraw(shownThread);
  }
}
