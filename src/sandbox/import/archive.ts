import { posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { checkOut, pagesOf } from '../gitSync/checkout.ts';
import { decodeUtf8 } from './decodeText.ts';
import type { Download } from './download.ts';
import { HttpError } from '../errors.ts';
import { isDocumentation } from '../gitSync/folder.ts';
import type { Folder } from '../gitSync/folder.ts';
import { readHtmlPage } from './htmlPage.ts';
import type { ImportedFolder } from './imported.ts';
import { notImported } from './notImported.ts';
import { inFolder } from '../content/pageLinks.ts';
import { deepestLevel } from '../content/pageTree.ts';
import { readZip } from './zip.ts';
import type { Archive } from './zip.ts';

/** Reads a zip of a folder of Markdown or HTML; `advice` is for those whose file is no zip. */
export async function readArchive(download: Download, address: string, advice: string): Promise<ImportedFolder> {
  const { bytes } = await download(address, 'body');
  const archive = withoutTop(await readZip(bytes, isWanted, advice));
  const folder = await folderOf(archive);
  const { sources, settings } = pagesOf(checkOut('', folder));
  if (sources.size === 0) throw notImported('it holds no page that can be read', 'Put Markdown or HTML files into it.');
  const found = [...archive.files.keys(), ...archive.links].filter(path => !settings.has(path));
  return { kind: 'folder', folder, found: found.length };
}

function isWanted(path: string): boolean {
  return path.split('/').every(isDocumentation) && !path.startsWith('__MACOSX/');
}

/** Archives of whole folders have one folder at their top, as those of GitHub do: it is no part of the content. */
function withoutTop({ files, links }: Archive): Archive {
  const paths = [...files.keys(), ...links];
  const top = `${paths[0]?.split('/')[0]}/`;
  if (!paths.every(path => path.startsWith(top))) return { files, links };
  const inside = (path: string) => path.slice(top.length);
  return { files: new Map([...files].map(([path, bytes]) => [inside(path), bytes])), links: links.map(inside) };
}

/** The files that can be read, as the loader of folders takes them: all pages in Markdown. */
async function folderOf({ files }: Archive): Promise<Folder> {
  const folder: Folder = { files: new Map(), warnings: [] };
  const renamed = markdownNames([...files.keys()]);
  for (const [path, bytes] of files) {
    const name = renamed.get(path) ?? path;
    const isTaken = name !== path && files.has(name);
    const isTooDeep = path.split('/').length > deepestLevel;
    const content = isTaken || isTooDeep ? undefined : await contentOf(path, bytes, renamed);
    if (content) folder.files.set(name, () => content);
  }
  return folder;
}

/** The bytes of a file as the content has it, or undefined for one that cannot be read: the reply counts those. */
async function contentOf(path: string, bytes: Buffer, renamed: ReadonlyMap<string, string>) {
  if (isHtml(path)) return markdownOf(path, bytes, renamed);
  return (renamed.get(path) ?? path).endsWith('.md') && decodeUtf8(bytes) === undefined ? undefined : bytes;
}

async function markdownOf(path: string, bytes: Buffer, renamed: ReadonlyMap<string, string>) {
  // A large archive must not keep other requests waiting until its last page.
  await setImmediate();
  try {
    const page = await readHtmlPage(bytes, '', written => addressIn(path, written, renamed));
    const head = page.title === undefined ? '' : `---\ntitle: ${JSON.stringify(page.title)}\n---\n\n`;
    return Buffer.from(head + page.markdown);
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

/** What pages that are not called as in Git sync are called there. */
function markdownNames(paths: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const path of paths) {
    const stem = path.replace(/\.(?:html?|markdown|md)$/i, '');
    const name = `${isHtml(path) ? stem.replace(/(^|\/)index$/i, '$1README') : stem}.md`;
    if (stem !== path && name !== path) names.set(path, name);
  }
  return names;
}

function isHtml(path: string): boolean {
  return /\.html?$/i.test(path);
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
