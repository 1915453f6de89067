import { similarity } from './matchTrees.ts';
import type { Block } from './block.ts';
import type { DocumentNode } from './document.ts';
import { nameOfCell, type TableCell } from './nodeItems.ts';
import type { Placement, PlacedPage } from './nodePlacement.ts';
import { signatureOf } from './signatures.ts';

/** What a comment tells of its place. */
export interface CommentTarget {
  node?: { id: string; preview?: string | undefined } | undefined;
  /** The cell, where the node is a table. */
  cell?: TableCell | undefined;
  /** The heading above the node, where it is known from the revision that was commented. */
  heading?: string | undefined;
}

/** Where a comment stands, and by what that was found. On the whole page there are no lines. */
export type CommentPlacement =
  ({ exactness: 'node' | 'preview' | 'heading'; cell?: string } & Placement) | { exactness: 'page' };

/** Finds the lines of a comment: by its node, else by the words it quotes, else by the heading above, else none. */
export function placeComment(page: PlacedPage, target: CommentTarget): CommentPlacement {
  const { node, cell, heading } = target;
  const exact = node && ((cell && cellIn(page, node.id, cell)) ?? page.placements.get(node.id));
  if (exact) return { exactness: 'node', ...exact };
  const quoted = node?.preview ? quotedBlock(page.blocks, node.preview) : undefined;
  if (quoted) return { exactness: 'preview', start: quoted.start, end: quoted.end };
  const above = heading ? headingBlock(page.blocks, heading) : undefined;
  if (above) return { exactness: 'heading', start: above.start, end: above.end };
  return { exactness: 'page' };
}

/** The row of a cell, and what people call the cell. */
function cellIn(page: PlacedPage, table: string, cell: TableCell): (Placement & { cell: string }) | undefined {
  const lines = page.placements.get(cell.record);
  const node = lines && nodeWith(page.nodes, table);
  const name = node && nameOfCell(node, cell);
  return lines && name !== undefined ? { ...lines, cell: name } : undefined;
}

function nodeWith(items: PlacedPage['nodes'], key: string): DocumentNode | undefined {
  for (const { value, children } of items) {
    const found = value.key === key ? value : nodeWith(children, key);
    if (found) return found;
  }
  return undefined;
}

/** Below this likeness to the quoted words a block is another one. */
const enoughAlike = 0.6;

/** Finds the block that says what is quoted: all of it, its beginning, in its middle, or something much like it. */
function quotedBlock(blocks: readonly Block[], quote: string): Block | undefined {
  const words = signatureOf(quote);
  if (!words) return undefined;
  let best: { block: Block; worth: number } | undefined;
  for (const block of everyBlock(blocks)) {
    const worth = likenessTo(words, signatureOf(block.text));
    if (worth >= enoughAlike && worth > (best?.worth ?? 0)) best = { block, worth };
  }
  return best?.block;
}

/** The innermost come first, so that of equally good ones the smallest is taken. */
function* everyBlock(blocks: readonly Block[]): Iterable<Block> {
  for (const block of blocks) {
    yield* everyBlock(block.children);
    yield block;
  }
}

function likenessTo(words: string, text: string): number {
  if (text === words) return 4;
  if (!text) return 0;
  if (words.length >= 4 && text.startsWith(words)) return 3;
  if (words.length >= 12 && text.includes(words)) return 2;
  // A block many times as long as the quote cannot be alike, and comparing would cost most there.
  const isComparable = text.length <= 3 * words.length && words.length <= 3 * text.length;
  return isComparable ? similarity(words, text) : 0;
}

function headingBlock(blocks: readonly Block[], heading: string): Block | undefined {
  const words = signatureOf(heading);
  return [...everyBlock(blocks)].find(block => block.type === 'heading' && signatureOf(block.text) === words);
}
