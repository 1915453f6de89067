import type { ChangeRequestPlace } from '../../../model/content/changeRequests.ts';
import type { ReviewPageModels } from '../models.ts';
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
  readonly #app: ReviewPageModels;
  readonly #place: ChangeRequestPlace;
  #drawn: string | undefined;
  #previous: PreviousRevision | undefined;

  constructor(app: ReviewPageModels, place: ChangeRequestPlace) {
    [this.#app, this.#place] = [app, place];
  }

  /** Undefined if no changes are marked. */
  get previous(): PreviousRevision | undefined {
    return this.#previous;
  }

  get state(): DrawnState {
    return { drawn: this.#drawn, previous: this.#previous?.revision };
  }

  /** Restores the state of before a reload. */
  restore({ drawn, previous }: DrawnState): void {
    this.#drawn = drawn;
    this.#compareWith(previous);
  }

  /**
   * Sets the revision that the page shows. Returns true if it now marks the changes since another revision. Changes
   * stay marked since the same revision if the page is redrawn, or if only the user has written the new one
   * (`isWritten`).
   */
  draw(revision: string, { isWritten = false } = {}): boolean {
    const drawn = this.#drawn;
    this.#drawn = revision;
    const isNewRevision = drawn !== undefined && drawn !== revision && !isWritten;
    // Creates the comparison again, to retry one that has failed.
    this.#compareWith(isNewRevision ? drawn : this.#previous?.revision);
    return isNewRevision;
  }

  /** Hides the marks until the page shows another revision. */
  hideMarks(): void {
    this.#previous = undefined;
  }

  #compareWith(revision: string | undefined): void {
    this.#previous = revision === undefined ? undefined : new PreviousRevision(this.#app, this.#place, revision);
  }
}
