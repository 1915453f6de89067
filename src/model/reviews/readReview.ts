import type { ChangeRequestPlace } from '../content/changeRequests.ts';
import { type Change, readChanges } from '../content/changes.ts';
import { type Content, versionOf } from '../content/content.ts';
import { baseSnapshot, revisionSnapshot } from '../content/comparison.ts';
import { type Page, withChildren } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';
import { changesBetween } from './changesBetween.ts';
import { contentKeyOfChange } from './contents.ts';

/** A change of a change request, as its review shows it. */
export interface ReviewedChange extends Change {
  /** Key of the content that can be viewed; undefined if the change cannot be opened. */
  content: string | undefined;
  /** True if only the revision distinguishes the content from earlier content. */
  isByRevision?: boolean;
  /** The pages and groups that contain the changed page, the outermost first. */
  ancestors: readonly AncestorFolder[];
}

/** A page or group that contains others. */
export interface AncestorFolder {
  /** The part that the page or group adds to the path of the pages in it. */
  slug: string;
  title: string;
}

/** The changes of a change request, in the order of its table of contents. */
export interface ReviewContent {
  revision: string;
  /** The earlier revision with which the change request was compared; undefined if these are all changes. */
  since: string | undefined;
  changes: readonly ReviewedChange[];
  /** Number of further changes that the server does not list. */
  more: number;
}

/**
 * Reads the changes of a change request, or those since an earlier revision. `isWhole` is true if its pages, which
 * provide contents and titles, could be read too.
 */
export async function readReview(
  content: Content,
  place: ChangeRequestPlace,
  since: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ review: ReviewContent | undefined; isWhole: boolean }> {
  if (since !== undefined) return { review: await readSince(content, place, since), isWhole: true };
  const [read, snapshot] = await Promise.all([readChanges(place, { signal }), readSnapshot(content, place)]);
  return { review: read && (await reviewOf(read, snapshot, since)), isWhole: snapshot !== undefined };
}

/** Reads all changes by comparing revisions, for a change request whose changes the server lists only in part. */
export async function readAll(
  content: Content,
  place: ChangeRequestPlace,
  listed: ReviewContent,
): Promise<ReviewContent> {
  const { revision } = await baseSnapshot(content, place, undefined);
  const review = await readSince(content, place, revision);
  const others = listed.changes.filter(({ page, file }) => page === undefined && file === undefined);
  return { ...review, since: undefined, changes: [...review.changes, ...others] };
}

async function readSince(content: Content, place: ChangeRequestPlace, since: string): Promise<ReviewContent> {
  const version = versionOf(place);
  const [before, now] = await Promise.all([revisionSnapshot(content, version, since), content.snapshot(version)]);
  return reviewOf({ changes: await changesBetween(before, now), more: 0 }, now, since);
}

/** Returns undefined if the pages cannot be read, because the changes can still be listed. */
async function readSnapshot(content: Content, place: ChangeRequestPlace): Promise<Snapshot | undefined> {
  try {
    const snapshot = await content.snapshot(versionOf(place));
    await snapshot.pages();
    return snapshot;
  } catch {
    // Opening one of the pages shows the failure.
    return undefined;
  }
}

async function reviewOf(
  read: { changes: Change[]; more: number },
  snapshot: Snapshot | undefined,
  since: string | undefined,
): Promise<ReviewContent> {
  const { pages = [] } = (await snapshot?.pages()) ?? {};
  const inOrder = [...withChildren(pages)];
  const ranks = new Map(inOrder.map(({ id }, index) => [id, index]));
  const wayTo = treePathFinder(pages);
  const titles = new Map(inOrder.map(({ id, title }) => [id, title]));
  const reviewed = read.changes.map(async change => ({
    ...change,
    // The titles in the table of contents contain the values of expressions.
    name: titles.get(change.page ?? '') ?? change.name,
    content: snapshot && (await contentKeyOfChange(change, snapshot)),
    isByRevision:
      change.page !== undefined && (await snapshot?.pages())?.byId.get(change.page)?.page.documentId === undefined,
    ancestors: change.page ? wayTo(change.detail) : [],
  }));
  // Deleted pages, and changes of other things than pages, come last.
  const rank = ({ page }: Change) => ranks.get(page ?? '') ?? inOrder.length;
  const changes = (await Promise.all(reviewed)).sort((one, other) => rank(one) - rank(other));
  return { revision: snapshot?.head.revision ?? '', since, changes, more: read.more };
}

/** Returns a function that returns the pages and groups above a page, by its path. */
export function treePathFinder(pages: readonly Page[]): (path: string) => AncestorFolder[] {
  const all = [...withChildren(pages)];
  const titles = new Map(all.flatMap(({ path, title }) => (path === undefined ? [] : [[path, title]])));
  return path => {
    const slugs = path.split('/').slice(0, -1);
    return slugs.map((slug, index) => ({ slug, title: titles.get(slugs.slice(0, index + 1).join('/')) ?? slug }));
  };
}
