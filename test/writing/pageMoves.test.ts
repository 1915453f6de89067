import assert from 'node:assert/strict';
import type { Page } from '../../src/model/content/layout.ts';
import { withChildren } from '../../src/model/content/layout.ts';
import { editsForMoves, movesByOne, movesTo, type PageMove, positionsOf } from '../../src/model/writing/pageMoves.ts';
import { insertIntoTree, removePage } from '../../src/sandbox/content/pageTree.ts';
import type { PageRow } from '../../src/sandbox/store/rows.ts';

/** Returns pages from an outline such as `A(B C(D)) E`, in which each letter is a page. */
function pagesOf(outline: string): PageRow[] {
  const top: PageRow[] = [];
  const open = [top];
  for (const letter of outline.replaceAll(' ', '')) {
    if (letter === '(') open.push(open.at(-1)?.at(-1)?.pages ?? []);
    else if (letter === ')') open.pop();
    else open.at(-1)?.push({ id: letter, title: letter, type: 'document', slug: letter, pages: [] } as never);
  }
  return top;
}

function outlineOf(pages: readonly PageRow[]): string {
  return pages.map(({ id, pages: below }) => (below.length > 0 ? `${id}(${outlineOf(below)})` : id)).join(' ');
}

/** Applies edits as a server does. */
function applied(pages: PageRow[], edits: ReturnType<typeof editsForMoves>): PageRow[] {
  return edits.reduce((current, { page, into, at }) => {
    const row = [...withChildren(current as Page[])].find(({ id }) => id === page) as PageRow;
    return insertIntoTree(removePage(current, page), row, { parent: into ?? undefined, index: at });
  }, pages);
}

const after = (outline: string, moves: readonly PageMove[]) => {
  const pages = pagesOf(outline);
  return outlineOf(applied(pages, editsForMoves(pages as Page[], moves)));
};

describe('edits that move pages', () => {
  const byOne = (outline: string, chosen: string, direction: 'up' | 'down') =>
    after(outline, movesByOne(pagesOf(outline) as Page[], new Set(chosen), direction));

  for (const [outline, chosen, up, down] of [
    ['A B C D', 'C', 'A C B D', 'A B D C'],
    ['A B C D', 'A', 'A B C D', 'B A C D'],
    ['A B C D', 'BC', 'B C A D', 'A D B C'],
    ['A B C D', 'BD', 'B A D C', 'A C B D'],
    ['A B C D', 'AC', 'A C B D', 'B A D C'],
    ['A B C D', 'CD', 'A C D B', 'A B C D'],
    ['A(B C) D(E F)', 'CF', 'A(C B) D(F E)', 'A(B C) D(E F)'],
  ] as const) {
    it(`move ${[...chosen].join(' and ')} of ${outline} up and down by one`, () => {
      assert.equal(byOne(outline, chosen, 'up'), up);
      assert.equal(byOne(outline, chosen, 'down'), down);
    });
  }

  it('put pages with different parents below one, in their order', () => {
    const moves = movesTo(['D', 'A', 'C'], { parent: 'B', after: ['E'] });
    assert.equal(after('A B(E F) C(D)', moves), 'B(E D A C F)');
  });

  it('put a page first, at the top, and below one without children', () => {
    assert.equal(after('A(B C)', movesTo(['C'], { parent: 'A', after: [] })), 'A(C B)');
    assert.equal(after('A(B C)', movesTo(['C'], { parent: null, after: ['A'] })), 'A(B) C');
    assert.equal(after('A B', movesTo(['B'], { parent: 'A', after: [] })), 'A(B)');
  });

  it('are empty for pages that are already there', () => {
    const pages = pagesOf('A B C') as Page[];
    assert.deepEqual(editsForMoves(pages, movesTo(['B', 'C'], { parent: null, after: ['A'] })), []);
    assert.deepEqual(editsForMoves(pages, positionsOf(pages, new Set('ABC'))), []);
  });

  it('restore all positions, whatever was moved', () => {
    const outline = 'A B C(D E F) G(H)';
    const pages = pagesOf(outline);
    const ids = [...outline.replaceAll(/[ ()]/g, '')];
    let seed = 7;
    const random = (count: number) => (seed = (seed * 16_807) % 2_147_483_647) % count;
    for (let round = 0; round < 300; round++) {
      const chosen = ids.filter(() => random(3) === 0);
      const parent = [null, ...ids][random(ids.length + 1)] ?? null;
      const position = { parent, after: ids.filter(() => random(2) === 0) };
      let moved: PageRow[];
      try {
        moved = applied(pages, editsForMoves(pages as Page[], movesTo(chosen, position)));
      } catch (error) {
        assert.match(String(error), /cannot be put below itself/);
        continue;
      }
      const back = editsForMoves(moved as Page[], positionsOf(pages as Page[], new Set(chosen)));
      assert.equal(outlineOf(applied(moved, back)), outline, `${chosen.join()} to ${JSON.stringify(position)}`);
    }
  });

  it('are rejected below the page itself, and for a deleted page', () => {
    const pages = pagesOf('A(B(C)) D') as Page[];
    const to = (page: string, parent: string) => () => editsForMoves(pages, movesTo([page], { parent, after: [] }));
    assert.throws(to('A', 'C'), /"A" cannot be put below itself/);
    assert.throws(to('A', 'A'), /"A" cannot be put below itself/);
    assert.throws(to('A', 'X'), /The page that "A" was to be put below is no longer/);
    assert.throws(to('X', 'A'), /A page that was to be moved is no longer/);
  });
});
