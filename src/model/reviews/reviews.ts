import * as vscode from 'vscode';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../content/changeRequests.ts';
import type { Change } from '../content/changes.ts';
import type { Content } from '../content/content.ts';
import type { Session } from '../session/session.ts';
import type { OpenComments } from './openComments.ts';
import type { Review, ReviewedChange } from './reading.ts';
import { Viewed } from './viewed.ts';

/** How far the user is through a change request. */
export interface Progress {
  viewed: number;
  all: number;
}

/** The earlier revision of a change request with which it is compared. */
export interface Since {
  revision: string;
  /** What people know it by, behind "since". */
  label: string;
}

/** A change request of which something is another. */
interface Told extends ChangeRequestPlace {
  /** Whether its changes are others, since it is compared with something else. */
  isListAnother?: boolean;
}

/** What change requests change, and what of it the user has viewed. */
export class Reviews implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<Told>();
  /** Fires when something is viewed, or not any more, when comments are counted anew, and when the base is another. */
  readonly onDidChange = this.#didChange.event;
  readonly #content: Content;
  readonly #viewed: Viewed;
  readonly #reviews = new Map<string, Review>();
  readonly #since = new Map<string, Since>();
  readonly #comments = new Map<string, OpenComments>();
  /** The last count of each change request that has not ended, by its address. */
  readonly #counts = new Map<string, Promise<void>>();
  readonly #listening: vscode.Disposable;

  /** The memory outlives the window. */
  constructor(session: Pick<Session, 'onDidChange'>, content: Content, memory: vscode.Memento) {
    this.#content = content;
    this.#viewed = new Viewed(memory);
    // Another server may now stand behind the same addresses.
    this.#listening = session.onDidChange(() => {
      this.#reviews.clear();
      this.#since.clear();
      this.#comments.clear();
    });
  }

  /**
   * What a change request changes, or what is another since the revision that it is compared with, asked for once for each
   * of its revisions; undefined where the server does not tell.
   */
  async read(place: ChangeRequestPlace, signal?: AbortSignal): Promise<Review | undefined> {
    const address = addressOfChangeRequest(place);
    const head = await this.#content.changeRequests.knownHead(place);
    const known = this.known(place);
    if (known && head?.revision === known.revision) return known;
    const { readReview } = await import('./reading.ts');
    const since = this.since(place)?.revision;
    const { review, isWhole } = await readReview(this.#content, place, since, signal);
    // It may be compared with something else by now.
    if (this.since(place)?.revision !== since) return this.read(place, signal);
    if (!review || !isWhole) return review;
    this.#reviews.set(address, review);
    // What is shown of the earlier revision, such as how much of it is viewed, is another now.
    if (known && known.revision !== review.revision) this.#didChange.fire(place);
    return review;
  }

  /** Reads what the server does not list of the changes, too. */
  async readAll(place: ChangeRequestPlace): Promise<void> {
    const listed = await this.read(place);
    if (!listed?.more) return;
    const { readAll } = await import('./reading.ts');
    this.compareSince(place, undefined, await readAll(this.#content, place, listed));
  }

  /** The same as far as it has been read. */
  known(place: ChangeRequestPlace): Review | undefined {
    const review = this.#reviews.get(addressOfChangeRequest(place));
    return review?.since === this.since(place)?.revision ? review : undefined;
  }

  /** With what a change request is compared; undefined where that is its base. */
  since(place: ChangeRequestPlace): Since | undefined {
    return this.#since.get(addressOfChangeRequest(place));
  }

  /** Has a change request compared with an earlier revision of it, or with its base again, as it was read. */
  compareSince(place: ChangeRequestPlace, since: Since | undefined, review: Review | undefined): void {
    const address = addressOfChangeRequest(place);
    if (since) this.#since.set(address, since);
    else this.#since.delete(address);
    if (review) this.#reviews.set(address, review);
    this.#didChange.fire({ ...place, isListAnother: true });
  }

  /** Undefined for what cannot be viewed. */
  isViewed(place: ChangeRequestPlace, change: ReviewedChange): boolean | undefined {
    return change.content === undefined ? undefined : this.#viewed.has(place, idOf(change), change.content);
  }

  /** Whether it is another than when it was viewed, as far as the server tells. */
  isViewedBefore(place: ChangeRequestPlace, change: ReviewedChange): boolean {
    return (
      !change.isByRevision && change.content !== undefined && this.#viewed.hadOther(place, idOf(change), change.content)
    );
  }

  /** Undefined where it has not been read what there is to view, and where there is nothing. */
  progress(place: ChangeRequestPlace): Progress | undefined {
    const seen = this.known(place)?.changes.map(change => this.isViewed(place, change)) ?? [];
    const all = seen.filter(isViewed => isViewed !== undefined).length;
    return all === 0 ? undefined : { viewed: seen.filter(Boolean).length, all };
  }

  /** How many comments are open on a page, as far as they have been counted. */
  openComments(place: ChangeRequestPlace, { page = '' }: Change): number {
    return this.#comments.get(addressOfChangeRequest(place))?.get(page) ?? 0;
  }

  /**
   * Counts the open comments on the pages of a change request whose changes have been read. They are asked for where
   * neither what is `known` of them nor what was counted before are as many as it has now. Counts of one change request run
   * one after another, so that the later one can use the result of the earlier one.
   */
  async countComments(place: ChangeRequestPlace, known?: OpenComments): Promise<void> {
    const address = addressOfChangeRequest(place);
    const earlier = this.#counts.get(address);
    const count = (async () => {
      // Whoever asked for that count is told of its failure.
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
    if (!this.known(place)) return;
    const address = addressOfChangeRequest(place);
    const { comments: open } = await this.#content.changeRequests.get(place);
    const { countOpen } = await import('./openComments.ts');
    const counts = await countOpen(place, { open, known, before: this.#comments.get(address) });
    if (!counts) return;
    this.#comments.set(address, counts);
    this.#didChange.fire(place);
  }

  async mark(place: ChangeRequestPlace, changes: readonly ReviewedChange[], isViewed: boolean): Promise<void> {
    const marked = new Map(changes.flatMap(change => (change.content ? [[idOf(change), change.content]] : [])));
    await this.#viewed.mark(place, marked, isViewed);
    this.#didChange.fire(place);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#didChange.dispose();
  }
}

function idOf({ page, file }: Change): string {
  return page ?? file ?? '';
}
