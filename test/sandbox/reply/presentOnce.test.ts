import assert from 'node:assert/strict';
import { presentAll, presentOnce, toJson } from '../../../src/sandbox/reply/presentOnce.ts';
import { State } from '../../../src/sandbox/store/state.ts';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs } from '../docs.ts';

describe('items of lists that are presented once', () => {
  let state: State;
  const row = { id: 'a' };
  const rename = (displayName: string) => state.users.put({ ...state.users.get('ada'), displayName });

  beforeEach(() => {
    state = new State();
    state.users.put({ id: 'ada', displayName: 'Ada', email: 'ada@acme.example' });
    state.keepWrites();
  });

  it('are presented again when the row, the context or something that was read for them is another', () => {
    let times = 0;
    const present = ({ id }: { id: string }) => ({ id, by: state.users.get('ada').displayName, times: ++times });
    const all = (rows: { id: string }[], shared: unknown[], own?: unknown) =>
      presentAll(state.reads, rows, { shared, own: () => own }, present);
    const [first] = all([row], ['x', 1], 2);
    assert.equal(all([row, row], ['x', 1], 2)[1], first);
    assert.deepEqual(all([row], ['x', 2], 2), [{ id: 'a', by: 'Ada', times: 2 }]);
    assert.deepEqual(all([row], ['x', 2], 3), [{ id: 'a', by: 'Ada', times: 3 }]);
    assert.deepEqual(all([{ ...row }, row], ['x', 2], 3)[0], { id: 'a', by: 'Ada', times: 4 });
    rename('Countess');
    assert.deepEqual(all([row], ['x', 2], 3), [{ id: 'a', by: 'Countess', times: 5 }]);
    state.undoWrites();
    assert.deepEqual(all([row], ['x', 2], 3), [{ id: 'a', by: 'Ada', times: 6 }]);
  });

  it('stand for all that was read for them where they are a part of something else', () => {
    const one = { id: 'b' };
    const by = () => ({ by: state.users.get('ada').displayName });
    const reply = () =>
      state.reads.during(() => [presentAll(state.reads, [row], { shared: [] }, by), presentOnce(state.reads, one, by)]);
    const replies = [reply(), reply()];
    const areTrue = () => replies.map(({ seen }) => seen.isUnchanged());
    assert.deepEqual(areTrue(), [true, true]);
    rename('Countess');
    assert.deepEqual(areTrue(), [false, false]);
    assert.deepEqual(reply().made, [[{ by: 'Countess' }], { by: 'Countess' }]);
  });

  it('are let go of when they are too much to be kept at hand', () => {
    let times = 0;
    const present = ({ id }: { id: string }) => ({ id, text: `${++times}`.padEnd(1024 * 1024) });
    const rows = Array.from({ length: 30 }, (_, index) => ({ id: `${index}` }));
    const [first = row] = rows;
    const show = (one: { id: string }) => toJson({ one: presentOnce(state.reads, one, present) });
    for (const one of [first, first]) show(one);
    assert.equal(times, 1);
    rows.forEach(show);
    show(first);
    assert.equal(times, rows.length + 1);
  });

  it('are written out as JSON has them, with all that stands beside them', () => {
    const present = ({ id }: { id: string }) => ({ id, text: 'größer', left: undefined });
    for (const rows of [[], [row], [row, { id: 'b' }, row]]) {
      for (let times = 0; times < 2; times++) {
        const items = presentAll(state.reads, rows, { shared: [] }, present);
        const one = presentOnce(state.reads, { id: 'c' }, present);
        for (const body of [
          { items, count: 3 },
          { next: { page: 'x' }, items, stats: null, left: undefined, one },
        ]) {
          assert.equal(toJson(body).toString(), JSON.stringify(body));
        }
        assert.equal(toJson({ ...one, items: [...items] }).toString(), JSON.stringify({ ...one, items }));
      }
    }
    assert.equal(toJson({ a: [1] }).toString(), '{"a":[1]}');
  });
});

describe('lists that were read before', () => {
  let docs: Docs;
  let target: { spaceId: string; changeRequestId: string };
  const base = '/spaces/{spaceId}/change-requests/{changeRequestId}';
  const comment = async (as = 'ada') => {
    const { items } = await docs.call(`GET ${base}/comments`, target, { as });
    return items[0] ?? assert.fail('no comment');
  };
  const changeRequest = async () => {
    const { items } = await docs.call('GET /spaces/{spaceId}/change-requests', { spaceId });
    return items.find(({ id }) => id === target.changeRequestId) ?? assert.fail('no change request');
  };

  beforeEach(async () => {
    docs = await openDocs({ 'README.md': '# Start\n' });
    target = { spaceId, changeRequestId: (await docs.propose([])).id };
    const { id: page } = await docs.page('');
    const body = { page, body: { markdown: 'Hm.' } };
    await docs.call(`POST ${base}/comments`, { ...target, body }, { as: 'colm' });
  });

  it('know of replies, of edited pages, of who asks and what they may do, and of names', async () => {
    const { id: commentId, replies, target: about } = await comment();
    assert.deepEqual([replies, about.page?.outdated], [0, false]);
    await docs.call(`POST ${base}/comments/{commentId}/replies`, {
      ...target,
      commentId,
      body: { body: { markdown: 'So?' } },
    });
    assert.equal((await comment()).replies, 1);
    const { id: page } = await docs.page('');
    await docs.edit({ id: target.changeRequestId }, [
      { operation: 'update_page', page, document: { markdown: 'New.' } },
    ]);
    assert.equal((await comment()).target.page?.outdated, true);
    const mayEdit = async (as: string) => (await comment(as)).permissions?.edit;
    const inTurn = [await mayEdit('reed'), await mayEdit('colm'), await mayEdit('eden')];
    assert.deepEqual(inTurn, [false, true, false], 'of two who may comment, its author');
    const { members, spaces, users } = docs.state;
    assert.equal((await comment('eden')).permissions?.delete, false);
    spaces.put({ ...spaces.get(spaceId), defaultLevel: 'admin' });
    assert.equal((await comment('eden')).permissions?.delete, true);
    spaces.put({ ...spaces.get(spaceId), defaultLevel: 'inherit' });
    members.put({ ...members.get('acme/colm'), role: 'read' });
    assert.equal((await comment('colm')).permissions?.edit, false);
    users.put({ ...users.get('colm'), displayName: 'Colm the Second' });
    assert.equal((await comment()).postedBy?.displayName, 'Colm the Second');
  });

  it('know how many open comments a change request has', async () => {
    assert.equal((await changeRequest()).comments, 1);
    const { id: commentId } = await comment();
    await docs.call(`PUT ${base}/comments/{commentId}`, { ...target, commentId, body: { resolved: true } });
    assert.equal((await changeRequest()).comments, 0);
  });

  it('know whether a change request is outdated', async () => {
    assert.equal((await changeRequest()).outdated, false);
    const { id: page } = await docs.page('');
    await docs.merge(await docs.propose([{ operation: 'update_page', page, document: { markdown: 'Other.' } }]));
    assert.equal((await changeRequest()).outdated, true);
  });
});
