import { type ChangeRequestPlace, storageKeyOf } from '../content/changeRequests.ts';
import { type Content, versionOf } from '../content/content.ts';
import type { DiskCache } from '../content/diskCache.ts';
import type { Page } from '../content/layout.ts';
import { diskKeyOf, isCachedOnDisk, markdownKey, type Snapshot } from '../content/snapshot.ts';
import { pruneOldest, type PrunableState } from './pruneOldest.ts';

/** Format version of stored visits. Entries of a newer version are left unchanged. */
const version = 1;

/** Maximum number of stored change requests. The least recently visited ones are deleted. */
const maxChangeRequests = 500;
/** A further visit to the same revision is stored after this many milliseconds. */
const recordAgainAfterMs = 60_000;

/** A revision that was visited, and when it was last visited, in milliseconds since 1970. */
export interface Visit {
  revision: string;
  at: number;
}

interface StoredVisit extends Visit {
  version: number;
  /** The revision that was visited before. */
  before?: Visit | undefined;
}

/** Remembers which revisions of change requests the user has visited. */
export class LastSeenRevisions {
  readonly #memory: PrunableState;

  /** `memory` outlives the window. */
  constructor(memory: PrunableState) {
    this.#memory = memory;
  }

  async record(place: ChangeRequestPlace, revision: string): Promise<void> {
    const stored = this.#of(place);
    if (stored && stored.version > version) return;
    const at = Date.now();
    if (stored?.revision === revision && at - stored.at < recordAgainAfterMs) return;
    const before =
      stored?.revision === revision ? stored.before : stored && { revision: stored.revision, at: stored.at };
    await this.#memory.update(keyOf(place), { version, revision, at, ...(before && { before }) } satisfies StoredVisit);
    await pruneOldest(this.#memory, prefix, maxChangeRequests);
  }

  /** Returns the last visit to another revision than `head`; undefined if there was none. */
  previousVisit(place: ChangeRequestPlace, head: string): Visit | undefined {
    const stored = this.#of(place);
    return stored?.revision === head ? stored.before : stored;
  }

  #of(place: ChangeRequestPlace): StoredVisit | undefined {
    const stored: unknown = this.#memory.get(keyOf(place));
    return isKept(stored) ? stored : undefined;
  }
}

/**
 * Records that the user visits a change request and one of its pages, to show later what has changed since. If the
 * server does not offer revisions, the page is cached on disk.
 */
export async function recordVisit(
  content: Content,
  memory: PrunableState,
  place: ChangeRequestPlace,
  page: Pick<Page, 'id'> | undefined,
): Promise<void> {
  const snapshot = await content.snapshot(versionOf(place));
  const { revision } = snapshot.head;
  await new LastSeenRevisions(memory).record(place, revision);
  if (page && !(await hasRevisions(place, revision))) await cachePage(content.disk, { snapshot, page });
}

function hasRevisions({ connection, space: spaceId }: ChangeRequestPlace, revisionId: string): Promise<boolean> {
  const route = 'GET /spaces/{spaceId}/revisions/{revisionId}/pages';
  return connection.api.isAvailable(route, { spaceId, revisionId, query: { metadata: false } });
}

/** Caches a page under its revision, which the server does not return once there is a newer one. */
async function cachePage(disk: DiskCache, { snapshot, page }: { snapshot: Snapshot; page: Pick<Page, 'id'> }) {
  const { place, head } = snapshot;
  if (!isCachedOnDisk(place)) return;
  const { pages } = await snapshot.pages();
  const text = await snapshot.markdown(page.id);
  const keep = (key: string, value: unknown) =>
    disk.getOrFetch(
      diskKeyOf({ ...place, version: { kind: 'revision', revision: head.revision } }, head, key),
      isThere,
      async () => value,
    );
  await keep('pages', pages);
  await keep(markdownKey(page.id), text);
}

function isThere(stored: unknown): stored is unknown {
  return stored !== undefined;
}

const prefix = 'looked ';

function keyOf(place: ChangeRequestPlace): string {
  return prefix + storageKeyOf(place);
}

function isKept(value: unknown): value is StoredVisit {
  const { version, revision, at } = (value ?? {}) as Partial<Record<keyof StoredVisit, unknown>>;
  return typeof version === 'number' && typeof revision === 'string' && typeof at === 'number';
}
