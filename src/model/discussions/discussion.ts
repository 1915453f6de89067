import type * as vscode from 'vscode';
import { Failure, type FailureLog } from '../../api/failure.ts';
import { contentUri, documentKey } from '../content/address.ts';
import type { ChangeRequestPlace } from '../content/changeRequests.ts';
import type { Content } from '../content/content.ts';
import { openAddresses } from '../content/open.ts';
import type { Place } from '../content/snapshot.ts';
import type { Connection } from '../session/connection.ts';
import type { Announcement } from '../session/session.ts';
import { Conversations } from './conversations.ts';
import { Earlier } from './earlier.ts';
import type { Said } from './kept.ts';
import { type IsMeant, Looks } from './looks.ts';
import { OneByOne } from './oneByOne.ts';
import type { Placement, Placements } from './placements.ts';
import { Reader } from './reader.ts';
import { Replies } from './replies.ts';
import { type Comment, type Conversation, type Reply, type Requests, requestsOf } from './requests.ts';
import { addressOfComments, keyOf, type Subject } from './subject.ts';
import { Writing } from './writing.ts';

export interface PlacedConversation extends Conversation {
  placement: Placement;
}

interface Context {
  content: Content;
  placements: Placements;
  log: FailureLog;
  userOf: (connection: Connection) => Promise<string | undefined>;
  /** Told who wrote something that was sent from here. */
  wrote: (connection: Connection, message: Comment | Reply) => void;
  /** Told how many comments more are open by a write that began then; nothing where that is not known. */
  counted: (place: ChangeRequestPlace, count: { more: number | undefined; began: number }) => void;
  /** Told whenever something in the discussion, or the place of it, is another. */
  changed: () => void;
}

/** The comments on one change request, or on the main content of a space, as far as somebody looks at them. */
export class Discussion {
  readonly subject: Subject;
  readonly key: string;
  /** The connection that the comments came from. */
  connection: Connection | undefined;
  /** Whether anything has been read. */
  isLoaded = false;
  /** The ID of the user who is signed in, where the server tells it. */
  user: string | undefined;
  /** Sends what is written here. */
  readonly writing: Writing;
  readonly #context: Context;
  readonly #conversations = new Conversations();
  readonly #reader = new Reader(() => this.#requests());
  readonly #looks: Looks;
  readonly #replies: Replies;
  readonly #earlier: Earlier;
  readonly #oneByOne: OneByOne;
  #placed = new Map<string, Placement>();
  #arranging: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** Counts the writes, so that what was asked before one does not undo it. */
  #writes = 0;

  constructor(subject: Subject, context: Context) {
    this.subject = subject;
    this.key = keyOf(subject);
    this.#context = context;
    this.#looks = new Looks({
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
    this.#oneByOne = new OneByOne({
      conversations: this.#conversations,
      replies: this.#replies,
      find: id => this.#reader.find(id),
      writes: () => this.#writes,
      arrange: () => this.arrange(),
      log: context.log,
    });
    this.#earlier = new Earlier({
      content: context.content,
      place: () => this.place(),
      openComments: () => this.#openComments(),
      isKnown: () => this.#looks.isAllKnown,
      take: (document, snapshot) => this.#takeEarlier(document, snapshot),
      isOpen: document => openAddresses()(document) !== undefined,
      read: document => this.#logged(this.look(document)),
      known: async () => ({
        documents: await this.#looks.known(),
        conversations: this.conversations,
        isUnread: id => this.#conversations.isUnread(id),
      }),
    });
    this.writing = new Writing({
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

  /** The conversations whose places are known, in the order in which they began. */
  get conversations(): PlacedConversation[] {
    return this.#conversations.all().flatMap(conversation => {
      const placement = this.#placed.get(conversation.comment.id);
      return placement ? [{ ...conversation, placement }] : [];
    });
  }

  /** Whether all that was said is known, beside replies. */
  get isAllKnown(): boolean {
    return this.#looks.isAllKnown;
  }

  get(id: string): Conversation | undefined {
    return this.#conversations.get(id);
  }

  async place(): Promise<Place> {
    const place = await this.#context.content.place(this.subject);
    // What one account has begun to write is not sent as another.
    if (this.#isClosed) throw new Failure('The account was signed out or switched meanwhile.');
    return place;
  }

  /** The position of each page's document among all, by its key. */
  async pageOrder(): Promise<Map<string, number>> {
    const place = await this.place();
    const { byPath } = await (await this.#context.content.snapshot(place)).pages();
    const keys = [...byPath.keys()].map(path => documentKey(contentUri({ ...this.subject, path })));
    return new Map(keys.map((key, index) => [key, index]));
  }

  /**
   * Reads what was said on a document, unless that was just done, or what an earlier window knew will do for now. Who looks
   * while it is being read waits for it.
   */
  async look(document: vscode.Uri): Promise<void> {
    if (await this.#earlier.suffices(document)) return;
    await this.#looks.at(document, reading => reading.look());
    this.#earlier.keep();
  }

  /** Reads what was said on a document, unless that is known. */
  async demand(document: vscode.Uri): Promise<void> {
    this.#earlier.overtake(document);
    await this.#looks.at(document, reading => reading.demand());
    this.#earlier.keep();
  }

  /** Reads everything that was said, unless that was just done. */
  lookAtAll(): Promise<void> {
    return this.#looks.atAll();
  }

  /** Takes in that nobody looks at a document any more. */
  leave(document: vscode.Uri): void {
    this.#looks.leave(document);
  }

  /** Reads again what somebody looks at. */
  async load(): Promise<void> {
    await this.#looks.again();
    this.#earlier.keep();
  }

  /** Reads the replies of conversations that are shown, as far as they are not known. A failure is logged. */
  async show(ids: Iterable<string>): Promise<void> {
    if (await this.#replies.try(ids)) await this.arrange();
  }

  /** Reads conversations with their replies, as far as they are not known: each is looked for once. */
  seek(ids: Iterable<string>): Promise<void> {
    return this.#oneByOne.seek(ids, (this.#reader.isLarge || this.isLoaded) && !this.#looks.isAllKnown);
  }

  /** Reads a conversation with all its replies; undefined when it is not there any more. */
  async read(id: string): Promise<Conversation | undefined> {
    await this.#oneByOne.read(id);
    return this.get(id);
  }

  /** Finds the places anew, after the content has changed. */
  arrange(): Promise<void> {
    this.#arranging = this.#arranging.then(() => this.#arrange()).finally(() => this.#earlier.keep());
    return this.#arranging;
  }

  /** The same after the pages may be others. */
  async follow(): Promise<void> {
    this.#looks.follow();
    if (this.isLoaded) await this.arrange();
  }

  /** Settles when nothing is being read, placed or kept any more. */
  async settled(): Promise<void> {
    await this.#looks.settled();
    await this.#oneByOne.settled();
    await this.#arranging;
    await this.#earlier.saved;
  }

  /** Settles when everything that was heard of has its place. */
  arranged(): Promise<void> {
    return this.#arranging;
  }

  /** Takes in that a write has touched something. What it was is known already where it was sent from here. */
  hear({ touched, by }: Announcement): void {
    const list = addressOfComments(this.subject);
    const isHere = touched.has(list);
    const below = [...touched].filter(address => address.startsWith(`${list}/`));
    if (!isHere && below.length === 0) return;
    this.#writes++;
    if (by === this || !this.isLoaded) return;
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

  /** How many comments there are at least, as far as that is told with the change request. */
  async #expectedCount(): Promise<number> {
    // Its head is asked for to show the document, and the answer tells this, too. Who shows that hears of a failure.
    await this.#context.content.snapshot(await this.place()).catch(() => undefined);
    return this.#openComments();
  }

  /** Takes in comments, once they were read without a write meanwhile, in place of all those that are meant. */
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

  /** Places what is known, and begins to read the replies to what is looked at first. */
  async #begin(): Promise<void> {
    const pages = await this.#looks.pages();
    const onPages = this.#conversations.all().filter(({ comment }) => pages.has(comment.target.page?.id));
    const first = onPages.slice(0, readAhead).map(({ comment }) => comment.id);
    await Promise.all([this.arrange(), this.show(first)]);
  }

  /** Shows what an earlier window knew. */
  async #takeEarlier(document: vscode.Uri, { conversations, unread, asOf }: Said): Promise<void> {
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
    // What was counted for one account is asked for by the other.
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
      // Where the comments stand matters more than which of them are the reader's own.
      this.user = await this.#context.userOf(place.connection).catch(() => undefined);
      const targets = conversations.map(({ comment }) => comment.target);
      const placements = await this.#context.placements.ofAll(place, targets, uri => this.#looks.has(uri));
      this.#placed = new Map(placements.map((placement, index) => [conversations[index]?.comment.id ?? '', placement]));
    } catch (error) {
      this.#context.log.log('Could not find the places of the comments.', error);
    }
    this.#context.changed();
  }
}

/** How many conversations have their replies read before anybody says that they are shown. */
const readAhead = 20;
