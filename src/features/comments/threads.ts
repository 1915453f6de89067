import * as vscode from 'vscode';
import type { CommentsApp } from './app.ts';
import { Failure } from '../../api/failure.ts';
import { hasArrived } from '../../model/discussions/delivery.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import { Drafts } from '../../model/discussions/drafts.ts';
import type { Lines, Placement } from '../../model/discussions/placements.ts';
import { hasUnsentText } from './boxes.ts';
import { addresses, isAt, placeDrafts, rangeOn } from './place.ts';
import {
  draftComment,
  labelOf,
  mayReply,
  type ShownComment,
  shownComments,
  threadContext,
  unsentLabelOf,
} from './shownComment.ts';
import { wantedOf } from './wanted.ts';

/** A thread on the screen and what it shows. */
export interface ShownThread {
  readonly discussion: Discussion;
  thread: vscode.CommentThread;
  comments: ShownComment[];
  /** Undefined for a text that could not be sent and began no conversation yet. */
  conversation: PlacedConversation | undefined;
  /** The conversation was deleted elsewhere while something may have been typed here. */
  isGone: boolean;
  /** Whether a text was sent from here that the service does not have yet. */
  isSending: boolean;
}

/** What is to be on the screen. */
interface Wanted {
  discussion: Discussion;
  id: string;
  placement: Placement;
  conversation?: PlacedConversation;
  comments: ShownComment[];
}

/** The comment threads on the screen: one for each conversation, changed in place and never rebuilt. */
export class Threads implements vscode.Disposable {
  readonly controller = vscode.comments.createCommentController('marginalia.comments', 'Marginalia');
  readonly drafts: Drafts;
  readonly #app: CommentsApp;
  readonly #shown = new Map<string, ShownThread>();
  readonly #byThread = new WeakMap<vscode.CommentThread, ShownThread>();
  /** In which threads comments were typed that are not shown yet. */
  readonly #seats = new Map<string, vscode.CommentThread>();
  /** Numbers the threads that had comments from the beginning. */
  readonly #ages = new WeakMap<vscode.CommentThread, number>();
  #made = 0;
  readonly #listening: vscode.Disposable;
  #isDisposed = false;

  constructor(app: CommentsApp) {
    this.#app = app;
    this.drafts = new Drafts(vscode.Uri.joinPath(app.context.globalStorageUri, 'drafts'), {
      notice: sentence => app.failures.show('keep texts', new Failure(sentence)),
    });
    this.#listening = vscode.Disposable.from(
      app.discussions.onDidChange(discussion => void this.show(discussion)),
      this.drafts,
      this.drafts.onDidFind(() => this.#showAll()),
      vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.drafts.look()),
      app.discussions.onDidClose(discussion => this.#close(discussion)),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#follow()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#follow()),
    );
  }

  of(thread: vscode.CommentThread): ShownThread | undefined {
    return this.#byThread.get(thread);
  }

  ofComment({ discussion, conversation, draft }: ShownComment): ShownThread | undefined {
    const own = draft && this.#shown.get(keyOf(discussion, draft.id));
    return own ?? this.#shown.get(keyOf(discussion, conversation));
  }

  ofConversation(discussion: Discussion, id: string): ShownThread | undefined {
    return this.#shown.get(keyOf(discussion.key, id));
  }

  /** The comments that are being edited. */
  editing(): ShownComment[] {
    const all = [...this.#shown.values()].flatMap(({ comments }) => comments);
    return all.filter(({ mode }) => mode === vscode.CommentMode.Editing);
  }

  /** The threads on the screen that had comments from the beginning and can be replied to, the oldest first. */
  withReplyBox(): ShownThread[] {
    const pages = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    const isOpen = ({ thread }: ShownThread) =>
      thread.canReply !== false &&
      thread.collapsibleState === vscode.CommentThreadCollapsibleState.Expanded &&
      pages.has(thread.uri.toString());
    const age = ({ thread }: ShownThread) => this.#ages.get(thread) ?? 0;
    const shown = [...this.#shown.values()].filter(one => this.#ages.has(one.thread) && isOpen(one));
    return shown.sort((one, other) => age(one) - age(other));
  }

  /** Says in which thread a conversation was begun that is about to be told of, so that it appears in its place. */
  seat(discussion: Discussion, id: string, thread: vscode.CommentThread): void {
    const key = keyOf(discussion.key, id);
    // It was read by chance before, and has a thread of its own.
    if (this.#shown.has(key)) thread.dispose();
    else this.#seats.set(key, thread);
  }

  /** Shows the newest state of a discussion, unless its account has signed out meanwhile. */
  async show(discussion: Discussion): Promise<void> {
    await this.drafts.read;
    await discussion.seek(this.drafts.leftIn(discussion.key).flatMap(({ conversation }) => conversation ?? []));
    await this.#dropArrived(discussion);
    const left = this.drafts.leftIn(discussion.key);
    const drafts = left.length > 0 ? await placeDrafts(this.#app.discussions, discussion, left) : [];
    if (this.#isDisposed || !this.#isOpen(discussion)) return;
    const { user } = discussion;
    const isTyped = hasUnsentText();
    const isKept = (id: string) =>
      left.some(draft => draft.conversation === id) || (isTyped && this.#shown.has(keyOf(discussion.key, id)));
    const conversations = wantedOf(discussion.conversations, isKept);
    const kept = new Set<ShownThread>();
    const addressOf = addresses();
    for (const conversation of conversations) {
      const { id } = conversation.comment;
      const before = this.#shown.get(keyOf(discussion.key, id))?.comments ?? [];
      const own = drafts.filter(({ draft }) => draft.conversation === id);
      const unsent = own.map(({ draft }) => before.find(isOf(draft)) ?? draftComment(draft));
      const comments = [...shownComments(conversation, before, discussion.key, user), ...unsent];
      const { placement: placed } = conversation;
      const placement = { ...placed, uri: addressOf(placed.uri, this.#threadOf(discussion, id)) };
      const shown = this.#ensure({ discussion, id, placement, conversation, comments });
      this.#fill(shown, placement, conversation, comments);
      kept.add(shown);
    }
    for (const { draft, placement } of drafts) {
      const isInConversation = conversations.some(({ comment }) => comment.id === draft.conversation);
      if (isInConversation || !placement || !this.drafts.isLeft(draft.id)) continue;
      const before = this.#shown.get(keyOf(discussion.key, draft.id))?.comments;
      const comments = before ?? [draftComment(draft)];
      const here = { ...placement, uri: addressOf(placement.uri) };
      const shown = this.#ensure({ discussion, id: draft.id, placement: here, comments });
      this.#fillDraft(shown, comments, here);
      kept.add(shown);
    }
    for (const [key, shown] of this.#shown) {
      if (shown.discussion === discussion && !kept.has(shown)) this.#leave(key, shown);
    }
    const here = conversations.filter(({ placement }) => !placement.isRough);
    void discussion.show(here.map(({ comment }) => comment.id));
  }

  /** Waits until what was written to a discussion is to be seen, so that no box is emptied before. */
  async shown(discussion: Discussion): Promise<void> {
    await discussion.arranged();
    await this.show(discussion);
  }

  /** Has VS Code take in what is in `comments` now. */
  redraw(shown: ShownThread): void {
    shown.thread.comments = [...shown.comments];
  }

  /** Puts another object in the place of the one that shows a comment, which is drawn anew. */
  replace(shown: ShownThread, fresh: ShownComment): void {
    shown.comments = shown.comments.map(comment => (comment.id === fresh.id ? fresh : comment));
    this.redraw(shown);
  }

  /** Takes a thread off the screen for good. */
  dismiss(shown: ShownThread): void {
    for (const [key, other] of this.#shown) if (other === shown) this.#shown.delete(key);
    shown.thread.dispose();
  }

  /** Opens an empty thread in which a comment can be typed. */
  begin(uri: vscode.Uri, lines: Lines | undefined): vscode.CommentThread {
    const thread = this.#create(uri, lines, []);
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    return thread;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listening.dispose();
    this.controller.dispose();
  }

  /** The thread in which a conversation is shown, or was begun. */
  #threadOf(discussion: Discussion, id: string): vscode.CommentThread | undefined {
    const key = keyOf(discussion.key, id);
    return this.#shown.get(key)?.thread ?? this.#seats.get(key);
  }

  #ensure({ discussion, id, placement, conversation, comments }: Wanted): ShownThread {
    const key = keyOf(discussion.key, id);
    const typedIn = this.#seats.get(key);
    this.#seats.delete(key);
    const known = this.#shown.get(key) ?? (typedIn && this.#takeOver(typedIn, key));
    const thread = known?.thread ?? typedIn;
    const mayStay = known && (isAt(known.thread, placement) || (known.comments.length > 0 && hasUnsentText()));
    // VS Code can move a thread neither to another document nor between lines and the whole of it. A new one would
    // lose what is being typed in the old one: while there is such a text, threads stay where they are.
    if (mayStay && !typedIn) return known;
    // Once a text is sent, its thread makes room for a new one: VS Code would leave it in the middle of a paragraph,
    // give that of an unsent text two boxes for replies, and never say which box is whose.
    const fresh = this.#create(placement.uri, placement.range, comments);
    fresh.collapsibleState = thread?.collapsibleState ?? firstState(conversation);
    thread?.dispose();
    return this.#register(key, Object.assign(known ?? emptyIn(discussion), { thread: fresh }));
  }

  /** Gives a thread to the conversation that was begun in it: it showed an unsent text, or one that was deleted. */
  #takeOver(thread: vscode.CommentThread, key: string): ShownThread | undefined {
    const shown = this.#byThread.get(thread);
    if (!shown) return undefined;
    for (const [other, candidate] of this.#shown) if (candidate === shown) this.#shown.delete(other);
    for (const { draft } of shown.comments) if (draft) this.drafts.hide(draft.id);
    return this.#register(key, shown);
  }

  #register(key: string, shown: ShownThread): ShownThread {
    this.#shown.set(key, shown);
    this.#byThread.set(shown.thread, shown);
    return shown;
  }

  /** With its comments from the beginning: VS Code opens the box of a thread that has none. */
  #create(uri: vscode.Uri, lines: Lines | undefined, comments: ShownComment[]): vscode.CommentThread {
    // The types know no thread on a whole document, which VS Code does.
    const thread = this.controller.createCommentThread(uri, rangeOn(uri, lines) as vscode.Range, comments);
    if (comments.length > 0) this.#ages.set(thread, ++this.#made);
    return thread;
  }

  #fill(shown: ShownThread, placement: Placement, conversation: PlacedConversation, comments: ShownComment[]): void {
    const { thread } = shown;
    Object.assign(shown, { conversation, comments, isGone: false });
    const { Resolved, Unresolved } = vscode.CommentThreadState;
    const range = rangeOn(placement.uri, placement.range);
    const isHere = isAt(thread, placement);
    if (range && isHere && !thread.range?.isEqual(range)) thread.range = range;
    thread.state = conversation.comment.status === 'resolved' ? Resolved : Unresolved;
    thread.label = labelOf(conversation);
    thread.contextValue = threadContext(conversation);
    thread.canReply = mayReply(conversation.comment);
    this.redraw(shown);
  }

  #fillDraft(shown: ShownThread, comments: ShownComment[], placement: Placement): void {
    shown.comments = comments;
    Object.assign(shown.thread, { label: unsentLabelOf(placement), contextValue: 'thread.draft', canReply: false });
    this.redraw(shown);
  }

  /** Lets go of a thread whose conversation is gone; not while its reader may be writing an answer. */
  #leave(key: string, shown: ShownThread): void {
    if (!shown.conversation || !(shown.isSending || hasUnsentText())) {
      this.#shown.delete(key);
      shown.thread.dispose();
      return;
    }
    shown.isGone = true;
    shown.thread.label = 'Deleted elsewhere; sending begins a new conversation';
    shown.thread.contextValue = 'thread.gone';
    shown.thread.canReply = true;
    for (const comment of shown.comments) Object.assign(comment, { contextValue: 'comment', reactions: [] });
    this.redraw(shown);
  }

  #isOpen(discussion: Discussion): boolean {
    return this.#app.discussions.opened.includes(discussion);
  }

  /** Brings the threads to a document that was opened, or was left, at an address with another title than they have. */
  #follow(): void {
    const addressOf = addresses();
    const isElsewhere = ({ thread, conversation }: ShownThread) =>
      addressOf(conversation?.placement.uri ?? thread.uri, thread).toString() !== thread.uri.toString();
    const moved = [...this.#shown.values()].filter(isElsewhere).map(({ discussion }) => discussion);
    for (const discussion of new Set(moved)) void this.show(discussion);
  }

  #showAll(): void {
    for (const discussion of this.#app.discussions.opened) if (discussion.isLoaded) void this.show(discussion);
  }

  /** What the window before was sending may have arrived. */
  async #dropArrived({ key, conversations, user }: Discussion): Promise<void> {
    const arrived = this.drafts.leftIn(key).filter(draft => hasArrived(draft, conversations, user));
    for (const { id } of arrived) await this.drafts.drop(id);
  }

  #close(discussion: Discussion): void {
    for (const [key, shown] of this.#shown) {
      if (shown.discussion !== discussion) continue;
      this.#shown.delete(key);
      shown.thread.dispose();
    }
  }
}

function emptyIn(discussion: Discussion): Omit<ShownThread, 'thread'> {
  return { discussion, comments: [], conversation: undefined, isGone: false, isSending: false };
}

function isOf(draft: Draft): (comment: ShownComment) => boolean {
  return comment => comment.draft?.id === draft.id;
}

function keyOf(discussion: string, id: string): string {
  return `${discussion} ${id}`;
}

function firstState(conversation: PlacedConversation | undefined): vscode.CommentThreadCollapsibleState {
  const { Expanded, Collapsed } = vscode.CommentThreadCollapsibleState;
  return conversation?.comment.status === 'resolved' ? Collapsed : Expanded;
}
