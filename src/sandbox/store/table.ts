import { notFound } from '../errors.ts';
import { Bucket } from './bucket.ts';
import type { Compare } from './bucket.ts';

export interface Row {
  readonly id: string;
}

/** A table of whatever rows, as the store sees it. */
export interface AnyTable {
  readonly kind: string;
  entry(id: string): Entry<Row> | undefined;
  load(entry: Entry<Row>): void;
  undo(id: string, before: Entry<Row> | undefined): void;
}

/** One `put` or `delete`; what the row is now, the table knows. */
export interface Write {
  readonly table: AnyTable;
  readonly id: string;
  readonly before: Entry<Row> | undefined;
}

export interface Entry<T extends Row> {
  /** Grows with every new row of the whole state, and stays when a row is replaced: the order of lists. */
  readonly sequence: number;
  readonly row: T;
}

/** Where tables report what they change, so that a request can be stored, or undone, as a whole. */
export interface Journal {
  nextSequence(): number;
  record(write: Write): void;
}

/** By which key rows are found, and in which order, where that is another one than the one in which they came. */
export type IndexOf<T> = KeyOf<T> | { keyOf: KeyOf<T>; orderOf: (row: T) => string | number };
type KeyOf<T> = (row: T) => string | undefined;

interface Index<T extends Row> {
  readonly keyOf: KeyOf<T>;
  readonly compare: Compare<T>;
  readonly buckets: Map<string, Bucket<T>>;
}

/**
 * Rows of one kind in the order in which they came. Rows are values: to change one, put its successor.
 * `by` answers from an index, so that a list of one space does not read those of all others.
 */
export class Table<T extends Row, I extends string = string> {
  /** What an error message calls one row: `space`, `change request`. */
  readonly kind: string;
  readonly #journal: Journal;
  #entries = new Map<string, Entry<T>>();
  #list: readonly T[] | undefined;
  readonly #indexes: Map<string, Index<T>>;

  constructor(kind: string, journal: Journal, indexes: Record<I, IndexOf<T>>) {
    this.kind = kind;
    this.#journal = journal;
    this.#indexes = new Map(
      Object.entries<IndexOf<T>>(indexes).map(([name, of]) => {
        const { keyOf, orderOf } = typeof of === 'function' ? { keyOf: of, orderOf: undefined } : of;
        return [name, { keyOf, compare: this.#inOrderOf(orderOf), buckets: new Map() }];
      }),
    );
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): T {
    const row = this.find(id);
    if (!row) throw notFound(this.kind, id);
    return row;
  }

  find(id: string): T | undefined {
    return this.entry(id)?.row;
  }

  has(id: string): boolean {
    return this.entry(id) !== undefined;
  }

  all(): readonly T[] {
    return (this.#list ??= [...this.#entries.values()].map(entry => entry.row));
  }

  /** The rows with this key, in the order of the index. The list stays as it is, whatever is written later. */
  by(index: I, key: string): readonly T[] {
    return this.#bucket(index, key)?.list() ?? [];
  }

  /** The same list for an answer that is made at once: it changes with the next write, so that nothing is copied. */
  current(index: I, key: string): readonly T[] {
    return this.#bucket(index, key)?.current() ?? [];
  }

  /** How many rows have this key. */
  count(index: I, key: string): number {
    return this.#bucket(index, key)?.size ?? 0;
  }

  /** The place of a row in the order of lists; it never changes while the row exists. */
  sequence(id: string): number {
    const entry = this.#entries.get(id);
    if (!entry) throw notFound(this.kind, id);
    return entry.sequence;
  }

  put(row: T): T {
    const before = this.#entries.get(row.id);
    this.#journal.record({ table: this, id: row.id, before });
    this.#set({ sequence: before?.sequence ?? this.#journal.nextSequence(), row });
    return row;
  }

  delete(id: string): boolean {
    const before = this.#entries.get(id);
    if (!before) return false;
    this.#journal.record({ table: this, id, before });
    this.#remove(before.row);
    return true;
  }

  entry(id: string): Entry<T> | undefined {
    return this.#entries.get(id);
  }

  /** Puts a row back as it was stored, without recording it. Rows must come in the order of their sequence. */
  load(entry: Entry<T>): void {
    this.#set(entry);
  }

  /** Takes one change back. */
  undo(id: string, before: Entry<T> | undefined): void {
    const current = this.#entries.get(id);
    if (!before) {
      if (current) this.#remove(current.row);
      return;
    }
    this.#set(before);
    if (current) return;
    // A row that was deleted comes back at the end of the map.
    this.#entries = new Map([...this.#entries].sort(([, a], [, b]) => a.sequence - b.sequence));
  }

  #bucket(name: string, key: string): Bucket<T> | undefined {
    const index = this.#indexes.get(name);
    if (!index) throw new Error(`The table of ${this.kind} rows has no index '${name}'.`);
    return index.buckets.get(key);
  }

  #set(entry: Entry<T>): void {
    const previous = this.#entries.get(entry.row.id)?.row;
    this.#entries.set(entry.row.id, entry);
    this.#list = undefined;
    for (const index of this.#indexes.values()) updateIndex(index, previous, entry.row);
  }

  #remove(row: T): void {
    for (const index of this.#indexes.values()) updateIndex(index, row, undefined);
    this.#entries.delete(row.id);
    this.#list = undefined;
  }

  #inOrderOf(orderOf: ((row: T) => string | number) | undefined): Compare<T> {
    if (!orderOf) return (a, b) => this.#sequenceOf(a) - this.#sequenceOf(b);
    return (a, b) => {
      const [first, second] = [orderOf(a), orderOf(b)];
      if (first === second) return this.#sequenceOf(a) - this.#sequenceOf(b);
      return first < second ? -1 : 1;
    };
  }

  #sequenceOf({ id }: T): number {
    return this.#entries.get(id)?.sequence ?? 0;
  }
}

/** Takes over into an index that a row is now another one, or there or gone where either is undefined. */
function updateIndex<T extends Row>(index: Index<T>, before: T | undefined, after: T | undefined): void {
  const { keyOf, compare, buckets } = index;
  const keyBefore = before && keyOf(before);
  const key = after && keyOf(after);
  if (before && after && key !== undefined && key === keyBefore) {
    buckets.get(key)?.replace(before, after);
    return;
  }
  if (before && keyBefore !== undefined) {
    const bucket = buckets.get(keyBefore);
    bucket?.remove(before);
    if (bucket?.size === 0) buckets.delete(keyBefore);
  }
  if (after && key !== undefined) {
    const bucket = buckets.get(key) ?? new Bucket(compare);
    buckets.set(key, bucket);
    bucket.insert(after);
  }
}
