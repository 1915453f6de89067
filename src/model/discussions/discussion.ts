import type { Write } from '../../api/client.ts';
import { type ContentAddress, contentUri, parseContentUri, parseOverviewUri } from '../content/address.ts';
import type { Failures } from '../../ui/failures.ts';
import type { Content } from '../content/content.ts';
import type { Place } from '../content/snapshot.ts';
import type { Connection } from '../session/connection.ts';
import type { Placement, Placements } from './placements.ts';
import {
  type Comment,
  type Conversation,
  eachOf,
  readConversation,
  readConversations,
  type Reply,
  requestsOf,
} from './requests.ts';
import type * as vscode from 'vscode';

/** What a discussion is about: a change request, or the main content of a space. */
export type Subject = Omit<ContentAddress, 'path'>;

export interface PlacedConversation extends Conversation {
  placement: Placement;
}

interface Surroundings {
  content: Content;
  placements: Placements;
  failures: Failures;
  userOf: (connection: Connection) => Promise<string | undefined>;
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
  #conversations = new Map<string, Conversation>();
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
    return [...this.#conversations.values()].flatMap(conversation => {
      const placement = this.#placed.get(conversation.comment.id);
      return placement ? [{ ...conversation, placement }] : [];
    });
  }

  get(id: string): Conversation | undefined {
    return this.#conversations.get(id);
  }

  place(): Promise<Place> {
    return this.#around.content.place({ ...this.subject, path: '' });
  }

  /** The position of each page's document among all. */
  async pageOrder(): Promise<Map<string, number>> {
    const place = await this.place();
    const { byPath } = await (await this.#around.content.snapshot(place)).pages();
    const uris = [...byPath.keys()].map(path => contentUri({ ...this.subject, path }).toString());
    return new Map(uris.map((uri, index) => [uri, index]));
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
    await this.#loading?.catch(() => undefined);
    await this.#rereading;
    await this.#arranging;
  }

  /** Settles when everything that was heard of has its place. */
  arranged(): Promise<void> {
    return this.#arranging;
  }

  /** Takes in a write of ours; what others may have said meanwhile in the same conversation is read with it. */
  hear({ route, input, result }: Write): void {
    const { commentId, commentReplyId, body } = input as Partial<Record<string, unknown>>;
    const [, method = '', ending = ''] = /^(\w+) \/.*?\/comments(.*)$/.exec(route) ?? [];
    const id = typeof commentId === 'string' ? commentId : (result as Comment).id;
    this.#writes++;
    switch (`${method} ${ending}`) {
      case 'POST ':
        this.#put({ comment: result as Comment, replies: [], isCut: false, sentAs: body as object });
        break;
      case 'PUT /{commentId}':
        this.#update(id, conversation => ({ ...conversation, comment: result as Comment }));
        break;
      case 'DELETE /{commentId}':
        this.#conversations.delete(id);
        break;
      case 'POST /{commentId}/replies':
        this.#putReply(id, result as Reply);
        void this.reread(id);
        break;
      case 'PUT /{commentId}/replies/{commentReplyId}':
        this.#putReply(id, result as Reply);
        break;
      case 'DELETE /{commentId}/replies/{commentReplyId}':
        this.#update(id, conversation => without(conversation, String(commentReplyId)));
        break;
    }
    // A server may answer in the format that nobody asked for.
    if (result !== undefined && (result as Comment | Reply).body?.markdown === undefined) void this.reread(id);
    void this.arrange();
  }

  /** Reads one conversation again; one that is gone disappears. */
  reread(id: string): Promise<void> {
    this.#rereading = Promise.all([this.#rereading, this.#reread(id)]).then(() => undefined);
    return this.#rereading;
  }

  async #reread(id: string): Promise<void> {
    const writes = this.#writes;
    try {
      const conversation = await readConversation(requestsOf(await this.place()), id);
      if (writes !== this.#writes) return;
      if (conversation) this.#put(conversation);
      else this.#conversations.delete(id);
    } catch (error) {
      this.#around.failures.log('Could not read a conversation again.', error);
    }
    await this.arrange();
  }

  async #load(): Promise<void> {
    this.isFailed = true;
    let conversations: Conversation[];
    let writes: number;
    do {
      writes = this.#writes;
      const place = await this.place();
      this.connection = place.connection;
      conversations = await readConversations(requestsOf(place));
    } while (writes !== this.#writes);
    this.#conversations = new Map(conversations.map(conversation => [conversation.comment.id, conversation]));
    await this.arrange();
    this.isLoaded = true;
    this.isFailed = false;
  }

  async #arrange(): Promise<void> {
    const conversations = [...this.#conversations.values()];
    try {
      const place = await this.place();
      this.user = await this.#around.userOf(place.connection).catch(() => undefined);
      const placements = await eachOf(conversations, ({ comment }) =>
        this.#around.placements.of(place, comment.target),
      );
      this.#placed = new Map(placements.map((placement, index) => [conversations[index]?.comment.id ?? '', placement]));
    } catch (error) {
      this.#around.failures.log('Could not find the places of the comments.', error);
    }
    this.#around.changed();
  }

  #put(conversation: Conversation): void {
    const { id } = conversation.comment;
    const sentAs = conversation.sentAs ?? this.#conversations.get(id)?.sentAs;
    this.#conversations.set(id, { ...conversation, ...(sentAs && { sentAs }) });
  }

  #putReply(id: string, reply: Reply): void {
    this.#update(id, conversation => {
      const isKnown = conversation.replies.some(other => other.id === reply.id);
      const replies = isKnown
        ? conversation.replies.map(other => (other.id === reply.id ? reply : other))
        : [...conversation.replies, reply];
      const comment = { ...conversation.comment, replies: conversation.comment.replies + (isKnown ? 0 : 1) };
      return { ...conversation, comment, replies };
    });
  }

  #update(id: string, change: (conversation: Conversation) => Conversation): void {
    const conversation = this.#conversations.get(id);
    if (conversation) this.#conversations.set(id, change(conversation));
  }
}

function without(conversation: Conversation, replyId: string): Conversation {
  const replies = conversation.replies.filter(reply => reply.id !== replyId);
  const gone = conversation.replies.length - replies.length;
  const comment = { ...conversation.comment, replies: conversation.comment.replies - gone };
  return { ...conversation, comment, replies };
}

export function keyOf({ connection, space, version }: Subject): string {
  const name = version.kind === 'changeRequest' ? `change-requests/${version.number}` : version.kind;
  return `${connection}/${space}/${name}`;
}

/** What the comments on a document belong to; undefined for documents that nobody can comment on. */
export function subjectOf(uri: vscode.Uri): Subject | undefined {
  const overview = parseOverviewUri(uri);
  if (overview) {
    const { connection, space, changeRequest: number } = overview;
    return { connection, space, version: { kind: 'changeRequest', number } };
  }
  const address = parseContentUri(uri);
  if (!address || address.version.kind === 'revision' || !isPage(address.path)) return undefined;
  const { connection, space, version } = address;
  return { connection, space, version };
}

function isPage(path: string): boolean {
  return path.endsWith('.md') && !path.startsWith('.assets/');
}
