import assert from 'node:assert/strict';
import { State } from '../../../src/sandbox/store/state.ts';
import { addSpace, fillAcme } from '../acme.ts';

describe('the tables of the sandbox', () => {
  let state: State;

  beforeEach(() => {
    state = new State();
    fillAcme(state);
    state.keepWrites();
  });

  it('name what is missing', () => {
    assert.throws(() => state.spaces.get('nowhere'), { message: "No space has the ID 'nowhere'.", status: 404 });
  });

  it('keep rows in the order in which they came, also those that were replaced', () => {
    state.spaces.put({ ...state.spaces.get('handbook'), title: 'Changed' });
    assert.deepEqual(
      state.spaces.all().map(space => space.id),
      ['handbook', 'manual', 'guide', 'secret'],
    );
    assert.deepEqual(
      state.spaces.by('parent', 'heron').map(space => space.id),
      ['manual', 'guide'],
    );
  });

  it('find a row under its new key after it moved', () => {
    state.spaces.put({ ...state.spaces.get('manual'), parent: 'products' });
    assert.deepEqual(
      state.spaces.by('parent', 'heron').map(space => space.id),
      ['guide'],
    );
    assert.equal(state.spaces.count('parent', 'products'), 1);
  });

  it('take back everything that was not stored', () => {
    const before = state.spaces.all();
    state.spaces.delete('handbook');
    addSpace(state, 'new');
    state.spaces.put({ ...state.spaces.get('guide'), parent: 'products' });
    state.undoWrites();
    assert.deepEqual(state.spaces.all(), before);
    assert.deepEqual(
      state.spaces.by('parent', 'heron').map(space => space.id),
      ['manual', 'guide'],
    );
    assert.deepEqual(state.writes, []);
  });
});
