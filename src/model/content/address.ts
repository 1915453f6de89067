import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { hasVisibleText, escapeLine } from '../../api/escape.ts';

export const scheme = 'marginalia';

/** The authority of addresses of documents that belong to no connection; see `model/requests.ts`. */
export const requestsAuthority = 'requests';

/** Selects pages and files of a space: those of a change request, of one revision, or the main content. */
export type Version =
  { kind: 'changeRequest'; number: number } | { kind: 'revision'; revision: string } | { kind: 'main' };

/** The parts of a `marginalia:` address: a folder or document in a version of a space's content. */
export interface ContentAddress {
  /** ID of the connection: one server and account. */
  connection: string;
  space: string;
  version: Version;
  /** Path below the version's folder, such as `guides/README.md` or `.assets/map.png`; empty for the folder. */
  path: string;
}

/** The address of the readable overview of a change request, which shows the threads about the whole change request. */
export interface OverviewAddress {
  connection: string;
  space: string;
  changeRequest: number;
}

/**
 * The query of an address. VS Code reads the labels of tabs from its JSON: see `resourceLabelFormatters` in the
 * manifest.
 */
interface Query {
  /** The base revision of a comparison. */
  base?: string;
  /** The path of the document and, if it differs, its path in the base revision (`was`). */
  path?: string;
  was?: string;
  /** The label of the document in tabs and lists: the title of a page. It begins with a slash, as the last part of a path. */
  name?: string;
}

/**
 * Returns the address of a folder or document. The title of a page only labels tabs; it does not identify the document.
 */
export function contentUri({ connection, space, version, path }: ContentAddress, title?: string): vscode.Uri {
  return withTitle(uri(connection, `/spaces/${space}/${folderOf(version)}/${path}`), title);
}

/** Returns an address with another title, or with none. */
export function withTitle(uri: vscode.Uri, title: string | undefined): vscode.Uri {
  const { name: _, ...rest } = queryOf(uri);
  const label = tabTitle(title ?? '');
  return withQuery(uri, { ...rest, ...(label && { name: `/${label}` }) });
}

/** Returns the title in an address, as tabs show it. */
export function titleIn(uri: vscode.Uri): string | undefined {
  return queryOf(uri).name?.slice(1);
}

/** Caches the keys of address objects: hundreds of comments share one address object, whose key is read often. */
const documentKeys = new WeakMap<vscode.Uri, string>();

/** Returns a key that is equal for all addresses of a document, whatever their titles. */
export function documentKey(document: vscode.Uri): string {
  const known = documentKeys.get(document);
  if (known !== undefined) return known;
  const key = (document.scheme === scheme ? withoutName(document) : document).toString();
  documentKeys.set(document, key);
  return key;
}

/**
 * Removes the title from an address, and the document's path from the address of a link that was followed in a base.
 */
function withoutName(document: vscode.Uri): vscode.Uri {
  const { base, path, was } = queryOf(document);
  const isMoved = was !== undefined && path === headAddress(document)?.path;
  return withQuery(document, { ...(base !== undefined && { base }), ...(isMoved && { path, was }) }).with({
    fragment: '',
  });
}

/**
 * Returns the address of a document of a change request as it was in a revision. The path stays that of the head,
 * because VS Code shows two sides of a diff with different paths as a rename. `was` is the path in the revision.
 */
export function baseUri(
  document: vscode.Uri,
  revision: string,
  was: { path: string; title?: string | undefined },
): vscode.Uri {
  const path = headAddress(document)?.path ?? '';
  const base = withQuery(document, { base: revision, path, ...(path !== was.path && { was: was.path }) });
  return withTitle(base, was.title);
}

/** Parses the address of a document or folder. For a base address, the version is the base revision. */
export function parseContentUri(uri: vscode.Uri): ContentAddress | undefined {
  const address = headAddress(uri);
  const { base: revision, path, was } = queryOf(uri);
  if (!address || !revision) return address;
  // The address of a link followed in a moved document carries the query of that document, whose path differs.
  const isMoved = path === address.path && was !== undefined;
  return { ...address, version: { kind: 'revision', revision }, path: isMoved ? was : address.path };
}

/**
 * Parses the path of an address. For a base address, this is the document at the head, with which the base is compared.
 */
export function headAddress(uri: vscode.Uri): ContentAddress | undefined {
  if (uri.scheme !== scheme) return undefined;
  const [, spaces, space, kind, id, ...rest] = uri.path.split('/');
  if (spaces !== 'spaces' || !space) return undefined;
  const address = { connection: uri.authority, space, path: rest.join('/').replace(/\/+$/, '') };
  if (kind === 'content') {
    const path = [id, ...rest].filter(Boolean).join('/');
    return { ...address, version: { kind: 'main' }, path };
  }
  if (!id) return undefined;
  if (kind === 'revisions') return { ...address, version: { kind: 'revision', revision: id } };
  const isNumber = /^[1-9]\d*$/.test(id);
  if (kind !== 'change-requests' || !isNumber) return undefined;
  return { ...address, version: { kind: 'changeRequest', number: Number(id) } };
}

/** Returns whether an address was followed from a base: it has the query of the base document, but another path. */
export function isLinkedFromBase(uri: vscode.Uri): boolean {
  const { base, path } = queryOf(uri);
  return base !== undefined && path !== undefined && path !== headAddress(uri)?.path;
}

/** Returns whether a document is the base side of a diff. */
export function isComparedWithHead(uri: vscode.Uri): boolean {
  const head = headAddress(uri);
  return head !== undefined && head.version.kind !== 'revision' && parseContentUri(uri)?.version.kind === 'revision';
}

/** Returns whether a document is a page of a change request at its newest revision. */
export function isPageOfChangeRequest(uri: vscode.Uri): boolean {
  const head = headAddress(uri);
  const isPage = head?.version.kind === 'changeRequest' && head.path.endsWith('.md');
  return isPage && !isComparedWithHead(uri);
}

export function overviewUri({ connection, space, changeRequest }: OverviewAddress): vscode.Uri {
  const path = `/spaces/${space}/change-requests/${changeRequest}.md`;
  return withTitle(uri(connection, path), t`Change request #${changeRequest}`);
}

export function parseOverviewUri(uri: vscode.Uri): OverviewAddress | undefined {
  if (uri.scheme !== scheme) return undefined;
  const match = /^\/spaces\/([^/]+)\/change-requests\/([1-9]\d*)\.md$/.exec(uri.path);
  if (!match || queryOf(uri).base) return undefined;
  return { connection: uri.authority, space: match[1] ?? '', changeRequest: Number(match[2]) };
}

/** Returns the address of the editable Markdown document with the description of a change request. */
export function descriptionUri({ connection, space, changeRequest }: OverviewAddress): vscode.Uri {
  const path = `/spaces/${space}/change-requests/${changeRequest}.description.md`;
  return withTitle(uri(connection, path), t`Description of #${changeRequest}`);
}

export function parseDescriptionUri({ scheme: uriScheme, authority, path }: vscode.Uri): OverviewAddress | undefined {
  if (uriScheme !== scheme) return undefined;
  const match = /^\/spaces\/([^/]+)\/change-requests\/([1-9]\d*)\.description\.md$/.exec(path);
  return match ? { connection: authority, space: match[1] ?? '', changeRequest: Number(match[2]) } : undefined;
}

/**
 * Returns the address of the local copy of a page in which the user edits a suggestion. The copy exists only on this
 * computer.
 */
export function suggestedEditUri({ connection, space, version, path }: ContentAddress, title: string): vscode.Uri {
  const number = version.kind === 'changeRequest' ? version.number : 0;
  const folder = `/spaces/${space}/change-requests/${number}${suggestedEdits}`;
  return withTitle(uri(connection, `${folder}/${path}`), t`Suggestion: ${title}`);
}

export function isSuggestedEdit({ scheme: uriScheme, path }: vscode.Uri): boolean {
  return uriScheme === scheme && suggestedEditPath.test(path);
}

/** Returns the address of the page that a suggestion document is a copy of. */
export function pageOfSuggestedEdit(document: vscode.Uri): vscode.Uri {
  const path = document.path.replace(suggestedEditPath, '$1/');
  return uri(document.authority, path);
}

const suggestedEdits = '.suggested-edits';
const suggestedEditPath = /^(\/spaces\/[^/]+\/change-requests\/[1-9]\d*)\.suggested-edits\//;

function folderOf(version: Version): string {
  if (version.kind === 'changeRequest') return `change-requests/${version.number}`;
  return version.kind === 'revision' ? `revisions/${version.revision}` : 'content';
}

function uri(authority: string, path: string): vscode.Uri {
  return vscode.Uri.from({ scheme, authority, path });
}

function withQuery(uri: vscode.Uri, { base, path, was, name }: Query): vscode.Uri {
  const isEmpty = base === undefined && name === undefined;
  return uri.with({ query: isEmpty ? '' : JSON.stringify({ base, path, was, name }) });
}

/** Returns the valid members of a query. Anyone can write an address, so others are ignored. */
function queryOf({ query }: vscode.Uri): Query {
  const read = Object.entries(parsed(query));
  return Object.fromEntries(read.filter(([key, value]) => keys.has(key) && typeof value === 'string'));
}

const keys: ReadonlySet<string> = new Set<keyof Query>(['base', 'path', 'was', 'name']);

function parsed(query: string): object {
  // Editors that stayed open from an earlier version of the extension have queries that are not JSON.
  if (!query.startsWith('{')) return Object.fromEntries(new URLSearchParams(query));
  try {
    return JSON.parse(query) as object;
  } catch {
    // Treats malformed JSON as an empty query.
    return {};
  }
}

/**
 * Makes a title usable as the last part of a path: VS Code cuts it at a slash, and a long title would widen the tab.
 */
function tabTitle(title: string): string {
  if (!hasVisibleText(title)) return '';
  return escapeLine(title, 80).replaceAll('/', '\u2215').replaceAll('\\', '\u2216');
}
