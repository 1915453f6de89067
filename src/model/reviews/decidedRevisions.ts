import { type ChangeRequestPlace, storageKeyOf } from '../content/changeRequests.ts';
import { pruneOldest, type Memory } from './pruneOldest.ts';

/** Maximum number of stored change requests. The least recently decided ones are deleted. */
const maxEntries = 500;

const prefix = 'decided ';

/** Remembers which revisions the user decided about in a comment, for servers without reviews. */
export class DecidedRevisions {
  readonly #memory: Memory;

  /** `memory` outlives the window. */
  constructor(memory: Memory) {
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
