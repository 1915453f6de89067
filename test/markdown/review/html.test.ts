import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dangersIn, pageOf } from '../../host/html.ts';
import { documents } from '../../hostile/documents.ts';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { type ComparisonLayout, rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { lineOf, rowsOf } from '../../../src/markdown/review/rows.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

const real = join(import.meta.dirname, '../../../../shared/data/fluentd-docs');
const modes: readonly ComparisonLayout[] = ['split', 'one'];

/** Returns the HTML of both sides, row by row. */
function htmlOf(before: string, after: string, mode: ComparisonLayout) {
  const blocks = new BlocksHtml({
    image: target => (target.endsWith('.png') ? `data:image/png,${target}` : undefined),
    page: (target, side) => (target === '/pages/1' ? `one.md as it is ${side}` : undefined),
  });
  return rowsOf(comparePages({ markdown: before }, { markdown: after })).map(row =>
    runSync(rowHtml(blocks, row, mode)),
  );
}

const all = (rows: ReturnType<typeof htmlOf>) =>
  rows.map(({ before = '', after = '', notes }) => before + after + notes).join('');

/** Returns the text of a side without the labels of its changes. */
function textOf(rows: ReturnType<typeof htmlOf>, side: 'before' | 'after'): string {
  const html = rows.map(row => row[side] ?? '').join(' ');
  const pageHtml = html.replace(
    /<(span|p) class="marginalia-(?:said|count|whence)">[^<]*(?:<span[^>]*>[^<]*<\/span>)?<\/\1>/g,
    '',
  );
  return pageHtml.replace(/<[^>]*>/g, ' ').replace(/\s+/g, '');
}

describe('the source line of a row', () => {
  const linesOf = (before: string, after: string) => {
    const rows = rowsOf(comparePages({ markdown: before }, { markdown: after }));
    return rows.map(({ kind }, index) => `${kind} ${lineOf(rows, index)}`);
  };

  it('is in the current page; for removed text, where it would be', () => {
    assert.deepEqual(linesOf('One\n\nGone for good\n\nTwo', 'New\n\nOne\n\nTwo'), [
      ...['added 0', 'same 2', 'removed 4', 'same 4'],
    ]);
    assert.deepEqual(linesOf('One\n\nThe last word', 'One'), ['same 0', 'removed 0']);
  });

  it('is in the former page when the page is deleted', () => {
    assert.deepEqual(linesOf('One\n\nTwo', ''), ['removed 0', 'removed 2']);
  });
});

describe('the rendered comparison of a page', () => {
  for (const [name, page] of Object.entries(documents)) {
    it(`runs nothing and is well-formed: ${name}`, () => {
      for (const mode of modes) {
        for (const [before, after] of [
          [page, page],
          ['', page],
          [page, ''],
          [page, `${page}\n\na`],
          [page, page.replace('a', 'b')],
        ] as const) {
          const rows = htmlOf(before, after, mode);
          for (const { before = '', after = '', notes } of rows) {
            for (const html of [before, after, notes]) assert.deepEqual(dangersIn(html), []);
          }
          assert.doesNotMatch(all(rows), /<[^>]* style=/);
        }
      }
    });
  }

  const looks: [what: string, markdown: string, html: string][] = [
    [
      'a hint',
      '{% hint style="warning" %}\na\n{% endhint %}',
      '<div class="marginalia-hint marginalia-hint-warning"><span class="marginalia-said">warning: </span><p>a</p></div>',
    ],
    [
      'code with its title',
      '{% code title="x" %}\n```js\na\n```\n{% endcode %}',
      '<figure class="marginalia-code"><figcaption class="marginalia-title">x<span class="marginalia-language">js</span></figcaption><pre tabindex="0"><code data-language="js"><span class="marginalia-line">a</span></code></pre></figure>',
    ],
    [
      'a variable',
      '<code class="expression">space.vars.a</code>',
      '<p><code class="marginalia-variable">space.vars.a</code></p>',
    ],
    [
      'steps',
      '{% stepper %}\n{% step %}\na\n{% endstep %}\n{% endstepper %}',
      '<ol class="marginalia-stepper"><li class="marginalia-stepper-step" data-lines="1-3"><p>a</p></li></ol>',
    ],
    [
      'an available image',
      '![b](a.png)',
      '<div class="marginalia-images"><figure class="marginalia-figure"><img src="data:image/png,a.png" alt="b"></figure></div>',
    ],
    [
      'an external image',
      '![b](https://c.example/d.jpg)',
      '<div class="marginalia-images"><figure class="marginalia-figure"><span class="marginalia-image" data-image="https://c.example/d.jpg"><span role="img" aria-label="b">b</span> <span class="marginalia-host">c.example</span></span></figure></div>',
    ],
    [
      'an external image that cannot be loaded as its alternative text',
      '![b](http://c.example/d.jpg)',
      '<div class="marginalia-images"><figure class="marginalia-figure"><span class="marginalia-image"><span role="img" aria-label="b">b</span></span></figure></div>',
    ],
    [
      'a missing image',
      '![b](gone.jpg)',
      '<div class="marginalia-images"><figure class="marginalia-figure"><span class="marginalia-image"><span role="img" aria-label="b">b</span></span></figure></div>',
    ],
    [
      'an embed',
      '{% embed url="https://a.example/b" %}',
      '<div class="marginalia-leaf marginalia-embed"><span class="marginalia-title">embed</span> <a href="https://a.example/b" title="https://a.example/b">https://a.example/b</a></div>',
    ],
    [
      'code without a title or a language as plain code',
      '```text\na\n```',
      '<figure class="marginalia-code"><pre tabindex="0"><code data-language="text"><span class="marginalia-line">a</span></code></pre></figure>',
    ],
    [
      'line numbers, and wrapped long lines',
      '{% code lineNumbers="true" overflow="wrap" %}\n```\na\n```\n{% endcode %}',
      '<figure class="marginalia-code marginalia-numbered marginalia-wrapped"><pre tabindex="0"><code><span class="marginalia-line" data-number="1">a</span></code></pre></figure>',
    ],
    [
      'code in HTML as code',
      '<pre class="language-sh" data-title="a.sh" data-line-numbers><code><strong>b &#x26;&#x26; c\n</strong>d\n</code></pre>',
      '<figure class="marginalia-code marginalia-numbered"><figcaption class="marginalia-title">a.sh<span class="marginalia-language">sh</span></figcaption><pre tabindex="0"><code data-language="sh"><span class="marginalia-line" data-number="1"><strong>b &#38;&#38; c</strong></span><span class="marginalia-line" data-number="2">d</span></code></pre></figure>',
    ],
    [
      'a page link as its own link',
      '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}',
      '<div class="marginalia-leaf marginalia-content-ref"><span class="marginalia-title">link to a page</span> <a data-target="a.md" tabindex="0" role="link" title="a.md">a.md</a></div>',
    ],
    [
      'a block of an integration as a box with its attributes, addresses as links',
      '{% @pond/diagram content="a < b" url="https://c.example/d" %}',
      '<div class="marginalia-box"><div class="marginalia-title">diagram <span class="marginalia-detail">pond</span></div><dl class="marginalia-attributes"><dt>content</dt><dd>a &#60; b</dd><dt>url</dt><dd><a href="https://c.example/d" title="https://c.example/d">https://c.example/d</a></dd></dl></div>',
    ],
    [
      'an unknown block as a box around its content',
      '{% block-of-2027 a="javascript:1" %}\nb\n{% endblock-of-2027 %}',
      '<div class="marginalia-box"><div class="marginalia-title">block-of-2027</div><dl class="marginalia-attributes"><dt>a</dt><dd>javascript:1</dd></dl><p>b</p></div>',
    ],
    [
      'an API operation with its parts',
      '{% swagger method="get" path="/b" baseUrl="https://a.example" summary="c" %}\n{% swagger-description %}\nd\n{% endswagger-description %}\n\n{% swagger-parameter in="query" name="e" type="String" required="true" %}\nf\n{% endswagger-parameter %}\n{% endswagger %}',
      '<div class="marginalia-box"><div class="marginalia-title">GET https://a.example/b <span class="marginalia-detail">c</span></div><div class="marginalia-box"><p>d</p></div><div class="marginalia-box"><div class="marginalia-title">e <span class="marginalia-detail">String</span> <span class="marginalia-detail">query</span> <span class="marginalia-detail">required</span></div><p>f</p></div></div>',
    ],
    [
      'an API operation in the oldest syntax',
      '{% api-method method="post" host="https://a.example" path="/b" %}\n{% api-method-summary %}\nc\n{% endapi-method-summary %}\n{% endapi-method %}',
      '<div class="marginalia-box"><div class="marginalia-title">POST https://a.example/b</div><div class="marginalia-box"><p>c</p></div></div>',
    ],
    [
      'a page link in the older syntax',
      '{% page-ref page="a.md" %}',
      '<div class="marginalia-leaf marginalia-content-ref"><span class="marginalia-title">link to a page</span> <span data-target="a.md" title="a.md">a.md</span></div>',
    ],
    [
      'who sees a block',
      '{% if visitor.claims.plan === "growth" && !visitor.beta %}\nGrowth.\n{% endif %}',
      '<div class="marginalia-box"><div class="marginalia-title">Shown if visitor.claims.plan === &#34;growth&#34; &#38;&#38; !visitor.beta</div><p>Growth.</p></div>',
    ],
    [
      'the date and the tags of an update',
      '{% update date="2026-05-01" tags="added,security" %}\na\n{% endupdate %}',
      '<div class="marginalia-box"><div class="marginalia-title">2026-05-01 <span class="marginalia-detail">added</span> <span class="marginalia-detail">security</span></div><p>a</p></div>',
    ],
    [
      'an expandable',
      '<details>\n<summary>T</summary>\n\na\n\n</details>',
      '<details class="marginalia-expandable"><summary>T</summary><p>a</p></details>',
    ],
    [
      'columns with their widths',
      '{% columns %}\n{% column width="66.6%" %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
      '<div class="marginalia-columns"><div class="marginalia-column marginalia-twelfths-8"><p>a</p></div><div class="marginalia-column"><p>b</p></div></div>',
    ],
    [
      'a wide table with scrolling, also by keyboard',
      '| a | b | c | d | e | f |\n| - | - | - | - | - | - |\n',
      '<div class="marginalia-scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>a</th><th>b</th><th>c</th><th>d</th><th>e</th><th>f</th></tr></thead><tbody></tbody></table></div>',
    ],
    [
      'the confirmation of a button',
      '<button class="button secondary" data-query="b &#x22;c&#x22;">a</button>',
      '<p><span class="marginalia-button marginalia-secondary">a “b &#34;c&#34;”</span></p>',
    ],
    [
      'the confirmation of a button without a label, and of an unclosed one',
      '**<button data-query="a"></button><button data-query="b">c** d <button data-query="e">',
      '<p><strong><span class="marginalia-button">“a”</span><span class="marginalia-button">c “b”</span></strong> d <span class="marginalia-button">“e”</span></p>',
    ],
    ['named characters', '&frac12; &rarr; &copy;', '<p>½ → ©</p>'],
    [
      'an address that ends before an encoded space',
      'https://a.example/b?c=1&d=2.&#x20;',
      '<p><a href="https://a.example/b?c=1&#38;d=2" title="https://a.example/b?c=1&#38;d=2">https://a.example/b?c=1&#38;d=2</a>.</p>',
    ],
    [
      'text after an address and an encoded space',
      'https://a.example&nbsp;b',
      '<p><a href="https://a.example" title="https://a.example">https://a.example</a> b</p>',
    ],
    ['colors by class', '<mark style="color:red;">a</mark>', '<p><mark class="marginalia-color-red">a</mark></p>'],
    [
      'a task',
      '* [x] a',
      '<ul class="marginalia-tasks"><li class="marginalia-list-item" data-lines="0-0"><span class="marginalia-checkbox marginalia-done" role="img" aria-label="Done"></span><p>a</p></li></ul>',
    ],
  ];
  for (const [what, markdown, html] of looks) {
    it(`shows ${what}`, () => assert.equal(htmlOf(markdown, markdown, 'after')[0]?.after, html));
  }

  it('shows tabs as tabs, the first changed one selected, with counts of changes', () => {
    const tabs = (text: string) =>
      `{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\n${text}\n{% endtab %}\n{% endtabs %}`;
    const [row] = htmlOf(tabs('one two'), tabs('one three'), 'split');
    for (const side of [row?.before, row?.after]) {
      const labels = pageOf(side ?? '').filter(({ properties }) => properties['role'] === 'tab');
      assert.deepEqual(
        labels.map(({ properties }) => properties['ariaSelected']),
        ['false', 'true'],
      );
      assert.doesNotMatch(side ?? '', /marginalia-title/);
      assert.match(
        side ?? '',
        /B<span class="marginalia-count"><span aria-hidden="true">1<\/span><span class="marginalia-said"> 1 change<\/span>/,
      );
    }
  });

  const cards = (cover: string, target: string) =>
    `<table data-view="cards"><thead><tr><th></th><th data-card-target data-hidden></th><th data-card-cover data-hidden></th></tr></thead><tbody><tr><td>A</td><td><a href="${target}">there</a></td><td><a href="${cover}">cover</a></td></tr></tbody></table>`;

  it('shows no counts in tabs that are new', () => {
    const tabs = '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% endtabs %}';
    assert.doesNotMatch(all(htmlOf('', tabs, 'split')), /marginalia-count/);
  });

  it('compares code in HTML by line, and notes its title and language', () => {
    const code = (language: string, title: string, line: string) =>
      `<pre class="language-${language}" data-title="${title}"><code>a\n<strong>${line}\n</strong></code></pre>`;
    const [row] = htmlOf(code('sh', 'b', 'c &#x3C; d'), code('js', 'e', 'c &#x3E; d'), 'split');
    const { before = '', after = '', notes = '' } = row ?? {};
    const line = '<span class="marginalia-line">a</span>';
    assert.ok(
      before.includes(
        `${line}<del class="marginalia-line marginalia-hunk" tabindex="-1"><strong>c &#60; d</strong></del>`,
      ),
    );
    assert.ok(
      after.includes(
        `${line}<ins class="marginalia-line marginalia-hunk" tabindex="-1"><strong>c &#62; d</strong></ins>`,
      ),
    );
    for (const words of ['Language', 'Title of code']) assert.ok(notes.includes(words), words);
  });

  it('shows cards with the cover on top and the target at the bottom', () => {
    const target = '<a data-target="a.md" tabindex="0" role="link" title="a.md">there</a>';
    assert.equal(
      htmlOf(cards('c.png', 'a.md'), cards('c.png', 'a.md'), 'after')[0]?.after,
      `<div class="marginalia-cards"><ul><li data-lines="0-0"><div class="marginalia-cover"><img src="data:image/png,c.png" alt=""></div><div>A</div><div class="marginalia-card-target">${target}</div></li></ul></div>`,
    );
  });

  it('shows both covers of a card when it has changed, with their names', () => {
    const [row] = htmlOf(cards('c.png', 'a.md'), cards('d.png', 'b.md'), 'one');
    assert.match(
      row?.after ?? '',
      /<div class="marginalia-cover"><del><img src="data:image\/png,c.png" alt=""><\/del><ins><img src="data:image\/png,d.png" alt=""><\/ins>/,
    );
    const [sameCover] = htmlOf(cards('c.png', 'a.md'), cards('c.png', 'b.md'), 'one');
    assert.match(
      sameCover?.after ?? '',
      /<div class="marginalia-cover"><img src="data:image\/png,c.png" alt=""><\/div>/,
    );
    assert.match(row?.notes ?? '', /<del>c.png<\/del>.*<ins>d.png<\/ins>/);
    assert.match(row?.notes ?? '', /<del>a.md<\/del>.*<ins>b.md<\/ins>/);
  });

  const signs: [what: string, before: string, after: string, sign: string][] = [
    ['a word', 'Pay 12345 now.', 'Pay \u202e54321\u202c now.', 'U+202E'],
    ['code', '```\nif (a) b\n```', '```\nif (a\u200b) b\n```', 'U+200B'],
    ['a word in code', '`a`', '`a\u2066`', 'U+2066'],
    ['a cell', '| a |\n| - |\n| b |', '| a |\n| - |\n| b\u200e |', 'U+200E'],
    [
      'a title',
      '{% tabs %}\n{% tab title="a" %}\nb\n{% endtab %}\n{% endtabs %}',
      '{% tabs %}\n{% tab title="a\u202e" %}\nb\n{% endtab %}\n{% endtabs %}',
      'U+202E',
    ],
    ['an alternative text', '![a](b.jpg)', '![a\u202e](b.jpg)', 'U+202E'],
    ['an address', '{% embed url="a" %}', '{% embed url="a\u2060" %}', 'U+2060'],
    ['a byte order mark', 'a b', 'a \ufeffb', 'U+FEFF'],
    ['a soft hyphen', 'ab', 'a\u00adb', 'U+00AD'],
    ['a no-break space', 'a b', 'a\u00a0b', 'U+00A0'],
  ];
  for (const [what, before, after, sign] of signs) {
    it(`shows an invisible character as a code point, without reordering: ${what}`, () => {
      for (const mode of modes) {
        const rows = htmlOf(before, after, mode);
        assert.ok(all(rows).includes(`<span class="marginalia-invisible">${sign}</span>`), all(rows));
        assert.doesNotMatch(
          all(rows).replace(/ data-(?:target|image)="[^"]*"/g, ''),
          /[\u202a-\u202e\u2066-\u2069\ufeff]/,
        );
      }
    });
  }

  const blanks: [what: string, before: string, after: string, note: string][] = [
    ['an alternative text', '![a b](a.png)', '![a\u00a0b](a.png)', 'a·b → a(U+00A0)b'],
    ['an attribute', '{% @x/y a="b c" %}', '{% @x/y a="b\u00a0c" %}', 'b·c → b(U+00A0)c'],
    ['a title', '{% hint title="a b" %}\nc\n{% endhint %}', '{% hint title="a\tb" %}\nc\n{% endhint %}', 'a·b → a→b'],
  ];
  for (const [what, before, after, note] of blanks) {
    it(`shows which white space differs: ${what}`, () => {
      const html = all(htmlOf(before, after, 'split'));
      const signed = html.replace(/<span class="marginalia-invisible">(.*?)<\/span>/g, '($1)');
      const [, values = ''] = /<li[^>]*>.*?<\/span>(.*?)<\/li>/s.exec(signed) ?? [];
      assert.equal(values.replace(/<[^>]*>/g, '').trim(), note);
    });
  }

  it('shows no code point for joiners in emoji or scripts', () => {
    for (const text of ['👩\u200d💻', 'می\u200cخواهم', 'क्\u200dष', '❤️']) {
      assert.doesNotMatch(all(htmlOf('a', text, 'split')), /marginalia-invisible/);
    }
  });

  it('warns of changed words with letters of several alphabets', () => {
    const mixed = (before: string, after: string) =>
      /marginalia-note-warning.*?<\/li>/.exec(all(htmlOf(before, after, 'split')))?.[0];
    assert.match(
      mixed('Pay to account 1.', 'Pay to \u0430ccount 1.') ?? '',
      /\u0430 \(Cyrillic, U\+0430\) among Latin letters/,
    );
    assert.match(mixed('| a |\n| - |\n| b |', '| a |\n| - |\n| b\u03bf |') ?? '', /Greek, U\+03BF/);
    assert.match(mixed('| a |\n| - |\n| b |', '| a | c |\n| - | - |\n| b | d\u03bf |') ?? '', /Greek, U\+03BF/);
    assert.match(mixed('', '`l\u043egin`') ?? '', /Cyrillic/);
    assert.match(mixed('```\na\n```', '```\nif (l\u043egin)\n```') ?? '', /Cyrillic/);
    for (const text of ['5 kΩ and 2 µm', 'Привет, world', 'a\u0301']) assert.equal(mixed('a', text), undefined);
    assert.equal(mixed('l\u043egin a', 'l\u043egin b'), undefined);
  });

  const mixedNames: readonly (readonly [what: string, page: (name: string) => string])[] = [
    ['the target of a link', name => `[docs](https://${name}.example/a)`],
    ['the target of a link in a cell', name => `| a |\n| - |\n| [b](${name}.md) |`],
    ['the title of a link', name => `[docs](a.md "${name}")`],
    ['the title of a tab', name => `{% tabs %}\n{% tab title="${name}" %}\na\n{% endtab %}\n{% endtabs %}`],
    ['the title of a hint', name => `{% hint style="info" title="${name}" %}\na\n{% endhint %}`],
    ['the title of an expandable', name => `<details>\n<summary>${name}</summary>\n\na\n\n</details>`],
    ['the title of code', name => `{% code title="${name}.sh" %}\n\`\`\`sh\na\n\`\`\`\n{% endcode %}`],
    ['an embedded address', name => `{% embed url="https://${name}.example" %}`],
  ];
  for (const [what, page] of mixedNames) {
    it(`warns once of ${what} with letters of several alphabets, when they are new`, () => {
      const warnings = (before: string, after: string) =>
        all(htmlOf(before, after, 'split')).match(/marginalia-note-warning.*?<\/li>/g) ?? [];
      for (const before of [page('login'), '']) {
        const [warning = '', ...others] = warnings(before, page('l\u043egin'));
        assert.match(warning, /\u043e \(Cyrillic, U\+043E\) among Latin letters/);
        assert.deepEqual(others, []);
      }
      assert.deepEqual(warnings(page('l\u043egin'), page('login')), []);
      assert.deepEqual(warnings(page('l\u043egin'), page('l\u043egin-x')), []);
      assert.deepEqual(warnings('a', page('логин')), []);
    });
  }

  it('warns once of an address that is its own text', () => {
    const html = all(htmlOf('a', 'a <https://l\u043egin.example>', 'split'));
    assert.equal(html.match(/marginalia-note-warning/g)?.length, 1);
  });

  it('warns of the title of a container added around blocks', () => {
    const html = all(htmlOf('Wool dries.', '{% hint title="l\u043egin" %}\nWool dries.\n{% endhint %}', 'split'));
    assert.match(html, /marginalia-note-warning.*Cyrillic/);
  });

  it('shows the kind of a note by an icon', () => {
    const noted = (before: string, after: string) => all(htmlOf(before, after, 'split')).match(/marginalia-note-\w+/g);
    assert.deepEqual(noted('[a](b)', '[a](c)'), ['marginalia-note-link']);
    assert.deepEqual(noted('![a](b.png)', '![c](b.png)'), ['marginalia-note-image']);
    assert.deepEqual(noted('| a |\n| - |\n', '| a |\n| -: |\n'), ['marginalia-note-table']);
    assert.deepEqual(noted('```js\na\n```', '```ts\na\n```'), ['marginalia-note-code']);
  });

  it('shows the page titles of both sides for a link by ID', () => {
    const notes = htmlOf('[a](/pages/1) [b](c.md)', '[a](c.md) [b](/pages/1)', 'one').map(row => row.notes);
    assert.match(notes.join(), /<del>one.md as it is before<\/del>.*<ins>c.md<\/ins>/);
    assert.match(notes.join(), /<del>c.md<\/del>.*<ins>one.md as it is after<\/ins>/);
  });

  it('compares the confirmation text of a button', () => {
    const button = (query: string) => `Ask: <button class="button" data-query="${query}">Go</button> now`;
    const [row] = htmlOf(button('How to begin?'), button('How to stop?'), 'one');
    const question = 'Go “How to <del>begin</del> <ins>stop</ins>?”';
    assert.equal(row?.after, `<p>Ask: <span class="marginalia-button">${question}</span> now</p>`);
    assert.equal(row.notes, '');
  });

  it('expands a collapsible block with a change', () => {
    const details = (text: string) => `<details>\n<summary>T</summary>\n\n${text}\n</details>`;
    assert.match(all(htmlOf(details('a'), details('b'), 'split')), /<details class="marginalia-expandable" open>/);
    assert.doesNotMatch(all(htmlOf(details('a'), details('a'), 'split')), / open>/);
  });

  it('keeps attribute values inside of their attributes', () => {
    const words = 'a" onerror="b()';
    const page = `![${words}](c.png) [d](<e.md?${words}>) ![${words}](https://f.example/g.jpg)\n`;
    const html = all(htmlOf('', page, 'one'));
    assert.deepEqual(dangersIn(html), []);
    const [image] = pageOf(html).filter(({ tagName }) => tagName === 'img');
    assert.equal(image?.properties['alt'], words);
  });

  it('removes the IDs of elements, because IDs of the page itself are link targets', () => {
    const html = all(htmlOf('', 'See <a id="page" name="page">a</a>, <sub id="changes" name="root">b</sub>.\n', 'one'));
    assert.match(html, /<sub>b<\/sub>/);
    assert.doesNotMatch(html, / (?:id|name)=/);
  });

  it('hides invisible text only when it is unchanged', () => {
    const rows = (before: string, after: string) =>
      rowsOf(comparePages({ markdown: before }, { markdown: after })).map(({ kind }) => kind);
    assert.deepEqual(rows('A\n\n[b]: c.md', 'A\n\n[b]: c.md'), ['same']);
    assert.deepEqual(rows('A\n\n[b]: c.md', 'A\n\n[b]: d.md'), ['same', 'changed']);
    assert.deepEqual(rows('A\n\n[b]: c.md', 'A'), ['same', 'removed']);
  });

  it('nests marks of added and removed text inside of links and emphasis', () => {
    const [row] = htmlOf('See **the [old guide](a) here** now.', 'See **the [new guide](a) there** now.', 'one');
    const html = (row?.after ?? '').replace(/<a [^>]*>/g, '<a>');
    const link = '<a><del>old</del> <ins>new</ins> guide</a>';
    assert.equal(html, `<p>See <strong>the ${link} <del>here</del> <ins>there</ins></strong> now.</p>`);
  });

  it('shows where a block was moved from, and the numbers of added list items', () => {
    const before = '# One\n\nWool dries in the sun.\n\n* a\n\n# Two\n\nB.\n';
    const html = all(htmlOf(before, '# One\n\n* a\n  * b\n\n# Two\n\nB.\n\nWool dries in the sun.\n', 'split'));
    assert.match(html, /Moved down, under “Two”/);
    assert.match(html, /Moved here from above, under “One”/);
    assert.match(html, /<span class="marginalia-said">Added list: <\/span>/);
  });

  it('numbers the items of a changed list as on each side', () => {
    const rows = htmlOf('1. a\n2. b\n3. c', '1. a\n2. new\n3. b\n4. c', 'split');
    const numbers = rows.map(({ before = '', after = '' }) =>
      [before, after].map(html => /start="(\d)"/.exec(html)?.[1]),
    );
    assert.deepEqual(numbers.at(-1), ['3', '4']);
  });

  it('omits nothing of either side, for all changes of the real documentation', function () {
    if (!existsSync(real)) this.skip();
    let count = 0;
    for (const path of globSync(join(real, 'change-requests/*/files/**/*.md')).sort()) {
      const old = join(real, 'space', path.replace(/^.*\/files\//, ''));
      if (!existsSync(old)) continue;
      const [before, after] = [readFileSync(old, 'utf8'), readFileSync(path, 'utf8')];
      const rows = htmlOf(before, after, 'split');
      assert.equal(textOf(rows, 'before'), textOf(htmlOf(before, before, 'split'), 'before'), path);
      assert.equal(textOf(rows, 'after'), textOf(htmlOf(after, after, 'split'), 'after'), path);
      for (const { before = '', after = '' } of rows) assert.deepEqual([...dangersIn(before), ...dangersIn(after)], []);
      count++;
    }
    console.log(`      ${count} proposed pages`);
    assert.ok(count > 20);
  });
});
