import { changedRanges } from '../../markdown/changedRanges.ts';
import type { PageRow } from '../store/rows.ts';

/** Returns the pages that moved among their siblings: the smallest set of moves that explains the new order. */
export function movedAmongSiblings(old: readonly PageRow[], current: readonly PageRow[]): Set<string> {
  const oldOrders = childrenOf(old);
  const moved = new Set<string>();
  for (const [parent, order] of childrenOf(current)) {
    const [before, after] = [new Set(oldOrders.get(parent)), new Set(order)];
    const orderBefore = [...before].filter(id => after.has(id));
    const orderAfter = order.filter(id => before.has(id));
    for (const { added } of changedRanges(orderBefore, orderAfter)) for (const id of added) moved.add(id);
  }
  return moved;
}

function childrenOf(pages: readonly PageRow[], parent = ''): Map<string, string[]> {
  const children = new Map([[parent, pages.map(({ id }) => id)]]);
  for (const page of pages) for (const entry of childrenOf(page.pages, page.id)) children.set(...entry);
  return children;
}
