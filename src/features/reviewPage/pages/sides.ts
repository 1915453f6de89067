import { isApiError } from '../../../api/errors.ts';
import type { Page } from '../../../model/content/layout.ts';
import { readDocumentMarkdown } from '../../../model/content/shared.ts';
import { namesFiles } from '../../../model/content/references.ts';
import { sharedOnPage } from '../../../model/content/sharedOnPage.ts';
import type { Snapshot } from '../../../model/content/snapshot.ts';
import type { PageText } from '../../../markdown/review/index.ts';
import { readEmoji } from '../../../ui/emoji.ts';
import { createTargetResolver, type Layouts } from './references.ts';

/** A side of a page with the layouts and texts that it refers to. */
export interface ReadSide extends Layouts {
  text: PageText;
  snapshot: Snapshot;
  /** True if the texts and files that it refers to were not read. */
  isTextAlone: boolean;
}

/** Reads a side of a page. Returns undefined if it is not cached and the server does not offer it. */
export async function readIfCached(snapshot: Snapshot, id: string): Promise<ReadSide | undefined> {
  try {
    return await readSide(snapshot, id, { isTextAlone: true });
  } catch (error) {
    if (isApiError(error, 'notOffered', 'notFound')) return undefined;
    throw error;
  }
}

/** Reads a side of a page. With `isTextAlone`, for a cached side, its references are not read. */
export async function readSide(
  snapshot: Snapshot,
  id: string,
  { isTextAlone = false } = {},
): Promise<ReadSide | undefined> {
  const pages = await snapshot.pages();
  const entry = pages.byId.get(id);
  if (!entry) return undefined;
  const { page, path } = entry;
  const text = { markdown: await snapshot.markdown(id) };
  if (isTextAlone) {
    const layouts = { path, pages, files: undefined, shared: undefined };
    const context = {
      meaningOf: createTargetResolver(layouts),
      emoji: await emojiIn(text.markdown),
      areSettingsListed: true,
    };
    return { text: { ...text, context }, snapshot, isTextAlone, ...layouts };
  }
  return withReferences(snapshot, { text, path, page });
}

/** Reads a side of reusable content; undefined if it has no document. */
export async function readTextSide(snapshot: Snapshot, document: string | undefined): Promise<ReadSide | undefined> {
  if (document === undefined) return undefined;
  const text = { markdown: await readDocumentMarkdown(snapshot, document) };
  return withReferences(snapshot, { text, path: '', page: undefined });
}

/** Reads the pages, files and texts that a text refers to. */
async function withReferences(
  snapshot: Snapshot,
  { text, path, page }: { text: PageText; path: string; page: Page | undefined },
): Promise<ReadSide> {
  const { markdown } = text;
  const [pages, shared] = await Promise.all([snapshot.pages(), sharedOnPage(snapshot, page, markdown)]);
  const all = [markdown, ...(shared?.texts ?? []).map(text => text.markdown ?? '')];
  const areFilesShown = all.some(namesFiles);
  const files = areFilesShown ? await snapshot.files() : undefined;
  const layouts = { path, pages, files, shared };
  const emoji = await emojiIn(all.join('\n'));
  const context = { ...shared, meaningOf: createTargetResolver(layouts), emoji, areSettingsListed: page !== undefined };
  return { text: { ...text, context }, snapshot, isTextAlone: false, ...layouts };
}

/** Returns the emoji names, or undefined if the text contains none. */
async function emojiIn(text: string): Promise<ReadonlyMap<string, string> | undefined> {
  return /:[\w+-]+:/.test(text) ? new Map(await readEmoji()) : undefined;
}
