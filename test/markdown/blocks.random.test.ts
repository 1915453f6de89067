import assert from 'node:assert/strict';
import { assertLinear } from '../growth.ts';
import { parseBlocks, type Block } from '../../src/markdown/index.ts';
import { randomPage } from './randomPage.ts';

describe('blocks of random pages', () => {
  const pages = Array.from({ length: 150 }, (_, seed) => ({ seed, ...randomPage(seed) }));

  it('cover exactly the lines of their text', () => {
    for (const { seed, markdown, leaves } of pages) {
      const blocks = parseBlocks(markdown);
      for (const { word, start, end } of leaves) {
        const block = innermost(blocks, word);
        assert.deepEqual([block?.start, block?.end], [start, end], `${word} of page ${seed}`);
      }
    }
    assert.ok(pages.flatMap(page => page.leaves).length > 1000);
  });

  it('are sorted, lie within their parents, and omit no line', () => {
    for (const { seed, markdown } of pages) {
      const lines = markdown.split('\n');
      const body = /^---\n/.test(markdown) ? lines.indexOf('---', 1) + 1 : 0;
      const covered = new Set<number>();
      check(parseBlocks(markdown), { start: body, end: lines.length - 1 }, `page ${seed}`, covered);
      const missed = lines
        .map((_, line) => line)
        .filter(line => line >= body && lines[line]?.trim() && !covered.has(line));
      assert.deepEqual(missed, [], `page ${seed}`);
    }
  });

  it('are equal with any line ends', () => {
    for (const { markdown } of pages.slice(0, 40)) {
      assert.deepEqual(parseBlocks(markdown.replaceAll('\n', '\r\n')), parseBlocks(markdown));
    }
  });

  it('are parsed in linear time, whatever the text', () => {
    const repeated = [
      '```\n',
      '<details>\n',
      '[a](',
      '![](',
      '$$\n',
      '**a',
      '> ',
      '| a |\n|-|\n',
      '<table><tr>',
      '<a ',
      '[^1]: a\n',
    ];
    const texts = repeated.map(text => (count: number) => text.repeat(count));
    texts.push(count => '{% hint %}\n'.repeat(2 * count) + '{% endhint %}\n');
    texts.push(count => '{% hint %}\n'.repeat(2 * count) + '{% endhint %}\n'.repeat(2 * count));
    for (const text of texts) assertLinear(count => parseBlocks(text(count)), 500, JSON.stringify(text(1)));
  });
});

function innermost(blocks: readonly Block[], word: string): Block | undefined {
  const blockWithWord = blocks.find(block => block.text.includes(word));
  return blockWithWord && (innermost(blockWithWord.children, word) ?? blockWithWord);
}

type Lines = Pick<Block, 'start' | 'end'>;

function check(blocks: readonly Block[], parent: Lines, page: string, covered: Set<number>): void {
  let before = parent.start - 1;
  for (const block of blocks) {
    const where = `${block.type} ${block.start}-${block.end} of ${page}`;
    // Images, and rows of an HTML table, may share a line.
    const canShareLine = block.type === 'image' || block.type === 'table-row';
    assert.ok(block.start > before - (canShareLine ? 1 : 0), `${where} overlaps`);
    assert.ok(block.start <= block.end && block.end <= parent.end, `${where} leaves its parent`);
    for (let line = block.start; line <= block.end; line++) covered.add(line);
    check(block.children, block, page, covered);
    before = block.end;
  }
}
