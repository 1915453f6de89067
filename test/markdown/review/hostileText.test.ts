import assert from 'node:assert/strict';
import { boxOf } from '../../../src/features/preview/boxes.ts';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { type Mode, rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../../src/markdown/review/rows.ts';
import { dangersIn, type Element, pageOf } from '../../host/html.ts';
import { atOnce } from '../../../src/markdown/steps.ts';

// Every place where text that somebody else wrote becomes HTML, with hostile text in it. The text must come out as text:
// shown or in an attribute, and never as an element or an attribute of its own.

/** Texts that end an element, an attribute in either kind of quotes, or a comment, and then run a script. */
const hostileTexts = [
  '<img src=x onerror=alert(1)>',
  '</span></div></figure></table><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '--><svg onload=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

/** Writes text so that Markdown reads exactly that text. */
const inMarkdown = (text: string) => text.replace(/[&<>"'|[\]`*_()-]/g, character => `&#${character.charCodeAt(0)};`);
/** Writes text as the value of an attribute in HTML. */
const inHtml = inMarkdown;
/** Writes text as what stands in place of a picture, in which Markdown reads no character references. */
const inAlternative = (text: string) => text.replace(/[[\]\\]/g, '\\$&');
/** Writes text as the value of an attribute of a tag such as `{% code title="..." %}`. */
const inTag = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

interface Field {
  /** A page with the text in this field. */
  page: (text: string) => string;
  /** What becomes of the text; `hidden` where neither the page nor an attribute shows it. */
  shows?: 'text' | 'hidden';
}

const table = (head: string, cell: string) => `| ${head} | b |\n| --- | --- |\n| ${cell} | d |`;
const cards = ({ title = 'A', cover = 'c.png', target = 'a.md' }) =>
  `<table data-view="cards"><thead><tr><th></th><th data-card-target data-hidden></th><th data-card-cover data-hidden></th></tr></thead><tbody><tr><td>${title}</td><td><a href="${target}">there</a></td><td><a href="${cover}">cover</a></td></tr></tbody></table>`;

const fields: Readonly<Record<string, Field>> = {
  'a heading': { page: text => `# ${inMarkdown(text)}` },
  'a paragraph': { page: text => inMarkdown(text) },
  'code in a sentence': { page: text => `See \`${text}\` now.` },
  'a line of code': { page: text => `\`\`\`html\n${text}\n\`\`\`` },
  'the language of code': { page: text => `\`\`\`${text.replaceAll(' ', '/')}\na\n\`\`\``, shows: 'hidden' },
  'what follows the language of code': { page: text => `\`\`\`js ${text}\na\n\`\`\``, shows: 'hidden' },
  'the title of code': { page: text => `{% code title=${inTag(text)} %}\n\`\`\`js\na\n\`\`\`\n{% endcode %}` },
  'the title of a wrapper around more than code': {
    page: text => `{% code title=${inTag(text)} %}\na\n\nb\n{% endcode %}`,
    shows: 'hidden',
  },
  'an item of a list': { page: text => `* ${inMarkdown(text)}` },
  'a task': { page: text => `* [x] ${inMarkdown(text)}` },
  'a quote': { page: text => `> ${inMarkdown(text)}` },
  'the title of a column': { page: text => table(inMarkdown(text), 'c') },
  'a cell of a table': { page: text => table('a', inMarkdown(text)) },
  'a cell of a table in HTML': { page: text => `<table><tr><td>${inHtml(text)}</td></tr></table>` },
  'the title of a card': { page: text => cards({ title: inHtml(text) }) },
  'the cover of a card': { page: text => cards({ cover: inHtml(text) }), shows: 'hidden' },
  'the target of a card': { page: text => cards({ target: inHtml(text) }) },
  'the title of a tab': { page: text => `{% tabs %}\n{% tab title=${inTag(text)} %}\na\n{% endtab %}\n{% endtabs %}` },
  'the icon of a tab': {
    page: text => `{% tabs %}\n{% tab title="A" icon=${inTag(text)} %}\na\n{% endtab %}\n{% endtabs %}`,
    shows: 'hidden',
  },
  'the style of a hint': { page: text => `{% hint style=${inTag(text)} %}\na\n{% endhint %}`, shows: 'hidden' },
  'the text of a hint': { page: text => `{% hint style="info" %}\n${inMarkdown(text)}\n{% endhint %}` },
  'the width of a column of the page': {
    page: text => `{% columns %}\n{% column width=${inTag(text)} %}\na\n{% endcolumn %}\n{% endcolumns %}`,
    shows: 'hidden',
  },
  'a step': { page: text => `{% stepper %}\n{% step %}\n${inMarkdown(text)}\n{% endstep %}\n{% endstepper %}` },
  'the title of what unfolds': {
    page: text => `<details>\n<summary>${inHtml(text)}</summary>\n\na\n\n</details>`,
  },
  'what unfolds': { page: text => `<details>\n<summary>T</summary>\n\n${inMarkdown(text)}\n\n</details>` },
  'the alternative text of a picture that is shown': { page: text => `![${inAlternative(text)}](a.png)` },
  'the alternative text of a picture that is not there': { page: text => `![${inAlternative(text)}](gone.jpg)` },
  'the alternative text of a picture of another server': {
    page: text => `![${inAlternative(text)}](https://a.example/b.jpg)`,
  },
  'the alternative text of a picture in HTML': { page: text => `<img src="gone.jpg" alt="${inHtml(text)}">` },
  'the alternative text of a picture in a sentence': { page: text => `See ![${inAlternative(text)}](gone.jpg) now.` },
  'the caption of a picture': {
    page: text => `<figure><img src="a.png" alt=""><figcaption>${inHtml(text)}</figcaption></figure>`,
  },
  'the address of a picture': { page: text => `<img src="${inHtml(text)}" alt="">`, shows: 'hidden' },
  'the address of a picture of another server': {
    page: text => `<img src="https://a.example/?${inHtml(text)}" alt="">`,
    shows: 'hidden',
  },
  'the width of a picture': { page: text => `<img src="a.png" alt="" width="${inHtml(text)}">`, shows: 'hidden' },
  'the text of a link': { page: text => `[${inMarkdown(text)}](a.md)` },
  'the target of a link': { page: text => `<a href="${inHtml(text)}">a</a>` },
  'the target of a link to the web': { page: text => `<a href="https://a.example/?${inHtml(text)}">a</a>` },
  'the title of a link': { page: text => `<a href="a.md" title="${inHtml(text)}">a</a>`, shows: 'hidden' },
  'the class of a link': { page: text => `<a href="a.md" class="button ${inHtml(text)}">a</a>`, shows: 'hidden' },
  'the target of a link by reference': {
    page: text => `[a][b]\n\n[b]: <a.md?${text.replaceAll(/[<>]/g, '')}>`,
    shows: 'hidden',
  },
  'the address of an embed': { page: text => `{% embed url=${inTag(`https://a.example/?${text}`)} %}` },
  'the caption of an embed': {
    page: text => `{% embed url="https://a.example/" %}\n${inMarkdown(text)}\n{% endembed %}`,
  },
  'the address of a file': { page: text => `{% file src=${inTag(text)} %}` },
  'the caption of a file': { page: text => `{% file src="a.zip" %}\n${inMarkdown(text)}\n{% endfile %}` },
  'the address of a link to a page': { page: text => `{% content-ref url=${inTag(text)} %}\n{% endcontent-ref %}` },
  'the text of a link to a page': {
    page: text => `{% content-ref url="a.md" %}\n[${inMarkdown(text)}](a.md)\n{% endcontent-ref %}`,
  },
  'the address of reusable content': { page: text => `{% include "${text.replaceAll('"', "'")}" %}`, shows: 'hidden' },
  'the specification of an API operation': {
    page: text => `{% openapi-operation spec=${inTag(text)} path="/a" method="get" %}\n{% endopenapi-operation %}`,
  },
  'the path of an API operation': {
    page: text => `{% openapi-operation spec="a" path=${inTag(text)} method="get" %}\n{% endopenapi-operation %}`,
  },
  'the method of an API operation': {
    page: text => `{% openapi-operation spec="a" path="/a" method=${inTag(text.toUpperCase())} %}`,
    shows: 'hidden',
  },
  'an attribute of an unknown tag': { page: text => `{% other name=${inTag(text)} %}` },
  'the text in an unknown tag': { page: text => `{% other %}\n${inMarkdown(text)}\n{% endother %}` },
  'a formula': { page: text => `$$\n${text}\n$$` },
  'a formula in a sentence': { page: text => `The depth $$${text}$$ is.` },
  'a footnote': { page: text => `a[^1]\n\n[^1]: ${inMarkdown(text)}` },
  'a reference to a footnote': {
    page: text => `a[^${text.replaceAll(/\s/g, '/')}] b\n\n[^${text.replaceAll(/\s/g, '/')}]: c`,
    shows: 'hidden',
  },
  'the label of a footnote': { page: text => `a\n\n[^${text.replaceAll(/\s/g, '/')}]: b`, shows: 'hidden' },
  'a definition of a link': { page: text => `a\n\n[b]: <a.md?${text.replaceAll(/[<>]/g, '')}>`, shows: 'hidden' },
  'the name of an icon': { page: text => `<i class="fa-${inHtml(text)}">a</i>`, shows: 'hidden' },
  'the colour of a mark': { page: text => `<mark style="color:${inHtml(text)};">a</mark>`, shows: 'hidden' },
  'an expression': { page: text => `<code class="expression">${inHtml(text)}</code>` },
  'the alignment of a paragraph in HTML': { page: text => `<p align="${inHtml(text)}">a</p>`, shows: 'hidden' },
  'the language of a paragraph in HTML': { page: text => `<p lang="${inHtml(text)}">a</p>`, shows: 'hidden' },
  'the heading that something was moved below': {
    page: text => `# ${inMarkdown(text)}\n\nWool dries in the sun.\n\nThe second.\n\n# Two\n\nThe third.`,
  },
};

const modes: readonly Mode[] = ['split', 'one', 'after'];

/** A page around a review page knows titles of pages, which others have written, too. */
const titled = (text: string) =>
  new BlocksHtml({
    image: target => (target.endsWith('.png') ? `data:image/png,${target}` : undefined),
    page: target => (target.startsWith('/pages/') ? text : undefined),
  });

function htmlOf(before: string, after: string, mode: Mode, blocks = titled('')): string[] {
  const rows = rowsOf(comparePages({ markdown: before }, { markdown: after }));
  return rows.flatMap(row => Object.values(atOnce(rowHtml(blocks, row, mode))) as string[]);
}

describe('hostile text on the review page', () => {
  for (const [field, { page, shows = 'text' }] of Object.entries(fields)) {
    it(`stays text as ${field}`, () => {
      for (const text of hostileTexts) {
        const hostile = page(text);
        // Compared with nothing, and with a page that has other text there: then notes quote it.
        for (const [before, after, mode] of [
          ['', hostile, 'split'],
          [hostile, '', 'after'],
          [page('Other words'), hostile, 'one'],
          [hostile, page('Other words'), 'split'],
        ] as const) {
          assertHarmless(htmlOf(before, after, mode).join(''), text);
        }
        const all = htmlOf(hostile, hostile, 'after').join('');
        assertHarmless(all, text);
        if (shows === 'text') assert.ok(saidIn(all).includes(withoutSpaces(text)), `${text} is not shown: ${all}`);
      }
    });
  }

  it('stays text in what was moved from under a heading', () => {
    for (const text of hostileTexts) {
      const heading = inMarkdown(text);
      const [one, two] = [`# ${heading}\n\nWool dries in the sun.\n\nSecond.`, '# Two\n\nThird.'];
      const [before, after] = [`${one}\n\n${two}\n`, `# ${heading}\n\nSecond.\n\n${two}\n\nWool dries in the sun.\n`];
      for (const mode of modes) {
        const all = htmlOf(before, after, mode);
        for (const html of all) assertHarmless(html, text);
        assert.match(all.join(''), /Moved/);
      }
    }
  });

  it('stays text as the title of a page that a note names', () => {
    for (const text of hostileTexts) {
      const notes = htmlOf('[a](/pages/1)', '[a](/pages/2)', 'one', titled(text)).join('');
      assertHarmless(notes, text);
      assert.ok(saidIn(notes).includes(withoutSpaces(text)), notes);
    }
  });
});

describe('hostile text in the Markdown preview', () => {
  const tags: Readonly<Record<string, (text: string) => Parameters<typeof boxOf>>> = {
    'the title of code': text => [{ name: 'code', attributes: { title: text } }, {}],
    'the title of a tab': text => [{ name: 'tab', attributes: { title: text } }, { name: 'tabs' }],
    'the style of a hint': text => [{ name: 'hint', attributes: { style: text } }, {}],
    'the address of an embed': text => [{ name: 'embed', attributes: { url: text } }, {}],
    'the address of an embed on the web': text => [
      { name: 'embed', attributes: { url: `https://a.example/${text}` } },
      {},
    ],
    'the address of a file': text => [{ name: 'file', attributes: { src: text } }, {}],
    'the path of an API operation': text => [
      { name: 'openapi-operation', attributes: { path: text, method: text } },
      {},
    ],
    'an attribute of an unknown tag': text => [{ name: 'other', attributes: { name: text } }, {}],
    'the name of an unknown tag': text => [{ name: text, attributes: {} }, {}],
    'the width of a column': text => [{ name: 'column', attributes: { width: text } }, {}],
  };
  for (const [field, tag] of Object.entries(tags)) {
    it(`stays text as ${field}`, () => {
      for (const text of hostileTexts) {
        const { content, attributes } = boxOf(...tag(text));
        assertHarmless(content, text);
        for (const [name, value] of attributes) assert.ok(!value.includes(text), `${name}=${value}`);
      }
    });
  }
});

/** Asserts that nothing of a hostile text has become an element or an attribute. */
function assertHarmless(html: string, text: string): void {
  assert.deepEqual(dangersIn(html), [], `${text} in ${html}`);
  for (const { tagName, properties } of pageOf(html)) {
    assert.ok(!('onmouseover' in properties || 'onMouseOver' in properties), `<${tagName}> in ${html}`);
    assert.ok(!('style' in properties), `<${tagName} style> in ${html}`);
  }
}

/** All text of a page and of its attributes, without white space. */
function saidIn(html: string): string {
  const [root] = pageOf(html);
  const texts = [...(root ? textsOf(root) : [])];
  return withoutSpaces(texts.join(' '));
}

function* textsOf(element: Element): Iterable<string> {
  yield* Object.values(element.properties).map(String);
  for (const child of element.children) {
    if (child.type === 'text') yield child.value;
    if (child.type === 'element') yield* textsOf(child);
  }
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}
