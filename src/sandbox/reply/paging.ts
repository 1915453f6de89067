import type { Caller } from '../caller.ts';
import { HttpError } from '../errors.ts';
import { presentOnce } from './presentOnce.ts';
import { sign } from './signature.ts';

/** The place of a row in its list: compared member by member, so the last one makes it unique. */
export type Key = readonly (string | number)[];

export interface PageQuery {
  page?: string | undefined;
  limit?: number | undefined;
}

export interface Page<T> {
  next?: { page: string };
  count: number;
  items: T[];
}

interface Listing<T extends object, U> {
  /** Ascending by `key`; `order: 'desc'` reads them from the end. */
  rows: readonly T[];
  key: (row: T) => Key;
  order?: 'asc' | 'desc' | undefined;
  present: (row: T) => U;
  /** For long lists: all that `present` reads besides the row. With it, rows are presented again only when need be. */
  madeOf?: (row: T) => readonly unknown[];
}

const defaultLimit = 50;

/** Whose list a page is of. */
type ListCaller = Pick<Caller, 'state' | 'user' | 'list'>;

/**
 * One page of a list. The token of the next page holds the key of the last row, not its number, so that rows which come
 * or go in between neither repeat nor hide others. It is signed for this list, order, filter and caller: to any other,
 * the key would be a place in the wrong rows.
 */
export function paged<T extends object, U>(
  caller: ListCaller,
  query: PageQuery | undefined,
  { rows, key, order = 'asc', present, madeOf }: Listing<T, U>,
): Page<U> {
  const limit = Math.floor(query?.limit ?? defaultLimit);
  const cursor = query?.page === undefined ? undefined : readToken(caller, query.page);
  const at = (index: number) => rows[order === 'asc' ? index : rows.length - 1 - index];
  const first = cursor ? firstAfter(cursor, rows.length, at, key, order) : 0;

  const page: T[] = [];
  for (let index = first; page.length < limit; index++) {
    const row = at(index);
    if (row === undefined) break;
    page.push(row);
  }
  const last = page.at(-1);
  const items = page.map(madeOf ? row => presentOnce(row, madeOf(row), present) : present);
  const isEnd = last === undefined || first + page.length >= rows.length;
  return isEnd
    ? { count: rows.length, items }
    : { next: { page: writeToken(caller, key(last)) }, count: rows.length, items };
}

/** Rows in the order of a key, for lists that are not in the order in which their rows came. */
export function sortedBy<T>(rows: readonly T[], key: (row: T) => Key): T[] {
  return rows
    .map(row => ({ row, key: key(row) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ row }) => row);
}

/** Rows in the order of a number, which most lists have already. */
export function ascending<T>(rows: readonly T[], numberOf: (row: T) => number): readonly T[] {
  let last = -Infinity;
  for (const row of rows) {
    const number = numberOf(row);
    if (number < last) return rows.toSorted((a, b) => numberOf(a) - numberOf(b));
    last = number;
  }
  return rows;
}

/** The index of the first row behind the cursor, by halving: a list of 100,000 rows is not read to serve its end. */
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
    const left = a[index] ?? '';
    const right = b[index] ?? '';
    if (left < right) return -1;
    if (left > right) return 1;
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
