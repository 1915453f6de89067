import assert from 'node:assert/strict';
import { State } from '../../../src/sandbox/store/state.ts';
import { createTransaction } from '../../../src/sandbox/store/transaction.ts';
import type { RowWrite } from '../../../src/sandbox/store/table.ts';

describe('a transaction of the sandbox', () => {
  let state: State;
  let stored: string[];
  let isFull: boolean;
  const store = {
    isNew: true,
    warnings: [],
    close: () => undefined,
    commit(writes: readonly RowWrite[]) {
      if (isFull) throw new Error('The disk is full.');
      stored.push(...writes.map(({ table, id }) => `${table.kind} ${id}`));
    },
  };
  const name = (id: string) => state.settings.put({ id, value: 'new' });
  const names = () => state.settings.all().map(({ id, value }) => `${id} ${value}`);

  beforeEach(() => {
    state = new State();
    stored = [];
    isFull = false;
    state.settings.put({ id: 'colour', value: 'old' });
    state.keepWrites();
  });

  it('stores its writes once, and returns the result', () => {
    const transaction = createTransaction(state, store);
    assert.equal(
      transaction(() => name('size').id),
      'size',
    );
    transaction(() => undefined);
    assert.deepEqual(stored, ['setting size']);
  });

  it('rolls back all writes when it fails', () => {
    const change = () => {
      name('colour');
      name('size');
      throw new Error('Half done.');
    };
    assert.throws(() => createTransaction(state, store)(change), { message: 'Half done.' });
    assert.deepEqual([names(), stored, state.writes], [['colour old'], [], []]);
  });

  it('rolls back all writes when they cannot be stored', () => {
    isFull = true;
    assert.throws(() => createTransaction(state, store)(() => name('colour')), { message: 'The disk is full.' });
    assert.deepEqual([names(), state.writes], [['colour old'], []]);
  });
});
