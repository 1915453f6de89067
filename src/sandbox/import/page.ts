import { posix } from 'node:path';
import { plainText } from '../../markdown/plainText.ts';
import { isPicturePath } from './addresses.ts';
import { decodeUtf8 } from './decodeText.ts';
import type { Download } from './download.ts';
import { readFrontMatter } from '../content/markdown/frontMatter.ts';
import type { ImportedPage, Picture } from './imported.ts';
import { notImported } from './notImported.ts';
import { titleInText } from '../../markdown/titleInText.ts';
import { findDestinationsOf } from '../content/largeDocuments.ts';
import { markdownLinks, toCanonical } from '../content/markdown/references.ts';
import type { Destination } from '../../markdown/destinations.ts';
import { HttpError } from '../errors.ts';
import type { Tasks } from '../store/tasks.ts';
import { runJob } from '../thread/runJob.ts';

/** The services that an import needs. */
export interface ImportSource {
  readonly download: Download;
  readonly tasks: Tasks;
}

/** Reads a Markdown page and fetches the pictures that it refers to by path. */
export async function readMarkdownPage(source: ImportSource, address: string): Promise<ImportedPage> {
  const { download } = source;
  const { bytes, url } = await download(address, 'body');
  const markdown = decodeUtf8(bytes);
  if (markdown === undefined) throw notImported('it is not text in UTF-8', 'Give the address of a Markdown file.');
  if (/^\s*(?:<!doctype html|<html)\b/i.test(markdown)) {
    throw notImported('it is an HTML page', "Give the address of the file itself, or import with the source 'html'.");
  }
  const { metadata, markdown: text } = readFrontMatter(markdown);
  const title = metadata.title || plainText(titleInText(text) ?? '') || nameIn(url);
  // Pictures that could not be fetched keep their original addresses.
  const { pictures, wanted } = await fetchPictures(source, markdown, url);
  return { kind: 'page', title, markdown, pictures, totalCount: 1 + wanted };
}

/** Reads the content of an HTML page, and fetches the pictures on its own server. */
export async function readWebPage(source: ImportSource, address: string): Promise<ImportedPage> {
  const { download, tasks } = source;
  const { bytes, contentType, url } = await download(address, 'body');
  const type = contentType.split(';')[0]?.trim() ?? '';
  const isPossible = /^(?:text\/.*|application\/(?:xhtml\+xml|octet-stream)|)$/.test(type);
  if (!isPossible) throw notImported(`the server calls it '${type}'`, 'Give the address of an HTML page.');
  const pages = [{ bytes, contentType, place: { url } }];
  const [page] = await runJob('readHtmlPages', { pages, renamed: new Map() }, tasks.stopping);
  if (!page || 'refusal' in page) throw new HttpError(400, page?.refusal ?? 'The page could not be read.');
  const { title = nameIn(url), markdown } = page;
  const { pictures, wanted, destinations } = await fetchPictures(source, markdown, url);
  const fetched = new Set(pictures.map(({ target }) => target));
  const absolute = (target: string) => (fetched.has(target) ? undefined : new URL(encodeURI(target), url).href);
  return {
    kind: 'page',
    title,
    markdown: toCanonical(markdown, absolute, undefined, destinations),
    pictures,
    totalCount: 1 + wanted,
  };
}

/** Limits concurrency and size, because a page may show any number of pictures. */
const maxConcurrent = 8;
const maxBytes = 100 * 1024 * 1024;

/**
 * Fetches the pictures with relative paths, which would be broken after the import. Absolute addresses stay unchanged.
 */
async function fetchPictures(source: ImportSource, markdown: string, base: string): Promise<Fetched> {
  const { download } = source;
  const isPath = (target: string) => target !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
  const destinations = (await findDestinationsOf(source, [markdown])).get(markdown);
  const targets = new Set(markdownLinks(markdown, destinations).map(({ target }) => target));
  const wanted = [...targets].filter(target => isPath(target) && isPicturePath(withoutQuery(target)));
  const pictures: Picture[] = [];
  let size = 0;
  for (let from = 0; from < wanted.length && size <= maxBytes; from += maxConcurrent) {
    const fetched = await Promise.all(
      wanted.slice(from, from + maxConcurrent).map(target => fetchPicture(download, target, base)),
    );
    for (const picture of fetched.filter(fetchedPicture => fetchedPicture !== undefined)) {
      size += picture.bytes.length;
      pictures.push(picture);
    }
  }
  return { pictures, wanted: wanted.length, destinations };
}

interface Fetched {
  /** The link destinations of the page, if it is a large one. */
  destinations: readonly Destination[] | undefined;
  pictures: Picture[];
  /** The number of pictures with relative paths, including those that could not be fetched. */
  wanted: number;
}

async function fetchPicture(download: Download, target: string, base: string): Promise<Picture | undefined> {
  try {
    const { bytes } = await download(new URL(encodeURI(target), base).href, 'body');
    return { target, name: posix.basename(withoutQuery(target)), bytes };
  } catch {
    // The import continues without this picture; the reply counts the imported resources.
    return undefined;
  }
}

function withoutQuery(target: string): string {
  return target.replace(/\?.*$/s, '');
}

/** Returns the default title of a page: the name of its file. */
function nameIn(url: string): string {
  const name = posix.parse(new URL(url).pathname).name.replace(/[-_]+/g, ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    // A lone percent sign is part of the name.
    return name;
  }
}
