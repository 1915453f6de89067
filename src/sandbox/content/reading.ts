import type { Document, DocumentNode } from '../../markdown/document.ts';
import { allBlocks } from '../../markdown/block.ts';
import { parseBlocks } from '../../markdown/blocks.ts';
import { documentOf } from './documents.ts';
import { evaluated } from './expressions.ts';
import { keyOf } from './markdown/blockKeys.ts';
import { renderMarkdown } from './pageLinks.ts';
import type { DocumentRow, PageRow, RevisionRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';

/** How a page is to be read: with the values that its expressions name, with what it includes in its place. */
export interface Manner {
  evaluated: boolean;
  dereferenced: boolean;
}

interface Source {
  state: State;
  revision: RevisionRow;
  page: PageRow;
  /** The content of the page. */
  document: DocumentRow;
}

/** The Markdown of a page as the service shows it. */
export function readMarkdown(source: Source, manner: Manner): string {
  const { revision, page, document } = source;
  const reading = readingOf(source, manner, text => renderMarkdown(revision, page, text));
  return textOf(reading, { row: document, around: [] });
}

/** The Markdown of a page with links by ID, as it is stored. */
export function readStored(source: Source, manner: Manner): string {
  return textOf(readingOf(source, manner, asStored), { row: source.document, around: [] });
}

/** The nodes of a page. Those that it includes have keys of their own in each place that includes them. */
export function readDocument(source: Source, manner: Manner): Document {
  return nodesOf(readingOf(source, manner, asStored), { row: source.document, around: [] });
}

type Written = Pick<DocumentRow, 'markdown' | 'written'>;

interface Reading extends Source, Manner {
  /** Text of the page or of what it includes, with its links as they are to be shown. */
  render: (text: Written) => string;
  contents: ReadonlyMap<string, string>;
  /** How much more may be included. */
  room: number;
}

/** A document, and the reusable contents that it is inside of, outermost first. */
interface Placed {
  row: DocumentRow;
  around: readonly string[];
}

function readingOf(source: Source, manner: Manner, render: Reading['render']): Reading {
  const contents = new Map(source.revision.reusableContents.map(({ id, document }) => [id, document]));
  return { ...source, ...manner, render, contents, room: mostText };
}

function asStored({ markdown }: Written): string {
  return markdown;
}

/** What a page may include, in characters; what goes beyond stays a reference: contents can multiply each other. */
const mostText = 4_000_000;
/** What it takes to include nothing. */
const leastText = 1000;
const deepest = 20;

/** What stands in place of a reference; nothing where there is none, and where it would stand inside of itself. */
function included(reading: Reading, id: string, around: readonly string[]): Placed | undefined {
  if (around.includes(id) || around.length >= deepest) return undefined;
  const row = reading.state.documents.find(reading.contents.get(id) ?? '');
  const size = leastText + (row?.markdown.length ?? 0);
  if (!row || size > reading.room) return undefined;
  reading.room -= size;
  return { row, around: [...around, id] };
}

function textOf(reading: Reading, { row, around }: Placed): string {
  const shown = reading.render({ ...written(row), markdown: saidIn(reading, row) });
  if (!reading.dereferenced) return shown;
  const lines = shown.split('\n');
  // Expressions and links are replaced within their lines: references stand where they stood.
  const inserted = referencesIn(row).flatMap(({ id, start, end }) => {
    const content = included(reading, id, around);
    return content ? [{ start, end, text: textOf(reading, content) }] : [];
  });
  for (const { start, end, text } of inserted.reverse()) {
    lines.splice(start, end - start + 1, ...standingIn(lines, { start, end, text }));
  }
  return lines.join('\n');
}

function written({ written: forms }: DocumentRow): Omit<Written, 'markdown'> {
  return forms ? { written: forms } : {};
}

function saidIn({ evaluated: isEvaluated, page, revision }: Reading, { markdown }: DocumentRow): string {
  return isEvaluated ? evaluated(markdown, { page: page.variables, space: revision.variables }) : markdown;
}

interface Reference {
  id: string;
  start: number;
  end: number;
}

const referencesFound = new WeakMap<DocumentRow, readonly Reference[]>();

function referencesIn(row: DocumentRow): readonly Reference[] {
  const known = referencesFound.get(row);
  if (known) return known;
  const blocks = row.markdown.includes('include') ? allBlocks(parseBlocks(row.markdown)) : [];
  const found = blocks
    .filter(({ type }) => type === 'reusable-content')
    .map(({ attributes, start, end }) => ({ id: attributes['src'] ?? '', start, end }));
  referencesFound.set(row, found);
  return found;
}

/** Text in place of these lines, as far in as they stand, and parted from what is above and below. */
function standingIn(lines: readonly string[], { start, end, text }: { start: number; end: number; text: string }) {
  const first = lines[start] ?? '';
  const before = first.slice(0, Math.max(first.indexOf('{%'), 0));
  const below = before.replace(/[^\s>]/g, ' ');
  const isBlank = (line: string | undefined) => line === undefined || /^[\s>]*$/.test(line);
  const inside = text.replace(/^\n+|\s+$/g, '').split('\n');
  const shown = inside.map((line, index) =>
    ((index === 0 ? before : below) + line).replace(/^[\s>]*$/, below.trimEnd()),
  );
  return [
    ...(before === below && !isBlank(lines[start - 1]) ? [below.trimEnd()] : []),
    ...shown,
    ...(isBlank(lines[end + 1]) ? [] : [below.trimEnd()]),
  ];
}

function nodesOf(reading: Reading, { row, around }: Placed): Document {
  const document = documentOf(reading.state, row, saidIn(reading, row));
  if (!reading.dereferenced) return document;
  return { ...document, nodes: document.nodes.flatMap(node => withIncluded(reading, node, around)) };
}

function withIncluded(reading: Reading, node: DocumentNode, around: readonly string[]): DocumentNode[] {
  const inside = (nodes: readonly DocumentNode[]) => nodes.flatMap(child => withIncluded(reading, child, around));
  if (node.type === 'reusable-content') {
    const content = included(reading, idIn(node.data?.['ref']), around);
    return content ? nodesOf(reading, content).nodes.map(child => keyedBelow(node.key ?? '', child)) : [node];
  }
  const { nodes, fragments } = node;
  return [{ ...node, ...(nodes && { nodes: inside(nodes) }), ...(fragments && { fragments: inside(fragments) }) }];
}

function idIn(ref: unknown): string {
  return typeof ref === 'object' && ref !== null && 'reusableContent' in ref ? String(ref.reusableContent) : '';
}

function keyedBelow(key: string, node: DocumentNode): DocumentNode {
  const below = (nodes: readonly DocumentNode[]) => nodes.map(child => keyedBelow(key, child));
  const { nodes, fragments } = node;
  return {
    ...node,
    ...(node.key !== undefined && { key: keyOf(key, node.key) }),
    ...(nodes && { nodes: below(nodes) }),
    ...(fragments && { fragments: below(fragments) }),
  };
}
