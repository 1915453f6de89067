import assert from 'node:assert/strict';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { type ComparedRow, rowsOf } from '../../../src/markdown/review/rows.ts';

function rowsBetween(before: string, after: string): ComparedRow[] {
  return rowsOf(comparePages({ markdown: before }, { markdown: after }));
}

/** Returns the kinds of the changed rows, without duplicates. */
function kindsBetween(before: string, after: string): string[] {
  return [...new Set(rowsBetween(before, after).map(({ kind }) => kind))].filter(kind => kind !== 'same');
}

const table = (cell: string) => `| a |\n| --- |\n| ${cell} |`;

const spellings: [what: string, before: string, after: string][] = [
  ['an escape in a word', 'Use snake_case_name.', 'Use snake\\_case\\_name.'],
  ['an escape between words', '2 * 3 and a [b]', '2 \\* 3 and a \\[b]'],
  ['a character reference', 'R&D, a < b', 'R&amp;D, a &#x3C; b&#x20;'],
  ['a named blank', 'a&nbsp;b', 'a\u00a0b'],
  ['marks', '*em* and __strong__', '_em_ and **strong**'],
  ['a mark in HTML', '**a**', '<strong>a</strong>'],
  ['a bare address', 'See https://example.com', 'See [https://example.com](https://example.com)'],
  ['the quotes of a link', '[a](b.md "t")', "[a](b.md 't')"],
  ['a line break', 'One  \ntwo', 'One\\\ntwo'],
  ['the anchor of a heading that has it anyway', '# One two', '# One two <a href="#one-two" id="one-two"></a>'],
  ['the marker of a heading', 'Title\n=====', '# Title'],
  ['the markers of a list', '* a\n* b', '- a\n- b'],
  ['the numbers of a list', '1. a\n2. b', '1) a\n1) b'],
  ['the indentation of a list', '* a\n  * b\n* c', '* a\n    * b\n* c'],
  ['the marker of a task', '- [x] a', '- [X] a'],
  ['a divider', '***', '---'],
  ['a fence', '```js\nx\n```', '~~~js\nx\n~~~'],
  ['indented code', '    x = 1', '```\nx = 1\n```'],
  ['a quote', '> a\n> b', '> a\nb'],
  ['the delimiters of a table', '| a | b |\n| --- | --- |\n| 1 | 2 |', '|a|b|\n|-|-|\n|1|2|'],
  ['a cell', table('x_y'), table('x\\_y')],
  ['the quotes of a tag', '{% hint style="info" %}\nx\n{% endhint %}', "{% hint style='info' %}\nx\n{% endhint %}"],
  ['an image', '![x](a.png)', '<figure><img src="a.png" alt="x"><figcaption></figcaption></figure>'],
  ['a comment', 'x <!-- c --> y', 'x y'],
  ['blank lines', 'a\n\n\n\nb', 'a\n\nb'],
  ['line ends', 'a\r\n\r\nb', 'a\n\nb'],
];

const seen: [what: string, before: string, after: string][] = [
  ['a word', 'old_one', 'new\\_one'],
  ['a no-break space', 'a b', 'a\u00a0b'],
  ['a named blank that becomes a space', 'a&nbsp;b', 'a b'],
  ['an invisible character', 'a\\_b', 'a_\u200bb'],
  ['a format', '*a*', '**a**'],
  ['the target of a link', '[a](b.md)', '[a](c.md)'],
  ['an anchor', '# One', '# One <a href="#two" id="two"></a>'],
  ['a name in HTML', 'x <span id="a"></span>', 'x <span id="b"></span>'],
  ['a cell beyond the columns', table('1 | 2'), table('1 | 3')],
  ['an unknown attribute', '{% hint unknown="1" %}\nx\n{% endhint %}', '{% hint unknown="2" %}\nx\n{% endhint %}'],
  ['an attribute of an image', '<img src="a.png" alt="x" data-size="line">', '![x](a.png)'],
  ['a task', '- [ ] a\\_b', '- [x] a_b'],
  ['the language of code', '```js\nx\n```', '~~~ts\nx\n~~~'],
  ['a space in code', '```\na b\n```', '~~~\na  b\n~~~'],
  ['the level of a heading', 'Title\n=====', '## Title'],
  ['the alignment of a column', '| a |\n| --- |\n| 1 |', '|a|\n|:-:|\n|1|'],
];

describe('a spelling difference', () => {
  for (const [what, before, after] of spellings) {
    it(`is distinguished from visible changes: ${what}`, () => {
      assert.deepEqual(kindsBetween(before, after), ['spelling']);
      assert.deepEqual(kindsBetween(after, before), ['spelling']);
    });
  }

  for (const [what, before, after] of seen) {
    it(`is not detected in a visible change: ${what}`, () => {
      const kinds = kindsBetween(before, after);
      assert.ok(kinds.length > 0 && !kinds.includes('spelling'), `${kinds}`);
    });
  }

  it('is counted, even next to changed words', () => {
    const hint = (...lines: string[]) => `{% hint style="info" %}\n${lines.join('\n\n')}\n{% endhint %}`;
    const rows = rowsBetween(`a_b\n\n${hint('c_d', 'An old word')}`, `a\\_b\n\n${hint('c\\_d', 'A new word')}`);
    assert.deepEqual(
      rows.map(({ kind, spellings, count }) => [kind, spellings, count]),
      [
        ['spelling', 1, 0],
        ['changed', 1, 1],
      ],
    );
  });

  it('is the name of an emoji replaced by the emoji, outside of code and escapes', () => {
    const context = {
      emoji: new Map([
        ['smile', '😄'],
        ['100', '💯'],
      ]),
    };
    const kinds = (before: string, after: string) =>
      rowsOf(comparePages({ markdown: before, context }, { markdown: after, context })).map(({ kind }) => kind);
    assert.deepEqual(kinds('A :smile: here', 'A 😄 here'), ['spelling']);
    assert.deepEqual(kinds('A `:smile:` here', 'A `😄` here'), ['changed']);
    assert.deepEqual(kinds('A \\:smile: here', 'A 😄 here'), ['changed']);
    assert.deepEqual(kinds('As 1:100:2', 'As 1💯2'), ['changed']);
    assert.deepEqual(kinds('An :unknown: one', 'An :other: one'), ['changed']);
  });

  it('has no marked word', () => {
    const [row] = rowsBetween('Use snake_case with R&D.', 'Use snake\\_case with R\\&D.');
    assert.deepEqual(
      row?.change.words?.map(({ kind }) => kind),
      ['same'],
    );
  });
});
