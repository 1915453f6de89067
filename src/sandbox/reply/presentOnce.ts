import type { Reads, Seen } from '../store/reads.ts';

/** How much is kept, in bytes of JSON; what it was written from takes some times as much. */
const mostBytes = 24 * 1024 * 1024;
/** What an item takes that was not written out yet. */
const ownBytes = 500;

/** All that an item is made of besides its row, and that was not read in `present`. */
export interface Context<T> {
  /** Of all items of a list. */
  shared: readonly unknown[];
  /** Of one item. */
  own?: (row: T) => unknown;
}

interface Kept {
  readonly seen: Seen;
  readonly shared: readonly unknown[];
  readonly own: unknown;
  readonly item: unknown;
  /** With a comma behind it. */
  json?: Buffer;
}

let byRow = new WeakMap<object, Kept>();
let bytes = 0;
/** What was presented once, by the items and lists of replies. */
const byResult = new WeakMap<object, Kept | readonly Kept[]>();

/**
 * What a row looks like, made anew only when the row is another, or something that was read for it, or its context. Most
 * writes change one row of a long list.
 */
export function presentOnce<T extends object, U extends object>(reads: Reads, row: T, present: (row: T) => U): U {
  const kept = keptFor(reads, row, none, undefined, present);
  byResult.set(kept.item, kept);
  return kept.item;
}

/** The same for the rows of a list. */
export function presentAll<T extends object, U>(
  reads: Reads,
  rows: readonly T[],
  { shared, own }: Context<T>,
  present: (row: T) => U,
): U[] {
  const known = interned(shared);
  const all = rows.map(row => keptFor(reads, row, known, own?.(row), present));
  const items = all.map(({ item }) => item);
  byResult.set(items, all);
  return items;
}

function keptFor<T extends object, U>(
  reads: Reads,
  row: T,
  shared: readonly unknown[],
  own: unknown,
  present: (row: T) => U,
): Kept & { item: U } {
  const kept = byRow.get(row);
  if (kept?.shared === shared && kept.own === own && kept.seen.isUnchanged()) {
    reads.include(kept.seen);
    return kept as Kept & { item: U };
  }
  const { made: item, seen } = reads.during(() => present(row));
  const anew = { seen, shared, own, item };
  take(ownBytes);
  byRow.set(row, anew);
  return anew;
}

const none: readonly unknown[] = [];
const mostContexts = 100;
let contexts: (readonly unknown[])[] = [];

/** The same array for the same values, so that items need not compare them one by one. */
function interned(values: readonly unknown[]): readonly unknown[] {
  const isSame = (known: readonly unknown[]) =>
    known.length === values.length && known.every((value, index) => value === values[index]);
  const known = contexts.find(isSame);
  if (known) return known;
  contexts = [values, ...contexts].slice(0, mostContexts);
  return values;
}

/** The JSON of a reply; what was presented once, as a list or as a member, is written out once, too. */
export function toJson(body: object): Buffer<ArrayBuffer> {
  const members = Object.entries(body).filter(([, value]) => value !== undefined);
  if (!members.some(([, value]) => keptAs(value))) return Buffer.from(JSON.stringify(body));
  const parts: Buffer[] = [];
  for (const [name, value] of members) {
    parts.push(Buffer.from(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`));
    const kept = keptAs(value);
    if (!kept) parts.push(Buffer.from(JSON.stringify(value)));
    else if (Array.isArray(kept)) writeList(parts, kept);
    else parts.push(withoutComma(written(kept as Kept)));
  }
  return Buffer.concat([...parts, Buffer.from('}')]);
}

function keptAs(value: unknown): Kept | readonly Kept[] | undefined {
  return typeof value === 'object' && value !== null ? byResult.get(value) : undefined;
}

function writeList(parts: Buffer[], all: readonly Kept[]): void {
  parts.push(Buffer.from('['));
  all.forEach((kept, index) => parts.push(index < all.length - 1 ? written(kept) : withoutComma(written(kept))));
  parts.push(Buffer.from(']'));
}

function written(kept: Kept): Buffer {
  if (kept.json) return kept.json;
  kept.json = Buffer.from(`${JSON.stringify(kept.item)},`);
  take(kept.json.length);
  return kept.json;
}

function withoutComma(json: Buffer): Buffer {
  return json.subarray(0, -1);
}

function take(more: number): void {
  bytes += more;
  if (bytes <= mostBytes) return;
  byRow = new WeakMap();
  bytes = more;
}
