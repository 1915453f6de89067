import { appendFileSync } from 'node:fs';

/** A measured or counted value, with its limit. */
export interface Figure {
  name: string;
  unit: string;
  value: readonly number[];
  /** The limit of each value. */
  atMost?: readonly number[];
  /** The floor measured in the same run, and the ratio of the value to it. */
  floor?: number;
  ratio?: number;
  ratioAtMost?: number;
  /** The position in a chart: the size, and the subject of that size. */
  at?: { chart: string; of: string; size: number };
}

/** A function to measure, or the floor to compare it with. */
export interface Candidate {
  name: string;
  run: () => unknown;
  /** Runs before each run and is not measured. */
  before?: () => unknown;
  /** The limit of the median, in milliseconds. */
  atMost?: number;
}

/** The maximum ratios, by the names of the candidates. */
export interface Bounds {
  [name: string]: number;
}

/** A function that returns a time in milliseconds: the wall-clock time, or the processor time of this thread. */
export type Clock = () => number;
export const wallClock: Clock = () => performance.now();
export const threadClock: Clock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Prints a figure, and passes it to `npm run bench` if that has started this process. */
export function printFigure(figure: Figure): void {
  console.log(`  ${isBroken(figure) ? '✘' : ' '} ${figure.name}: ${formatFigure(figure)}`);
  const file = process.env['MARGINALIA_BENCH_RESULT'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/** Returns true if a figure exceeds its limit, or could not be measured. */
export function isBroken({ value, atMost = [], ratio = 0, ratioAtMost = Infinity }: Figure): boolean {
  return atMost.some((most, index) => !((value[index] ?? Number.NaN) <= most)) || !(ratio <= ratioAtMost);
}

/** Returns a figure relative to a floor, from the medians of both. */
export function onFloor(
  figure: Omit<Figure, 'value' | 'floor' | 'ratio'>,
  values: readonly number[],
  floors: readonly number[],
): Figure {
  const [value, floor] = [median(values), median(floors)];
  return { ...figure, value: [rounded(value)], floor: rounded(floor), ratio: rounded(value / floor) };
}

/**
 * Runs the floor and the candidates in turn, so that a busy machine slows all of them, and prints the ratios of their
 * medians.
 */
export async function compare(
  title: string,
  floor: Candidate,
  candidates: Candidate[],
  bounds: Bounds = {},
  rounds = 41,
  clock = wallClock,
): Promise<void> {
  const all = [floor, ...candidates];
  const times = new Map(all.map(({ name }) => [name, [] as number[]]));
  for (const { run } of all) await run();
  for (let round = 0; round < rounds; round++) {
    for (const { name, run, before } of all) {
      await before?.();
      const start = clock();
      await run();
      times.get(name)?.push(clock() - start);
    }
  }
  console.log(`${title} (${rounds} rounds, floor: ${floor.name})`);
  for (const { name, atMost } of candidates) {
    const bound = bounds[name];
    const bounded = {
      ...(bound !== undefined && { ratioAtMost: bound }),
      ...(atMost !== undefined && { atMost: [atMost] }),
    };
    const figure = { name: `${title}: ${name}`, unit: 'ms', ...bounded };
    printFigure(onFloor(figure, times.get(name) ?? [], times.get(floor.name) ?? []));
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Rounds to three digits; further ones are noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** Returns a value with its unit. A step that could not be done has no value. */
export function sizeOf({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  return value.length === 0 ? 'could not be done' : `${value.join(' / ')} ${unit}`;
}

function formatFigure({ value, unit, atMost, floor, ratio, ratioAtMost }: Figure): string {
  const most = atMost ? `, at most ${atMost.join(' / ')}` : '';
  const mostTimes = ratioAtMost === undefined ? '' : `, at most ${ratioAtMost}`;
  const times = ratio === undefined ? '' : `; ${ratio} times the floor of ${floor}${mostTimes}`;
  return `${sizeOf({ value, unit })}${most}${times}`;
}
