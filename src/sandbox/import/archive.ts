import { checkOut, findCheckoutPages, readPage } from '../gitSync/checkout.ts';
import { decodeUtf8 } from './decodeText.ts';
import { isDocumentation } from '../gitSync/folder.ts';
import type { Folder } from '../gitSync/folder.ts';
import { findAllDestinations } from '../content/largeDocuments.ts';
import type { ImportedFolder } from './imported.ts';
import { notImported } from './notImported.ts';
import type { ImportSource } from './page.ts';
import { runJob } from '../thread/runJob.ts';
import { deepestLevel } from '../content/pageTree.ts';
import { readZip } from './zip.ts';
import type { Archive } from './zip.ts';

/** Reads a zip of Markdown or HTML pages; `advice` is part of the error for a file that is no zip. */
export async function readArchive(source: ImportSource, address: string, advice: string): Promise<ImportedFolder> {
  const { bytes } = await source.download(address, 'body');
  const archive = withoutTop(await readZip(bytes, isWanted, advice));
  const folder = await folderOf(archive, source.tasks.stopping);
  const checkout = checkOut('', folder);
  const { sources, includes, settings } = findCheckoutPages(checkout);
  if (sources.size === 0) throw notImported('it holds no page that can be read', 'Put Markdown or HTML files into it.');
  const paths = [...archive.files.keys(), ...archive.links].filter(path => !settings.has(path));
  const texts = [...sources.values(), ...includes.values()].map(entry => readPage(entry).markdown);
  return { kind: 'folder', folder, totalCount: paths.length, destinations: await findAllDestinations(source, texts) };
}

function isWanted(path: string): boolean {
  return path.split('/').every(isDocumentation) && !path.startsWith('__MACOSX/');
}

/** Removes the single top folder that archives of folders often have, such as those of GitHub. */
function withoutTop({ files, links }: Archive): Archive {
  const paths = [...files.keys(), ...links];
  const top = `${paths[0]?.split('/')[0]}/`;
  if (!paths.every(path => path.startsWith(top))) return { files, links };
  const inside = (path: string) => path.slice(top.length);
  return { files: new Map([...files].map(([path, bytes]) => [inside(path), bytes])), links: links.map(inside) };
}

/** Returns the readable files as the folder loader expects them, with all pages in Markdown. */
async function folderOf({ files }: Archive, stopping: AbortSignal): Promise<Folder> {
  const folder: Folder = { files: new Map(), warnings: [] };
  const renamed = markdownNames([...files.keys()]);
  const nameOf = (path: string) => renamed.get(path) ?? path;
  const isPossible = (path: string) =>
    !(nameOf(path) !== path && files.has(nameOf(path))) && path.split('/').length <= deepestLevel;
  const possible = [...files].filter(([path]) => isPossible(path));
  const pages = await readHtml(
    possible.filter(([path]) => isHtml(path)),
    renamed,
    stopping,
  );
  for (const [path, bytes] of possible) {
    const content = isHtml(path) ? pages.get(path) : contentOf(nameOf(path), bytes);
    if (content) folder.files.set(nameOf(path), () => content);
  }
  return folder;
}

/** Returns the bytes of a file, or undefined for Markdown that cannot be decoded; the reply counts those. */
function contentOf(name: string, bytes: Buffer): Buffer | undefined {
  return name.endsWith('.md') && decodeUtf8(bytes) === undefined ? undefined : bytes;
}

/** Converts HTML pages to Markdown, by path; omits pages that cannot be read. */
async function readHtml(
  files: readonly (readonly [path: string, bytes: Buffer])[],
  renamed: ReadonlyMap<string, string>,
  stopping: AbortSignal,
): Promise<Map<string, Buffer>> {
  if (files.length === 0) return new Map();
  const inputs = files.map(([path, bytes]) => ({ bytes, contentType: '', place: { path } }));
  const pages = await runJob('readHtmlPages', { pages: inputs, renamed }, stopping);
  return new Map(
    files.flatMap(([path], index) => {
      const page = pages[index];
      if (!page || 'refusal' in page) return [];
      const head = page.title === undefined ? '' : `---\ntitle: ${JSON.stringify(page.title)}\n---\n\n`;
      return [[path, Buffer.from(head + page.markdown)] as const];
    }),
  );
}

/** Maps the paths of pages to their names in Git Sync, if these differ. */
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
