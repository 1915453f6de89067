import { forgetOldest, type Memory } from '../reviews/oldest.ts';
import type { Comment, Conversation, Reply } from './requests.ts';

/** Number of documents that are remembered: those that were left last. */
const most = 500;

const prefix = 'seen ';

/** A document that is visible. */
interface OnScreen {
  /** The storage key of the document for the account that sees it. */
  key: string;
  /** Messages after this time are new, in milliseconds since 1970. */
  since: number;
}

/**
 * Remembers until when the user has seen the comments on documents. A document counts as seen once it leaves the
 * screen.
 */
export class Unread {
  readonly #memory: Memory;
  readonly #accountOf: (connection: string) => string | undefined;
  /** Visible documents by document key. */
  readonly #onScreen = new Map<string, OnScreen>();
  /** Recently stored times, since the memory may return the previous value for a moment. */
  readonly #seenUntil = new Map<string, number>();

  /** `memory` outlives the window; `accountOf` returns the account that is signed in at a connection. */
  constructor(memory: Memory, accountOf: (connection: string) => string | undefined = () => undefined) {
    this.#memory = memory;
    this.#accountOf = accountOf;
  }

  /** Returns true for a message of others since the user last looked at the document; false before the first look. */
  isNew(document: string, message: Comment | Reply, user: string | undefined): boolean {
    return isOfOthersSince(this.#since(document) ?? Infinity, message, user);
  }

  /** Like `isNew`, but before the first look all messages of others are unread. */
  isUnread(document: string, message: Comment | Reply, user: string | undefined): boolean {
    return isOfOthersSince(this.#since(document) ?? -Infinity, message, user);
  }

  /**
   * Sets the visible documents, and returns those that have become hidden. Messages from before the first look are not
   * new.
   */
  follow(documents: ReadonlySet<string>, conversationsOn: (document: string) => readonly Conversation[]): string[] {
    for (const document of documents) {
      const key = this.#keyOf(document);
      if (this.#onScreen.get(document)?.key === key) continue;
      const since = this.#until(key) ?? Date.now();
      this.#onScreen.set(document, { key, since });
      void this.#keep(key, since);
    }
    const hidden = [...this.#onScreen.keys()].filter(document => !documents.has(document));
    for (const document of hidden) this.leave(document, conversationsOn(document));
    return hidden;
  }

  /** Records that a document, or the account that sees it, has left the screen. */
  leave(document: string, conversations: readonly Conversation[]): void {
    const seen = this.#onScreen.get(document);
    if (!seen) return;
    this.#onScreen.delete(document);
    const times = conversations.flatMap(({ comment, replies }) => [comment, ...replies].map(timeOf));
    void this.#keep(seen.key, Math.max(seen.since, ...times));
  }

  #since(document: string): number | undefined {
    const key = this.#keyOf(document);
    const seen = this.#onScreen.get(document);
    return seen?.key === key ? seen.since : this.#until(key);
  }

  /** Returns the storage key: the document key with the account in place of the connection. */
  #keyOf(document: string): string {
    return prefix + document.replace(/(?<=^[^:/]+:\/\/)[^/]+/, connection => this.#accountOf(connection) ?? connection);
  }

  #until(key: string): number | undefined {
    const known = this.#seenUntil.get(key);
    const until = this.#memory.get<{ until?: unknown } | null>(key)?.until;
    if (typeof until !== 'number') return known;
    // The editor and the review page each store what was seen, so the later time counts.
    return Math.max(until, known ?? until);
  }

  async #keep(key: string, until: number): Promise<void> {
    if (this.#until(key) === until) return;
    this.#seenUntil.set(key, until);
    await this.#memory.update(key, { until, at: Date.now() });
    await forgetOldest(this.#memory, prefix, most);
  }
}

function isOfOthersSince(since: number, message: Comment | Reply, user: string | undefined): boolean {
  return user !== undefined && message.postedBy.id !== user && timeOf(message) > since;
}

function timeOf({ postedAt }: Comment | Reply): number {
  return Date.parse(postedAt) || 0;
}
