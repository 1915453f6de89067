import { eachOf } from '../discussions/requests.ts';
import type { Change } from './changes.ts';
import type { PageEntry } from './layout.ts';
import type { Snapshot } from './snapshot.ts';

/** Whether pages may show what a change is about: a variable or reusable content. */
export function mayBeShown({ detail, reusableContent }: Change): boolean {
  return detail === 'variable' || reusableContent !== undefined;
}

/**
 * Finds the pages of a version that name a variable of the space, or include reusable content, in their own text. Reads
 * all its pages.
 */
export async function pagesShowing(change: Change, snapshot: Snapshot, signal: AbortSignal): Promise<PageEntry[]> {
  const mention = mentionOf(change);
  const documents = [...(await snapshot.pages()).byId.values()].filter(({ page }) => page.type === 'document');
  const found = await eachOf(documents, async entry => {
    signal.throwIfAborted();
    return mention.test(await snapshot.markdown(entry.page.id)) ? entry : undefined;
  });
  return found.filter(entry => entry !== undefined);
}

function mentionOf({ name, reusableContent }: Change): RegExp {
  return reusableContent === undefined
    ? new RegExp(`(?<!\\bpage\\s*\\.\\s*)\\bvars\\s*(\\.\\s*|\\[\\s*['"])${escaped(name)}(?![\\w-])`)
    : new RegExp(`\\{%\\s*include\\s[^%]*${escaped(reusableContent)}(?![\\w-])`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
