import assert from 'node:assert/strict';
import { saysSame } from '../../../src/model/discussions/recognition.ts';

describe('two texts', () => {
  it('say the same whatever a server makes of their Markdown', () => {
    assert.ok(saysSame('Said **once**, and\n\n* not twice', 'Said __once__, and\n- not twice\n'));
    assert.ok(!saysSame('Said once', 'Said twice'));
    assert.ok(!saysSame('---', '***'), 'marks alone are words');
  });

  it('are compared in a time that grows as they do', () => {
    const timeOf = (count: number) => {
      const text = `a${'\n'.repeat(count)}b`;
      const times = Array.from({ length: 5 }, () => {
        const start = performance.now();
        saysSame(text, 'a b');
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    // A millisecond is for what the clock and the machine do beside it.
    assert.ok(timeOf(40_000) < 8 * timeOf(10_000) + 1);
  });
});
