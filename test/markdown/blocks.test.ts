import assert from 'node:assert/strict';
import { parseBlocks, type Block } from '../../src/markdown/index.ts';

/** Returns a line for each block, indented by its depth: its type, its lines and its text. */
function outline(blocks: readonly Block[], indent = ''): string[] {
  return blocks.flatMap(({ type, start, end, text, children }) => [
    `${indent}${type} ${start}-${end}${children.length || !text ? '' : ` ${text}`}`,
    ...outline(children, `${indent}  `),
  ]);
}

function shows(title: string, markdown: string[], expected: string[]): void {
  it(title, () => assert.deepEqual(outline(parseBlocks(markdown.join('\n'))), expected));
}

describe('blocks of Markdown', () => {
  shows('leave front matter out, and count its lines', ['---', 'title: A', '---', '', 'Text'], ['paragraph 4-4 Text']);
  shows(
    'take a divider at the beginning for what it is',
    ['---', '', 'Text', '', '---'],
    ['divider 0-0', 'paragraph 2-2 Text', 'divider 4-4'],
  );
  shows(
    'end on their last line that is not blank',
    ['One', 'two', '', '', 'Three', ''],
    ['paragraph 0-1 One two', 'paragraph 4-4 Three'],
  );
  shows('are headings of both kinds', ['## One', 'Two', '==='], ['heading 0-0 One', 'heading 1-2 Two']);
  shows(
    'are nested in lists, loose and tight',
    ['* a', '  * b', '    more', '', '* c', '', '  ```', '  d', '  ```', '1. e'],
    [
      'list-unordered 0-8',
      '  list-item 0-2',
      '    paragraph 0-0 a',
      '    list-unordered 1-2',
      '      list-item 1-2',
      '        paragraph 1-2 b more',
      '  list-item 4-8',
      '    paragraph 4-4 c',
      '    code 6-8 d',
      'list-ordered 9-9',
      '  list-item 9-9',
      '    paragraph 9-9 e',
    ],
  );
  shows(
    'are indented with tabs too',
    ['-\ta', '', '\tb', '\t- c'],
    [
      'list-unordered 0-3',
      '  list-item 0-3',
      '    paragraph 0-0 a',
      '    paragraph 2-2 b',
      '    list-unordered 3-3',
      '      list-item 3-3',
      '        paragraph 3-3 c',
    ],
  );
  shows(
    'are tasks, with boxes that are not text',
    ['- [x] done', '- [ ] open', '', '  more'],
    [
      'list-tasks 0-3',
      '  list-item 0-0',
      '    paragraph 0-0 done',
      '  list-item 1-3',
      '    paragraph 1-1 open',
      '    paragraph 3-3 more',
    ],
  );
  shows(
    'are quoted, lazily and in quotes',
    ['> a', 'b', '> > c', '>', '> d'],
    ['blockquote 0-4', '  paragraph 0-1 a b', '  blockquote 2-2', '    paragraph 2-2 c', '  paragraph 4-4 d'],
  );
  shows(
    'are rows of tables',
    ['| a | b |', '|---|---|', '| 1 | `x` |', '| 2 | \\| |'],
    ['table 0-3', '  table-row 2-2 1 x', '  table-row 3-3 2 |'],
  );
  shows(
    'are rows of HTML tables, on one line or on many',
    ['<table><tr><th>A</th></tr>', '<tr><td>1</td></tr>', '', '<tr><td>2</td></tr></table>'],
    ['table 0-3', '  table-row 1-1 1', '  table-row 3-3 2'],
  );
  shows(
    'are images, several on a line, captioned, in a gallery',
    ['![a](b.png) ![c](d.png)', '', '<div>', '<figure><img src="e"><figcaption>F</figcaption></figure>', '</div>'],
    ['images 0-0', '  image 0-0 a', '  image 0-0 c', 'images 2-4', '  image 3-3 F'],
  );
  shows('are paragraphs where an image stands in text', ['See ![a](b.png)'], ['paragraph 0-0 See']);
  shows(
    'are formulas where these stand alone',
    ['$$', 'a', '$$', '', '$$b$$', '', 'In $$c$$ text'],
    ['math 0-2 a', 'math 4-4 b', 'paragraph 6-6 In $$c$$ text'],
  );
  shows(
    'are notes and definitions, which are shown elsewhere',
    ['a[^1]', '', '[^1]: note', 'more', '', '[b]: c.md'],
    ['paragraph 0-0 a', 'footnote 2-3 note more', 'definition 5-5'],
  );
});

describe('custom blocks', () => {
  shows(
    'need no blank lines around them',
    ['a', '{% hint style="info" %}', '* b', '{% endhint %}', '* c', '{% hint style="info" %}', 'd', '{% endhint %}'],
    [
      'paragraph 0-0 a',
      'hint 1-3',
      '  list-unordered 2-2',
      '    list-item 2-2',
      '      paragraph 2-2 b',
      'list-unordered 4-4',
      '  list-item 4-4',
      '    paragraph 4-4 c',
      'hint 5-7',
      '  paragraph 6-6 d',
    ],
  );
  shows(
    'follow a list whose code has no end',
    ['- a', '', '  ```', '  b', '', '{% hint style="info" %}', 'c', '{% endhint %}'],
    ['list-unordered 0-3', '  list-item 0-3', '    paragraph 0-0 a', '    code 2-3 b', 'hint 5-7', '  paragraph 6-6 c'],
  );
  shows(
    'are nested in each other and in lists',
    [
      '1. a',
      '',
      '   {% tabs %}',
      '   {% tab title="T" %}',
      '   {% hint style="info" %}',
      '   b',
      '   {% endhint %}',
      '   {% endtab %}',
      '   {% endtabs %}',
      '2. c',
    ],
    [
      'list-ordered 0-9',
      '  list-item 0-8',
      '    paragraph 0-0 a',
      '    tabs 2-8',
      '      tabs-item 3-7',
      '        hint 4-6',
      '          paragraph 5-5 b',
      '  list-item 9-9',
      '    paragraph 9-9 c',
    ],
  );
  shows(
    'are no tags in code',
    ['{% hint style="info" %}', '```', '{% endhint %}', '```', '{% endhint %}', '', '    {% hint %}'],
    ['hint 0-4', '  code 1-3 {% endhint %}', 'code 6-6 {% hint %}'],
  );
  shows(
    'are no tags in code whose fence is longer than one inside it',
    ['````', '```', '{% hint style="info" %}', 'a', '```', '{% endhint %}', '````', 'b'],
    ['code 0-6 ``` {% hint style="info" %} a ``` {% endhint %}', 'paragraph 7-7 b'],
  );
  shows(
    'do not end in code whose fence is longer than one inside it',
    ['{% hint style="info" %}', '~~~~', '~~~', '{% endhint %}', '~~~~', '{% endhint %}', 'a'],
    ['hint 0-5', '  code 1-4 ~~~ {% endhint %}', 'paragraph 6-6 a'],
  );
  shows(
    'begin after code that a longer fence ends',
    ['```', 'a', '````', '{% hint style="info" %}', 'b', '{% endhint %}'],
    ['code 0-2 a', 'hint 3-5', '  paragraph 4-4 b'],
  );
  shows(
    'end although a fence inside does not',
    ['{% hint style="info" %}', '```', 'a', '{% endhint %}', 'b'],
    ['hint 0-3', '  code 1-2 a', 'paragraph 4-4 b'],
  );
  shows(
    'are steps and columns',
    [
      '{% stepper %}',
      '{% step %}',
      '## a',
      '{% endstep %}',
      '{% endstepper %}',
      '{% columns %}',
      '{% column %}',
      'b',
      '{% endcolumn %}',
      '{% endcolumns %}',
    ],
    ['stepper 0-4', '  stepper-step 1-3', '    heading 2-2 a', 'columns 5-9', '  column 6-8', '    paragraph 7-7 b'],
  );
  shows(
    'wrap code into one block with it',
    ['{% code title="a.js" %}', '```js', 'b', '```', '{% endcode %}'],
    ['code 0-4 b'],
  );
  shows(
    'are code in HTML, with blank lines and tags',
    [
      '<pre class="language-sh"><code><strong>$ a &#x3C; b',
      '</strong>',
      '{% hint %}',
      '</code></pre>',
      'c',
      '<pre>d</pre>',
    ],
    ['code 0-3 $ a < b {% hint %}', 'paragraph 4-4 c', 'markup 5-5 d'],
  );
  shows(
    'unfold, with a title of their own',
    ['<details>', '<summary>A <b>b</b></summary>', '', 'c', '', '</details>'],
    ['expandable 0-5', '  expandable-title 1-1 A b', '  paragraph 3-3 c'],
  );
  shows(
    'may or may not have an end',
    [
      '{% embed url="https://a.example" %}',
      '{% embed url="https://b.example" %}',
      'Caption',
      '{% endembed %}',
      '{% file src="/files/a" %}',
      '{% x/y a="1" %}',
      '{% z %}',
      'b',
      '{% endz %}',
    ],
    ['embed 0-0', 'embed 1-3 Caption', 'file 4-4', 'integration 5-5', 'integration 6-8', '  paragraph 7-7 b'],
  );
  shows(
    'may stand on one line with their text',
    ['{% hint style="info" %} a. {% endhint %}', '', '{% hint style="info" %}', 'b', 'c. {% endhint %}', 'd'],
    ['hint 0-0', '  paragraph 0-0 a.', 'hint 2-4', '  paragraph 3-4 b c.', 'paragraph 5-5 d'],
  );
  shows(
    'may stand on one line with each other',
    ['{% tabs %} {% tab title="A" %} a {% endtab %} {% tab title="< B" %}b{% endtab %} {% endtabs %}', 'c'],
    ['tabs 0-0', '  tabs-item 0-0', '    paragraph 0-0 a', '  tabs-item 0-0', '    paragraph 0-0 b', 'paragraph 1-1 c'],
  );
  shows(
    'may be followed by text on the line of their end',
    ['{% hint %}', 'a', '{% endhint %} b', 'c', '{% embed url="d" %} {% @e/f g="h" %}'],
    ['hint 0-2', '  paragraph 1-1 a', 'paragraph 2-3 b c', 'embed 4-4', 'integration 4-4'],
  );
  shows(
    'may hold the marks of tags in quotes',
    ['{% code title="a {%} b" %}', '```', 'c', '```', '{% endcode %}', "{% hint icon='%}' %}", 'd', '{% endhint %}'],
    ['code 0-4 c', 'hint 5-7', '  paragraph 6-6 d'],
  );
  shows(
    'may hold the marks of tags in code',
    ['{% hint %} Write `{% endhint %}` at its end. {% endhint %}', 'a `{% hint %}` b', '{% endhint %}'],
    ['hint 0-0', '  paragraph 0-0 Write {% endhint %} at its end.', 'paragraph 1-1 a {% hint %} b', 'markup 2-2'],
  );
  shows(
    'may have names of others, with attributes on several lines',
    ['{% @pond/diagram content="a', '', '  b" %}', '* c', '', '  {% @forms.io/form-2 formId="13" %}'],
    ['integration 0-2', 'list-unordered 3-5', '  list-item 3-5', '    paragraph 3-3 c', '    integration 5-5'],
  );
  shows(
    'are known by their ends when their names are not',
    ['{% block-of-2027 a="1" %}', 'b', '{% endblock-of-2027 %}', '{% raw %}{{ c }}{% endraw %}', 'd'],
    ['integration 0-2', '  paragraph 1-1 b', 'integration 3-3', '  paragraph 3-3 {{ c }}', 'paragraph 4-4 d'],
  );
  shows(
    'may have a quote too many',
    ['{% hint style="info %}', 'a "b"', '{% endhint %}', `{% tab title=it's %}`, 'c', '{% endtab %}'],
    ['hint 0-2', '  paragraph 1-1 a "b"', 'tabs-item 3-5', '  paragraph 4-4 c'],
  );
  shows(
    'may be spoken of in a sentence',
    ['Write {% hint %} and', '{% hint %} again.'],
    ['paragraph 0-1 Write {% hint %} and {% hint %} again.'],
  );
  shows(
    'may lack an opening or a closing tag',
    ['{% endtab %}', '', '{% hint style="info" %}', '', 'a'],
    ['markup 0-0', 'hint 2-2', 'paragraph 4-4 a'],
  );

  it('contain the attributes of their tags', () => {
    const [code, embed, include] = parseBlocks(
      '{% code title="a \\"b\\".js" lineNumbers="true" %}\n```js\n1\n```\n{% endcode %}\n\n' +
        `{% embed url='https://a.example/?b="c"' %}\n\n{% include "x.md" %}`,
    );
    assert.deepEqual(code?.attributes, { title: 'a "b".js', lineNumbers: 'true' });
    assert.deepEqual([code?.language, code?.source, code?.sourceStart], ['js', '1', 2]);
    assert.deepEqual(embed?.attributes, { url: 'https://a.example/?b="c"' });
    assert.deepEqual(include?.attributes, { src: 'x.md' });
  });
});

describe('code in HTML', () => {
  it('has text, language and attributes', () => {
    const [code] = parseBlocks(
      '<pre class="language-a" data-title="b &#x26; c" data-overflow="wrap" data-line-numbers><code class="lang-js">' +
        '<strong>if (a &#x3C; b) {\n</strong>  <a href="https://c.example">d</a>();\n\n}\n</code></pre>',
    );
    assert.deepEqual(code?.attributes, { title: 'b & c', overflow: 'wrap', lineNumbers: 'true' });
    assert.deepEqual([code?.language, code?.source, code?.sourceStart], ['js', 'if (a < b) {\n  d();\n\n}', 0]);
  });
});

describe('text of blocks', () => {
  for (const [markdown, expected] of [
    ['**bold** _it_ ~~no~~ snake_case 2 * 3', 'bold it no snake_case 2 * 3'],
    ['a \\*b\\* &amp; &#233; <b>c</b><br>d', 'a *b* & é c d'],
    ['`<match **>` ``a ` b``', '<match **> a ` b'],
    ['[a `b]` *c*](d_(e).md "f") [g][h] <https://i.example>', 'a b] c g https://i.example'],
    ['![alt](a.png) after [![badge](b.png)](c.md)', 'after'],
    ['&mdash; &frac12; &Eacute; &NotEqualTilde; &#x2192;', '— ½ É ≂̸ →'],
    ['&unknown; &mdash &#xffffffff;', '&unknown; &mdash &#xffffffff;'],
    ['`&mdash;` \\&mdash;', '&mdash; &mdash;'],
  ] as const) {
    it(`of ${markdown} is ${expected}`, () => assert.equal(parseBlocks(markdown)[0]?.text, expected));
  }
});
