import { type ChangeRequestPlace, storageKeyOf } from '../content/changeRequests.ts';
import { pruneOldest, type PrunableState } from './pruneOldest.ts';

/** Maximum number of stored change requests. The least recently decided ones are deleted. */
const maxEntries = 500;

const prefix = 'decided ';

/** Remembers which revisions the user decided about in a comment, for servers without reviews. */
export class DecidedRevisions {
  readonly #memory: PrunableState;

  /** `memory` outlives the window. */
  constructor(memory: PrunableState) {
    this.#memory = memory;
  }

  has(place: ChangeRequestPlace, revision: string): boolean {
    const stored = this.#memory.get<{ revision?: unknown } | null>(prefix + storageKeyOf(place));
    return stored?.revision === revision;
  }

  async record(place: ChangeRequestPlace, revision: string): Promise<void> {
    await this.#memory.update(prefix + storageKeyOf(place), { revision, at: Date.now() });
    await pruneOldest(this.#memory, prefix, maxEntries);
  }
}
