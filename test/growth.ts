import assert from 'node:assert/strict';

/** How often a comparison is tried: the least times count, since other work only adds to them. */
const attempts = 8;
/** Milliseconds below which nothing can be told. */
const least = 5;

/**
 * Asserts that work on four times as much takes about four times as long: where it grew with the square it would take
 * sixteen times as long, whenever it is tried.
 */
export function assertLinear(work: (size: number) => unknown, size: number, what: string): void {
  let [few, many] = [Infinity, Infinity];
  // The first time, the work itself is still to be compiled.
  timeOf(work, size);
  for (let attempt = 0; attempt < attempts; attempt++) {
    few = Math.min(few, timeOf(work, size));
    many = Math.min(many, timeOf(work, 4 * size));
    if (isLinear(few, many, least)) return;
  }
  assert.fail(`Takes longer than it has to: ${what}. ${many} ms for ${4 * size}, ${few} ms for ${size}`);
}

/** Whether the time of four times as much is about four times the other, where both are the least of several. */
export function isLinear(few: number, many: number, floor: number): boolean {
  return many <= 8 * few + floor;
}

function timeOf(work: (size: number) => unknown, size: number): number {
  const start = processorTime();
  work(size);
  return processorTime() - start;
}

/** Milliseconds of the processor that this program has taken, to the microsecond: that of a thread comes in ticks. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
