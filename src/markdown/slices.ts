import { setImmediate } from 'node:timers/promises';
import type { Resumable } from './resumable.ts';

/**
 * Length of a slice. A slice ends after a whole step, which may take as long again; both stay below a frame of 16 ms.
 */
const sliceMs = 5;

/** Runs work in slices, so that it does not block the window or other extensions. */
export function runInSlices<T>(work: Resumable<T>, signal?: AbortSignal): Promise<T> {
  return new SliceQueue().run(work, signal);
}

/**
 * Runs one piece of work after another, in slices. All share one slice in each turn of the event loop. With separate
 * slices, the loop would be blocked for the sum of them.
 */
export class SliceQueue {
  readonly #now: () => number;
  #last: Promise<unknown> = Promise.resolve();
  #sliceEnd = -Infinity;

  /** `now` returns milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Runs the work and returns its result. An aborted signal ends the work before its next slice, with the reason of the
   * signal.
   */
  run<T>(work: Resumable<T>, signal?: AbortSignal): Promise<T> {
    const result = this.#last.then(() => this.#run(work, signal));
    // The caller receives the error. The next piece of work runs nevertheless.
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
