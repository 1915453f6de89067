import type * as vscode from 'vscode';
import type { FailureLog } from '../../api/failure.ts';
import type { Page } from '../content/layout.ts';
import type { Place, Snapshot } from '../content/snapshot.ts';
import { findQuotedLines, readPageQuote, titleKey } from './commentTarget.ts';
import type { CommentTarget, LineRange, Placement, PlacementTarget } from './placement.ts';
import { headAddress } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import { isBase } from './subject.ts';

/** A page that a change request deletes, as the older side of a diff shows it. */
export interface DeletedPage {
  /** Address of the document on the older side of a diff. */
  uri: vscode.Uri;
  snapshot: Snapshot;
  page: Page;
}

/** A comment, or a draft of one. */
export interface CommentOnPage {
  target: Pick<PlacementTarget, 'node' | 'page' | 'revision'>;
  body: { markdown?: string };
}

/** Finds the lines of a node; `range` is undefined if the page does not have the node. */
export type FindNode = (page: DeletedPage, node: { id: string; preview?: string }) => Promise<FoundLines>;
type FoundLines = Pick<Placement, 'range' | 'exactness' | 'cell'>;

/** The deleted page that a comment is about. */
interface Reference {
  page: DeletedPage;
  /** Quoted lines of a comment written after the deletion; undefined for a comment written on the page itself. */
  quotedLines?: readonly string[];
  /** Set if only the quoted lines identify the page: another page may have the same lines. */
  isByWords?: true;
}

/** Maximum number of pages that are searched for quoted lines if the title does not identify a page. */
const maxSearchedPages = 20;

/**
 * The deleted pages that are shown together. Failed reads are remembered and logged once, so a retry needs a new
 * instance.
 */
export class DeletedPages {
  readonly #pages: readonly DeletedPage[];
  readonly #log: FailureLog;
  readonly #byTitle: ReadonlyMap<string, readonly DeletedPage[]>;
  /** Titles of all deleted pages, including those that are not shown. */
  readonly #titles: ReadonlySet<string>;
  readonly #references = new WeakMap<CommentOnPage, Promise<Reference | undefined>>();
  readonly #texts = new Map<DeletedPage, Promise<string | undefined>>();
  /** Pages whose nodes could not be read. */
  readonly #unreadable = new Set<DeletedPage>();

  /** `otherTitles` are the titles of deleted pages that are not shown. */
  constructor(pages: readonly DeletedPage[], log: FailureLog, otherTitles: readonly string[] = []) {
    this.#pages = pages;
    this.#log = log;
    this.#byTitle = Map.groupBy(pages, ({ page }) => titleKey(page.title));
    this.#titles = new Set([...this.#byTitle.keys(), ...otherTitles.map(titleKey)]);
  }

  get isEmpty(): boolean {
    return this.#pages.length === 0;
  }

  get(id: string | undefined): DeletedPage | undefined {
    return this.#pages.find(({ page }) => page.id === id);
  }

  /**
   * Returns the deleted page that a comment was written on or quotes; undefined if there is none, or the page cannot be
   * read.
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
      const page = (isAmongMany && (await this.#firstWithLines(quotedLines, named))) || first;
      return this.#ifReadable({ page, quotedLines });
    }
    if (quotedLines.length === 0 || this.#titles.has(titleKey(quote.title))) return undefined;
    // A page that was renamed before its deletion is recognized by the quoted lines.
    const page = await this.#firstWithLines(quotedLines, this.#pages);
    return page && { page, quotedLines, isByWords: true };
  }

  /** Returns the placement of a comment on its deleted page; undefined if it is about none of these pages. */
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

  /** Returns the first page that has the quoted lines. Only the first `maxSearchedPages` candidates are read. */
  async #firstWithLines(
    lines: readonly string[],
    candidates: readonly DeletedPage[],
  ): Promise<DeletedPage | undefined> {
    const pages = candidates.slice(0, maxSearchedPages);
    const texts = await Promise.all(pages.map(page => this.#text(page)));
    return pages.find((_, index) => findQuotedLines(texts[index] ?? '', lines) !== undefined);
  }

  /**
   * Returns undefined if the page cannot be read: its comments are then shown in the conversation of the change
   * request.
   */
  async #ifReadable(reference: Reference): Promise<Reference | undefined> {
    return (await this.#text(reference.page)) === undefined ? undefined : reference;
  }

  /** Returns the Markdown of a page; undefined if it cannot be read. */
  #text(deleted: DeletedPage): Promise<string | undefined> {
    const known = this.#texts.get(deleted);
    if (known) return known;
    const text = deleted.snapshot.markdown(deleted.page.id).catch((error: unknown) => {
      this.#log.log('Could not read a deleted page with comments.', error);
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

/** Returns the page shown on the older side of a diff, if the newest version of the change request no longer has it. */
export async function deletedPageAt(content: Content, uri: vscode.Uri): Promise<DeletedPage | undefined> {
  const head = isBase(uri) ? headAddress(uri) : undefined;
  const entry = head && (await content.lookUp(uri));
  if (!entry || entry.kind !== 'page') return undefined;
  const { byId } = await (await content.snapshot(await content.place(head))).pages();
  const { snapshot, page } = entry;
  return byId.has(page.id) ? undefined : { uri, snapshot, page };
}

/** Returns the titles of all pages in the snapshot that the newest version no longer has. */
export async function deletedTitles(content: Content, { uri, snapshot }: DeletedPage): Promise<string[]> {
  const head = headAddress(uri);
  if (!head) return [];
  const now = await (await content.snapshot(await content.place(head))).pages();
  const before = await snapshot.pages();
  return [...before.byId].flatMap(([id, { page }]) => (now.byId.has(id) ? [] : page.title));
}

/** Finds a block by the preview stored with a comment. Returns undefined if the text does not contain it. */
export function findPreview(text: string, preview: string | undefined): LineRange | undefined {
  return preview === undefined ? undefined : findQuotedLines(text, preview.split('\n'));
}

/**
 * Returns the current titles of the pages that comments are about, by page ID. A deleted page has its last title and
 * "(deleted)".
 */
export async function pageTitles(
  content: Content,
  place: Place,
  targets: readonly CommentTarget[],
): Promise<ReadonlyMap<string, string>> {
  const byId = await presentPages(content, place);
  const titles = new Map<string, string>();
  for (const target of targets) {
    const { page, pageTitle } = target;
    if (page === undefined || titles.has(page)) continue;
    const present = byId?.get(page)?.page.title;
    if (byId === undefined) titles.set(page, pageTitle ?? '');
    else if (present !== undefined) titles.set(page, present);
    else titles.set(page, `${(await lastTitleOf(content, place, target)) || 'Page'} (deleted)`);
  }
  return titles;
}

/** Returns the pages of a version by ID; undefined if they cannot be read. */
async function presentPages(content: Content, place: Place) {
  try {
    return (await (await content.snapshot(place)).pages()).byId;
  } catch {
    // The titles stored with the comments are used instead.
    return undefined;
  }
}

/**
 * Returns the last title of a page that a version no longer has: the one stored with the comment, else that of the main
 * content, else an empty string.
 */
export async function lastTitleOf(
  content: Content,
  place: Place,
  { page = '', pageTitle }: Pick<CommentTarget, 'page' | 'pageTitle'>,
): Promise<string> {
  if (pageTitle !== undefined) return pageTitle;
  try {
    const { byId } = await (await content.snapshot({ ...place, version: { kind: 'main' } })).pages();
    return byId.get(page)?.page.title ?? '';
  } catch {
    // Callers show a generic name for a deleted page without a title.
    return '';
  }
}
