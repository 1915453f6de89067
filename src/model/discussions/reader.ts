import { failedAs } from '../../api/errors.ts';
import type { ListPage } from '../../api/listings.ts';
import { type Comment, type Conversation, readConversation, type Requests } from './requests.ts';
import { maxCommentsPerResponse } from './subject.ts';

/** A list that is read in part. */
interface Begun {
  comments: Comment[];
  rest: AsyncIterator<ListPage<Comment>>;
}

/**
 * Decides how comments are read: all of them if they fit in one response, else only those on pages in view, unless the
 * server cannot filter by page.
 */
export class CommentFetcher {
  readonly #requests: () => Promise<Requests>;
  #isLarge = false;
  #isTold = false;
  #tellsPages = true;
  /** The list of all comments, as far as it was read to find out its length. */
  #begun: Begun | undefined;

  constructor(requests: () => Promise<Requests>) {
    this.#requests = requests;
  }

  /** True if there are more comments than fit in one response. */
  get isLarge(): boolean {
    return this.#isLarge;
  }

  /** True if the comments on each page are read separately. */
  get isByPage(): boolean {
    return this.#isLarge && this.#tellsPages;
  }

  /**
   * True if only the newest comments on the whole change request are read, because their count is known to be large.
   */
  get isByAge(): boolean {
    return this.isByPage && this.#isTold;
  }

  /** Records the minimum number of comments. */
  expect(count: number): void {
    if (count > maxCommentsPerResponse) this.#isTold = this.#isLarge = true;
  }

  /** Returns all comments; undefined if they do not fit in one response. */
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

  /** Returns all comments, however many. */
  async all(): Promise<Comment[]> {
    const { comments, rest } = this.#begun ?? (await this.#begin());
    this.#begun = undefined;
    for (let list = await rest.next(); !list.done; list = await rest.next()) comments.push(...list.value.items);
    return comments;
  }

  /** Returns the comments on a page; undefined if the server cannot filter by page. */
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

  /** Returns the newest comments, as many as fit in one response. */
  async newest(): Promise<Comment[]> {
    return (await this.#requests()).comments({ isNewest: true });
  }

  /** Returns comments that include one sent to this page, or, without a page, to the whole space or change request. */
  async near(page: string | undefined, options?: { isFresh: true }): Promise<Comment[]> {
    const which = this.isByPage ? { page, isNewest: page === undefined && this.isByAge } : {};
    return (await this.#requests()).comments({ ...which, ...options });
  }

  /** Returns one conversation; undefined if it no longer exists. */
  async find(id: string): Promise<Conversation | undefined> {
    return readConversation(await this.#requests(), id);
  }

  async #begin(): Promise<Begun> {
    return { comments: [], rest: (await this.#requests()).lists()[Symbol.asyncIterator]() };
  }
}
