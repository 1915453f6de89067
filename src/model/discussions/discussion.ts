import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { Failure, type FailureLog, SignedOut } from '../../api/failure.ts';
import { contentUri, documentKey } from '../content/address.ts';
import type { ChangeRequestPlace } from '../content/changeRequests.ts';
import type { Content } from '../content/content.ts';
import { openAddressFinder } from '../content/openAddresses.ts';
import type { Place } from '../content/snapshot.ts';
import type { Connection } from '../session/connection.ts';
import type { Announcement } from '../session/session.ts';
import { ConversationStore } from './conversationStore.ts';
import { type CachedComments, CommentCache } from './commentCache.ts';
import { CommentFetcher, CommentLoader, type IsCovered } from './commentLoader.ts';
import { ConversationLoader } from './conversationLoader.ts';
import type { Placements } from './placements.ts';
import { ReplyLoader } from './replyLoader.ts';
import {
  type Comment,
  type CommentReply,
  type CommentRequests,
  commentRequestsOf,
  type Conversation,
} from './requests.ts';
import { addressOfComments, discussionKey, type DiscussionSubject } from './subject.ts';
import { CommentSender } from './commentSender.ts';
import type { Placement } from './placement.ts';

export interface PlacedConversation extends Conversation {
  placement: Placement;
}

interface Context {
  content: Content;
  placements: Placements;
  log: FailureLog;
  userOf: (connection: Connection) => Promise<string | undefined>;
  /** Called with every message sent from this window, whose author is the signed-in user. */
  onSent: (connection: Connection, message: Comment | CommentReply) => void;
  /** Called after a write with the change in open comments (undefined if unknown) and the time when the write began. */
  onCountChanged: (place: ChangeRequestPlace, count: { more: number | undefined; began: number }) => void;
  /** Called when a message or a placement has changed. */
  onChanged: () => void;
}

/** The comments on a change request or on the main content of a space, loaded for the documents in view. */
export class Discussion {
  readonly subject: DiscussionSubject;
  readonly key: string;
  /** The connection that the comments were read from. */
  connection: Connection | undefined;
  /** True once comments were read from the service or from the disk cache. */
  isLoaded = false;
  /** ID of the signed-in user; undefined if the server does not report it. */
  user: string | undefined;
  /** Sends comments, replies and changes. */
  readonly sender: CommentSender;
  readonly #context: Context;
  readonly #conversations = new ConversationStore();
  readonly #fetcher = new CommentFetcher(() => this.#requests());
  readonly #loader: CommentLoader;
  readonly #replies: ReplyLoader;
  readonly #cache: CommentCache;
  readonly #conversationLoader: ConversationLoader;
  #placements = new Map<string, Placement>();
  #pendingUpdate: Promise<void> = Promise.resolve();
  /** The queued update of placements, if it has not started. It includes all changes until it starts. */
  #queuedUpdate: Promise<void> | undefined;
  #isClosed = false;
  /** Number of writes so far. A read that overlaps a write is repeated, so that it does not undo the write. */
  #writes = 0;

  constructor(subject: DiscussionSubject, context: Context) {
    this.subject = subject;
    this.key = discussionKey(subject);
    this.#context = context;
    this.#loader = new CommentLoader({
      content: context.content,
      fetcher: this.#fetcher,
      expectedCount: () => this.#expectedCount(),
      replaceComments: (read, isMatch) => this.#replaceComments(read, isMatch),
      onDocumentAdded: () => this.#showLoaded(),
    });
    this.#replies = new ReplyLoader(this.#conversations, {
      requests: () => this.#requests(),
      writes: () => this.#writes,
      log: context.log,
    });
    this.#conversationLoader = new ConversationLoader({
      conversations: this.#conversations,
      replies: this.#replies,
      fetch: id => this.#fetcher.fetchConversation(id),
      writes: () => this.#writes,
      updatePlacements: () => this.updatePlacements(),
      log: context.log,
    });
    this.#cache = new CommentCache({
      content: context.content,
      place: () => this.place(),
      openComments: () => this.#openComments(),
      isFullyLoaded: () => this.#loader.isFullyLoaded,
      showCached: (document, snapshot) => this.#showCached(document, snapshot),
      isOpen: document => openAddressFinder()(document) !== undefined,
      fetch: document => this.#logFailure(this.refreshIfStale(document)),
      loadedComments: async () => ({
        documents: await this.#loader.loadedDocuments(),
        conversations: this.conversations,
        hasMissingReplies: id => this.#conversations.hasMissingReplies(id),
      }),
    });
    this.sender = new CommentSender({
      conversations: this.#conversations,
      requests: () => this.#requests(),
      user: () => this.user,
      isPageUpToDate: page => this.#loader.isPageUpToDate(page),
      fetchNear: (page, options) => this.#fetcher.fetchNear(page, options),
      loadReplies: id => this.#replies.load([id]),
      refreshReplies: id => void this.#conversationLoader.refreshReplies(id),
      refreshConversation: id => this.#conversationLoader.refresh(id),
      onCountChanged: (more, began) => this.#reportCount(more, began),
      onSent: async message => context.onSent(this.connection ?? (await this.place()).connection, message),
      updatePlacements: () => this.updatePlacements(),
    });
  }

  /** The conversations that have a placement. */
  get conversations(): PlacedConversation[] {
    return this.#conversations.all().flatMap(conversation => {
      const placement = this.#placements.get(conversation.comment.id);
      return placement ? [{ ...conversation, placement }] : [];
    });
  }

  /** True if all comments are loaded. Replies may be missing. */
  get isAllKnown(): boolean {
    return this.#loader.isFullyLoaded;
  }

  get(id: string): Conversation | undefined {
    return this.#conversations.get(id);
  }

  async place(): Promise<Place> {
    const place = await this.#context.content.place(this.subject);
    // A draft of one account must not be sent as another.
    if (this.#isClosed) throw new Failure(t('The account was signed out or switched meanwhile.'));
    return place;
  }

  /** Returns the position of each page's document among all, by document key. */
  async pageOrder(): Promise<Map<string, number>> {
    const place = await this.place();
    const { byPath } = await (await this.#context.content.snapshot(place)).pages();
    const keys = [...byPath.keys()].map(path => documentKey(contentUri({ ...this.subject, path })));
    return new Map(keys.map((key, index) => [key, index]));
  }

  /**
   * Loads the comments on a document, unless they are fresh or the disk cache suffices for now. Concurrent callers
   * share one read.
   */
  async refreshIfStale(document: vscode.Uri): Promise<void> {
    if (await this.#cache.showCached(document)) return;
    await this.#loader.load(document, reading => reading.refreshIfStale());
    this.#cache.save();
  }

  /** Loads the comments on a document, unless they are up to date. Ignores the disk cache. */
  async ensureLoaded(document: vscode.Uri): Promise<void> {
    this.#cache.invalidate(document);
    await this.#loader.load(document, reading => reading.ensureLoaded());
    this.#cache.save();
  }

  /** Loads all comments, unless they are fresh. */
  loadAll(): Promise<void> {
    return this.#loader.loadAll();
  }

  /** Stops refreshing the comments on a document that was closed. */
  removeDocument(document: vscode.Uri): void {
    this.#loader.removeDocument(document);
  }

  /** Refetches the comments on the documents in view. */
  async refresh(): Promise<void> {
    await this.#loader.refresh();
    this.#cache.save();
  }

  /** Loads the missing replies of visible conversations. Failures are logged. */
  async loadReplies(ids: Iterable<string>): Promise<void> {
    if (await this.#replies.tryLoad(ids)) await this.updatePlacements();
  }

  /** Loads conversations with their replies, unless they are loaded. Each ID is requested once. */
  loadConversations(ids: Iterable<string>): Promise<void> {
    return this.#conversationLoader.loadOnce(
      ids,
      (this.#fetcher.isLarge || this.isLoaded) && !this.#loader.isFullyLoaded,
    );
  }

  /** Returns a conversation with all its replies; undefined if it no longer exists. */
  async loadConversation(id: string): Promise<Conversation | undefined> {
    await this.#conversationLoader.load(id);
    return this.get(id);
  }

  /** Recomputes all placements after the content has changed. */
  updatePlacements(): Promise<void> {
    if (this.#queuedUpdate) return this.#queuedUpdate;
    const start = () => {
      this.#queuedUpdate = undefined;
      return this.#placeAll();
    };
    this.#queuedUpdate = this.#pendingUpdate.then(start).finally(() => this.#cache.save());
    this.#pendingUpdate = this.#queuedUpdate;
    return this.#pendingUpdate;
  }

  /** Looks up the pages of all documents again, since they may have moved, and recomputes the placements. */
  async refreshPages(): Promise<void> {
    this.#loader.refreshPages();
    if (this.isLoaded) await this.updatePlacements();
  }

  /** Resolves when no read, placement or cache write is pending. */
  async whenIdle(): Promise<void> {
    await this.#loader.whenIdle();
    await this.#conversationLoader.whenIdle();
    await this.#pendingUpdate;
    await this.#cache.pendingSave;
  }

  /** Resolves when all loaded comments have a placement. */
  whenPlaced(): Promise<void> {
    return this.#pendingUpdate;
  }

  /** Refetches the comments that a write has touched. The result of a write from this discussion is applied already. */
  handleWrite({ touched, sender }: Announcement): void {
    const list = addressOfComments(this.subject);
    const isHere = touched.has(list);
    const below = [...touched].filter(address => address.startsWith(`${list}/`));
    if (!isHere && below.length === 0) return;
    this.#writes++;
    if (sender === this || !this.isLoaded) return;
    if (isHere) return this.#logFailure(this.refresh());
    const ids = new Set(below.map(address => decodeURIComponent(address.slice(list.length + 1).replace(/\/.*/, ''))));
    for (const id of ids) if (this.get(id)) void this.#conversationLoader.refresh(id);
  }

  dispose(): void {
    this.#isClosed = true;
    this.#cache.dispose();
  }

  #logFailure(reading: Promise<void>): void {
    reading.catch(error => this.#context.log.log('Could not refresh the comments.', error));
  }

  /** Returns the minimum number of comments, as reported with the change request. */
  async #expectedCount(): Promise<number> {
    // Reading the head loads the change request with its count. A failure is reported where the document is shown.
    await this.#context.content.snapshot(await this.place()).catch(() => undefined);
    return this.#openComments();
  }

  /** Reads comments and replaces those that match. Reads again if there was a write meanwhile. */
  async #replaceComments(read: () => Promise<Comment[] | undefined>, isMatch: IsCovered): Promise<void> {
    let comments: Comment[] | undefined;
    let writes: number;
    do {
      writes = this.#writes;
      this.connection = (await this.place()).connection;
      comments = await read();
    } while (writes !== this.#writes);
    if (!comments) return;
    const all = comments;
    this.#conversations.replace(all, comment => isMatch(comment, all));
    await this.#showLoaded();
    this.isLoaded = true;
  }

  /** Recomputes the placements and prefetches the replies of the first conversations in view. */
  async #showLoaded(): Promise<void> {
    const pages = await this.#loader.visiblePages();
    const onPages = this.#conversations.all().filter(({ comment }) => pages.has(comment.target.page?.id));
    const first = onPages.slice(0, maxPrefetchedReplies).map(({ comment }) => comment.id);
    await Promise.all([this.updatePlacements(), this.loadReplies(first)]);
  }

  /** Shows the comments that an earlier window cached on disk. */
  async #showCached(document: vscode.Uri, { conversations, unread, asOf }: CachedComments): Promise<void> {
    this.connection = (await this.place()).connection;
    this.#loader.addDocument(document);
    for (const conversation of conversations)
      if (!this.get(conversation.comment.id)) this.#conversations.put({ ...conversation, asOf });
    for (const id of unread) this.#conversations.markRepliesStale(id);
    this.isLoaded = true;
    await this.updatePlacements();
  }

  async #openComments(): Promise<number> {
    const { connection, space, version } = await this.place();
    if (version.kind !== 'changeRequest') return 0;
    return this.#context.content.changeRequests.openComments({ connection, space, number: version.number });
  }

  async #requests(): Promise<CommentRequests> {
    return commentRequestsOf(await this.place(), this, this.#context.log);
  }

  async #reportCount(more: number | undefined, began: number): Promise<void> {
    // The count belongs to an account that has signed out. The next account fetches its own.
    if (this.#isClosed) return;
    const { connection, space, version } = await this.place();
    if (more === 0 || version.kind !== 'changeRequest') return;
    this.#context.onCountChanged({ connection, space, number: version.number }, { more, began });
  }

  async #placeAll(): Promise<void> {
    if (this.#isClosed) return;
    const conversations = this.#conversations.all();
    try {
      const place = await this.place();
      // Comments are shown even if the user is unknown.
      this.user = await this.#context.userOf(place.connection).catch(() => undefined);
      const targets = conversations.map(({ comment }) => comment.target);
      const placements = await this.#context.placements.ofAll(place, targets, uri => this.#loader.isVisible(uri));
      this.#placements = new Map(
        placements.map((placement, index) => [conversations[index]?.comment.id ?? '', placement]),
      );
    } catch (error) {
      if (!(error instanceof SignedOut)) this.#context.log.log('Could not place the comments.', error);
    }
    this.#context.onChanged();
  }
}

/** Number of conversations whose replies are prefetched before a view reports them as visible. */
const maxPrefetchedReplies = 20;
