import assert from 'node:assert/strict';
import { parseBlocks } from '../../../../src/markdown/index.ts';
import { allBlocks } from '../../../../src/markdown/block.ts';
import { blockKeys, type KeyedMarkdown } from '../../../../src/markdown/reading/blockKeys.ts';
import { randomPage } from '../../../markdown/randomPage.ts';

function keyed(markdown: string, previous?: KeyedMarkdown | KeyedMarkdown[]): KeyedMarkdown {
  return { markdown, keys: blockKeys(markdown, previous, 'page') };
}

/** Returns the key of the first (or n-th) block with this type and text. */
function keyOf({ markdown, keys }: KeyedMarkdown, type: string, text: string, nth = 0): string {
  const match = allBlocks(parseBlocks(markdown))
    .map((block, index) => ({ block, key: keys[index] }))
    .filter(({ block }) => block.type === type && block.text === text)[nth];
  assert.ok(match?.key, `no ${type} ${text}`);
  return match.key;
}

describe('keys of blocks', () => {
  it('are derived from the seed and look random', () => {
    const markdown = '# A\n\nB\n\n* C';
    assert.deepEqual(blockKeys(markdown, [], 'one'), blockKeys(markdown, [], 'one'));
    assert.notDeepEqual(blockKeys(markdown, [], 'one'), blockKeys(markdown, [], 'two'));
    assert.equal(blockKeys(markdown).length, 5);
    for (const key of blockKeys(markdown)) assert.match(key, /^[0-9a-f]{24}$/);
  });

  it('are unique within a page, even among blocks with equal text', () => {
    const { keys } = keyed('a\n\na\n\n* a\n* a\n\n***\n\n***');
    assert.equal(new Set(keys).size, 9);
  });

  it('stay when nothing changes', () => {
    for (let seed = 0; seed < 30; seed++) {
      const before = keyed(randomPage(seed).markdown);
      assert.deepEqual(keyed(before.markdown, before).keys, before.keys);
    }
  });

  it('do not shift when a block is inserted or removed', () => {
    const before = keyed('One.\n\n* a\n* b\n\nTwo.');
    const after = keyed('Zero.\n\n* a\n* z\n* b\n\nTwo.', before);
    for (const [type, text] of [
      ['list-item', 'a'],
      ['list-item', 'b'],
      ['paragraph', 'Two.'],
    ] as const) {
      assert.equal(keyOf(after, type, text), keyOf(before, type, text));
    }
    assert.ok(!before.keys.includes(keyOf(after, 'list-item', 'z')));
  });

  it('stay on a block that is edited between unchanged neighbors', () => {
    const before = keyed('One.\n\nThe second sentence.\n\nThree.');
    const after = keyed('One.\n\nSomething else altogether.\n\nThree.', before);
    assert.deepEqual(after.keys, before.keys);
  });

  it('stay on the more similar of two blocks that replace one', () => {
    const before = keyed('One.\n\nThe second sentence is here.\n\nThree.');
    const after = keyed('One.\n\nQuite a new thought.\n\nThe second sentence was here.\n\nThree.', before);
    const key = keyOf(before, 'paragraph', 'The second sentence is here.');
    assert.equal(keyOf(after, 'paragraph', 'The second sentence was here.'), key);
  });

  it('stay on containers whose content changes, and on unchanged content', () => {
    const before = keyed('{% hint style="info" %}\nOne.\n\nTwo.\n{% endhint %}\n\n| a |\n|---|\n| 1 |\n| 2 |');
    const after = keyed(
      '{% hint style="info" %}\nNew.\n\nTwo.\n{% endhint %}\n\n| a |\n|---|\n| 0 |\n| 1 |\n| 2 |',
      before,
    );
    assert.equal(keyOf(after, 'hint', 'New. Two.'), keyOf(before, 'hint', 'One. Two.'));
    assert.equal(keyOf(after, 'paragraph', 'Two.'), keyOf(before, 'paragraph', 'Two.'));
    assert.equal(keyOf(after, 'table', 'a 0 1 2'), keyOf(before, 'table', 'a 1 2'));
    assert.equal(keyOf(after, 'table-row', '2'), keyOf(before, 'table-row', '2'));
  });

  it('move with their blocks', () => {
    const before = keyed('# A\n\nOne.\n\n# B\n\nTwo.');
    const after = keyed('# B\n\nTwo.\n\n# A\n\n> One.', before);
    for (const text of ['One.', 'Two.'])
      assert.equal(keyOf(after, 'paragraph', text), keyOf(before, 'paragraph', text));
  });

  it('are not reused for a block of another type at the same position', () => {
    const before = keyed('One.\n\nTwo.\n\nThree.');
    const after = keyed('One.\n\n## Elsewhere\n\nThree.', before);
    assert.ok(!before.keys.includes(keyOf(after, 'heading', 'Elsewhere') ?? ''));
  });

  it('are not reused for other blocks later', () => {
    const before = keyed('Same.\n\nSame.\n\nOther.');
    const edited = keyed('Edited.\n\nSame.\n\nOther.', before);
    const added = keyed('Edited.\n\nSame.\n\nOther.\n\nSame.', edited);
    assert.equal(new Set(added.keys).size, 4);
    assert.equal(added.keys[0], before.keys[0]);
  });

  it('are equal for the same new block in two versions of a page', () => {
    const before = keyed('One.\n\nTwo.');
    const added = keyed('One.\n\nBetween.\n\nTwo.', before);
    const merged = keyed('Zero.\n\nOne.\n\nBetween.\n\nTwo.', keyed('Zero.\n\nOne.\n\nTwo.', before));
    assert.equal(keyOf(merged, 'paragraph', 'Between.'), keyOf(added, 'paragraph', 'Between.'));
  });

  it('are taken from the first of several versions that contains the block', () => {
    const base = keyed('One.\n\nTwo.');
    const main = { markdown: 'One!\n\nTwo.', keys: ['m1', 'm2'] };
    const change = { markdown: 'One.\n\nTwo.\n\nThree.', keys: ['c1', 'c2', 'c3'] };
    assert.deepEqual(keyed('One!\n\nTwo.\n\nThree.', [main, change, base]).keys, ['m1', 'm2', 'c3']);
  });

  it('are taken from the first of several versions when each has edited the block', () => {
    const main = { markdown: 'One, mine.', keys: ['one'] };
    const change = { markdown: 'One, yours.', keys: ['one'] };
    const [first, second] = keyed('One, mine.\n\nOne, yours.', [main, change]).keys;
    assert.equal(first, 'one');
    assert.notEqual(second, 'one');
  });
});
