import type * as vscode from 'vscode';
import type { NodeDescription, Places } from '../../markdown/index.ts';
import { SliceQueue } from '../../markdown/slices.ts';
import { isApiError } from '../../api/errors.ts';
import { documentKey } from '../content/address.ts';
import { type FailureLog, isCancellation } from '../../api/failure.ts';
import type { Content } from '../content/content.ts';
import { keyOfPlace, type Place, type Snapshot } from '../content/snapshot.ts';
import type { Connection } from '../session/connection.ts';
import type { TargetWithQuote } from './commentTarget.ts';
import type { CommentOnPage, DeletedPages } from './deletedPages.ts';
import {
  toPlacementTarget,
  type CommentTarget,
  type LineRange,
  type Placement,
  RoughPlacements,
  type PlacementTarget,
} from './placement.ts';
import type { Comment } from './requests.ts';
import { mapConcurrently } from '../concurrency.ts';

/** Cached results for one snapshot. */
interface CachedPlacements {
  pages: Map<string, Promise<Places>>;
  /** Placements by target object, because a comment that is fetched again has a new one. */
  placements: WeakMap<PlacementTarget, Placement>;
}

/** A commented node or table cell, in the revision of the comment. */
interface CommentedNode {
  page: string;
  node: string;
  cell: PlacementTarget['tableCell'];
  revision: string;
}

/** The fields of a conversation that determine where it is shown. */
interface Shown {
  comment: Pick<Comment, 'target' | 'body'>;
  placement: Placement;
}

/** A search for lines of a document, aborted when the document is closed. */
interface Search {
  controller: AbortController;
  pendingCount: number;
}

/** Finds the lines of commented nodes. Each page of a revision is matched once. */
export class Placements {
  readonly #content: Content;
  readonly #log: FailureLog;
  readonly #cache = new WeakMap<Snapshot, CachedPlacements>();
  /** Searches by document key. */
  readonly #searches = new Map<string, Search>();
  readonly #described = new WeakMap<Connection, Map<string, Promise<NodeDescription | undefined>>>();
  readonly #queue = new SliceQueue();
  /** Last placements of drafts, used while the server does not answer. */
  readonly #draftPlacements = new Map<string, Placement>();
  /** Snapshots whose pages have no readable nodes, only text. */
  readonly #withoutNodes = new WeakSet<Snapshot>();

  constructor(content: Content, log: FailureLog) {
    this.#content = content;
    this.#log = log;
  }

  /** Returns the placement of a comment in the newest revision. */
  async of(place: Place, target: PlacementTarget): Promise<Placement> {
    const snapshot = await this.#content.snapshot(place);
    return this.#exactPlacement(snapshot, target, new RoughPlacements(snapshot, await snapshot.pages()).of(target));
  }

  /** Returns the placement of a draft in the newest revision, with the last title of a deleted page. */
  async ofTarget(place: Place, target: CommentTarget): Promise<Placement> {
    const placement = await this.of(place, toPlacementTarget(target));
    if (placement.goneFrom !== '') return placement;
    const { lastTitleOf } = await import('./deletedPages.ts');
    return { ...placement, goneFrom: await lastTitleOf(this.#content, place, target) };
  }

  /**
   * Returns the placements of many comments with one request for the newest revision. Placements on pages out of view
   * are rough.
   */
  async ofAll(
    place: Place,
    targets: readonly PlacementTarget[],
    isLookedAt: (document: vscode.Uri) => boolean,
  ): Promise<Placement[]> {
    if (targets.length === 0) return [];
    const snapshot = await this.#content.snapshot(place);
    const { pages, placements } = this.#cacheFor(snapshot);
    const isMatch = (uri: vscode.Uri, page: string) => isLookedAt(uri) || pages.has(page);
    const survey = new RoughPlacements(snapshot, await snapshot.pages(), isMatch);
    const surveyed = await this.#queue.run(survey.ofAll(targets));
    return mapConcurrently([...surveyed.entries()], async ([index, placement]) => {
      const target = targets[index];
      if (!target) return placement;
      // The document may have been closed while earlier comments were placed.
      const isGivenUp = target.page !== undefined && !isMatch(placement.uri, target.page.id);
      const known = placements.get(target);
      return known ?? (isGivenUp ? { ...placement, isRough: true } : this.#exactPlacement(snapshot, target, placement));
    });
  }

  /**
   * Returns where a conversation is shown: on the deleted page that it is about, if that is shown, else at its
   * placement.
   */
  async visiblePlacement({ comment, placement }: Shown, deletedPages: DeletedPages): Promise<Placement> {
    if (placement.exactness !== 'changeRequest') return placement;
    return (await this.#onDeletedPage(comment, deletedPages)) ?? placement;
  }

  /**
   * Returns where a conversation is shown on the document with this key; undefined if it is shown on another document.
   * Lines on other deleted pages are not searched.
   */
  async visiblePlacementOn(
    key: string,
    { comment, placement }: Shown,
    deletedPages: DeletedPages | undefined,
  ): Promise<Placement | undefined> {
    const placementHere = documentKey(placement.uri) === key ? placement : undefined;
    if (!deletedPages || placement.exactness !== 'changeRequest') return placementHere;
    const reference = await deletedPages.find(comment);
    if (!reference) return placementHere;
    return documentKey(reference.page.uri) === key ? this.#onDeletedPage(comment, deletedPages) : undefined;
  }

  /**
   * Returns where a draft is shown. While the server does not answer, this is its last placement; undefined if there is
   * none.
   */
  async visibleDraftPlacement(
    place: Place,
    { target, markdown }: { target: CommentTarget; markdown: string },
    deletedPages: DeletedPages | undefined,
  ): Promise<Placement | undefined> {
    const comment = { target: toPlacementTarget(target), body: { markdown } };
    const key = JSON.stringify([keyOfPlace(place), target, deletedPages !== undefined]);
    const onDeletedPage = deletedPages && (await this.#onDeletedPage(comment, deletedPages));
    // A draft without a placement is offered once its page can be read.
    const placement = onDeletedPage ?? (await this.ofTarget(place, target).catch(() => this.#draftPlacements.get(key)));
    if (placement) this.#draftPlacements.set(key, placement);
    return placement;
  }

  #onDeletedPage(comment: CommentOnPage, deletedPages: DeletedPages): Promise<Placement | undefined> {
    return deletedPages.placementOf(comment, async ({ snapshot, page }, node) => {
      if (!this.#withoutNodes.has(snapshot)) {
        try {
          return await this.#ofNode(snapshot, { ...comment.target, page, node, isEarlier: false });
        } catch (error) {
          // A revision that is cached on this computer may have no nodes, only text.
          if (!isApiError(error, 'notOffered', 'notFound')) throw error;
          this.#withoutNodes.add(snapshot);
        }
      }
      const { findPreview } = await import('./deletedPages.ts');
      const range = findPreview(await snapshot.markdown(page.id), node.preview);
      return { range, exactness: range ? 'node' : 'page' };
    });
  }

  /** Aborts the search for lines of a document that was closed. */
  abortSearch(document: vscode.Uri): void {
    const key = documentKey(document);
    this.#searches.get(key)?.controller.abort();
    this.#searches.delete(key);
  }

  /** Prefetches the positions of blocks on a page when the user begins to write a comment there. */
  async prefetch(uri: vscode.Uri): Promise<void> {
    const entry = await this.#content.lookUp(uri);
    if (entry?.kind === 'page') await this.#page(entry.snapshot, entry.page.id);
  }

  /** Returns the target of a new comment on lines of a document. Throws a Failure if the document no longer exists. */
  async targetAt(uri: vscode.Uri, lines: LineRange | undefined): Promise<CommentTarget> {
    return (await this.findTarget(uri, lines)).target;
  }

  /**
   * Returns the target of a new comment with what it covers and quotes. The lines count in `text`, or else in the open
   * document.
   */
  async findTarget(uri: vscode.Uri, lines: LineRange | undefined, text?: string): Promise<TargetWithQuote> {
    const { findTarget } = await import('./commentTarget.ts');
    const placesOn = (snapshot: Snapshot, page: string, text?: string) =>
      text === undefined ? this.#page(snapshot, page) : this.#places(snapshot, page, { text });
    return findTarget({ content: this.#content, placesOn }, uri, lines, text);
  }

  /** Returns the target nearest to a line of a page; undefined if the page has no blocks. */
  async nearestTo(uri: vscode.Uri, line: number): Promise<CommentTarget | undefined> {
    const entry = await this.#content.find(uri);
    if (entry?.kind !== 'page') return undefined;
    const { snapshot, page } = entry;
    const places = await this.#page(snapshot, page.id);
    const last = (await snapshot.markdown(page.id)).split('\n').length - 1;
    const from = Math.min(line, last);
    for (let far = 0; far <= last; far++) {
      for (const at of new Set([from - far, from + far])) {
        const node = at < 0 || at > last ? undefined : await places.nodeAt(at, at);
        if (node)
          return { page: page.id, pageTitle: page.title, node: node.id, preview: node.preview, line: node.start };
      }
    }
    return undefined;
  }

  dispose(): void {
    for (const { controller } of this.#searches.values()) controller.abort();
  }

  /** Adds the lines to a placement on a page, if the comment is about a node. */
  async #exactPlacement(snapshot: Snapshot, target: PlacementTarget, placement: Placement): Promise<Placement> {
    const { page, node } = target;
    const isInPage = placement.exactness === 'page' && !placement.isRough;
    if (!isInPage || !page || !node) return placement;
    const key = documentKey(placement.uri);
    const search = this.#searches.get(key) ?? { controller: new AbortController(), pendingCount: 0 };
    this.#searches.set(key, search);
    search.pendingCount++;
    try {
      const { isEarlier } = placement;
      const ofNode = await this.#ofNode(snapshot, { ...target, page, node, isEarlier }, search.controller.signal);
      const exact = { ...placement, isExact: ofNode.exactness === 'node', ...ofNode };
      this.#cacheFor(snapshot).placements.set(target, exact);
      return exact;
    } catch (error) {
      if (isCancellation(error)) return { ...placement, isRough: true };
      this.#log.log(`Could not place the comments on "${page.title ?? page.id}".`, error);
      return { ...placement, isExact: false };
    } finally {
      if (--search.pendingCount === 0 && this.#searches.get(key) === search) this.#searches.delete(key);
    }
  }

  async #ofNode(
    snapshot: Snapshot,
    target: Required<Pick<PlacementTarget, 'node' | 'page'>> & PlacementTarget & Pick<Placement, 'isEarlier'>,
    signal?: AbortSignal,
  ): Promise<Pick<Placement, 'exactness' | 'range' | 'cell'>> {
    const { page, node, tableCell: cell, revision, isEarlier } = target;
    const places = await this.#page(snapshot, page.id, signal);
    let place = await places.place({ node, cell, canHaveChanged: !revision });
    const isUnchanged = place.exactness === 'node' && !isEarlier;
    if (revision && revision !== snapshot.head.revision && !isUnchanged) {
      const before = await this.#describeOnce(snapshot.place, { page: page.id, node: node.id, cell, revision });
      const { preview, heading, signature } = before ?? {};
      const quoted = { id: node.id, preview: node.preview ?? preview };
      place = await places.place({ node: quoted, cell, heading, signature, canHaveChanged: isEarlier });
    }
    if (place.exactness === 'page') return { exactness: 'page', range: undefined };
    const { exactness, start, end, cell: cellName } = place;
    return { exactness, range: { start, end }, cell: cellName };
  }

  /** Returns the text and heading of the node when it was commented. Requested once, even if that fails. */
  #describeOnce(place: Place, written: CommentedNode) {
    const described = this.#described.get(place.connection) ?? new Map<string, Promise<NodeDescription | undefined>>();
    this.#described.set(place.connection, described);
    const key = JSON.stringify([place.space, written]);
    const known = described.get(key);
    if (known) return known;
    // Only some servers offer earlier revisions. Without them, the placement is less exact.
    const asked = this.#describe(place, written).catch(() => undefined);
    described.set(key, asked);
    return asked;
  }

  async #describe(place: Place, { page, node, cell, revision }: CommentedNode) {
    const { describeNode } = await import('../../markdown/index.ts');
    const version = { kind: 'revision', revision } as const;
    const document = await (await this.#content.snapshot({ ...place, version })).document(page);
    return document && describeNode(document, node, cell);
  }

  #cacheFor(snapshot: Snapshot): CachedPlacements {
    const cached = this.#cache.get(snapshot) ?? { pages: new Map(), placements: new WeakMap() };
    this.#cache.set(snapshot, cached);
    return cached;
  }

  #page(snapshot: Snapshot, page: string, signal?: AbortSignal): Promise<Places> {
    const { pages } = this.#cacheFor(snapshot);
    const known = pages.get(page);
    if (known) return known;
    const places = this.#places(snapshot, page, { signal });
    pages.set(page, places);
    const forget = () => void pages.delete(page);
    signal?.addEventListener('abort', forget, { once: true });
    // A failure is not cached: it goes to the caller, and the next call sends the request again.
    places.catch(forget);
    return places;
  }

  /** Returns the positions of blocks on a page, or in `text` if the editor shows an older version. */
  async #places(
    snapshot: Snapshot,
    page: string,
    { text, signal }: { text?: string; signal?: AbortSignal | undefined },
  ) {
    const [{ Places }, document, current] = await Promise.all([
      import('../../markdown/index.ts'),
      snapshot.document(page),
      snapshot.markdown(page),
    ]);
    return new Places({ nodes: document?.nodes ?? [], markdown: text ?? current, signal }, this.#queue);
  }
}
