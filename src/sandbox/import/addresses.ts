import { posix } from 'node:path';
import { contentTypeOf } from '../content/contentTypes.ts';
import { inFolder } from '../content/pageLinks.ts';
import type { AddressOf } from './htmlToMarkdown.ts';

/** The location of an HTML page: on the web, or in an archive whose pages are renamed. */
export type HtmlPlace = { url: string } | { path: string };

/** Returns a function that resolves the links and pictures of an HTML page. */
export function addressesInHtml(place: HtmlPlace, renamed: ReadonlyMap<string, string>): AddressOf {
  if ('path' in place) return written => addressIn(place.path, written, renamed);
  return (written, kind, base) => addressOn(place.url, { written, kind, base });
}

interface Written {
  written: string;
  kind: 'link' | 'picture';
  base: string;
}

/** Resolves to an absolute URL. Anchors on the same page and pictures on the same server stay relative. */
function addressOn(page: string, { written, kind, base }: Written): string {
  const url = URL.parse(written, URL.parse(base, page)?.href ?? page);
  if (!url) return written;
  if (kind === 'picture')
    return isPicturePath(url.pathname) && isBeside(url, page) ? url.pathname + url.search : url.href;
  return written.startsWith('#') || (url.hash && url.href.split('#')[0] === page.split('#')[0]) ? url.hash : url.href;
}

function isBeside({ origin }: URL, page: string): boolean {
  return origin === new URL(page).origin;
}

/** Resolves a link to another page of the archive to the new name of that page. */
function addressIn(path: string, written: string, renamed: ReadonlyMap<string, string>): string {
  const [, address = '', anchor = ''] = /^([^?#]*)[^#]*(#.*)?$/s.exec(written) ?? [];
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return written;
  const folder = posix.dirname(path);
  const name = renamed.get(inFolder(folder, decode(address)));
  return name === undefined ? written : encodeURI(posix.relative(folder, name)) + anchor;
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    // A lone percent sign is part of the name.
    return address;
  }
}

export function isPicturePath(path: string): boolean {
  return contentTypeOf(posix.basename(path)).startsWith('image/');
}
