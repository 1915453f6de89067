import { failedAs } from '../../api/errors.ts';
import { Failure, type FailureLog } from '../../api/failure.ts';
import { contentUri, documentKey } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import type { Place } from '../content/snapshot.ts';
import type { Connection } from '../session/connection.ts';
import type { Announcement } from '../session/session.ts';
import { Conversations } from './conversations.ts';
import { type Delivery, deliverComment, deliverReply } from './delivery.ts';
import type { CommentTarget, Placement, Placements } from './placements.ts';
import { isChanged } from './recognition.ts';
import {
  type Comment,
  type CommentChange,
  type Conversation,
  readConversation,
  readConversations,
  type Reply,
  type Requests,
  requestsOf,
} from './requests.ts';
import { addressOfComment, addressOfComments, keyOf, type Subject } from './subject.ts';

export interface PlacedConversation extends Conversation {
  placement: Placement;
}

interface Surroundings {
  content: Content;
  placements: Placements;
  log: FailureLog;
  userOf: (connection: Connection) => Promise<string | undefined>;
  /** Told who wrote something that was sent from here. */
  wrote: (connection: Connection, message: Comment | Reply) => void;
  /** Told whenever something in the discussion, or the place of it, is another. */
  changed: () => void;
}

/** All comments on one change request, or on the main content of a space: loaded once, then kept up to date. */
export class Discussion {
  readonly subject: Subject;
  readonly key: string;
  /** The connection that the comments came from. */
  connection: Connection | undefined;
  isLoaded = false;
  /** Whether the last reading failed; then what is known is from before. */
  isFailed = false;
  /** When everything was asked for last, in milliseconds since 1970. */
  askedAt: number | undefined;
  readonly #around: Surroundings;
  readonly #conversations = new Conversations();
  #placed = new Map<string, Placement>();
  #loading: Promise<void> | undefined;
  #arranging: Promise<void> = Promise.resolve();
  #rereading: Promise<void> = Promise.resolve();
  /** The ID of the user who is signed in, where the server tells it. */
  user: string | undefined;
  /** Counts the writes, so that what was asked before one does not undo it. */
  #writes = 0;

  constructor(subject: Subject, around: Surroundings) {
    this.subject = subject;
    this.key = keyOf(subject);
    this.#around = around;
  }

  /** The conversations whose places are known, in the order in which they began. */
  get conversations(): PlacedConversation[] {
    return this.#conversations.all().flatMap(conversation => {
      const placement = this.#placed.get(conversation.comment.id);
      return placement ? [{ ...conversation, placement }] : [];
    });
  }

  get(id: string): Conversation | undefined {
    return this.#conversations.get(id);
  }

  place(): Promise<Place> {
    return this.#around.content.place(this.subject);
  }

  /** The position of each page's document among all, by its key. */
  async pageOrder(): Promise<Map<string, number>> {
    const place = await this.place();
    const { byPath } = await (await this.#around.content.snapshot(place)).pages();
    const keys = [...byPath.keys()].map(path => documentKey(contentUri({ ...this.subject, path })));
    return new Map(keys.map((key, index) => [key, index]));
  }

  /** Reads everything again. Who asks while that is under way waits for the same. */
  load(): Promise<void> {
    this.askedAt = Date.now();
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** Finds the places anew, after the content has changed. */
  arrange(): Promise<void> {
    this.#arranging = this.#arranging.then(() => this.#arrange());
    return this.#arranging;
  }

  /** Settles when nothing is being read or placed any more. */
  async settled(): Promise<void> {
    // Who asked for it hears of a failure.
    await this.#loading?.catch(() => undefined);
    await this.#rereading;
    await this.#arranging;
  }

  /** Settles when everything that was heard of has its place. */
  arranged(): Promise<void> {
    return this.#arranging;
  }

  /** Begins a conversation. `placed` is told its ID before anybody else hears of it. */
  async post(target: CommentTarget, markdown: string, delivery: Delivery & { placed: (id: string) => void }) {
    const known = this.#isKnown() ? this.#conversations.all().map(({ comment }) => comment) : undefined;
    const about = { target, markdown, known, user: this.user };
    const comment = await deliverComment(await this.#requests(), about, delivery);
    // It may have been read by chance before, with what was answered.
    const { replies = [], isCut = false } = this.get(comment.id) ?? {};
    this.#conversations.put({ comment, replies, isCut });
    delivery.placed(comment.id);
    if (comment.replies > replies.length) void this.reread(comment.id);
    await this.#signed(comment);
    await this.#takeIn(comment.id, comment);
  }

  async reply(id: string, markdown: string, delivery: Delivery): Promise<void> {
    const requests = await this.#requests();
    const { replies, isCut = true } = this.get(id) ?? {};
    const known = this.#isKnown() && !isCut ? replies : undefined;
    let reply: Reply | undefined;
    try {
      reply = await deliverReply(requests, { id, markdown, known, user: this.user }, delivery);
    } catch (error) {
      await this.reread(id);
      const isGone = failedAs(error, 'notFound') && (await readConversation(requests, id)) === undefined;
      throw isGone ? new Failure(goneMessage, { cause: error }) : error;
    }
    if (!reply) return this.reread(id);
    this.#conversations.putReply(id, reply);
    // What others may have said meanwhile is read with it.
    void this.reread(id);
    await this.#signed(reply);
    await this.#takeIn(id, reply);
  }

  /** Changes the comment that a conversation began with. */
  async change(id: string, change: CommentChange): Promise<void> {
    const requests = await this.#requests();
    const before = this.get(id)?.comment;
    const comment = await requests.change(id, change, async () => {
      const now = await requests.comment(id);
      return isChanged(before, now, change, this.user) ? { result: now } : undefined;
    });
    this.#conversations.putComment(comment);
    await this.#takeIn(id, comment);
  }

  async changeReply(id: string, replyId: string, change: CommentChange): Promise<void> {
    const requests = await this.#requests();
    const before = this.get(id)?.replies.find(reply => reply.id === replyId);
    const reply = await requests.changeReply(id, replyId, change, async () => {
      const now = await requests.oneReply(id, replyId);
      return isChanged(before, now, change, this.user) ? { result: now } : undefined;
    });
    this.#conversations.putReply(id, reply);
    await this.#takeIn(id, reply);
  }

  /** Deletes a comment with the replies to it. */
  async delete(id: string): Promise<void> {
    const requests = await this.#requests();
    await requests.delete(id, () => whenGone(() => requests.comment(id)));
    this.#conversations.delete(id);
    await this.arrange();
  }

  async deleteReply(id: string, replyId: string): Promise<void> {
    const requests = await this.#requests();
    await requests.deleteReply(id, replyId, () => whenGone(() => requests.oneReply(id, replyId)));
    this.#conversations.deleteReply(id, replyId);
    await this.arrange();
  }

  /** Takes in that a write has touched something. What it was is known already where it was sent from here. */
  hear({ touched, by }: Announcement): void {
    const isHere = touched.has(addressOfComments(this.subject));
    const conversations = this.#conversations
      .all()
      .filter(({ comment }) => touched.has(addressOfComment(this.subject, comment.id)));
    if (!isHere && conversations.length === 0) return;
    this.#writes++;
    if (by === this || !this.isLoaded) return;
    if (isHere) void this.load().catch(error => this.#around.log.log('Could not read the comments again.', error));
    else for (const { comment } of conversations) void this.reread(comment.id);
  }

  /** Reads one conversation again; one that is gone disappears. */
  reread(id: string): Promise<void> {
    this.#rereading = Promise.all([this.#rereading, this.#reread(id)]).then(() => undefined);
    return this.#rereading;
  }

  async #reread(id: string): Promise<void> {
    const writes = this.#writes;
    try {
      const conversation = await readConversation(await this.#requests(), id);
      if (writes !== this.#writes) return;
      if (conversation) this.#conversations.put(conversation);
      else this.#conversations.delete(id);
    } catch (error) {
      this.#around.log.log('Could not read a conversation again.', error);
    }
    await this.arrange();
  }

  /** Whether everything has been read. */
  #isKnown(): boolean {
    return this.isLoaded && !this.isFailed;
  }

  async #load(): Promise<void> {
    this.isFailed = true;
    this.#conversations.replace(await this.#readAll());
    await this.arrange();
    this.isLoaded = true;
    this.isFailed = false;
  }

  /** Reads until nothing was written meanwhile. */
  async #readAll(): Promise<Conversation[]> {
    let conversations: Conversation[];
    let writes: number;
    do {
      writes = this.#writes;
      const place = await this.place();
      this.connection = place.connection;
      conversations = await readConversations(requestsOf(place, this, this.#around.log));
    } while (writes !== this.#writes);
    return conversations;
  }

  async #requests(): Promise<Requests> {
    return requestsOf(await this.place(), this, this.#around.log);
  }

  async #signed(message: Comment | Reply): Promise<void> {
    this.#around.wrote((await this.place()).connection, message);
  }

  async #takeIn(id: string, message: Comment | Reply): Promise<void> {
    // A server may answer in the format that nobody asked for.
    if (message.body?.markdown === undefined) void this.reread(id);
    await this.arrange();
  }

  async #arrange(): Promise<void> {
    const conversations = this.#conversations.all();
    try {
      const place = await this.place();
      // Where the comments stand matters more than which of them are the reader's own.
      this.user = await this.#around.userOf(place.connection).catch(() => undefined);
      const placements = await this.#around.placements.ofAll(
        place,
        conversations.map(({ comment }) => comment.target),
      );
      this.#placed = new Map(placements.map((placement, index) => [conversations[index]?.comment.id ?? '', placement]));
    } catch (error) {
      this.#around.log.log('Could not find the places of the comments.', error);
    }
    this.#around.changed();
  }
}

const goneMessage =
  'Could not send the reply: the conversation was deleted meanwhile. Send again to begin a new one with your text.';

/** What came of a deletion: something when what was deleted is not there any more. */
async function whenGone(read: () => Promise<unknown>): Promise<{ result: undefined } | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (failedAs(error, 'notFound')) return { result: undefined };
    throw error;
  }
}
