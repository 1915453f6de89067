import assert from 'node:assert/strict';
import { assertLinear } from '../growth.ts';
import type { Document, DocumentNode } from '../../src/markdown/document.ts';
import { nodeAt, parseBlocks, placePage } from '../../src/markdown/index.ts';
import { toDocument } from '../../src/markdown/reading/toDocument.ts';
import { allBlocks } from '../../src/markdown/block.ts';
import { block, document, item, paragraph, textNode } from './documents.ts';
import { randomPage } from './randomPage.ts';

function lines(page: Document, markdown: string | string[]): Record<string, string> {
  const { placements } = placePage(page, [markdown].flat().join('\n'));
  return Object.fromEntries([...placements].map(([key, { start, end }]) => [key, `${start}-${end}`]));
}

describe('placement of nodes', () => {
  it('is on the lines of each block, on random pages', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { markdown } = randomPage(seed);
      const blocks = allBlocks(parseBlocks(markdown)).map((block, index) => ({
        block,
        key: `${(index * 7919) % 10007}`,
      }));
      const keys = blocks.map(({ key }) => key);
      const page = JSON.parse(JSON.stringify(toDocument(markdown, keys))) as Document;
      const { placements } = placePage(page, markdown);
      for (const { block, key } of blocks.filter(({ block }) => block.type !== 'definition')) {
        const { start, end } = block;
        assert.deepEqual(placements.get(key), { start, end }, `${block.type} at ${start} of page ${seed}`);
      }
    }
  });

  it('distinguishes blocks with equal text', () => {
    const page = document(
      paragraph('a', 'Example:'),
      paragraph('b', 'One'),
      paragraph('c', 'Example:'),
      paragraph('d', 'Example:'),
      block('list-unordered', 'e', [item('f', 'Yes'), item('g', 'Yes'), item('h', 'No'), item('i', 'Yes')]),
    );
    const markdown = ['Example:', '', 'One', '', 'Example:', '', 'Example:', '', '* Yes', '* Yes', '* No', '* Yes'];
    const { a, b, c, d, e, f, g, h, i } = lines(page, markdown);
    assert.deepEqual([a, b, c, d, e, f, g, h, i], ['0-0', '2-2', '4-4', '6-6', '8-11', '8-8', '9-9', '10-10', '11-11']);
  });

  it('distinguishes the operations of one specification', () => {
    const operation = (path: string, method: string) =>
      `{% openapi-operation spec="birds" path="${path}" method="${method}" %}\n{% endopenapi-operation %}`;
    const [list, add, one] = [operation('/herons', 'get'), operation('/herons', 'post'), operation('/herons/1', 'get')];
    const page = toDocument([list, add].join('\n\n'), ['a', 'b']);
    assert.deepEqual(lines(page, [one, add, list]), { a: '4-5', b: '2-3' });
  });

  it('is correct with an older document that lacks some blocks', () => {
    const page = document(
      paragraph('a', 'Example:'),
      paragraph('b', 'One is the first of all numbers.'),
      paragraph('c', 'Example:'),
      block('list-unordered', 'd', [item('e', 'Yes'), item('f', 'Maybe so')]),
    );
    const markdown = [
      'Quite new.',
      '',
      'Example:',
      '',
      'One is the very first of all numbers.',
      '',
      '{% hint style="info" %}',
      'New.',
      '{% endhint %}',
      '',
      'Example:',
      '',
      '* New',
      '* Yes',
      '* Maybe so',
    ];
    const { a, b, c, d, e, f } = lines(page, markdown);
    assert.deepEqual([a, b, c, d, e, f], ['2-2', '4-4', '10-10', '12-14', '13-13', '14-14']);
  });

  it('is undefined for deleted nodes', () => {
    const page = document(
      paragraph('a', 'Going.'),
      paragraph('b', 'A sentence that was taken away'),
      paragraph('c', 'Gone.'),
    );
    assert.deepEqual(lines(page, ['Going.', '', 'Something entirely else', '', 'Gone.']), { a: '0-0', c: '4-4' });
  });

  for (const [title, sentence, expected] of [
    ['finds a sentence that was half rewritten', 'A new server listens on port 9000 and keeps its log.', '2-2'],
    ['finds a sentence of which a part remains', 'By default it listens on port 8080.', '2-2'],
    ['is undefined when a sentence replaced another', 'Everything is written to a file.', undefined],
  ] as const) {
    it(title, () => {
      const old = 'The server listens on port 8080 and writes its log to a file.';
      const page = document(paragraph('a', 'Before.'), paragraph('b', old), paragraph('c', 'After.'));
      assert.equal(lines(page, ['Before.', '', sentence, '', 'After.'])['b'], expected);
    });
  }

  it('finds moved blocks, even inside others', () => {
    const page = document(
      block('heading-1', 'a', [textNode('One')]),
      paragraph('b', 'First words'),
      block('heading-1', 'c', [textNode('Two')]),
      block('list-unordered', 'd', [item('e', 'Second words')]),
      paragraph('f', 'Third words'),
    );
    const markdown = ['# Two', '', '* Second words', '', '# One', '', 'First words', '', '> Third words'];
    const { a, b, c, d, e, f } = lines(page, markdown);
    assert.deepEqual([a, b, c, d, e, f], ['4-4', '6-6', '0-0', '2-2', '2-2', '8-8']);
  });

  it('does not mistake a new block for one that was moved away from there', () => {
    const page = document(
      paragraph('a', 'Before.'),
      paragraph('b', 'The moved one.'),
      paragraph('c', 'After.'),
      paragraph('d', 'End.'),
    );
    const { b } = lines(page, ['Before.', '', 'The moving one.', '', 'After.', '', 'The moved one.', '', 'End.']);
    assert.equal(b, '6-6');
  });

  it('does not mistake a block that was moved here for an edited form of the former one', () => {
    const page = document(
      paragraph('a', 'Before.'),
      paragraph('b', 'The first of all sentences.'),
      paragraph('c', 'After.'),
      paragraph('d', 'Behind.'),
      paragraph('e', 'The first of all my sentences.'),
    );
    const { b, e } = lines(page, ['Before.', '', 'The first of all my sentences.', '', 'After.', '', 'Behind.']);
    assert.deepEqual([b, e], [undefined, '2-2']);
  });

  it('is undefined for a long text of which only the start remains', () => {
    const words = (word: string) => Array.from({ length: 100 }, (_, index) => `${word}${index}`).join(' ');
    const page = document(
      paragraph('a', 'Before.'),
      paragraph('b', `Since version 2: ${words('old')}`),
      paragraph('c', 'After.'),
    );
    const { b } = lines(page, ['Before.', '', `Since version 2: ${words('new and ')}`, '', 'After.']);
    assert.equal(b, undefined);
  });

  it('tolerates the formatting of a real server', () => {
    const page = document(
      paragraph('text', 'Use the <match> tag, it is 5 * 3 & more – see here 🚀'),
      block('heading-3', 'deep', [textNode('Deeply '), textNode('nested', 'bold')]),
      paragraph('deeper', 'Not a heading there'),
      {
        ...block('code', 'code', [
          block('code-line', 'one', [textNode('a = 1')]),
          block('code-line', 'two', [textNode('b_c')]),
        ]),
      },
      block('images', 'images', [
        { object: 'block', type: 'image', key: 'image', isVoid: true, data: { ref: { kind: 'file', file: 'x1' } } },
      ]),
      { object: 'block', type: 'content-ref', key: 'ref', isVoid: true, data: { ref: { kind: 'page', page: 'Zk3' } } },
      { object: 'block', type: 'integration', key: 'video', isVoid: true, data: { url: 'https://v.example/1' } },
      paragraph('', ''),
      { object: 'block', type: 'divider', key: 'line', isVoid: true, data: {} },
      paragraph('end', ''),
    );
    const markdown = [
      '---',
      'description: Not part of the document',
      '---',
      '',
      '# A title that is not in the document either',
      '',
      'Use the `<match>` tag, it is  5 \\* 3 &amp; **more** – see [here](../x.md) :rocket:',
      '',
      '##### Deeply **nested**',
      '',
      '###### Not a heading there',
      '',
      '{% code title="x" overflow="wrap" %}',
      '```ruby',
      'a = 1',
      'b_c',
      '```',
      '{% endcode %}',
      '',
      '<figure><img src="../.gitbook/assets/x.png" alt="A picture"><figcaption></figcaption></figure>',
      '',
      '{% content-ref url="../setup/first.md" %}',
      '[first.md](../setup/first.md)',
      '{% endcontent-ref %}',
      '',
      '{% embed url="https://v.example/1" %}',
      '',
      '***',
    ];
    const placed = lines(page, markdown);
    assert.deepEqual(placed, {
      text: '6-6',
      deep: '8-8',
      deeper: '10-10',
      code: '12-17',
      one: '14-14',
      two: '15-15',
      images: '19-19',
      image: '19-19',
      ref: '21-23',
      video: '25-25',
      line: '27-27',
    });
  });

  it('works for table cells, written in either syntax, and for expandable blocks', () => {
    const cell = (name: string, text: string): DocumentNode => ({
      object: 'fragment',
      key: `${name}-cell`,
      fragment: name,
      nodes: [paragraph(name, text)],
    });
    const data = {
      view: { type: 'grid', columns: ['x', 'y'], hideHeader: false },
      definition: { y: { id: 'y', title: 'Y' }, x: { id: 'x', title: 'X' } },
      records: {
        second: { orderIndex: 'a1', values: { x: 'c', y: 'd' } },
        first: { orderIndex: 'a0', values: { x: 'a', y: 'b' } },
      },
    };
    const fragments = [cell('a', 'one'), cell('b', 'two'), cell('c', 'three'), cell('d', 'four')];
    const table: DocumentNode = { object: 'block', type: 'table', key: 'table', isVoid: true, data, fragments };
    const expandable: DocumentNode = {
      object: 'block',
      type: 'expandable',
      key: 'fold',
      isVoid: true,
      fragments: [
        { object: 'fragment', fragment: 'expandable-title', nodes: [paragraph('title', 'More')] },
        { object: 'fragment', fragment: 'expandable-body', nodes: [paragraph('body', 'Inside')] },
      ],
    };
    const fold = ['<details>', '', '<summary>More</summary>', '', 'Inside', '', '</details>', ''];
    const page = document(expandable, table);
    const {
      fold: foldLines,
      title,
      body,
      a,
      d,
      second,
    } = lines(page, [...fold, '| X | Y |', '|-|-|', '| **one** | two |', '| three | four |']);
    assert.deepEqual([foldLines, title, body, a, d, second], ['0-6', '2-2', '4-4', '10-10', '11-11', '11-11']);
    const html = [
      '<table><thead><tr><th>X</th><th>Y</th></tr></thead>',
      '<tr><td>one</td><td>two</td></tr><tr><td>three</td><td>four</td></tr>',
      '</table>',
    ];
    const written = lines(page, [...fold, ...html]);
    assert.deepEqual([written['table'], written['a'], written['d']], ['8-10', '9-9', '9-9']);
  });

  it('works for conditional content and other custom blocks', () => {
    const page = document(
      block('if', 'if', [paragraph('a', 'Only for some.'), paragraph('b', 'This too.')], { condition: 'visitor.beta' }),
      block('prompt', 'prompt', [paragraph('c', 'Do it')]),
      block('updates', 'updates', [block('update', 'update', [paragraph('d', 'New')])]),
      block('if', 'other', [paragraph('e', 'For others.')]),
    );
    const written = [
      ...['{% if visitor.beta %}', 'Only for some.', '', 'This too.', '{% endif %}', ''],
      ...['{% prompt description="x" %}', 'Do it', '{% endprompt %}', ''],
      ...['{% updates %}', '{% update date="2026-01-01" %}', 'New', '{% endupdate %}', '{% endupdates %}', ''],
      ...['{% if !visitor.beta %}', 'For others.', '{% endif %}'],
    ];
    const placed = lines(page, written);
    const { if: ifLines, prompt, updates, update, other } = placed;
    assert.deepEqual([ifLines, prompt, updates, update, other], ['0-4', '6-8', '10-14', '11-13', '16-18']);
    assert.deepEqual([placed['a'], placed['c'], placed['d'], placed['e']], ['1-1', '7-7', '12-12', '17-17']);
    const asWritten = placePage(toDocument(written.join('\n'), ['k']), written.join('\n'));
    assert.equal(nodeAt(asWritten, 0, 0)?.start, 0);
    assert.equal(nodeAt(asWritten, 0, 0)?.end, 4);
  });

  it('of texts and links is that of the block that contains them', () => {
    const link: DocumentNode = {
      object: 'inline',
      type: 'link',
      key: 'link',
      nodes: [{ ...textNode('b'), key: 'inner' }],
    };
    const page = document(block('paragraph', 'p', [{ ...textNode('a '), key: 'outer' }, link]));
    assert.deepEqual(lines(page, ['', 'a [b](c)']), { p: '1-1', outer: '1-1', link: '1-1', inner: '1-1' });
  });

  it('is undefined without a document or Markdown', () => {
    assert.equal(placePage(undefined, 'a').placements.size, 0);
    assert.equal(placePage(document(paragraph('a', 'a')), '').placements.size, 0);
  });
});

describe('placement of nodes on a large page', () => {
  it('takes linear time, whatever the document contains', () => {
    // Twenty texts are repeated at each size, because other texts could be longer.
    const page = (count: number, first = 0) =>
      Array.from({ length: count }, (_, index) =>
        randomPage(first + (index % 20)).markdown.replace(/^---[\s\S]*?---\n/, ''),
      ).join('\n\n');
    assertLinear(count => placePage(toDocument(page(count), []), page(count)), 20, 'its own document');
    assertLinear(count => placePage(toDocument(page(count, 500), []), page(count)), 20, 'the document of another page');
  });
});
