import type { ChangeRequestPlace } from '../../../model/content/changeRequests.ts';
import type { Models } from '../models.ts';
import { PreviousRevision } from './previousRevision.ts';

/** The state of a review page that survives a reload of the window. */
export interface DrawnState {
  /** The revision that the page shows. */
  drawn?: string | undefined;
  /** The revision since which changes are marked. */
  previous?: string | undefined;
}

/** The revision that the review page shows, and the one that it showed before. */
export class DrawnRevision {
  readonly #app: Models;
  readonly #place: ChangeRequestPlace;
  #drawn: string | undefined;
  #previous: PreviousRevision | undefined;

  constructor(app: Models, place: ChangeRequestPlace) {
    [this.#app, this.#place] = [app, place];
  }

  /** Undefined where no changes are marked. */
  get previous(): PreviousRevision | undefined {
    return this.#previous;
  }

  get state(): DrawnState {
    return { drawn: this.#drawn, previous: this.#previous?.revision };
  }

  /** Takes in what the page showed before a reload. */
  restore({ drawn, previous }: DrawnState): void {
    this.#drawn = drawn;
    this.#compareWith(previous);
  }

  /**
   * The page shows a revision from now on; returns whether changes since another one are marked for the first time. Where
   * it shows the same revision again, or one that was only `isWritten` here, changes stay marked since the same one.
   */
  draw(revision: string, { isWritten = false } = {}): boolean {
    const drawn = this.#drawn;
    this.#drawn = revision;
    const isOther = drawn !== undefined && drawn !== revision && !isWritten;
    // A comparison that has failed is tried again.
    this.#compareWith(isOther ? drawn : this.#previous?.revision);
    return isOther;
  }

  /** Marks no changes until the page shows another revision. */
  hideMarks(): void {
    this.#previous = undefined;
  }

  #compareWith(revision: string | undefined): void {
    this.#previous = revision === undefined ? undefined : new PreviousRevision(this.#app, this.#place, revision);
  }
}
