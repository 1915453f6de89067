import assert from 'node:assert/strict';
import { marked } from 'marked';
import { assertLinear } from '../growth.ts';
import { sized } from '../size.ts';
import { sanitizeMarkdown } from '../../src/markdown/sanitizeMarkdown.ts';

/** Returns the addresses of the links and images in Markdown. */
function addressesIn(markdown: string): { links: string[]; images: string[] } {
  const html = marked.parse(markdown, { async: false, gfm: true });
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, address = '']) => address);
  return { links: all(/<a href="([^"]*)"/g), images: all(/<img src="([^"]*)"/g) };
}

const harmful = [
  '[x](file:///etc/passwd)',
  '[x](<file:///etc/passwd>)',
  '[x]( file:///etc/passwd "Title")',
  '[x](\nfile:///etc/passwd)',
  '[x](FILE:///etc/passwd)',
  '[x](file\\:///etc/passwd)',
  '[x](&#102;ile:///etc/passwd)',
  '[x](file&colon;///etc/passwd)',
  '[x](/etc/passwd)',
  '[x](//attacker.example/share)',
  '[x](passwd)',
  '[x](\\\\attacker.example\\share)',
  '[x](command:workbench.action.quit)',
  '[x](vscode://attacker.extension/run)',
  '[x](vscode-remote://ssh-remote+attacker.example/)',
  '[x](httpsx://example.com)',
  '[x](https:example)',
  '<file:///etc/passwd>',
  '<FILE:///etc/passwd>',
  '<vscode://attacker.extension/run>',
  '<https:example>',
  '[x][y]\n\n[y]: file:///etc/passwd',
  '[y]\n\n[y]: <file:///etc/passwd>',
  '[y][]\n\n  [y]:\n  file:///etc/passwd',
  '> - [y]\n>\n> [y]: file:///etc/passwd',
  '![x](file:///etc/passwd)',
  '[![x](file:///a.png)](file:///etc/passwd)',
  '- **[x](file:///etc/passwd)**',
  '| a |\n| --- |\n| [x](file:///etc/passwd) |',
];

const images = [
  '![x](https://example.com/a.png)',
  '![](https://example.com/a.png)',
  '![x][y]\n\n[y]: https://example.com/a.png',
];

describe('sanitized Markdown of other users', () => {
  for (const markdown of harmful) {
    it(`links only to the web: ${JSON.stringify(markdown)}`, () => {
      const before = addressesIn(markdown);
      assert.notDeepEqual([...before.links, ...before.images], []);
      assert.deepEqual(addressesIn(sanitizeMarkdown(markdown)), { links: [], images: [] });
    });
  }

  for (const markdown of images) {
    it(`links to images instead of loading them: ${JSON.stringify(markdown)}`, () => {
      assert.deepEqual(addressesIn(markdown).images, ['https://example.com/a.png']);
      assert.deepEqual(addressesIn(sanitizeMarkdown(markdown)), { links: ['https://example.com/a.png'], images: [] });
      assert.match(marked.parse(sanitizeMarkdown(markdown), { async: false }), /<a [^>]*>[^<]+<\/a>/);
    });
  }

  const inHtml = [
    ['<img src="https://example.com/a.png" alt="A *tall* gauge">', 'A *tall* gauge'],
    ["See\n<IMG alt='A gauge' width=20\n src=https://example.com/a.png />", 'A gauge'],
    [
      '<figure><img src="https://example.com/a.png" alt="A gauge"><figcaption>Read daily</figcaption></figure>',
      'A gauge',
    ],
    ['<p align="center">\n<img src="https://example.com/a.png" alt="A [gauge]">\n</p>', 'A [gauge]'],
    ['<img src="https://example.com/a.png">', 'image'],
  ] as const;
  for (const [markdown, words] of inHtml) {
    it(`links to an image in HTML with its alternative text: ${JSON.stringify(markdown)}`, () => {
      const html = marked.parse(sanitizeMarkdown(markdown), { async: false });
      assert.deepEqual(/<a href="https:\/\/example\.com\/a\.png">([^<]*)<\/a>/.exec(html)?.[1], words);
      assert.doesNotMatch(html, /<img|<figure|<p align/i);
    });
  }

  it('shows the alternative text of an image in HTML without a valid address, and keeps code unchanged', () => {
    const html = (markdown: string) => marked.parse(sanitizeMarkdown(markdown), { async: false });
    assert.match(html('<img src="file:///etc/passwd" alt="A gauge">'), /A gauge/);
    assert.doesNotMatch(html('<img src="file:///etc/passwd" alt="A gauge">'), /<a /);
    const [span, block] = ['Use `<img src="a" alt="b">`.', '```html\n<p><img src="a" alt="b"></p>\n```'];
    assert.deepEqual([sanitizeMarkdown(span), sanitizeMarkdown(block)], [span, block]);
  });

  it('shows the text of a figure', () => {
    const figure = '<figure><img src="https://example.com/a.png" alt="A"><figcaption>Read daily</figcaption></figure>';
    assert.match(marked.parse(sanitizeMarkdown(figure), { async: false }), /Read daily/);
  });

  it('keeps web and email links', () => {
    const markdown = [
      '[a](https://example.com/a) [b](<http://example.com/b>) [c]( HTTPS://example.com/c "C")',
      '<https://example.com/d> https://example.com/e <mailto:a@example.com> [f](mailto:f@example.com) <g@example.com>',
      '[h][1] [1]\n\n[1]: https://example.com/h\n[2]: <https://example.com/i>',
    ].join('\n');
    assert.equal(sanitizeMarkdown(markdown), markdown);
  });

  it('looks like the original, including code', () => {
    const seen = (markdown: string) => marked.parse(markdown, { async: false }).replace(/<[^>]*>|\u2060/g, '');
    for (const markdown of [
      '`![a](b)` `x[0](y)` `<a:b>`',
      '```\n[a]: b\n![x](file:///y)\n```',
      'A list[1]: one, f(x)[2]: y.',
    ]) {
      assert.equal(seen(sanitizeMarkdown(markdown)), seen(markdown));
    }
  });

  it('takes linear time', () => {
    const parts = [
      '<img ',
      '<img>',
      '<p>',
      '`<img>',
      '[',
      ']',
      '](',
      ']:',
      '![',
      '<a',
      '<a:',
      '](\n',
      '] (',
      '![ ',
      ' ',
      '\n',
      '< ',
    ];
    const texts = ['', '](', '](<', ']:', '![', '<a'].flatMap(start => parts.map(part => [start, part] as const));
    for (const [first, part] of texts) {
      assertLinear(count => sanitizeMarkdown(first + part.repeat(count)), sized(25_000), JSON.stringify([first, part]));
    }
  });

  it('shows invisible and bidirectional characters as code points', () => {
    assert.equal(sanitizeMarkdown('Pay \u202e54321\u202c\u200b now'), 'Pay [U+202E]54321[U+202C][U+200B] now');
    assert.equal(sanitizeMarkdown('👩\u200d💻 می\u200cخواهم'), '👩\u200d💻 می\u200cخواهم');
  });
});
