import assert from 'node:assert/strict';
import { classOf, dangersIn, pageOf } from '../../host/html.ts';
import { rendered } from '../../host/preview.ts';
import { pageUri } from '../../host/support.ts';

const uri = pageUri('heron-manual', 8, 'README.md');

const ofPage = (...lines: string[]) => rendered(lines.join('\n'), uri);

/** Returns the HTML of a page without the preview's scroll attributes. */
async function render(...lines: string[]): Promise<string> {
  const html = await ofPage(...lines);
  return html
    .replace(/<span id="markdown-mermaid"[^>]*><\/span>|<div  [^>]*><\/div>\n/g, '')
    .replace(/ (?:data-line|dir|class|data-href)="[^"]*"/g, '')
    .replace(/\s*\n\s*/g, '');
}

describe('HTML of a page in the preview', () => {
  const allowed = [
    '<figure><img src="a.png" alt="A"><figcaption><p>A <em>b</em></p></figcaption></figure>',
    '<table data-view="grid"><thead><tr><th>a</th></tr></thead><tbody><tr><td>b<br>c</td></tr></tbody></table>',
    '<details><summary>a</summary>b</details>',
    '<div align="left"><p>a <a href="https://example.com/?a=1&amp;b">b</a></p></div>',
    '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>',
    '<dl><dt>a</dt><dd>b</dd></dl>',
  ];
  for (const html of allowed) it(`is shown: ${html.slice(0, 30)}`, async () => assert.equal(await render(html), html));

  const mended: [title: string, written: string, html: string][] = [
    ['is closed at the end of the page', '<div><b>a', '<div><b>a</b></div>'],
    ['closes only elements that it has opened', '<div>a</div></div></p>', '<div>a</div>'],
    ['has its list items closed', '<ul><li><div>a<li>b</ul>', '<ul><li><div>a</div></li><li>b</li></ul>'],
    ['runs nothing', '<p onclick="a()" ONLOAD=a()>a</p>', '<p>a</p>'],
    ['links only to the web and to pages', '<p><a href="jAva&#115;cript:a()">b</a></p>', '<p><a>b</a></p>'],
    ['shows unsupported elements as source', '<script>a()</script>', '&lt;script>a()&lt;/script>'],
    ['shows an unclosed tag as source', '<div title="a', '&lt;div title="a'],
  ];
  for (const [title, written, html] of mended) it(title, async () => assert.equal(await render(written), html));

  it('ends with the custom block that contains it, and the block ends with it', async () => {
    const page = ['<table>', '{% hint %}', '<div><table><td>', '{% endhint %}', '</div></td>', '', 'after'];
    const html = await ofPage(...page);
    const hint = pageOf(html).find(element => classOf(element).includes('marginalia-hint'));
    assert.deepEqual(dangersIn(html), []);
    assert.ok(hint && !JSON.stringify(hint).includes('after'));
  });

  for (const link of ['command:a', 'javascript:a', 'file:///a', 'vscode://a.b/c', 'data:text/html,a', 'vbscript:a']) {
    it(`does not link to ${link}, nor does Markdown`, async () => {
      const html = await ofPage(
        `[a](${link}) <a href="${link}">b</a> <a href=' ${link}'>c</a> [d][e]`,
        '',
        `[e]: ${link}`,
      );
      assert.deepEqual(dangersIn(html), []);
    });
  }

  it('is closed within its block, whatever it contains', async () => {
    const random = randomFrom(8);
    for (let run = 0; run < 400; run++) {
      const page = Array.from({ length: 12 }, () => line(random));
      const html = await ofPage('{% columns %}', ...page, '', '{% endcolumns %}', '{% file src="last" %}', ...page);
      assert.deepEqual(dangersIn(html), [], page.join('\n'));
      const elements = pageOf(html).filter(element => /marginalia-(columns|leaf)/.test(classOf(element)));
      assert.equal(elements.length, 2, page.join('\n'));
      assert.doesNotMatch(JSON.stringify(elements[0]), /marginalia-leaf/, page.join('\n'));
    }
  });
});

/** Returns a random line with unusual combinations of tags. */
function line(random: (count: number) => number): string {
  const names = 'a b div div p ul ol li dl dt dd table tr td th tbody caption col button h1 details svg form'.split(
    ' ',
  );
  const blocks = [
    '{% hint %}',
    '{% endhint %}',
    '{% tab %}',
    '{% endtab %}',
    '> a',
    '- a',
    '  - b',
    '',
    '',
    'a | b',
    '-|-',
  ];
  if (random(3) === 0) return blocks[random(blocks.length)] ?? '';
  return Array.from({ length: 1 + random(4) }, () => {
    const name = names[random(names.length)] ?? '';
    return ['<', '</', '<', 'a <', '**<'][random(5)] + name + ['>', '>', ' x="<a>">', '/>', ' onclick=a>'][random(5)];
  }).join('');
}

/** Returns a random generator that yields equal numbers in each run. */
function randomFrom(seed: number): (count: number) => number {
  let state = seed;
  return count => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * count);
  };
}
