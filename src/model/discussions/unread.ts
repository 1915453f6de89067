import { forgetOldest, type Memory } from '../reviews/oldest.ts';
import type { Comment, Conversation, Reply } from './requests.ts';

/** Of how many documents it is kept: those that were left last. */
const most = 500;

const prefix = 'seen ';

/** Up to when the user has seen what is said on documents: what was on the screen until the document left it. */
export class Unread {
  readonly #memory: Memory;
  /** By the keys of the documents that are on the screen: since when what is said there is new. */
  readonly #onScreen = new Map<string, number>();
  /** What was kept from here: for a moment the memory may give what was there before. */
  readonly #kept = new Map<string, number>();

  /** The memory outlives the window. */
  constructor(memory: Memory) {
    this.#memory = memory;
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
  follow(documents: ReadonlySet<string>, said: (document: string) => readonly Conversation[]): string[] {
    for (const document of documents) {
      if (this.#onScreen.has(document)) continue;
      const since = this.#until(document) ?? Date.now();
      this.#onScreen.set(document, since);
      void this.#keep(document, since);
    }
    const left = [...this.#onScreen].filter(([document]) => !documents.has(document));
    for (const [document, since] of left) {
      this.#onScreen.delete(document);
      const times = said(document).flatMap(({ comment, replies }) => [comment, ...replies].map(timeOf));
      void this.#keep(document, Math.max(since, ...times));
    }
    return left.map(([document]) => document);
  }

  #since(document: string): number | undefined {
    return this.#onScreen.get(document) ?? this.#until(document);
  }

  #until(document: string): number | undefined {
    const known = this.#kept.get(document);
    const until = this.#memory.get<{ until?: unknown } | null>(prefix + document)?.until;
    if (typeof until !== 'number') return known;
    // The editor and the review page each keep what was seen there.
    return Math.max(until, known ?? until);
  }

  async #keep(document: string, until: number): Promise<void> {
    if (this.#until(document) === until) return;
    this.#kept.set(document, until);
    await this.#memory.update(prefix + document, { until, at: Date.now() });
    await forgetOldest(this.#memory, prefix, most);
  }
}

function isOfOthersSince(since: number, message: Comment | Reply, user: string | undefined): boolean {
  return user !== undefined && message.postedBy.id !== user && timeOf(message) > since;
}

function timeOf({ postedAt }: Comment | Reply): number {
  return Date.parse(postedAt) || 0;
}
