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
import { CommentFetcher, CommentLoader, type IsMeant } from './commentLoader.ts';
import { ConversationLoader } from './conversationLoader.ts';
import type { Placements } from './placements.ts';
import { Replies } from './replies.ts';
import { type Comment, type Conversation, type Reply, type Requests, requestsOf } from './requests.ts';
import { addressOfComments, keyOf, type Subject } from './subject.ts';
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
  wrote: (connection: Connection, message: Comment | Reply) => void;
  /** Called after a write with the change in open comments (undefined if unknown) and the time when the write began. */
  counted: (place: ChangeRequestPlace, count: { more: number | undefined; began: number }) => void;
  /** Called when a message or a placement has changed. */
  changed: () => void;
}

/** The comments on a change request or on the main content of a space, loaded for the documents in view. */
export class Discussion {
  readonly subject: Subject;
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
  readonly #reader = new CommentFetcher(() => this.#requests());
  readonly #looks: CommentLoader;
  readonly #replies: Replies;
  readonly #earlier: CommentCache;
  readonly #oneByOne: ConversationLoader;
  #placed = new Map<string, Placement>();
  #arranging: Promise<void> = Promise.resolve();
  /** The last arranging while it has not started: it includes all changes until then. */
  #nextArranging: Promise<void> | undefined;
  #isClosed = false;
  /** Number of writes so far. A read that overlaps a write is repeated, so that it does not undo the write. */
  #writes = 0;

  constructor(subject: Subject, context: Context) {
    this.subject = subject;
    this.key = keyOf(subject);
    this.#context = context;
    this.#looks = new CommentLoader({
      content: context.content,
      reader: this.#reader,
      expectedCount: () => this.#expectedCount(),
      take: (read, isMeant) => this.#take(read, isMeant),
      placed: () => this.#begin(),
    });
    this.#replies = new Replies(this.#conversations, {
      requests: () => this.#requests(),
      writes: () => this.#writes,
      log: context.log,
    });
    this.#oneByOne = new ConversationLoader({
      conversations: this.#conversations,
      replies: this.#replies,
      find: id => this.#reader.find(id),
      writes: () => this.#writes,
      arrange: () => this.arrange(),
      log: context.log,
    });
    this.#earlier = new CommentCache({
      content: context.content,
      place: () => this.place(),
      openComments: () => this.#openComments(),
      isKnown: () => this.#looks.isAllKnown,
      take: (document, snapshot) => this.#takeEarlier(document, snapshot),
      isOpen: document => openAddressFinder()(document) !== undefined,
      read: document => this.#logged(this.look(document)),
      known: async () => ({
        documents: await this.#looks.known(),
        conversations: this.conversations,
        isUnread: id => this.#conversations.isUnread(id),
      }),
    });
    this.sender = new CommentSender({
      conversations: this.#conversations,
      requests: () => this.#requests(),
      user: () => this.user,
      isKnown: page => this.#looks.isKnown(page),
      near: (page, options) => this.#reader.near(page, options),
      readReplies: id => this.#replies.read([id]),
      rereadReplies: id => void this.#oneByOne.repliesAgain(id),
      reread: id => this.#oneByOne.again(id),
      counted: (more, began) => this.#count(more, began),
      signed: async message => context.wrote(this.connection ?? (await this.place()).connection, message),
      arrange: () => this.arrange(),
    });
  }

  /** The conversations that have a placement. */
  get conversations(): PlacedConversation[] {
    return this.#conversations.all().flatMap(conversation => {
      const placement = this.#placed.get(conversation.comment.id);
      return placement ? [{ ...conversation, placement }] : [];
    });
  }

  /** True if all comments are loaded. Replies may be missing. */
  get isAllKnown(): boolean {
    return this.#looks.isAllKnown;
  }

  get(id: string): Conversation | undefined {
    return this.#conversations.get(id);
  }

  async place(): Promise<Place> {
    const place = await this.#context.content.place(this.subject);
    // A draft of one account must not be sent as another.
    if (this.#isClosed) throw new Failure('The account was signed out or switched meanwhile.');
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
  async look(document: vscode.Uri): Promise<void> {
    if (await this.#earlier.suffices(document)) return;
    await this.#looks.at(document, reading => reading.look());
    this.#earlier.keep();
  }

  /** Loads the comments on a document, unless they are up to date. Ignores the disk cache. */
  async demand(document: vscode.Uri): Promise<void> {
    this.#earlier.overtake(document);
    await this.#looks.at(document, reading => reading.demand());
    this.#earlier.keep();
  }

  /** Loads all comments, unless they are fresh. */
  lookAtAll(): Promise<void> {
    return this.#looks.atAll();
  }

  /** Stops refreshing the comments on a document that was closed. */
  leave(document: vscode.Uri): void {
    this.#looks.leave(document);
  }

  /** Refetches the comments on the documents in view. */
  async load(): Promise<void> {
    await this.#looks.again();
    this.#earlier.keep();
  }

  /** Loads the missing replies of visible conversations. Failures are logged. */
  async show(ids: Iterable<string>): Promise<void> {
    if (await this.#replies.try(ids)) await this.arrange();
  }

  /** Loads conversations with their replies, unless they are loaded. Each ID is requested once. */
  seek(ids: Iterable<string>): Promise<void> {
    return this.#oneByOne.seek(ids, (this.#reader.isLarge || this.isLoaded) && !this.#looks.isAllKnown);
  }

  /** Returns a conversation with all its replies; undefined if it no longer exists. */
  async read(id: string): Promise<Conversation | undefined> {
    await this.#oneByOne.read(id);
    return this.get(id);
  }

  /** Recomputes all placements after the content has changed. */
  arrange(): Promise<void> {
    if (this.#nextArranging) return this.#nextArranging;
    const start = () => {
      this.#nextArranging = undefined;
      return this.#arrange();
    };
    this.#nextArranging = this.#arranging.then(start).finally(() => this.#earlier.keep());
    this.#arranging = this.#nextArranging;
    return this.#arranging;
  }

  /** Looks up the pages of all documents again, since they may have moved, and recomputes the placements. */
  async follow(): Promise<void> {
    this.#looks.follow();
    if (this.isLoaded) await this.arrange();
  }

  /** Resolves when no read, placement or cache write is pending. */
  async settled(): Promise<void> {
    await this.#looks.settled();
    await this.#oneByOne.settled();
    await this.#arranging;
    await this.#earlier.saved;
  }

  /** Resolves when all loaded comments have a placement. */
  arranged(): Promise<void> {
    return this.#arranging;
  }

  /** Refetches the comments that a write has touched. The result of a write from this discussion is applied already. */
  hear({ touched, sender }: Announcement): void {
    const list = addressOfComments(this.subject);
    const isHere = touched.has(list);
    const below = [...touched].filter(address => address.startsWith(`${list}/`));
    if (!isHere && below.length === 0) return;
    this.#writes++;
    if (sender === this || !this.isLoaded) return;
    if (isHere) return this.#logged(this.load());
    const ids = new Set(below.map(address => decodeURIComponent(address.slice(list.length + 1).replace(/\/.*/, ''))));
    for (const id of ids) if (this.get(id)) void this.#oneByOne.again(id);
  }

  dispose(): void {
    this.#isClosed = true;
    this.#earlier.dispose();
  }

  #logged(reading: Promise<void>): void {
    reading.catch(error => this.#context.log.log('Could not read the comments again.', error));
  }

  /** Returns the minimum number of comments, as reported with the change request. */
  async #expectedCount(): Promise<number> {
    // Reading the head loads the change request with its count. A failure is reported where the document is shown.
    await this.#context.content.snapshot(await this.place()).catch(() => undefined);
    return this.#openComments();
  }

  /** Reads comments and replaces those that match. Reads again if there was a write meanwhile. */
  async #take(read: () => Promise<Comment[] | undefined>, isMeant: IsMeant): Promise<void> {
    let comments: Comment[] | undefined;
    let writes: number;
    do {
      writes = this.#writes;
      this.connection = (await this.place()).connection;
      comments = await read();
    } while (writes !== this.#writes);
    if (!comments) return;
    const all = comments;
    this.#conversations.replace(all, comment => isMeant(comment, all));
    await this.#begin();
    this.isLoaded = true;
  }

  /** Recomputes the placements and prefetches the replies of the first conversations in view. */
  async #begin(): Promise<void> {
    const pages = await this.#looks.pages();
    const onPages = this.#conversations.all().filter(({ comment }) => pages.has(comment.target.page?.id));
    const first = onPages.slice(0, readAhead).map(({ comment }) => comment.id);
    await Promise.all([this.arrange(), this.show(first)]);
  }

  /** Shows the comments that an earlier window cached on disk. */
  async #takeEarlier(document: vscode.Uri, { conversations, unread, asOf }: CachedComments): Promise<void> {
    this.connection = (await this.place()).connection;
    this.#looks.note(document);
    for (const one of conversations) if (!this.get(one.comment.id)) this.#conversations.put({ ...one, asOf });
    for (const id of unread) this.#conversations.forgetReplies(id);
    this.isLoaded = true;
    await this.arrange();
  }

  async #openComments(): Promise<number> {
    const { connection, space, version } = await this.place();
    if (version.kind !== 'changeRequest') return 0;
    return this.#context.content.changeRequests.openComments({ connection, space, number: version.number });
  }

  async #requests(): Promise<Requests> {
    return requestsOf(await this.place(), this, this.#context.log);
  }

  async #count(more: number | undefined, began: number): Promise<void> {
    // The count belongs to an account that signed out; the next account fetches its own.
    if (this.#isClosed) return;
    const { connection, space, version } = await this.place();
    if (more === 0 || version.kind !== 'changeRequest') return;
    this.#context.counted({ connection, space, number: version.number }, { more, began });
  }

  async #arrange(): Promise<void> {
    if (this.#isClosed) return;
    const conversations = this.#conversations.all();
    try {
      const place = await this.place();
      // Comments are shown even if the user is unknown.
      this.user = await this.#context.userOf(place.connection).catch(() => undefined);
      const targets = conversations.map(({ comment }) => comment.target);
      const placements = await this.#context.placements.ofAll(place, targets, uri => this.#looks.has(uri));
      this.#placed = new Map(placements.map((placement, index) => [conversations[index]?.comment.id ?? '', placement]));
    } catch (error) {
      if (!(error instanceof SignedOut)) this.#context.log.log('Could not find the places of the comments.', error);
    }
    this.#context.changed();
  }
}

/** Number of conversations whose replies are prefetched before a view reports them as visible. */
const readAhead = 20;
