import assert from 'node:assert/strict';
import {
  encodePath,
  markdownLinks,
  toCanonical,
  toRelative,
} from '../../../../src/sandbox/content/markdown/references.ts';

const pages = new Map([
  ['setup.md', '/pages/p1'],
  ['../a b.md', '/pages/p2'],
  ['x(1).md', '/pages/p3'],
  ['.gitbook/assets/syslog (2).png', '/files/f1'],
  ["it's.md", '/pages/p4'],
]);

describe('links and references of a page', () => {
  for (const [source, expected] of [
    ['[a](setup.md)', '[a](/pages/p1)'],
    ['[a](setup.md#b-c "Title") and [d](<../a b.md>)', '[a](/pages/p1#b-c "Title") and [d](/pages/p2)'],
    ['[a](../a%20b.md) ![b](.gitbook/assets/syslog%20%282%29.png)', '[a](/pages/p2) ![b](/files/f1)'],
    ['[a](x\\(1\\).md) [b](x(1).md) [c](x%281%29.md)', '[a](/pages/p3) [b](/pages/p3) [c](/pages/p3)'],
    ['[![a](.gitbook/assets/syslog%20%282%29.png)](setup.md)', '[![a](/files/f1)](/pages/p1)'],
    ['[a][b]\n\n[b]: setup.md "Title"', '[a][b]\n\n[b]: /pages/p1 "Title"'],
    ['<a href="setup.md#b">c</a> <img src=\'../a%20b.md\'>', '<a href="/pages/p1#b">c</a> <img src=\'/pages/p2\'>'],
    ['<a href="it&#39;s.md">c</a>', '<a href="/pages/p4">c</a>'],
    [
      '<pre><code>a ` <a href="setup.md">b</a> ` [c](setup.md)\n</code></pre>',
      '<pre><code>a ` <a href="/pages/p1">b</a> ` [c](setup.md)\n</code></pre>',
    ],
    ['{% page-ref page="setup.md" %}', '{% page-ref page="/pages/p1" %}'],
    ['{% @a/b icon="{%}" url="setup.md" %}', '{% @a/b icon="{%}" url="/pages/p1" %}'],
    [
      '{% content-ref url="setup.md" %} a {% endcontent-ref %} {% page-ref page="../a b.md" %} [c](setup.md)',
      '{% content-ref url="/pages/p1" %} a {% endcontent-ref %} {% page-ref page="/pages/p2" %} [c](/pages/p1)',
    ],
    ['[c](it&apos;s.md)', '[c](/pages/p4)'],
    ['| [a](setup.md) |\n|---|\n| [b](setup.md) |', '| [a](/pages/p1) |\n|---|\n| [b](/pages/p1) |'],
    [
      '<table><tr>\n<td><a href="setup.md">a</a></td></tr></table>',
      '<table><tr>\n<td><a href="/pages/p1">a</a></td></tr></table>',
    ],
    [
      '{% content-ref url="setup.md" %}\n[setup.md](setup.md)\n{% endcontent-ref %}',
      '{% content-ref url="/pages/p1" %}\n[setup.md](/pages/p1)\n{% endcontent-ref %}',
    ],
    ['* a\n\n  {% file src="setup.md" %}', '* a\n\n  {% file src="/pages/p1" %}'],
    ['{% include "setup.md" %}', '{% include "/pages/p1" %}'],
    [
      '<figure><img src="setup.md"><figcaption>a</figcaption></figure>',
      '<figure><img src="/pages/p1"><figcaption>a</figcaption></figure>',
    ],
    ['a\r\n\r\n[b](setup.md)\r\n', 'a\r\n\r\n[b](/pages/p1)\r\n'],
    ['---\na: 1\n---\n\n[b](setup.md)', '---\na: 1\n---\n\n[b](/pages/p1)'],
  ] as const) {
    it(`become canonical: ${JSON.stringify(source)}`, () => {
      assert.equal(
        toCanonical(source, path => pages.get(path)),
        expected,
      );
    });
  }

  for (const untouched of [
    '`[a](setup.md)`',
    '```\n[a](setup.md)\n```',
    '    [a](setup.md)',
    '{% code title="setup.md" %}\n```\n[a](setup.md)\n```\n{% endcode %}',
    '* a\n\n  ```\n  [a](setup.md)\n  ```',
    '\\[a\\]\\(setup.md\\) setup.md',
    '[a](https://b.example/setup.md) [b](mailto:setup.md) [c](#setup.md) [d]()',
    '[a](unknown.md)',
    '$$\n[a](setup.md)\n$$',
  ]) {
    it(`are unchanged: ${JSON.stringify(untouched)}`, () => {
      assert.equal(
        toCanonical(untouched, path => pages.get(path)),
        untouched,
      );
    });
  }

  it('become paths again that parse correctly', () => {
    const paths = new Map([
      ['/pages/p1', '../a (b) & "c".md'],
      ['/pages/p2', 'd.md'],
    ]);
    const source = '[a](/pages/p1#b) <a href="/pages/p2">c</a> [d](/pages/gone) [e](/files/p2) `/pages/p2`';
    const expected =
      '[a](../a%20%28b%29%20%26%20%22c%22.md#b) <a href="d.md">c</a> [d](/pages/gone) [e](/files/p2) `/pages/p2`';
    assert.equal(
      toRelative(source, canonical => {
        const path = paths.get(canonical);
        return path === undefined ? undefined : encodePath(path);
      }),
      expected,
    );
    const known = (path: string) => [...paths].find(([, known]) => known === path)?.[0];
    assert.equal(toCanonical(expected, known), source);
  });

  it('are listed with their lines, whatever the target', () => {
    const markdown =
      '---\ncover: x.png\n---\n\n[a](b%20c.md#d)\ntext <https://e.example/f#g>\n\n![h](/files/f1) and https://i.example.\n\n`[j](k)`';
    assert.deepEqual(markdownLinks(markdown), [
      { target: 'b c.md', anchor: 'd', line: 4 },
      { target: 'https://e.example/f', anchor: 'g', line: 5 },
      { target: '/files/f1', line: 7 },
      { target: 'https://i.example', line: 7 },
    ]);
  });

  it('end an address before an encoded space', () => {
    const links = markdownLinks('https://a.example.&#x20;\nhttps://b.example/c&nbsp;d\nhttps://e.example/?f=1&g=2');
    const targets = ['https://a.example', 'https://b.example/c', 'https://e.example/?f=1&g=2'];
    assert.deepEqual(
      links.map(({ target }) => target),
      targets,
    );
  });
});
