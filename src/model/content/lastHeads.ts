import { isOutage } from '../../api/errors.ts';
import { isId } from '../../api/normalize.ts';
import type { DiskCache } from './diskCache.ts';
import { type Head, isCachedOnDisk, keyOfPlace, type Place } from './snapshot.ts';

/** Fetches the newest head. `changed` is called if it differs from the stale head that was returned in the meantime. */
interface HeadRequest {
  ask: () => Promise<Head>;
  changed: () => void;
}

/**
 * Caches the last known heads of versions across windows. A window shows the stale head at once while it fetches the
 * newest, and keeps it while the service is unreachable.
 */
export class LastHeads {
  readonly #disk: DiskCache;
  readonly #saved = new Map<string, string>();
  /** The versions that this window has already fetched. A second call waits for the newest head. */
  readonly #asked = new Set<string>();
  /** The stale heads that are shown until the reply arrives. */
  readonly #stale = new Map<string, Head>();
  readonly #pending = new Map<string, Promise<Head>>();
  /** Counts writes, so that a head from before a write is not shown after it. */
  #writes = 0;

  constructor(disk: DiskCache) {
    this.#disk = disk;
  }

  /** Returns the stale head that is shown while the newest is fetched. */
  staleHead(place: Place): Head | undefined {
    return this.#stale.get(keyOfPlace(place));
  }

  /** Returns the newest head. Returns the last known one on the first call, or while the service is unreachable. */
  find(place: Place, asking: HeadRequest): Promise<Head> {
    const key = keyOfPlace(place);
    const finding = this.#pending.get(key) ?? this.#find(place, asking).finally(() => this.#pending.delete(key));
    this.#pending.set(key, finding);
    return finding;
  }

  /** Stores a head for the next window. */
  save(place: Place, head: Head): void {
    const key = keyOfPlace(place);
    if (!isCachedOnDisk(place) || this.#saved.get(key) === head.revision) return;
    this.#saved.set(key, head.revision);
    void this.#disk.put(diskKeyOf(place), head);
  }

  /** Drops pending and stale heads after a write, because replies to earlier requests may be stale. */
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
      return asked.catch(error => (isOutage(error) ? last : Promise.reject(error as Error)));
    this.#stale.set(key, last);
    const settle = (isOther: boolean) => {
      this.#stale.delete(key);
      if (isOther) changed();
    };
    asked.then(
      ({ revision }) => settle(revision !== last.revision),
      error => settle(!isOutage(error)),
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
