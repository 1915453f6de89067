import assert from 'node:assert/strict';
import { allBlocks } from '../../src/markdown/block.ts';
import { parseBlocks } from '../../src/markdown/blocks.ts';
import { nodeAt, placeComment, placePage, Places } from '../../src/markdown/index.ts';
import { SliceQueue } from '../../src/markdown/slices.ts';
import { toDocument } from '../../src/markdown/reading/toDocument.ts';

const sentence =
  'The console *draws* it as a line that rises and falls with the sea, and waves are averaged out. '.repeat(4);
const parts = [
  '# Part',
  `${sentence} Gauge`,
  `* is read\n* ${sentence}`,
  '| Name |\n| --- |\n| level',
  `> ${sentence}`,
];
const long = `${Array.from({ length: 1000 }, (_, index) => `${parts[index % 5]} ${index}`).join('\n\n')}\n`;

/** A page and the keys of its blocks. The text differs from the document by the edit. */
function pageOf(markdown: string, edit = (text: string) => text) {
  const keys = allBlocks(parseBlocks(markdown)).map((_, index) => `key ${index}`);
  return { nodes: toDocument(markdown, keys).nodes, markdown: edit(markdown), keys };
}

describe('placements on a page of more than 200 kB', () => {
  let queue: SliceQueue;

  beforeEach(() => (queue = new SliceQueue()));

  for (const [title, edit] of [
    ['equal those computed without slices', (text: string) => text],
    [
      'equal those computed without slices in an edited text',
      (text: string) => `More.\n\n${text.replace('averaged out.', 'forgotten.')}`,
    ],
  ] as const) {
    it(title, async () => {
      const { keys, ...page } = pageOf(long, edit);
      assert.ok(page.markdown.length > 200_000);
      const [places, expected] = [new Places(page, queue), placePage(page, page.markdown)];
      const targets = [
        ...keys.filter((_, index) => index % 97 === 0).map(id => ({ node: { id } })),
        { node: { id: 'gone', preview: `${sentence} Gauge 6` } },
        { node: { id: 'gone', preview: 'Something else' }, heading: 'Part 10' },
        {},
      ];
      const actual = await Promise.all(targets.map(target => places.place(target)));
      assert.deepEqual(
        actual,
        targets.map(target => placeComment(expected, target)),
      );
      for (const line of [0, 4, 1000]) assert.deepEqual(await places.nodeAt(line, line), nodeAt(expected, line, line));
    });
  }

  it('are not computed after the signal was aborted', async () => {
    const stop = new AbortController();
    const places = new Places({ ...pageOf(long), signal: stop.signal }, queue);
    await places.place({});
    const pending = places.place({});
    stop.abort();
    await assert.rejects(pending, { name: 'AbortError' });
    await assert.rejects(places.place({}), { name: 'AbortError' });
    const others = new Places(pageOf('a'), queue);
    assert.deepEqual(await others.place({ node: { id: 'key 0' } }), { exactness: 'node', start: 0, end: 0 });
  });
});
