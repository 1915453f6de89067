import assert from 'node:assert/strict';

/** How often a machine that is busy with something else may spoil a comparison. */
const attempts = 6;
/** Milliseconds below which nothing can be told. */
const least = 5;

/**
 * Asserts that work on four times as much takes about four times as long, by the processor's own clock: where it grew
 * with the square it would take sixteen times as long, whenever it is tried.
 */
export function assertLinear(work: (size: number) => unknown, size: number, what: string): void {
  let figures = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    // The first time, the work itself is still to be compiled; any time, garbage of others may be collected.
    const few = Math.min(timeOf(work, size), timeOf(work, size), timeOf(work, size));
    const many = Math.min(timeOf(work, 4 * size), timeOf(work, 4 * size));
    if (many <= 8 * few + least) return;
    figures = `${many} ms for ${4 * size}, ${few} ms for ${size}`;
  }
  assert.fail(`Takes longer than it has to: ${what}. ${figures}`);
}

function timeOf(work: (size: number) => unknown, size: number): number {
  const start = threadTime();
  work(size);
  return threadTime() - start;
}

/** Milliseconds of the processor that this thread has taken: other programs do not count. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
