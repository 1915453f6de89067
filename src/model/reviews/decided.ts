import { type ChangeRequestPlace, storageKeyOf } from '../content/changeRequests.ts';
import { forgetOldest, type Memory } from './oldest.ts';

/** Of how many change requests it is kept: those that were decided about last. */
const most = 500;

const prefix = 'decided ';

/** Which revisions the user has decided about by a comment, where the server takes no reviews and so cannot tell. */
export class Decided {
  readonly #memory: Memory;

  /** The memory outlives the window. */
  constructor(memory: Memory) {
    this.#memory = memory;
  }

  has(place: ChangeRequestPlace, revision: string): boolean {
    const stored = this.#memory.get<{ revision?: unknown } | null>(prefix + storageKeyOf(place));
    return stored?.revision === revision;
  }

  async note(place: ChangeRequestPlace, revision: string): Promise<void> {
    await this.#memory.update(prefix + storageKeyOf(place), { revision, at: Date.now() });
    await forgetOldest(this.#memory, prefix, most);
  }
}
