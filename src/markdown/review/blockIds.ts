import type { Block } from '../block.ts';
import type { DocumentNode } from '../document.ts';
import { blockItems } from '../placing/blockItems.ts';
import type { MatchItem } from '../placing/matchTrees.ts';
import type { PlacedPage } from '../placing/nodePlacement.ts';

/** Returns the node IDs of the blocks of a page whose nodes are placed in its Markdown. */
export function blockIds(blocks: readonly Block[], page: PlacedPage): Map<Block, string> {
  const ids = new Map<string, string[]>();
  each(page.nodes, item => {
    const lines = item.value.key === undefined ? undefined : page.placements.get(item.value.key);
    if (lines && item.value.key !== undefined) add(ids, `${item.family} ${lines.start} ${lines.end}`, item.value.key);
  });
  const idsByBlock = new Map<Block, string>();
  each(blockItems(blocks), ({ value, family }: MatchItem<Block>) => {
    // Blocks of one kind on the same lines are in the same order on both sides.
    const id = ids.get(`${family} ${value.start} ${value.end}`)?.shift();
    if (id !== undefined) idsByBlock.set(value, id);
  });
  return idsByBlock;
}

function add(ids: Map<string, string[]>, name: string, id: string): void {
  ids.set(name, [...(ids.get(name) ?? []), id]);
}

function each<V extends Block | DocumentNode>(
  items: readonly MatchItem<V>[],
  visit: (item: MatchItem<V>) => void,
): void {
  for (const item of items) {
    visit(item);
    each(item.children, visit);
  }
}
