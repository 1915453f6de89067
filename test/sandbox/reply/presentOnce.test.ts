import assert from 'node:assert/strict';
import { presentOnce, toJson } from '../../../src/sandbox/reply/presentOnce.ts';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs } from '../docs.ts';

describe('items of lists that are presented once', () => {
  it('are presented again when the row or something else that they are made of is another', () => {
    let times = 0;
    const present = ({ id }: { id: string }) => ({ id, times: ++times });
    const row = { id: 'a' };
    const first = presentOnce(row, ['ada', 1], present);
    assert.equal(presentOnce(row, ['ada', 1], present), first);
    assert.deepEqual(presentOnce(row, ['ada', 2], present), { id: 'a', times: 2 });
    assert.deepEqual(presentOnce({ ...row }, ['ada', 2], present), { id: 'a', times: 3 });
  });

  it('are written out as JSON has them, with all that stands beside them', () => {
    const kept = presentOnce({}, [], () => ({ text: 'größer', left: undefined }));
    for (const items of [[], [kept], [kept, { other: 1 }, kept]]) {
      const body = { next: { page: 'x' }, count: 3, items, stats: null };
      assert.deepEqual(JSON.parse(toJson(body).toString()), JSON.parse(JSON.stringify(body)));
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
    assert.deepEqual(
      [(await comment('colm')).permissions?.edit, (await comment('reed')).permissions?.edit],
      [true, false],
    );
    const { members, users } = docs.state;
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
