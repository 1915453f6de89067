import { posix } from 'node:path';
import { plainText } from '../api/markdown/plainText.ts';
import { must } from './callers.ts';
import { changeRequestFor } from './changeRequests.ts';
import { applyEdits, mustBeEditable } from './contentEdits.ts';
import { contentTypeOf } from './contentTypes.ts';
import { HttpError } from './errors.ts';
import { download } from './fileInput.ts';
import type { IncomingFile } from './fileInput.ts';
import { readFrontMatter } from './frontMatter.ts';
import { titleInText } from './pageFields.ts';
import { linksOf, toCanonical } from './references.ts';
import { created } from './replies.ts';
import type { Handlers } from './replies.ts';

export const contentImport = {
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import': async ({ body, ...input }, caller) => {
    const { state } = caller;
    const { space, changeRequest } = changeRequestFor(caller, input);
    must(caller, 'edit', space);
    mustBeEditable(changeRequest);
    mustBePlayed(body.source);
    const markdown = textOf(await download(body.url, 'body'));
    const pictures = await fetchPictures(markdown, body.url);

    // While all that was fetched, somebody else may have been quicker: what is added to is what is there now.
    const { changeRequest: current } = changeRequestFor(caller, input);
    mustBeEditable(current);
    const taken = new Set(state.revisions.get(current.revision).files.map(({ name }) => name));
    const { files, nameOf } = named(pictures, taken);
    const text = toCanonical(markdown, target => assetPath(nameOf.get(target)));
    const title = titleOf(markdown, body.url);
    const page = { operation: 'insert_page' as const, title, document: { markdown: text } };
    applyEdits(caller, current, { edits: [page], files, isShort: true });
    return created({
      revision: state.changeRequests.get(current.id).revision,
      importedResources: 1 + files.length,
      totalResources: 1 + pictures.length,
    });
  },
} satisfies Partial<Handlers>;

/** A picture that a page shows by a path beside it; without bytes when it could not be fetched. */
interface Picture {
  target: string;
  bytes: Buffer | undefined;
}

function mustBePlayed(source: string): void {
  if (source === 'markdown') return;
  const advice = `The sandbox imports from 'markdown' only: convert the content first.`;
  throw new HttpError(400, `body.source is '${source}', which the sandbox does not read. ${advice}`);
}

function textOf(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text.replace(/\r\n?/g, '\n');
  } catch {
    // Not UTF-8: refused below, like what is text for no editor.
  }
  throw new HttpError(400, 'What is at body.url is no Markdown: it is not text in UTF-8.');
}

/** Pictures with an address of their own stay where they are; those beside the page would be lost. */
async function fetchPictures(markdown: string, base: string): Promise<Picture[]> {
  const isPicture = (target: string) => contentTypeOf(posix.basename(target)).startsWith('image/');
  const isBeside = (target: string) => target !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
  const targets = new Set(linksOf(markdown).map(({ target }) => target));
  const wanted = [...targets].filter(target => isBeside(target) && isPicture(target));
  return Promise.all(wanted.map(async target => ({ target, bytes: await fetchPicture(target, base) })));
}

async function fetchPicture(target: string, base: string): Promise<Buffer | undefined> {
  try {
    return await download(new URL(encodeURI(target), base).href, 'body');
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
    const name = freeName(posix.basename(target), taken);
    taken.add(name);
    nameOf.set(target, name);
    files.push({ name, bytes });
  }
  return { files, nameOf };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const { name: stem, ext } = posix.parse(name);
  let free = name;
  for (let number = 1; taken.has(free); number++) free = `${stem}-${number}${ext}`;
  return free;
}

/** Where Git sync keeps a file, from the top. */
function assetPath(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `/.gitbook/assets/${encodeURIComponent(name)}`;
}

/** What the page calls itself, or else what its file is called. */
function titleOf(text: string, url: string): string {
  const { metadata, markdown } = readFrontMatter(text);
  const heading = plainText(titleInText(markdown) ?? '');
  const file = posix.parse(new URL(url).pathname).name.replace(/[-_]+/g, ' ');
  return metadata.title || heading || decodeTitle(file);
}

function decodeTitle(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A lone percent sign is part of the name.
    return name;
  }
}
