import * as vscode from 'vscode';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../content/changeRequests.ts';
import type { Change } from '../content/changes.ts';
import type { Content } from '../content/content.ts';
import type { Session } from '../session/session.ts';
import type { Review, ReviewedChange } from './reading.ts';
import { Viewed } from './viewed.ts';

/** How far the user is through a change request. */
export interface Progress {
  viewed: number;
  all: number;
}

/** What change requests change, and what of it the user has viewed. */
export class Reviews implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<ChangeRequestPlace>();
  /** Fires when something is viewed, or not any more. */
  readonly onDidChange = this.#didChange.event;
  readonly #content: Content;
  readonly #viewed: Viewed;
  readonly #reviews = new Map<string, Review>();
  readonly #listening: vscode.Disposable;

  /** The memory outlives the window. */
  constructor(session: Pick<Session, 'onDidChange'>, content: Content, memory: vscode.Memento) {
    this.#content = content;
    this.#viewed = new Viewed(memory);
    // Another server may now stand behind the same addresses.
    this.#listening = session.onDidChange(() => this.#reviews.clear());
  }

  /** What a change request changes, asked for once for each of its revisions; undefined where the server does not tell. */
  async read(place: ChangeRequestPlace, signal?: AbortSignal): Promise<Review | undefined> {
    const address = addressOfChangeRequest(place);
    const head = await this.#content.changeRequests.knownHead(place);
    const known = this.#reviews.get(address);
    if (known && head?.revision === known.revision) return known;
    const { readReview } = await import('./reading.ts');
    const { review, isWhole } = await readReview(this.#content, place, signal);
    if (review && isWhole) this.#reviews.set(address, review);
    return review;
  }

  /** The same as far as it has been read. */
  known(place: ChangeRequestPlace): Review | undefined {
    return this.#reviews.get(addressOfChangeRequest(place));
  }

  /** Undefined for what cannot be viewed. */
  isViewed(place: ChangeRequestPlace, change: ReviewedChange): boolean | undefined {
    return change.content === undefined ? undefined : this.#viewed.has(place, idOf(change), change.content);
  }

  /** Undefined where it has not been read what there is to view, and where there is nothing. */
  progress(place: ChangeRequestPlace): Progress | undefined {
    const seen = this.known(place)?.changes.map(change => this.isViewed(place, change)) ?? [];
    const all = seen.filter(isViewed => isViewed !== undefined).length;
    return all === 0 ? undefined : { viewed: seen.filter(Boolean).length, all };
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
