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
    '| a \\| b | `c` |\n|---|---|\n| d | e |',
    '**a**b *c*d _e_ f**g**h **(i)**j ***k*** ~~l~~m',
    '`code`**bold**_both_ **a *b* c** *a **b** c*',
    '<mark style="color:red;background-color:blue;">a **b**</mark>',
    'a[^1] b[^2]\n\n[^1]: c\n\n[^2]: d',
    'a ![b \\*c\\* \\_d &copy; \\\\](e.png) ![f \\[g\\](h) i](j.png)',
    '![a \\*b\\* &copy;](c.png)',
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
    '<table data-card-size="large" data-view="cards" data-full-width><thead><tr><th width="90" align="right">a|b</th><th data-hidden data-card-target data-type="content-ref">C</th><th data-card-cover data-type="files">D</th><th data-hidden data-card-cover-dark data-type="files">E</th></tr></thead><tbody><tr><td align="right">1|2</td><td><a href="c.md">c</a></td><td><a href="/files/d">d</a></td><td></td></tr></tbody></table>',
    '<table data-header-hidden><thead><tr><th>a</th><th align="center">b</th></tr></thead><tbody><tr><td>1</td><td align="center">2</td></tr></tbody></table>',
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

  it('has the alternative text of an image without its escapes', () => {
    for (const where of ['', 'In text: ']) {
      const { nodes } = toDocument(`${where}![\\*a\\* b](c.png)`, []);
      assert.match(JSON.stringify(nodes), /"(?:alt|caption)":"\*a\* b"/);
    }
  });

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

/** Numbers the generated IDs of a document in their order, so that two documents can be compared. */
function lasting(document: Document): unknown {
  const ids = new Map<string, string>();
  const numberOf = (id: string) => ids.get(id) ?? ids.set(id, `ID ${ids.size}`).get(id);
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { key: _, definition, records, fragments, ...others } = value as Record<string, unknown>;
    for (const id of [...Object.keys(definition ?? {}), ...Object.keys(records ?? {})]) numberOf(id);
    for (const { fragment } of (fragments ?? []) as { fragment?: string }[]) if (fragment) numberOf(fragment);
    const all = { ...others, definition, records, fragments };
    return Object.fromEntries(Object.entries(all).map(([name, member]) => [ids.get(name) ?? name, visit(member)]));
  };
  return JSON.parse(JSON.stringify(visit(document)));
}

function leaf(words: string): { object: 'leaf'; text: string; marks: [] } {
  return { object: 'leaf', text: words, marks: [] };
}
