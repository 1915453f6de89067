import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { allBlocks, type Block } from '../../../src/markdown/block.ts';
import { nodeAt, parseBlocks, placePage } from '../../../src/markdown/index.ts';
import { blockIds } from '../../../src/markdown/review/blockIds.ts';
import { serve, type ServedPage } from '../served.ts';

const root = join(import.meta.dirname, '../../..');
const places = {
  'real documentation': join(root, '../shared/data/fluentd-docs/space'),
  'the sample': join(root, 'src/sandbox/load/sample'),
};

for (const [name, folder] of Object.entries(places)) {
  describe(`node IDs of the blocks of ${name}`, function () {
    let pages: ServedPage[] = [];

    before(function () {
      if (!existsSync(folder)) this.skip();
      const paths = globSync(join(folder, '**/*.md')).filter(path => !path.endsWith('SUMMARY.md'));
      pages = paths.map(serve);
    });

    it('are those of the server, and a comment on the lines of a block is attached to it or its content', () => {
      let [all, known, commented] = [0, 0, 0];
      const wrong: string[] = [];
      for (const { path, markdown, document, blocks } of pages) {
        const page = placePage(document, markdown);
        const written = parseBlocks(markdown);
        const ids = blockIds(written, page);
        // The canonical form for which the keys were created has equal blocks on equal lines. Two images that share a
        // line cannot be distinguished.
        const blocksByPlace = Map.groupBy(blocks, ({ block }) => placeOf(block));
        for (const block of allBlocks(written)) {
          const [only, another] = blocksByPlace.get(placeOf(block)) ?? [];
          if (!only || another) continue;
          all++;
          if (ids.get(block) === only.key) known++;
          else wrong.push(`${block.type} on line ${block.start + 1} of ${path}`);
          // A comment on a row or a title belongs to the block that contains it.
          const whole = parts.has(block.type) ? written.filter(one => allBlocks([one]).includes(block)) : [];
          const inside = allBlocks([block, ...whole]).map(one => ids.get(one));
          if (inside.includes(nodeAt(page, block.start, block.end)?.id)) commented++;
          else wrong.push(`a comment on the ${block.type} on line ${block.start + 1} of ${path}`);
        }
      }
      console.log(`      ${known} of ${all} nodes known, ${commented} comments on the right ones`);
      assert.ok(all > 1000);
      assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length}`);
    });
  });
}

const parts: ReadonlySet<string> = new Set(['table-row', 'expandable-title']);

function placeOf({ type, start, end }: Block): string {
  return `${type} ${start} ${end}`;
}
