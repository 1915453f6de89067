import type { Document, DocumentNode } from '../../markdown/document.ts';
import { allBlocks } from '../../markdown/block.ts';
import { parseBlocks } from '../../markdown/blocks.ts';
import { documentOf } from './documents.ts';
import { evaluateExpressions } from './expressions.ts';
import { hashKey } from '../../markdown/reading/blockKeys.ts';
import { memoize } from '../memoize.ts';
import { renderMarkdown } from './pageLinks.ts';
import type { DocumentRow, PageRow, RevisionRow } from '../store/rows.ts';
import type { DocumentStore } from './documents.ts';

/** Options of rendering a page: replace expressions by their values, and references by the content they include. */
export interface RenderOptions {
  evaluated: boolean;
  dereferenced: boolean;
}

export interface DocumentSource {
  state: DocumentStore;
  revision: Pick<RevisionRow, 'variables' | 'reusableContents'>;
  page: Pick<PageRow, 'variables'>;
  /** The content of the page. */
  document: DocumentRow;
}

interface PageSource extends DocumentSource {
  revision: RevisionRow;
  page: PageRow;
}

/** Renders the Markdown of a page as the service returns it. */
export function readMarkdown(source: PageSource, options: RenderOptions): string {
  const { revision, page, document } = source;
  const reading = readingOf(source, options, text => renderMarkdown(revision, page, text));
  return textOf(reading, { row: document, ancestors: [] });
}

/** Renders the Markdown of a page with links by ID, as it is stored. */
export function readStored(source: DocumentSource, options: RenderOptions): string {
  return textOf(readingOf(source, options, asStored), { row: source.document, ancestors: [] });
}

/** Returns the nodes of a page. Included nodes get other keys in each place that includes them. */
export function readDocument(source: DocumentSource, options: RenderOptions): Document {
  return nodesOf(readingOf(source, options, asStored), { row: source.document, ancestors: [] });
}

type Written = Pick<DocumentRow, 'markdown' | 'written'>;

interface Reading extends DocumentSource, RenderOptions {
  /** Renders the text of the page or of included content, with links in their final form. */
  render: (text: Written) => string;
  contents: ReadonlyMap<string, string>;
  /** Caches, so that a document is converted once, however often it is included. */
  sourceTexts: Map<DocumentRow, string>;
  renderedTexts: Map<DocumentRow, string>;
  documents: Map<DocumentRow, Document>;
  /** The number of characters that may still be included. */
  remainingLength: number;
}

/** A document, and the IDs of the reusable contents that contain it, outermost first. */
interface Placed {
  row: DocumentRow;
  ancestors: readonly string[];
}

function readingOf(source: DocumentSource, options: RenderOptions, render: Reading['render']): Reading {
  const contents = new Map(source.revision.reusableContents.map(({ id, document }) => [id, document]));
  const caches = { sourceTexts: new Map(), renderedTexts: new Map(), documents: new Map() };
  return { ...source, ...options, ...caches, render, contents, remainingLength: maxIncludedLength };
}

function asStored({ markdown }: Written): string {
  return markdown;
}

/**
 * The limit for included content, in characters. References beyond it stay, because contents can multiply each other.
 */
const maxIncludedLength = 500_000;
/** The characters counted for an inclusion of empty content. */
const minCountedLength = 100;
const maxDepth = 20;

/** Resolves a reference to reusable content. Returns undefined if it is missing, too large or included in itself. */
function included(reading: Reading, id: string, ancestors: readonly string[]): Placed | undefined {
  if (reading.remainingLength < minCountedLength || ancestors.includes(id) || ancestors.length >= maxDepth)
    return undefined;
  const row = reading.state.documents.find(reading.contents.get(id) ?? '');
  const size = row && minCountedLength + sourceTextIn(reading, row).length;
  if (!row || !size || size > reading.remainingLength) return undefined;
  reading.remainingLength -= size;
  return { row, ancestors: [...ancestors, id] };
}

function textOf(reading: Reading, { row, ancestors }: Placed): string {
  const { render, renderedTexts } = reading;
  const rendered = cached(renderedTexts, row, () => render(withMarkdown(row, sourceTextIn(reading, row))));
  if (!reading.dereferenced) return rendered;
  const lines = rendered.split('\n');
  const texts: string[] = [];
  let from = 0;
  // Expressions and links are replaced within their lines, so the line numbers of references stay valid.
  for (const { id, start, end } of referencesIn(row)) {
    const content = included(reading, id, ancestors);
    if (!content) continue;
    for (; from < start; from++) texts.push(lines[from] ?? '');
    const text = textOf(reading, content);
    const [above, below] = [texts.at(-1), lines[end + 1]];
    for (const line of indentedLike(lines[start] ?? '', { text, above, below })) texts.push(line);
    from = end + 1;
  }
  for (; from < lines.length; from++) texts.push(lines[from] ?? '');
  return texts.join('\n');
}

/** Returns the row itself if its text is unchanged, so that memoized results of the row are reused. */
function withMarkdown(row: DocumentRow, markdown: string): Written {
  return markdown === row.markdown ? row : { markdown, ...(row.written && { written: row.written }) };
}

function sourceTextIn({ evaluated: isEvaluated, page, revision, sourceTexts }: Reading, row: DocumentRow): string {
  if (!isEvaluated) return row.markdown;
  return cached(sourceTexts, row, () =>
    evaluateExpressions(row.markdown, { page: page.variables, space: revision.variables }),
  );
}

function cached<T>(cache: Map<DocumentRow, T>, row: DocumentRow, make: () => T): T {
  const value = cache.get(row) ?? make();
  cache.set(row, value);
  return value;
}

export interface Reference {
  id: string;
  start: number;
  end: number;
}

export const referencesIn = memoize(({ markdown }: DocumentRow): readonly Reference[] => {
  const blocks = markdown.includes('include') ? allBlocks(parseBlocks(markdown)) : [];
  const lines = markdown.split('\n');
  return blocks
    .filter(({ type, start }) => type === 'reusable-content' && isOnlyReferences(lines[start] ?? ''))
    .map(({ attributes, start, end }) => ({ id: attributes['src'] ?? '', start, end }));
});

/** Returns true if a line contains nothing but references, apart from markers of quotes and lists. */
function isOnlyReferences(line: string): boolean {
  return !line.replace(/\{%-?\s*(?:end)?include\b.*?%\}/g, '').replace(/^(?:[\s>]|[-*+]\s|\d+[.)]\s)*/, '');
}

/** The text that replaces a reference, with the lines above and below. */
interface Surrounding {
  text: string;
  above: string | undefined;
  below: string | undefined;
}

/** Indents text like the line of its reference, and separates it from its neighbours with blank lines. */
function indentedLike(line: string, { text, above, below }: Surrounding): string[] {
  const first = line.slice(0, Math.max(line.indexOf('{%'), 0));
  const others = first.replace(/[^\s>]/g, ' ');
  const isBlank = (neighbour: string | undefined) => neighbour === undefined || /^[\s>]*$/.test(neighbour);
  const inside = text.replace(/^\n+/, '').trimEnd().split('\n');
  const indented = inside.map((part, index) =>
    ((index === 0 ? first : others) + part).replace(/^[\s>]*$/, others.trimEnd()),
  );
  return [
    ...(first === others && !isBlank(above) ? [others.trimEnd()] : []),
    ...indented,
    ...(isBlank(below) ? [] : [others.trimEnd()]),
  ];
}

/** Returns the nodes of a document; `below` is the key of the reference that includes it. */
function nodesOf(reading: Reading, { row, ancestors }: Placed, below?: string): Document {
  const document = cached(reading.documents, row, () => documentOf(reading.state, row, sourceTextIn(reading, row)));
  if (!reading.dereferenced) return document;
  return { ...document, nodes: document.nodes.flatMap(node => withIncluded(reading, node, { ancestors, below })) };
}

interface Inside {
  ancestors: readonly string[];
  below: string | undefined;
}

function withIncluded(reading: Reading, node: DocumentNode, { ancestors, below }: Inside): DocumentNode[] {
  const inside = (nodes: readonly DocumentNode[]) =>
    nodes.flatMap(child => withIncluded(reading, child, { ancestors, below }));
  const key = node.key === undefined || below === undefined ? node.key : hashKey(below, node.key);
  if (node.type === 'reusable-content') {
    const content = included(reading, idIn(node.data?.['ref']), ancestors);
    if (content) return nodesOf(reading, content, key ?? '').nodes;
  }
  const { nodes, fragments } = node;
  return [
    {
      ...node,
      ...(key !== undefined && { key }),
      ...(nodes && { nodes: inside(nodes) }),
      ...(fragments && { fragments: inside(fragments) }),
    },
  ];
}

function idIn(ref: unknown): string {
  return typeof ref === 'object' && ref !== null && 'reusableContent' in ref ? String(ref.reusableContent) : '';
}
