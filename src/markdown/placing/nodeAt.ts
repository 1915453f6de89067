import { type Document, type DocumentNode, childNodesOf, textOfNodes } from '../document.ts';
import type { MatchItem } from './matchTrees.ts';
import { signatureOfNode, type TableCell } from './nodeItems.ts';
import type { PlacedPage, NodeLines } from './nodePlacement.ts';

/** A node that a comment can be attached to. */
export interface NodeAtLines extends NodeLines {
  id: string;
  type: string;
  /** The text of the node, shortened. */
  preview: string;
}

/**
 * Finds the node for a comment on these lines: the innermost block that covers all of them. Without a common block it
 * is the first one they touch; for blank lines, the block above. Returns undefined if the lines have text that no block
 * of the document has.
 */
export function nodeAt(page: PlacedPage, start: number, end: number): NodeAtLines | undefined {
  const range = { start: Math.min(start, end), end: Math.max(start, end) };
  const item = innermost(page, page.nodes, range) ?? nearest(page, range);
  return item && described(page, item);
}

function described(page: PlacedPage, item: MatchItem<DocumentNode>): NodeAtLines | undefined {
  const lines = linesIn(page, item);
  const id = item.value.key;
  return id && lines ? { id, type: item.type, ...lines, preview: previewOf(item.value) } : undefined;
}

function linesIn(page: PlacedPage, item: MatchItem<DocumentNode>): NodeLines | undefined {
  return item.value.key === undefined ? undefined : page.placements.get(item.value.key);
}

function innermost(
  page: PlacedPage,
  items: readonly MatchItem<DocumentNode>[],
  range: NodeLines,
): MatchItem<DocumentNode> | undefined {
  const covering = placedAmong(page, items).filter(item => covers(linesIn(page, item), range));
  const [only, another] = covering;
  // Blocks that share a line (images side by side) cannot be distinguished, so their parent is used.
  if (!only || another) return undefined;
  return innermost(page, only.children, range) ?? only;
}

/** Returns the items that comments can be attached to; a container that was not placed is replaced by its children. */
function placedAmong(page: PlacedPage, items: readonly MatchItem<DocumentNode>[]): MatchItem<DocumentNode>[] {
  return items
    .filter(item => item.value.object === 'block')
    .flatMap(item => (linesIn(page, item) ? [item] : placedAmong(page, item.children)));
}

function covers(lines: NodeLines | undefined, range: NodeLines): boolean {
  return lines !== undefined && lines.start <= range.start && range.end <= lines.end;
}

function nearest(page: PlacedPage, range: NodeLines): MatchItem<DocumentNode> | undefined {
  const items = placedAmong(page, page.nodes);
  const lines = items.map(item => linesIn(page, item) ?? { start: Infinity, end: Infinity });
  const touched = lines.findIndex(({ start, end }) => start <= range.end && range.start <= end);
  const above = lines.findLastIndex(({ end }) => end < range.start);
  if (touched < 0 && !page.isBlank(range)) return undefined;
  const index = touched >= 0 ? touched : Math.max(above, 0);
  const [item, at] = [items[index], lines[index]];
  if (!item || !at || touched < 0) return item;
  const shared = { start: Math.max(range.start, at.start), end: Math.min(range.end, at.end) };
  return innermost(page, [item], shared) ?? item;
}

const previewLength = 200;

export function previewOf(node: DocumentNode): string {
  const text = textOfNodes([node]);
  return text.length > previewLength ? `${text.slice(0, previewLength - 1).trimEnd()}…` : text;
}

/** Facts about a commented node in its revision, to find its place when the node is gone. */
export interface NodeDescription {
  preview: string;
  /** The text of the node, or of the commented cell of a table. */
  signature: string;
  /** The heading above the node. */
  heading?: string;
}

/** Describes a node of a document, or a cell of it, by its text and the heading above. */
export function describeNode(document: Document, id: string, cell?: TableCell): NodeDescription | undefined {
  let heading: string | undefined;
  const search = (node: DocumentNode): DocumentNode | undefined => {
    if (node.key === id) return node;
    if (node.object === 'block' && node.type?.startsWith('heading')) heading = textOfNodes([node]);
    for (const child of childNodesOf(node)) {
      const match = search(child);
      if (match) return match;
    }
    return undefined;
  };
  for (const node of document.nodes) {
    const match = search(node);
    if (!match) continue;
    return { preview: previewOf(match), signature: signatureOfNode(match, cell), ...(heading && { heading }) };
  }
  return undefined;
}
