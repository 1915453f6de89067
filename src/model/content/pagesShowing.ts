import { isCancellation } from '../../api/failure.ts';
import { type Change, otherChangeKinds } from './changes.ts';
import type { PageEntry } from './layout.ts';
import {
  findReusableText,
  readSharedContent,
  type ReusableText,
  includedSourcesIn,
  usesSharedContent,
} from './shared.ts';
import { readText } from './sharedOnPage.ts';
import type { Snapshot } from './snapshot.ts';
import { mapConcurrently } from '../concurrency.ts';

/** Returns whether pages may show the subject of a change: a variable or reusable content. */
export function canAppearOnPages({ detail, reusableContent }: Change): boolean {
  return detail === otherChangeKinds.variable || reusableContent !== undefined;
}

/**
 * Finds the pages of a version that use a variable of the space or include reusable content, directly or through texts
 * that they include. Reads all pages.
 */
export async function pagesShowing(change: Change, snapshot: Snapshot, signal: AbortSignal): Promise<PageEntry[]> {
  const texts = await textsIn(snapshot);
  const shows = await mentionOf(change, texts, snapshot);
  const documents = [...(await snapshot.pages()).byId.values()].filter(({ page }) => page.type === 'document');
  const matches = await mapConcurrently(documents, async entry => {
    signal.throwIfAborted();
    return shows(await snapshot.markdown(entry.page.id)) ? entry : undefined;
  });
  return matches.filter(entry => entry !== undefined);
}

/** Returns the reusable texts of a version; none if the server does not list them. */
async function textsIn(snapshot: Snapshot): Promise<readonly ReusableText[]> {
  try {
    return (await readSharedContent(snapshot)).texts ?? [];
  } catch (error) {
    if (isCancellation(error)) throw error;
    return [];
  }
}

/** Returns a function that tells whether a text shows the subject of a change. */
async function mentionOf(
  { name, reusableContent }: Change,
  texts: readonly ReusableText[],
  snapshot: Snapshot,
): Promise<(markdown: string) => boolean> {
  const mention =
    reusableContent === undefined
      ? new RegExp(`(?<!\\bpage\\s*\\.\\s*)\\bvars\\s*(\\.\\s*|\\[\\s*['"])${escaped(name)}(?![\\w-])`)
      : new RegExp(`\\{%-?\\s*include\\s[^%]*${escaped(reusableContent)}(?![\\w-])`);
  const showing = new Set(reusableContent === undefined ? [] : [reusableContent]);
  const shows = (markdown: string) =>
    usesSharedContent(markdown) &&
    (mention.test(markdown.replaceAll('\\_', '_')) ||
      includedSourcesIn(markdown).some(source => showing.has(findReusableText(source, texts)?.id ?? '')));
  const read = await mapConcurrently([...texts], async text => ({
    ...text,
    markdown: (await readText(snapshot, text)).markdown ?? '',
  }));
  // Included texts can be nested, so the search repeats until it finds no more.
  for (let count = -1; count < showing.size;) {
    count = showing.size;
    for (const { id, markdown } of read) if (shows(markdown)) showing.add(id);
  }
  return shows;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
