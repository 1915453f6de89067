import { createRandom } from '../random.ts';

export type Random = ReturnType<typeof createChoices>;

/** Creates random choices that are equal in every run with this seed. */
export function createChoices(seed: number) {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T | undefined => values[random.below(values.length)];
  return { ...random, pick };
}
