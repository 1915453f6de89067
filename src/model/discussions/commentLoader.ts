import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Content } from '../content/content.ts';
import { RefreshableQuery } from '../concurrency.ts';
import { type Comment, type CommentRequests, type Conversation, readConversation } from './requests.ts';
import { isApiError } from '../../api/errors.ts';
import type { ListPage } from '../../api/listings.ts';
import { maxCommentsPerResponse } from './subject.ts';
import { Failure } from '../../api/failure.ts';
import { documentKey, parseContentUri } from '../content/address.ts';

interface Context {
  content: Pick<Content, 'lookUp'>;
  fetcher: CommentFetcher;
  /** Returns the minimum number of comments, as reported with the change request. */
  expectedCount: () => Promise<number>;
  /** Reads comments and replaces the matching loaded ones with them. */
  replaceComments: (read: () => Promise<Comment[] | undefined>, isMatch: IsCovered) => Promise<void>;
  /** Called when a document comes into view whose comments are loaded already. */
  onDocumentAdded: () => Promise<void>;
}

/** Returns true if a loaded comment must be among the comments just read, unless it was deleted. */
export type IsCovered = (comment: Comment, read: readonly Comment[]) => boolean;

const coversAll: IsCovered = () => true;
/** Matches comments newer than the oldest one just read. Others with the same time may precede that one. */
const coversNewerThanFirst: IsCovered = ({ postedAt }, [first]) => !first || postedAt > first.postedAt;

/** Decides which comments are fetched for the documents in view, and when they are refetched. */
export class CommentLoader {
  readonly #context: Context;
  readonly #fetcher: CommentFetcher;
  readonly #visibleDocuments: VisibleDocuments;
  readonly #small: RefreshableQuery;
  readonly #all: RefreshableQuery;
  readonly #newest: RefreshableQuery;
  /** Queries for the comments of pages, by page ID. */
  readonly #pages = new Map<string, RefreshableQuery>();

  constructor(context: Context) {
    const { content, fetcher, replaceComments } = (this.#context = context);
    this.#fetcher = fetcher;
    this.#visibleDocuments = new VisibleDocuments(content);
    this.#small = new RefreshableQuery(() => replaceComments(() => fetcher.fetchIfSmall(), coversAll));
    this.#all = new RefreshableQuery(() => replaceComments(() => fetcher.fetchAll(), coversAll));
    this.#newest = new RefreshableQuery(() => replaceComments(() => fetcher.fetchNewest(), coversNewerThanFirst));
  }

  /** Returns true if a document is in view. */
  isVisible(document: vscode.Uri): boolean {
    return this.#visibleDocuments.has(document);
  }

  /** Adds a document to those in view. */
  addDocument(document: vscode.Uri): void {
    this.#visibleDocuments.add(document);
  }

  /** Returns the documents in view whose comments are all loaded. */
  async loadedDocuments(): Promise<vscode.Uri[]> {
    const documents = await this.#visibleDocuments.documents();
    return documents.flatMap(({ uri, page }) => (this.isPageUpToDate(page) ? uri : []));
  }

  /** Returns the page IDs of the documents in view; undefined stands for the whole space or change request. */
  async visiblePages(): Promise<Set<string | undefined>> {
    return new Set((await this.#visibleDocuments.documents()).map(({ page }) => page));
  }

  /** Loads the comments on a document by calling `read` with the responsible query. */
  async load(document: vscode.Uri, read: (reading: RefreshableQuery) => Promise<void>): Promise<void> {
    const isNew = this.#visibleDocuments.add(document);
    if (!this.#fetcher.isLarge) this.#fetcher.expectCount(await this.#context.expectedCount());
    if (!this.#fetcher.isLarge) await read(this.#small);
    if (this.#fetcher.isLarge) await read(this.#queryFor(await this.#visibleDocuments.pageOf(document)));
    else if (isNew) await this.#context.onDocumentAdded();
  }

  /** Loads all comments, unless they are fresh. */
  async loadAll(): Promise<void> {
    if (!this.#fetcher.isLarge) await this.#small.refreshIfStale();
    if (this.#fetcher.isLarge) await this.#all.refreshIfStale();
  }

  removeDocument(document: vscode.Uri): void {
    this.#visibleDocuments.delete(document);
  }

  /** Looks up all pages again, since an address may belong to another page. */
  refreshPages(): void {
    this.#visibleDocuments.refreshPages();
  }

  /** Refetches the comments on the documents in view. */
  async refresh(): Promise<void> {
    if (!this.#fetcher.isLarge) this.#fetcher.expectCount(await this.#context.expectedCount());
    if (!this.#fetcher.isLarge) await this.#small.refresh();
    if (!this.#fetcher.isLarge) return;
    const readings = new Set([...(await this.visiblePages())].map(page => this.#queryFor(page)));
    await Promise.all([...(readings.has(this.#all) ? [this.#all] : readings)].map(reading => reading.refresh()));
  }

  /** True if all comments are loaded. */
  get isFullyLoaded(): boolean {
    return (this.#fetcher.isLarge ? this.#all : this.#small).isUpToDate;
  }

  /**
   * Returns true if the comments on a page are up to date; without a page, those on the whole space or change request.
   */
  isPageUpToDate(page: string | undefined): boolean {
    return this.isFullyLoaded || (this.#fetcher.isLarge && this.#queryFor(page).isUpToDate);
  }

  /** Resolves when no fetch is pending. */
  async whenIdle(): Promise<void> {
    await Promise.all(
      [this.#small, this.#all, this.#newest, ...this.#pages.values()].map(reading => reading.whenIdle()),
    );
  }

  /**
   * Returns the query for a page of a large discussion; without a page, for comments on the whole space or change
   * request.
   */
  #queryFor(page: string | undefined): RefreshableQuery {
    if (page === undefined) return this.#fetcher.isByAge ? this.#newest : this.#all;
    if (!this.#fetcher.isByPage) return this.#all;
    const reading = this.#pages.get(page) ?? new RefreshableQuery(() => this.#fetchPage(page));
    this.#pages.set(page, reading);
    return reading;
  }

  async #fetchPage(page: string): Promise<void> {
    await this.#context.replaceComments(
      () => this.#fetcher.fetchOnPage(page),
      ({ target }) => target.page?.id === page,
    );
    if (!this.#fetcher.isByPage) await this.#all.ensureLoaded();
  }
}

/** A list that is read in part. */
interface PartialList {
  comments: Comment[];
  rest: AsyncIterator<ListPage<Comment>>;
}

/**
 * Decides how comments are read: all of them if they fit in one response, else only those on pages in view, unless the
 * server cannot filter by page.
 */
export class CommentFetcher {
  readonly #requests: () => Promise<CommentRequests>;
  #isLarge = false;
  #isCountReported = false;
  #canFilterByPage = true;
  /** The list of all comments, as far as it was read to find out its length. */
  #partialList: PartialList | undefined;

  constructor(requests: () => Promise<CommentRequests>) {
    this.#requests = requests;
  }

  /** True if there are more comments than fit in one response. */
  get isLarge(): boolean {
    return this.#isLarge;
  }

  /** True if the comments on each page are read separately. */
  get isByPage(): boolean {
    return this.#isLarge && this.#canFilterByPage;
  }

  /**
   * True if only the newest comments on the whole change request are read, because their count is known to be large.
   */
  get isByAge(): boolean {
    return this.isByPage && this.#isCountReported;
  }

  /** Records the minimum number of comments. */
  expectCount(count: number): void {
    if (count > maxCommentsPerResponse) this.#isCountReported = this.#isLarge = true;
  }

  /** Returns all comments; undefined if they do not fit in one response. */
  async fetchIfSmall(): Promise<Comment[] | undefined> {
    if (this.#isLarge) return undefined;
    const { comments, rest } = await this.#startList();
    const first = await rest.next();
    if (!first.done) comments.push(...first.value.items);
    if (first.done || !first.value.hasMore) return comments;
    this.#isLarge = true;
    this.#partialList = { comments, rest };
    return undefined;
  }

  /** Returns all comments, however many. */
  async fetchAll(): Promise<Comment[]> {
    const { comments, rest } = this.#partialList ?? (await this.#startList());
    this.#partialList = undefined;
    for (let list = await rest.next(); !list.done; list = await rest.next()) comments.push(...list.value.items);
    return comments;
  }

  /** Returns the comments on a page; undefined if the server cannot filter by page. */
  async fetchOnPage(page: string): Promise<Comment[] | undefined> {
    this.#partialList = undefined;
    if (!this.#canFilterByPage) return undefined;
    try {
      const comments = await (await this.#requests()).comments({ page });
      if (comments.every(({ target }) => target.page?.id === page)) return comments;
    } catch (error) {
      if (!isApiError(error, 'invalid')) throw error;
    }
    this.#canFilterByPage = false;
    return undefined;
  }

  /** Returns the newest comments, as many as fit in one response. */
  async fetchNewest(): Promise<Comment[]> {
    return (await this.#requests()).comments({ isNewest: true });
  }

  /** Returns comments that include one sent to this page, or, without a page, to the whole space or change request. */
  async fetchNear(page: string | undefined, options?: { isFresh: true }): Promise<Comment[]> {
    const which = this.isByPage ? { page, isNewest: page === undefined && this.isByAge } : {};
    return (await this.#requests()).comments({ ...which, ...options });
  }

  /** Returns one conversation; undefined if it no longer exists. */
  async fetchConversation(id: string): Promise<Conversation | undefined> {
    return readConversation(await this.#requests(), id);
  }

  async #startList(): Promise<PartialList> {
    return { comments: [], rest: (await this.#requests()).lists()[Symbol.asyncIterator]() };
  }
}

interface VisibleDocument {
  uri: vscode.Uri;
  /** ID of the page; undefined for the document of comments on the whole space or change request. */
  page: Promise<string | undefined>;
  /** The last known page, used while `page` is looked up again. */
  last?: { page: string | undefined } | undefined;
}

/** The documents of a discussion that are in view. */
export class VisibleDocuments {
  readonly #content: Pick<Content, 'lookUp'>;
  /** Visible documents by document key. */
  readonly #documents = new Map<string, VisibleDocument>();

  constructor(content: Pick<Content, 'lookUp'>) {
    this.#content = content;
  }

  has(document: vscode.Uri): boolean {
    return this.#documents.has(documentKey(document));
  }

  /** Returns true if the document was not in view before. */
  add(document: vscode.Uri): boolean {
    if (this.has(document)) return false;
    this.#register(document);
    return true;
  }

  delete(document: vscode.Uri): void {
    this.#documents.delete(documentKey(document));
  }

  /** Returns the page ID of a document; undefined for the document of comments on the whole space or change request. */
  pageOf(document: vscode.Uri): Promise<string | undefined> {
    return (this.#documents.get(documentKey(document)) ?? this.#register(document)).page;
  }

  /** Returns all documents, with their last known pages. Documents whose page does not exist are left out. */
  async documents(): Promise<{ uri: vscode.Uri; page: string | undefined }[]> {
    const all = [...this.#documents.values()];
    const results = await Promise.allSettled(
      all.map(async ({ uri, page, last }) => ({ uri, page: last ? last.page : await page })),
    );
    return results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  }

  /** Looks up all pages again: after an edit, an address may belong to another page. */
  refreshPages(): void {
    for (const { uri, last } of [...this.#documents.values()]) this.#register(uri, last);
  }

  #register(uri: vscode.Uri, last?: VisibleDocument['last']): VisibleDocument {
    const key = documentKey(uri);
    const looked: VisibleDocument = { uri, page: this.#lookUpPage(uri), last };
    this.#documents.set(key, looked);
    looked.page.then(
      page => (looked.last = { page }),
      () => {
        // Callers receive the error, and the next call tries again.
        if (this.#documents.get(key) === looked) this.#documents.delete(key);
      },
    );
    return looked;
  }

  async #lookUpPage(uri: vscode.Uri): Promise<string | undefined> {
    const address = parseContentUri(uri);
    // Only the overview of a change request has no content address.
    if (!address) return undefined;
    const match = await this.#content.lookUp(uri);
    if (match?.kind !== 'page')
      throw new Failure(t('The page is not there any more. Refresh to see what is there now.'));
    const [first] = (await match.snapshot.pages()).byPath.values();
    // The first page of a space shows the comments on the whole space.
    return address.version.kind === 'main' && first?.page.id === match.page.id ? undefined : match.page.id;
  }
}
