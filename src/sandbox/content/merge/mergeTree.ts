import type { PageRow } from '../../store/rows.ts';
import { deepestLevel } from '../pageTree.ts';
import { mapSides } from './sides.ts';
import type { Merged, MergeSide, Sides } from './sides.ts';

/** The structure of a page tree, by page IDs. The parent `undefined` is the top of the tree. */
export interface TreeStructure {
  parents: Map<string, string | undefined>;
  /** The child IDs of each page, in order. */
  children: Map<string | undefined, string[]>;
}

/** Merges the placement of the pages that are in the result. */
export function mergeTree(places: Sides<TreeStructure>, ids: ReadonlySet<string>): Merged<TreeStructure> {
  const parents = mergeParents(places, ids);
  const members = new Map<string | undefined, Set<string>>();
  for (const [id, parent] of parents.value) members.set(parent, (members.get(parent) ?? new Set()).add(id));

  const children = new Map<string | undefined, string[]>();
  let conflict = parents.conflict;
  for (const [parent, siblings] of members) {
    const orders = mapSides(places, ({ children: all }) => (all.get(parent) ?? []).filter(id => siblings.has(id)));
    const order = mergeOrder(orders);
    // A page whose parent was removed is in no side's order, so it comes last.
    const placed = new Set(order.value);
    children.set(parent, [...order.value, ...[...siblings].filter(id => !placed.has(id))]);
    conflict ||= order.conflict;
  }
  return { value: { parents: parents.value, children }, conflict };
}

/** Returns the parents and the order of the pages in a tree. */
export function placesOf(pages: readonly PageRow[]): TreeStructure {
  const places: TreeStructure = { parents: new Map(), children: new Map() };
  const visit = (siblings: readonly PageRow[], parent: string | undefined) => {
    places.children.set(
      parent,
      siblings.map(({ id }) => id),
    );
    for (const page of siblings) {
      places.parents.set(page.id, parent);
      visit(page.pages, page.id);
    }
  };
  visit(pages, undefined);
  return places;
}

function mergeParents(places: Sides<TreeStructure>, ids: ReadonlySet<string>): Merged<TreeStructure['parents']> {
  const parents: TreeStructure['parents'] = new Map();
  let conflict = false;
  for (const id of ids) {
    const side = sideThatPlaced(id, places);
    const parent = nearestParent(places[side.value].parents.get(id), places, side.value, ids);
    conflict ||= side.conflict || parent !== places[side.value].parents.get(id);
    parents.set(id, parent);
  }
  const takeMain = (some: Iterable<string>) => {
    conflict = true;
    for (const id of some) parents.set(id, nearestParent(places.main.parents.get(id), places, 'main', ids));
  };
  // Each side moved one page below the other. The main content has no cycle, so taking its parents ends the loop.
  for (let cycle = cyclicPages(parents); cycle.length > 0; cycle = cyclicPages(parents)) takeMain(cycle);
  // Both sides nested pages, and together they exceed the depth limit.
  if (levelsIn(parents) > deepestLevel) takeMain(ids);
  return { value: parents, conflict };
}

/** Returns the side whose parent of the page wins: the change request if both sides moved it. */
function sideThatPlaced(id: string, { base, main, changeRequest }: Sides<TreeStructure>): Merged<MergeSide> {
  if (!changeRequest.parents.has(id)) return { value: 'main', conflict: false };
  if (!main.parents.has(id)) return { value: 'changeRequest', conflict: false };
  const [old, ours, theirs] = [base, main, changeRequest].map(({ parents }) => parents.get(id));
  if (theirs === ours || (base.parents.has(id) && theirs === old)) return { value: 'main', conflict: false };
  return { value: 'changeRequest', conflict: !base.parents.has(id) || ours !== old };
}

/** Returns the parent, or its closest ancestor that is in the result. */
function nearestParent(
  parent: string | undefined,
  places: Sides<TreeStructure>,
  side: keyof Sides<TreeStructure>,
  ids: ReadonlySet<string>,
): string | undefined {
  let candidate = parent;
  while (candidate !== undefined && !ids.has(candidate)) candidate = places[side].parents.get(candidate);
  return candidate;
}

/** Returns the pages that are their own ancestors. */
function cyclicPages(parents: TreeStructure['parents']): string[] {
  const cycles: string[] = [];
  const seen = new Set<string>();
  for (const start of parents.keys()) {
    const path: string[] = [];
    let id: string | undefined = start;
    for (; id !== undefined && !seen.has(id); id = parents.get(id)) {
      seen.add(id);
      path.push(id);
    }
    const first = id === undefined ? -1 : path.indexOf(id);
    if (first >= 0) cycles.push(...path.slice(first));
  }
  return cycles;
}

function levelsIn(parents: TreeStructure['parents']): number {
  const levels = new Map<string | undefined, number>([[undefined, 0]]);
  for (const start of parents.keys()) {
    const path: string[] = [];
    let id: string | undefined = start;
    for (; !levels.has(id) && id !== undefined; id = parents.get(id)) path.push(id);
    let level = levels.get(id) ?? 0;
    for (const page of path.reverse()) levels.set(page, ++level);
  }
  return Math.max(...levels.values());
}

/** Merges two orders of siblings: the rearranged one wins, and pages of only the other side follow their neighbour. */
function mergeOrder({ base, main, changeRequest }: Sides<string[]>): Merged<string[]> {
  const others = new Set(changeRequest);
  const common = new Set(main.filter(id => others.has(id)));
  const shared = (order: string[]) => order.filter(id => common.has(id)).join();
  const isSettled = [main, base].some(other => shared(other) === shared(changeRequest));
  const isConflict = !isSettled && shared(main) !== shared(base);
  if (isSettled || isConflict) return { value: weave(main, changeRequest), conflict: isConflict };
  return { value: weave(changeRequest, main), conflict: false };
}

/** Returns `lead`, with each ID that only `other` contains inserted after its predecessor in `other`. */
function weave(lead: string[], other: string[]): string[] {
  const order = [...lead];
  const placed = new Set(lead);
  const others = new Set(other);
  for (const [index, id] of other.entries()) {
    if (placed.has(id)) continue;
    let position = index === 0 ? 0 : order.indexOf(other[index - 1] ?? id) + 1;
    // IDs that only `lead` contains at this position stay in front.
    while (position < order.length && !others.has(order[position] ?? id)) position++;
    order.splice(position, 0, id);
  }
  return order;
}
