import type { DocumentNode } from '../document.ts';
import { nameOfCell, type TableCell } from './nodeItems.ts';
import type { Placement, PlacedPage } from './nodePlacement.ts';
import { atOnce, type Steps } from '../steps.ts';

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
  return atOnce(placingComment(page, target));
}

/** The same in steps. */
export function* placingComment(page: PlacedPage, target: CommentTarget): Steps<CommentPlacement> {
  const { node, cell, heading } = target;
  const exact = node && ((cell && cellIn(page, node.id, cell)) ?? page.placements.get(node.id));
  if (exact) return { exactness: 'node', ...exact };
  if (!node?.preview && !heading) return { exactness: 'page' };
  const quotes = yield* page.quotes();
  const quoted = node?.preview ? yield* quotes.find(node.preview) : undefined;
  if (quoted) return { exactness: 'preview', start: quoted.start, end: quoted.end };
  const above = heading ? quotes.heading(heading) : undefined;
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
