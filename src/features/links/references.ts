import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { ListPage } from '../../api/listings.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import type { PageEntry } from '../../model/content/layout.ts';
import type { Place } from '../../model/content/snapshot.ts';
import { backlinks } from '../../model/links.ts';
import { signalOf } from '../../ui/progress.ts';
import { pickFrom } from '../../ui/prompts.ts';
import { findDocumentOf } from '../picking/findDocument.ts';
import { showLine } from '../opening/openPage.ts';
import { linkAt, occurrencesOn, type LinkedEntry, linkedEntryOf } from './occurrences.ts';
import { mapConcurrently } from '../../model/concurrency.ts';

/** Limit for pages that are read to find the lines of their links. "What Links Here" lists all pages. */
const maxPagesRead = 200;

/** Returns the links to the page or file under the cursor, or, if there is none, to the page of the document. */
export async function provideReferences(
  app: App,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.Location[]> {
  try {
    return await referencesTo(app, document, position, signalOf(token));
  } catch (error) {
    app.failures.show(t('find what links here'), error);
    return [];
  }
}

async function referencesTo(
  app: App,
  document: vscode.TextDocument,
  position: vscode.Position,
  signal: AbortSignal,
): Promise<vscode.Location[]> {
  const targetEntry = await app.content.lookUp(document.uri);
  if (!targetEntry) return [];
  const { snapshot } = targetEntry;
  const target = linkedEntryOf((await linkAt(app, document, position))?.link.entry ?? targetEntry);
  const pages: string[] = [];
  for await (const { items } of linkingPages(snapshot.place, target, signal)) pages.push(...items);
  const places = await mapConcurrently(pages.slice(0, maxPagesRead), async page => {
    signal.throwIfAborted();
    return occurrencesOn(snapshot, page, target);
  });
  return places.flat();
}

/** Lets the user pick a page that links to a page or file, and opens it at the link. */
export async function showBacklinks(app: App, commandTarget: unknown): Promise<void> {
  const uri = await findDocumentOf(app.content, commandTarget);
  const targetEntry = uri && parseContentUri(uri) ? await app.content.find(uri) : undefined;
  if (!targetEntry)
    throw new Failure(t('Choose a page or a file in the Marginalia view, or open a page, and try again.'));
  const { snapshot } = targetEntry;
  const target = linkedEntryOf(targetEntry);
  const { byId } = await snapshot.pages();
  const title = tEscaped`Links to ${target.name}`;
  const prompt = { title, placeHolder: t('Opens the page at the link'), empty: t('Nothing links here') };
  const entry = await pickFrom(prompt, async function* (_, signal) {
    for await (const { items, hasMore } of linkingPages(snapshot.place, target, signal)) {
      yield { items: items.flatMap(id => byId.get(id) ?? []).map(choiceOf), hasMore };
    }
  });
  const [first] = await occurrencesOn(snapshot, entry.page.id, target);
  if (first) await showLine(first.uri, first.range.start.line);
}

const choiceOf = (entry: PageEntry) => ({
  label: entry.page.title,
  description: entry.path,
  iconPath: new vscode.ThemeIcon('markdown'),
  value: entry,
});

/** Lists the IDs of the pages that link to a target, without duplicates. */
async function* linkingPages(place: Place, target: LinkedEntry, signal: AbortSignal): AsyncGenerator<ListPage<string>> {
  const listed = new Set<string>();
  for await (const { items, hasMore } of backlinks(place, target, signal)) {
    const added = [...new Set(items.map(({ page }) => page))].filter(page => !listed.has(page));
    for (const page of added) listed.add(page);
    if (added.length > 0 || !hasMore) yield { items: added, hasMore };
  }
}
