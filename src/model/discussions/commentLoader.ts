import type * as vscode from 'vscode';
import type { Content } from '../content/content.ts';
import { VisibleDocuments } from './visibleDocuments.ts';
import type { CommentFetcher } from './reader.ts';
import { RefreshableQuery } from './refreshableQuery.ts';
import type { Comment } from './requests.ts';

interface Context {
  content: Pick<Content, 'lookUp'>;
  reader: CommentFetcher;
  /** Returns the minimum number of comments, as reported with the change request. */
  expectedCount: () => Promise<number>;
  /** Reads comments and replaces the matching loaded ones with them. */
  take: (read: () => Promise<Comment[] | undefined>, isMeant: IsMeant) => Promise<void>;
  /** Called when a document comes into view whose comments are loaded already. */
  placed: () => Promise<void>;
}

/** Returns true if a loaded comment must be among the comments just read, unless it was deleted. */
export type IsMeant = (comment: Comment, read: readonly Comment[]) => boolean;

const everything: IsMeant = () => true;
/** Matches comments newer than the oldest one just read. Others with the same time may precede that one. */
const sinceTheFirst: IsMeant = ({ postedAt }, [first]) => !first || postedAt > first.postedAt;

/** Decides which comments are fetched for the documents in view, and when they are refetched. */
export class CommentLoader {
  readonly #context: Context;
  readonly #reader: CommentFetcher;
  readonly #lookedAt: VisibleDocuments;
  readonly #few: RefreshableQuery;
  readonly #all: RefreshableQuery;
  readonly #newest: RefreshableQuery;
  /** By page ID. */
  readonly #pages = new Map<string, RefreshableQuery>();

  constructor(context: Context) {
    const { content, reader, take } = (this.#context = context);
    this.#reader = reader;
    this.#lookedAt = new VisibleDocuments(content);
    this.#few = new RefreshableQuery(() => take(() => reader.few(), everything));
    this.#all = new RefreshableQuery(() => take(() => reader.all(), everything));
    this.#newest = new RefreshableQuery(() => take(() => reader.newest(), sinceTheFirst));
  }

  /** Returns true if a document is in view. */
  has(document: vscode.Uri): boolean {
    return this.#lookedAt.has(document);
  }

  /** Adds a document to those in view. */
  note(document: vscode.Uri): void {
    this.#lookedAt.add(document);
  }

  /** Returns the documents in view whose comments are all loaded. */
  async known(): Promise<vscode.Uri[]> {
    const documents = await this.#lookedAt.documents();
    return documents.flatMap(({ uri, page }) => (this.isKnown(page) ? uri : []));
  }

  /** Returns the page IDs of the documents in view; undefined stands for the whole space or change request. */
  async pages(): Promise<Set<string | undefined>> {
    return new Set((await this.#lookedAt.documents()).map(({ page }) => page));
  }

  /** Loads the comments on a document by calling `read` with the responsible query. */
  async at(document: vscode.Uri, read: (reading: RefreshableQuery) => Promise<void>): Promise<void> {
    const isNew = this.#lookedAt.add(document);
    if (!this.#reader.isLarge) this.#reader.expect(await this.#context.expectedCount());
    if (!this.#reader.isLarge) await read(this.#few);
    if (this.#reader.isLarge) await read(this.#readingOf(await this.#lookedAt.pageOf(document)));
    else if (isNew) await this.#context.placed();
  }

  /** Loads all comments, unless they are fresh. */
  async atAll(): Promise<void> {
    if (!this.#reader.isLarge) await this.#few.look();
    if (this.#reader.isLarge) await this.#all.look();
  }

  leave(document: vscode.Uri): void {
    this.#lookedAt.delete(document);
  }

  /** Looks up all pages again, since an address may belong to another page. */
  follow(): void {
    this.#lookedAt.follow();
  }

  /** Refetches the comments on the documents in view. */
  async again(): Promise<void> {
    if (!this.#reader.isLarge) this.#reader.expect(await this.#context.expectedCount());
    if (!this.#reader.isLarge) await this.#few.again();
    if (!this.#reader.isLarge) return;
    const readings = new Set([...(await this.pages())].map(page => this.#readingOf(page)));
    await Promise.all([...(readings.has(this.#all) ? [this.#all] : readings)].map(reading => reading.again()));
  }

  /** True if all comments are loaded. */
  get isAllKnown(): boolean {
    return (this.#reader.isLarge ? this.#all : this.#few).isKnown;
  }

  /**
   * Returns true if the comments on a page are up to date; without a page, those on the whole space or change request.
   */
  isKnown(page: string | undefined): boolean {
    return this.isAllKnown || (this.#reader.isLarge && this.#readingOf(page).isKnown);
  }

  /** Resolves when no fetch is pending. */
  async settled(): Promise<void> {
    await Promise.all([this.#few, this.#all, this.#newest, ...this.#pages.values()].map(reading => reading.settled()));
  }

  /**
   * Returns the query for a page of a large discussion; without a page, for comments on the whole space or change
   * request.
   */
  #readingOf(page: string | undefined): RefreshableQuery {
    if (page === undefined) return this.#reader.isByAge ? this.#newest : this.#all;
    if (!this.#reader.isByPage) return this.#all;
    const reading = this.#pages.get(page) ?? new RefreshableQuery(() => this.#readPage(page));
    this.#pages.set(page, reading);
    return reading;
  }

  async #readPage(page: string): Promise<void> {
    await this.#context.take(
      () => this.#reader.onPage(page),
      ({ target }) => target.page?.id === page,
    );
    if (!this.#reader.isByPage) await this.#all.demand();
  }
}
