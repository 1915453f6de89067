import assert from 'node:assert/strict';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { type ComparisonLayout, rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../../src/markdown/review/rows.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

const blocks = new BlocksHtml({
  image: () => undefined,
  code: (language, source) =>
    language === 'js'
      ? source.split('\n').map(line => line.replace(/\w+/g, word => `<span class="hljs-name">${word}</span>`))
      : undefined,
});

function rows(before: string, after: string, mode: ComparisonLayout = 'split') {
  return rowsOf(comparePages({ markdown: before }, { markdown: after })).map(row => ({
    ...{ kind: row.kind, notes: row.notes },
    html: runSync(rowHtml(blocks, row, mode)),
  }));
}

const pre = (inside: string, language = 'sh') => `<pre class="language-${language}"><code>${inside}\n</code></pre>`;

/** Returns the HTML of each line of code as the review page shows it. */
function linesOf(inside: string, language?: string): string[] {
  const [row] = rows(pre(inside, language), pre(inside, language), 'after');
  const lines = (row?.html.after ?? '').matchAll(
    /<span class="marginalia-line">(.*?)<\/span>(?=<span class="marg|<\/code>)/g,
  );
  return [...lines].map(([, line = '']) => line);
}

describe('marks inside of code', () => {
  for (const [what, inside, lines] of [
    ['bold', 'a <strong>b</strong>  c', ['a <strong>b</strong>  c']],
    ['italic', '<em>  a</em>', ['<em>  a</em>']],
    ['colors', '<mark style="color:red;">a</mark>', ['<mark class="marginalia-color-red">a</mark>']],
    [
      'links',
      '<a href="https://a.example">a</a> <a href="b.md">b</a>',
      [
        '<a href="https://a.example" title="https://a.example">a</a> <a data-target="b.md" tabindex="0" role="link" title="b.md">b</a>',
      ],
    ],
    ['nested marks', '<strong>a <em>b</em></strong><em>c</em>', ['<strong>a <em>b</em></strong><em>c</em>']],
    [
      'marks over several lines',
      '<strong>a\n\n  b\n</strong>c',
      ['<strong>a</strong>', '\u200b', '<strong>  b</strong>', 'c'],
    ],
    ['unclosed marks', '<strong>a', ['<strong>a</strong>']],
    ['overlapping marks', '<strong>a<em>b</strong>c</em>', ['<strong>a<em>b</em></strong>c']],
    ['line breaks', '<strong>a<br>b</strong>', ['<strong>a</strong>', '<strong>b</strong>']],
    ['spaces', '\ta <strong> b</strong>', ['\ta <strong> b</strong>']],
    ['no other elements', '<p>a</p><script>b</script><img src="c.png"><span>d</span>', ['abd']],
  ] as const) {
    it(`are shown: ${what}`, () => assert.deepEqual(linesOf(inside), lines));
  }

  it('are shown with syntax highlighting', () => {
    assert.deepEqual(linesOf('a<strong>b &#x3C; c</strong>', 'js'), [
      '<span class="hljs-name">a</span><strong><span class="hljs-name">b</span> &#60; <span class="hljs-name">c</span></strong>',
    ]);
  });

  it('show invisible characters as code points', () => {
    assert.deepEqual(linesOf('<strong>a\u202eb</strong>', 'js'), [
      '<strong>a<span class="marginalia-invisible">U+202E</span>b</strong>',
    ]);
  });

  const code = (line: string) => pre(`one\n${line}\nthree`);
  for (const [what, before, after, note] of [
    ['was added', code('two'), code('<strong>two</strong>'), 'Formatting: two: none > bold'],
    ['was removed', code('a <em>two</em>'), code('a two'), 'Formatting: two: italic > none'],
    ['changed', code('<strong>two</strong>'), code('<em>two</em>'), 'Formatting: two: bold > italic'],
    [
      'was added with the conversion to HTML',
      '```sh\na\nb\n```',
      pre('a\n<strong>b</strong>'),
      'Formatting: b: none > bold',
    ],
    ['has another target', code('<a href="a">two</a>'), code('<a href="b">two</a>'), 'Link target: two: a > b'],
    ['links a word', code('two'), code('<a href="b">two</a>'), 'Link added: two:  > b'],
    [
      'was added next to a changed line',
      pre('one\na\nb\nc'),
      pre('other\na\nb\n<strong>c</strong>'),
      'Formatting: c: none > bold',
    ],
    ['was added for some lines', pre('a\nb\nc'), pre('<strong>a\nb</strong>\nc'), 'Formatting: a b: none > bold'],
  ] as const) {
    it(`are noted when a mark ${what}`, () => {
      const [row] = rows(before, after);
      assert.equal(row?.kind, 'changed');
      assert.deepEqual(
        row.notes.map(({ what, subject, was, is }) => `${what}: ${subject ?? ''}: ${was} > ${is}`),
        [note],
      );
    });
  }

  it('warn when a new link contains letters of several alphabets', () => {
    const linked = (host: string) => code(`two <a href="https://${host}.example">b</a>`);
    for (const [before, after] of [
      ['', linked('l\u043egin')],
      [code('two'), linked('l\u043egin')],
      [linked('login'), linked('l\u043egin')],
    ] as const) {
      const [row] = rows(before, after);
      const warnings = row?.notes.filter(({ kind }) => kind === 'warning') ?? [];
      assert.deepEqual(
        warnings.map(({ is }) => is),
        ['\u043e (Cyrillic, U+043E) among Latin letters'],
      );
    }
  });

  it('belong to each side', () => {
    const [row] = rows(code('<strong>two</strong>'), code('<em>two</em>'));
    assert.match(row?.html.before ?? '', /<strong>two<\/strong>/);
    assert.match(row?.html.after ?? '', /<em>two<\/em>/);
  });

  it('do not distinguish lines with equal text', () => {
    const [row] = rows(code('two'), code('<strong>two</strong>'));
    assert.doesNotMatch(row?.html.after ?? '', /<ins/);
  });

  it('are omitted when they would make the page far longer', () => {
    const link = `<a href="https://a.example/${'b'.repeat(20_000)}">`;
    const html = rows('', pre(`${link}${'a\n'.repeat(5_000)}</a>`))[0]?.html.after ?? '';
    assert.ok(html.length < 1_000_000, `${html.length}`);
  });
});
