import assert from 'node:assert/strict';
import {
  prefetchFirstPage,
  concatLists,
  singlePage,
  filterItems,
  mapItems,
  mergeSorted,
  type ListPage,
  prependItems,
  withFallback,
} from '../../src/api/listings.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Yields a server's list in pages of 50. */
async function* paged(count: number): AsyncGenerator<ListPage<number>> {
  for (let start = 0; start === 0 || start < count; start += 50) {
    yield { items: numbers(Math.min(50, count - start)), hasMore: start + 50 < count };
  }
}

/** Returns the number of items on each page, and whether it has a next page. */
async function pagesOf(...lists: AsyncIterable<ListPage<number>>[]): Promise<[number, boolean][]> {
  const pages: [number, boolean][] = [];
  for await (const { items, hasMore } of concatLists(lists)) pages.push([items.length, hasMore]);
  return pages;
}

describe('concatenated lists', () => {
  it('report a next page only if that has items', async () => {
    assert.deepEqual(await pagesOf(), [[0, false]]);
    assert.deepEqual(await pagesOf(paged(50)), [[50, false]]);
    assert.deepEqual(await pagesOf(paged(60), singlePage([])), [
      [50, true],
      [10, false],
    ]);
    assert.deepEqual(await pagesOf(singlePage([1]), paged(50), paged(0), singlePage([])), [[51, false]]);
    assert.deepEqual(await pagesOf(singlePage(numbers(70)), singlePage([]), singlePage([1, 2])), [
      [70, true],
      [2, false],
    ]);
  });

  it('fill up short pages', async () => {
    assert.deepEqual(await pagesOf(singlePage([1]), singlePage([2]), paged(3)), [[5, false]]);
  });

  it("keep the server's pages while it has more", async () => {
    assert.deepEqual(await pagesOf(singlePage([1]), paged(120), singlePage([2])), [
      [51, true],
      [50, true],
      [21, false],
    ]);
  });
});

describe('merged sorted lists', () => {
  const read = async (...lists: AsyncIterable<ListPage<number>>[]) => {
    const pages: ListPage<number>[] = [];
    for await (const page of mergeSorted(lists, (one, another) => one - another)) pages.push(page);
    return pages;
  };

  it('are in order, and have a next page only when it has items', async () => {
    assert.deepEqual(await read(), [{ items: [], hasMore: false }]);
    assert.deepEqual(await read(singlePage([2, 4]), singlePage([]), singlePage([1, 3, 5])), [
      { items: [1, 2, 3, 4, 5], hasMore: false },
    ]);
    const [first, ...rest] = await read(singlePage(numbers(50)));
    assert.deepEqual([first?.items.length, first?.hasMore, rest], [50, false, []]);
  });

  it('fetch the next page only when it is needed', async () => {
    let asked = 0;
    const long = (async function* () {
      for (let start = 0; start < 150; start += 50) {
        asked++;
        yield { items: numbers(50).map(number => start + number), hasMore: start < 100 };
      }
    })();
    const pages = mergeSorted([long, singlePage([0, 1, 2])], (one, another) => one - another);
    const sizes = [];
    for await (const { items, hasMore } of pages) sizes.push([items.length, hasMore, asked]);
    assert.deepEqual(sizes, [
      [50, true, 1],
      [50, true, 2],
      [50, true, 3],
      [3, false, 3],
    ]);
  });
});

describe('a list with a prefetched first page', () => {
  it('fetches only its first page before it is read', async () => {
    const asked: number[] = [];
    const list = async function* (): AsyncGenerator<ListPage<number>> {
      for (const page of [1, 2]) {
        asked.push(page);
        yield { items: [page], hasMore: page < 2 };
      }
    };
    const pages = prefetchFirstPage(list());
    await Promise.resolve();
    assert.deepEqual(asked, [1]);
    const items: number[] = [];
    for await (const page of pages) items.push(...page.items);
    assert.deepEqual(items, [1, 2]);
  });

  it('reports an error only to its reader', async () => {
    const broken = prefetchFirstPage(
      (async function* (): AsyncGenerator<ListPage<number>> {
        throw new Error('No list');
      })(),
    );
    await new Promise(setImmediate);
    await assert.rejects(async () => {
      for await (const page of broken) assert.fail(String(page));
    }, /No list/);
  });
});

describe('a list with items in front', () => {
  it('has them once, on its first page', async () => {
    const pages: ListPage<number>[] = [];
    for await (const page of prependItems([-1], paged(60))) pages.push(page);
    assert.deepEqual(
      pages.map(({ items, hasMore }) => [items.length, items[0], hasMore]),
      [
        [51, -1, true],
        [10, 0, false],
      ],
    );
  });
});

describe('a filtered list', () => {
  async function* pagesOfTen(count: number): AsyncGenerator<ListPage<number>> {
    for (let start = 0; start < count; start += 10) {
      yield { items: numbers(10).map(number => start + number), hasMore: start + 10 < count };
    }
  }
  const filtered = async (isMatch: (item: number) => boolean) => {
    const pages: [number[], boolean][] = [];
    for await (const { items, hasMore } of filterItems(pagesOfTen(30), isMatch)) pages.push([items, hasMore]);
    return pages;
  };

  it('has no empty pages except the last', async () => {
    assert.deepEqual(await filtered(item => item === 25), [[[25], false]]);
    assert.deepEqual(await filtered(item => item === 5), [
      [[5], true],
      [[], false],
    ]);
    assert.deepEqual(await filtered(item => item === 5 || item === 25), [
      [[5], true],
      [[25], false],
    ]);
    assert.deepEqual(await filtered(() => false), [[[], false]]);
  });

  it('ends on the same page when its items are mapped', async () => {
    const pages: [string[], boolean][] = [];
    for await (const { items, hasMore } of mapItems(pagesOfTen(20), String)) pages.push([items, hasMore]);
    assert.deepEqual(
      pages.map(([items, hasMore]) => [items[0], items.length, hasMore]),
      [
        ['0', 10, true],
        ['10', 10, false],
      ],
    );
  });
});

describe('a list with a fallback', () => {
  async function* failing(pages: number): AsyncGenerator<ListPage<number>> {
    for (let page = 0; page < pages; page++) yield { items: [page], hasMore: true };
    throw new Error('No list');
  }
  const read = async (pages: number, canFallBack: boolean) => {
    const items: number[] = [];
    const list = withFallback(
      failing(pages),
      () => canFallBack,
      () => singlePage([-1]),
    );
    for await (const page of list) items.push(...page.items);
    return items;
  };

  it('is replaced when its first page fails, if the error allows it', async () => {
    assert.deepEqual(await read(0, true), [-1]);
    await assert.rejects(read(0, false), /No list/);
  });

  it('fails when a later page fails', async () => {
    await assert.rejects(read(1, true), /No list/);
  });
});
