import { HttpError } from '../errors.ts';
import { presentOnce } from './presentOnce.ts';

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

/**
 * One page of a list. The token of the next page holds the key of the last row, not its number, so that rows which come
 * or go in between neither repeat nor hide others.
 */
export function paged<T extends object, U>(
  query: PageQuery | undefined,
  { rows, key, order = 'asc', present, madeOf }: Listing<T, U>,
): Page<U> {
  const limit = Math.floor(query?.limit ?? defaultLimit);
  const cursor = query?.page === undefined ? undefined : readToken(query.page, rows[0] && key(rows[0]));
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
  return isEnd ? { count: rows.length, items } : { next: { page: writeToken(key(last)) }, count: rows.length, items };
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

function writeToken(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function readToken(token: string, example: Key | undefined): Key {
  const key = parse(Buffer.from(token, 'base64url').toString());
  const isKey = Array.isArray(key) && key.length > 0 && key.every(part => ['string', 'number'].includes(typeof part));
  const isOfThisList = isKey && (!example || shape(example) === shape(key as Key));
  if (isOfThisList) return key as Key;
  throw new HttpError(400, `query.page is not a page of this list: take it from 'next' of the page before.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so no token of ours: the caller refuses it like JSON that is none.
    return undefined;
  }
}

function shape(key: Key): string {
  return key.map(part => typeof part).join();
}
