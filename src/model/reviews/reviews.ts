import * as vscode from 'vscode';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../content/changeRequests.ts';
import type { Change } from '../content/changes.ts';
import type { Content } from '../content/content.ts';
import type { Session } from '../session/session.ts';
import type { OpenComments } from './openComments.ts';
import type { ReviewContent, ReviewedChange } from './readReview.ts';
import { ViewedMarks } from './viewed.ts';

/** The user's progress through the changes of a change request. */
export interface ViewedProgress {
  viewed: number;
  all: number;
}

/** The earlier revision of a change request with which it is compared. */
export interface ComparisonBase {
  revision: string;
  /** Readable name of the revision, to follow "since". */
  label: string;
}

/** A change request whose review has changed. */
interface ReviewChange extends ChangeRequestPlace {
  /** True if the list of changes is new, because the change request is compared with another revision. */
  isListAnother?: boolean;
}

/** The changes of change requests, and which of them the user has viewed. */
export class Reviews implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<ReviewChange>();
  /** Fires when changes are marked as viewed or not viewed, comments are counted, or the compared revision changes. */
  readonly onDidChange = this.#didChange.event;
  readonly #content: Content;
  readonly #viewed: ViewedMarks;
  readonly #reviews = new Map<string, ReviewContent>();
  readonly #since = new Map<string, { place: ChangeRequestPlace; since: ComparisonBase }>();
  readonly #comments = new Map<string, OpenComments>();
  /** The pending counts of comments, by address of the change request. */
  readonly #counts = new Map<string, Promise<void>>();
  readonly #subscriptions: vscode.Disposable;

  /** `memory` outlives the window. */
  constructor(session: Pick<Session, 'onDidChange'>, content: Content, memory: vscode.Memento) {
    this.#content = content;
    this.#viewed = new ViewedMarks(memory);
    // Addresses may belong to another server now.
    this.#subscriptions = session.onDidChange(() => {
      this.#reviews.clear();
      this.#since.clear();
      this.#comments.clear();
    });
  }

  /**
   * Returns the changes of a change request, or those since the compared revision, read once for each of its revisions.
   * Returns undefined if the server does not list them.
   */
  async read(place: ChangeRequestPlace, signal?: AbortSignal): Promise<ReviewContent | undefined> {
    const address = addressOfChangeRequest(place);
    const head = await this.#content.changeRequests.knownHead(place);
    const known = this.cached(place);
    if (known && head?.revision === known.revision) return known;
    const { readReview } = await import('./readReview.ts');
    const since = this.since(place)?.revision;
    const { review, isWhole } = await readReview(this.#content, place, since, signal);
    // The compared revision may have changed meanwhile.
    if (this.since(place)?.revision !== since) return this.read(place, signal);
    if (!review || !isWhole) return review;
    this.#reviews.set(address, review);
    // Views still show the earlier revision, for example its progress.
    if (known && known.revision !== review.revision) this.#didChange.fire(place);
    return review;
  }

  /** Reads also the changes that the server does not list. */
  async readAll(place: ChangeRequestPlace): Promise<void> {
    const listed = await this.read(place);
    if (!listed?.more) return;
    const { readAll } = await import('./readReview.ts');
    this.compareSince(place, undefined, await readAll(this.#content, place, listed));
  }

  /** Returns the changes, if they have been read. */
  cached(place: ChangeRequestPlace): ReviewContent | undefined {
    const review = this.#reviews.get(addressOfChangeRequest(place));
    return review?.since === this.since(place)?.revision ? review : undefined;
  }

  /** Returns the revision with which a change request is compared; undefined if that is its base. */
  since(place: ChangeRequestPlace): ComparisonBase | undefined {
    return this.#since.get(addressOfChangeRequest(place))?.since;
  }

  /** Returns the change requests that are compared with another revision than their base. */
  comparedPlaces(): ChangeRequestPlace[] {
    return [...this.#since.values()].map(({ place }) => place);
  }

  /**
   * Compares a change request with an earlier revision, or with its base again; `review` is the result, if it has been
   * read.
   */
  compareSince(place: ChangeRequestPlace, since: ComparisonBase | undefined, review: ReviewContent | undefined): void {
    const address = addressOfChangeRequest(place);
    if (since) this.#since.set(address, { place, since });
    else this.#since.delete(address);
    if (review) this.#reviews.set(address, review);
    this.#didChange.fire({ ...place, isListAnother: true });
  }

  /** Returns undefined for a change that cannot be viewed. */
  isViewed(place: ChangeRequestPlace, change: ReviewedChange): boolean | undefined {
    return change.content === undefined ? undefined : this.#viewed.has(place, idOf(change), change.content);
  }

  /** Returns true if the change was viewed with other content, as far as the server tells. */
  isViewedBefore(place: ChangeRequestPlace, change: ReviewedChange): boolean {
    return (
      !change.isByRevision &&
      change.content !== undefined &&
      this.#viewed.hadOtherContent(place, idOf(change), change.content)
    );
  }

  /** Returns undefined if the changes have not been read, or none of them can be viewed. */
  progress(place: ChangeRequestPlace): ViewedProgress | undefined {
    const seen = this.cached(place)?.changes.map(change => this.isViewed(place, change)) ?? [];
    const all = seen.filter(isViewed => isViewed !== undefined).length;
    return all === 0 ? undefined : { viewed: seen.filter(Boolean).length, all };
  }

  /**
   * Returns the number of open comments on a page, as far as they have been counted; zero for changes of other things.
   */
  openComments(place: ChangeRequestPlace, { page }: Change): number {
    return (page && this.#comments.get(addressOfChangeRequest(place))?.get(page)) || 0;
  }

  /**
   * Counts the open comments on the pages of a change request whose changes have been read. Counts run one after
   * another, and comments are only requested if neither `known` nor the earlier counts add up to the current number.
   */
  async countComments(place: ChangeRequestPlace, known?: OpenComments): Promise<void> {
    const address = addressOfChangeRequest(place);
    const earlier = this.#counts.get(address);
    const count = (async () => {
      // The caller of the earlier count receives its error.
      await earlier?.catch(() => undefined);
      await this.#countComments(place, known);
    })();
    this.#counts.set(address, count);
    try {
      await count;
    } finally {
      if (this.#counts.get(address) === count) this.#counts.delete(address);
    }
  }

  async #countComments(place: ChangeRequestPlace, known: OpenComments | undefined): Promise<void> {
    if (!this.cached(place)) return;
    const address = addressOfChangeRequest(place);
    const { comments: open } = await this.#content.changeRequests.get(place);
    const { countOpenComments } = await import('./openComments.ts');
    const counts = await countOpenComments(place, { open, known, before: this.#comments.get(address) });
    if (!counts) return;
    this.#comments.set(address, counts);
    this.#didChange.fire(place);
  }

  async markViewed(place: ChangeRequestPlace, changes: readonly ReviewedChange[], isViewed: boolean): Promise<void> {
    const marked = new Map(changes.flatMap(change => (change.content ? [[idOf(change), change.content]] : [])));
    await this.#viewed.mark(place, marked, isViewed);
    this.#didChange.fire(place);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#didChange.dispose();
  }
}

function idOf({ page, file }: Change): string {
  return page ?? file ?? '';
}
