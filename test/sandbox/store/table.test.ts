import assert from 'node:assert/strict';
import { State, statusKey } from '../../../src/sandbox/store/state.ts';
import { addSpace, fillAcme } from '../acme.ts';
import { createChoices } from '../fuzz/random.ts';

describe('the tables of the sandbox', () => {
  let state: State;

  beforeEach(() => {
    state = new State();
    fillAcme(state);
    state.keepWrites();
  });

  it('report missing rows', () => {
    assert.throws(() => state.spaces.get('nowhere'), { message: "No space has the ID 'nowhere'.", status: 404 });
  });

  it('keep rows in insertion order, even replaced ones', () => {
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

  it('find a row under its new key after a change of key', () => {
    state.spaces.put({ ...state.spaces.get('manual'), parent: 'products' });
    assert.deepEqual(
      state.spaces.by('parent', 'heron').map(space => space.id),
      ['guide'],
    );
    assert.equal(state.spaces.count('parent', 'products'), 1);
  });

  it('roll back everything that was not stored', () => {
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

  it('keep lists sorted after any change, without changing lists that were returned', () => {
    const random = createChoices(1);
    const table = state.changeRequests;
    const statuses = ['open', 'draft'] as const;
    const by = 'ada';
    const put = (id: string) => {
      const number = table.find(id)?.number ?? random.below(1000);
      const [status = 'open', createdAt, updatedAt] = [
        random.pick(statuses),
        time(random.below(3)),
        time(random.below(9)),
      ];
      const revisions = { revision: 'handbook-1', revisionInitial: 'handbook-1' };
      table.put({
        id,
        space: 'handbook',
        number,
        status,
        subject: '',
        createdBy: by,
        createdAt,
        updatedAt,
        ...revisions,
      });
    };
    const changes = [
      () => put(`cr-${random.below(40)}`),
      () => put(random.pick(table.all())?.id ?? 'cr-0'),
      () => table.delete(random.pick(table.all())?.id ?? ''),
      () => state.keepWrites(),
      () => state.undoWrites(),
    ];
    const rowsByKey = new Map<readonly unknown[], unknown[]>();
    for (let step = 0; step < 2000; step++) {
      random.pick([...changes.slice(0, 2), ...changes])?.();
      if (random.chance(0.5)) continue;
      for (const status of statuses) {
        for (const order of ['status', 'updatedAt', 'createdAt'] as const) {
          const rows = table.by(order, statusKey('handbook', status));
          const key = order === 'status' ? 'number' : order;
          const expected = table
            .all()
            .filter(row => row.status === status)
            .sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : table.sequence(a.id) - table.sequence(b.id)));
          assert.deepEqual(rows, expected);
          rowsByKey.set(rows, expected);
        }
      }
    }
    for (const [rows, expected] of rowsByKey) assert.deepEqual(rows, expected);
  });
});

function time(minute: number): string {
  return `2026-03-01T10:0${minute}:00.000Z`;
}
