/** One page of a list. */
export interface Page<T> {
  items: T[];
  /** Whether another page follows. */
  hasMore: boolean;
}

/** How many items a page that is put together has before it is handed out. */
const enough = 50;

/**
 * Several lists as one; the next begins when the one before has been read to its end. It is looked into before it is
 * said that more comes.
 */
export async function* chained<T>(lists: Iterable<AsyncIterable<Page<T>>>): AsyncGenerator<Page<T>, void, undefined> {
  let items: T[] = [];
  for (const list of lists) {
    for await (const page of list) {
      const isEnough = items.length >= enough && page.items.length > 0;
      if (isEnough) yield { items, hasMore: true };
      items = isEnough ? page.items : [...items, ...page.items];
      if (!page.hasMore) continue;
      yield { items, hasMore: true };
      items = [];
    }
  }
  yield { items, hasMore: false };
}

/** Several lists that are in order as one that is; no more of any is read than is needed to fill a page. */
export async function* merged<T>(
  lists: Iterable<AsyncIterable<Page<T>>>,
  compare: (one: T, other: T) => number,
): AsyncGenerator<Page<T>> {
  const heads = Array.from(lists, list => ({ list: list[Symbol.asyncIterator](), items: [] as T[], hasMore: true }));
  let items: T[] = [];
  for (;;) {
    // Which comes next is not known before each list says what its next is.
    const unread = heads.filter(head => head.items.length === 0 && head.hasMore);
    const firsts = heads.flatMap(head => head.items.slice(0, 1).map(item => ({ head, item })));
    const [next] = firsts.sort((one, other) => compare(one.item, other.item));
    const isLast = unread.length === 0 && !next;
    if (isLast || items.length >= (unread.length > 0 ? enough / 2 : enough)) {
      yield { items, hasMore: !isLast };
      items = [];
    }
    if (isLast) return;
    if (unread.length > 0) await Promise.all(unread.map(readOn));
    else if (next) items.push(...next.head.items.splice(0, 1));
  }
}

async function readOn<T>(head: { list: AsyncIterator<Page<T>>; items: T[]; hasMore: boolean }): Promise<void> {
  const { done = false, value } = await head.list.next();
  head.items = done ? [] : [...value.items];
  head.hasMore = !done && value.hasMore;
}

/** A list of which the first page is asked for at once, whenever it is read. */
export function begun<T>(list: AsyncIterable<Page<T>>): AsyncIterable<Page<T>> {
  const pages = list[Symbol.asyncIterator]();
  const first = pages.next();
  // Who reads it hears of it.
  first.catch(() => undefined);
  return (async function* () {
    for (let page = await first; !page.done; page = await pages.next()) yield page.value;
  })();
}

/** A list, or another one in its place where its first page fails in a way that `canFallBack` accepts. */
export async function* withFallback<T>(
  list: AsyncIterable<Page<T>>,
  canFallBack: (error: unknown) => boolean,
  fallback: (error: unknown) => AsyncIterable<Page<T>> | Promise<AsyncIterable<Page<T>>>,
): AsyncGenerator<Page<T>> {
  const pages = list[Symbol.asyncIterator]();
  let page: IteratorResult<Page<T>>;
  try {
    page = await pages.next();
  } catch (error) {
    if (!canFallBack(error)) throw error;
    yield* await fallback(error);
    return;
  }
  for (; !page.done; page = await pages.next()) yield page.value;
}

/** A list whose first page begins with what is at hand. */
export async function* preceded<T>(items: T[], list: AsyncIterable<Page<T>>): AsyncGenerator<Page<T>> {
  let before = items;
  for await (const page of list) {
    yield { ...page, items: [...before, ...page.items] };
    before = [];
  }
}

/** A list with each item made something else. */
export async function* mapped<T, U>(pages: AsyncIterable<Page<T>>, make: (item: T) => U): AsyncGenerator<Page<U>> {
  for await (const { items, hasMore } of pages) yield { items: items.map(make), hasMore };
}

/** A list that is at hand. */
export async function* listed<T>(items: T[]): AsyncGenerator<Page<T>> {
  yield { items, hasMore: false };
}

/** Yields the items of a list that match. A page without a match is skipped unless it is the last. */
export async function* only<T>(pages: AsyncIterable<Page<T>>, isMeant: (item: T) => boolean): AsyncGenerator<Page<T>> {
  for await (const { items, hasMore } of pages) {
    const matching = items.filter(isMeant);
    if (matching.length > 0 || !hasMore) yield { items: matching, hasMore };
  }
}
