import assert from 'node:assert/strict';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { highlightableIn, highlightedLines, mathOf } from '../../../src/markdown/review/highlighting.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { type ComparisonLayout, rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../../src/markdown/review/rows.ts';
import type { RenderContext } from '../../../src/markdown/review/wordsHtml.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

const wrapped = (inside: string) => `<pre><code class="language-js">${inside}\n</code></pre>\n`;
const word = (text: string) => `<span class="hljs-string">${text}</span>`;

describe('syntax highlighting of code', () => {
  it('colors its tokens, line by line, even tokens of several lines', () => {
    const html = wrapped(`a = ${word('`b\n<span class="hljs-subst">c</span>\n`')};`);
    assert.deepEqual(highlightedLines(html, 'a = `b\nc\n`;'), [
      'a = <span class="hljs-string">`b</span>',
      '<span class="hljs-string"><span class="hljs-subst">c</span></span>',
      '<span class="hljs-string">`</span>;',
    ]);
  });

  it('returns only token types', () => {
    const html = wrapped('<span class="hljs-a b" onclick="a()" style="color:red">&lt;b&gt;&amp;</span>');
    assert.deepEqual(highlightedLines(html, '<b>&'), ['<span class="hljs-a">&#60;b&#62;&#38;</span>']);
  });

  for (const [what, html] of [
    ['differs', wrapped('b')],
    ['is longer', wrapped('a\nb')],
    ['is not a string', wrapped('a<img src="b">')],
    ['is incomplete', wrapped('<span class="hljs-a">a')],
    ['is missing', ''],
  ] as const) {
    it(`is omitted when the highlighted text ${what}`, () => assert.equal(highlightedLines(html, 'a'), undefined));
  }
});

describe('a formula', () => {
  const math = (inside: string, written = 'x') =>
    `<p><math display="block"><semantics>${inside}<annotation encoding="application/x-tex">${written}</annotation></semantics></math></p>`;

  it('is rendered by the editor, without anything else', () => {
    const made = math('<mrow><mi mathvariant="bold" style="x" onclick="a()">x</mi><mo>&lt;</mo></mrow>');
    assert.equal(mathOf(made, ' x\n'), '<mrow><mi mathvariant="bold">x</mi><mo>&#60;</mo></mrow>');
  });

  it('is shown as source when the rendering differs, or contains more than a formula', () => {
    assert.equal(mathOf(math('<mi>y</mi>', 'y'), 'x'), undefined);
    assert.equal(mathOf(math('<mi><a href="command:b">x</a></mi>'), 'x'), undefined);
    assert.equal(mathOf(math('<maction><mi>x</mi></maction>'), 'x'), undefined);
    assert.equal(mathOf('', 'x'), undefined);
  });
});

describe('a page with code and formulas', () => {
  const context: RenderContext = {
    image: () => undefined,
    code: (language, source) => (language === 'js' ? source.split('\n').map(word) : undefined),
    formula: text => `<mi>${text}</mi>`,
  };
  const withoutHunks = (html: string | undefined) => html?.replaceAll(' marginalia-hunk" tabindex="-1"', '"');
  const htmlOf = (before: string, after: string, mode: ComparisonLayout) =>
    rowsOf(comparePages({ markdown: before }, { markdown: after })).map(row => {
      const html = runSync(rowHtml(new BlocksHtml(context), row, mode));
      return { before: withoutHunks(html.before), after: withoutHunks(html.after) };
    });

  it('has both sides highlighted, and changes marked line by line', () => {
    const code = (...lines: string[]) => ['```js', ...lines, '```'].join('\n');
    const [row] = htmlOf(code('a', 'b', 'd'), code('a', 'c', 'd'), 'split');
    const line = (name: string, text: string) => `<${name} class="marginalia-line">${word(text)}</${name}>`;
    assert.match(row?.before ?? '', new RegExp(`${line('span', 'a')}${line('del', 'b')}${line('span', 'd')}`));
    assert.match(row?.after ?? '', new RegExp(`${line('span', 'a')}${line('ins', 'c')}${line('span', 'd')}`));
    const [both] = htmlOf(code('a', 'b', 'd'), code('a', 'c', 'd'), 'one');
    assert.match(
      both?.after ?? '',
      new RegExp([line('span', 'a'), line('del', 'b'), line('ins', 'c'), line('span', 'd')].join('')),
    );
  });

  it('contains the code of each side, whatever lines were added or removed', () => {
    const code = (lines: readonly string[]) => ['```js', ...lines, '```'].join('\n');
    for (const [before, after] of [
      [
        ['a', 'd', 'e'],
        ['b', 'c', 'a', 'd', 'e'],
      ],
      [
        ['b', 'c', 'a', 'd', 'e'],
        ['a', 'd', 'e'],
      ],
    ] as const) {
      const [row] = htmlOf(code(before), code(after), 'split');
      const linesOf = (html = '') =>
        [...html.matchAll(/marginalia-line">(?:<[^>]+>)?([a-e])</g)].map(([, text]) => text);
      assert.deepEqual([linesOf(row?.before), linesOf(row?.after)], [before, after]);
    }
  });

  it('shows plain code when no highlighting is available', () => {
    assert.match(htmlOf('```x\na\n```', '```x\na\n```', 'after')[0]?.after ?? '', /<span class="marginalia-line">a</);
  });

  it('renders a formula, and shows its source when that has changed', () => {
    const [same] = htmlOf('$$\nx\n$$', '$$\nx\n$$', 'after');
    // The tab index lets the keyboard scroll a long formula.
    const formula = '<figure class="marginalia-formula" tabindex="0"><math display="block"><mi>x</mi></math></figure>';
    assert.equal(same?.after, formula);
    const [row] = htmlOf('$$\nx\n$$', '$$\ny\n$$', 'one');
    const math = (name: string, text: string) => `<${name}><math display="block"><mi>${text}</mi></math></${name}>`;
    assert.match(row?.after ?? '', new RegExp(math('del', 'x') + math('ins', 'y')));
    assert.match(row?.after ?? '', /<del class="marginalia-line">x<\/del><ins class="marginalia-line">y<\/ins>/);
    const [inline] = htmlOf('a $$x$$ b', 'a $$y$$ b', 'one');
    assert.equal(inline?.after, '<p>a <del><math><mi>x</mi></math></del> <ins><math><mi>y</mi></math></ins> b</p>');
  });

  it('requests the highlighting and formulas of both sides once', () => {
    const before = '```js\na\n```\n\n```\nb\n```\n\n| $$c$$ |\n| - |\n| d |\n';
    const after = '```js\na\n```\n\n$$\ne\n$$\n\nf $$c$$\n';
    const { codes, formulas } = highlightableIn(comparePages({ markdown: before }, { markdown: after }));
    assert.deepEqual([...new Set(codes.map(({ language, source }) => `${language} ${source}`))], ['js a']);
    assert.deepEqual(formulas.toSorted(), ['c', 'e']);
  });
});
