import assert from 'node:assert/strict';
import { mapLines } from '../../src/markdown/lineMap.ts';
import { assertLinear } from '../growth.ts';

const text = ['One', 'Two', 'Three', 'Four'].join('\n');

describe('the map between lines of two versions', () => {
  for (const [what, after, lines] of [
    ['an unchanged text', text, [0, 1, 2, 3]],
    ['other line ends', text.replaceAll('\n', '\r\n'), [0, 1, 2, 3]],
    ['lines at the start', `New\nNew\n${text}`, [2, 3, 4, 5]],
    ['lines in the middle', text.replace('Three', 'New\nThree'), [0, 1, 3, 4]],
    ['lines at the end', `${text}\nNew`, [0, 1, 2, 3]],
    ['a changed line', text.replace('Two', 'Too'), [0, 1, 2, 3]],
    ['a split line', text.replace('Two', 'Too\nmuch'), [0, 1, 3, 4]],
    ['joined lines', text.replace('Two\nThree', 'Many'), [0, 1, 1, 2]],
    ['a deleted line', text.replace('Two\n', ''), [0, 0, 1, 2]],
    ['a deleted first line', text.replace('One\n', ''), [0, 0, 1, 2]],
    ['changes in two places', text.replace('One', 'New\nOne').replace('Three\n', ''), [1, 2, 2, 3]],
    ['an empty text', '', [0, 0, 0, 0]],
  ] as const) {
    it(`is correct after ${what}`, () => {
      const map = mapLines(text, after);
      assert.deepEqual([0, 1, 2, 3].map(map), lines);
    });
  }

  it('takes linear time on a page with mostly equal lines', () => {
    const page = (paragraphs: number) => Array.from({ length: paragraphs }, (_, index) => `Part ${index}\n\n`).join('');
    const edit = (text: string) => text.replace('Part 7\n', 'Part 7, edited\n\nOne more\n');
    assertLinear(size => mapLines(page(size), edit(page(size))), 500, 'mapping the lines of an edited page');
  }).timeout(60_000);

  it('contains lines for a completely different text', () => {
    const other = Array.from({ length: 5000 }, (_, index) => `Other ${index}`).join('\n');
    const before = Array.from({ length: 5000 }, (_, index) => `Line ${index}`).join('\n');
    const map = mapLines(before, other);
    assert.deepEqual([0, 100, 4999].map(map), [0, 100, 4999]);
  });
});
