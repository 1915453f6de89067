import { setImmediate } from 'node:timers/promises';
import type { Resumable } from './resumable.ts';

/** A slice ends with a whole step, which may take as long again. Together they stay below a frame of 16 ms. */
const sliceMs = 5;

/** Runs work in slices, so that the window and other extensions of its host never wait for all of it. */
export function runInSlices<T>(work: Resumable<T>, signal?: AbortSignal): Promise<T> {
  return new SliceQueue().run(work, signal);
}

/**
 * Runs one piece of work after the other, in slices. All of them share the slice of a turn of the event loop: if each had
 * a slice of its own, the loop would wait for as many slices as there are pieces of work.
 */
export class SliceQueue {
  readonly #now: () => number;
  #last: Promise<unknown> = Promise.resolve();
  #sliceEnd = -Infinity;

  /** `now` returns milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the result of the work, or rejects with the reason of the signal as soon as its turn comes. */
  run<T>(work: Resumable<T>, signal?: AbortSignal): Promise<T> {
    const result = this.#last.then(() => this.#run(work, signal));
    // The caller receives the error. The next piece of work runs all the same.
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #run<T>(work: Resumable<T>, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    for (;;) {
      if (this.#now() > this.#sliceEnd) {
        await setImmediate();
        signal?.throwIfAborted();
        this.#sliceEnd = this.#now() + sliceMs;
      }
      const step = work.next();
      if (step.done) return step.value;
    }
  }
}
