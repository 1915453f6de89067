import { notFound } from '../errors.ts';
import { Bucket } from './bucket.ts';
import type { Compare } from './bucket.ts';

export interface Row {
  readonly id: string;
}

/** A table for the store, independent of the type of its rows. */
export interface AnyTable {
  readonly kind: string;
  entry(id: string): JournalEntry<Row> | undefined;
  load(entry: JournalEntry<Row>): void;
  undo(id: string, before: JournalEntry<Row> | undefined): void;
}

/** A `put` or `delete`, with the row before it; the table has the current row. */
export interface RowWrite {
  readonly table: AnyTable;
  readonly id: string;
  readonly before: JournalEntry<Row> | undefined;
}

export interface JournalEntry<T extends Row> {
  /** Increases with every new row of the whole state, and stays when a row is replaced. Lists are ordered by it. */
  readonly sequence: number;
  readonly row: T;
}

/** Records the changes of tables, so that a request can be stored or undone as a whole. */
export interface Journal {
  nextSequence(): number;
  record(write: RowWrite): void;
}

/** Returns the key of a row in an index, optionally with an order other than that of creation. */
export type IndexOf<T> = KeyOf<T> | { keyOf: KeyOf<T>; orderOf: (row: T) => string | number };
type KeyOf<T> = (row: T) => string | undefined;

interface Index<T extends Row> {
  readonly keyOf: KeyOf<T>;
  readonly compare: Compare<T>;
  readonly buckets: Map<string, Bucket<T>>;
}

/**
 * Rows of one kind in the order of creation. Rows are immutable: to change one, put its successor. `by` reads an index,
 * so that a list of one space does not scan all others.
 */
export class Table<T extends Row, I extends string = string> {
  /** The name of a row in error messages: `space`, `change request`. */
  readonly kind: string;
  readonly #journal: Journal;
  #entries = new Map<string, JournalEntry<T>>();
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

  /** Returns the rows with this key, in the order of the index. Later writes do not change the list. */
  by(index: I, key: string): readonly T[] {
    return this.#bucket(index, key)?.list() ?? [];
  }

  /** Returns a live list of rows with this key, without copying. Use it synchronously: the next write changes it. */
  current(index: I, key: string): readonly T[] {
    return this.#bucket(index, key)?.current() ?? [];
  }

  count(index: I, key: string): number {
    return this.#bucket(index, key)?.size ?? 0;
  }

  /** Returns the position of a row in lists; it never changes while the row exists. */
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

  entry(id: string): JournalEntry<T> | undefined {
    return this.#entries.get(id);
  }

  /** Adds a stored row without recording a write. Rows must be loaded in the order of their sequence. */
  load(entry: JournalEntry<T>): void {
    this.#set(entry);
  }

  undo(id: string, before: JournalEntry<T> | undefined): void {
    const current = this.#entries.get(id);
    if (!before) {
      if (current) this.#remove(current.row);
      return;
    }
    this.#set(before);
    if (current) return;
    // A restored row is at the end of the map, so the map is sorted again.
    this.#entries = new Map([...this.#entries].sort(([, a], [, b]) => a.sequence - b.sequence));
  }

  #bucket(name: string, key: string): Bucket<T> | undefined {
    const index = this.#indexes.get(name);
    if (!index) throw new Error(`The table of ${this.kind} rows has no index '${name}'.`);
    return index.buckets.get(key);
  }

  #set(entry: JournalEntry<T>): void {
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

/** Updates an index after a row was added, replaced or removed; `before` or `after` is undefined for a missing row. */
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
