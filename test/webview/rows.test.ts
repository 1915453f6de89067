import assert from 'node:assert/strict';
import type { ComparisonRow } from '../../src/webview/reviewPage/messages.ts';
import {
  countsOf,
  rowAt,
  visibleRows,
  spellingsIn,
  filterSpellingRows,
} from '../../src/webview/reviewPage/pages/rowView.ts';

/** Returns rows of these kinds, each on its own line. Removed rows have the line of the row after them. */
function rowsOf(...kinds: string[]): ComparisonRow[] {
  let line = 0;
  return kinds.map(kind => {
    const row = { kind, label: kind, notes: '', count: 1, line };
    if (kind !== 'removed') line += 2;
    return row;
  });
}

/** Returns which rows are shown as a picture with `x` for each shown row. */
function pictureOf(picture: string, { isWhole = false, discussed = [] as number[] } = {}): string {
  const rows = rowsOf(...[...picture].map(mark => (mark === '.' ? 'same' : 'changed')));
  const isShown = visibleRows(rows, isWhole, new Set(discussed));
  return rows.map((_, index) => (isShown(index) ? 'x' : '.')).join('');
}

describe('visible rows of a page diff', () => {
  for (const [picture, expected] of [
    ['.....~.....', '....xxx....'],
    ['~..........', 'xx.........'],
    ['..~', 'xxx'],
    ['~...~', 'xxxxx'],
    ['~....~', 'xx..xx'],
    ['...', '...'],
    ['.', '.'],
  ] as const) {
    it(`of ${picture} are ${expected}: a single row is not folded`, () => assert.equal(pictureOf(picture), expected));
  }

  it('are all rows when the whole page is shown', () => {
    assert.equal(pictureOf('....~', { isWhole: true }), 'xxxxx');
  });

  it('include commented rows and the rows around them', () => {
    assert.equal(pictureOf('......', { discussed: [4] }), '...xxx');
  });
});

describe('rows that differ only in spelling', () => {
  const rows = rowsOf('same', 'spelling', 'changed').map(row => ({ ...row, spellings: 2 }));

  it('are shown as equal until they are expanded', () => {
    assert.deepEqual(
      [false, true].map(isShown => filterSpellingRows(rows, isShown).map(({ kind }) => kind)),
      [
        ['same', 'same', 'changed'],
        ['same', 'changed', 'changed'],
      ],
    );
    assert.equal(countsOf(filterSpellingRows(rows, false)), '1 edited');
  });

  it('are counted with other spelling differences', () => assert.equal(spellingsIn(rows), 6));
});

describe('the row of a line', () => {
  const rows = rowsOf('same', 'removed', 'changed', 'removed', 'added');

  it('starts on the line or before it, and is never a removed row', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4, 99].map(line => rowAt(rows, line)),
      [0, 0, 2, 2, 4, 4],
    );
    assert.equal(rowAt(rowsOf('changed', 'removed'), 5), 0);
  });

  it('is undefined for a comment on the whole page', () => {
    assert.equal(rowAt(rows, undefined), -1);
  });

  it('is counted by its kind of change', () => {
    assert.equal(countsOf(rows), '1 edited, 1 added, 2 removed');
  });
});
