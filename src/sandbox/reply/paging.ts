import type { Caller } from '../caller.ts';
import { HttpError } from '../errors.ts';
import { sign } from './signature.ts';

/** The sort key of a row, compared member by member. The last member makes it unique. */
export type Key = readonly (string | number)[];

export interface PageQuery {
  page?: string | undefined;
  limit?: number | undefined;
}

export interface ReplyPage<T> {
  next?: { page: string };
  count: number;
  items: T[];
}

interface Presentation<T extends object, U> {
  key: (row: T) => Key;
  order?: 'asc' | 'desc' | undefined;
  present: (row: T) => U;
}

interface Listing<T extends object, U> extends Presentation<T, U> {
  /** The rows in ascending order of `key`. `order: 'desc'` reads them from the end. */
  rows: readonly T[];
}

const defaultLimit = 50;

/** The caller, and the list that its page tokens are valid for. */
type ListCaller = Pick<Caller, 'state' | 'user' | 'list'>;

/**
 * Returns one page of a list. The token of the next page contains the key of the last row, so that inserted and deleted
 * rows neither repeat nor hide others. It is signed for this list, order, filter and caller, because the key means
 * nothing in another list.
 */
export function paged<T extends object, U>(
  caller: ListCaller,
  query: PageQuery | undefined,
  { rows, ...presentation }: Listing<T, U>,
): ReplyPage<U> {
  return pagedTogether(caller, query, [rows], presentation);
}

/** Returns one page of several merged lists, each sorted by the key. Reads at most one page of each list. */
export function pagedTogether<T extends object, U>(
  caller: ListCaller,
  query: PageQuery | undefined,
  lists: readonly (readonly T[])[],
  { key, order = 'asc', present }: Presentation<T, U>,
): ReplyPage<U> {
  const limit = Math.floor(query?.limit ?? defaultLimit);
  const cursor = query?.page === undefined ? undefined : readToken(caller, query.page);
  let [count, remaining] = [0, 0];
  const parts = lists.map(rows => {
    const at = (index: number) => rows[order === 'asc' ? index : rows.length - 1 - index];
    const first = cursor ? firstAfter(cursor, rows.length, at, key, order) : 0;
    count += rows.length;
    remaining += rows.length - first;
    return order === 'asc' ? rows.slice(first, first + limit) : lastOf(rows, first, limit);
  });
  const page = merged(parts, key, order, limit);
  const items = page.map(present);
  const last = page.at(-1);
  return last === undefined || remaining <= limit
    ? { count, items }
    : { next: { page: writeToken(caller, key(last)) }, count, items };
}

function lastOf<T>(rows: readonly T[], before: number, limit: number): T[] {
  const end = rows.length - before;
  return rows.slice(Math.max(end - limit, 0), end).reverse();
}

/** Merges sorted lists. Returns the first rows, up to the limit. */
function merged<T>(
  parts: readonly (readonly T[])[],
  key: (row: T) => Key,
  order: 'asc' | 'desc',
  limit: number,
): readonly T[] {
  if (parts.length < 2) return (parts[0] ?? []).slice(0, limit);
  const half = parts.length >>> 1;
  const halves = [parts.slice(0, half), parts.slice(half)].map(some => merged(some, key, order, limit));
  const [short = [], long = []] = halves.sort((a, b) => a.length - b.length);
  const rows: T[] = [];
  let from = 0;
  for (const row of short) {
    const to = firstAfter(key(row), long.length, index => long[index], key, order);
    rows.push(...long.slice(from, to), row);
    from = to;
  }
  return [...rows, ...long.slice(from)].slice(0, limit);
}

/** Returns the rows sorted by a key. */
export function sortedBy<T>(rows: readonly T[], key: (row: T) => Key): T[] {
  return rows
    .map(row => ({ row, key: key(row) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ row }) => row);
}

/** Returns the rows that meet all conditions; `false` stands for an omitted condition. */
export function filterByAll<T>(
  rows: readonly T[],
  conditions: readonly (((row: T) => boolean) | false)[],
): readonly T[] {
  const active = conditions.filter(condition => condition !== false);
  return active.length === 0 ? rows : rows.filter(row => active.every(holds => holds(row)));
}

/** Returns the index of the first row after the cursor by binary search. */
function firstAfter<T>(
  cursor: Key,
  length: number,
  at: (index: number) => T | undefined,
  key: (row: T) => Key,
  order: 'asc' | 'desc',
): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = at(middle);
    const comparison = row === undefined ? 1 : compare(key(row), cursor);
    const isBehind = order === 'asc' ? comparison > 0 : comparison < 0;
    if (isBehind) high = middle;
    else low = middle + 1;
  }
  return low;
}

function compare(a: Key, b: Key): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const valueA = a[index] ?? '';
    const valueB = b[index] ?? '';
    if (valueA < valueB) return -1;
    if (valueA > valueB) return 1;
  }
  return 0;
}

function writeToken(caller: ListCaller, key: Key): string {
  const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
  return `${cursor}.${signatureOf(caller, cursor)}`;
}

function readToken(caller: ListCaller, token: string): Key {
  const [cursor = '', signature] = token.split('.');
  if (signature === signatureOf(caller, cursor)) return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Key;
  throw new HttpError(400, `query.page is not a page of this list: take it from 'next' of the page before.`);
}

function signatureOf({ state, user, list }: ListCaller, cursor: string): string {
  return sign(state, JSON.stringify(['page', user.id, list, cursor]), 'base64url').slice(0, 24);
}
