import { previewOf } from './nodeAt.ts';
import { nameOfCell, signatureOfNode, type TableCell } from './nodeItems.ts';
import type { Placement, PlacedPage } from './nodePlacement.ts';
import { signatureOf } from './signatures.ts';
import { atOnce, type Steps } from '../steps.ts';
import { similarity, trigramsOf } from './trigrams.ts';

/** What a comment tells of its place. */
export interface CommentTarget {
  node?: { id: string; preview?: string | undefined } | undefined;
  /** The cell, where the node is a table. */
  cell?: TableCell | undefined;
  /** The heading above the node, where it is known from the revision that was commented. */
  heading?: string | undefined;
  /** What the node, or the cell, said in that revision; without it the preview has to do. */
  signature?: string | undefined;
  /** Whether the page may say something else than it did in that revision. */
  mayHaveChanged?: boolean;
}

/**
 * Where a comment stands, and by what that was found. A `replacement` is its node with other words; at a `table` its cell
 * is gone. On the whole page there are no lines.
 */
export type CommentPlacement =
  | ({ exactness: 'node' | 'replacement' | 'table' | 'preview' | 'heading'; cell?: string } & Placement)
  | { exactness: 'page' };

/** Finds the lines of a comment: by its node, else by the words it quotes, else by the heading above, else none. */
export function placeComment(page: PlacedPage, target: CommentTarget): CommentPlacement {
  return atOnce(placingComment(page, target));
}

/** The same in steps. */
export function* placingComment(page: PlacedPage, target: CommentTarget): Steps<CommentPlacement> {
  const { node, cell, heading } = target;
  const atCell = node && cell && (yield* cellIn(page, node.id, cell));
  const exact = atCell ?? (node && page.placements.get(node.id));
  if (exact && cell && !atCell) return { exactness: 'table', ...exact };
  const isReplaced = exact && target.mayHaveChanged && (yield* saysSomethingElse(page, target));
  if (exact) return { exactness: isReplaced ? 'replacement' : 'node', ...exact };
  if (!node?.preview && !heading) return { exactness: 'page' };
  const quotes = yield* page.quotes();
  const quoted = node?.preview ? yield* quotes.find(node.preview) : undefined;
  if (quoted) return { exactness: 'preview', start: quoted.start, end: quoted.end };
  const above = heading ? quotes.heading(heading) : undefined;
  if (above) return { exactness: 'heading', start: above.start, end: above.end };
  return { exactness: 'page' };
}

/** The row of a cell, and what people call the cell. */
function* cellIn(page: PlacedPage, table: string, cell: TableCell): Steps<(Placement & { cell: string }) | undefined> {
  const lines = page.placements.get(cell.record);
  const node = lines && (yield* page.node(table));
  const name = node && nameOfCell(node, cell);
  return lines && name !== undefined ? { ...lines, cell: name } : undefined;
}

/** Whether a node says something else than it did when it was commented, as far as that is known. */
function* saysSomethingElse(page: PlacedPage, { node, cell, signature }: CommentTarget): Steps<boolean> {
  const now = node && (yield* page.node(node.id));
  if (!now) return false;
  if (signature !== undefined) return !isAlike(signature, signatureOfNode(now, cell));
  return node.preview !== undefined && !cell && !isAlike(signatureOf(node.preview), signatureOf(previewOf(now)));
}

/** Below this likeness people see another text, not an edited one. */
const leastAlike = 0.4;

/** A text of fewer letters stands in many others by chance. */
const leastShared = 6;

/** Whether one text is an edited form of the other, or a part of it. What has no words is like everything. */
function isAlike(before: string, after: string): boolean {
  if (!before || before === after) return true;
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  if (short.length >= leastShared && long.includes(short)) return true;
  return similarity(trigramsOf(before), trigramsOf(after)) >= leastAlike;
}
