import type * as vscode from 'vscode';
import type { Content } from '../content/content.ts';
import { LookedAt } from './lookedAt.ts';
import type { Reader } from './reader.ts';
import { Reading } from './reading.ts';
import type { Comment } from './requests.ts';

interface Context {
  content: Pick<Content, 'lookUp'>;
  reader: Reader;
  /** How many comments there are at least, as far as that has been told with a list. */
  expectedCount: () => Promise<number>;
  /** Reads comments and takes them in, in place of all those that are meant. */
  take: (read: () => Promise<Comment[] | undefined>, isMeant: IsMeant) => Promise<void>;
  /** Told of a document that is looked at when everything has been read before. */
  placed: () => Promise<void>;
}

/** Tells of a comment that is known whether it is among what was read now, if it still is there. */
export type IsMeant = (comment: Comment, read: readonly Comment[]) => boolean;

const everything: IsMeant = () => true;
/** Of the same moment there may be others before it. Where there is no first, there is none at all. */
const sinceTheFirst: IsMeant = ({ postedAt }, [first]) => !first || postedAt > first.postedAt;

/** What is read of a discussion for those who look at its documents, and when it is read again. */
export class Looks {
  readonly #context: Context;
  readonly #reader: Reader;
  readonly #lookedAt: LookedAt;
  readonly #few: Reading;
  readonly #all: Reading;
  readonly #newest: Reading;
  /** By the IDs of pages. */
  readonly #pages = new Map<string, Reading>();

  constructor(context: Context) {
    const { content, reader, take } = (this.#context = context);
    this.#reader = reader;
    this.#lookedAt = new LookedAt(content);
    this.#few = new Reading(() => take(() => reader.few(), everything));
    this.#all = new Reading(() => take(() => reader.all(), everything));
    this.#newest = new Reading(() => take(() => reader.newest(), sinceTheFirst));
  }

  /** Whether somebody looks at a document. */
  has(document: vscode.Uri): boolean {
    return this.#lookedAt.has(document);
  }

  /** Takes in that somebody looks at a document. */
  note(document: vscode.Uri): void {
    this.#lookedAt.add(document);
  }

  /** The documents that somebody looks at, and of which everything is known that was said there. */
  async known(): Promise<vscode.Uri[]> {
    const documents = await this.#lookedAt.documents();
    return documents.flatMap(({ uri, page }) => (this.isKnown(page) ? uri : []));
  }

  /** The IDs of the pages that somebody looks at; one is undefined where that is everything. */
  async pages(): Promise<Set<string | undefined>> {
    return new Set((await this.#lookedAt.documents()).map(({ page }) => page));
  }

  /** Reads what was said on a document, in the way that is asked for. */
  async at(document: vscode.Uri, read: (reading: Reading) => Promise<void>): Promise<void> {
    const isNew = this.#lookedAt.add(document);
    if (!this.#reader.isLarge) this.#reader.expect(await this.#context.expectedCount());
    if (!this.#reader.isLarge) await read(this.#few);
    if (this.#reader.isLarge) await read(this.#readingOf(await this.#lookedAt.pageOf(document)));
    else if (isNew) await this.#context.placed();
  }

  /** Reads everything, unless that was just done. */
  async atAll(): Promise<void> {
    if (!this.#reader.isLarge) await this.#few.look();
    if (this.#reader.isLarge) await this.#all.look();
  }

  leave(document: vscode.Uri): void {
    this.#lookedAt.delete(document);
  }

  /** Takes in that other pages may be under the same addresses. */
  follow(): void {
    this.#lookedAt.follow();
  }

  /** Reads again what somebody looks at. */
  async again(): Promise<void> {
    if (!this.#reader.isLarge) this.#reader.expect(await this.#context.expectedCount());
    if (!this.#reader.isLarge) await this.#few.again();
    if (!this.#reader.isLarge) return;
    const readings = new Set([...(await this.pages())].map(page => this.#readingOf(page)));
    await Promise.all([...(readings.has(this.#all) ? [this.#all] : readings)].map(reading => reading.again()));
  }

  /** Whether everything is known that was said. */
  get isAllKnown(): boolean {
    return (this.#reader.isLarge ? this.#all : this.#few).isKnown;
  }

  /** Whether everything is known that is read for a page, or, without one, for what is about everything. */
  isKnown(page: string | undefined): boolean {
    return this.isAllKnown || (this.#reader.isLarge && this.#readingOf(page).isKnown);
  }

  /** Settles when nothing is being read. */
  async settled(): Promise<void> {
    await Promise.all([this.#few, this.#all, this.#newest, ...this.#pages.values()].map(reading => reading.settled()));
  }

  /** Of a discussion that is large: what is read for a page, or, without one, for what is about everything. */
  #readingOf(page: string | undefined): Reading {
    if (page === undefined) return this.#reader.isByAge ? this.#newest : this.#all;
    if (!this.#reader.isByPage) return this.#all;
    const reading = this.#pages.get(page) ?? new Reading(() => this.#readPage(page));
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
