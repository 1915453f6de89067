import assert from 'node:assert/strict';

/** Number of attempts of each comparison. The shortest times count, because other processes only lengthen them. */
const attempts = 8;
/** Tolerated difference of times in milliseconds, below which a measurement says nothing. */
const least = 5;
/**
 * Factors by which the size is multiplied. The larger one is tried if the smaller one gives no clear result, and
 * decides.
 */
export const factors = [4, 16];

/** Asserts that the time of a function grows about linearly with the size of its input, and not quadratically. */
export function assertLinear(work: (size: number) => unknown, size: number, what: string): void {
  // The first run includes the compilation of the function.
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

/**
 * Returns true if the time for `factor` times the size grew less than halfway to quadratic. Both times are the shortest
 * of several.
 */
export function isLinear(few: number, many: number, factor: number, floor: number): boolean {
  return many <= factor ** 1.5 * few + floor;
}

function timeOf(work: (size: number) => unknown, size: number): number {
  const start = processorTime();
  work(size);
  return processorTime() - start;
}

/**
 * Returns the processor time of this process in milliseconds, with the precision of a microsecond. The processor time
 * of a thread is only measured in ticks.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
