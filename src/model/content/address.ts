import * as vscode from 'vscode';

export const scheme = 'marginalia';

/** Which pages and files of a space: those of a change request, of one revision, or the main content. */
export type Version =
  { kind: 'changeRequest'; number: number } | { kind: 'revision'; revision: string } | { kind: 'main' };

/** What a `marginalia:` address names: a folder or a document in a version of a space's content. */
export interface ContentAddress {
  /** ID of the connection: one server and account. */
  connection: string;
  space: string;
  version: Version;
  /** Path below the version's folder, such as `guides/README.md` or `.assets/map.png`; empty for the folder. */
  path: string;
}

/** The readable overview of a change request, on which the threads about all of it hang. */
export interface OverviewAddress {
  connection: string;
  space: string;
  changeRequest: number;
}

export function contentUri({ connection, space, version, path }: ContentAddress): vscode.Uri {
  return uri(connection, `/spaces/${space}/${folderOf(version)}/${path}`);
}

/**
 * What a document of a change request was in a revision, at the address of the document: VS Code shows two sides of a
 * diff whose paths differ as one that was renamed. `was` is its path in the revision.
 */
export function baseUri(document: vscode.Uri, revision: string, was: string): vscode.Uri {
  const path = headAddress(document)?.path ?? '';
  const query = new URLSearchParams({ base: revision, ...(path !== was && { path, was }) });
  return document.with({ query: query.toString() });
}

/** What a document or folder of a space is; with the address of a base, what it was. */
export function parseContentUri(uri: vscode.Uri): ContentAddress | undefined {
  const address = headAddress(uri);
  const query = new URLSearchParams(uri.query);
  const revision = query.get('base');
  if (!address || !revision) return address;
  // A link from a document that was moved has the query of the document, too.
  const was = query.get('path') === address.path ? query.get('was') : undefined;
  return { ...address, version: { kind: 'revision', revision }, path: was ?? address.path };
}

/** What the path of an address names; with the address of a base, what the base is compared with. */
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

export function overviewUri({ connection, space, changeRequest }: OverviewAddress): vscode.Uri {
  return uri(connection, `/spaces/${space}/change-requests/${changeRequest}.md`);
}

export function parseOverviewUri(uri: vscode.Uri): OverviewAddress | undefined {
  if (uri.scheme !== scheme || uri.query) return undefined;
  const match = /^\/spaces\/([^/]+)\/change-requests\/([1-9]\d*)\.md$/.exec(uri.path);
  return match ? { connection: uri.authority, space: match[1] ?? '', changeRequest: Number(match[2]) } : undefined;
}

function folderOf(version: Version): string {
  if (version.kind === 'changeRequest') return `change-requests/${version.number}`;
  return version.kind === 'revision' ? `revisions/${version.revision}` : 'content';
}

function uri(authority: string, path: string): vscode.Uri {
  return vscode.Uri.from({ scheme, authority, path });
}
