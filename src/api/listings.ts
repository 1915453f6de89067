export interface ListPage<T> {
  items: T[];
  hasMore: boolean;
}

/** The minimum size of a page that is assembled from several lists. */
const minPageSize = 50;

/**
 * Concatenates lists. Each is read after the previous one ended, and the first page of the next list determines
 * `hasMore` at the end of a list.
 */
export async function* concatLists<T>(
  lists: Iterable<AsyncIterable<ListPage<T>>>,
): AsyncGenerator<ListPage<T>, void, undefined> {
  let items: T[] = [];
  for (const list of lists) {
    for await (const page of list) {
      const isEnough = items.length >= minPageSize && page.items.length > 0;
      if (isEnough) yield { items, hasMore: true };
      items = isEnough ? page.items : [...items, ...page.items];
      if (!page.hasMore) continue;
      yield { items, hasMore: true };
      items = [];
    }
  }
  yield { items, hasMore: false };
}

/** Merges sorted lists into one sorted list. Reads no further in any list than a page needs. */
export async function* mergeSorted<T>(
  lists: Iterable<AsyncIterable<ListPage<T>>>,
  compare: (one: T, other: T) => number,
): AsyncGenerator<ListPage<T>> {
  const heads = Array.from(lists, list => ({ list: list[Symbol.asyncIterator](), items: [] as T[], hasMore: true }));
  let items: T[] = [];
  for (;;) {
    // The next item is known only when each list has returned its first unread one.
    const unread = heads.filter(head => head.items.length === 0 && head.hasMore);
    const firsts = heads.flatMap(head => head.items.slice(0, 1).map(item => ({ head, item })));
    const [next] = firsts.sort((one, other) => compare(one.item, other.item));
    const isLast = unread.length === 0 && !next;
    if (isLast || items.length >= (unread.length > 0 ? minPageSize / 2 : minPageSize)) {
      yield { items, hasMore: !isLast };
      items = [];
    }
    if (isLast) return;
    if (unread.length > 0) await Promise.all(unread.map(readOn));
    else if (next) items.push(...next.head.items.splice(0, 1));
  }
}

async function readOn<T>(head: { list: AsyncIterator<ListPage<T>>; items: T[]; hasMore: boolean }): Promise<void> {
  const { done = false, value } = await head.list.next();
  head.items = done ? [] : [...value.items];
  head.hasMore = !done && value.hasMore;
}

/** Returns the list, and requests its first page immediately. */
export function prefetchFirstPage<T>(list: AsyncIterable<ListPage<T>>): AsyncIterable<ListPage<T>> {
  const pages = list[Symbol.asyncIterator]();
  const first = pages.next();
  // The reader of the list receives the error.
  first.catch(() => undefined);
  return (async function* () {
    for (let page = await first; !page.done; page = await pages.next()) yield page.value;
  })();
}

/** Yields a list, or the fallback if its first page fails with an error that `canFallBack` accepts. */
export async function* withFallback<T>(
  list: AsyncIterable<ListPage<T>>,
  canFallBack: (error: unknown) => boolean,
  fallback: (error: unknown) => AsyncIterable<ListPage<T>> | Promise<AsyncIterable<ListPage<T>>>,
): AsyncGenerator<ListPage<T>> {
  const pages = list[Symbol.asyncIterator]();
  let page: IteratorResult<ListPage<T>>;
  try {
    page = await pages.next();
  } catch (error) {
    if (!canFallBack(error)) throw error;
    yield* await fallback(error);
    return;
  }
  for (; !page.done; page = await pages.next()) yield page.value;
}

/** Yields a list with additional items at the start of its first page. */
export async function* prependItems<T>(items: T[], list: AsyncIterable<ListPage<T>>): AsyncGenerator<ListPage<T>> {
  let before = items;
  for await (const page of list) {
    yield { ...page, items: [...before, ...page.items] };
    before = [];
  }
}

export async function* mapItems<T, U>(
  pages: AsyncIterable<ListPage<T>>,
  make: (item: T) => U,
): AsyncGenerator<ListPage<U>> {
  for await (const { items, hasMore } of pages) yield { items: items.map(make), hasMore };
}

/** Yields items as a list with one page. */
export async function* singlePage<T>(items: T[]): AsyncGenerator<ListPage<T>> {
  yield { items, hasMore: false };
}

/** Yields the items of a list that match. A page without a match is skipped unless it is the last. */
export async function* filterItems<T>(
  pages: AsyncIterable<ListPage<T>>,
  isMatch: (item: T) => boolean,
): AsyncGenerator<ListPage<T>> {
  for await (const { items, hasMore } of pages) {
    const matching = items.filter(isMatch);
    if (matching.length > 0 || !hasMore) yield { items: matching, hasMore };
  }
}
