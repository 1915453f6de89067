import { posix } from 'node:path';
import { contentTypeOf } from '../content/contentTypes.ts';
import { inFolder } from '../content/pageLinks.ts';
import type { AddressOf } from './htmlToMarkdown.ts';

/** Where an HTML page is: on the web, or in an archive whose pages get other names. */
export type HtmlPlace = { url: string } | { path: string };

/** Tells what the links and pictures of a page in HTML lead to. */
export function addressesOf(place: HtmlPlace, renamed: ReadonlyMap<string, string>): AddressOf {
  if ('path' in place) return written => addressIn(place.path, written, renamed);
  return (written, kind, base) => addressOn(place.url, { written, kind, base });
}

interface Written {
  written: string;
  kind: 'link' | 'picture';
  base: string;
}

/** What a page leads to, as an address; only what stays on the page, and pictures that are fetched, are paths. */
function addressOn(page: string, { written, kind, base }: Written): string {
  const url = URL.parse(written, URL.parse(base, page)?.href ?? page);
  if (!url) return written;
  if (kind === 'picture') return isPicture(url.pathname) && isBeside(url, page) ? url.pathname + url.search : url.href;
  return written.startsWith('#') || (url.hash && url.href.split('#')[0] === page.split('#')[0]) ? url.hash : url.href;
}

function isBeside({ origin }: URL, page: string): boolean {
  return origin === new URL(page).origin;
}

/** A link to a page beside this one leads to what that page becomes. */
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

export function isPicture(path: string): boolean {
  return contentTypeOf(posix.basename(path)).startsWith('image/');
}
