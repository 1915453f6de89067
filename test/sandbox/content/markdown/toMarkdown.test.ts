import assert from 'node:assert/strict';
import type { Document, DocumentNode } from '../../../../src/markdown/document.ts';
import { toDocument } from '../../../../src/markdown/reading/toDocument.ts';
import { toMarkdown } from '../../../../src/markdown/writing/toMarkdown.ts';
import { randomPage } from '../../../markdown/randomPage.ts';

describe('Markdown of a document', () => {
  function staysTheSame(document: Document): void {
    assert.deepEqual(lasting(toDocument(toMarkdown(document), [])), lasting(document), toMarkdown(document));
  }

  it('parses to the same document again, for random pages', () => {
    for (let seed = 0; seed < 100; seed++) staysTheSame(toDocument(randomPage(seed).markdown, []));
  });

  for (const markdown of [
    '* a\n\n- b\n\n1. c\n\n1) d',
    '1. a\n\n   ```\n   b\n   ```\n\n2. c\n   1. d',
    '- [ ] a\n- [x] b\n  - [ ] c',
    '``a ` b`` and ` `` ` and `` ` ``',
    '| a | b |\n|:-:|--:|\n| `1` \\| 2 | x<br>y |',
    '**a**b *c*d _e_ f**g**h **(i)**j ***k*** ~~l~~m',
    '`code`**bold**_both_ **a *b* c** *a **b** c*',
    '<mark style="color:red;background-color:blue;">a **b**</mark>',
    'a[^1] b[^2]\n\n[^1]: c\n\n[^2]: d',
    '![a](b.png) in text, <img src="/files/f1" alt="c" data-size="line">',
    '<figure><img src="a" alt="b &quot;c&quot;" width="20"><figcaption><p>d **e**</p></figcaption></figure>',
    '<div align="center"><figure><img src="a" alt=""></figure> <figure><img src="b" alt=""></figure></div>',
    '{% stepper %}\n{% step %}\n## a\n\nb\n{% endstep %}\n{% endstepper %}',
    '{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% endcolumns %}',
    '{% include "x" %}\n\n{% openapi src="/files/f1" path="/a" method="get" %}\n{% endopenapi %}',
    '{% openapi-operation spec="s" path="/a" method="get" %}\n{% endopenapi-operation %}',
    '{% @pond/diagram content="a \\"b\\" {%}" %}\n\n{% page-ref page="/pages/p1" %}',
    '{% swagger method="get" path="/a" %}\n{% swagger-parameter name="b" %}\nc\n{% endswagger-parameter %}\n{% endswagger %}',
    '````\n```\n````\n\n> > a\n>\n> b',
    '<table data-view="cards"><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
    '[a](<b (c).md>) [https://d.example](https://d.example) <i class="fa-e">:e:</i>',
  ]) {
    it(`parses to the same document again: ${JSON.stringify(markdown)}`, () => staysTheSame(toDocument(markdown, [])));
  }

  for (const words of [
    '# a',
    '1. a',
    '- a',
    '+ a',
    '> a',
    '===',
    '---',
    '***',
    '| a |',
    '`a` *b* _c_ ~~d~~ [e](f) <g> &amp; $$h$$ ![i]',
    'snake_case __init__ 2*3*4 a_',
    'C:\\new\\*.txt \\',
    '{% hint %}',
    '[a]: b',
    '[^1]: c',
    'https://a.example www.b.example c@d.example',
    'a\nb\n# c',
    '```',
    '<details>',
    '$$',
    '::: a',
  ]) {
    it(`keeps the text ${JSON.stringify(words)} unchanged`, () => {
      const paragraph = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [leaf(words)] }] };
      const again = toDocument(toMarkdown({ object: 'document', nodes: [paragraph] }), []).nodes;
      assert.deepEqual(
        again.map(node => [node.type, node.nodes]),
        [['paragraph', [{ object: 'text', leaves: [leaf(words)] }]]],
      );
    });
  }

  const written = (node: Omit<DocumentNode, 'object'>) =>
    toMarkdown({ object: 'document', nodes: [{ object: 'block', ...node }] });

  it('uses the target of a page link as its label when a server sends none', () => {
    const data = { ref: { kind: 'page', page: 'p1' } };
    assert.match(written({ type: 'content-ref', data }), /^\[\/pages\/p1\]\(\/pages\/p1\)$/m);
  });

  for (const text of ['a --> b', '> a', '-> a', 'a --!> b']) {
    it(`escapes the end of an HTML comment in its text: ${JSON.stringify(text)}`, () => {
      const [node, ...others] = toDocument(`${written({ type: 'html-comment', data: { text } })}\n\nc`, []).nodes;
      assert.deepEqual([node?.type, others.length], ['html-comment', 1]);
    });
  }

  for (const level of [0, 3, 7, 1e9, '#', null]) {
    it(`writes a heading with level ${JSON.stringify(level)} according to its type`, () => {
      const nodes = [{ object: 'text', leaves: [leaf('a')] }];
      assert.equal(written({ type: 'heading-3', data: { level }, nodes }), '### a');
    });
  }

  it('writes the content of unknown nodes', () => {
    const inner = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [leaf('a')] }] };
    assert.equal(toMarkdown({ object: 'document', nodes: [{ object: 'block', type: 'if', nodes: [inner] }] }), 'a');
  });
});

/** Removes generated members from a document. */
function lasting(document: Document): unknown {
  const made = ['key', 'fragment', 'records', 'definition', 'view'];
  return JSON.parse(JSON.stringify(document, (name, value: unknown) => (made.includes(name) ? undefined : value)));
}

function leaf(words: string): { object: 'leaf'; text: string; marks: [] } {
  return { object: 'leaf', text: words, marks: [] };
}
