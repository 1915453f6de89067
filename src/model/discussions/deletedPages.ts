import type * as vscode from 'vscode';
import type { FailureLog } from '../../api/failure.ts';
import type { Page } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';
import { findQuotedLines, readPageQuote, titleKey } from './gone.ts';
import type { Placement, Target } from './placement.ts';

/** A page that a change request deletes, as it was. */
export interface DeletedPage {
  /** Its address, as the older side of a diff. */
  uri: vscode.Uri;
  snapshot: Snapshot;
  page: Page;
}

/** A comment, or a text that is to become one. */
export interface CommentOnPage {
  target: Pick<Target, 'node' | 'page' | 'revision'>;
  body: { markdown?: string };
}

/** Finds the lines of a node; without `range` where the page does not have it. */
export type FindNode = (page: DeletedPage, node: { id: string; preview?: string }) => Promise<FoundLines>;
type FoundLines = Pick<Placement, 'range' | 'exactness' | 'cell'>;

/** The deleted page that a comment is about. */
interface Reference {
  page: DeletedPage;
  /** The lines that the comment quotes; undefined where it was written when the page was there. */
  quotedLines?: readonly string[];
  /** Whether the page is known by the quoted lines alone: another page may have the same. */
  isByWords?: true;
}

/** In how many pages the words of a quotation are looked for where its title does not tell which of them it is. */
const maxSearchedPages = 20;

/**
 * The deleted pages that are shown at one time. What cannot be read of them is neither asked for nor logged again: for
 * another try there are new ones.
 */
export class DeletedPages {
  readonly #pages: readonly DeletedPage[];
  readonly #log: FailureLog;
  readonly #byTitle: ReadonlyMap<string, readonly DeletedPage[]>;
  /** Of all deleted pages, also of those that are not shown. */
  readonly #titles: ReadonlySet<string>;
  readonly #references = new WeakMap<CommentOnPage, Promise<Reference | undefined>>();
  readonly #texts = new Map<DeletedPage, Promise<string | undefined>>();
  /** Those whose nodes cannot be read. */
  readonly #unreadable = new Set<DeletedPage>();

  /** `otherTitles` are those of deleted pages that are not shown. */
  constructor(pages: readonly DeletedPage[], log: FailureLog, otherTitles: readonly string[] = []) {
    this.#pages = pages;
    this.#log = log;
    this.#byTitle = Map.groupBy(pages, ({ page }) => titleKey(page.title));
    this.#titles = new Set([...this.#byTitle.keys(), ...otherTitles.map(titleKey)]);
  }

  get isEmpty(): boolean {
    return this.#pages.length === 0;
  }

  /** Returns the page with this ID. */
  get(id: string | undefined): DeletedPage | undefined {
    return this.#pages.find(({ page }) => page.id === id);
  }

  /**
   * Finds the page that a comment is about: it was written when the page was there, or it quotes the page. Undefined where
   * it is about none of these, or the page cannot be read.
   */
  find(comment: CommentOnPage): Promise<Reference | undefined> {
    const known = this.#references.get(comment);
    if (known) return known;
    const reference = this.#find(comment);
    this.#references.set(comment, reference);
    return reference;
  }

  async #find({ target, body }: CommentOnPage): Promise<Reference | undefined> {
    if (this.isEmpty) return undefined;
    if (target.page) {
      const page = this.get(target.page.id);
      return page && this.#ifReadable({ page });
    }
    const quote = readPageQuote(body.markdown ?? '');
    if (!quote) return undefined;
    const { lines: quotedLines } = quote;
    const named = this.#byTitle.get(titleKey(quote.title)) ?? [];
    const [first] = named;
    if (first) {
      const isAmongMany = named.length > 1 && quotedLines.length > 0;
      const page = (isAmongMany && (await this.#firstWith(quotedLines, named))) || first;
      return this.#ifReadable({ page, quotedLines });
    }
    if (quotedLines.length === 0 || this.#titles.has(titleKey(quote.title))) return undefined;
    // A page that was given another title before it was deleted is told by what is quoted of it.
    const page = await this.#firstWith(quotedLines, this.#pages);
    return page && { page, quotedLines, isByWords: true };
  }

  /** Finds where a comment stands on the page that it is about; undefined where it is about none of these. */
  async placementOf(comment: CommentOnPage, findNode: FindNode): Promise<Placement | undefined> {
    const reference = await this.find(comment);
    if (!reference) return undefined;
    const { page, quotedLines, isByWords } = reference;
    if (quotedLines) {
      const range = findQuotedLines((await this.#text(page)) ?? '', quotedLines);
      if (range && isByWords) return placementOn(page, { range, exactness: 'preview' }, false);
      if (range) return placementOn(page, { range, exactness: 'node' }, true);
      return placementOn(page, wholePage, quotedLines.length === 0);
    }
    const { node } = comment.target;
    const lines = node ? await this.#linesOf(page, node, findNode) : wholePage;
    return placementOn(page, lines, !node || lines.exactness === 'node');
  }

  /** The first of some pages that has the quoted lines; of very many the first are read. */
  async #firstWith(lines: readonly string[], candidates: readonly DeletedPage[]): Promise<DeletedPage | undefined> {
    const pages = candidates.slice(0, maxSearchedPages);
    const texts = await Promise.all(pages.map(page => this.#text(page)));
    return pages.find((_, index) => findQuotedLines(texts[index] ?? '', lines) !== undefined);
  }

  /** Leaves out a page that cannot be read: its comments are shown in the conversation of the change request. */
  async #ifReadable(reference: Reference): Promise<Reference | undefined> {
    return (await this.#text(reference.page)) === undefined ? undefined : reference;
  }

  /** The Markdown of a page; undefined where it cannot be read. */
  #text(deleted: DeletedPage): Promise<string | undefined> {
    const known = this.#texts.get(deleted);
    if (known) return known;
    const text = deleted.snapshot.markdown(deleted.page.id).catch((error: unknown) => {
      this.#log.log('Could not read a deleted page that somebody commented on.', error);
      return undefined;
    });
    this.#texts.set(deleted, text);
    return text;
  }

  async #linesOf(page: DeletedPage, node: { id: string; preview?: string }, findNode: FindNode): Promise<FoundLines> {
    if (this.#unreadable.has(page)) return wholePage;
    try {
      return await findNode(page, node);
    } catch (error) {
      if (!this.#unreadable.has(page)) this.#log.log('Could not find a comment on a deleted page.', error);
      this.#unreadable.add(page);
      return wholePage;
    }
  }
}

const wholePage: FoundLines = { range: undefined, exactness: 'page' };

function placementOn({ uri }: DeletedPage, lines: FoundLines, isExact: boolean): Placement {
  return { uri, ...lines, isExact, isEarlier: false };
}
