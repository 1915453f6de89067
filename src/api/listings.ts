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

/** Those items of a list that are meant; a page on which none is leads on to the next. */
export async function* only<T>(pages: AsyncIterable<Page<T>>, isMeant: (item: T) => boolean): AsyncGenerator<Page<T>> {
  for await (const { items, hasMore } of pages) {
    const meant = items.filter(isMeant);
    if (meant.length > 0 || !hasMore) yield { items: meant, hasMore };
  }
}
