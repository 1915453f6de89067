import { createRandom } from '../random.ts';

export type Random = ReturnType<typeof createChoices>;

/** Random choices that are the same in every run with this seed. */
export function createChoices(seed: number) {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T | undefined => values[random.below(values.length)];
  return { ...random, pick };
}
