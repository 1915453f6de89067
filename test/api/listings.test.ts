import assert from 'node:assert/strict';
import { chained, listed, type Page } from '../../src/api/listings.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A list of a server in pages of 50. */
async function* paged(count: number): AsyncGenerator<Page<number>> {
  for (let start = 0; start === 0 || start < count; start += 50) {
    yield { items: numbers(Math.min(50, count - start)), hasMore: start + 50 < count };
  }
}

/** How many items each page has, and what it says of the next. */
async function pagesOf(...lists: AsyncIterable<Page<number>>[]): Promise<[number, boolean][]> {
  const pages: [number, boolean][] = [];
  for await (const { items, hasMore } of chained(lists)) pages.push([items.length, hasMore]);
  return pages;
}

describe('several lists as one', () => {
  it('say that more comes only where something comes', async () => {
    assert.deepEqual(await pagesOf(), [[0, false]]);
    assert.deepEqual(await pagesOf(paged(50)), [[50, false]]);
    assert.deepEqual(await pagesOf(paged(60), listed([])), [
      [50, true],
      [10, false],
    ]);
    assert.deepEqual(await pagesOf(listed([1]), paged(50), paged(0), listed([])), [[51, false]]);
    assert.deepEqual(await pagesOf(listed(numbers(70)), listed([]), listed([1, 2])), [
      [70, true],
      [2, false],
    ]);
  });

  it('fill a page with what is short', async () => {
    assert.deepEqual(await pagesOf(listed([1]), listed([2]), paged(3)), [[5, false]]);
  });

  it('hand out what the server says goes on', async () => {
    assert.deepEqual(await pagesOf(listed([1]), paged(120), listed([2])), [
      [51, true],
      [50, true],
      [21, false],
    ]);
  });
});
