import assert from 'node:assert/strict';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { type ComparisonLayout, rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../../src/markdown/review/rows.ts';
import { foldableRunsOf } from '../../../src/markdown/review/view.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

/** Returns the HTML of both sides of a page's only row. */
function htmlOf(before: string, after: string, mode: ComparisonLayout = 'split'): { before: string; after: string } {
  const blocks = new BlocksHtml({ image: () => undefined }, 'm', { isFolding: true });
  const [row, ...others] = rowsOf(comparePages({ markdown: before }, { markdown: after }));
  assert.ok(row && others.length === 0);
  return { before: '', after: '', ...runSync(rowHtml(blocks, row, mode)) };
}

const wordsIn = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('rows of a table and lines of code', () => {
  /**
   * Returns a picture of the runs: `.` for an equal item, `~` for a changed one, and a number in parentheses for folded
   * items.
   */
  const folded = (picture: string) =>
    foldableRunsOf([...picture], mark => mark === '.')
      .map(({ items, isFolded }) => (isFolded ? `(${items.length})` : items.join('')))
      .join('');
  for (const [picture, expected] of [
    ['', ''],
    ['...', '...'],
    [`${'.'.repeat(11)}~${'.'.repeat(10)}`, `(8)...~${'.'.repeat(10)}`],
    [`~${'.'.repeat(14)}~`, '~...(8)...~'],
    [`~${'.'.repeat(13)}~`, `~${'.'.repeat(13)}~`],
    ['.'.repeat(600), '....(596)'],
    ['~'.repeat(600), '~'.repeat(600)],
  ] as const) {
    it(`are folded when many in a row are unchanged: ${picture.slice(0, 20)}`, () =>
      assert.equal(folded(picture), expected));
  }

  it('are not folded when all are added, removed, or not compared', () => {
    const table = `| a |\n| - |\n${'| b |\n'.repeat(50)}`;
    for (const [before, after] of [
      ['', table],
      [table, ''],
    ] as const) {
      assert.doesNotMatch(JSON.stringify(htmlOf(before, after)), /unchanged/);
    }
    const [row] = rowsOf(comparePages({ markdown: table }, { markdown: table }));
    const html = row && runSync(rowHtml(new BlocksHtml({ image: () => undefined }), row, 'after'));
    assert.doesNotMatch(JSON.stringify(html), /unchanged/);
  });

  it('leave space for those of the other side, except in unified mode', () => {
    const rows = (text: string) => `| a |\n| - |\n${text}`;
    const [before, after] = [rows('| b |\n| c |'), rows('| b |\n| c |\n| new |')];
    assert.equal(htmlOf(before, after).before.match(/marginalia-nothing/g)?.length, 1);
    assert.doesNotMatch(htmlOf(after, before, 'after').after, /marginalia-nothing/);
    assert.doesNotMatch(htmlOf(after, before, 'one').after, /marginalia-nothing/);
    const code = (lines: string) => `\`\`\`\n${lines}\n\`\`\``;
    const sides = htmlOf(code('a\nold\nb'), code('a\nnew\nmore\nb'));
    assert.equal(sides.before.match(/marginalia-nothing/g)?.length, 1);
    assert.doesNotMatch(sides.after, /marginalia-nothing/);
  });
});

describe('hidden columns', () => {
  const titles = [
    '',
    ' data-card-target data-hidden',
    ' data-hidden data-max="5"',
    ' data-hidden data-card-cover-dark',
  ];
  const page = (view: string, { rating = '3', dark = 'a.png', more = '' } = {}) => {
    const head = titles.map((attributes, index) => `<th${attributes}>Title ${index}</th>`).join('');
    const cells = ['One', '<a href="b.md">there</a>', rating, `<a href="${dark}">${dark}</a>`];
    const row = `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
    return `<table data-view="${view}"><thead><tr>${head}</tr></thead><tbody>${row}${more}</tbody></table>`;
  };

  it('are omitted from cards, except for covers and targets', () => {
    assert.equal(wordsIn(htmlOf(page('cards'), page('cards')).after), 'One there');
  });

  it('are omitted from tables', () => {
    assert.equal(wordsIn(htmlOf(page('grid'), page('grid')).after), 'Title 0 One');
  });

  it('are shown with a note when they contain a change', () => {
    const cards = htmlOf(page('cards'), page('cards', { rating: '4' }), 'one').after;
    assert.equal(wordsIn(cards), 'One 3 4 hidden: Title 2 there');
    assert.match(cards, /<del>3<\/del><ins>4<\/ins>/);
    assert.match(wordsIn(htmlOf(page('cards'), page('cards', { dark: 'c.png' }), 'one').after), /a.png .*c.png/);
    const table = htmlOf(page('grid'), page('grid', { rating: '4' }), 'one').after;
    assert.equal(wordsIn(table), 'Title 0 Title 2 hidden One 3 4');
  });

  it('stay hidden in a new row', () => {
    const more = '<tr><td>Two</td><td></td><td>5</td><td></td></tr>';
    assert.equal(wordsIn(htmlOf(page('cards'), page('cards', { more }), 'one').after), 'One there Two');
  });
});
