import { posix } from 'node:path';
import type * as vscode from 'vscode';
import { type LinkedPage, type RespelledText, respellLinks } from '../../markdown/linkSpelling.ts';
import { headAddress, isComparedWithHead } from './address.ts';
import type { Content, ContentEntry } from './content.ts';
import type { PageEntry, PageLayout } from './layout.ts';
import { findLinkedPage, linkedPath } from './references.ts';
import type { Snapshot } from './snapshot.ts';

/** Caches base texts by the snapshot they are compared with, because a document is read several times. */
const baseTexts = new WeakMap<Snapshot, Map<string, Promise<RespelledText>>>();

type PageContentEntry = Extract<ContentEntry, { kind: 'page' }>;

export interface DisplayedText extends RespelledText {
  /** The error that prevented reading the page at the head. */
  failure?: unknown;
}

/**
 * Reads the text of a page as an address shows it. A base spells its links as the head does, so that moved pages do not
 * show as changed links.
 */
export async function readDisplayedText(
  content: Content,
  uri: vscode.Uri,
  { snapshot, page }: PageContentEntry,
): Promise<DisplayedText> {
  const head = isComparedWithHead(uri) ? headAddress(uri) : undefined;
  if (!head) return asWritten(await snapshot.markdown(page.id));
  try {
    return await baseText(snapshot, await content.snapshot(await content.place(head)), page.id);
  } catch (failure) {
    // Without the page at the head, the base is shown as it was written.
    return { ...asWritten(await snapshot.markdown(page.id)), failure };
  }
}

/** Returns the original spelling of the links of a base document by their offsets. Empty for any other document. */
export async function originalLinks(content: Content, uri: vscode.Uri): Promise<ReadonlyMap<number, string>> {
  const entry = isComparedWithHead(uri) ? await content.lookUp(uri) : undefined;
  return entry?.kind === 'page' ? (await readDisplayedText(content, uri, entry)).originals : new Map();
}

/** Reads the text of a page in `before`, with links to or from moved pages respelled for `now`. */
export function baseText(before: Snapshot, now: Snapshot, page: string): Promise<RespelledText> {
  const known = baseTexts.get(now) ?? new Map<string, Promise<RespelledText>>();
  baseTexts.set(now, known);
  const key = JSON.stringify([before.head.revision, page]);
  const text = known.get(key) ?? respelled(before, now, page);
  known.set(key, text);
  // A failure is not cached: it goes to the caller, and the next call sends the request again.
  text.catch(() => known.delete(key));
  return text;
}

async function respelled(before: Snapshot, now: Snapshot, page: string): Promise<RespelledText> {
  const [pagesBefore, pagesNow] = await Promise.all([before.pages(), now.pages()]);
  const [was, is] = [pagesBefore.byId.get(page), pagesNow.byId.get(page)];
  if (!was || !is || !isAnyMoved(pagesBefore, pagesNow)) return asWritten(await before.markdown(page));
  const [textBefore, textNow] = await Promise.all([before.markdown(page), now.markdown(page)]);
  if (textBefore === textNow) return asWritten(textBefore);
  return respellLinks(
    { text: textBefore, findTarget: link => targetOf(link, was, pagesBefore) },
    { text: textNow, findTarget: link => targetOf(link, is, pagesNow) },
  );
}

function asWritten(text: string): RespelledText {
  return { text, originals: new Map() };
}

function isAnyMoved(before: PageLayout, now: PageLayout): boolean {
  return [...before.byId].some(([id, { path }]) => (now.byId.get(id)?.path ?? path) !== path);
}

/** Returns the target of a link: a page by its ID, anything else by its path. */
function targetOf(link: string, { path: from }: PageEntry, layout: PageLayout): LinkedPage | undefined {
  const entry = findLinkedPage(link, from, layout);
  const path = entry?.path ?? linkedPath(link, from);
  if (path === undefined) return undefined;
  const query = /\?.*$/.exec(link)?.[0] ?? '';
  const id = entry ? `/pages/${entry.page.id}` : path;
  return { id: id + query, relativePath: posix.relative(posix.dirname(from), path) };
}
