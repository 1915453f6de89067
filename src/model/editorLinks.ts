import * as vscode from 'vscode';
import { baseAddress } from '../api/baseAddress.ts';
import { isId } from '../api/normalize.ts';
import type { Place } from './content/snapshot.ts';

/** The target of a link: a space, or a change request, page or conversation in it. */
export interface EditorLinkTarget {
  /** The address of the server's API. */
  server: string;
  space: string;
  /** Number of the change request; in addresses of the service also its ID. */
  changeRequest?: string | undefined;
  /** ID of a page. */
  page?: string | undefined;
  /** Path of the page in the space, if its ID is unknown. */
  path?: string | undefined;
  /** ID of the first comment of a conversation. */
  comment?: string | undefined;
}

const extension = 'marginalia.marginalia';

/**
 * Returns a link that opens a version of a space, or a page or conversation in it, in the editor of the user who
 * follows it.
 */
export function editorLink(
  { connection, space, version }: Place,
  below: Pick<EditorLinkTarget, 'page' | 'comment'> = {},
): string {
  const changeRequest = version.kind === 'changeRequest' ? String(version.number) : undefined;
  const target: EditorLinkTarget = { server: baseAddress(connection.api.url), space, changeRequest, ...below };
  const parts = Object.entries(target).filter(([, value]) => value !== undefined);
  return `${vscode.env.uriScheme}://${extension}/open?${new URLSearchParams(parts)}`;
}

/** Returns the target of a link into the editor; undefined for other links. */
export function readEditorLink(link: vscode.Uri): EditorLinkTarget | undefined {
  if (link.authority.toLowerCase() !== extension || link.path !== '/open') return undefined;
  const asked = new URLSearchParams(link.query);
  const id = (name: string) => (isId(asked.get(name)) ? (asked.get(name) ?? undefined) : undefined);
  const [server, space] = [asked.get('server') ?? '', id('space')];
  if (!URL.canParse(server) || space === undefined) return undefined;
  const [changeRequest, page, comment] = [id('changeRequest'), id('page'), id('comment')];
  return { server: baseAddress(server), space, changeRequest, page, comment };
}

/** Returns the target of the address of a resource, as in `urls.location`; undefined for other addresses. */
export function readLocation(server: string, address: string): EditorLinkTarget | undefined {
  const place = address.startsWith(`${server}/v1/spaces/`) ? placeIn(server, address) : undefined;
  if (!place) return undefined;
  const { below, ...space } = place;
  const [noun, first, second] = below;
  if (noun === 'comments' && isId(first)) return { ...space, comment: first };
  return noun === 'content' && first === 'page' && isId(second) ? { ...space, page: second } : space;
}

/**
 * Returns the target of an address of the service's app, if the server does not report it. Known forms are
 * `/spaces/<ID>/change-requests/<number>/<path>` and `/s/<ID>/~/changes/<number>/<path>`.
 */
export function readAppAddress(server: string, address: string): EditorLinkTarget | undefined {
  const place = placeIn(server, address);
  if (!place) return undefined;
  const { below, ...space } = place;
  return below.length === 0 ? space : { ...space, path: below.join('/') };
}

/** Returns the space or change request in an address, and the path segments below it. */
function placeIn(server: string, address: string): (EditorLinkTarget & { below: string[] }) | undefined {
  const segments = segmentsOf(address);
  const start = segments.findIndex(segment => segment === 'spaces' || segment === 's');
  const [space, kind, number, ...below] = segments.slice(start + 1).filter(segment => segment !== '~');
  if (start < 0 || !isId(space)) return undefined;
  const isChange = (kind === 'change-requests' || kind === 'changes') && isId(number);
  if (isChange) return { server, space, changeRequest: number, below };
  return { server, space, below: [kind, number, ...below].filter(segment => segment !== undefined) };
}

function segmentsOf(address: string): string[] {
  try {
    return new URL(address).pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    // An address with an invalid encoding leads nowhere.
    return [];
  }
}
