import assert from 'node:assert/strict';
import { hunksOf } from '../../src/markdown/differences.ts';

describe('where a text differs from its base', () => {
  const lines = (...words: string[]) => words.map(word => `${word}\n`).join('');

  it('is nowhere where it is the same', () => {
    assert.deepEqual(hunksOf(lines('a', 'b'), lines('a', 'b')), []);
    assert.deepEqual(hunksOf('', ''), []);
  });

  it('is told by the first line of each change on both sides', () => {
    const base = lines('a', 'b', 'c', 'd', 'e', 'f');
    assert.deepEqual(hunksOf(base, lines('a', 'B', 'c', 'd', 'E', 'F')), [
      { base: 1, proposed: 1 },
      { base: 4, proposed: 4 },
    ]);
    assert.deepEqual(hunksOf(base, lines('new', 'a', 'b', 'c', 'd', 'e', 'F')), [
      { base: 0, proposed: 0 },
      { base: 5, proposed: 6 },
    ]);
  });

  it('is where the lines were that are gone, and behind which others were put', () => {
    const base = lines('a', 'b', 'c');
    assert.deepEqual(hunksOf(base, lines('a', 'c')), [{ base: 1, proposed: 1 }]);
    assert.deepEqual(hunksOf(base, lines('a', 'new', 'b', 'c')), [{ base: 1, proposed: 1 }]);
    assert.deepEqual(hunksOf('', lines('a')), [{ base: 0, proposed: 0 }]);
    assert.deepEqual(hunksOf(lines('a'), ''), [{ base: 0, proposed: 0 }]);
  });
});
