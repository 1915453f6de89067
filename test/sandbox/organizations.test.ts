import assert from 'node:assert/strict';
import { memberId } from '../../src/sandbox/state.ts';
import { addMember, fillAcme } from './acme.ts';
import { openSandbox } from './sandbox.ts';
import type { OpenSandbox } from './sandbox.ts';

describe('organizations and users of the sandbox', () => {
  let sandbox: OpenSandbox;

  beforeEach(async () => {
    sandbox = await openSandbox({ fill: fillAcme });
  });

  it('are listed for their members', async () => {
    const list = async (as: string) => (await sandbox.call('GET /orgs', {}, { as })).items.map(({ id }) => id);
    assert.deepEqual(await list('ada'), ['acme']);
    assert.deepEqual(await list('zoe'), ['zenith']);
    assert.deepEqual(await list('gus'), ['acme']);
  });

  it('do not exist for others', async () => {
    const refusal = await sandbox.refusal('GET /orgs/{organizationId}', { organizationId: 'zenith' });
    assert.deepEqual(refusal, { status: 404, message: "No organization has the ID 'zenith'." });
  });

  it('tell what the caller may do', async () => {
    const permissions = async (as: string) =>
      (await sandbox.call('GET /orgs/{organizationId}', { organizationId: 'acme' }, { as })).permissions;
    const none = { admin: false, viewBilling: false, ingestConversations: false };
    const writing = { createContent: false, createOpenAPISpec: false };
    const lists = { listMembers: true, listTeams: true, listIntegrations: true };
    assert.deepEqual(await permissions('colm'), { view: true, ...lists, ...writing, ...none, ownTeam: false });
    assert.equal((await permissions('rosa'))?.ownTeam, true);
    assert.equal((await permissions('cato'))?.createContent, true);
    assert.equal((await permissions('ada'))?.admin, true);
    assert.deepEqual([(await permissions('gus'))?.view, (await permissions('gus'))?.listMembers], [true, false]);
  });

  it('are closed to members who were disabled', async () => {
    const { members } = sandbox.state;
    members.put({ ...members.get(memberId('acme', 'reed')), disabled: true });
    assert.equal((await sandbox.call('GET /orgs', {}, { as: 'reed' })).count, 0);
    assert.equal(
      (await sandbox.refusal('GET /orgs/{organizationId}', { organizationId: 'acme' }, { as: 'reed' })).status,
      404,
    );
  });

  it('let users see those they share an organization with', async () => {
    assert.equal((await sandbox.call('GET /users/{userId}', { userId: 'eden' })).email, 'eden@acme.example');
    assert.equal((await sandbox.refusal('GET /users/{userId}', { userId: 'zoe' })).status, 404);
    addMember(sandbox.state, 'zenith', 'ada');
    assert.equal((await sandbox.call('GET /users/{userId}', { userId: 'zoe' })).id, 'zoe');
  });

  it('tell the version of the service', async () => {
    assert.match((await sandbox.call('GET /', {})).version ?? '', /^\d+\.\d+\.\d+$/);
  });
});
