import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFrontMatter } from '../../../../src/sandbox/content/markdown/frontMatter.ts';
import { toDocument } from '../../../../src/markdown/reading/toDocument.ts';
import { toMarkdown } from '../../../../src/markdown/writing/toMarkdown.ts';
import type { Document } from '../../../../src/markdown/document.ts';

/** Returns the document of a page, and that of the Markdown written from it. */
function roundTrip(markdown: string): { before: unknown; after: unknown; written: string } {
  const before = toDocument(markdown, []);
  const written = toMarkdown(before);
  return { before: withoutKeys(before), after: withoutKeys(toDocument(written, [])), written };
}

/** Removes the keys of footnotes, which depend on their changing numbers. */
function withoutKeys(document: Document): unknown {
  return JSON.parse(JSON.stringify(document, (name, value: unknown) => (name === 'key' ? undefined : value)));
}

const pages: Record<string, { markdown: string; contains?: RegExp }> = {
  'spaces at the ends of a paragraph': { markdown: 'Some words.&#x20;\n\n&#x20;more' },
  'a paragraph with only a space': { markdown: 'one\n\n&#x20;\n\ntwo' },
  'a line with only a space': { markdown: 'one\\\n&#x20;\\\ntwo' },
  'code that ends with blank lines': { markdown: '```js\na\n\n\n```\n\n- x\n\n  ```\n  b\n\n  ```' },
  'words after the language of code': { markdown: '```js {1,3}\na\n```', contains: /^```js \{1,3\}$/m },
  'code with other attributes': {
    markdown: '{% code title="a.js" expandable="true" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}',
    contains: /expandable="true"/,
  },
  'the condition of a block': {
    markdown: '{% if "admin" === visitor.role && !visitor.beta || x[\'y\'] %}\nWords.\n{% endif %}',
    contains: /^\{% if "admin" === visitor\.role && !visitor\.beta \|\| x\['y'\] %\}$/m,
  },
  'a block of an integration with its name': {
    markdown: '{% @mermaid/mermaid content="a" %}',
    contains: /^\{% @mermaid\/mermaid content="a" %\}$/m,
  },
  'a block with a body of an integration with its name': {
    markdown: '{% @x/x %}\na\n{% end@x/x %}',
    contains: /^\{% @x\/x %\}\na\n\{% end@x\/x %\}$/m,
  },
  'a tag without an integration': { markdown: '{% x a="1" %}', contains: /^\{% x a="1" %\}$/m },
  'a tag with only an integration': { markdown: '{% @x %}', contains: /^\{% @x %\}$/m },
  'a tag with a path': { markdown: '{% @x/y/z %}', contains: /^\{% @x\/y\/z %\}$/m },
  'marks inside of code in HTML': { markdown: 'See <code>**x**</code> and **`y`**.' },
  'targets and covers of cards': {
    markdown:
      '<table data-card-size="large" data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td><strong>One</strong></td><td><a href="/pages/abc">abc</a></td><td><a href="/files/def">def</a></td></tr></tbody></table>',
    contains: /data-card-size="large".*<th data-hidden data-card-target data-type="content-ref">.*data-card-cover/,
  },
  'a hidden column between visible ones': {
    markdown:
      '<table><thead><tr><th>A</th><th data-hidden>H</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td></tr></tbody></table>',
    contains: /<th>A<\/th><th data-hidden>H<\/th><th>B<\/th>/,
  },
  'a hidden header': {
    markdown:
      '<table data-header-hidden data-full-width="true"><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
    contains: /<table data-header-hidden data-full-width="true">/,
  },
  'widths, types and alignment of columns': {
    markdown:
      '<table><thead><tr><th width="120.5" data-type="checkbox">A</th><th align="center">B</th><th data-type="rating" data-max="5">C</th></tr></thead><tbody><tr><td>true</td><td align="center">x</td><td>3</td></tr></tbody></table>',
    contains:
      /<th width="120.5" data-type="checkbox">A<\/th><th align="center">B<\/th><th data-type="rating" data-max="5">/,
  },
  'a table that Markdown can represent': {
    markdown: '| A | B |\n| --- | :---: |\n| 1 | 2 |',
    contains: /^\| A \| B \|\n\| --- \| :---: \|\n\| 1 \| 2 \|$/,
  },
  'attributes of images': {
    markdown:
      '<div data-full-width="true"><figure><img src="/files/a" alt="A" class="gitbook-drawing"><figcaption></figcaption></figure></div>',
    contains: /<div data-full-width="true">.*class="gitbook-drawing"/,
  },
  'the levels of all headings': {
    markdown: '# a\n\n## b\n\n### c\n\n#### d\n\n##### e **f**\n\n###### g',
    contains: /^# a\n\n## b\n\n### c\n\n#### d\n\n##### e \*\*f\*\*\n\n###### g$/,
  },
  'the label of a link to a page': {
    markdown: '{% content-ref url="/pages/p1" %}\n[The **first** steps](/pages/p1)\n{% endcontent-ref %}',
    contains: /^\[The \*\*first\*\* steps\]\(\/pages\/p1\)$/m,
  },
  'a link to a page without a label': {
    markdown: '{% content-ref url="/pages/p1" %}\n{% endcontent-ref %}\n\n{% page-ref page="/pages/p2" %}',
    contains: /^\{% content-ref url="\/pages\/p1" %\}\n\{% endcontent-ref %\}\n/,
  },
  'the body of an older API block': {
    markdown:
      '{% swagger method="get" path="/a" summary="S" %}\nWords.\n\n* a\n\n```json\n{}\n```\n{% endswagger %}\n\n{% api-method method="get" host="https://a.example" path="/b" %}\nOld **words**.\n{% endapi-method %}',
    contains:
      /^\{% swagger method="get" path="\/a" summary="S" %\}\nWords\.\n\n\* a\n\n```json\n\{\}\n```\n\{% endswagger %\}\n\n\{% api-method [^\n]*\nOld \*\*words\*\*\.\n\{% endapi-method %\}$/,
  },
  'the body of an API block': {
    markdown:
      '{% openapi src="/files/f1" path="/a" method="get" %}\n[shop.yaml](/files/f1)\n{% endopenapi %}\n\n{% openapi-operation spec="s" path="/a" method="get" %}\n[OpenAPI s](https://a.example/s.yaml)\n{% endopenapi-operation %}',
    contains: /^\[shop\.yaml\]\(\/files\/f1\)\n[^]*^\[OpenAPI s\]\(https:\/\/a\.example\/s\.yaml\)$/m,
  },
  'comments between blocks': {
    markdown:
      '<!-- a -->\n\nWords.\n\n<!--\nb\n\n  c {% hint %}\n-->\n\n* d\n\n  <!-- e\n  f -->\n* g\n\n> <!-- h -->\n\n<details>\n\n<summary>i</summary>\n\n<!-- j -->\n\n</details>\n\n<!-- k --> <!-- l -->',
    contains:
      /^<!-- a -->\n\nWords\.\n\n<!--\nb\n\n {2}c \{% hint %\}\n-->\n\n[^]*<!-- e\n[^]*> <!-- h -->\n[^]*<!-- j -->[^]*<!-- k -->\s*<!-- l -->$/,
  },
  'comments within lines': {
    markdown:
      '## a <!-- b -->\n\nc <!-- d\ne --> **f <!-- g --> h**, [i<!-- j -->](k.md)<br><!-- l -->m<!---->\n\n<!-- n -->o\n\n| p |\n| - |\n| q <!-- r --> |',
    contains:
      /^## a <!-- b -->\n\nc <!-- d e -->[^]*<!-- g -->[^]*<!-- j -->[^]*<!-- l -->m<!---->\n\n<!-- n -->o\n\n[^]*\| q <!-- r --> \|$/,
  },
  'an open expandable': {
    markdown: '<details open>\n\n<summary>Title</summary>\n\nBody.\n\n</details>',
    contains: /<details open/,
  },
};

describe('a page converted to a document and back to Markdown', () => {
  for (const [what, { markdown, contains }] of Object.entries(pages)) {
    it(`keeps ${what}`, () => {
      const { before, after, written } = roundTrip(markdown);
      assert.deepEqual(after, before);
      if (contains) assert.match(written, contains);
    });
  }

  it('gives the same document for at least 97 of 100 real pages', function () {
    const folder = fileURLToPath(new URL('../../../../../shared/data/fluentd-docs', import.meta.url));
    if (!existsSync(folder)) this.skip();
    this.timeout(120_000);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.md'));
    const lost = files.flatMap(name => {
      const { before, after } = roundTrip(readFrontMatter(readFileSync(join(folder, name), 'utf8')).markdown);
      const kind = firstDifference(before, after);
      return kind === undefined ? [] : [`${kind}: ${name}`];
    });
    const rate = (100 * (files.length - lost.length)) / files.length;
    console.log(`      ${rate.toFixed(1)} % of ${files.length} real pages stay the same document`);
    if (lost.length > 0) console.log(lost.map(line => `      changed ${line}`).join('\n'));
    assert.ok(
      files.length > 100 && rate >= 97,
      `${rate.toFixed(1)} % of ${files.length}; changed:\n${lost.join('\n')}`,
    );
  });
});

/** Returns the type of the innermost node at the first difference of two documents. */
function firstDifference(before: unknown, after: unknown, kind = 'document'): string | undefined {
  if (!isObject(before) || !isObject(after)) return before === after ? undefined : kind;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const type = typeof before['type'] === 'string' ? before['type'] : kind;
  for (const name of names) {
    const difference = firstDifference(before[name], after[name], type);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
