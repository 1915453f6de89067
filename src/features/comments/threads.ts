import * as vscode from 'vscode';
import type { CommentsApp } from './app.ts';
import { Failure } from '../../api/failure.ts';
import { hasArrived } from '../../model/discussions/delivery.ts';
import { documentKey } from '../../model/content/address.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import { Drafts } from '../../model/discussions/drafts.ts';
import type { Lines, Placement } from '../../model/discussions/placements.ts';
import { hasUnsentText } from './boxes.ts';
import { type Candidate, chosen, mostOpen, mostShown } from './choice.ts';
import { Marks } from './marks.ts';
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
import {
  emptyIn,
  firstState,
  isInUse,
  isOf,
  isTypedIn,
  keyOf,
  linesOnScreen,
  type Page,
  pagesOf,
  type ShownThread,
} from './shownThread.ts';
import { wantedOf } from './wanted.ts';

/** What is to be on the screen. */
interface Wanted {
  discussion: Discussion;
  id: string;
  placement: Placement;
  conversation?: PlacedConversation;
  comments: ShownComment[];
  isAmongMany?: boolean;
}

/** Milliseconds in which what is visible of a page may change again before its threads follow. */
const pause = 100;

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
  /** The conversations on each document, by its key. */
  readonly #pages = new Map<string, Page>();
  readonly #marks = new Marks();
  /** Runs while the threads of a document wait to follow what is visible of it. */
  readonly #scrolling = new Map<string, NodeJS.Timeout>();
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
      vscode.window.onDidChangeVisibleTextEditors(editors => {
        this.#follow();
        this.#marks.draw();
        for (const { document } of editors) this.#scroll(document.uri);
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#scroll(textEditor.document.uri)),
      this.#marks,
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
    const age = ({ thread }: ShownThread) => this.#ages.get(thread) ?? 0;
    const shown = [...this.#shown.values()].filter(
      ({ thread }) => this.#ages.has(thread) && thread.canReply !== false && pages.has(thread.uri.toString()),
    );
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
    const isTyped = hasUnsentText();
    const isKept = (id: string) => {
      const shown = this.#shown.get(keyOf(discussion.key, id));
      return left.some(draft => draft.conversation === id) || (shown !== undefined && (isTyped || isTypedIn(shown)));
    };
    const conversations = wantedOf(discussion.conversations, isKept);
    const kept = new Set<ShownThread>();
    const addressOf = addresses();
    const unsent = Map.groupBy(left, ({ conversation }) => conversation);
    for (const [key, page] of this.#notePages(discussion, conversations)) {
      const chosen = this.#choose(key, page);
      for (const conversation of page.conversations) {
        const { id } = conversation.comment;
        if (chosen.has(id)) kept.add(this.#put(page, conversation, { addressOf, drafts: unsent.get(id) ?? [] }));
      }
      this.#mark(key, page, chosen);
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
      if (shown.discussion !== discussion || kept.has(shown)) continue;
      const isThere = shown.conversation && discussion.get(shown.conversation.comment.id);
      if (isThere) this.#remove(key, shown);
      else this.#leave(key, shown);
    }
    this.#askReplies(discussion);
  }

  /** Opens the thread of a conversation, which gets one if it has none. */
  open(discussion: Discussion, id: string): void {
    const shown = this.ofConversation(discussion, id);
    const conversation = discussion.conversations.find(({ comment }) => comment.id === id);
    const key = conversation && documentKey(conversation.placement.uri);
    const page = this.#pages.get(key ?? '') ?? { discussion, conversations: conversation ? [conversation] : [] };
    const opened = shown ?? (conversation && this.#put(page, conversation));
    if (!opened) return;
    opened.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    if (key !== undefined && !shown) this.#fit(key);
  }

  /** Waits until what was written to a discussion is to be seen, so that no box is emptied before. */
  async shown(discussion: Discussion): Promise<void> {
    await discussion.arranged();
    await this.show(discussion);
  }

  /** Has VS Code take in what is in `comments` now. */
  redraw(shown: ShownThread): void {
    shown.thread.comments = [...shown.comments];
    shown.drawn = undefined;
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
    for (const timer of this.#scrolling.values()) clearTimeout(timer);
    this.#listening.dispose();
    this.controller.dispose();
  }

  /** The thread in which a conversation is shown, or was begun. */
  #threadOf(discussion: Discussion, id: string): vscode.CommentThread | undefined {
    const key = keyOf(discussion.key, id);
    return this.#shown.get(key)?.thread ?? this.#seats.get(key);
  }

  /** Notes which conversations are on which documents; those where there are none any more are told, too. */
  #notePages(discussion: Discussion, conversations: PlacedConversation[]): Map<string, Page> {
    const pages = pagesOf(discussion, conversations);
    for (const [key, page] of this.#pages) {
      if (page.discussion === discussion && !pages.has(key)) this.#forgetPage(key);
    }
    for (const [key, page] of pages) this.#pages.set(key, page);
    return pages;
  }

  #forgetPage(key: string): void {
    this.#pages.delete(key);
    this.#marks.set(key, []);
  }

  /** The conversations of a page that have a thread, given what is visible of it and what is in use. */
  #choose(document: string, { discussion, conversations }: Page): Set<string> {
    const candidates = conversations.map(({ comment, placement }) => ({
      id: comment.id,
      line: placement.range?.end ?? -1,
    }));
    const isKept = ({ id }: Candidate) => {
      const key = keyOf(discussion.key, id);
      const shown = this.#shown.get(key);
      const isMeant = (draft: Draft) => draft.discussion === discussion.key && draft.conversation === id;
      return (shown && isInUse(shown)) || this.#seats.has(key) || this.drafts.has(isMeant);
    };
    const kept = candidates.length > mostShown ? candidates.filter(isKept) : [];
    return chosen(candidates, linesOnScreen(document), new Set(kept.map(({ id }) => id)));
  }

  #mark(document: string, { conversations }: Page, chosen: ReadonlySet<string>): void {
    this.#marks.set(
      document,
      conversations.filter(({ comment }) => !chosen.has(comment.id)),
    );
  }

  /** Has the threads of a document follow what is visible of it, once that stands still. */
  #scroll(uri: vscode.Uri): void {
    const key = documentKey(uri);
    const isCrowded = (this.#pages.get(key)?.conversations.length ?? 0) > mostShown;
    if (!isCrowded || this.#scrolling.has(key)) return;
    const follow = () => {
      this.#scrolling.delete(key);
      this.#fit(key);
    };
    this.#scrolling.set(key, setTimeout(follow, pause));
  }

  /** Brings the threads of a document where its reader is; those that were there before, and are not in use, leave. */
  #fit(document: string): void {
    const page = this.#pages.get(document);
    if (!page) return;
    const chosen = this.#choose(document, page);
    for (const conversation of page.conversations) {
      const { id } = conversation.comment;
      const key = keyOf(page.discussion.key, id);
      const shown = this.#shown.get(key);
      if (shown && !chosen.has(id)) this.#remove(key, shown);
      if (!shown && chosen.has(id)) this.#put(page, conversation);
    }
    this.#mark(document, page, chosen);
    this.#askReplies(page.discussion);
  }

  /** What was said in the conversations that have threads on pages that somebody looks at. */
  #askReplies(discussion: Discussion): void {
    const shown = [...this.#shown.values()].filter(one => one.discussion === discussion);
    const here = shown.flatMap(({ conversation }) => conversation ?? []).filter(({ placement }) => !placement.isRough);
    void discussion.show(here.map(({ comment }) => comment.id));
  }

  /** Shows a conversation as it is now, with what was not sent to it. */
  #put(
    { discussion, conversations }: Page,
    conversation: PlacedConversation,
    { addressOf, drafts }: { addressOf: ReturnType<typeof addresses>; drafts: Draft[] } = {
      addressOf: addresses(),
      drafts: [],
    },
  ): ShownThread {
    const { id } = conversation.comment;
    const before = this.#shown.get(keyOf(discussion.key, id))?.comments ?? [];
    const unsent = drafts.map(draft => before.find(isOf(draft)) ?? draftComment(draft));
    const comments = [...shownComments(conversation, before, discussion.key, discussion.user), ...unsent];
    const { placement: placed } = conversation;
    const placement = { ...placed, uri: addressOf(placed.uri, this.#threadOf(discussion, id)) };
    const isAmongMany = conversations.length > mostOpen;
    const shown = this.#ensure({ discussion, id, placement, conversation, comments, isAmongMany });
    this.#fill(shown, placement, conversation, comments);
    return shown;
  }

  #remove(key: string, { thread }: ShownThread): void {
    this.#shown.delete(key);
    thread.dispose();
  }

  #ensure({ discussion, id, placement, conversation, comments, isAmongMany = false }: Wanted): ShownThread {
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
    fresh.collapsibleState = thread?.collapsibleState ?? firstState(conversation, isAmongMany && !typedIn);
    thread?.dispose();
    return this.#register(key, Object.assign(known ?? emptyIn(discussion), { thread: fresh, drawn: undefined }));
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
    const state = conversation.comment.status === 'resolved' ? Resolved : Unresolved;
    const label = labelOf(conversation);
    const contextValue = threadContext(conversation);
    const canReply = mayReply(conversation.comment);
    // A write changes one conversation: the others, which may be many, are not drawn again.
    const drawn = JSON.stringify([state, label, contextValue, canReply, comments]);
    const isDrawn = shown.drawn === drawn && comments.every((comment, index) => thread.comments[index] === comment);
    if (isDrawn && thread.comments.length === comments.length) return;
    Object.assign(thread, { state, label, contextValue, canReply });
    this.redraw(shown);
    shown.drawn = drawn;
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
    for (const [key, page] of this.#pages) if (page.discussion === discussion) this.#forgetPage(key);
    for (const [key, shown] of this.#shown) {
      if (shown.discussion !== discussion) continue;
      this.#shown.delete(key);
      shown.thread.dispose();
    }
  }
}
