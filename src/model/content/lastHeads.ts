import { isUnreachable } from '../../api/errors.ts';
import { isId } from '../../api/readable.ts';
import type { DiskCache } from './diskCache.ts';
import { type Head, isCachedOnDisk, keyOfPlace, type Place } from './snapshot.ts';

/** How a head is asked for, and who is told that the one that was shown meanwhile is not the newest. */
interface HeadRequest {
  ask: () => Promise<Head>;
  changed: () => void;
}

/**
 * The heads of versions as they were known last, also by the window before. What was seen then is shown at once while the
 * service is asked whether there is something newer, and goes on being shown while the service is not reached.
 */
export class LastHeads {
  readonly #disk: DiskCache;
  readonly #saved = new Map<string, string>();
  /** The versions that this window has asked for: who asks again wants the newest. */
  readonly #asked = new Set<string>();
  /** The heads that are shown until the reply arrives. */
  readonly #stale = new Map<string, Head>();
  readonly #pending = new Map<string, Promise<Head>>();
  /** Counts writes, so that what was known before one is not shown after it. */
  #writes = 0;

  constructor(disk: DiskCache) {
    this.#disk = disk;
  }

  /** The head that is shown while the newest is being asked for. */
  staleHead(place: Place): Head | undefined {
    return this.#stale.get(keyOfPlace(place));
  }

  /** The newest head; on first sight, or while the service is not reached, the last that was known. */
  find(place: Place, asking: HeadRequest): Promise<Head> {
    const key = keyOfPlace(place);
    const finding = this.#pending.get(key) ?? this.#find(place, asking).finally(() => this.#pending.delete(key));
    this.#pending.set(key, finding);
    return finding;
  }

  /** Remembers the head of what is shown. */
  save(place: Place, head: Head): void {
    const key = keyOfPlace(place);
    if (!isCachedOnDisk(place) || this.#saved.get(key) === head.revision) return;
    this.#saved.set(key, head.revision);
    void this.#disk.put(diskKeyOf(place), head);
  }

  /** Takes in a write: an answer to what was asked before it may be old. */
  expire(): void {
    this.#writes++;
    this.#stale.clear();
    this.#pending.clear();
  }

  clear(): void {
    this.#asked.clear();
    this.#stale.clear();
    this.#pending.clear();
    this.#saved.clear();
  }

  async #find(place: Place, { ask, changed }: HeadRequest): Promise<Head> {
    const key = keyOfPlace(place);
    const isFirst = !this.#asked.has(key) && !this.#saved.has(key);
    this.#asked.add(key);
    const writes = this.#writes;
    const last = isCachedOnDisk(place) ? await this.#disk.get(diskKeyOf(place), isHead) : undefined;
    const asked = ask();
    if (!last) return asked;
    if (!isFirst || writes !== this.#writes)
      return asked.catch(error => (isUnreachable(error) ? last : Promise.reject(error as Error)));
    this.#stale.set(key, last);
    const settle = (isOther: boolean) => {
      this.#stale.delete(key);
      if (isOther) changed();
    };
    asked.then(
      ({ revision }) => settle(revision !== last.revision),
      error => settle(!isUnreachable(error)),
    );
    return last;
  }
}

function diskKeyOf(place: Place): readonly [string, ...string[]] {
  return [place.connection.id, 'head', keyOfPlace(place)];
}

function isHead(value: unknown): value is Head {
  const { revision, mtime } = (value ?? {}) as Partial<Head>;
  return isId(revision) && Number.isSafeInteger(mtime);
}
