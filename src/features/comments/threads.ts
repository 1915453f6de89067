import * as vscode from 'vscode';
import { SignedOut } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { hasArrived } from '../../model/discussions/delivery.ts';
import { documentKey, scheme } from '../../model/content/address.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import type { People } from '../../model/discussions/people.ts';
import type { Drafts } from '../../model/discussions/drafts.ts';
import type { Placement } from '../../model/discussions/placement.ts';
import type { Comment, CommentReply } from '../../model/discussions/requests.ts';
import { type CommentContexts, UnreadTracker } from '../../model/discussions/conversationContext.ts';
import { conversationContextOf } from '../conversations/context.ts';
import { hasUnsentText } from './boxes.ts';
import { type ConversationCandidate, chooseConversations, maxExpanded, maxThreads } from './chooseConversations.ts';
import { isOnWholeChangeRequest, openBases, openDeletedPages, placementsOnDeletedPages } from './deletedPages.ts';
import { EditedLines } from './editedLines.ts';
import { ConversationDecorations } from './conversationDecorations.ts';
import { addressFinder, canHaveThreads, placeDrafts } from './threadPlacement.ts';
import { type EditorComment, toEditorComments, draftToEditorComment } from './editorComment.ts';
import {
  isInUse,
  isTypedIn,
  linesOnScreen,
  type DocumentConversations,
  groupByDocument,
  type EditorThread,
} from './editorThread.ts';
import { EditorThreads } from './editorThreads.ts';
import { conversationsWithThreads } from './conversationsWithThreads.ts';

/** Debounce in milliseconds: threads follow the visible range of a page this long after it changed. */
const scrollDebounceMs = 100;

/** Shows comment threads for the conversations and unsent drafts of open discussions, near the visible lines. */
export class Threads implements vscode.Disposable {
  readonly onScreen: EditorThreads;
  readonly drafts: Drafts;
  readonly #app: App;
  /** The conversations on each document, by document key. */
  readonly #pages = new Map<string, DocumentConversations>();
  readonly editedLines = new EditedLines();
  readonly #marks = new ConversationDecorations(this.editedLines);
  readonly people: People;
  readonly #commentContexts: CommentContexts;
  readonly #unread: UnreadTracker;
  /** Timers of documents whose threads wait to follow the visible range. */
  readonly #scrollTimers = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: vscode.Disposable;
  /** The last call of `show` for each discussion. An overtaken call draws nothing. */
  readonly #latestShow = new WeakMap<Discussion, Promise<void>>();
  #isDisposed = false;
  /** The keys of the open base documents at the last check. */
  #bases = '';

  /** Texts that the previous window sent without a reply and that did arrive. VS Code may restore them in a box. */
  readonly arrivedTexts = new Set<string>();

  constructor(app: App) {
    this.#app = app;
    this.drafts = app.drafts;
    ({ people: this.people, commentContexts: this.#commentContexts } = conversationContextOf(app));
    this.onScreen = new EditorThreads(this.drafts, this.editedLines);
    this.#unread = new UnreadTracker(app.context.globalState, id => app.session.accountOf(id));
    this.#subscriptions = vscode.Disposable.from(
      app.discussions.onDidChange(discussion => this.#update(discussion)),
      this.drafts.onDidChangeOffered(() => this.#showAll()),
      vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.drafts.refresh()),
      app.discussions.onDidClose(discussion => this.#close(discussion)),
      app.session.onDidChange(() => this.#showAll()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const discussion = this.editedLines.isUnknown(document) && app.discussions.of(document.uri);
        if (discussion) this.#update(discussion);
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#followTabs()),
      vscode.window.onDidChangeVisibleTextEditors(editors => {
        this.#followTabs();
        this.#trackUnread();
        this.#marks.draw();
        for (const { document } of editors) this.#scheduleUpdate(document.uri);
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) =>
        this.#scheduleUpdate(textEditor.document.uri),
      ),
      this.#marks,
    );
    // The review page may have loaded discussions before, whose changes are not announced again.
    this.#showAll();
  }

  /** Shows the current state of a discussion, unless its account has signed out. */
  show(discussion: Discussion): Promise<void> {
    const showing: Promise<void> = this.#show(discussion, () => this.#latestShow.get(discussion) !== showing);
    this.#latestShow.set(discussion, showing);
    return showing;
  }

  /** Shows a discussion after an event, for which no caller waits. Its account may sign out meanwhile. */
  #update(discussion: Discussion): void {
    this.show(discussion).catch(error => {
      if (!(error instanceof SignedOut)) this.#app.failures.log('Could not show the comments of a document.', error);
    });
  }

  async #show(discussion: Discussion, isOvertaken: () => boolean): Promise<void> {
    if (!this.#canShow(discussion)) return;
    await this.drafts.load();
    await discussion.loadConversations(
      this.#unsentDrafts(discussion).flatMap(({ conversation }) => conversation ?? []),
    );
    await this.#dropArrived(discussion);
    const unsentDrafts = this.#unsentDrafts(discussion);
    const deletedPages = await openDeletedPages(this.#app.content, discussion, this.#app.failures);
    const drafts = unsentDrafts.length > 0 ? await placeDrafts(this.#app, discussion, unsentDrafts, deletedPages) : [];
    const placements = await placementsOnDeletedPages(this.#app.discussions, deletedPages, discussion);
    await this.editedLines.load(this.#app, discussion);
    const preparing = this.#commentContexts.load(discussion);
    if (preparing) await preparing;
    // A later call draws the newest state; the callers of this one wait for it.
    if (isOvertaken()) return this.#latestShow.get(discussion);
    if (!this.#canShow(discussion)) return;
    this.#trackUnread();
    const isTyped = hasUnsentText();
    const isKept = (id: string) => {
      const shownThread = this.onScreen.get(discussion, id);
      return (
        unsentDrafts.some(draft => draft.conversation === id) ||
        (shownThread !== undefined && (isTyped || isTypedIn(shownThread)))
      );
    };
    const placed = discussion.conversations.map(conversation => {
      return { ...conversation, placement: placements.get(conversation.comment.id) ?? conversation.placement };
    });
    const conversations = conversationsWithThreads(placed, isKept);
    const current = new Set<EditorThread>();
    const addressOf = addressFinder();
    const unsent = Map.groupBy(unsentDrafts, ({ conversation }) => conversation);
    for (const [key, page] of this.#notePages(discussion, conversations)) {
      const chosen = this.#choose(key, page);
      for (const conversation of page.conversations) {
        const { id } = conversation.comment;
        if (chosen.has(id))
          current.add(this.#showThread(page, conversation, { addressOf, drafts: unsent.get(id) ?? [] }));
      }
      this.#mark(key, page, chosen);
    }
    for (const { draft, placement, original } of drafts) {
      const isInConversation = conversations.some(({ comment }) => comment.id === draft.conversation);
      if (isInConversation || !placement || !this.drafts.isOfferedOn(draft.id, 'editor')) continue;
      const before = this.onScreen.get(discussion, draft.id)?.comments ?? [];
      const comments = [this.#shownDraft(discussion, draft, { before, original })];
      const atAddress = { ...placement, uri: addressOf(placement.uri) };
      current.add(this.onScreen.show({ discussion, id: draft.id, placement: atAddress, comments }));
    }
    for (const shownThread of this.onScreen.ofDiscussion(discussion)) {
      if (current.has(shownThread)) continue;
      const isThere = shownThread.conversation && discussion.get(shownThread.conversation.comment.id);
      if (isThere) this.onScreen.dismiss(shownThread);
      else this.onScreen.removeDeleted(shownThread);
    }
    this.#loadReplies(discussion);
  }

  /** Opens the thread of a conversation, and creates it if there is none. */
  expand(discussion: Discussion, id: string): void {
    const shownThread = this.onScreen.get(discussion, id);
    const conversation = discussion.conversations.find(({ comment }) => comment.id === id);
    const key = conversation && documentKey(conversation.placement.uri);
    const page = this.#pages.get(key ?? '') ?? { discussion, conversations: conversation ? [conversation] : [] };
    const opened = shownThread ?? (conversation && this.#showThread(page, conversation));
    if (!opened) return;
    opened.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    if (key !== undefined && !shownThread) this.#updateVisible(key);
  }

  /**
   * Returns the displayed placement of a conversation: on a deleted page if the conversation is about that page and the
   * page is open, else its own placement.
   */
  placementOf(discussion: Discussion, { comment, placement }: PlacedConversation): Placement {
    return this.onScreen.get(discussion, comment.id)?.conversation?.placement ?? placement;
  }

  /** Returns true if the user has not seen all comments of others in a conversation. Its replies must be loaded. */
  isUnread({ placement, comment, replies }: PlacedConversation, reader: string | undefined): boolean {
    const document = documentKey(placement.uri);
    return [comment, ...replies].some(message => this.#unread.isUnread(document, message, reader));
  }

  /** Resolves when the threads show what was written to a discussion, so that no comment box is cleared too early. */
  async whenShown(discussion: Discussion): Promise<void> {
    await discussion.whenPlaced();
    await this.show(discussion);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const timer of this.#scrollTimers.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
    this.onScreen.dispose();
  }

  /** Records which conversations are on which documents, and forgets documents without any. */
  #notePages(discussion: Discussion, conversations: PlacedConversation[]): Map<string, DocumentConversations> {
    const pages = groupByDocument(discussion, conversations);
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

  /** Returns the IDs of the conversations of a page that have a thread, by the visible lines and the threads in use. */
  #choose(document: string, { discussion, conversations }: DocumentConversations): Set<string> {
    const candidates = conversations.map(({ comment, placement }) => ({
      id: comment.id,
      line: this.editedLines.inEditor(placement.uri, placement.range)?.end ?? -1,
    }));
    const isKept = ({ id }: ConversationCandidate) => {
      const shownThread = this.onScreen.get(discussion, id);
      const isMatch = (draft: Draft) => draft.discussion === discussion.key && draft.conversation === id;
      return (
        (shownThread && isInUse(shownThread)) || this.onScreen.isAssigned(discussion, id) || this.drafts.has(isMatch)
      );
    };
    const inUse = candidates.length > maxThreads ? candidates.filter(isKept) : [];
    return chooseConversations(candidates, linesOnScreen(document), new Set(inUse.map(({ id }) => id)));
  }

  #mark(document: string, { conversations }: DocumentConversations, chosen: ReadonlySet<string>): void {
    this.#marks.set(
      document,
      conversations.filter(({ comment }) => !chosen.has(comment.id)),
    );
  }

  /** Updates the threads of a document after its visible range has stopped changing. */
  #scheduleUpdate(uri: vscode.Uri): void {
    const key = documentKey(uri);
    const isCrowded = (this.#pages.get(key)?.conversations.length ?? 0) > maxThreads;
    if (!isCrowded || this.#scrollTimers.has(key)) return;
    const follow = () => {
      this.#scrollTimers.delete(key);
      this.#updateVisible(key);
    };
    this.#scrollTimers.set(key, setTimeout(follow, scrollDebounceMs));
  }

  /** Moves the threads of a document to its visible lines. Other threads are removed unless they are in use. */
  #updateVisible(document: string): void {
    const page = this.#pages.get(document);
    if (!page) return;
    const chosen = this.#choose(document, page);
    for (const conversation of page.conversations) {
      const { id } = conversation.comment;
      const shownThread = this.onScreen.get(page.discussion, id);
      if (shownThread && !chosen.has(id)) this.onScreen.dismiss(shownThread);
      if (!shownThread && chosen.has(id)) this.#showThread(page, conversation);
    }
    this.#mark(document, page, chosen);
    this.#loadReplies(page.discussion);
  }

  /** Loads the replies of the conversations that have threads. */
  #loadReplies(discussion: Discussion): void {
    const precise = this.onScreen
      .ofDiscussion(discussion)
      .flatMap(({ conversation }) => conversation ?? [])
      .filter(({ placement }) => !placement.isRough);
    void discussion.loadReplies(precise.map(({ comment }) => comment.id));
  }

  /** Shows the current state of a conversation and its unsent drafts. */
  #showThread(
    { discussion, conversations }: DocumentConversations,
    conversation: PlacedConversation,
    { addressOf, drafts }: { addressOf: ReturnType<typeof addressFinder>; drafts: Draft[] } = {
      addressOf: addressFinder(),
      drafts: [],
    },
  ): EditorThread {
    const { id } = conversation.comment;
    const before = this.onScreen.get(discussion, id)?.comments ?? [];
    const unsent = drafts.map(draft => this.#shownDraft(discussion, draft, { before }));
    const { placement: placed } = conversation;
    const document = documentKey(placed.uri);
    const isNew = (message: Comment | CommentReply) => this.#unread.isNew(document, message, discussion.user);
    const commentContext = { ...this.#commentContexts.contextOf(discussion, conversation), isNew };
    const comments = [...toEditorComments(conversation, before, commentContext), ...unsent];
    const placement = { ...placed, uri: addressOf(placed.uri, this.onScreen.threadOf(discussion, id)) };
    const isAmongMany = conversations.length > maxExpanded;
    return this.onScreen.show({ discussion, id, placement, conversation, comments, isAmongMany });
  }

  #shownDraft(
    { connection }: Discussion,
    draft: Draft,
    { before, original }: { before: readonly EditorComment[]; original?: string | undefined },
  ): EditorComment {
    const isSending = this.drafts.isSending(draft.id);
    const isChanging = this.drafts.changeOf(draft.id) !== undefined;
    return draftToEditorComment(draft, before, { isSending, author: connection?.userName, original, isChanging });
  }

  /** Returns true if a discussion may have threads, and removes its threads otherwise. */
  #canShow(discussion: Discussion): boolean {
    if (this.#isDisposed || !this.#app.discussions.openDiscussions.includes(discussion)) return false;
    const isAllowed = canHaveThreads(this.#app.session, discussion);
    if (!isAllowed) this.#close(discussion);
    return isAllowed;
  }

  /** Moves threads to the open documents, whose URIs may contain another title than those of the threads. */
  #followTabs(): void {
    const addressOf = addressFinder();
    const isElsewhere = ({ thread, conversation }: EditorThread) =>
      addressOf(conversation?.placement.uri ?? thread.uri, thread).toString() !== thread.uri.toString();
    const moved = this.onScreen.all.filter(isElsewhere).map(({ discussion }) => discussion);
    const bases = openBases().map(documentKey).toSorted().join('\n');
    const isOtherBase = bases !== this.#bases;
    this.#bases = bases;
    const others = this.#app.discussions.openDiscussions.filter(discussion => {
      // Opening or closing the last document of another account changes which discussions may be shown.
      const isOfOther = discussion.subject.connection !== this.#app.session.current?.id;
      const canBeOnBase = () =>
        discussion.conversations.some(isOnWholeChangeRequest) || this.#unsentDrafts(discussion).length > 0;
      return discussion.isLoaded && (isOfOther || (isOtherBase && canBeOnBase()));
    });
    for (const discussion of new Set([...moved, ...others])) this.#update(discussion);
  }

  /** Records the visible documents. Comments on documents that are no longer visible are no longer new. */
  #trackUnread(): void {
    const ours = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.scheme === scheme);
    const visible = new Set(ours.map(({ document }) => documentKey(document.uri)));
    const hiddenDocuments = this.#unread.setVisible(visible, key => this.#pages.get(key)?.conversations ?? []);
    const discussions = hiddenDocuments.flatMap(key => this.#pages.get(key)?.discussion ?? []);
    for (const discussion of new Set(discussions)) this.#update(discussion);
  }

  #unsentDrafts({ key }: Discussion): Draft[] {
    return this.drafts.offeredIn(key, 'editor');
  }

  #showAll(): void {
    for (const discussion of this.#app.discussions.openDiscussions) if (discussion.isLoaded) this.#update(discussion);
  }

  /** Drops drafts that the previous window was sending and that have arrived. */
  async #dropArrived(discussion: Discussion): Promise<void> {
    const { conversations, user } = discussion;
    const arrived = this.#unsentDrafts(discussion).filter(draft => hasArrived(draft, conversations, user));
    for (const { id, text } of arrived) {
      this.arrivedTexts.add(text.trim());
      await this.drafts.drop(id);
    }
  }

  #close(discussion: Discussion): void {
    for (const [key, page] of this.#pages) {
      if (page.discussion !== discussion) continue;
      this.#unread.markSeen(key, page.conversations);
      this.#forgetPage(key);
    }
    this.#offerEdits(discussion);
    for (const shownThread of this.onScreen.ofDiscussion(discussion)) this.onScreen.dismiss(shownThread);
  }

  /** Offers edits being typed elsewhere, since VS Code closes their boxes with the threads. */
  #offerEdits(discussion: Discussion): void {
    const comments = this.onScreen.editing().filter(comment => comment.discussion === discussion.key);
    const ids = new Set(comments.map(({ id }) => id));
    const isTyped = ({ id, edited }: Draft) => edited !== undefined && ids.has(edited) && !this.drafts.isOffered(id);
    for (const { id } of this.drafts.filterAll(isTyped)) this.drafts.offer(id);
  }
}
