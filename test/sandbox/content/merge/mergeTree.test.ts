import assert from 'node:assert/strict';
import { mergeTree, placesOf } from '../../../../src/sandbox/content/merge/mergeTree.ts';
import { mapSides } from '../../../../src/sandbox/content/merge/sides.ts';
import { flatten } from '../../../../src/sandbox/content/pageTree.ts';
import { page } from './pages.ts';

describe('merging the order of siblings', () => {
  for (const [title, [base, main, changeRequest], expected] of [
    ['keeps what neither side changed', ['a b c', 'a b c', 'a b c'], 'a b c'],
    [
      'puts additions of the change request after their predecessor there',
      ['a b c', 'a b c', 'a x b c y'],
      'a x b c y',
    ],
    ['puts additions of the main content after their predecessor there', ['a b c', 'a m b c n', 'a b c'], 'a m b c n'],
    ['puts additions at the start to the start', ['a b', 'm a b', 'a b x'], 'm a b x'],
    ['puts additions of the main content first at the same position', ['a b', 'a m b', 'a x b'], 'a m x b'],
    ['puts them first at the start and at the end, too', ['a', 'm a n', 'x a y'], 'm x a n y'],
    ['keeps adjacent additions together', ['a b', 'a m n b', 'a x y b'], 'a m n x y b'],
    ['takes the order of the main content when that was reordered', ['a b c', 'c b a', 'a x b c'], 'c b a x'],
    ['takes the order of the change request when that was reordered', ['a b c', 'a m b c', 'c b a'], 'c b a m'],
    ['puts additions of the reordered side first', ['a b c', 'a m b c', 'c b a x'], 'c b a x m'],
    ['removes what one side removed', ['a b c', 'a c', 'a b x c'], 'a x c'],
  ] as const) {
    it(title, () => assert.deepEqual(order(base, main, changeRequest), { value: expected, conflict: false }));
  }

  it('takes the order of the main content when both reordered, and reports it', () => {
    assert.deepEqual(order('a b c', 'b a c', 'c a b'), { value: 'b a c', conflict: true });
    assert.deepEqual(order('a b c', 'b a m c', 'c x a b'), { value: 'b a m c x', conflict: true });
  });

  it('reports nothing when both reordered alike', () => {
    assert.deepEqual(order('a b c', 'c a b', 'c a b'), { value: 'c a b', conflict: false });
  });
});

describe('merging the parents of pages', () => {
  const names = Array.from({ length: 3000 }, (_, index) => `p${index}`);
  const flat = () => names.map(id => page(id));

  it('takes those of the main content when both sides together exceed the nesting limit', () => {
    const trees = { base: flat(), main: pairs(names), changeRequest: [page('p0'), ...pairs(names.slice(1))] };
    const { value, conflict } = mergeTree(mapSides(trees, placesOf), new Set(names));
    assert.deepEqual(value.parents, new Map(names.map(id => [id, placesOf(trees.main).parents.get(id)])));
    assert.ok(conflict);
  });
});

/** Returns places with every second page below the previous one. */
function pairs(ids: readonly string[]) {
  return ids.flatMap((id, index) =>
    index % 2 === 0 ? [page(id, { pages: ids.slice(index + 1, index + 2).map(one => page(one)) })] : [],
  );
}

/** Merges three orders of siblings; pages that one side removed are left out. */
function order(base: string, main: string, changeRequest: string): { value: string; conflict: boolean } {
  const trees = mapSides({ base, main, changeRequest }, ids => ids.split(' ').map(id => page(id)));
  const has = mapSides(trees, tree => new Set(flatten(tree).map(({ id }) => id)));
  const ids = new Set([...has.main, ...has.changeRequest]);
  const idsToKeep = [...ids].filter(id => !has.base.has(id) || (has.main.has(id) && has.changeRequest.has(id)));
  const { value, conflict } = mergeTree(mapSides(trees, placesOf), new Set(idsToKeep));
  return { value: (value.children.get(undefined) ?? []).join(' '), conflict };
}
