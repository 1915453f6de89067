import assert from 'node:assert/strict';
import type { Resumable } from '../../src/markdown/resumable.ts';
import { runInSlices, SliceQueue } from '../../src/markdown/slices.ts';

/** A clock that only advances with work, and a record of the turns of the event loop. */
class Turns {
  now = 0;
  /** Milliseconds of work in each turn. */
  readonly work: number[] = [0];
  #isOver = false;

  constructor() {
    const next = () => {
      if (this.#isOver) return;
      this.work.push(0);
      setImmediate(next);
    };
    setImmediate(next);
  }

  /** Performs work in this number of steps of one millisecond. */
  *steps<T>(count: number, result?: T): Resumable<T | undefined> {
    for (let step = 0; step < count; step++) {
      this.now++;
      this.work[this.work.length - 1] = (this.work.at(-1) ?? 0) + 1;
      yield;
    }
    return result;
  }

  end(): void {
    this.#isOver = true;
  }
}

describe('work in slices', () => {
  let turns: Turns;
  let queue: SliceQueue;

  beforeEach(() => {
    turns = new Turns();
    queue = new SliceQueue(() => turns.now);
  });

  afterEach(() => turns.end());

  it('returns its result', async () => {
    assert.equal(await runInSlices(turns.steps(100, 'result')), 'result');
    assert.equal(await queue.run(turns.steps(100, 'result')), 'result');
  });

  it('takes one slice in each turn of the event loop', async () => {
    await queue.run(turns.steps(90));
    assert.deepEqual(
      turns.work.filter(work => work > 0),
      Array.from({ length: 15 }, () => 6),
    );
  });

  it('shares that slice with the other work of its queue', async () => {
    await Promise.all(Array.from({ length: 300 }, () => queue.run(turns.steps(3))));
    assert.equal(turns.now, 900);
    assert.deepEqual(
      turns.work.filter(work => work > 0),
      Array.from({ length: 150 }, () => 6),
    );
  });

  it('is done in the order of its queue', async () => {
    const done: string[] = [];
    const run = async (name: string, steps: number) => {
      await queue.run(turns.steps(steps));
      done.push(name);
    };
    await Promise.all([run('long', 50), run('short', 1)]);
    assert.deepEqual(done, ['long', 'short']);
  });

  it('stops when its signal is aborted', async () => {
    const stop = new AbortController();
    const work = queue.run(turns.steps(10_000), stop.signal);
    setImmediate(() => stop.abort());
    await assert.rejects(work, { name: 'AbortError' });
    assert.ok(turns.now < 100, `${turns.now} steps`);
  });

  it('does not start after its signal was aborted', async () => {
    const stop = new AbortController();
    const [, late] = [queue.run(turns.steps(50)), queue.run(turns.steps(50), stop.signal)];
    stop.abort();
    await assert.rejects(late, { name: 'AbortError' });
    assert.equal(turns.now, 50);
  });

  it('continues after other work of its queue has failed', async () => {
    const failing = queue.run(
      (function* (): Resumable<void> {
        throw new Error('The work failed.');
      })(),
    );
    const next = queue.run(turns.steps(1, 'result'));
    await assert.rejects(failing, { message: 'The work failed.' });
    assert.equal(await next, 'result');
  });
});
