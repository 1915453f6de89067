import assert from 'node:assert/strict';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../../src/markdown/review/rows.ts';
import { classOf, dangersIn, type Element, elements, pageOf } from '../../host/html.ts';
import { rendered } from '../../host/preview.ts';
import { pageUri } from '../../host/support.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

const uri = pageUri('heron-manual', 8, 'README.md');

const card =
  '<tr><td><strong>A</strong></td><td><a href="c.png">c.png</a></td><td><a href="b.md">b.md</a></td><td>x</td></tr>';
const cards = (size = '') =>
  `<table data-view="cards"${size}><thead><tr><th></th><th data-card-cover></th><th data-card-target></th><th></th></tr></thead><tbody>${card}</tbody></table>`;

/** A page for each custom block of the service. */
const pages: [name: string, markdown: string][] = [
  ...['info', 'success', 'warning', 'danger', 'other'].map((style): [string, string] => {
    return [`a hint of style ${style}`, `{% hint style="${style}" %}\na\n{% endhint %}`];
  }),
  ['steps', '{% stepper %}\n{% step %}\n## a\nb\n{% endstep %}\n{% endstepper %}'],
  [
    'columns',
    '{% columns %}\n{% column width="33%" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
  ],
  ['an expandable', '<details>\n\n<summary>a</summary>\n\nb\n\n</details>'],
  ['tasks', '* [x] a\n* [ ] b'],
  ['cards', cards()],
  ['large cards', cards(' data-card-size="large"')],
  ['a variable', 'a <code class="expression">b</code>'],
  ['an image with its caption', '<figure><img src="a.png" alt="b"><figcaption>c</figcaption></figure>'],
  ['a color', 'a <mark style="color:red;background-color:blue;">b</mark>'],
  ['an embed', '{% embed url="https://a.example/" %}'],
  ['a file', '{% file src="a.pdf" %}'],
  ['reusable content', '{% include "a.md" %}'],
  ['a page link', '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}'],
  ['an operation', '{% openapi-operation spec="s" path="/a" method="get" %}'],
  ['updates', '{% updates %}\n{% update %}\na\n{% endupdate %}\n{% endupdates %}'],
  ['an unknown block', '{% mystery %}'],
];

function reviewed(markdown: string): string {
  const blocks = new BlocksHtml({ image: target => target });
  const rows = rowsOf(comparePages({ markdown }, { markdown }));
  return rows.map(row => runSync(rowHtml(blocks, row, 'after')).after ?? '').join('');
}

/**
 * Returns the elements with classes of the extension, each with those classes and the number of such elements inside.
 */
function outline(html: string): string[] {
  const ours = (element: Element) => {
    const names = classOf(element).split(' ');
    // Headings have these classes only if other headings surround them, and adjacent pictures have an additional
    // container.
    return names.filter(name => /^marginalia-(?!heading-|images)/.test(name));
  };
  return pageOf(html).flatMap(element => {
    const names = ours(element);
    const inside = elements(element).filter(one => ours(one).length > 0).length;
    return names.length ? [`${element.tagName} ${names.sort().join(' ')} (${inside})`] : [];
  });
}

describe('the preview of a page', () => {
  for (const [name, markdown] of pages) {
    it(`shows ${name} like the review page`, async () => {
      const html = await rendered(markdown, uri);
      assert.deepEqual(dangersIn(html), []);
      const expected = outline(reviewed(markdown));
      assert.ok(expected.length > 0, reviewed(markdown));
      assert.deepEqual(outline(html), expected);
    });
  }
});
