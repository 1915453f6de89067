import assert from 'node:assert/strict';
import { runSync } from '../../../src/markdown/resumable.ts';
import { type BlockPlace, revertBlockResumable } from '../../../src/markdown/review/revertBlock.ts';

const page = '# Moorings\n\nDrop the anchor.\n\n- one\n- two\n- three\n\n```sh\nheron log\n```\n\nGo home.\n';

function reverted(after: string, place: BlockPlace, before = page) {
  return runSync(revertBlockResumable({ markdown: before }, { markdown: after }, place));
}

/** Returns the zero-based line that contains a text. */
function lineOf(text: string, words: string): number {
  const line = text.split('\n').findIndex(one => one.includes(words));
  assert.ok(line >= 0, words);
  return line;
}

describe('a reverted block', () => {
  for (const [what, now, was] of [
    ['a paragraph', 'Drop both anchors now.', 'Drop the anchor.'],
    ['an item of a list', '- two and a half', '- two'],
    ['code', 'heron log --all', 'heron log'],
    ['a heading', '# Two moorings', '# Moorings'],
    ['the last block', 'Go home, slowly.', 'Go home.'],
  ] as const) {
    it(`has its former text, and other blocks stay changed: ${what}`, () => {
      const other = was === 'Go home.' ? ['Drop the anchor.', 'Drop it.'] : ['Go home.', 'Stay here.'];
      const changed = page.replace(was, now).replace(other[0] ?? '', other[1] ?? '');
      const result = reverted(changed, { line: lineOf(changed, now) });
      assert.equal(result?.text, page.replace(other[0] ?? '', other[1] ?? ''));
      assert.equal(result.kind, 'changed');
      assert.ok(result.now.includes(now) && result.before.includes(was));
    });
  }

  for (const [what, added, where] of [
    ['a paragraph in between', 'Pay out the line.\n\n', '- one'],
    ['an item', '- and a half\n', '- three'],
    ['the first block', 'Before everything.\n\n', '# Moorings'],
  ] as const) {
    it(`is removed when it was added: ${what}`, () => {
      const changed = page.replace(where, added + where);
      const result = reverted(changed, { line: lineOf(changed, added.trim()) });
      assert.deepEqual([result?.text, result?.kind, result?.before], [page, 'added', '']);
    });
  }

  it('is removed when it was added at the end', () => {
    const changed = `${page}\nAt last.\n`;
    assert.equal(reverted(changed, { line: lineOf(changed, 'At last.') })?.text, page);
  });

  for (const removed of ['Drop the anchor.\n\n', '- one\n', '- two\n', '- three\n', '# Moorings\n\n', '\nGo home.\n']) {
    it(`is restored when it was removed: ${removed.trim()}`, () => {
      const changed = page.replace(removed, '');
      const result = reverted(changed, { lineBefore: lineOf(page, removed.trim()) });
      assert.deepEqual([result?.text, result?.kind, result?.now], [page, 'removed', '']);
    });
  }

  it('is restored on an empty page', () => {
    assert.equal(reverted('', { lineBefore: 0 }, 'All there was.\n')?.text.trim(), 'All there was.');
  });

  it('is restored below front matter, with or without other blocks', () => {
    const head = '---\nicon: anchor\n---\n';
    const text = `${head}\nOne.\n\nTwo.\n`;
    assert.equal(reverted(`${head}\nTwo.\n`, { lineBefore: 4 }, text)?.text, text);
    const alone = `${head}\nOne.\n`;
    assert.equal(reverted(head, { lineBefore: 4 }, alone)?.text, alone);
    assert.equal(reverted(alone, { line: 4 }, head)?.text.trim(), head.trim());
  });

  it('is moved back when it was moved, from either position', () => {
    const text = 'One is a long line.\n\nTwo is another line.\n\nThree is the last of them.\n\nFour ends it all.\n';
    const changed = 'Two is another line.\n\nThree is the last of them.\n\nFour ends it all.\n\nOne is a long line.\n';
    assert.equal(reverted(changed, { line: 6 }, text)?.text, text);
    assert.equal(reverted(changed, { lineBefore: 0 }, text)?.text, text);
  });

  it('is undefined when it is unchanged, or does not exist', () => {
    const changed = page.replace('Go home.', 'Stay.');
    assert.equal(reverted(changed, { line: lineOf(changed, 'Drop') }), undefined);
    assert.equal(reverted(changed, { line: 999 }), undefined);
    assert.equal(reverted(changed, {}), undefined);
  });

  it('keeps link reference definitions', () => {
    const text = `See [it].\n\n[it]: https://a.example\n\nGo home.\n`;
    const changed = 'See [it].\n\n[it]: https://a.example\n';
    assert.match(reverted(changed, { lineBefore: 4 }, text)?.text ?? '', /\[it\]: https:\/\/a\.example/);
  });
});
