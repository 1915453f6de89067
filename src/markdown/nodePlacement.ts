import { textOfNodes, type Document, type DocumentNode } from './document.ts';
import { matchTrees, type Item, type Tolerance } from './matchTrees.ts';
import type { Block } from './block.ts';
import { parseBlocks } from './blocks.ts';
import { blockItems } from './blockItems.ts';
import { nodeItems } from './nodeItems.ts';

/** Lines of a page's Markdown, zero-based, both included. */
export interface Placement {
  start: number;
  end: number;
}

/** A page whose nodes have been found in its Markdown. */
export interface PlacedPage {
  /** The lines of each node by its key. A node that was not found is not in here. */
  readonly placements: ReadonlyMap<string, Placement>;
  readonly blocks: readonly Block[];
  readonly nodes: readonly Item<DocumentNode>[];
}

/**
 * Finds the lines of every node of a page from what a server gives: the JSON document, whose nodes have keys but no
 * lines, and the Markdown, whose lines have no keys. Without a document no node is found; quotes and headings still are.
 */
export function placePage(document: Document | undefined, markdown: string): PlacedPage {
  const blocks = parseBlocks(markdown);
  const nodes = nodeItems(document?.nodes ?? []);
  const matches = matchTrees(nodes, blockItems(blocks), sameNode);
  const lines = linesOf(nodes, matches);
  const placements = new Map<string, Placement>();
  for (const node of document?.nodes ?? []) collect(node, undefined, lines, placements);
  for (const [node, found] of lines) if (node.key && found) placements.set(node.key, found);
  return { placements, blocks, nodes };
}

/** A document may be older than the Markdown: a sentence that was edited is still the same node, a new one is none. */
const sameNode: Tolerance = { similarity: 0.35, inPlace: false };

/** Lines of the nodes that have lines of their own. One that has, but was not found, is `undefined` here. */
type NodeLines = Map<DocumentNode, Placement | undefined>;

function linesOf(items: readonly Item<DocumentNode>[], matches: ReadonlyMap<DocumentNode, Block>): NodeLines {
  const lines: NodeLines = new Map();
  const visit = ({ value, type, children }: Item<DocumentNode>) => {
    const block = matches.get(value);
    const found = block && { start: block.start, end: block.end };
    lines.set(value, found);
    if (block && type === 'code') placeCodeLines(value, block, lines);
    if (found && type === 'table-row') for (const cell of value.nodes ?? []) lines.set(cell, found);
    children.forEach(visit);
  };
  items.forEach(visit);
  return lines;
}

function placeCodeLines({ nodes = [] }: DocumentNode, block: Block, lines: NodeLines): void {
  const first = block.sourceStart ?? block.start;
  const written = block.source.split('\n');
  const isWhole = written.length === nodes.length;
  let next = 0;
  for (const node of nodes) {
    const index = isWhole ? next : lineOf(written, node, next);
    if (index < 0) continue;
    lines.set(node, { start: first + index, end: first + index });
    next = index + 1;
  }
}

function lineOf(written: readonly string[], node: DocumentNode, from: number): number {
  const text = textOfNodes([node]);
  return written.findIndex((line, index) => index >= from && line.replace(/\s+/g, ' ').trim() === text);
}

/** Gives whatever has no lines of its own (texts, links, captions) those of what it is in. */
function collect(
  node: DocumentNode,
  around: Placement | undefined,
  lines: NodeLines,
  placements: Map<string, Placement>,
): void {
  const own = lines.has(node) ? lines.get(node) : around;
  if (node.key && own) placements.set(node.key, own);
  for (const child of inside(node)) collect(child, own, lines, placements);
}

function inside({ nodes = [], fragments }: DocumentNode): readonly DocumentNode[] {
  return fragments ? [...nodes, ...fragments] : nodes;
}

/** A node that a comment can hang on. */
export interface NodeAtLines extends Placement {
  id: string;
  type: string;
  /** What it says, shortened. */
  preview: string;
}

/**
 * Finds the node for a comment on these lines: the innermost block that covers all of them. If they reach over
 * several blocks that have no container in common, it is the first of these; if they are blank, the block above.
 */
export function nodeAt(page: PlacedPage, start: number, end: number): NodeAtLines | undefined {
  const range = { start: Math.min(start, end), end: Math.max(start, end) };
  const found = innermost(page, page.nodes, range) ?? nearest(page, range);
  return found && described(page, found);
}

function described(page: PlacedPage, item: Item<DocumentNode>): NodeAtLines | undefined {
  const lines = linesIn(page, item);
  const id = item.value.key;
  return id && lines ? { id, type: item.type, ...lines, preview: previewOf(item.value) } : undefined;
}

function linesIn(page: PlacedPage, item: Item<DocumentNode>): Placement | undefined {
  return item.value.key === undefined ? undefined : page.placements.get(item.value.key);
}

function innermost(
  page: PlacedPage,
  items: readonly Item<DocumentNode>[],
  range: Placement,
): Item<DocumentNode> | undefined {
  const covering = placedAmong(page, items).filter(item => covers(linesIn(page, item), range));
  const [only, another] = covering;
  // Two that share the line (images side by side) are told apart by nobody: what is around them is meant.
  if (!only || another) return undefined;
  return innermost(page, only.children, range) ?? only;
}

/** Items that comments can hang on; where a container was not found, or has no key, what is inside it. */
function placedAmong(page: PlacedPage, items: readonly Item<DocumentNode>[]): Item<DocumentNode>[] {
  return items
    .filter(item => item.value.object === 'block')
    .flatMap(item => (linesIn(page, item) ? [item] : placedAmong(page, item.children)));
}

function covers(lines: Placement | undefined, range: Placement): boolean {
  return lines !== undefined && lines.start <= range.start && range.end <= lines.end;
}

function nearest(page: PlacedPage, range: Placement): Item<DocumentNode> | undefined {
  const items = placedAmong(page, page.nodes);
  const lines = items.map(item => linesIn(page, item) ?? { start: Infinity, end: Infinity });
  const touched = lines.findIndex(({ start, end }) => start <= range.end && range.start <= end);
  const above = lines.findLastIndex(({ end }) => end < range.start);
  const index = touched >= 0 ? touched : Math.max(above, 0);
  const [item, at] = [items[index], lines[index]];
  if (!item || !at || touched < 0) return item;
  const shared = { start: Math.max(range.start, at.start), end: Math.min(range.end, at.end) };
  return innermost(page, [item], shared) ?? item;
}

const previewLength = 200;

function previewOf(node: DocumentNode): string {
  const text = textOfNodes([node]);
  return text.length > previewLength ? `${text.slice(0, previewLength - 1).trimEnd()}…` : text;
}

/** What is known of a node in the revision in which it was commented, to find it where it is no longer there. */
export interface NodeDescription {
  preview: string;
  /** The heading above it. */
  heading?: string;
}

/** Describes a node of a document by what it says and the heading it stands under. */
export function describeNode(document: Document, id: string): NodeDescription | undefined {
  let heading: string | undefined;
  const search = (node: DocumentNode): DocumentNode | undefined => {
    if (node.key === id) return node;
    if (node.object === 'block' && node.type?.startsWith('heading')) heading = textOfNodes([node]);
    for (const child of inside(node)) {
      const found = search(child);
      if (found) return found;
    }
    return undefined;
  };
  for (const node of document.nodes) {
    const found = search(node);
    if (found) return { preview: previewOf(found), ...(heading && { heading }) };
  }
  return undefined;
}
