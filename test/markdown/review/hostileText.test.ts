import assert from 'node:assert/strict';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { elementOfTag } from '../../../src/features/preview/tagElements.ts';
import { addWholeHtml } from '../../../src/features/preview/html.ts';
import { withServiceContent } from '../../../src/features/preview/serviceContent.ts';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import type { IncludedText, PageContext } from '../../../src/markdown/review/context.ts';
import { type ComparisonLayout, rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../../src/markdown/review/rows.ts';
import { runSync } from '../../../src/markdown/resumable.ts';
import { pageOf } from '../../host/html.ts';
import {
  assertHarmless,
  cards,
  fields,
  hostileTexts,
  inHtml,
  inMarkdown,
  textIn,
  withoutSpaces,
} from '../../hostile/fields.ts';

// Every place where text of others becomes HTML. The text must come out as text, on the page or in an attribute, and never
// as an element or an attribute of its own. test/features/preview/hostileText.test.ts renders the same fields with VS Code.

const modes: readonly ComparisonLayout[] = ['split', 'one', 'after'];

/** Renders blocks with titles of pages, which others wrote, too. */
const titled = (text: string) =>
  new BlocksHtml({
    image: target => (target.endsWith('.png') ? `data:image/png,${target}` : undefined),
    page: target => (target.startsWith('/pages/') ? text : undefined),
  });

function htmlOf(before: string, after: string, mode: ComparisonLayout, blocks = titled('')): string[] {
  const rows = rowsOf(comparePages({ markdown: before }, { markdown: after }));
  return rows.flatMap(row => Object.values(runSync(rowHtml(blocks, row, mode))) as string[]);
}

/** Asserts that a row is harmless, and has no style of its own. */
function assertHarmlessRow(html: string, text: string): void {
  assertHarmless(html, text);
  for (const { tagName, properties } of pageOf(html))
    assert.ok(!('style' in properties), `<${tagName} style> in ${html}`);
}

describe('hostile text on the review page', () => {
  for (const [field, { page, isHidden }] of Object.entries(fields)) {
    it(`is escaped as ${field}`, () => {
      for (const text of hostileTexts) {
        const hostile = page(text);
        // Beside a page with another text, notes quote the hostile one.
        for (const [before, after, mode] of [
          ['', hostile, 'split'],
          [hostile, '', 'after'],
          [page('Other words'), hostile, 'one'],
          [hostile, page('Other words'), 'split'],
        ] as const) {
          assertHarmlessRow(htmlOf(before, after, mode).join(''), text);
        }
        const all = htmlOf(hostile, hostile, 'after').join('');
        assertHarmlessRow(all, text);
        if (!isHidden) assert.ok(textIn(all).includes(withoutSpaces(text)), `${text} is not shown: ${all}`);
      }
    });
  }

  it('is escaped when it was moved away from a heading', () => {
    for (const text of hostileTexts) {
      const heading = inMarkdown(text);
      const [one, two] = [`# ${heading}\n\nWool dries in the sun.\n\nSecond.`, '# Two\n\nThird.'];
      const [before, after] = [`${one}\n\n${two}\n`, `# ${heading}\n\nSecond.\n\n${two}\n\nWool dries in the sun.\n`];
      for (const mode of modes) {
        const all = htmlOf(before, after, mode);
        for (const html of all) assertHarmlessRow(html, text);
        assert.match(all.join(''), /Moved/);
      }
    }
  });

  it('is escaped as the title of a page in a note', () => {
    for (const text of hostileTexts) {
      const notes = htmlOf('[a](/pages/1)', '[a](/pages/2)', 'one', titled(text)).join('');
      assertHarmlessRow(notes, text);
      assert.ok(textIn(notes).includes(withoutSpaces(text)), notes);
    }
  });
});

describe('hostile shared text on the review page', () => {
  const htmlOf = (markdown: string, context: PageContext) => {
    const page = { markdown, context };
    const rows = rowsOf(comparePages(page, page));
    return rows.map(row => runSync(rowHtml(titled(''), row, 'one')).after ?? '').join('');
  };
  const included = (text: Partial<IncludedText>) => ({
    includedText: () => ({ id: 'a', title: 'A', ...text }),
  });
  const shared: Readonly<Record<string, (text: string) => string>> = {
    'an included text': text => htmlOf('{% include "a" %}', included({ markdown: inMarkdown(text) })),
    'the title of an included text': text => htmlOf('{% include "a" %}', included({ title: text, markdown: 'a' })),
    'the problem of an included text': text => htmlOf('{% include "a" %}', included({ problem: text })),
    'the value of an expression': text => htmlOf('<code class="expression">a</code>', { evaluate: () => text }),
  };
  for (const [field, html] of Object.entries(shared)) {
    it(`is escaped as ${field}`, () => {
      for (const text of hostileTexts) {
        assertHarmlessRow(html(text), text);
        assert.ok(textIn(html(text)).includes(withoutSpaces(text)), `${text} is not shown: ${html(text)}`);
      }
    });
  }

  it('is escaped as the value of an expression', () => {
    for (const text of hostileTexts) {
      const page = `<code class="expression">${inHtml(text)}</code>`;
      assertHarmlessRow(htmlOf(page, { evaluate: () => 'v1' }), text);
    }
  });
});

describe('hostile text in tags of the Markdown preview', () => {
  const tags: Readonly<Record<string, (text: string) => Parameters<typeof elementOfTag>>> = {
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
    it(`is escaped as ${field}`, () => {
      for (const text of hostileTexts) {
        const { content, attributes } = elementOfTag(...tag(text));
        assertHarmless(content, text);
        for (const [name, value] of attributes) assert.ok(!value.includes(text), `${name}=${value}`);
      }
    });
  }
});

describe('hostile text in HTML of the Markdown preview', () => {
  const htmlFields: Readonly<Record<string, (text: string) => string>> = {
    'a paragraph': text => `<p>${inHtml(text)}</p>`,
    'a paragraph that is not closed': text => `<p>${inHtml(text)}`,
    'the summary of a disclosure': text => `<details><summary>${inHtml(text)}</summary>a</details>`,
    'a title': text => `<p title="${inHtml(text)}">a</p>`,
    'a title in single quotes': text => `<p title='${inHtml(text)}'>a</p>`,
    'the target of a link': text => `<a href="a.md?${inHtml(text)}">a</a>`,
    'the address of an image': text => `<img src="a.png?${inHtml(text)}">`,
    'the alternative text of an image': text => `<img src="a.png" alt="${inHtml(text)}">`,
    'the caption of an image': text => `<figure><img src="a.png"><figcaption>${inHtml(text)}</figcaption></figure>`,
    'a cell of a table': text => `<table><tr><td>${inHtml(text)}</td></tr></table>`,
    'the confirmation of a button': text => `<button data-query="${inHtml(text)}">a</button>`,
    'the title of a card': text => cards({ title: inHtml(text) }),
    'the cover of a card': text => cards({ cover: `a.png?${inHtml(text)}` }),
    'the target of a card': text => cards({ target: `a.md?${inHtml(text)}` }),
  };
  for (const [field, html] of Object.entries(htmlFields)) {
    it(`is escaped as ${field}`, () => {
      for (const text of hostileTexts) {
        const rendered = renderHtml(html(text));
        assertHarmless(rendered, text);
        assert.ok(textIn(rendered).includes(withoutSpaces(text)), `${text} is not shown: ${rendered}`);
      }
    });
  }

  it('is escaped next to the label of a button, however that ends', () => {
    const button = (label: string, question: string) =>
      `<button class="marginalia-button button">${label} “${question}”</button>`;
    const written = (label: string, query: string) => `<button class="button" data-query="${query}">${label}`;
    assert.equal(
      renderHtml(`${written('a', 'b')}</button><p>${written('c', '&#x22;d&#x22; &#x3C;b')}${written('e', 'f')}</p>`),
      `${button('a', 'b')}<p>${button('c', '&#34;d&#34; &#60;b')}${button('e', 'f')}</p>`,
    );
  });

  it('is escaped as the path of a linked page', () => {
    for (const text of hostileTexts) {
      const rendered = renderHtml('<a href="/pages/1">a</a><img src="/files/1">', `b.md?${text}`);
      assertHarmless(rendered, text);
      assert.equal(textIn(rendered).split(withoutSpaces(text)).length, 3, rendered);
    }
  });

  const unescaped: Readonly<Record<string, (text: string) => string>> = {
    'HTML in an element': text => `<p>${text}</p>`,
    'HTML in a card': text => cards({ title: text }),
    'HTML instead of an attribute': text => `<p ${text}>a</p>`,
    'HTML in the name of an element': text => `<p${text}>a</p>`,
    'HTML in a comment': text => `<p>a<!-- ${text} --></p>`,
    'HTML as an unquoted attribute value': text => `<p title=${text}>a</p>`,
    'a class': text => `<p class="${inHtml(text)}">a</p>`,
    'a class next to that of the element': text => `<figure class="${inHtml(text)}">a</figure>`,
    'the colour of a mark': text => `<mark style="color:red;${inHtml(text)}">a</mark>`,
    'the size of cards': text => cards({}).replace('data-view', `data-card-size="${inHtml(text)}" data-view`),
  };
  for (const [field, html] of Object.entries(unescaped)) {
    it(`is harmless as ${field}`, () => {
      for (const text of hostileTexts) assertHarmless(renderHtml(html(text)), text);
    });
  }
});

/** Renders an HTML block of a page as the preview does, without the rest of markdown-it. Links and images lead to `place`. */
function renderHtml(html: string, place?: string): string {
  let render: ((state: StateCore) => void) | undefined;
  const ruler = { push: (_name: string, rule: (state: StateCore) => void) => void (render = rule) };
  addWholeHtml({ core: { ruler } } as unknown as MarkdownIt);
  class FakeToken {
    content = '';
    readonly block = true;
    readonly nesting = 0;
    readonly type: string;
    constructor(type: string) {
      this.type = type;
    }
    attrGet = () => null;
  }
  const resolve = (target: string) => (target.startsWith('/') ? place : undefined);
  const env = withServiceContent({}, { resolve, image: resolve });
  const block = Object.assign(new FakeToken('html_block'), { content: html });
  const state = { env, tokens: [block] as unknown as Token[], Token: FakeToken } as unknown as StateCore;
  render?.(state);
  return state.tokens.map(({ content }) => content).join('');
}
