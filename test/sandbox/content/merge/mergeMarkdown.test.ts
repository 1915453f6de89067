import assert from 'node:assert/strict';
import { mergeMarkdown } from '../../../../src/sandbox/content/merge/mergeMarkdown.ts';
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

  it('takes a side byte for byte when the other changed nothing', () => {
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

  it('takes an addition of both sides once when one of them also changed its neighbor', () => {
    const [added, changed] = ['A.\n\nB.\n', 'A, changed.\n\nB.\n'];
    for (const [main, changeRequest] of [
      [added, changed],
      [changed, added],
    ] as const) {
      assert.deepEqual(mergeMarkdown({ base: 'A.\n', main, changeRequest }), { value: changed, conflict: false });
    }
    const before = { base: 'B.\n', main: 'A.\n\nB.\n', changeRequest: 'A.\n\nB, changed.\n' };
    assert.deepEqual(mergeMarkdown(before), { value: before.changeRequest, conflict: false });
  });

  it('merges the lines of one code block', () => {
    const code = (first: string, last: string) => `\`\`\`sh\n${first}\nmiddle\n${last}\n\`\`\`\n`;
    const merged = mergeMarkdown({ base: code('a', 'z'), main: code('b', 'z'), changeRequest: code('a', 'y') });
    assert.deepEqual(merged, { value: code('b', 'y'), conflict: false });
  });

  it('never splits a code block', () => {
    const code = (line: string) => `\`\`\`sh\n${line}\n\`\`\`\n`;
    const merged = mergeMarkdown({ base: code('a'), main: code('b'), changeRequest: code('c') });
    assert.deepEqual(merged, { value: `${code('b')}\n${code('c')}`, conflict: true });
  });

  it('keeps both versions of a list item or table row in the same list or table', () => {
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

  it('merges pages that both sides wrote from scratch', () => {
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

  it('loses no word of either side, whatever both edit', () => {
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

function paragraph(word: string): string {
  return `Text of ${word}.`;
}

type Random = ReturnType<typeof createRandom>;

/** Returns edits of different blocks, whose merge is therefore known. */
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
