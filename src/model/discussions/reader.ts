import { failedAs } from '../../api/errors.ts';
import type { Page } from '../../api/listings.ts';
import { type Comment, type Conversation, readConversation, type Requests } from './requests.ts';
import { mostAtOnce } from './subject.ts';

/** A list that has been read in part. */
interface Begun {
  comments: Comment[];
  rest: AsyncIterator<Page<Comment>>;
}

/**
 * Finds out how the comments of a place can be read: those that come in one reply all at once; of more only those on the
 * pages that somebody looks at, unless the server cannot tell them from others.
 */
export class Reader {
  readonly #requests: () => Promise<Requests>;
  #isLarge = false;
  #isTold = false;
  #tellsPages = true;
  /** The list of all as far as it was read to find out how long it is. */
  #begun: Begun | undefined;

  constructor(requests: () => Promise<Requests>) {
    this.#requests = requests;
  }

  /** Whether there are more than come in one reply. */
  get isLarge(): boolean {
    return this.#isLarge;
  }

  /** Whether the comments on a page are read by themselves. */
  get isByPage(): boolean {
    return this.#isLarge && this.#tellsPages;
  }

  /** Whether of those that are about everything only the newest are read: there are many, and none has been read yet. */
  get isByAge(): boolean {
    return this.isByPage && this.#isTold;
  }

  /** Takes in how many there are at least. */
  expect(count: number): void {
    if (count > mostAtOnce) this.#isTold = this.#isLarge = true;
  }

  /** All comments, unless there are more than come in one reply. */
  async few(): Promise<Comment[] | undefined> {
    if (this.#isLarge) return undefined;
    const { comments, rest } = await this.#begin();
    const first = await rest.next();
    if (!first.done) comments.push(...first.value.items);
    if (first.done || !first.value.hasMore) return comments;
    this.#isLarge = true;
    this.#begun = { comments, rest };
    return undefined;
  }

  /** All comments, however many. */
  async all(): Promise<Comment[]> {
    const { comments, rest } = this.#begun ?? (await this.#begin());
    this.#begun = undefined;
    for (let list = await rest.next(); !list.done; list = await rest.next()) comments.push(...list.value.items);
    return comments;
  }

  /** The comments on a page; undefined where the server does not tell them from others. */
  async onPage(page: string): Promise<Comment[] | undefined> {
    this.#begun = undefined;
    if (!this.#tellsPages) return undefined;
    try {
      const comments = await (await this.#requests()).comments({ page });
      if (comments.every(({ target }) => target.page?.id === page)) return comments;
    } catch (error) {
      if (!failedAs(error, 'invalid')) throw error;
    }
    this.#tellsPages = false;
    return undefined;
  }

  /** The newest comments, as many as come in one reply. */
  async newest(): Promise<Comment[]> {
    return (await this.#requests()).comments({ isNewest: true });
  }

  /** The comments among which one is that was sent to a page, or, without one, to everything. */
  async near(page: string | undefined, options?: { isFresh: true }): Promise<Comment[]> {
    const which = this.isByPage ? { page, isNewest: page === undefined && this.isByAge } : {};
    return (await this.#requests()).comments({ ...which, ...options });
  }

  /** Reads one conversation; undefined when it is not there any more. */
  async find(id: string): Promise<Conversation | undefined> {
    return readConversation(await this.#requests(), id);
  }

  async #begin(): Promise<Begun> {
    return { comments: [], rest: (await this.#requests()).lists()[Symbol.asyncIterator]() };
  }
}
