import assert from 'node:assert/strict';
import { describeNode, nodeAt, parseBlocks, placeComment, placePage } from '../../src/markdown/index.ts';
import { toDocument } from '../../src/markdown/reading/toDocument.ts';
import { allBlocks } from '../../src/markdown/block.ts';
import { block, document, item, paragraph, textNode } from './documents.ts';

describe('the placement of a comment on a table cell', () => {
  const markdown = ['| Buoy | Range |', '|---|---|', '| Heron S | 4 km |', '| Heron L | 9 km |'].join('\n');
  const tree = toDocument(markdown, ['t', 'r1', 'r2']);
  const page = placePage(tree, markdown);
  const { records = {}, definition = {} } = (tree.nodes[0]?.data ?? {}) as Record<string, Record<string, unknown>>;
  const [, record = ''] = Object.keys(records);
  const [, column = ''] = Object.keys(definition);

  it('is its row, and names the cell', () => {
    const placement = placeComment(page, { node: { id: 't' }, cell: { record, definition: column } });
    assert.deepEqual(placement, { exactness: 'node', start: 3, end: 3, cell: '“Range” of “Heron L”' });
  });

  it('is the table with a message when the row is gone', () => {
    const placement = placeComment(page, { node: { id: 't' }, cell: { record: 'gone', definition: column } });
    assert.deepEqual(placement, { exactness: 'table', start: 0, end: 3 });
  });

  it('is inexact when the cell has other text', () => {
    const cell = { record, definition: column };
    const target = { node: { id: 't' }, cell, canHaveChanged: true };
    const signature = (markdown: string) => describeNode(toDocument(markdown, ['t', 'r1', 'r2']), 't', cell)?.signature;
    const exactnessOf = (before: string) => placeComment(page, { ...target, signature: signature(before) }).exactness;
    assert.equal(exactnessOf(markdown.replace('4 km', '40 km')), 'node', 'another cell has changed');
    assert.equal(exactnessOf(markdown.replace('9 km', 'unknown')), 'replacement');
  });
});

describe('the node for a new comment', () => {
  const markdown = [
    '# A',
    '',
    'One',
    'two',
    '',
    '* Three',
    '  * Four',
    '* Five',
    '',
    '{% hint style="info" %}',
    'Six',
    '',
    'Seven',
    '{% endhint %}',
    '',
    '| X |',
    '|---|',
    '| 1 |',
    '',
    '![](a.png) ![](b.png)',
  ].join('\n');
  const keys = allBlocks(parseBlocks(markdown)).map(block => `${block.type} ${block.start}`);
  const page = placePage(toDocument(markdown, keys), markdown);

  for (const [title, range, id] of [
    ['is the innermost block on a line', [6, 6], 'paragraph 6'],
    ['is the paragraph of an item, not the items inside', [5, 5], 'paragraph 5'],
    ['is a paragraph of several lines', [2, 3], 'paragraph 2'],
    ['is the same for a backward selection', [3, 2], 'paragraph 2'],
    ['is the item that covers its own items', [5, 6], 'list-item 5'],
    ['is the list around several items', [6, 7], 'list-unordered 5'],
    ['is the hint around its paragraphs', [10, 12], 'hint 9'],
    ['is the hint on the line of its tag', [9, 9], 'hint 9'],
    ['is the table on each of its lines', [17, 17], 'table 15'],
    ['is all images that share a line', [19, 19], 'images 19'],
    ['is the first of several blocks', [0, 3], 'heading 0'],
    ['is the innermost of the first of several blocks', [7, 10], 'paragraph 7'],
    ['is the block above a blank line', [4, 4], 'paragraph 2'],
    ['is the last block below the end', [30, 31], 'images 19'],
  ] as const) {
    it(title, () => assert.equal(nodeAt(page, range[0], range[1])?.id, id));
  }

  it('is an image with a size that stands alone, not an HTML comment before it', () => {
    const markdown =
      '<!-- Draw this. -->\n\n<img src="a.png" alt="A" data-size="original">\n\n* <img src="b.png" data-size="line">';
    const keys = allBlocks(parseBlocks(markdown)).map(block => `${block.type} ${block.start}`);
    const page = placePage(toDocument(markdown, keys), markdown);
    assert.deepEqual(
      [2, 4].map(line => nodeAt(page, line, line)?.id),
      ['paragraph 2', 'paragraph 4'],
    );
  });

  it('is returned with its lines and text', () => {
    const { type, start, end, preview } = nodeAt(page, 2, 2) ?? {};
    assert.deepEqual({ type, start, end, preview }, { type: 'paragraph', start: 2, end: 3, preview: 'One two' });
  });

  it('is returned with the start of a long text', () => {
    const words = 'word '.repeat(100).trim();
    const { preview = '' } = nodeAt(placePage(document(paragraph('a', words)), words), 0, 0) ?? {};
    assert.equal(preview, `${words.slice(0, 199).trimEnd()}…`);
  });

  it('is undefined when the server sends no keys', () => {
    const bare = document({ object: 'block', type: 'paragraph', nodes: [textNode('a')] });
    assert.equal(nodeAt(placePage(bare, 'a'), 0, 0), undefined);
  });

  it('is undefined on text of a deleted block', () => {
    const page = placePage(document(paragraph('a', 'One'), paragraph('c', 'Three')), 'One\n\nTwo is gone\n\nThree');
    assert.deepEqual([nodeAt(page, 2, 2), nodeAt(page, 1, 3)], [undefined, undefined]);
    assert.equal(nodeAt(page, 2, 4)?.id, 'c');
    assert.equal(nodeAt(page, 3, 3)?.id, 'a');
  });

  it('is the block below on blank lines before all blocks', () => {
    assert.equal(nodeAt(placePage(document(paragraph('a', 'a')), '\n\na'), 0, 0)?.id, 'a');
  });
});

describe('the placement of a comment', () => {
  const markdown =
    '# Setup\n\nFirst install the server.\n\n## Next steps\n\n* Start the server\n* Stop the server, then go home';
  const page = placePage(document(paragraph('p', 'First install the server.')), markdown);

  for (const [title, target, expected] of [
    ['is its node', { node: { id: 'p', preview: 'Next steps' } }, 'node 2-2'],
    ['is the quoted text when the node is gone', { node: { id: 'x', preview: 'Start the server' } }, 'preview 6-6'],
    [
      'is text that starts like a shortened quotation',
      { node: { id: 'x', preview: 'Stop the server…' } },
      'preview 7-7',
    ],
    [
      'is text similar to the quotation',
      { node: { id: 'x', preview: 'First install the new server!' } },
      'preview 2-2',
    ],
    ['is not another sentence', { node: { id: 'x', preview: 'Then restart the workers.' } }, 'page'],
    ['is not a block that contains a short quotation by chance', { node: { id: 'x', preview: 'install' } }, 'page'],
    ['is not a block that starts with a few equal letters', { node: { id: 'x', preview: 'Fi…' } }, 'page'],
    ['is the heading above', { node: { id: 'x', preview: 'Bread and butter' }, heading: 'Next steps' }, 'heading 4-4'],
    ['is the whole page when nothing is found', { node: { id: 'x', preview: 'Bread' }, heading: 'Gone' }, 'page'],
    ['is the whole page when there is no node', {}, 'page'],
  ] as const) {
    it(title, () => {
      const placement = placeComment(page, target);
      assert.equal(
        placement.exactness === 'page' ? 'page' : `${placement.exactness} ${placement.start}-${placement.end}`,
        expected,
      );
    });
  }

  it('is a replacement when its node has other text', () => {
    const exactnessOf = (before: string, now: string, earlier: object = {}) => {
      const { preview, signature } = describeNode(document(paragraph('p', before)), 'p') ?? assert.fail();
      const target = { node: { id: 'p', preview }, signature, canHaveChanged: true, ...earlier };
      return placeComment(placePage(document(paragraph('p', now)), now), target).exactness;
    };
    const [server, workers] = ['First install the server.', 'Ask somebody who knows the workers.'];
    assert.equal(exactnessOf(server, workers), 'replacement');
    assert.equal(exactnessOf(server, workers, { signature: undefined }), 'replacement', 'by what it quotes alone');
    assert.equal(exactnessOf(server, workers, { canHaveChanged: false }), 'node', 'the page is known to be the same');
    assert.equal(exactnessOf(server, 'First, install the new server'), 'node', 'an edited sentence');
    assert.equal(exactnessOf(server, `${server} ${workers.repeat(5)}`), 'node', 'with more behind it');
    assert.equal(exactnessOf('', workers), 'node', 'nothing was said');
  });

  it('is a replacement when text replaces an image', () => {
    const [image, text] = ['[![A](a.png)](https://example.org)', 'Ask somebody who knows.'];
    const described = describeNode(toDocument(image, ['p']), 'p');
    const exactnessOf = (now: string) =>
      placeComment(placePage(toDocument(now, ['p']), now), { node: { id: 'p' }, ...described, canHaveChanged: true })
        .exactness;
    assert.deepEqual([image, text].map(exactnessOf), ['node', 'replacement']);
  });

  it('can be found with the document of an older revision', () => {
    const old = document(
      block('heading-2', 'h', [textNode('Next steps')]),
      block('list-unordered', 'l', [item('i', 'Run it')]),
    );
    assert.deepEqual(describeNode(old, 'i'), { preview: 'Run it', signature: 'Runit', heading: 'Next steps' });
    assert.equal(describeNode(old, 'nowhere'), undefined);
  });
});
