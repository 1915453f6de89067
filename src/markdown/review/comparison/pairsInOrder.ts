/** Two matching items, and the weight of the assumption that they have not moved. */
export interface WeighedPair<T> {
  before: T;
  after: T;
  weight: number;
}

/**
 * Returns the items (from the after side) that keep their order, chosen so that their total weight is greatest.
 * `before` and `after` are all items in their orders.
 */
export function pairsInOrder<T>(pairs: readonly WeighedPair<T>[], before: readonly T[], after: readonly T[]): Set<T> {
  const places = new Map(after.map((one, index) => [one, index]));
  const order = new Map(before.map((one, index) => [one, index]));
  const sorted = pairs.toSorted((one, other) => (order.get(one.before) ?? 0) - (order.get(other.before) ?? 0));
  // For each position the heaviest chain that ends before it, as a tree of maxima.
  const best: (Chain<T> | undefined)[] = [];
  const size = after.length;
  for (const { after: value, weight } of sorted) {
    const place = (places.get(value) ?? 0) + 1;
    let last: Chain<T> | undefined;
    for (let index = place - 1; index > 0; index -= index & -index) last = heavier(best[index], last);
    const chain: Chain<T> = { value, weight: weight + (last?.weight ?? 0), last };
    for (let index = place; index <= size; index += index & -index) best[index] = heavier(best[index], chain);
  }
  let chain: Chain<T> | undefined;
  for (let index = size; index > 0; index -= index & -index) chain = heavier(best[index], chain);
  const result = new Set<T>();
  for (; chain; chain = chain.last) result.add(chain.value);
  return result;
}

/** A chain of items, linked from the last one. */
interface Chain<T> {
  value: T;
  weight: number;
  last: Chain<T> | undefined;
}

function heavier<T>(one: Chain<T> | undefined, other: Chain<T> | undefined): Chain<T> | undefined {
  return (other?.weight ?? 0) > (one?.weight ?? 0) ? other : one;
}
