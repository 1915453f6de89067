import assert from 'node:assert/strict';
import { paged, sortedBy } from '../../../src/sandbox/reply/paging.ts';
import type { Key } from '../../../src/sandbox/reply/paging.ts';
import { prepareSignatures } from '../../../src/sandbox/reply/signature.ts';
import { State } from '../../../src/sandbox/store/state.ts';

interface Numbered {
  id: number;
}

const numbered = (...ids: number[]): Numbered[] => ids.map(id => ({ id }));
const listing = (rows: Numbered[]) => ({
  rows,
  key: (row: Numbered): Key => [row.id],
  present: (row: Numbered) => row.id,
});

const state = new State();
prepareSignatures(state);
const caller = { state, user: { id: 'ada', displayName: 'Ada', email: 'ada@acme.example' }, list: 'numbers' };

describe('paging', () => {
  it('returns every row once, and no next page at the end', () => {
    const rows = numbered(1, 2, 3, 4, 5);
    const first = paged(caller, { limit: 2 }, listing(rows));
    const second = paged(caller, { limit: 2, page: first.next?.page }, listing(rows));
    const third = paged(caller, { limit: 2, page: second.next?.page }, listing(rows));
    assert.deepEqual([first.items, second.items, third.items], [[1, 2], [3, 4], [5]]);
    assert.deepEqual([first.count, third.count], [5, 5]);
    assert.equal('next' in third, false);
  });

  it('has no next page when the last page is full', () => {
    assert.equal('next' in paged(caller, { limit: 2 }, listing(numbered(1, 2))), false);
  });

  it('goes backwards', () => {
    const rows = numbered(1, 2, 3);
    const first = paged(caller, { limit: 2 }, { ...listing(rows), order: 'desc' });
    const second = paged(caller, { limit: 2, page: first.next?.page }, { ...listing(rows), order: 'desc' });
    assert.deepEqual([first.items, second.items], [[3, 2], [1]]);
  });

  it('neither repeats nor skips a row when others are added and removed in between', () => {
    const first = paged(caller, { limit: 2 }, listing(numbered(10, 20, 30, 40)));
    const second = paged(caller, { limit: 2, page: first.next?.page }, listing(numbered(5, 15, 25, 30, 40)));
    assert.deepEqual(second.items, [25, 30]);
  });

  it('returns 50 rows by default, and none for a limit of zero', () => {
    const rows = numbered(...Array.from({ length: 60 }, (_, index) => index));
    assert.equal(paged(caller, undefined, listing(rows)).items.length, 50);
    assert.deepEqual(paged(caller, { limit: 0 }, listing(rows)), { count: 60, items: [] });
  });

  it('sorts by composite keys', () => {
    const rows = [
      { at: 'b', n: 10 },
      { at: 'a', n: 2 },
      { at: 'b', n: 9 },
    ];
    assert.deepEqual(
      sortedBy(rows, row => [row.at, row.n]).map(row => row.n),
      [2, 9, 10],
    );
  });
});
