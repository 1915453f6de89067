import assert from 'node:assert/strict';

/** How often a comparison is tried: the least times count, since other work only adds to them. */
const attempts = 8;
/** Milliseconds below which nothing can be told. */
const least = 5;
/** How many times as much is worked on. The larger one is tried where the smaller one leaves a doubt, and decides. */
export const factors = [4, 16];

/** Asserts that the time that work takes grows about as its size does, and not with the square of it. */
export function assertLinear(work: (size: number) => unknown, size: number, what: string): void {
  // The first time, the work itself is still to be compiled.
  timeOf(work, size);
  const times: string[] = [];
  let few = Infinity;
  for (const factor of factors) {
    let many = Infinity;
    for (let attempt = 0; attempt < attempts; attempt++) {
      few = Math.min(few, timeOf(work, size));
      many = Math.min(many, timeOf(work, factor * size));
      if (isLinear(few, many, factor, least)) return;
    }
    times.push(`${many} ms for ${factor * size}`);
  }
  assert.fail(`Takes longer than it has to: ${what}. ${few} ms for ${size}, ${times.join(', ')}`);
}

/** Whether the time of so many times as much grew less than halfway to the square; both are the least of several. */
export function isLinear(few: number, many: number, factor: number, floor: number): boolean {
  return many <= factor ** 1.5 * few + floor;
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
