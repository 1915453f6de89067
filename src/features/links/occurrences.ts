import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { originalLinks } from '../../model/content/baseText.ts';
import type { FileEntry, PageEntry } from '../../model/content/layout.ts';
import { type Snapshot, uriOf } from '../../model/content/snapshot.ts';
import { linksInSource, type SourceLink } from '../../model/content/sourceLinks.ts';

/** The target of a link: a page or file. */
export interface LinkedEntry {
  kind: 'page' | 'file';
  id: string;
  name: string;
}

export function linkedEntryOf(entry: PageEntry | FileEntry): LinkedEntry {
  if ('page' in entry) return { kind: 'page', id: entry.page.id, name: entry.page.title };
  return { kind: 'file', id: entry.file.id, name: entry.file.name };
}

/** Returns the link at a position in a document, and the range of its target. */
export async function linkAt(
  { content }: App,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<{ link: SourceLink; range: vscode.Range } | undefined> {
  const address = parseContentUri(document.uri);
  const line = document.lineAt(position).text;
  const hasLinkSyntax = /[("]\/(?:files|pages)\/|\]\(|^\[[^\]]+\]:/.test(line);
  if (!address || !hasLinkSyntax) return undefined;
  const snapshot = await content.snapshot(await content.place(address));
  const areFilesNamed = /\/files\/|\.assets\//.test(line);
  const [pages, files, originals] = await Promise.all([
    snapshot.pages(),
    areFilesNamed ? snapshot.files() : undefined,
    originalLinks(content, document.uri),
  ]);
  const links = linksInSource(document.getText(), address.path, { pages, files, originals });
  const linksWithRanges = links.map(link => ({ link, range: rangeOf(link, offset => document.positionAt(offset)) }));
  return linksWithRanges.find(({ range }) => range.contains(position));
}

/** Returns the locations of links to a target on a page; the top of the page if its text contains none. */
export async function occurrencesOn(snapshot: Snapshot, page: string, target: LinkedEntry): Promise<vscode.Location[]> {
  const pages = await snapshot.pages();
  const entry = pages.byId.get(page);
  if (!entry) return [];
  const uri = uriOf(snapshot.place, entry);
  const files = target.kind === 'file' ? await snapshot.files() : undefined;
  const text = await snapshot.markdown(page);
  const positionAt = positionsIn(text);
  const links = linksInSource(text, entry.path, { pages, files });
  const occurrences = links.filter(link => link.entry && linkedEntryOf(link.entry).id === target.id);
  // An image that is written as HTML has the file name in its address.
  const written = target.kind === 'file' ? target.name : '';
  const start = written ? text.indexOf(written) : -1;
  if (occurrences.length === 0 && start >= 0) occurrences.push({ start, written, entry: undefined });
  if (occurrences.length === 0) return [new vscode.Location(uri, new vscode.Position(0, 0))];
  return occurrences.map(link => new vscode.Location(uri, rangeOf(link, positionAt)));
}

/** Returns a function that converts offsets in a text to positions in its document. */
export function positionsIn(text: string): (offset: number) => vscode.Position {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ 0: end, index }) => index + end.length)];
  return offset => {
    const line = starts.findLastIndex(start => start <= offset);
    return new vscode.Position(line, offset - (starts[line] ?? 0));
  };
}

export function rangeOf(
  { start, written }: Pick<SourceLink, 'start' | 'written'>,
  positionAt: (offset: number) => vscode.Position,
): vscode.Range {
  return new vscode.Range(positionAt(start), positionAt(start + written.length));
}
