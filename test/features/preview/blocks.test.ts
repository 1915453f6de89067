import assert from 'node:assert/strict';
import { pageUri } from '../../host/support.ts';
import { rendered } from '../../host/preview.ts';

const uri = pageUri('heron-manual', 8, 'README.md');

/** Returns the HTML of a page without white space and the preview's scroll attributes. */
async function render(...lines: string[]): Promise<string> {
  const html = await rendered(lines.join('\n'), uri);
  return html
    .replace(/<span id="markdown-mermaid"[^>]*><\/span>/, '')
    .replace(/<div  [^>]*><\/div>\n/g, '')
    .replace(/ (?:data-line|dir)="[^"]*"|(?:(?<=class=")code-line| code-line\b)/g, '')
    .replace(/ class=""/g, '')
    .replace(/\s*\n\s*/g, '');
}

const hint = '<div class="marginalia-hint marginalia-hint-info"><span class="marginalia-said">info: </span>';

describe('custom blocks in the preview', () => {
  const cases: [title: string, lines: string[], html: string][] = [
    ['are boxes around their content', ['{% hint %}', 'a', '{% endhint %}', 'b'], `${hint}<p>a</p></div><p>b</p>`],
    [
      'show one tab at a time, even inside another block',
      ['{% hint %}', '{% tabs %}', ...['A', 'B'].flatMap(title => [`{% tab title="${title}" %}`, '{% endtab %}'])],
      `${hint}<div class="marginalia-tabs"><details class="marginalia-tabs-item" name="marginalia-tabs-2" open=""><summary>A</summary></details><details class="marginalia-tabs-item" name="marginalia-tabs-2"><summary>B</summary></details></div></div>`,
    ],
    ['need no blank lines', ['a', '{% hint %}', '# b', '{% endhint %}'], `<p>a</p>${hint}<h1 id="b">b</h1></div>`],
    ['end with the page', ['{% hint %}', 'a'], `${hint}<p>a</p></div>`],
    ['end with their parent block', ['> {% hint %}', '', 'a'], `<blockquote>${hint}</div></blockquote><p>a</p>`],
    ['ignore an end tag without a start tag', ['{% endhint %}', 'a', '{% endtabs %}'], '<p>a</p>'],
    ['ignore a second end tag', ['{% hint %}', '{% endhint %}', '{% endhint %}', 'a'], `${hint}</div><p>a</p>`],
    [
      'close the blocks inside of them',
      ['{% hint %}', '{% columns %}', '{% endhint %}', 'a', '{% endcolumns %}'],
      `${hint}<div class="marginalia-columns"></div></div><p>a</p>`,
    ],
    [
      'do not close their parent block',
      ['{% hint %}', '> {% endhint %}', '', 'a', '{% endhint %}'],
      `${hint}<blockquote></blockquote><p>a</p></div>`,
    ],
    [
      'may follow HTML without a blank line',
      ['<figure><img src="a.png"></figure>', '{% hint %}', 'a', '{% endhint %}', 'b'],
      `<figure class="marginalia-figure"><img src="a.png"></figure>${hint}<p>a</p></div><p>b</p>`,
    ],
    [
      'are text in code fences, in <pre> and in comments',
      ['```', '{% hint %}', '```', '<pre>', '{% hint %}', '</pre>', '<!--', '{% hint %}', '-->', 'a'],
      '<pre><code>{% hint %}</code></pre><pre>{% hint %}</pre><p>a</p>',
    ],
    ['are text in the middle of a line', ['a {% hint %} b'], '<p>a {% hint %} b</p>'],
    [
      'may be on one line with their text and with each other',
      ['{% hint %} a {% endhint %} {% hint %}b{% endhint %}', '{% hint %}', 'c. {% endhint %}', 'd'],
      `${hint}<p>a</p></div>${hint}<p>b</p></div>${hint}<p>c.</p></div><p>d</p>`,
    ],
    [
      'are boxes with their attributes when integrations render them',
      ['{% @pond/diagram content="a {%} b" url="https://c.example" %}', '{% x-2027 %}', 'd', '{% endx-2027 %}'],
      '<div class="marginalia-box"><div class="marginalia-title">diagram <span class="marginalia-detail">pond</span></div><dl class="marginalia-attributes"><dt>content</dt><dd>a {%} b</dd><dt>url</dt><dd><a href="https://c.example" title="https://c.example">https://c.example</a></dd></dl></div><div class="marginalia-box"><div class="marginalia-title">x-2027</div><p>d</p></div>',
    ],
    [
      'show API operations in the older syntax',
      [
        '{% swagger method="get" path="/a" %}',
        '{% swagger-description %}',
        'b',
        '{% endswagger-description %}',
        '{% endswagger %}',
      ],
      '<div class="marginalia-box"><div class="marginalia-title">GET /a</div><div class="marginalia-box"><p>b</p></div></div>',
    ],
    [
      'include code that Git Sync writes as HTML',
      ['<pre data-title="a.sh"><code><strong>b &#x26;&#x26; c', '</strong>', 'd', '</code></pre>', 'e'],
      '<div class="marginalia-code"><div class="marginalia-title">a.sh</div><pre><code>b &amp;&amp; cd</code></pre></div><p>e</p>',
    ],
    [
      'show the date and the tags of an update',
      ['{% update date="2026-05-01" tags="a,b" %}', 'c', '{% endupdate %}'],
      '<div class="marginalia-box"><div class="marginalia-title">2026-05-01 <span class="marginalia-detail">a</span> <span class="marginalia-detail">b</span></div><p>c</p></div>',
    ],
    [
      'link a page in the older syntax',
      ['{% page-ref page="a.md" %}'],
      '<div class="marginalia-leaf marginalia-content-ref"><span class="marginalia-title">link to a page</span> <a href="a.md">a.md</a></div>',
    ],
    ['may have an unknown style', ['{% hint style="constructor" %}', '{% endhint %}'], `${hint}</div>`],
  ];
  for (const [title, lines, html] of cases) it(title, async () => assert.equal(await render(...lines), html));

  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
    it(`may have the name ${name}`, async () => {
      const page = [`{% ${name} %}`, 'a', `{% end${name} %}`, `{% hint ${name}="b" %}`, 'b', '{% endhint %}'];
      const box = `<div class="marginalia-box"><div class="marginalia-title">${name.toLowerCase()}</div><p>a</p></div>`;
      assert.equal(await render(...page), `${box}${hint}<p>b</p></div>`);
    });
  }

  const tab = (title: string, text: string) => [`{% tab title="${title}" %}`, text, '{% endtab %}', ''];

  it('render tabs, one of which is open at a time', async () => {
    const page = ['{% tabs %}', ...tab('A', 'a'), ...tab('B', 'b'), '{% endtabs %}'];
    const item = (title: string, text: string, open = '') =>
      `<details class="marginalia-tabs-item" name="marginalia-tabs-1"${open}><summary>${title}</summary><p>${text}</p></details>`;
    const html = `<div class="marginalia-tabs">${item('A', 'a', ' open=""')}${item('B', 'b')}</div>`;
    assert.equal(await render(...page), html);
    const names = (await render(...page, ...page)).match(/(?<=name=")[^"]*/g) ?? [];
    assert.equal(new Set(names).size, 2, 'those of other tabs are open besides');
  });

  it('render steps as an ordered list, and a single step without a list', async () => {
    const step = ['{% step %}', 'a', '{% endstep %}', ''];
    const item = (name: string) => `<${name} class="marginalia-stepper-step"><p>a</p></${name}>`;
    const html = `<ol class="marginalia-stepper">${item('li')}${item('li')}</ol>${item('div')}`;
    assert.equal(await render('{% stepper %}', ...step, ...step, '{% endstepper %}', ...step), html);
  });

  it('render tasks', async () => {
    const box = (className: string, label: string) =>
      `<span class="marginalia-checkbox${className}" role="img" aria-label="${label}"></span>`;
    const item = (inside: string) => `<li class="marginalia-list-item">${inside}</li>`;
    const [done, open] = [box(' marginalia-done', 'Done'), box('', 'Not done')];
    assert.equal(
      await render('* [x] a', '* [ ] **b**'),
      `<ul class="marginalia-tasks">${item(`${done}a`)}${item(`${open}<strong>b</strong>`)}</ul>`,
    );
  });

  const leaf = (name: string, address: string, link = address) =>
    `<div class="marginalia-leaf marginalia-${name}"><span class="marginalia-title">${name}</span> <a href="${link}">${address}</a></div>`;

  it('without content show their address, as a link when a browser can open it', async () => {
    assert.equal(await render('{% embed url="https://example.com/a" %}'), leaf('embed', 'https://example.com/a'));
    assert.equal(await render('{% embed url="http://a?b&c" %}'), leaf('embed', 'http://a?b&#38;c'));
  });

  for (const address of [
    'javascript:alert(1)',
    'command:x',
    'file:///etc/passwd',
    'vscode://x.y',
    'httpx://a',
    'https:a',
  ]) {
    it(`show ${address} as text`, async () => {
      const html = await render(`{% embed url="${address}" %}`);
      const title = '<span class="marginalia-title">embed</span>';
      assert.equal(html, `<div class="marginalia-leaf marginalia-embed">${title} ${address}</div>`);
    });
  }

  it('escape text of other users', async () => {
    const html = await render('{% tab title="<img src=x onerror=alert(1)>" %}', '{% embed url="&quot;<b>" %}');
    assert.doesNotMatch(html, /<img|<b>/);
    assert.match(html, /&#60;img src=x onerror=alert\(1\)&#62;/);
  });

  it('are rendered in linear time', async () => {
    const lines = (count: number) => [
      `{% hint ${' '.repeat(count)}`,
      `{% hint ${'a'.repeat(count)} %}`,
      `{% hint ${'a="'.repeat(count)} %}`,
      ...Array<string>(count / 10).fill('{% hint %}'),
      ...Array<string>(count / 10).fill('{% endtabs %}'),
    ];
    const start = performance.now();
    await rendered(lines(100_000).join('\n'), uri);
    assert.ok(performance.now() - start < 10_000, `${performance.now() - start} ms`);
  });
});
