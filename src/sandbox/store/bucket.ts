/** What is told apart by its ID. */
interface Identified {
  readonly id: string;
}

/** Where a row stands among others: each two of them are apart. */
export type Compare<T> = (a: T, b: T) => number;

/**
 * The rows that have one key, in their order. The list of them follows each change, in the time that it takes to find
 * the row by halving; it is copied only if somebody was given it since the last one.
 */
export class Bucket<T extends Identified> {
  readonly #compare: Compare<T>;
  readonly #rows = new Map<string, T>();
  #list: T[] | undefined;
  #isGiven = false;

  constructor(compare: Compare<T>) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#rows.size;
  }

  list(): readonly T[] {
    this.#isGiven = true;
    return this.current();
  }

  /** The list itself, which changes with the rows. */
  current(): readonly T[] {
    return (this.#list ??= [...this.#rows.values()].sort(this.#compare));
  }

  put(row: T): void {
    const before = this.#rows.get(row.id);
    this.#rows.set(row.id, row);
    const list = this.#ownList();
    if (!list) return;
    const from = before && this.#placeIn(list, before);
    if (from !== undefined && this.#compare(before ?? row, row) === 0) list[from] = row;
    else {
      if (from !== undefined) list.splice(from, 1);
      list.splice(this.#placeIn(list, row), 0, row);
    }
  }

  delete(row: T): void {
    const before = this.#rows.get(row.id);
    if (!before) return;
    const list = this.#ownList();
    list?.splice(this.#placeIn(list, before), 1);
    this.#rows.delete(row.id);
  }

  /** The list, as one that nobody else has. */
  #ownList(): T[] | undefined {
    if (this.#isGiven) this.#list = this.#list?.slice();
    this.#isGiven = false;
    return this.#list;
  }

  /** Where a row is, or would be. */
  #placeIn(list: readonly T[], row: T): number {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = list[middle];
      if (other && this.#compare(other, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
