import assert from 'node:assert/strict';
import { hunksOf } from '../../src/markdown/differences.ts';

describe('changed lines of a text', () => {
  const lines = (...words: string[]) => words.map(word => `${word}\n`).join('');

  it('are none when it equals its base', () => {
    assert.deepEqual(hunksOf(lines('a', 'b'), lines('a', 'b')), []);
    assert.deepEqual(hunksOf('', ''), []);
  });

  it('are the first line of each change on both sides', () => {
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

  it('are next to deleted and inserted lines', () => {
    const base = lines('a', 'b', 'c');
    assert.deepEqual(hunksOf(base, lines('a', 'c')), [{ base: 1, proposed: 1 }]);
    assert.deepEqual(hunksOf(base, lines('a', 'new', 'b', 'c')), [{ base: 1, proposed: 1 }]);
    assert.deepEqual(hunksOf('', lines('a')), [{ base: 0, proposed: 0 }]);
    assert.deepEqual(hunksOf(lines('a'), ''), [{ base: 0, proposed: 0 }]);
  });
});
