import { mock } from 'node:test';
import { lookUpDelaysMs } from '../../src/api/outcome.ts';

/**
 * Stops mocking timers. VS Code sends its messages in a timeout of 0, which the mocked clock delays too. For a message
 * that is never sent, the window waits 20 seconds and then reconnects.
 */
export function resetTimers(): void {
  mock.timers.tick(1);
  mock.timers.reset();
}

/** Makes timers with matching delays run immediately. Returns a function that restores them. */
export function skipDelays(isMatch: (delayMs: number) => boolean): () => void {
  const { setTimeout: original } = globalThis;
  const skipping = (run: () => void, ms = 0, ...rest: unknown[]) =>
    (original as (...args: unknown[]) => NodeJS.Timeout)(run, isMatch(ms) ? 0 : ms, ...rest);
  globalThis.setTimeout = skipping as typeof setTimeout;
  return () => void (globalThis.setTimeout = original);
}

/** Holds timers with matching delays until `runAll` runs those that were not cleared. `restore` stops that. */
export function holdTimers(isMatch: (delayMs: number) => boolean): {
  readonly size: number;
  runAll: () => void;
  restore: () => void;
} {
  const { setTimeout: original, clearTimeout: originalClear } = globalThis;
  const held = new Map<unknown, () => void>();
  const holding = (run: () => void, ms = 0, ...rest: unknown[]) => {
    if (!isMatch(ms)) return (original as (...args: unknown[]) => NodeJS.Timeout)(run, ms, ...rest);
    const timer = original(() => {}, 0);
    held.set(timer, run);
    return timer;
  };
  globalThis.setTimeout = holding as typeof setTimeout;
  globalThis.clearTimeout = timer => {
    held.delete(timer);
    originalClear(timer);
  };
  return {
    get size() {
      return held.size;
    },
    runAll: () => held.forEach(run => run()),
    restore: () => Object.assign(globalThis, { setTimeout: original, clearTimeout: originalClear }),
  };
}

/** Skips the retry delays of reads during a suite, which take 3.5 seconds for a read that fails four times. */
export function skipRetryDelays(): void {
  let restore = () => {};
  before(() => (restore = skipDelays(delayMs => retryDelaysMs.includes(delayMs))));
  after(() => restore());
}

/** The delays of `createHttp` before each retry. */
const retryDelaysMs = [500, 1000, 2000];

/** Replaces the delays before repeated look-ups of a write by `onWait` during a suite; by default they are skipped. */
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
