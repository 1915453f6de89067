/** The trigrams of a text with their counts, and their total number. */
export interface Trigrams {
  counts: ReadonlyMap<string, number>;
  total: number;
}

/** Returns the trigrams of a text; of a long text, only of its beginning and end. */
export function trigramsOf(text: string): Trigrams {
  const sample = text.length > 400 ? text.slice(0, 250) + text.slice(-150) : text;
  const counts = new Map<string, number>();
  for (let index = 0; index + 3 <= sample.length; index++) {
    const trigram = sample.slice(index, index + 3);
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  }
  return { counts, total: Math.max(sample.length - 2, 0) };
}

/** Returns how similar two texts are, from 0 to 1. */
export function similarity(one: Trigrams, other: Trigrams): number {
  let common = 0;
  for (const [trigram, count] of one.counts) common += Math.min(count, other.counts.get(trigram) ?? 0);
  return similarityOf(common, one.total + other.total);
}

/** Returns the similarity (0 to 1) for a number of common trigrams and the total of both texts. */
export function similarityOf(common: number, total: number): number {
  return total ? (2 * common) / total : 0;
}
