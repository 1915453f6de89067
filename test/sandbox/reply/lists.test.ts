import assert from 'node:assert/strict';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs } from '../docs.ts';

describe('a list that was read before', () => {
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

  it('contains new replies, edited pages, new names, and current permissions', async () => {
    const { id: commentId, replies, target: commentTarget } = await comment();
    assert.deepEqual([replies, commentTarget.page?.outdated], [0, false]);
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
    const canEdit = async (as: string) => (await comment(as)).permissions?.edit;
    const inTurn = [await canEdit('reed'), await canEdit('colm'), await canEdit('eden')];
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

  it('contains the current number of open comments of a change request', async () => {
    assert.equal((await changeRequest()).comments, 1);
    const { id: commentId } = await comment();
    await docs.call(`PUT ${base}/comments/{commentId}`, { ...target, commentId, body: { resolved: true } });
    assert.equal((await changeRequest()).comments, 0);
  });

  it('contains whether a change request is outdated now', async () => {
    assert.equal((await changeRequest()).outdated, false);
    const { id: page } = await docs.page('');
    await docs.merge(await docs.propose([{ operation: 'update_page', page, document: { markdown: 'Other.' } }]));
    assert.equal((await changeRequest()).outdated, true);
  });
});
