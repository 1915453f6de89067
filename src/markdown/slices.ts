import { setImmediate } from 'node:timers/promises';
import type { Steps } from './steps.ts';

/** Milliseconds after which others get their turn. */
const budget = 8;

/** Does work in slices, so that the window and other extensions of its host never wait for all of it. */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  let end = performance.now() + budget;
  let step = steps.next();
  while (!step.done) {
    if (performance.now() > end) {
      await setImmediate();
      signal?.throwIfAborted();
      end = performance.now() + budget;
    }
    step = steps.next();
  }
  return step.value;
}
