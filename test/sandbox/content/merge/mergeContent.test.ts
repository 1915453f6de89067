import assert from 'node:assert/strict';
import { mergeContent } from '../../../../src/sandbox/content/merge/mergeContent.ts';
import type { Content } from '../../../../src/sandbox/content/merge/mergeContent.ts';
import { mergeMarkdown } from '../../../../src/sandbox/content/merge/mergeMarkdown.ts';
import type { FileRow, PageRow } from '../../../../src/sandbox/store/rows.ts';
import { createRandom } from '../../random.ts';

describe('merging the text of a page', () => {
  it('takes the changes of both sides', () => {
    const merged = mergeMarkdown({
      base: '# Title\n\nFirst.\n\nSecond.\n',
      main: '# Title\n\nFirst, better.\n\nSecond.\n',
      changeRequest: '# Title\n\nFirst.\n\nSecond.\n\nThird.\n',
    });
    assert.deepEqual(merged, { value: '# Title\n\nFirst, better.\n\nSecond.\n\nThird.\n', conflict: false });
  });

  it('takes a side as it is, to the byte, where the other changed nothing', () => {
    const base = 'One.\n\n\n\nTwo.  \n';
    const changed = 'One.\n\n\n\n\nTwo.\n\n\n';
    assert.equal(mergeMarkdown({ base, main: base, changeRequest: changed }).value, changed);
    assert.equal(mergeMarkdown({ base, main: changed, changeRequest: base }).value, changed);
    assert.equal(mergeMarkdown({ base, main: changed, changeRequest: changed }).conflict, false);
  });

  it('keeps both versions of a paragraph that both sides changed, the main content first', () => {
    const merged = mergeMarkdown({ base: 'A.\n\nOld.\n', main: 'A.\n\nMain.\n', changeRequest: 'A.\n\nProposed.\n' });
    assert.deepEqual(merged, { value: 'A.\n\nMain.\n\nProposed.\n', conflict: true });
  });

  it('keeps a block that one side changed and the other deleted', () => {
    const merged = mergeMarkdown({
      base: 'A.\n\nOld.\n\nB.\n',
      main: 'A.\n\nB.\n',
      changeRequest: 'A.\n\nNew.\n\nB.\n',
    });
    assert.deepEqual(merged, { value: 'A.\n\nNew.\n\nB.\n', conflict: true });
  });

  it('takes an addition next to a change', () => {
    const merged = mergeMarkdown({
      base: 'A.\n\nB.\n',
      main: 'A.\n\nB.\n\nC.\n',
      changeRequest: 'A.\n\nB, changed.\n',
    });
    assert.deepEqual(merged, { value: 'A.\n\nB, changed.\n\nC.\n', conflict: false });
  });

  it('merges the lines of one block of code', () => {
    const code = (first: string, last: string) => `\`\`\`sh\n${first}\nmiddle\n${last}\n\`\`\`\n`;
    const merged = mergeMarkdown({ base: code('a', 'z'), main: code('b', 'z'), changeRequest: code('a', 'y') });
    assert.deepEqual(merged, { value: code('b', 'y'), conflict: false });
  });

  it('never tears a block of code apart', () => {
    const code = (line: string) => `\`\`\`sh\n${line}\n\`\`\`\n`;
    const merged = mergeMarkdown({ base: code('a'), main: code('b'), changeRequest: code('c') });
    assert.deepEqual(merged, { value: `${code('b')}\n${code('c')}`, conflict: true });
  });

  it('keeps both versions of a list item and of a table row in the same list and table', () => {
    const list = (item: string) => `- one\n- ${item}\n- three\n`;
    const items = mergeMarkdown({ base: list('two'), main: list('main'), changeRequest: list('proposed') });
    assert.deepEqual(items, { value: '- one\n- main\n- proposed\n- three\n', conflict: true });
    const table = (cell: string) => `| A |\n| --- |\n| ${cell} |\n`;
    const rows = mergeMarkdown({ base: table('x'), main: table('main'), changeRequest: table('proposed') });
    assert.deepEqual(rows, { value: '| A |\n| --- |\n| main |\n| proposed |\n', conflict: true });
  });

  it('keeps blocks without a blank line between them together', () => {
    const merged = mergeMarkdown({
      base: 'These:\n- a\n\nEnd.\n',
      main: 'These:\n- a\n- b\n\nEnd.\n',
      changeRequest: 'These:\n- a\n\nThe end.\n',
    });
    assert.deepEqual(merged, { value: 'These:\n- a\n- b\n\nThe end.\n', conflict: false });
  });

  it('merges pages that both sides wrote from nothing', () => {
    const merged = mergeMarkdown({ base: '', main: 'Main.\n', changeRequest: 'Proposed.\n' });
    assert.deepEqual(merged, { value: 'Main.\n\nProposed.\n', conflict: true });
  });

  it('loses nothing and keeps the order when sides edit different blocks', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const { base, main, changeRequest, expected } = randomEdits(seed);
      const merged = mergeMarkdown({ base, main, changeRequest });
      assert.deepEqual(merged, { value: expected, conflict: false }, `seed ${seed}`);
      const mirrored = mergeMarkdown({ base, main: changeRequest, changeRequest: main });
      assert.deepEqual(mirrored, merged, `seed ${seed}, sides exchanged`);
    }
  });

  it('loses no word of either side when both edit anything', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = createRandom(seed);
      const base = Array.from({ length: 1 + random.below(8) }, (_, index) => paragraph(`base${index}`));
      const edit = (side: string) => base.flatMap((block, index) => editedAnyhow(block, `${side}${index}`, random));
      const [main, changeRequest] = [edit('main'), edit('changeRequest')];
      const text = (blocks: string[]) => blocks.map(block => `${block}\n`).join('\n');
      const merged = mergeMarkdown({ base: text(base), main: text(main), changeRequest: text(changeRequest) }).value;
      const lost = [...main, ...changeRequest].filter(block => !base.includes(block) && !merged.includes(block));
      assert.deepEqual(lost, [], `seed ${seed}`);
    }
  });
});

describe('merging content', () => {
  const intro = page('intro');
  const guide = page('guide', { pages: [page('setup'), page('use')] });
  const base = content([intro, guide]);

  it('brings pages that the change request created to their place', () => {
    const proposed = content([intro, page('new'), { ...guide, pages: [page('setup'), page('more'), page('use')] }]);
    const merged = merge(base, content([intro, guide, page('last')]), proposed);
    assert.equal(outline(merged), 'intro new guide(setup more use) last');
    assert.equal(merged.conflict, false);
  });

  it('deletes what one side deleted and the other left alone', () => {
    const merged = merge(base, content([guide]), content([intro, { ...guide, pages: [page('use')] }]));
    assert.equal(outline(merged), 'guide(use)');
    assert.equal(merged.conflict, false);
  });

  it('keeps a page that one side deleted and the other changed', () => {
    const changed = page('intro', { title: 'Better' });
    for (const merged of [
      merge(base, content([guide]), content([changed, guide])),
      merge(base, content([changed, guide]), content([guide])),
    ]) {
      assert.equal(outline(merged), 'intro guide(setup use)');
      assert.equal(merged.conflict, true);
    }
  });

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

  it("takes the change request's value of an attribute that both changed, and says so", () => {
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

  it('makes no circle of pages that were put below each other', () => {
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

  it('gives two new pages with one path a path each', () => {
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

function merge(base: Content, main: Content, changeRequest: Content) {
  return mergeContent({ base, main, changeRequest }, noDocuments);
}

const noDocuments = () => ({ value: undefined, conflict: false });

function content(pages: PageRow[]): Content {
  return { pages, files: [], variables: {}, reusableContents: [] };
}

function page(id: string, fields: Partial<PageRow> = {}): PageRow {
  const [createdAt, updatedAt] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
  return { id, type: 'document', title: id, slug: id, path: id, createdAt, updatedAt, pages: [], ...fields };
}

function file(id: string, blob = id): FileRow {
  return { id, name: `${id}.png`, contentType: 'image/png', size: 1, blob };
}

function outline({ value }: { value: Content }): string {
  const words = (pages: PageRow[]): string =>
    pages.map(({ id, pages: below }) => id + (below.length > 0 ? `(${words(below)})` : '')).join(' ');
  return words(value.pages);
}

function paragraph(word: string): string {
  return `Text of ${word}.`;
}

type Random = ReturnType<typeof createRandom>;

/** Edits that touch different blocks: their merge is known beforehand. */
function randomEdits(seed: number) {
  const random = createRandom(seed);
  const sides = { base: [] as string[], main: [] as string[], changeRequest: [] as string[], expected: [] as string[] };
  for (let index = 0; index < 1 + random.below(12); index++) {
    const block = paragraph(`block ${index}`);
    const [editor, other] = random.chance(0.5)
      ? (['main', 'changeRequest'] as const)
      : (['changeRequest', 'main'] as const);
    const choice = random.below(5);
    const after = [[paragraph(`edit ${index}`)], [block, paragraph(`addition ${index}`)], [], [block], [block]][choice];
    sides.base.push(block);
    sides[other].push(block);
    sides[editor].push(...(after ?? [block]));
    sides.expected.push(...(after ?? [block]));
  }
  const text = (blocks: string[]) => blocks.map(block => `${block}\n`).join('\n');
  return {
    base: text(sides.base),
    main: text(sides.main),
    changeRequest: text(sides.changeRequest),
    expected: text(sides.expected),
  };
}

function editedAnyhow(block: string, word: string, random: Random): string[] {
  const results = [[block], [paragraph(word)], [block, paragraph(word)], [paragraph(word), block], []];
  return results[random.below(results.length)] ?? [block];
}

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

/** The tree with some pages moved and one added. */
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
