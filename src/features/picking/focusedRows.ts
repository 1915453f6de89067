import type { App } from '../../app.ts';
import type { Node } from '../../ui/tree/node.ts';

/** Returns the rows for a keyboard shortcut, from the view that had the focus last; see `Tree.focusedRows`. */
export function focusedRows({ tree, reviewLists }: Pick<App, 'tree' | 'reviewLists'>): readonly Node[] {
  return (reviewLists.selectedAt > tree.selectedAt ? reviewLists : tree).focusedRows;
}
