import assert from 'node:assert/strict';
import type { Schema } from '../../../../src/api/routes.ts';
import { addSpace, fillAcme } from '../../acme.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

describe('the order of spaces', () => {
  let sandbox: OpenSandbox;
  const list = async () => {
    const { items } = await sandbox.call('GET /collections/{collectionId}/spaces', { collectionId: 'heron' });
    return items.map(({ id }) => id).join(' ');
  };
  const space = (id: string) => ({ type: 'space' as const, space: id });
  const input = (spaceId: string, position: Schema<'ContentPosition'>) => ({ spaceId, body: { position } });
  const move = (spaceId: string, position: Schema<'ContentPosition'>) =>
    sandbox.call('POST /spaces/{spaceId}/move', input(spaceId, position));
  const refusal = (spaceId: string, position: Schema<'ContentPosition'>) =>
    sandbox.refusal('POST /spaces/{spaceId}/move', input(spaceId, position));

  beforeEach(async () => {
    sandbox = await openSandbox({
      fill: state => {
        fillAcme(state);
        addSpace(state, 'faq', { parent: 'heron' });
        addSpace(state, 'notes', { parent: 'heron' });
      },
    });
  });

  it('is correct even when no number is left between two neighbors', async () => {
    for (let round = 0; round < 40; round++) {
      await move('faq', { after: space('manual') });
      if (round > 0) assert.equal(await list(), 'manual faq notes guide');
      await move('notes', { after: space('manual') });
      assert.equal(await list(), 'manual notes faq guide');
    }
  });

  it('rejects a position next to a deleted space', async () => {
    await sandbox.call('DELETE /spaces/{spaceId}', { spaceId: 'guide' });
    const { status, message } = await refusal('notes', { before: space('guide') });
    assert.equal(status, 400);
    assert.match(message, /body\.position\.before is the space 'guide', which is not where this is moved to/);
  });

  it('rejects a position before and after the same space', async () => {
    const { status, message } = await refusal('notes', { before: space('guide'), after: space('guide') });
    assert.equal(status, 400);
    assert.match(message, /what it should come before stands before what it should come after/);
  });
});
