import assert from 'node:assert/strict';
import { findQuotedLines, quotePage, readPageQuote, titleKey } from '../../../src/model/discussions/commentTarget.ts';

describe('quotation of a deleted page', () => {
  it('has at most 20 lines, and says when there are more', () => {
    const text = Array.from({ length: 30 }, (_, line) => `Line ${line}`).join('\n');
    const linesOf = (end: number) =>
      quotePage('Title', text, { start: 0, end })
        .split('\n')
        .filter(line => /^> ./.test(line));
    assert.equal(linesOf(19).length, 20);
    assert.deepEqual([linesOf(20).length, linesOf(20).at(-1)], [21, '> …']);
  });

  const page = [
    '# Anchors',
    '',
    'Two [go](https://example.com/x) with @mira, **now**.',
    '',
    '* one_of_them,',
    '',
    '* 1. the *other*.',
    '',
    '> Not `this`.',
    '',
    'x'.repeat(3000),
  ].join('\n');

  for (const [start, end] of [
    [0, 0],
    [2, 2],
    [4, 6],
    [8, 8],
    [10, 10],
    [0, 10],
  ] as const) {
    it(`is found on lines ${start} to ${end} of the page`, () => {
      const written = `${quotePage('All *gone* “now”', page, { start, end })}\n\n> A quotation of mine.\n\nWhy?`;
      const quote = readPageQuote(written) ?? assert.fail();
      assert.equal(titleKey(quote.title), titleKey('All *gone* “now”'));
      assert.deepEqual(findQuotedLines(page, quote.lines), { start, end });
      // A server may write the same Markdown in its own way.
      const rewritten = readPageQuote(written.replaceAll('\\', '').replaceAll(/^>\n/gm, '> \n')) ?? assert.fail();
      assert.deepEqual(findQuotedLines(page, rewritten.lines), { start, end });
    });
  }

  it('can be only the title, or empty', () => {
    assert.deepEqual(readPageQuote(`${quotePage('Anchors', '', undefined)}\n\nWhy?`), { title: 'Anchors', lines: [] });
    assert.deepEqual(readPageQuote(`${quotePage('', 'A line.', { start: 0, end: 0 })}\n\nWhy?`), {
      title: '',
      lines: ['A line.'],
    });
    assert.equal(readPageQuote('> A line.\n\nWhy?'), undefined);
    assert.equal(readPageQuote('On the deleted page we said so.'), undefined);
    assert.equal(findQuotedLines(page, ['It is nowhere.']), undefined);
    assert.equal(findQuotedLines(page, []), undefined);
  });
});
