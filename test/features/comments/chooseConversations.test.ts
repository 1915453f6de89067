import assert from 'node:assert/strict';
import { chooseConversations, maxThreads } from '../../../src/features/comments/chooseConversations.ts';

const page = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}`, line: 2 * index }));
const numbers = (ids: Set<string>) => [...ids].map(Number).sort((one, other) => one - other);

describe('conversations of a page that get a thread', () => {
  it('are all when there are few', () => {
    assert.equal(chooseConversations(page(maxThreads), [{ start: 5000, end: 5010 }], new Set()).size, maxThreads);
  });

  it('are those nearest to the visible lines when there are many', () => {
    const numbersShown = numbers(chooseConversations(page(300), [{ start: 300, end: 320 }], new Set()));
    assert.equal(numbersShown.length, maxThreads);
    assert.ok(numbersShown[0] === 140 && numbersShown.at(-1) === 169, String(numbersShown));
  });

  it('are those near to either of two editors', () => {
    const numbersShown = numbers(
      chooseConversations(
        page(300),
        [
          { start: 0, end: 10 },
          { start: 590, end: 600 },
        ],
        new Set(),
      ),
    );
    assert.ok(numbersShown.includes(0) && numbersShown.includes(299) && !numbersShown.includes(150));
  });

  it('are the first ones when nothing is visible', () => {
    assert.deepEqual(numbers(chooseConversations(page(300), [], new Set())), [...Array(maxThreads).keys()]);
  });

  it('always include those in use, with fewer of the others', () => {
    const numbersShown = chooseConversations(page(300), [{ start: 0, end: 10 }], new Set(['250', '299']));
    assert.ok(numbersShown.has('250') && numbersShown.has('299') && numbersShown.has('0'));
    assert.equal(numbersShown.size, maxThreads);
  });

  it('are all those in use, however many', () => {
    const used = new Set(page(40).map(({ id }) => id));
    assert.deepEqual(chooseConversations(page(300), [{ start: 500, end: 510 }], used), used);
  });
});
