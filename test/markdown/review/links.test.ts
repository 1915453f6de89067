import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages, type PageText } from '../../../src/markdown/review/compare.ts';
import { rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../../src/markdown/review/rows.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

const titles = new Map([
  ['/pages/wildlife', 'Wildlife'],
  ['/pages/maintain', 'Maintain'],
  ['/pages/care', 'Care'],
]);

/** Returns a page in a folder, with links that are relative to the folder. */
function page(folder: string, markdown: string): PageText {
  const meaningOf = (target: string) => {
    if (/^[a-z]+:/.test(target)) return undefined;
    const [path = '', anchor = ''] = target.split(/(?=#)/);
    const name = posix.join(folder, path);
    if (name.endsWith('.png')) return `/files/${name}`;
    return name.endsWith('.md') ? `/pages/${name.slice(0, -'.md'.length)}${anchor}` : undefined;
  };
  return { markdown, context: { meaningOf } };
}

function rows(before: PageText, after: PageText) {
  return rowsOf(comparePages(before, after));
}

function html(before: PageText, after: PageText): string {
  const blocks = new BlocksHtml({ image: () => undefined });
  const rowsHtml = rows(before, after).map(row => runSync(rowHtml(blocks, row, 'one')));
  return rowsHtml.map(({ after = '' }) => after).join('');
}

/** Returns the notes of all rows as text. */
function notes(before: PageText, after: PageText): string[] {
  const blocks = new BlocksHtml({ image: () => undefined, page: target => titles.get(target) });
  return rows(before, after).flatMap(row => {
    const { notes: html } = runSync(rowHtml(blocks, row, 'split'));
    return html.split('</li>').flatMap(
      note =>
        note
          .replace(/<[^>]*>/g, '')
          .replace(/\s+/g, ' ')
          .trim() || [],
    );
  });
}

describe('links of a moved page', () => {
  const texts: [what: string, before: string, after: string][] = [
    ['a link', 'See [a](care.md#b).', 'See [a](../care.md#b).'],
    ['a link with a title', 'See [a](care.md "b").', 'See [a](../care.md "b").'],
    ['an escaped link', 'See [a](care\\_x.md).', 'See [a](../care\\_x.md).'],
    ['a link in angle brackets', 'See [a](<care x.md>).', 'See [a](<../care x.md>).'],
    ['a link in HTML', 'See <a href="care.md">a</a>.', 'See <a href="../care.md">a</a>.'],
    ['a reference link', 'See [a].\n\n[a]: care.md', 'See [a].\n\n[a]: ../care.md'],
    ['an image', '![a](b.png)', '![a](../b.png)'],
    ['an inline image', 'One ![a](b.png) two.', 'One ![a](../b.png) two.'],
    ['an image in HTML', '<figure><img src="b.png"></figure>', '<figure><img src="../b.png"></figure>'],
    [
      'a page link block',
      '{% content-ref url="care.md" %}\n[care.md](care.md)\n{% endcontent-ref %}',
      '{% content-ref url="../care.md" %}\n[care.md](../care.md)\n{% endcontent-ref %}',
    ],
    ['a cell', '| a |\n| - |\n| [b](care.md) |', '| a |\n| - |\n| [b](../care.md) |'],
    ['an item of a list', '* [b](care.md)', '* [b](../care.md)'],
  ];
  for (const [what, before, after] of texts) {
    it(`are equal in ${what}`, () => {
      const all = rows(page('', before), page('guides', after));
      assert.deepEqual(
        all.map(({ kind }) => kind),
        all.map(() => 'same'),
      );
      assert.deepEqual(notes(page('', before), page('guides', after)), []);
      assert.doesNotMatch(html(page('', before), page('guides', after)), /<(?:ins|del)>|marginalia-redirected/);
    });
  }

  it('differ when the same spelling has another target', () => {
    assert.deepEqual(notes(page('', 'See [a](care.md).'), page('guides', 'See [a](care.md).')), [
      'Link target of a: Care → /pages/guides/care',
    ]);
  });
});

describe('the note of a link', () => {
  it('shows page titles', () => {
    assert.deepEqual(notes(page('', '[Clean](maintain.md) it.'), page('', '[Clean](care.md) it.')), [
      'Link target of Clean: Maintain → Care',
    ]);
    assert.deepEqual(notes(page('', 'Rivers.'), page('', 'Rivers. [Wildlife](wildlife.md)')), ['Link added: Wildlife']);
    assert.deepEqual(notes(page('', 'See here.'), page('', 'See [here](wildlife.md).')), [
      'Link added (here): Wildlife',
    ]);
    assert.deepEqual(notes(page('', 'See [here](care.md).'), page('', 'See here.')), ['Link removed (here): Care']);
  });

  it('shows the address of other targets', () => {
    assert.deepEqual(notes(page('', '[a](https://b.example)'), page('', '[a](https://c.example)')), [
      'Link target of a: https://b.example → https://c.example',
    ]);
  });
});
