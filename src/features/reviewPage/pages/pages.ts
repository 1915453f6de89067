import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { failureMessage, isCancellation } from '../../../api/failure.ts';
import type { ChangeRequestPlace } from '../../../model/content/changeRequests.ts';
import { contentUri } from '../../../model/content/address.ts';
import { baseSnapshot, baseOfEntry } from '../../../model/content/comparison.ts';
import type { Change } from '../../../model/content/changes.ts';
import { versionOf } from '../../../model/content/content.ts';
import type { PageEntry, PageLayout } from '../../../model/content/layout.ts';
import type { ReviewPageModels } from '../models.ts';
import { type AllPages, readAllPages } from './allPages.ts';
import { pagesShowing } from '../../../model/content/pagesShowing.ts';
import { openAddressOf } from '../../../model/content/openAddresses.ts';
import { versionAddress, type Snapshot, uriOf } from '../../../model/content/snapshot.ts';
import type { Highlightable } from '../../../markdown/review/index.ts';
import { type DeletedPage, DeletedPages } from '../../../model/discussions/deletedPages.ts';
import { recordVisit } from '../../../model/reviews/lastSeenRevisions.ts';
import { movedDescendants, pageFacts, sideOf } from '../../../model/reviews/pageFacts.ts';
import type { ReviewedChange } from '../../../model/reviews/readReview.ts';
import type { ComparisonRow, LayoutMode, ToPage } from '../../../webview/reviewPage/messages.ts';
import type { PageToOpen } from '../../opening/openPage.ts';
import { CodeHighlighter } from './codeHighlighter.ts';
import { compareSides, type ComparisonOptions, loadRenderer } from './comparison.ts';
import { DrawnRevision } from './drawnRevision.ts';
import { comparedVersionOf, listedFilesOf, listedPagesOf } from './listed.ts';
import { otherChangeId, toOtherChanges } from './otherChanges.ts';
import { changedPictures } from './pictures.ts';
import type { ListedPages } from './previousRevision.ts';
import { findLinkedPage } from '../../../model/content/references.ts';
import { readIfCached, readSide, type ReadSide, readTextSide } from './sides.ts';

/** The pages of a change request as the review page shows them. Each is read and compared on demand. */
export class Pages {
  readonly #app: ReviewPageModels;
  readonly #place: ChangeRequestPlace;
  /** Set if the server does not list changes. */
  #all: AllPages | undefined;
  /** The texts of shown pages, by side and ID. Line numbers in messages of the webview refer to these texts. */
  readonly #texts = new Map<string, string>();
  /** Controllers that abort the read of a page, by page ID. */
  readonly #readControllers = new Map<string, AbortController>();
  /** The controller of the read that produced a message that shows a page. */
  readonly #controllersByMessage = new WeakMap<ToPage, AbortController>();
  readonly #addressIn: (uri: vscode.Uri) => string;
  readonly #colouring: CodeHighlighter;
  /** The IDs of pages rendered without colours, because the renderer had not started. */
  readonly #uncoloured = new Set<string>();
  readonly drawn: DrawnRevision;
  #prefetched: PrefetchedPage | undefined;

  /** `addressIn` returns the address of a file for the webview. */
  constructor(app: ReviewPageModels, place: ChangeRequestPlace, addressIn: (uri: vscode.Uri) => string) {
    [this.#app, this.#place, this.#addressIn] = [app, place, addressIn];
    this.#colouring = new CodeHighlighter(app.failures);
    this.drawn = new DrawnRevision(app, place);
  }

  /** Returns the changed pages, or all pages if the server does not list changes. */
  async list(): Promise<ListedPages> {
    const listed = await this.#list();
    return (await this.drawn.previous?.mark(listed)) ?? listed;
  }

  async #list(): Promise<ListedPages> {
    const { reviews } = this.#app;
    const review = await reviews.read(this.#place);
    if (review) {
      const files = review.changes.flatMap(change => listedFilesOf(reviews, this.#place, change));
      const pages = review.changes.flatMap(change => listedPagesOf(reviews, this.#place, change));
      return {
        type: 'pages',
        pages,
        files,
        others: review.changes.flatMap(toOtherChanges),
        against: comparedVersionOf(reviews.since(this.#place)),
        more: review.more,
      };
    }
    this.#all = await readAllPages(this.#app, this.#place);
    const { changes, note } = this.#all;
    const pages = [...changes.values()].flatMap(({ change, kind }) =>
      listedPagesOf(reviews, this.#place, change).map(page => ({ ...page, kind })),
    );
    return { type: 'pages', pages, files: [], others: [], note, more: 0 };
  }

  /** Reads and compares the first unviewed page while the webview is still loading. */
  async prefetch(signal: AbortSignal): Promise<void> {
    const { content, reviews } = this.#app;
    const [review] = await Promise.all([
      reviews.read(this.#place),
      content.snapshot(versionOf(this.#place)),
      baseSnapshot(content, this.#place, reviews.since(this.#place)?.revision),
      loadRenderer(),
    ]);
    const change = review?.changes.find(change => change.page !== undefined && !reviews.isViewed(this.#place, change));
    if (change?.page === undefined) return;
    const sides = await this.#sidesOf(change.page, change);
    // The webview may have requested the page meanwhile.
    if (this.#readControllers.has(change.page)) return;
    const rows = this.#compare(change.page, sides, 'split', signal);
    this.#prefetched = { id: change.page, sides, mode: 'split', rows };
    await rows;
  }

  /**
   * Returns a page with its rows, or a message with the reason if it cannot be read. Aborts an earlier call for this
   * page.
   */
  async show(id: string, mode: LayoutMode, signal: AbortSignal): Promise<ToPage> {
    this.#readControllers.get(id)?.abort();
    const controller = new AbortController();
    this.#readControllers.set(id, controller);
    const abortSignal = AbortSignal.any([signal, controller.signal]);
    try {
      const read = await this.#read(id, mode, abortSignal);
      abortSignal.throwIfAborted();
      const message: ToPage = { type: 'page', id, mode, ...read };
      this.#controllersByMessage.set(message, controller);
      return message;
    } catch (error) {
      abortSignal.throwIfAborted();
      if (isCancellation(error)) throw error;
      this.#app.failures.log(`Could not show the page ${id}.`, error);
      return { type: 'failed', id, why: failureMessage(t('read this page'), error) };
    }
  }

  /**
   * Renders a page again once code can be coloured. Returns undefined if it has nothing to colour, or was requested
   * again, for example in another mode.
   */
  async coloured(message: Extract<ToPage, { type: 'page' }>, signal: AbortSignal): Promise<ToPage | undefined> {
    const { id, mode } = message;
    const isLatest = () => this.#readControllers.get(id) === this.#controllersByMessage.get(message);
    if (!isLatest() || !this.#uncoloured.delete(id)) return undefined;
    await this.#colouring.start();
    return isLatest() ? this.show(id, mode, signal) : undefined;
  }

  /** Returns the changed text of reusable content, before and after, or the reason why it cannot be read. */
  async text(id: string, mode: LayoutMode, signal: AbortSignal): Promise<ToPage> {
    try {
      const { documents = {} } = (await this.#otherChange(id)) ?? {};
      const { content, reviews } = this.#app;
      const base =
        documents.before === undefined
          ? undefined
          : baseSnapshot(content, this.#place, reviews.since(this.#place)?.revision);
      const [before, after] = await Promise.all([
        base?.then(({ snapshot }) => readTextSide(snapshot, documents.before)),
        content.snapshot(versionOf(this.#place)).then(now => readTextSide(now, documents.after)),
      ]);
      const sides = { before, after, isNew: documents.before === undefined };
      const rows = await compareSides(sides, this.#options(`text${id}`, mode, signal));
      // The rows have no line numbers of a page.
      return { type: 'text', id, mode, rows: rows.map(({ line: _, lineBefore: __, ...row }) => row) };
    } catch (error) {
      if (isCancellation(error)) throw error;
      this.#app.failures.log('Could not show reusable content.', error);
      return { type: 'text', id, mode, rows: [], why: failureMessage(t('read this text'), error) };
    }
  }

  /** Returns the pages that use a changed variable or reusable content, or the reason why they cannot be read. */
  async pagesShowing(id: string, signal: AbortSignal): Promise<ToPage> {
    try {
      const change = await this.#otherChange(id);
      const snapshot = await this.#app.content.snapshot(versionOf(this.#place));
      const matches = change ? await pagesShowing(change, snapshot, signal) : [];
      const listed = matches.map(({ page }) => ({ id: page.id, title: page.title, path: page.path ?? '' }));
      return { type: 'pagesFound', id, pages: listed };
    } catch (error) {
      if (isCancellation(error)) throw error;
      this.#app.failures.log('Could not find the pages that show a change.', error);
      return { type: 'pagesFound', id, pages: [], why: failureMessage(t('find the pages'), error) };
    }
  }

  /** Returns both versions of a changed image, or the reason why they cannot be read. */
  async pictures(id: string): Promise<ToPage> {
    try {
      const change = await this.changeOf(id);
      const pictures = change && (await changedPictures(this.#app, this.#place, change, this.#addressIn));
      return { type: 'pictures', id, sizes: '', ...pictures };
    } catch (error) {
      this.#app.failures.log(`Could not show the picture ${id}.`, error);
      return { type: 'pictures', id, sizes: '', why: failureMessage(t('read this picture'), error) };
    }
  }

  async mark(id: string, isViewed: boolean): Promise<void> {
    const change = await this.changeOf(id);
    if (change) await this.#app.reviews.markViewed(this.#place, [change], isViewed);
  }

  async changeOf(id: string): Promise<ReviewedChange | undefined> {
    return (await this.#changes()).find(({ page, file }) => (page ?? file) === id);
  }

  async #changes(): Promise<readonly ReviewedChange[]> {
    const review = await this.#app.reviews.read(this.#place);
    if (review) return review.changes;
    this.#all ??= await readAllPages(this.#app, this.#place);
    return [...this.#all.changes.values()].map(({ change }) => change);
  }

  /** Records that the user has seen a page, and caches it if the server would not return it again. */
  async recordVisit(id: string): Promise<void> {
    const { content, context } = this.#app;
    const exists = (await this.documentOf(id)) !== undefined;
    await recordVisit(content, context.globalState, this.#place, exists ? { id } : undefined);
  }

  /** Returns the document of a page in the change request; undefined if the page is deleted. */
  async documentOf(id: string): Promise<vscode.Uri | undefined> {
    return (await this.documents())(id);
  }

  /** Returns a function that maps page IDs to documents in the change request; undefined for deleted pages. */
  async documents(): Promise<(id: string) => vscode.Uri | undefined> {
    const snapshot = await this.#app.content.snapshot(versionOf(this.#place));
    const { byId } = await snapshot.pages();
    return id => {
      const entry = byId.get(id);
      return entry && uriOf(snapshot.place, entry);
    };
  }

  /** Returns the text from which a side of a page was rendered. */
  textOf(id: string, side: 'before' | 'after'): string {
    return this.#texts.get(`${side} ${id}`) ?? '';
  }

  /** Returns the document of a side of a page, with the text from which it was rendered. */
  async sideOf(id: string, side: 'before' | 'after'): Promise<{ uri: vscode.Uri; text: string } | undefined> {
    const text = this.textOf(id, side);
    if (side === 'after') {
      const uri = await this.documentOf(id);
      return uri && { uri, text };
    }
    const before = await this.#snapshotBefore();
    const entry = before && (await before.pages()).byId.get(id);
    const uri = entry && this.#uriBefore(before, entry, await this.documentOf(id));
    return uri && { uri, text };
  }

  /** Returns the deleted pages as they were: their comments are shown at their original places. */
  async deletedPages(): Promise<DeletedPages> {
    const { failures } = this.#app;
    try {
      return new DeletedPages(await this.#deletedPages(), failures);
    } catch (error) {
      // The webview shows the error where the page is shown; its comments are shown on the whole change request.
      failures.log('Could not read the deleted pages.', error);
      return new DeletedPages([], failures);
    }
  }

  async #deletedPages(): Promise<DeletedPage[]> {
    const deleted = (await this.#changes()).flatMap(({ page, verb }) => (page && verb === 'deleted' ? page : []));
    const before = deleted.length > 0 ? await this.#snapshotBefore() : undefined;
    if (!before) return [];
    const [{ byId }, documentOf] = await Promise.all([before.pages(), this.documents()]);
    return deleted.flatMap(id => {
      const entry = byId.get(id);
      return entry ? { uri: this.#uriBefore(before, entry, documentOf(id)), snapshot: before, page: entry.page } : [];
    });
  }

  /** Returns the page that a link leads to; undefined if it is not a page of the change request. */
  async linked(id: string, target: string): Promise<PageToOpen | undefined> {
    const layout = await (await this.#app.content.snapshot(versionOf(this.#place))).pages();
    const entry = findLinkedPage(target, layout.byId.get(id)?.path ?? '', layout);
    const [, anchor] = /#(.+)$/.exec(target) ?? [];
    return entry && { id: entry.page.id, title: entry.page.title, anchor };
  }

  async #otherChange(id: string): Promise<Change | undefined> {
    const review = await this.#app.reviews.read(this.#place);
    return review?.changes.find(change => !change.page && !change.file && otherChangeId(change) === id);
  }

  async #read(id: string, mode: LayoutMode, signal: AbortSignal): Promise<ReadPage> {
    const change = await this.changeOf(id);
    const sides = await this.#sidesOf(id, change);
    const [before, after] = [sides.before.read, sides.after.read];
    if (before) this.#texts.set(`before ${id}`, before.text.markdown);
    if (after) this.#texts.set(`after ${id}`, after.text.markdown);
    const compared = await this.#compare(id, sides, mode, signal);
    const rows = (await this.drawn.previous?.markRows(compared, { id, before, after }, signal)) ?? compared;
    const [old, now] = [sides.before, sides.after].map(({ pages }) => pages && sideOf(pages, id));
    const isCompared = change && (old || change.verb === 'created');
    const facts = isCompared || change?.verb === 'deleted' ? pageFacts(old, now, change) : [];
    // The fields of the two versions are more readable than the list of the service.
    const names = new Set(facts.map(({ name }) => name));
    const values = (change?.values ?? []).filter(({ name }) => !names.has(name));
    return { facts: [...facts, ...values], movedBelow: movedDescendants(old, now), rows };
  }

  async #sidesOf(id: string, change: Change | undefined): Promise<PageSides> {
    const isNew = change?.verb === 'created';
    const [before, after] = await Promise.all([
      // A page without a change of its own is still shown if it contains changed reusable content or variables.
      isNew ? missingSide : this.#before(id),
      change?.verb === 'deleted' ? missingSide : this.#after(id),
    ]);
    return { before, after, isNew };
  }

  /** Compares both sides of a page. Returns the comparison that `prefetch` began if it is of the same sides. */
  #compare(id: string, sides: PageSides, mode: LayoutMode, signal: AbortSignal): Promise<ComparisonRow[]> {
    const prefetched = this.#prefetched?.id === id ? this.#prefetched : undefined;
    if (prefetched) this.#prefetched = undefined;
    if (prefetched?.mode === mode && areOfSameRevisions(prefetched.sides, sides)) return prefetched.rows;
    const { before, after, isNew } = sides;
    const compared = { before: before.read, after: after.read, isNew };
    return compareSides(compared, this.#options(id, mode, signal));
  }

  async #before(id: string): Promise<SideOfPage> {
    const before = await this.#snapshotBefore();
    if (this.#all) {
      const read = before && (await readIfCached(before, id));
      return { read, pages: read?.pages };
    }
    return before ? { read: await readSide(before, id), pages: await before.pages() } : missingSide;
  }

  /**
   * Returns the content that pages are compared with; undefined if the server does not offer it and nothing is cached.
   */
  async #snapshotBefore(): Promise<Snapshot | undefined> {
    if (this.#all) return this.#all.before;
    const { content, reviews } = this.#app;
    return (await baseSnapshot(content, this.#place, reviews.since(this.#place)?.revision)).snapshot;
  }

  /** Returns the base document of a page. A deleted page has no document in the change request to compare with. */
  #uriBefore({ head }: Snapshot, entry: PageEntry, document: vscode.Uri | undefined): vscode.Uri {
    const { path } = entry;
    const address = document ?? contentUri({ ...versionAddress(versionOf(this.#place)), path });
    return baseOfEntry(openAddressOf(address), head.revision, entry);
  }

  async #after(id: string): Promise<SideOfPage> {
    const snapshot = await this.#app.content.snapshot(versionOf(this.#place));
    return { read: await readSide(snapshot, id), pages: await snapshot.pages() };
  }

  #options(id: string, mode: LayoutMode, signal: AbortSignal): ComparisonOptions {
    const coloursOf = async (colourable: Highlightable) => {
      const isUncoloured = colourable.codes.length + colourable.formulas.length > 0 && !this.#colouring.isStarted;
      if (isUncoloured) this.#uncoloured.add(id);
      return isUncoloured ? {} : this.#colouring.of(colourable, signal);
    };
    return { mode, prefix: id.replace(/\W/g, ''), coloursOf, addressIn: this.#addressIn, signal };
  }
}

/** The content of a page message. */
type ReadPage = Pick<Extract<ToPage, { type: 'page' }>, 'facts' | 'movedBelow' | 'rows'>;

/** A side of a page: its text, which groups and links do not have, and the layout of all pages. */
interface SideOfPage {
  read?: ReadSide | undefined;
  pages?: PageLayout | undefined;
}

const missingSide: SideOfPage = {};

interface PageSides {
  before: SideOfPage;
  after: SideOfPage;
  /** True if there was no page before. If false, a missing `before` could not be read. */
  isNew: boolean;
}

/** The comparison of a page that was not requested yet. */
interface PrefetchedPage {
  id: string;
  sides: PageSides;
  mode: LayoutMode;
  rows: Promise<ComparisonRow[]>;
}

/** A revision has only one snapshot until it is read again. */
function areOfSameRevisions(one: PageSides, other: PageSides): boolean {
  return (
    one.before.read?.snapshot === other.before.read?.snapshot && one.after.read?.snapshot === other.after.read?.snapshot
  );
}
