import type { App } from '../../app.ts';
import type { Node } from '../../ui/tree/node.ts';

/** The rows that a key was pressed on, in the view that it was pressed in, see `Tree.focusedRows`. */
export function focusedRows({ tree, reviewLists }: Pick<App, 'tree' | 'reviewLists'>): readonly Node[] {
  return (reviewLists.selectedAt > tree.selectedAt ? reviewLists : tree).focusedRows;
}
