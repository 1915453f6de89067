import { mock } from 'node:test';
import { lookUpDelaysMs } from '../../src/api/outcome.ts';

/**
 * Ends the mocking of timers. VS Code sends its messages after a timeout of 0, which waits for the mocked clock, too. One
 * that is never sent has the window wait 20 seconds for it, and then connect anew.
 */
export function resetTimers(): void {
  mock.timers.tick(1);
  mock.timers.reset();
}

/** Has timers with the delays that are meant end at once. Returns the function that ends this. */
export function skipDelays(isMatch: (delayMs: number) => boolean): () => void {
  const { setTimeout: original } = globalThis;
  const skipping = (run: () => void, ms = 0, ...rest: unknown[]) =>
    (original as (...args: unknown[]) => NodeJS.Timeout)(run, isMatch(ms) ? 0 : ms, ...rest);
  globalThis.setTimeout = skipping as typeof setTimeout;
  return () => void (globalThis.setTimeout = original);
}

/** Has a read that failed be sent again at once, for the tests of a suite; a read that fails four times takes 3.5 seconds else. */
export function skipRetryDelays(): void {
  let restore = () => {};
  before(() => (restore = skipDelays(delayMs => retryDelaysMs.includes(delayMs))));
  after(() => restore());
}

/** The pauses of `createHttp` before each repetition. */
const retryDelaysMs = [500, 1000, 2000];

/** Lets each wait before a write is looked up again end when `onWait` has, for the tests of a suite: at once by default. */
export function skipLookUpDelays(onWait: () => Promise<void> | void = () => {}): void {
  const { setTimeout: original } = globalThis;
  const skipping = (run: () => void, ms?: number, ...rest: unknown[]) => {
    const isLookUp = ms !== undefined && lookUpDelaysMs.includes(ms);
    if (!isLookUp) return (original as (...args: unknown[]) => NodeJS.Timeout)(run, ms, ...rest);
    void Promise.resolve(onWait()).finally(run);
    return original(() => {}, 0);
  };
  before(() => void (globalThis.setTimeout = skipping as typeof setTimeout));
  after(() => void (globalThis.setTimeout = original));
}
