/** What is compared: the floor, and what stands on it. */
export interface Candidate {
  name: string;
  run: () => unknown;
  /** Comes before each run and is not measured. */
  before?: () => unknown;
}

/** The ratio that was measured when the benchmark was written, on two cores. */
export interface Baseline {
  [name: string]: number;
}

/**
 * Runs floor and candidates in turn, so that a busy machine slows all of them, and prints the ratio of their medians.
 * Times are noise here; ratios are what can be compared with the baseline.
 */
export async function compare(
  title: string,
  floor: Candidate,
  candidates: Candidate[],
  baseline: Baseline,
  rounds = 41,
): Promise<void> {
  const all = [floor, ...candidates];
  const times = new Map(all.map(({ name }) => [name, [] as number[]]));
  for (const { run } of all) await run();
  for (let round = 0; round < rounds; round++) {
    for (const { name, run, before } of all) {
      await before?.();
      const start = performance.now();
      await run();
      times.get(name)?.push(performance.now() - start);
    }
  }
  const floorTime = median(times.get(floor.name) ?? []);
  console.log(`${title} (${rounds} rounds, floor: ${floor.name}, ${floorTime.toFixed(2)} ms)`);
  for (const { name } of candidates) {
    const ratio = median(times.get(name) ?? []) / floorTime;
    console.log(`  ${name}: ${ratio.toFixed(2)} times the floor (baseline ${baseline[name]?.toFixed(2) ?? 'none'})`);
  }
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
