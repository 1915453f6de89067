import type * as vscode from 'vscode';
import type { NodeDescription, Places } from '../../markdown/index.ts';
import { SliceQueue } from '../../markdown/slices.ts';
import { failedAs } from '../../api/errors.ts';
import { documentKey } from '../content/address.ts';
import { type FailureLog, isCancellation } from '../../api/failure.ts';
import type { Content } from '../content/content.ts';
import type { Place, Snapshot } from '../content/snapshot.ts';
import type { Connection } from '../session/connection.ts';
import type { Aim } from './aim.ts';
import type { CommentOnPage, DeletedPages } from './deletedPages.ts';
import { asTarget, type CommentTarget, type Lines, type Placement, type Target } from './placement.ts';
import { type Comment, eachOf } from './requests.ts';
import { Survey } from './survey.ts';

export type { CommentTarget, Exactness, Lines, Placement } from './placement.ts';

/** What was found on the pages of a version. */
interface Found {
  pages: Map<string, Promise<Places>>;
  /** A comment that is read again has another target. */
  placements: WeakMap<Target, Placement>;
}

/** The node, or the cell of a table, that was commented in a revision. */
interface Written {
  page: string;
  node: string;
  cell: Target['tableCell'];
  revision: string;
}

/** What of a conversation tells where it is shown. */
interface Shown {
  comment: Pick<Comment, 'target' | 'body'>;
  placement: Placement;
}

/** Somebody asks for lines of a document, until nobody looks at it any more. */
interface Search {
  stop: AbortController;
  questions: number;
}

/** Finds the lines of nodes. Each page of a revision is matched once. */
export class Placements {
  readonly #content: Content;
  readonly #log: FailureLog;
  readonly #cache = new WeakMap<Snapshot, Found>();
  /** By the keys of documents. */
  readonly #searches = new Map<string, Search>();
  readonly #described = new WeakMap<Connection, Map<string, Promise<NodeDescription | undefined>>>();
  readonly #queue = new SliceQueue();
  /** Those whose pages have no nodes that could be read. */
  readonly #textsAlone = new WeakSet<Snapshot>();

  constructor(content: Content, log: FailureLog) {
    this.#content = content;
    this.#log = log;
  }

  /** Finds where a comment stands in the newest revision of its place. */
  async of(place: Place, target: Target): Promise<Placement> {
    const snapshot = await this.#content.snapshot(place);
    return this.#exactly(snapshot, target, new Survey(snapshot, await snapshot.pages()).of(target));
  }

  /** The same for what a comment is to hang on. */
  async ofTarget(place: Place, target: CommentTarget): Promise<Placement> {
    const placement = await this.of(place, asTarget(target));
    if (placement.goneFrom !== '') return placement;
    const { lastTitleOf } = await import('./deletedPage.ts');
    return { ...placement, goneFrom: await lastTitleOf(this.#content, place, target) };
  }

  /**
   * The same for many comments of one place, which is asked for its newest revision once. The lines of those on pages that
   * nobody looks at are not looked for.
   */
  async ofAll(
    place: Place,
    targets: readonly Target[],
    isLookedAt: (document: vscode.Uri) => boolean,
  ): Promise<Placement[]> {
    if (targets.length === 0) return [];
    const snapshot = await this.#content.snapshot(place);
    const { pages, placements } = this.#foundIn(snapshot);
    const isMeant = (uri: vscode.Uri, page: string) => isLookedAt(uri) || pages.has(page);
    const survey = new Survey(snapshot, await snapshot.pages(), isMeant);
    const surveyed = await this.#queue.run(survey.ofAll(targets));
    return eachOf([...surveyed.entries()], async ([index, placement]) => {
      const target = targets[index];
      if (!target) return placement;
      // Whoever looked may have left while those before it were placed.
      const isGivenUp = target.page !== undefined && !isMeant(placement.uri, target.page.id);
      const known = placements.get(target);
      return known ?? (isGivenUp ? { ...placement, isRough: true } : this.#exactly(snapshot, target, placement));
    });
  }

  /**
   * Finds where a conversation is shown: on one of the deleted pages that are shown as they were, where it is about that,
   * and else where it stands.
   */
  async shownAt({ comment, placement }: Shown, deletedPages: DeletedPages): Promise<Placement> {
    if (placement.exactness !== 'changeRequest') return placement;
    return (await this.#onDeletedPage(comment, deletedPages)) ?? placement;
  }

  /**
   * Finds where a conversation is shown on the document with this key; undefined where it is shown on another. Its lines
   * on a deleted page are not looked for then.
   */
  async shownOn(
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

  /** The same as `shownAt` for a text that is to become a comment; undefined where that cannot be found now. */
  async draftShownAt(
    place: Place,
    { target, markdown }: { target: CommentTarget; markdown: string },
    deletedPages: DeletedPages | undefined,
  ): Promise<Placement | undefined> {
    const comment = { target: asTarget(target), body: { markdown } };
    const onDeletedPage = deletedPages && (await this.#onDeletedPage(comment, deletedPages));
    // A text that has no place now is offered when its page can be read.
    return onDeletedPage ?? (await this.ofTarget(place, target).catch(() => undefined));
  }

  #onDeletedPage(comment: CommentOnPage, deletedPages: DeletedPages): Promise<Placement | undefined> {
    return deletedPages.placementOf(comment, async ({ snapshot, page }, node) => {
      if (!this.#textsAlone.has(snapshot)) {
        try {
          return await this.#ofNode(snapshot, { ...comment.target, page, node, isEarlier: false });
        } catch (error) {
          // Of what was kept on this computer there is the text alone.
          if (!failedAs(error, 'notOffered', 'notFound')) throw error;
          this.#textsAlone.add(snapshot);
        }
      }
      const { findPreview } = await import('./deletedPage.ts');
      const range = findPreview(await snapshot.markdown(page.id), node.preview);
      return { range, exactness: range ? 'node' : 'page' };
    });
  }

  /** Gives up what is being looked for on a document that nobody looks at any more. */
  leave(document: vscode.Uri): void {
    const key = documentKey(document);
    this.#searches.get(key)?.stop.abort();
    this.#searches.delete(key);
  }

  /** Reads by what lines are told on a page, for who has begun to write a comment there. */
  async prepare(uri: vscode.Uri): Promise<void> {
    const entry = await this.#content.lookUp(uri);
    if (entry?.kind === 'page') await this.#page(entry.snapshot, entry.page.id);
  }

  /** What a comment on these lines of a document hangs on. Throws a Failure when the document is gone. */
  async targetAt(uri: vscode.Uri, lines: Lines | undefined): Promise<CommentTarget> {
    return (await this.aimAt(uri, lines)).target;
  }

  /**
   * The same, and whether that is all that the lines hold: a comment hangs on one block. One on what is gone hangs on what
   * is left, and quotes it. The lines are those of `text`, or else of the document that is open.
   */
  async aimAt(uri: vscode.Uri, lines: Lines | undefined, text?: string): Promise<Aim> {
    const { aimAt } = await import('./aim.ts');
    const placesOn = (snapshot: Snapshot, page: string, text?: string) =>
      text === undefined ? this.#page(snapshot, page) : this.#places(snapshot, page, { text });
    return aimAt({ content: this.#content, placesOn }, uri, lines, text);
  }

  dispose(): void {
    for (const { stop } of this.#searches.values()) stop.abort();
  }

  /** The same with the lines, where there is a node to look for. */
  async #exactly(snapshot: Snapshot, target: Target, placement: Placement): Promise<Placement> {
    const { page, node } = target;
    const isInPage = placement.exactness === 'page' && !placement.isRough;
    if (!isInPage || !page || !node) return placement;
    const key = documentKey(placement.uri);
    const search = this.#searches.get(key) ?? { stop: new AbortController(), questions: 0 };
    this.#searches.set(key, search);
    search.questions++;
    try {
      const { isEarlier } = placement;
      const ofNode = await this.#ofNode(snapshot, { ...target, page, node, isEarlier }, search.stop.signal);
      const exact = { ...placement, isExact: ofNode.exactness === 'node', ...ofNode };
      this.#foundIn(snapshot).placements.set(target, exact);
      return exact;
    } catch (error) {
      if (isCancellation(error)) return { ...placement, isRough: true };
      this.#log.log(`Could not find the places of the comments on "${page.title ?? page.id}".`, error);
      return { ...placement, isExact: false };
    } finally {
      if (--search.questions === 0 && this.#searches.get(key) === search) this.#searches.delete(key);
    }
  }

  async #ofNode(
    snapshot: Snapshot,
    target: Required<Pick<Target, 'node' | 'page'>> & Target & Pick<Placement, 'isEarlier'>,
    signal?: AbortSignal,
  ): Promise<Pick<Placement, 'exactness' | 'range' | 'cell'>> {
    const { page, node, tableCell: cell, revision, isEarlier } = target;
    const places = await this.#page(snapshot, page.id, signal);
    let place = await places.place({ node, cell, mayHaveChanged: !revision });
    const isUnchanged = place.exactness === 'node' && !isEarlier;
    if (revision && revision !== snapshot.head.revision && !isUnchanged) {
      const before = await this.#asWritten(snapshot.place, { page: page.id, node: node.id, cell, revision });
      const { preview, heading, signature } = before ?? {};
      const quoted = { id: node.id, preview: node.preview ?? preview };
      place = await places.place({ node: quoted, cell, heading, signature, mayHaveChanged: isEarlier });
    }
    if (place.exactness === 'page') return { exactness: 'page', range: undefined };
    const { exactness, start, end, cell: cellName } = place;
    return { exactness, range: { start, end }, cell: cellName };
  }

  /** What the node said, and under which heading, when it was commented. Asked once, also where there is no answer. */
  #asWritten(place: Place, written: Written) {
    const described = this.#described.get(place.connection) ?? new Map<string, Promise<NodeDescription | undefined>>();
    this.#described.set(place.connection, described);
    const key = JSON.stringify([place.space, written]);
    const known = described.get(key);
    if (known) return known;
    // Only some servers offer earlier revisions. What is known of the place without them has to do.
    const asked = this.#describe(place, written).catch(() => undefined);
    described.set(key, asked);
    return asked;
  }

  async #describe(place: Place, { page, node, cell, revision }: Written) {
    const { describeNode } = await import('../../markdown/index.ts');
    const version = { kind: 'revision', revision } as const;
    const document = await (await this.#content.snapshot({ ...place, version })).document(page);
    return document && describeNode(document, node, cell);
  }

  #foundIn(snapshot: Snapshot): Found {
    const cached = this.#cache.get(snapshot) ?? { pages: new Map(), placements: new WeakMap() };
    this.#cache.set(snapshot, cached);
    return cached;
  }

  #page(snapshot: Snapshot, page: string, signal?: AbortSignal): Promise<Places> {
    const { pages } = this.#foundIn(snapshot);
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

  /** The places on a page, whose text is another where an older one is shown. */
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
