import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { ViewedMarks } from '../../../src/model/reviews/viewed.ts';
import type { Connection } from '../../../src/model/session/connection.ts';
import { memento } from '../../host/app.ts';

const connection = { id: 'service' } as Connection;
const place = (number: number) => ({ connection, space: 'space', number });
const one = new Map([['page', 'content']]);

describe('stored viewed marks', () => {
  let memory: vscode.Memento;
  let viewed: ViewedMarks;

  beforeEach(() => {
    memory = memento();
    viewed = new ViewedMarks(memory);
  });

  it('belong to one content of a page in one change request', async () => {
    await viewed.mark(place(1), one, true);
    assert.ok(viewed.has(place(1), 'page', 'content'));
    assert.ok(!viewed.has(place(1), 'page', 'another'));
    assert.ok(!viewed.has(place(1), 'toString', 'content'));
    assert.ok(!viewed.has(place(11), 'page', 'content'));
    assert.ok(new ViewedMarks(memory).has(place(1), 'page', 'content'), 'the next window');
    await viewed.mark(place(1), one, false);
    assert.ok(!viewed.has(place(1), 'page', 'content'));
    assert.deepEqual(memory.keys(), []);
  });

  it('are kept for the 500 most recently marked change requests', async () => {
    for (let number = 1; number <= 503; number++) {
      await viewed.mark(place(number), one, true);
      // Each entry gets a later time than the previous one.
      const [key = ''] = memory.keys().filter(key => key.endsWith(`/${number}`));
      await memory.update(key, { ...memory.get<object>(key), at: number });
    }
    const remembered = Array.from({ length: 503 }, (_, index) => index + 1).filter(number =>
      viewed.has(place(number), 'page', 'content'),
    );
    assert.deepEqual([remembered.length, remembered[0], remembered.at(-1)], [500, 4, 503]);
  });

  it('are left unchanged if a newer version wrote them, and ignored if they are malformed', async () => {
    await viewed.mark(place(1), one, true);
    const [key = ''] = memory.keys();
    const newer = { version: 2, at: 1, contents: {}, more: true };
    await memory.update(key, newer);
    await viewed.mark(place(1), one, true);
    assert.deepEqual(memory.get(key), newer);
    for (const odd of [null, 7, 'page', [], {}, { version: 1, at: 1, contents: null }]) {
      await memory.update(key, odd);
      assert.ok(!viewed.has(place(1), 'page', 'content'));
    }
    await viewed.mark(place(1), one, true);
    assert.ok(viewed.has(place(1), 'page', 'content'));
  });
});
