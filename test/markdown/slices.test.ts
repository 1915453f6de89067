import assert from 'node:assert/strict';
import type { Steps } from '../../src/markdown/steps.ts';
import { inSlices } from '../../src/markdown/slices.ts';

/** Work of so many steps, of which each takes a millisecond. */
function* work(steps: number): Steps<string> {
  for (let step = 0; step < steps; step++) {
    for (const end = performance.now() + 1; performance.now() < end;);
    yield;
  }
  return 'done';
}

describe('work in slices', () => {
  it('lets others have their turn, and ends with what came of it', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    assert.equal(await inSlices(work(100)), 'done');
    isDone = true;
    assert.ok(turns >= 3, `${turns} turns`);
  });

  it('stops where it is given up', async () => {
    const stop = new AbortController();
    let steps = 0;
    function* counted() {
      for (const _ of work(10_000)) yield void steps++;
    }
    setImmediate(() => stop.abort());
    await assert.rejects(inSlices(counted(), stop.signal), { name: 'AbortError' });
    assert.ok(steps < 100, `${steps} steps`);
  });
});
