import assert from 'node:assert/strict';
import { fillAcme } from '../acme.ts';
import { openSandbox } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

const spaceId = 'handbook';
const day = 24 * 60 * 60 * 1000;

/** Reads are answered from memory until something is written: each of these tests asks the same question twice. */
describe('a reply that is known', () => {
  let sandbox: OpenSandbox;
  let now: Date;
  const title = async () => (await sandbox.call('GET /spaces/{spaceId}', { spaceId })).title;

  beforeEach(async () => {
    now = new Date('2026-03-01T10:00:00Z');
    sandbox = await openSandbox({ fill: fillAcme, clock: () => now });
  });

  it('is given again, byte by byte', async () => {
    const read = async () => (await sandbox.fetch(request())).text();
    const request = () =>
      new Request(`http://sandbox.test/v1/spaces/${spaceId}`, {
        headers: { authorization: `Bearer ${sandbox.token}` },
      });
    const first = await read();
    assert.ok(first.includes('The handbook'));
    assert.equal(await read(), first);
  });

  it('is forgotten when something is written', async () => {
    assert.equal(await title(), 'The handbook');
    await sandbox.call('PATCH /spaces/{spaceId}', { spaceId, body: { title: 'Rules' } });
    assert.equal(await title(), 'Rules');
  });

  it('is never one that a write which failed could have been seen in', async () => {
    await title();
    await sandbox.refusal('PATCH /spaces/{spaceId}', { spaceId, body: { title: 'Rules', editMode: 'none' } });
    assert.equal(await title(), 'The handbook');
  });

  it('is made anew only when something of what it was made of is written', async () => {
    const list = `/spaces/${spaceId}/change-requests`;
    const addresses = [`/spaces/${spaceId}`, list, `${list}?status=draft`, '/orgs/acme', '/user'];
    const headers = { authorization: `Bearer ${sandbox.token}` };
    const replies = () =>
      Promise.all(addresses.map(path => sandbox.answer(new Request(`http://sandbox.test/v1${path}`, { headers }))));
    const areKnown = async (write: Promise<unknown>, before: unknown[]) => {
      await write;
      return (await replies()).map((reply, index) => reply === before[index]);
    };
    const route = 'POST /spaces/{spaceId}/change-requests';
    const [all, body] = [[true, true, true, true, true], { subject: 'New' }];
    let before: unknown[] = await replies();
    assert.deepEqual(await areKnown(sandbox.call(route, { spaceId: 'manual', body }), before), all);
    assert.deepEqual(await areKnown(sandbox.refusal(route, { spaceId: 'nowhere', body }), before), all);
    const here = await areKnown(sandbox.call(route, { spaceId, body }), before);
    assert.deepEqual(here, [false, false, true, true, true], 'the space, which counts them, and the list');
    before = await replies();
    assert.deepEqual(await areKnown(sandbox.call('GET /user', {}), before), all);
  });

  it('is for the one who asked', async () => {
    const permissions = async (as: string) =>
      (await sandbox.call('GET /spaces/{spaceId}', { spaceId }, { as })).permissions?.admin;
    assert.deepEqual(
      [await permissions('ada'), await permissions('eden'), await permissions('ada')],
      [true, false, true],
    );
    assert.equal((await sandbox.refusal('GET /spaces/{spaceId}', { spaceId }, { as: 'zoe' })).status, 404);
  });

  it('says nothing of a space that time has taken away', async () => {
    await sandbox.call('DELETE /spaces/{spaceId}', { spaceId });
    const { deletedAt } = await sandbox.call('GET /spaces/{spaceId}', { spaceId });
    assert.equal(deletedAt, now.toISOString());
    now = new Date(now.getTime() + 8 * day);
    assert.equal((await sandbox.refusal('GET /spaces/{spaceId}', { spaceId })).status, 404);
  });
});
