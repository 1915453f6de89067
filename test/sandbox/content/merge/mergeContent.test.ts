import assert from 'node:assert/strict';
import { mergeContent } from '../../../../src/sandbox/content/merge/mergeContent.ts';
import { mapSides } from '../../../../src/sandbox/content/merge/sides.ts';
import type { FileRow, PageRow, RevisionContent } from '../../../../src/sandbox/store/rows.ts';
import { createRandom } from '../../random.ts';
import { page } from './pages.ts';

describe('merging content', () => {
  const intro = page('intro');
  const guide = page('guide', { pages: [page('setup'), page('use')] });
  const base = content([intro, guide]);

  it('puts pages that the change request created at their position', () => {
    const proposed = content([intro, page('new'), { ...guide, pages: [page('setup'), page('more'), page('use')] }]);
    const merged = merge(base, content([intro, guide, page('last')]), proposed);
    assert.equal(outline(merged), 'intro new guide(setup more use) last');
    assert.equal(merged.conflict, false);
  });

  it('deletes what one side deleted and the other did not change', () => {
    const merged = merge(base, content([guide]), content([intro, { ...guide, pages: [page('use')] }]));
    assert.equal(outline(merged), 'guide(use)');
    assert.equal(merged.conflict, false);
  });

  for (const [change, changed, expected] of [
    ['gave another title', content([page('intro', { title: 'Better' }), guide]), 'intro guide(setup use)'],
    ['rewrote', content([page('intro', { documentId: 'better' }), guide]), 'intro guide(setup use)'],
    ['put below another page', content([{ ...guide, pages: [intro, ...guide.pages] }]), 'guide(intro setup use)'],
  ] as const) {
    it(`keeps a page that one side deleted and the other ${change}`, () => {
      const deleted = content([guide]);
      for (const merged of [merge(base, deleted, changed), merge(base, changed, deleted)]) {
        assert.equal(outline(merged), expected);
        assert.equal(merged.conflict, true);
      }
    });
  }

  it('merges attributes one by one', () => {
    const merged = merge(
      base,
      content([page('intro', { title: 'Welcome' }), guide]),
      content([page('intro', { description: 'Start here', icon: 'star' }), guide]),
    );
    const [first] = merged.value.pages;
    assert.deepEqual([first?.title, first?.description, first?.icon], ['Welcome', 'Start here', 'star']);
    assert.equal(merged.conflict, false);
  });

  it('takes the later time of the two changes of a page', () => {
    const [early, late] = ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
    for (const [main, changeRequest] of [
      [early, late],
      [late, early],
    ] as const) {
      const merged = merge(
        base,
        content([page('intro', { title: 'Welcome', updatedAt: main }), guide]),
        content([page('intro', { icon: 'star', updatedAt: changeRequest }), guide]),
      );
      assert.equal(merged.value.pages[0]?.updatedAt, late);
    }
  });

  it("takes the change request's value of an attribute that both changed, and reports it", () => {
    const merged = merge(
      base,
      content([page('intro', { title: 'Main' }), guide]),
      content([page('intro', { title: 'Proposed' }), guide]),
    );
    assert.equal(merged.value.pages[0]?.title, 'Proposed');
    assert.equal(merged.conflict, true);
  });

  it('takes moves of either side', () => {
    const moved = content([guide, intro]);
    const nested = content([{ ...guide, pages: [page('setup'), page('use'), intro] }]);
    assert.equal(outline(merge(base, moved, base)), 'guide(setup use) intro');
    assert.equal(outline(merge(base, base, moved)), 'guide(setup use) intro');
    assert.equal(outline(merge(base, base, nested)), 'guide(setup use intro)');
    assert.equal(outline(merge(base, nested, content([intro, guide, page('x')]))), 'guide(setup use intro) x');
  });

  it('creates no cycle of pages that were put below each other', () => {
    const [a, b] = [page('a'), page('b')];
    const merged = merge(content([a, b]), content([{ ...b, pages: [a] }]), content([{ ...a, pages: [b] }]));
    assert.equal(merged.value.pages.length, 1);
    assert.equal(outline(merged).replace(/\W/g, '').length, 2);
    assert.equal(merged.conflict, true);
  });

  it('keeps the children of a page that the other side deleted', () => {
    const merged = merge(base, content([intro]), content([intro, { ...guide, pages: [...guide.pages, page('new')] }]));
    assert.equal(outline(merged), 'intro new');
    assert.equal(merged.conflict, true);
  });

  it('gives two new pages with equal paths different paths', () => {
    const merged = merge(
      base,
      content([intro, guide, page('n1', { path: 'new', slug: 'new' })]),
      content([intro, guide, page('n2', { path: 'new', slug: 'new' })]),
    );
    assert.deepEqual(
      merged.value.pages.map(({ path }) => path),
      ['intro', 'guide', 'new', 'new-1'],
    );
  });

  it('takes the document of the side that changed it, without writing one', () => {
    const [old, changed] = [page('intro', { documentId: 'old' }), page('intro', { documentId: 'new' })];
    for (const [main, changeRequest] of [
      [changed, old],
      [old, changed],
      [changed, changed],
    ] as const) {
      const merged = merge(content([old]), content([main]), content([changeRequest]));
      assert.deepEqual([merged.value.pages[0]?.documentId, merged.documents], ['new', []]);
    }
  });

  it('writes a document that both sides changed, with the keys of one side first', () => {
    const texts = { base: 'A.\n\nB.\n', main: 'A, main.\n\nB.\n', changeRequest: 'A.\n\nB, proposed.\n' };
    const sides = mapSides({ base: 'base', main: 'main', changeRequest: 'changeRequest' } as const, documentId =>
      content([page('intro', { documentId })]),
    );
    for (const [keysOf, previous] of [
      ['main', ['main', 'changeRequest']],
      ['changeRequest', ['changeRequest', 'main']],
    ] as const) {
      const markdownOf = (id: string) => texts[id as keyof typeof texts];
      const { value, documents, conflict } = mergeContent(sides, { markdownOf, keysOf });
      assert.deepEqual(documents, [{ page: 'intro', markdown: 'A, main.\n\nB, proposed.\n', previous }]);
      assert.deepEqual([value.pages[0]?.documentId, conflict], [undefined, false]);
    }
  });

  it('merges files and variables', () => {
    const merged = mergeContent(
      {
        base: { ...base, files: [file('a'), file('b')], variables: { x: '1', y: '1' } },
        main: { ...base, files: [file('a'), file('c')], variables: { x: '2', y: '1' } },
        changeRequest: { ...base, files: [file('a', 'other'), file('b')], variables: { x: '1', y: '3', z: '4' } },
      },
      noDocuments,
    );
    assert.deepEqual(
      merged.value.files.map(({ id, blob }) => `${id}:${blob}`),
      ['a:other', 'c:c'],
    );
    assert.deepEqual(merged.value.variables, { x: '2', y: '3', z: '4' });
    assert.equal(merged.conflict, false);
  });

  it('loses no page, whatever both sides do to the tree', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = createRandom(seed);
      const start = randomTree(random, 10);
      const [main, changeRequest] = [shuffled(start, random, 'm'), shuffled(start, random, 'c')];
      const merged = merge(content(start), content(main), content(changeRequest));
      const ids = (pages: PageRow[]): string[] => pages.flatMap(({ id, pages: below }) => [id, ...ids(below)]);
      const expected = new Set([...ids(main), ...ids(changeRequest)]);
      assert.deepEqual(ids(merged.value.pages).sort(), [...expected].sort(), `seed ${seed}`);
    }
  });
});

function merge(base: RevisionContent, main: RevisionContent, changeRequest: RevisionContent) {
  return mergeContent({ base, main, changeRequest }, noDocuments);
}

const noDocuments = { markdownOf: () => '', keysOf: 'main' } as const;

function content(pages: PageRow[]): RevisionContent {
  return { pages, files: [], variables: {}, reusableContents: [] };
}

function file(id: string, blob = id): FileRow {
  return { id, name: `${id}.png`, contentType: 'image/png', size: 1, blob };
}

function outline({ value }: { value: RevisionContent }): string {
  const words = (pages: PageRow[]): string =>
    pages.map(({ id, pages: below }) => id + (below.length > 0 ? `(${words(below)})` : '')).join(' ');
  return words(value.pages);
}

type Random = ReturnType<typeof createRandom>;

function randomTree(random: Random, size: number): PageRow[] {
  const pages: PageRow[] = [];
  const all: PageRow[] = [];
  for (let index = 0; index < size; index++) {
    const next = page(`p${index}`);
    const parent = random.chance(0.5) ? all[random.below(all.length)] : undefined;
    (parent?.pages ?? pages).push(next);
    all.push(next);
  }
  return pages;
}

/** Returns the tree with some pages moved and one added. */
function shuffled(tree: PageRow[], random: Random, added: string): PageRow[] {
  const pages = structuredClone(tree);
  for (let move = 0; move < 3; move++) {
    const all: PageRow[] = [];
    const collect = (siblings: PageRow[]): void => siblings.forEach(one => (all.push(one), collect(one.pages)));
    collect(pages);
    const moved = all[random.below(all.length)];
    const inMoved = new Set<PageRow>();
    const mark = (one: PageRow): void => (inMoved.add(one), one.pages.forEach(mark));
    if (!moved) continue;
    mark(moved);
    const siblings = [pages, ...all.map(one => one.pages)].find(list => list.includes(moved));
    siblings?.splice(siblings.indexOf(moved), 1);
    const targets = [pages, ...all.filter(one => !inMoved.has(one)).map(one => one.pages)];
    const target = targets[random.below(targets.length)] ?? pages;
    target.splice(random.below(target.length + 1), 0, moved);
  }
  pages.splice(random.below(pages.length + 1), 0, page(`${added}-new`));
  return pages;
}
