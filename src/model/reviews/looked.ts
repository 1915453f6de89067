import { type ChangeRequestPlace, storageKeyOf } from '../content/changeRequests.ts';
import { type Content, versionOf } from '../content/content.ts';
import type { Disk } from '../content/disk.ts';
import type { Page } from '../content/layout.ts';
import { fileOf, isKeptOnDisk, type Snapshot } from '../content/snapshot.ts';
import { forgetOldest, type Memory } from './oldest.ts';

/** The form in which looks are kept. What a newer version has written is left alone. */
const version = 1;

/** Of how many change requests it is known: those that were looked at last. */
const most = 500;
/** Milliseconds after which another look at the same revision is noted. */
const notedAgainAfter = 60_000;

/** A revision that was looked at, and when that was last, in milliseconds since 1970. */
export interface Look {
  revision: string;
  at: number;
}

interface Kept extends Look {
  version: number;
  /** The revision that was looked at before. */
  before?: Look | undefined;
}

/** Which revisions of change requests the user has looked at. */
export class Looked {
  readonly #memory: Memory;

  /** The memory outlives the window. */
  constructor(memory: Memory) {
    this.#memory = memory;
  }

  async note(place: ChangeRequestPlace, revision: string): Promise<void> {
    const stored = this.#of(place);
    if (stored && stored.version > version) return;
    const at = Date.now();
    if (stored?.revision === revision && at - stored.at < notedAgainAfter) return;
    const before =
      stored?.revision === revision ? stored.before : stored && { revision: stored.revision, at: stored.at };
    await this.#memory.update(keyOf(place), { version, revision, at, ...(before && { before }) } satisfies Kept);
    await forgetOldest(this.#memory, prefix, most);
  }

  /** What was looked at last before there was what is there now. */
  before(place: ChangeRequestPlace, head: string): Look | undefined {
    const stored = this.#of(place);
    return stored?.revision === head ? stored.before : stored;
  }

  #of(place: ChangeRequestPlace): Kept | undefined {
    const stored: unknown = this.#memory.get(keyOf(place));
    return isKept(stored) ? stored : undefined;
  }
}

/**
 * Notes that somebody looks at a change request, and at a page of it, by which it is told later what has changed since.
 * Where the server has no revisions, the page is kept.
 */
export async function noteLookAt(
  content: Content,
  memory: Memory,
  place: ChangeRequestPlace,
  page: Pick<Page, 'id'> | undefined,
): Promise<void> {
  const snapshot = await content.snapshot(versionOf(place));
  const { revision } = snapshot.head;
  await new Looked(memory).note(place, revision);
  if (page && !(await hasRevisions(place, revision))) await keepPage(content.disk, { snapshot, page });
}

function hasRevisions({ connection, space: spaceId }: ChangeRequestPlace, revisionId: string): Promise<boolean> {
  const route = 'GET /spaces/{spaceId}/revisions/{revisionId}/pages';
  return connection.api.isAvailable(route, { spaceId, revisionId, query: { metadata: false } });
}

/** Keeps a page under its revision, for the time when there is another and the server does not give this one any more. */
async function keepPage(disk: Disk, { snapshot, page }: { snapshot: Snapshot; page: Pick<Page, 'id'> }) {
  const { place, head } = snapshot;
  if (!isKeptOnDisk(place)) return;
  const { pages } = await snapshot.pages();
  const text = await snapshot.markdown(page.id);
  const keep = (key: string, value: unknown) =>
    disk.keep(
      fileOf({ ...place, version: { kind: 'revision', revision: head.revision } }, head, key),
      isThere,
      async () => value,
    );
  await keep('pages', pages);
  await keep(`markdown ${page.id}`, text);
}

function isThere(stored: unknown): stored is unknown {
  return stored !== undefined;
}

const prefix = 'looked ';

function keyOf(place: ChangeRequestPlace): string {
  return prefix + storageKeyOf(place);
}

function isKept(value: unknown): value is Kept {
  const { version, revision, at } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>;
  return typeof version === 'number' && typeof revision === 'string' && typeof at === 'number';
}
