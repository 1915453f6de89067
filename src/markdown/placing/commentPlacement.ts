import { previewOf } from './nodeAt.ts';
import { nameOfCell, signatureOfNode, type TableCell } from './nodeItems.ts';
import type { NodeLines, PlacedPage } from './nodePlacement.ts';
import { signatureOf } from './signatures.ts';
import { runSync, type Resumable } from '../resumable.ts';
import { similarity, trigramsOf } from './trigrams.ts';

/** The location data of a comment. */
export interface PlacementQuery {
  node?: { id: string; preview?: string | undefined } | undefined;
  /** The commented cell, if the node is a table. */
  cell?: TableCell | undefined;
  /** The heading above the node, if it is known from the commented revision. */
  heading?: string | undefined;
  /** The signature of the node, or of the cell, in that revision; if undefined, the preview is compared. */
  signature?: string | undefined;
  /** True if the page may differ from that revision. */
  canHaveChanged?: boolean;
}

/**
 * The placement of a comment, and how it was found. A `replacement` is the comment's node with other text; `table`
 * means that the commented cell is gone; `page` has no lines.
 */
export type CommentPlacement =
  | ({ exactness: 'node' | 'replacement' | 'table' | 'preview' | 'heading'; cell?: string } & NodeLines)
  | { exactness: 'page' };

/** Finds the lines of a comment: by its node, else by its quoted words, else by the heading above, else none. */
export function placeComment(page: PlacedPage, target: PlacementQuery): CommentPlacement {
  return runSync(placeCommentResumable(page, target));
}

/** Places a comment like `placeComment`, in steps. */
export function* placeCommentResumable(page: PlacedPage, target: PlacementQuery): Resumable<CommentPlacement> {
  const { node, cell, heading } = target;
  const atCell = node && cell && (yield* cellIn(page, node.id, cell));
  const exact = atCell ?? (node && page.placements.get(node.id));
  if (exact && cell && !atCell) return { exactness: 'table', ...exact };
  const isReplaced = exact && target.canHaveChanged && (yield* saysSomethingElse(page, target));
  if (exact) return { exactness: isReplaced ? 'replacement' : 'node', ...exact };
  if (!node?.preview && !heading) return { exactness: 'page' };
  const quotes = yield* page.quotes();
  const quoted = node?.preview ? yield* quotes.find(node.preview) : undefined;
  if (quoted) return { exactness: 'preview', start: quoted.start, end: quoted.end };
  const above = heading ? quotes.heading(heading) : undefined;
  if (above) return { exactness: 'heading', start: above.start, end: above.end };
  return { exactness: 'page' };
}

/** Returns the lines of a cell's row, and the display name of the cell. */
function* cellIn(
  page: PlacedPage,
  table: string,
  cell: TableCell,
): Resumable<(NodeLines & { cell: string }) | undefined> {
  const lines = page.placements.get(cell.record);
  const node = lines && (yield* page.node(table));
  const name = node && nameOfCell(node, cell);
  return lines && name !== undefined ? { ...lines, cell: name } : undefined;
}

/** Returns true if the text of a node is known to differ from the text that was commented. */
function* saysSomethingElse(page: PlacedPage, { node, cell, signature }: PlacementQuery): Resumable<boolean> {
  const now = node && (yield* page.node(node.id));
  if (!now) return false;
  if (signature !== undefined) return !isAlike(signature, signatureOfNode(now, cell));
  return node.preview !== undefined && !cell && !isAlike(signatureOf(node.preview), signatureOf(previewOf(now)));
}

/** Minimum similarity of an edited text. Below it, the text counts as another one. */
const leastAlike = 0.4;

/** Minimum length of a contained text. Shorter texts occur in many others by chance. */
const leastShared = 6;

/** Returns true if one text is an edited form or a part of the other; an empty text matches every text. */
function isAlike(before: string, after: string): boolean {
  if (!before || before === after) return true;
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  if (short.length >= leastShared && long.includes(short)) return true;
  return similarity(trigramsOf(before), trigramsOf(after)) >= leastAlike;
}
