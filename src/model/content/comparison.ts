import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { UnsupportedOperation } from '../../api/failure.ts';
import { baseUri, contentUri, headAddress, isComparedWithHead, parseContentUri } from './address.ts';
import type { FileEntry, PageEntry } from './layout.ts';
import { type Change, changeTitle } from './changes.ts';
import type { ChangeRequestPlace } from './changeRequests.ts';
import { type Content, versionOf } from './content.ts';
import { openAddressOf } from './openAddresses.ts';
import { versionAddress, type Place, type Snapshot, uriOf } from './snapshot.ts';

/** Two documents to compare. The base is missing for an added document, the proposed one for a deleted document. */
export interface DocumentPair {
  base?: vscode.Uri | undefined;
  proposed?: vscode.Uri | undefined;
}

/** Finds a changed page or file, and the same document in an earlier revision or else in the base. */
export async function findDocumentPair(
  content: Content,
  place: ChangeRequestPlace,
  change: Change,
  since?: string,
): Promise<DocumentPair> {
  const { page, file, verb } = change;
  const kind = page ? 'page' : 'file';
  const id = page ?? file ?? '';
  const version = versionOf(place);
  const [entry, base] = await Promise.all([
    verb === 'deleted' ? undefined : content.snapshot(version).then(snapshot => entryIn(snapshot, kind, id)),
    verb === 'created' ? undefined : baseSnapshot(content, place, since),
  ]);
  const proposed = entry && openAddressOf(uriOf(version, entry));
  const was = base && (await entryIn(base.snapshot, kind, id));
  if (!was || (since && !(await isReadable(base.snapshot, was)))) return { proposed };
  const document = proposed ?? contentUri({ ...versionAddress(version), path: was.path });
  return { base: baseOfEntry(document, base.revision, was), proposed };
}

/** A page now and in an earlier revision. Each side is missing if the page does not exist there or cannot be read. */
export interface PageSince extends DocumentPair {
  title: string | undefined;
  /** True if the text of the page has not changed since the earlier revision. */
  isSame: boolean;
}

/** Finds the current and the earlier version of a page. Throws a Failure if one cannot be read. */
export async function pageSince(content: Content, version: Place, page: string, revision: string): Promise<PageSince> {
  const [now, before] = await Promise.all([content.snapshot(version), revisionSnapshot(content, version, revision)]);
  const [is, was] = await Promise.all([entryIn(now, 'page', page), entryIn(before, 'page', page)]);
  const proposed = is && openAddressOf(uriOf(version, is));
  const title = [is, was].flatMap(one => (one && 'page' in one ? one.page.title : []))[0];
  if (!was || !(await isReadable(before, was))) return { proposed, title, isSame: false };
  const document = proposed ?? contentUri({ ...versionAddress(version), path: was.path });
  const { baseText } = await import('./baseText.ts');
  const isSame = is !== undefined && (await now.markdown(page)) === (await baseText(before, now, page)).text;
  return { base: baseOfEntry(document, revision, was), proposed, title, isSame };
}

/** A document of a change request with its base. */
export interface DocumentWithBase {
  number: number;
  name: string;
  /** Undefined for a new document. */
  base: vscode.Uri | undefined;
}

/**
 * Finds the document that a page or file is compared with: the one before its change request, or in an earlier revision
 * of the change request. Undefined for documents outside change requests.
 */
export async function findBaseDocument(
  content: Content,
  uri: vscode.Uri,
  sinceOf: (place: ChangeRequestPlace) => string | undefined = () => undefined,
): Promise<DocumentWithBase | undefined> {
  const place = await content.changeRequestOf(uri);
  const isHead = parseContentUri(uri)?.version.kind === 'changeRequest';
  const entry = place && isHead && (await content.find(uri));
  if (!entry) return undefined;
  const { snapshot, revision } = await baseSnapshot(content, place, sinceOf(place));
  const was = await entryIn(snapshot, entry.kind, entry.kind === 'page' ? entry.page.id : entry.file.id);
  const name = entry.kind === 'page' ? entry.page.title : titleOfFile(entry, was);
  return { number: place.number, name, base: was && baseOfEntry(uri, revision, was) };
}

/** Returns the name of a file, or both names, separated by an arrow, if it was renamed. */
function titleOfFile({ file: { name } }: FileEntry, was: PageEntry | FileEntry | undefined): string {
  const formerName = was && 'file' in was && was.file.name !== name ? was.file.name : undefined;
  return changeTitle({ name, formerName });
}

/** Returns the content that a change request is compared with: by default the main content of its last update. */
export async function baseSnapshot(content: Content, place: ChangeRequestPlace, since: string | undefined) {
  const { revisionMergedAncestor, revisionInitial } = await content.changeRequests.get(place);
  const revision = since ?? revisionMergedAncestor ?? revisionInitial;
  return { snapshot: await revisionSnapshot(content, versionOf(place), revision), revision };
}

/** Returns the content of an earlier revision. Throws a Failure if it cannot be read. */
export async function revisionSnapshot(content: Content, place: Place, revision: string): Promise<Snapshot> {
  const snapshot = await content.snapshot({ ...place, version: { kind: 'revision', revision } });
  try {
    await snapshot.pages();
    return snapshot;
  } catch (error) {
    throw isApiError(error, 'notOffered') ? new UnsupportedOperation(noRevisions) : error;
  }
}

/** Returns the address to which a link of a document leads. A link of a base leads to the base of the page. */
export async function linkTargetAddress(
  content: Content,
  document: vscode.Uri,
  { place, entry }: { place: Place; entry: PageEntry | FileEntry },
): Promise<vscode.Uri> {
  const head = isComparedWithHead(document) ? headAddress(document) : undefined;
  if (!head || !('page' in entry) || place.version.kind !== 'revision') return uriOf(place, entry);
  const { path } = entry;
  try {
    const now = await content.snapshot(await content.place(head));
    const is = await entryIn(now, 'page', entry.page.id);
    return baseOfEntry(contentUri({ ...head, path: is?.path ?? path }), place.version.revision, entry);
  } catch {
    // The base can be read even if the head cannot.
    return uriOf(place, entry);
  }
}

/**
 * Returns whether a page of an earlier revision can be read. If the server offers no revisions, only cached pages can.
 */
async function isReadable(snapshot: Snapshot, was: PageEntry | FileEntry): Promise<boolean> {
  try {
    if ('page' in was) await snapshot.markdown(was.page.id);
    return true;
  } catch (error) {
    if (isApiError(error, 'notOffered', 'notFound')) return false;
    throw error;
  }
}

const noRevisions = t(
  'This server does not offer earlier revisions, so there is nothing to compare with. The page itself can be read.',
);

/** Returns the address of a page or file in a revision, given its current or last address. */
export function baseOfEntry(document: vscode.Uri, revision: string, was: PageEntry | FileEntry): vscode.Uri {
  const title = 'page' in was ? was.page.title : undefined;
  return baseUri(document, revision, { path: was.path, title });
}

async function entryIn(snapshot: Snapshot, kind: 'page' | 'file', id: string) {
  const layout = kind === 'page' ? await snapshot.pages() : await snapshot.files();
  return layout.byId.get(id);
}
