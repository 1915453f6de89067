import type { ChangeRequestPlace } from '../content/changeRequests.ts';
import { type Change, readChanges } from '../content/changes.ts';
import { type Content, versionOf } from '../content/content.ts';
import { baseOf, earlier } from '../content/comparison.ts';
import { type Page, withChildren } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';
import { changesBetween } from './between.ts';
import { contentOfChange } from './contents.ts';

/** What a change request changes, as somebody who reviews it goes through it. */
export interface ReviewedChange extends Change {
  /** What is viewed of it; undefined for what cannot be opened. */
  content: string | undefined;
  /** Whether nothing but the revision tells what is viewed of it from what was there before. */
  isByRevision?: boolean;
  /** What it lies in, the outermost first. */
  way: readonly Folder[];
}

/** A page or group that others lie in. */
export interface Folder {
  /** Its part of their paths. */
  slug: string;
  title: string;
}

/** All that a change request changes, in the order of its table of contents. */
export interface Review {
  revision: string;
  /** The earlier revision since which they are changes; undefined where they are all. */
  since: string | undefined;
  changes: readonly ReviewedChange[];
  /** How many changes more the server does not list. */
  more: number;
}

/**
 * Reads what a change request changes, or what is another since an earlier revision of it; `isWhole` where its pages could
 * be read, too, which tell contents and titles.
 */
export async function readReview(
  content: Content,
  place: ChangeRequestPlace,
  since: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ review: Review | undefined; isWhole: boolean }> {
  if (since !== undefined) return { review: await readSince(content, place, since), isWhole: true };
  const [read, snapshot] = await Promise.all([readChanges(place, { signal }), readSnapshot(content, place)]);
  return { review: read && (await reviewOf(read, snapshot, since)), isWhole: snapshot !== undefined };
}

/** Reads all that a change request changes where the server lists a part: what it does not is found by comparing. */
export async function readAll(content: Content, place: ChangeRequestPlace, listed: Review): Promise<Review> {
  const { revision } = await baseOf(content, place, undefined);
  const review = await readSince(content, place, revision);
  const others = listed.changes.filter(({ page, file }) => page === undefined && file === undefined);
  return { ...review, since: undefined, changes: [...review.changes, ...others] };
}

async function readSince(content: Content, place: ChangeRequestPlace, since: string): Promise<Review> {
  const version = versionOf(place);
  const [before, now] = await Promise.all([earlier(content, version, since), content.snapshot(version)]);
  return reviewOf({ changes: await changesBetween(before, now), more: 0 }, now, since);
}

/** Where the pages cannot be read, what is changed can still be listed. */
async function readSnapshot(content: Content, place: ChangeRequestPlace): Promise<Snapshot | undefined> {
  try {
    const snapshot = await content.snapshot(versionOf(place));
    await snapshot.pages();
    return snapshot;
  } catch {
    // Whoever opens one of the pages is told.
    return undefined;
  }
}

async function reviewOf(
  read: { changes: Change[]; more: number },
  snapshot: Snapshot | undefined,
  since: string | undefined,
): Promise<Review> {
  const { pages = [] } = (await snapshot?.pages()) ?? {};
  const inOrder = [...withChildren(pages)];
  const ranks = new Map(inOrder.map(({ id }, index) => [id, index]));
  const wayTo = waysIn(pages);
  const titles = new Map(inOrder.map(({ id, title }) => [id, title]));
  const reviewed = read.changes.map(async change => ({
    ...change,
    // Its title there has the values of expressions in it.
    name: titles.get(change.page ?? '') ?? change.name,
    content: snapshot && (await contentOfChange(change, snapshot)),
    isByRevision:
      change.page !== undefined && (await snapshot?.pages())?.byId.get(change.page)?.page.documentId === undefined,
    way: change.page ? wayTo(change.detail) : [],
  }));
  // What is deleted, and what is no page, comes last.
  const rank = ({ page }: Change) => ranks.get(page ?? '') ?? inOrder.length;
  const changes = (await Promise.all(reviewed)).sort((one, other) => rank(one) - rank(other));
  return { revision: snapshot?.head.revision ?? '', since, changes, more: read.more };
}

/** Gives the pages and groups that a page lies in, as its path tells. */
export function waysIn(pages: readonly Page[]): (path: string) => Folder[] {
  const all = [...withChildren(pages)];
  const titles = new Map(all.flatMap(({ path, title }) => (path === undefined ? [] : [[path, title]])));
  return path => {
    const slugs = path.split('/').slice(0, -1);
    return slugs.map((slug, index) => ({ slug, title: titles.get(slugs.slice(0, index + 1).join('/')) ?? slug }));
  };
}
