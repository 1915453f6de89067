import { notFound } from '../errors.ts';
import { Bucket } from './bucket.ts';
import type { Compare } from './bucket.ts';
import { Parts } from './reads.ts';
import type { Reads } from './reads.ts';

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

/** Where tables report what they change, so that a request can be stored, or undone, as a whole, and what is read. */
export interface Journal {
  readonly reads: Reads;
  nextSequence(): number;
  record(write: Write): void;
}

/** By which key rows are found, and in which order, where that is another one than the one in which they came. */
export type IndexOf<T> = KeyOf<T> | { keyOf: KeyOf<T>; orderOf: (row: T) => string | number };
type KeyOf<T> = (row: T) => string | undefined;

interface Index<T extends Row> {
  readonly keyOf: KeyOf<T>;
  readonly compare: Compare<T>;
  readonly parts: Parts;
  /** Made when something is first looked up: many rows are never looked for by all of their keys. */
  buckets: Map<string, Bucket<T>> | undefined;
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
  readonly #rows: Parts;
  readonly #whole: Parts;

  constructor(kind: string, journal: Journal, indexes: Record<I, IndexOf<T>>) {
    this.kind = kind;
    this.#journal = journal;
    const parts = () => new Parts(journal.reads);
    this.#indexes = new Map(
      Object.entries<IndexOf<T>>(indexes).map(([name, of]) => {
        const { keyOf, orderOf } = typeof of === 'function' ? { keyOf: of, orderOf: () => 0 } : of;
        return [name, { keyOf, compare: this.#inOrderOf(orderOf), parts: parts(), buckets: undefined }];
      }),
    );
    [this.#rows, this.#whole] = [parts(), parts()];
  }

  get size(): number {
    this.#whole.read('');
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
    this.#whole.read('');
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

  /** The place of a row in the order of lists; it never changes while the row exists, so that nobody notes it. */
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
    this.#rows.read(id);
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
    // A row that was deleted comes back at the end of the maps: put everything into its old order.
    const entries = [...this.#entries.values()].sort((a, b) => a.sequence - b.sequence);
    this.#entries = new Map();
    for (const index of this.#indexes.values()) index.buckets?.clear();
    for (const entry of entries) this.#set(entry);
  }

  #bucket(name: string, key: string): Bucket<T> | undefined {
    const index = this.#indexes.get(name);
    if (!index) throw new Error(`The table of ${this.kind} rows has no index '${name}'.`);
    const buckets = this.#bucketsOf(index);
    index.parts.read(key);
    return buckets.get(key);
  }

  #bucketsOf(index: Index<T>): Map<string, Bucket<T>> {
    if (index.buckets) return index.buckets;
    const buckets = (index.buckets = new Map<string, Bucket<T>>());
    for (const { row } of this.#entries.values()) enter(index, index.keyOf(row), row);
    return buckets;
  }

  #set(entry: Entry<T>): void {
    const previous = this.#entries.get(entry.row.id)?.row;
    this.#entries.set(entry.row.id, entry);
    this.#change(entry.row.id);
    for (const index of this.#indexes.values()) {
      if (!index.buckets) continue;
      const key = index.keyOf(entry.row);
      const previousKey = previous && index.keyOf(previous);
      if (previous && previousKey !== key) leave(index, previousKey, previous);
      enter(index, key, entry.row);
    }
  }

  #remove(row: T): void {
    for (const index of this.#indexes.values()) if (index.buckets) leave(index, index.keyOf(row), row);
    this.#entries.delete(row.id);
    this.#change(row.id);
  }

  #inOrderOf(orderOf: (row: T) => string | number): Compare<T> {
    return (a, b) => {
      const [first, second] = [orderOf(a), orderOf(b)];
      if (first === second) return this.#sequenceOf(a) - this.#sequenceOf(b);
      return first < second ? -1 : 1;
    };
  }

  #sequenceOf({ id }: T): number {
    return this.#entries.get(id)?.sequence ?? 0;
  }

  #change(id: string): void {
    this.#list = undefined;
    this.#rows.change(id);
    this.#whole.change('');
  }
}

function enter<T extends Row>({ parts, buckets, compare }: Index<T>, key: string | undefined, row: T): void {
  if (key === undefined) return;
  parts.change(key);
  const bucket = buckets?.get(key) ?? new Bucket(compare);
  buckets?.set(key, bucket);
  bucket.put(row);
}

function leave<T extends Row>({ parts, buckets }: Index<T>, key: string | undefined, row: T): void {
  if (key === undefined) return;
  parts.change(key);
  const bucket = buckets?.get(key);
  bucket?.delete(row);
  if (bucket?.size === 0) buckets?.delete(key);
}
