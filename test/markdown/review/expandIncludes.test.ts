import assert from 'node:assert/strict';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages, type PageText } from '../../../src/markdown/review/compare.ts';
import { rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../../src/markdown/review/rows.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

type Texts = Readonly<Record<string, string>>;

const include = (name: string) => `{% include "${name}" %}`;

function page(markdown: string, texts: Texts): PageText {
  const includedText = (source: string) => {
    const id = source.slice(source.lastIndexOf('/') + 1);
    const title = `Text ${id}`;
    return texts[id] === undefined ? { id, title, problem: 'It is missing.' } : { id, title, markdown: texts[id] };
  };
  return { markdown, context: { includedText } };
}

function rowsHtmlOf(before: PageText, after: PageText) {
  const blocks = new BlocksHtml({ image: () => undefined });
  return rowsOf(comparePages(before, after)).map(row => ({ ...row, ...runSync(rowHtml(blocks, row, 'one')) }));
}

const textOf = (html = '') =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const textsOf = (...sides: Parameters<typeof rowsHtmlOf>) => rowsHtmlOf(...sides).map(({ after }) => textOf(after));

describe('an included text on the review page', () => {
  it('is shown under its title where it is included', () => {
    const one = page(`Before.\n\n${include('a')}\n\nAfter.`, { a: 'One **word**.\n\n* item' });
    const rows = rowsHtmlOf(one, one);
    assert.deepEqual(
      rows.map(({ kind, lines }) => [kind, lines.after]),
      [
        ['same', [0, 0]],
        ['same', [2, 2]],
        ['same', [4, 4]],
      ],
    );
    assert.match(rows[1]?.after ?? '', /^<div class="marginalia-box marginalia-included" role="group" aria-label="In/);
    assert.match(rows[1]?.after ?? '', /<p>One <strong>word<\/strong>\.<\/p><ul><li/);
    assert.equal(textOf(rows[1]?.after), 'Text a included text One word . item'.replace(' .', ' .'));
  });

  it('is shown in columns, in items and in other included texts', () => {
    const markdown = `{% columns %}\n{% column %}\n${include('a')}\n{% endcolumn %}\n{% endcolumns %}\n\n* one\n\n  ${include('a')}`;
    const one = page(markdown, { a: `A.\n\n${include('b')}`, b: 'B.' });
    const text = 'Text a included text A. Text b included text B.';
    assert.deepEqual(textsOf(one, one), [text, `one ${text}`]);
  });

  it('reports when it is missing, or includes itself', () => {
    const one = page(`${include('none')}\n\n${include('a')}`, { a: `A.\n\n${include('a')}` });
    assert.deepEqual(textsOf(one, one), [
      'Text none included text It is missing.',
      'Text a included text A. Text a included text This text includes itself.',
    ]);
  });

  it('is shown up to a size limit', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [`t${i}`, `${include(`t${i + 1}`)}\n\n`.repeat(20)]),
    );
    const one = page(include('t0'), { ...texts, t8: 'x'.repeat(1000) });
    assert.match(textsOf(one, one).join(), /includes too much to show all of it/);
  });

  it('is changed when its text has changed, although the page is equal', () => {
    const markdown = `Before.\n\n${include('a')}`;
    const [, row] = rowsHtmlOf(page(markdown, { a: 'Call us.' }), page(markdown, { a: 'Write us.' }));
    assert.equal(row?.kind, 'changed');
    assert.match(row?.after ?? '', /<del>Call<\/del>\s*<ins>Write<\/ins>/);
    assert.equal(row?.notes, '');
  });

  it('is another one when the included text differs, and not when only its name is written differently', () => {
    const [row] = rowsHtmlOf(page(include('x/a'), { a: 'A.' }), page(include('x/b'), { b: 'B.' }));
    assert.notEqual(row?.kind, 'same');
    const meaningOf = (target: string) => target.replace(/^.*\//, '');
    const [before, after] = [page(include('x/a'), { a: 'A.' }), page(include('../x/a'), { a: 'A.' })].map(side => ({
      ...side,
      context: { ...side.context, meaningOf },
    }));
    assert.ok(before && after);
    assert.deepEqual(
      rowsHtmlOf(before, after).map(({ kind, notes }) => [kind, notes]),
      [['same', '']],
    );
  });

  it('is shown by name when nothing is known about it', () => {
    assert.deepEqual(textsOf({ markdown: include('a') }, { markdown: include('a') }), ['reusable content a']);
  });
});
