import assert from 'node:assert/strict';
import { fillAcme } from '../acme.ts';
import { openSandbox } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

const spaceId = 'handbook';
const day = 24 * 60 * 60 * 1000;

describe('a repeated read', () => {
  let sandbox: OpenSandbox;
  let now: Date;
  const title = async () => (await sandbox.call('GET /spaces/{spaceId}', { spaceId })).title;

  beforeEach(async () => {
    now = new Date('2026-03-01T10:00:00Z');
    sandbox = await openSandbox({ fill: fillAcme, clock: () => now });
  });

  it('has the same reply, byte for byte', async () => {
    const read = async () => (await sandbox.fetch(request())).text();
    const request = () =>
      new Request(`http://sandbox.test/v1/spaces/${spaceId}`, {
        headers: { authorization: `Bearer ${sandbox.token}` },
      });
    const first = await read();
    assert.ok(first.includes('The handbook'));
    assert.equal(await read(), first);
  });

  it('contains writes made in between', async () => {
    assert.equal(await title(), 'The handbook');
    await sandbox.call('PATCH /spaces/{spaceId}', { spaceId, body: { title: 'Rules' } });
    assert.equal(await title(), 'Rules');
  });

  it('contains nothing of a failed write', async () => {
    await title();
    await sandbox.refusal('PATCH /spaces/{spaceId}', { spaceId, body: { title: 'Rules', editMode: 'none' } });
    assert.equal(await title(), 'The handbook');
  });

  it('is answered for the user who sends it', async () => {
    const permissions = async (as: string) =>
      (await sandbox.call('GET /spaces/{spaceId}', { spaceId }, { as })).permissions?.admin;
    assert.deepEqual(
      [await permissions('ada'), await permissions('eden'), await permissions('ada')],
      [true, false, true],
    );
    assert.equal((await sandbox.refusal('GET /spaces/{spaceId}', { spaceId }, { as: 'zoe' })).status, 404);
  });

  it('does not find a space that expired in between', async () => {
    await sandbox.call('DELETE /spaces/{spaceId}', { spaceId });
    const { deletedAt } = await sandbox.call('GET /spaces/{spaceId}', { spaceId });
    assert.equal(deletedAt, now.toISOString());
    now = new Date(now.getTime() + 8 * day);
    assert.equal((await sandbox.refusal('GET /spaces/{spaceId}', { spaceId })).status, 404);
  });
});
