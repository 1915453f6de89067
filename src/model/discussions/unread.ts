import { forgetOldest, type Memory } from '../reviews/oldest.ts';
import type { Comment, Conversation, Reply } from './requests.ts';

/** Of how many documents it is kept: those that were left last. */
const most = 500;

const prefix = 'seen ';

/** What is on the screen of a document. */
interface OnScreen {
  /** Under which it is stored, for the account that sees it. */
  key: string;
  /** Since when what is said there is new. */
  since: number;
}

/** Up to when the user has seen what is said on documents: what was on the screen until the document left it. */
export class Unread {
  readonly #memory: Memory;
  readonly #accountOf: (connection: string) => string | undefined;
  /** By the keys of the documents that are on the screen. */
  readonly #onScreen = new Map<string, OnScreen>();
  /** What was kept from here: for a moment the memory may give what was there before. */
  readonly #seenUntil = new Map<string, number>();

  /** The memory outlives the window; `accountOf` names the account that is signed in at a connection. */
  constructor(memory: Memory, accountOf: (connection: string) => string | undefined = () => undefined) {
    this.#memory = memory;
    this.#accountOf = accountOf;
  }

  /** Whether others have said something since the user has looked at its document last; not before the first look. */
  isNew(document: string, message: Comment | Reply, user: string | undefined): boolean {
    return isOfOthersSince(this.#since(document) ?? Infinity, message, user);
  }

  /** The same, and all that others have said on a document at which the user has never looked. */
  isUnread(document: string, message: Comment | Reply, user: string | undefined): boolean {
    return isOfOthersSince(this.#since(document) ?? -Infinity, message, user);
  }

  /** Takes in which documents are on the screen, and gives those that have left. What was there before the first look is no news. */
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

  /** Takes in that a document, or who sees it, has left the screen. */
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

  /** What the address of a document names in place of its connection is the account. */
  #keyOf(document: string): string {
    return prefix + document.replace(/(?<=^[^:/]+:\/\/)[^/]+/, connection => this.#accountOf(connection) ?? connection);
  }

  #until(key: string): number | undefined {
    const known = this.#seenUntil.get(key);
    const until = this.#memory.get<{ until?: unknown } | null>(key)?.until;
    if (typeof until !== 'number') return known;
    // The editor and the review page each keep what was seen there.
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
