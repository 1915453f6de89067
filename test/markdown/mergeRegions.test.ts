import assert from 'node:assert/strict';
import { mergeRegions, type MergeRegion } from '../../src/markdown/mergeRegions.ts';
import { createRandom } from '../sandbox/random.ts';

/** Returns the three sequences that regions are made of. */
function joined(regions: readonly MergeRegion[]): MergeRegion {
  return {
    base: regions.flatMap(({ base }) => base),
    one: regions.flatMap(({ one }) => one),
    other: regions.flatMap(({ other }) => other),
  };
}

describe('regions of a three-way merge', () => {
  it('contain a line once that both versions start and end with', () => {
    for (const [one, other] of [
      ['xx', 'x'],
      ['x', 'xx'],
      ['xyx', 'x'],
      ['xyx', 'xyxyx'],
    ] as const) {
      const sequences = { base: ['b'], one: [...one], other: [...other] };
      assert.deepEqual(joined(mergeRegions(sequences)), sequences, `${one} and ${other}`);
    }
  });

  it('contain all of each version, in order, whatever they have in common', () => {
    const random = createRandom(7);
    const lines = () => Array.from({ length: random.below(7) }, () => 'abc'.charAt(random.below(3)));
    for (let round = 0; round < 5000; round++) {
      const sequences = { base: lines(), one: lines(), other: lines() };
      const text = JSON.stringify(sequences);
      assert.deepEqual(joined(mergeRegions(sequences)), sequences, text);
    }
  });
});
