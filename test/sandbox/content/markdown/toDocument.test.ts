import assert from 'node:assert/strict';
import { textOfNodes, type DocumentNode } from '../../../../src/markdown/document.ts';
import { parseBlocks } from '../../../../src/markdown/index.ts';
import { toDocument } from '../../../../src/markdown/reading/toDocument.ts';
import { allBlocks } from '../../../../src/markdown/block.ts';
import { randomPage } from '../../../markdown/randomPage.ts';

function nodesOf(markdown: string): DocumentNode[] {
  return toDocument(markdown, []).nodes;
}

/** Shortens a node to its distinctive parts, so that tests are readable. */
function short(node: DocumentNode): unknown {
  const { object, type, fragment, leaves, data = {}, nodes, fragments, isVoid } = node;
  if (leaves) return leaves.map(({ text, marks }) => [text, ...marks.map(mark => mark.type)].join('|')).join(' ');
  return {
    [object]: type ?? fragment,
    ...(isVoid && { isVoid }),
    ...(Object.keys(data).length && { data }),
    ...(nodes && { nodes: nodes.map(short) }),
    ...(fragments?.length && { fragments: fragments.map(short) }),
  };
}

function becomes(markdown: string, expected: unknown): void {
  it(JSON.stringify(markdown), () => assert.deepEqual(nodesOf(markdown).map(short), expected));
}

const text = (words: string) => ({ block: 'paragraph', nodes: [words] });

describe('document of a page: blocks', () => {
  becomes('# a\n\n##### b\n\nc', [
    { block: 'heading-1', nodes: ['a'] },
    { block: 'heading-3', data: { level: 5 }, nodes: ['b'] },
    text('c'),
  ]);
  becomes('3. a\n   * b', [
    {
      block: 'list-ordered',
      data: { start: 3 },
      nodes: [
        {
          block: 'list-item',
          nodes: [text('a'), { block: 'list-unordered', nodes: [{ block: 'list-item', nodes: [text('b')] }] }],
        },
      ],
    },
  ]);
  becomes('- [x] a', [
    { block: 'list-tasks', nodes: [{ block: 'list-item', data: { checked: true }, nodes: [text('a')] }] },
  ]);
  becomes('{% code title="t" lineNumbers="true" %}\n```js\na\n\nb\n```\n{% endcode %}', [
    {
      block: 'code',
      data: { syntax: 'js', title: 't', lineNumbers: true },
      nodes: ['a', '', 'b'].map(line => ({ block: 'code-line', nodes: [line] })),
    },
  ]);
  becomes('{% hint style="danger" %}\na\n{% endhint %}\n\n> b\n\n***', [
    { block: 'hint', data: { style: 'danger' }, nodes: [text('a')] },
    { block: 'blockquote', nodes: [text('b')] },
    { block: 'divider', isVoid: true },
  ]);
  becomes('{% tabs %}\n{% tab title="T" %}\na\n{% endtab %}\n{% endtabs %}', [
    { block: 'tabs', nodes: [{ block: 'tabs-item', data: { title: 'T' }, nodes: [text('a')] }] },
  ]);
  becomes('<details>\n<summary>a</summary>\n\nb\n\n</details>', [
    {
      block: 'expandable',
      isVoid: true,
      fragments: [
        { fragment: 'expandable-title', nodes: [text('a')] },
        { fragment: 'expandable-body', nodes: [text('b')] },
      ],
    },
  ]);
  becomes('<figure><img src="/files/f1" alt="a"><figcaption><p>b</p></figcaption></figure>', [
    {
      block: 'images',
      nodes: [
        {
          block: 'image',
          isVoid: true,
          data: { ref: { kind: 'file', file: 'f1' }, alt: 'a' },
          fragments: [{ fragment: 'caption', nodes: [text('b')] }],
        },
      ],
    },
  ]);
  becomes('$$\na\n$$\n\n{% embed url="https://a.example" %}\n\n{% file src="/files/f1" %}', [
    { block: 'math', isVoid: true, data: { formula: 'a' } },
    { block: 'embed', isVoid: true, data: { url: 'https://a.example' } },
    { block: 'file', isVoid: true, data: { ref: { kind: 'file', file: 'f1' } } },
  ]);
  becomes('<pre class="language-sh" data-title="a"><code><strong>b &#x3C; c\n</strong>d\n</code></pre>', [
    {
      block: 'code',
      data: { syntax: 'sh', title: 'a' },
      nodes: [
        { block: 'code-line', nodes: ['b < c'] },
        { block: 'code-line', nodes: ['d'] },
      ],
    },
  ]);
  becomes('{% @pond/diagram content="a {%}" %} {% page-ref page="/pages/p1" %}', [
    {
      block: 'integration',
      isVoid: true,
      data: { integration: 'pond', block: 'diagram', props: { content: 'a {%}' } },
    },
    { block: 'content-ref', isVoid: true, data: { ref: { kind: 'page', page: 'p1' } } },
  ]);
  becomes('{% content-ref url="/pages/p1" %}\n[a](/pages/p1)\n{% endcontent-ref %}\n\n{% x/y a="1" %}', [
    {
      block: 'content-ref',
      isVoid: true,
      data: { ref: { kind: 'page', page: 'p1' } },
      fragments: [
        {
          fragment: 'caption',
          nodes: [
            {
              block: 'paragraph',
              nodes: [{ inline: 'link', data: { ref: { kind: 'page', page: 'p1' } }, nodes: ['a'] }],
            },
          ],
        },
      ],
    },
    { block: 'integration', isVoid: true, data: { integration: 'x', block: 'y', props: { a: '1' } } },
  ]);
  becomes('[a]: b\n\n<!-- c -->', [{ block: 'html-comment', isVoid: true, data: { text: ' c ' } }]);

  it('represents tables by columns, records and cells', () => {
    const markdown = '| A | B |\n|---|:-:|\n| **1** | 2 |\n| 3 |';
    const rows = ['table', 'row-1', 'row-2'];
    const table = toDocument(markdown, rows).nodes[0];
    const data = JSON.parse(JSON.stringify(table?.data)) as Record<'view' | 'definition' | 'records', never>;
    const { columns } = data.view as { columns: [string, string] };
    const definition = data.definition as Record<string, object>;
    assert.deepEqual(
      columns.map(id => definition[id]),
      [
        { id: columns[0], title: 'A', type: 'text', textAlignment: 'left' },
        { id: columns[1], title: 'B', type: 'text', textAlignment: 'center' },
      ],
    );
    const records = data.records as Record<string, { values: Record<string, string> }>;
    assert.deepEqual(Object.keys(records), ['row-1', 'row-2']);
    const cellsOf = (row: string) =>
      columns.map(id => {
        const name = records[row]?.values[id];
        return textOfNodes(table?.fragments?.filter(({ fragment }) => fragment === name) ?? []);
      });
    assert.deepEqual(
      [cellsOf('row-1'), cellsOf('row-2')],
      [
        ['1', '2'],
        ['3', ''],
      ],
    );
  });

  it('contains the given keys, and no key twice', () => {
    for (let seed = 0; seed < 30; seed++) {
      const { markdown } = randomPage(seed);
      const blocks = allBlocks(parseBlocks(markdown));
      const keys = blocks.map((_, index) => `key-${index}`);
      const documentKeys = keysIn(toDocument(markdown, keys).nodes);
      const visibleKeys = keys.filter(
        (_, index) => blocks[index]?.type !== 'definition' && blocks[index]?.type !== 'table-row',
      );
      assert.deepEqual(
        visibleKeys.filter(key => !documentKeys.includes(key)),
        [],
      );
      assert.equal(new Set(documentKeys).size, documentKeys.length);
    }
  });
});

function keysIn(nodes: readonly DocumentNode[]): string[] {
  return nodes.flatMap(({ key, nodes = [], fragments = [] }) => [
    ...(key ? [key] : []),
    ...keysIn([...nodes, ...fragments]),
  ]);
}

describe('document of a page: inline nodes', () => {
  const inside = (markdown: string, expected: unknown[]) =>
    becomes(markdown, [{ block: 'paragraph', nodes: expected }]);
  const link = (ref: object, ...nodes: unknown[]) => ({ inline: 'link', data: { ref }, nodes });

  inside('a **b _c_** ~~d~~ `e*` &amp; \\* f', ['a  b |bold c|bold|italic   d|strikethrough   e*|code  & * f']);
  inside('a\nb<br>c', ['a b\nc']);
  inside('[a](/pages/p1) [b](/pages/p1#c)', [
    link({ kind: 'page', page: 'p1' }, 'a'),
    ' ',
    link({ kind: 'anchor', anchor: 'c', page: 'p1' }, 'b'),
  ]);
  inside('[a](#b) [c](/files/f1) <https://d.example>', [
    link({ kind: 'anchor', anchor: 'b' }, 'a'),
    ' ',
    link({ kind: 'file', file: 'f1' }, 'c'),
    ' ',
    link({ kind: 'url', url: 'https://d.example' }, 'https://d.example'),
  ]);
  inside('a ![b](/files/f1)', [
    'a ',
    { inline: 'inline-image', isVoid: true, data: { ref: { kind: 'file', file: 'f1' }, caption: 'b' } },
  ]);
  inside('👍🏽 1 👩‍💻', [
    { inline: 'emoji', isVoid: true, data: { code: '1f44d-1f3fd' } },
    ' 1 ',
    { inline: 'emoji', isVoid: true, data: { code: '1f469-200d-1f4bb' } },
  ]);
  inside('a $$b_c_d$$', ['a ', { inline: 'inline-math', isVoid: true, data: { formula: 'b_c_d' } }]);
  inside('<mark style="color:red;">a</mark><kbd>b</kbd><sup>c</sup>', ['a|color b|keyboard c|superscript']);
  inside('<a href="/pages/p1" class="button primary">a</a>', [
    { inline: 'button', isVoid: true, data: { label: 'a', kind: 'primary', ref: { kind: 'page', page: 'p1' } } },
  ]);
  inside('a word[^1] b\n\n[^1]: c *d*', [
    'a ',
    {
      inline: 'annotation',
      nodes: ['word'],
      fragments: [{ fragment: 'annotation-body', nodes: [{ block: 'paragraph', nodes: ['c  d|italic'] }] }],
    },
    ' b',
  ]);

  it('resolves links that are defined elsewhere on the page', () => {
    const [paragraph] = nodesOf('* [a][b]\n\n[b]: /pages/p1');
    assert.match(JSON.stringify(paragraph), /"page":"p1"/);
  });
});
