import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { SequentialState } from '../../src/model/globalState.ts';

describe('the global state', () => {
  it('keeps a value that is updated while another one is being stored', async () => {
    const stored = editorState();
    const state = new SequentialState(stored);
    const first = state.update('first', 1);
    await stored.begun();
    await Promise.all([first, state.update('second', 2), state.update('first', 3)]);
    assert.deepEqual(values(state), { first: 3, second: 2 });
    assert.deepEqual(values(stored), { first: 3, second: 2 });
  });

  it('returns updated values and omits removed ones before they are stored', async () => {
    const stored = editorState();
    const state = new SequentialState(stored);
    await state.update('first', 1);
    const writes = [state.update('first', undefined), state.update('second', 2)];
    assert.deepEqual(values(state), { second: 2 });
    assert.equal(state.get('first', 'none'), 'none');
    await Promise.all(writes);
    assert.deepEqual(values(state), { second: 2 });
    assert.deepEqual(values(stored), { second: 2 });
  });

  it('rejects only the write that fails, and stores the next value', async () => {
    const stored = editorState();
    const state = new SequentialState(stored);
    await state.update('first', 1);
    const fails = state.update('broken', 1);
    const next = state.update('first', 2);
    await assert.rejects(fails, /The disk is full/);
    await next;
    assert.deepEqual(values(state), { first: 2 });
    assert.deepEqual(values(stored), { first: 2 });
  });
});

function values(state: vscode.Memento): Record<string, unknown> {
  return Object.fromEntries(state.keys().map(key => [key, state.get(key)]));
}

/**
 * A global state like VS Code's: the reply to each write contains everything that is stored, and replaces the state in
 * memory.
 */
function editorState(): vscode.ExtensionContext['globalState'] & { begun(): Promise<void> } {
  let inMemory: Record<string, unknown> = {};
  let begin = (): void => undefined;
  const didBegin = new Promise<void>(resolve => (begin = resolve));
  return {
    keys: () => Object.keys(inMemory).filter(key => inMemory[key] !== undefined),
    get: (key: string, defaultValue?: unknown) => inMemory[key] ?? defaultValue,
    update: async (key, value) => {
      if (key === 'broken') throw new Error('The disk is full');
      inMemory = { ...inMemory, [key]: value };
      await nextTask();
      const sent = { ...inMemory };
      begin();
      await nextTask();
      inMemory = sent;
      await nextTask();
    },
    setKeysForSync: () => undefined,
    begun: () => didBegin,
  };
}

const nextTask = () => new Promise<void>(resolve => setImmediate(resolve));
