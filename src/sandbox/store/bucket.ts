/** Compares two rows by their position in the list. No two rows have the same position. */
export type Compare<T> = (a: T, b: T) => number;

/** The rows with one key of an index, as a sorted list. */
export class Bucket<T> {
  readonly #compare: Compare<T>;
  #rows: T[] = [];
  #isShared = false;

  constructor(compare: Compare<T>) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#rows.length;
  }

  /** Returns a snapshot of the rows: the next write copies the list. */
  list(): readonly T[] {
    this.#isShared = true;
    return this.#rows;
  }

  /** Returns the live list, which changes with the next write. */
  current(): readonly T[] {
    return this.#rows;
  }

  insert(row: T): void {
    const rows = this.#writable();
    const last = rows.at(-1);
    if (last === undefined || this.#compare(last, row) < 0) rows.push(row);
    else rows.splice(this.#indexOf(row), 0, row);
  }

  replace(before: T, row: T): void {
    if (this.#compare(before, row) === 0) {
      this.#writable()[this.#indexOf(before)] = row;
      return;
    }
    this.remove(before);
    this.insert(row);
  }

  remove(row: T): void {
    this.#writable().splice(this.#indexOf(row), 1);
  }

  #writable(): T[] {
    if (this.#isShared) this.#rows = this.#rows.slice();
    this.#isShared = false;
    return this.#rows;
  }

  /** Returns the index of a row, or the one at which it is to be inserted. */
  #indexOf(row: T): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#rows[middle];
      if (other !== undefined && this.#compare(other, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
