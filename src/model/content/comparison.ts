import type * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
import { NotOffered } from '../../api/failure.ts';
import { baseUri, contentUri, parseContentUri } from './address.ts';
import type { FileEntry, PageEntry } from './layout.ts';
import { type Change, titleOf } from './changes.ts';
import type { ChangeRequestPlace } from './changeRequests.ts';
import { type Content, versionOf } from './content.ts';
import { whereOpen } from './open.ts';
import { addressOf, type Place, type Snapshot, uriOf } from './snapshot.ts';

/** Two documents to compare; one of them is missing for what was added or deleted. */
export interface Pair {
  base?: vscode.Uri | undefined;
  proposed?: vscode.Uri | undefined;
}

/** What a change request makes of a page or file, and what that was: in an earlier revision, or else in its base. */
export async function pairOf(
  content: Content,
  place: ChangeRequestPlace,
  change: Change,
  since?: string,
): Promise<Pair> {
  const { page, file, verb } = change;
  const kind = page ? 'page' : 'file';
  const id = page ?? file ?? '';
  const version = versionOf(place);
  const [entry, base] = await Promise.all([
    verb === 'deleted' ? undefined : content.snapshot(version).then(snapshot => entryIn(snapshot, kind, id)),
    verb === 'created' ? undefined : baseOf(content, place, since),
  ]);
  const proposed = entry && whereOpen(uriOf(version, entry));
  const was = base && (await entryIn(base.snapshot, kind, id));
  if (!was || (since && !(await isKept(base.snapshot, was)))) return { proposed };
  const document = proposed ?? contentUri({ ...addressOf(version), path: was.path });
  return { base: baseOfEntry(document, base.revision, was), proposed };
}

/** A page as it is and as it was in an earlier revision; either is missing where it is not there, or was not kept. */
export interface PageSince extends Pair {
  title: string | undefined;
  /** Whether it says what it said then. */
  isSame: boolean;
}

/** Finds what has become of a page since a revision. Throws a Failure where that cannot be read. */
export async function pageSince(content: Content, version: Place, page: string, revision: string): Promise<PageSince> {
  const [now, before] = await Promise.all([content.snapshot(version), earlier(content, version, revision)]);
  const [is, was] = await Promise.all([entryIn(now, 'page', page), entryIn(before, 'page', page)]);
  const proposed = is && whereOpen(uriOf(version, is));
  const title = [is, was].flatMap(one => (one && 'page' in one ? one.page.title : []))[0];
  if (!was || !(await isKept(before, was))) return { proposed, title, isSame: false };
  const document = proposed ?? contentUri({ ...addressOf(version), path: was.path });
  const { baseText } = await import('./baseText.ts');
  const isSame = is !== undefined && (await now.markdown(page)) === (await baseText(before, now, page)).text;
  return { base: baseOfEntry(document, revision, was), proposed, title, isSame };
}

/** A document of a change request with its base; undefined for any other document. */
export interface Compared {
  number: number;
  name: string;
  /** Undefined for what is new. */
  base: vscode.Uri | undefined;
}

/**
 * Finds what the page or file of an address was before its change request, or in an earlier revision of that; undefined for
 * any other document.
 */
export async function comparedWithBase(
  content: Content,
  uri: vscode.Uri,
  sinceOf: (place: ChangeRequestPlace) => string | undefined = () => undefined,
): Promise<Compared | undefined> {
  const place = await content.changeRequestOf(uri);
  const isHead = parseContentUri(uri)?.version.kind === 'changeRequest';
  const found = place && isHead && (await content.find(uri));
  if (!found) return undefined;
  const { snapshot, revision } = await baseOf(content, place, sinceOf(place));
  const was = await entryIn(snapshot, found.kind, found.kind === 'page' ? found.page.id : found.file.id);
  const name = found.kind === 'page' ? found.page.title : titleOfFile(found, was);
  return { number: place.number, name, base: was && baseOfEntry(uri, revision, was) };
}

/** The name of a file; both names, separated by an arrow, where it was renamed. */
function titleOfFile({ file: { name } }: FileEntry, was: PageEntry | FileEntry | undefined): string {
  const formerName = was && 'file' in was && was.file.name !== name ? was.file.name : undefined;
  return titleOf({ name, formerName });
}

/** The content that a change request is compared with: by default the main content as it was last taken in. */
export async function baseOf(content: Content, place: ChangeRequestPlace, since: string | undefined) {
  const { revisionMergedAncestor, revisionInitial } = await content.changeRequests.get(place);
  const revision = since ?? revisionMergedAncestor ?? revisionInitial;
  return { snapshot: await earlier(content, versionOf(place), revision), revision };
}

/** The content of an earlier revision. Throws a Failure where it cannot be read. */
export async function earlier(content: Content, place: Place, revision: string): Promise<Snapshot> {
  const snapshot = await content.snapshot({ ...place, version: { kind: 'revision', revision } });
  try {
    await snapshot.pages();
    return snapshot;
  } catch (error) {
    throw failedAs(error, 'notOffered') ? new NotOffered(noRevisions) : error;
  }
}

/** Whether a page of an earlier revision can be read: where the server has none, it is kept when somebody looks at it. */
async function isKept(snapshot: Snapshot, was: PageEntry | FileEntry): Promise<boolean> {
  try {
    if ('page' in was) await snapshot.markdown(was.page.id);
    return true;
  } catch (error) {
    if (failedAs(error, 'notOffered', 'notFound')) return false;
    throw error;
  }
}

const noRevisions =
  'This server does not offer earlier revisions, so there is nothing to compare with. The page itself can be read.';

/** The address of what a page or file was in a revision, for the address that it has now or had last. */
export function baseOfEntry(document: vscode.Uri, revision: string, was: PageEntry | FileEntry): vscode.Uri {
  const title = 'page' in was ? was.page.title : undefined;
  return baseUri(document, revision, { path: was.path, title });
}

async function entryIn(snapshot: Snapshot, kind: 'page' | 'file', id: string) {
  const layout = kind === 'page' ? await snapshot.pages() : await snapshot.files();
  return layout.byId.get(id);
}
