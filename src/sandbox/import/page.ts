import { posix } from 'node:path';
import { plainText } from '../../markdown/plainText.ts';
import { applyEdits } from '../operations/content/contentEdits.ts';
import type { WriteImport } from '../operations/content/contentImport.ts';
import { contentTypeOf } from '../content/contentTypes.ts';
import { decodeUtf8 } from './decodeText.ts';
import type { Download } from './download.ts';
import { freeName } from '../content/fileNames.ts';
import type { IncomingFile } from '../operations/content/fileInput.ts';
import { readFrontMatter } from '../content/markdown/frontMatter.ts';
import { readHtmlPage } from './htmlPage.ts';
import type { AddressOf } from './htmlToMarkdown.ts';
import { notImported } from './notImported.ts';
import { titleInText } from '../content/pageFields.ts';
import { linksOf, toCanonical } from '../content/markdown/references.ts';

/** Reads a page of Markdown, with the pictures beside it. */
export async function readMarkdownPage(download: Download, address: string): Promise<WriteImport> {
  const { bytes, url } = await download(address, 'body');
  const markdown = decodeUtf8(bytes);
  if (markdown === undefined) throw notImported('it is not text in UTF-8', 'Give the address of a Markdown file.');
  if (/^\s*(?:<!doctype html|<html)\b/i.test(markdown)) {
    throw notImported('it is an HTML page', "Give the address of the file itself, or import with the source 'html'.");
  }
  const { metadata, markdown: text } = readFrontMatter(markdown);
  const title = metadata.title || plainText(titleInText(text) ?? '') || nameIn(url);
  const pictures = await fetchPictures(download, markdown, url);
  // A picture that could not be fetched stays as it is written.
  return writePage({ title, markdown, pictures, addressOf: () => undefined });
}

/** Reads the content of an HTML page, with the pictures that lie on its own server. */
export async function readWebPage(download: Download, address: string): Promise<WriteImport> {
  const { bytes, contentType, url } = await download(address, 'body');
  const type = contentType.split(';')[0]?.trim() ?? '';
  const isPossible = /^(?:text\/.*|application\/(?:xhtml\+xml|octet-stream)|)$/.test(type);
  if (!isPossible) throw notImported(`the server calls it '${type}'`, 'Give the address of an HTML page.');
  const addressOf: AddressOf = (written, kind, base) => addressOn(url, { written, kind, base });
  const { title = nameIn(url), markdown } = await readHtmlPage(bytes, contentType, addressOf);
  const pictures = await fetchPictures(download, markdown, url);
  return writePage({ title, markdown, pictures, addressOf: target => new URL(encodeURI(target), url).href });
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

interface SourcePage {
  title: string;
  markdown: string;
  pictures: readonly Picture[];
  /** What a picture that could not be fetched is shown from. */
  addressOf: (target: string) => string | undefined;
}

function writePage({ title, markdown, pictures, addressOf }: SourcePage): WriteImport {
  return (caller, changeRequest) => {
    const { files: existing } = caller.state.revisions.get(changeRequest.revision);
    const { files, nameOf } = named(pictures, new Set(existing.map(({ name }) => name)));
    const text = toCanonical(markdown, target => assetPath(nameOf.get(target)) ?? addressOf(target));
    const page = { operation: 'insert_page' as const, title, document: { markdown: text } };
    applyEdits(caller, changeRequest, { edits: [page], files, isShort: true });
    return { importedResources: 1 + files.length, totalResources: 1 + pictures.length };
  };
}

/** A picture that a page shows by a path beside it; without bytes when it could not be fetched. */
interface Picture {
  target: string;
  bytes: Buffer | undefined;
}

/** A page may show any number of pictures of any size: they must neither fill the memory nor flood a server. */
const atOnce = 8;
const mostBytes = 100 * 1024 * 1024;

/** Pictures with an address of their own stay where they are; those beside the page would be lost. */
async function fetchPictures(download: Download, markdown: string, base: string): Promise<Picture[]> {
  const isPath = (target: string) => target !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
  const targets = new Set(linksOf(markdown).map(({ target }) => target));
  const wanted = [...targets].filter(target => isPath(target) && isPicture(withoutQuery(target)));
  const pictures: Picture[] = [];
  let size = 0;
  for (let from = 0; from < wanted.length; from += atOnce) {
    const next = wanted.slice(from, from + atOnce);
    const fetchNext = (target: string) => (size > mostBytes ? undefined : fetchPicture(download, target, base));
    const fetched = await Promise.all(next.map(async target => ({ target, bytes: await fetchNext(target) })));
    size += fetched.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
    pictures.push(...fetched);
  }
  return pictures;
}

function isPicture(path: string): boolean {
  return contentTypeOf(posix.basename(path)).startsWith('image/');
}

async function fetchPicture(download: Download, target: string, base: string): Promise<Buffer | undefined> {
  try {
    return (await download(new URL(encodeURI(target), base).href, 'body')).bytes;
  } catch {
    // The reply tells how many of the resources were imported; the page is worth having without this one.
    return undefined;
  }
}

/** The pictures that were fetched, each with a name that no other file has. */
function named(pictures: readonly Picture[], taken: Set<string>) {
  const nameOf = new Map<string, string>();
  const files: IncomingFile[] = [];
  for (const { target, bytes } of pictures) {
    if (!bytes) continue;
    const name = freeName(posix.basename(withoutQuery(target)), taken);
    taken.add(name);
    nameOf.set(target, name);
    files.push({ name, bytes });
  }
  return { files, nameOf };
}

function withoutQuery(target: string): string {
  return target.replace(/\?.*$/s, '');
}

/** Where Git sync keeps a file, from the top. */
function assetPath(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `/.gitbook/assets/${encodeURIComponent(name)}`;
}

/** What a page that calls itself nothing is called: the name of its file. */
function nameIn(url: string): string {
  const name = posix.parse(new URL(url).pathname).name.replace(/[-_]+/g, ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    // A lone percent sign is part of the name.
    return name;
  }
}
