import { appendFileSync } from 'node:fs';

/** Something that was measured or counted, and how much of it there may be. */
export interface Figure {
  name: string;
  unit: string;
  value: readonly number[];
  /** The bound of each value. */
  atMost?: readonly number[];
  /** What was measured in the same run for comparison, and how many times that the value is. */
  floor?: number;
  ratio?: number;
  ratioAtMost?: number;
  /** Where it stands in a chart: at which size, and what that is the size of. */
  at?: { chart: string; of: string; size: number };
}

/** What is compared: the floor, and what stands on it. */
export interface Candidate {
  name: string;
  run: () => unknown;
  /** Comes before each run and is not measured. */
  before?: () => unknown;
  /** The bound of the median, in milliseconds. */
  atMost?: number;
}

/** The ratios that may not be exceeded, by the names of the candidates. */
export interface Bounds {
  [name: string]: number;
}

/** What tells how long something took, in milliseconds: the time, or that of the processor in this thread alone. */
export type Clock = () => number;
export const wallClock: Clock = () => performance.now();
export const threadClock: Clock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Prints a figure, and hands it on to `npm run bench`, where that has started this. */
export function tell(figure: Figure): void {
  console.log(`  ${isBroken(figure) ? '✘' : ' '} ${figure.name}: ${formatFigure(figure)}`);
  const file = process.env['MARGINALIA_BENCH_RESULT'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/** Whether there is more of something than there may be. What could not be measured is not within its bound. */
export function isBroken({ value, atMost = [], ratio = 0, ratioAtMost = Infinity }: Figure): boolean {
  return atMost.some((most, index) => !((value[index] ?? Number.NaN) <= most)) || !(ratio <= ratioAtMost);
}

/** A figure that stands on a floor, from the medians of what was measured of both. */
export function onFloor(
  figure: Omit<Figure, 'value' | 'floor' | 'ratio'>,
  values: readonly number[],
  floors: readonly number[],
): Figure {
  const [value, floor] = [median(values), median(floors)];
  return { ...figure, value: [rounded(value)], floor: rounded(floor), ratio: rounded(value / floor) };
}

/** Runs floor and candidates in turn, so that a busy machine slows all of them, and tells the ratio of their medians. */
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
    tell(onFloor(figure, times.get(name) ?? [], times.get(floor.name) ?? []));
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** To three digits: the others are noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** How much there was. A page that could not be read has no value. */
export function sizeOf({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  return value.length === 0 ? 'could not be done' : `${value.join(' / ')} ${unit}`;
}

function formatFigure({ value, unit, atMost, floor, ratio, ratioAtMost }: Figure): string {
  const most = atMost ? `, at most ${atMost.join(' / ')}` : '';
  const mostTimes = ratioAtMost === undefined ? '' : `, at most ${ratioAtMost}`;
  const times = ratio === undefined ? '' : `; ${ratio} times the floor of ${floor}${mostTimes}`;
  return `${sizeOf({ value, unit })}${most}${times}`;
}
