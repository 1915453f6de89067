import assert from 'node:assert/strict';
import type { RequestInput } from '../../../../src/api/routes.ts';
import { memberId } from '../../../../src/sandbox/store/state.ts';
import { addSpace, fillAcme } from '../../acme.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const organizationId = 'acme';
const eden = { organizationId, userId: 'eden' };

describe('members and teams of the sandbox', () => {
  let sandbox: OpenSandbox;
  const list = async (query: RequestInput<'GET /orgs/{organizationId}/members'>['query']) => {
    const { items } = await sandbox.call('GET /orgs/{organizationId}/members', { organizationId, query });
    return items.map(member => member.id).join(' ');
  };

  beforeEach(async () => {
    sandbox = await openSandbox({ fill: fillAcme });
  });

  it('are listed by join time, newest first', async () => {
    assert.equal(await list({}), 'gus reed colm eden rosa cato ada');
    assert.equal(await list({ order: 'asc', limit: 2 }), 'ada cato');
  });

  it('are filtered by role and by parts of name and email', async () => {
    assert.equal(await list({ role: 'review' }), 'rosa');
    assert.equal(await list({ role: 'guest' }), 'gus');
    assert.equal(await list({ search: 'RE' }), 'reed');
    assert.equal(await list({ search: 'eden@' }), 'eden');
  });

  it('are only the active ones when they are sorted by last activity', async () => {
    const { members } = sandbox.state;
    members.put({ ...members.get(memberId('acme', 'reed')), disabled: true });
    members.put({ ...members.get(memberId('acme', 'ada')), lastSeenAt: '2026-05-01T00:00:00.000Z' });
    assert.equal(await list({ sort: 'lastSeenAt' }), 'ada gus colm eden rosa cato');
  });

  it('have counts of their spaces and teams', async () => {
    addSpace(sandbox.state, 'open', { defaultLevel: 'read' });
    addSpace(sandbox.state, 'gone', { deletedAt: sandbox.state.now() });
    const member = (userId: string) =>
      sandbox.call('GET /orgs/{organizationId}/members/{userId}', { organizationId, userId });
    assert.deepEqual([(await member('eden')).spaces, (await member('eden')).teams], [4, 1]);
    assert.deepEqual([(await member('gus')).spaces, (await member('gus')).teams], [3, 0]);
  });

  it('are visible to guests only for themselves', async () => {
    const refusal = await sandbox.refusal('GET /orgs/{organizationId}/members', { organizationId }, { as: 'gus' });
    assert.deepEqual(refusal, {
      status: 403,
      message:
        "You may not see its members: 'Acme' asks for the role Reader, and you are a guest. " +
        'Ask an administrator for it.',
    });
    const path = 'GET /orgs/{organizationId}/members/{userId}';
    assert.equal((await sandbox.call(path, { organizationId, userId: 'gus' }, { as: 'gus' })).role, null);
    assert.equal((await sandbox.refusal(path, { organizationId, userId: 'ada' }, { as: 'gus' })).status, 403);
  });

  it('answer 404 for an unknown ID', async () => {
    const refusal = await sandbox.refusal('GET /orgs/{organizationId}/members/{userId}', {
      organizationId,
      userId: 'zoe',
    });
    assert.deepEqual(refusal, { status: 404, message: "No member of 'Acme' has the ID 'zoe'." });
  });

  it('have spaces with a permission each', async () => {
    addSpace(sandbox.state, 'open', { defaultLevel: 'edit' });
    const path = 'GET /orgs/{organizationId}/members/{userId}/spaces';
    const { items } = await sandbox.call(path, { organizationId, userId: 'reed', query: { order: 'asc' } });
    const permissions = items.map(({ permission, space }) => `${space.id} ${permission}`);
    assert.deepEqual(permissions, ['handbook read', 'manual comment', 'guide comment', 'open edit']);
  });

  it('have teams with a role each', async () => {
    const path = 'GET /orgs/{organizationId}/members/{userId}/teams';
    const { items } = await sandbox.call(path, { organizationId, userId: 'rosa', query: { title: 'WRIT' } });
    assert.deepEqual(
      items.map(({ team, member }) => `${team.title} ${member.role}`),
      ['Writers owner'],
    );
    assert.equal((await sandbox.call(path, { organizationId, userId: 'rosa', query: { title: 'x' } })).count, 0);
  });

  it('are found through their teams', async () => {
    const teams = await sandbox.call('GET /orgs/{organizationId}/teams', { organizationId, query: { owner: 'rosa' } });
    assert.deepEqual(
      teams.items.map(team => [team.id, team.members, team.permissions]),
      [['writers', 2, { admin: true, view: true }]],
    );
    const path = { organizationId, teamId: 'writers' };
    assert.equal((await sandbox.call('GET /orgs/{organizationId}/teams/{teamId}', path)).title, 'Writers');
    const { items } = await sandbox.call('GET /orgs/{organizationId}/teams/{teamId}/members', path);
    assert.deepEqual(
      items.map(({ organization, team }) => `${organization.id} ${team.role}`),
      ['rosa owner', 'eden member'],
    );
  });

  it('can get another role, even that of a guest', async () => {
    const path = 'PATCH /orgs/{organizationId}/members/{userId}';
    assert.equal((await sandbox.call(path, { ...eden, body: { role: 'admin' } })).role, 'admin');
    assert.equal((await sandbox.call(path, { ...eden, body: {} })).role, 'admin');
    assert.equal((await sandbox.call(path, { ...eden, body: { role: null } })).role, null);
    assert.equal((await sandbox.refusal('GET /spaces/{spaceId}', { spaceId: 'handbook' }, { as: 'eden' })).status, 404);
  });

  it('are removed from the organization and from its teams', async () => {
    const path = 'DELETE /orgs/{organizationId}/members/{userId}';
    assert.equal((await sandbox.reply(path, eden)).status, 205);
    assert.equal((await sandbox.reply(path, eden)).status, 204);
    assert.equal((await sandbox.call('GET /orgs', {}, { as: 'eden' })).count, 0);
    const { items } = await sandbox.call('GET /orgs/{organizationId}/teams/{teamId}/members', {
      organizationId,
      teamId: 'writers',
    });
    assert.deepEqual(
      items.map(({ organization }) => organization.id),
      ['rosa'],
    );
  });

  it('may leave by themselves', async () => {
    const gus = { organizationId, userId: 'gus' };
    const { status } = await sandbox.reply('DELETE /orgs/{organizationId}/members/{userId}', gus, { as: 'gus' });
    assert.equal(status, 205);
  });

  it('include at least one enabled administrator', async () => {
    const { members } = sandbox.state;
    members.put({ ...members.get(memberId('acme', 'cato')), role: 'admin', disabled: true });
    const ada = { organizationId, userId: 'ada' };
    assert.deepEqual(await sandbox.refusal('DELETE /orgs/{organizationId}/members/{userId}', ada), {
      status: 409,
      message:
        "Could not remove Ada: they are the last administrator of 'Acme'. Make somebody else an administrator first.",
    });
    const changed = { ...ada, body: { role: 'read' } };
    assert.equal((await sandbox.refusal('PATCH /orgs/{organizationId}/members/{userId}', changed)).status, 409);
    const rosa = { organizationId, userId: 'rosa', body: { role: 'admin' as const } };
    await sandbox.call('PATCH /orgs/{organizationId}/members/{userId}', rosa);
    assert.equal((await sandbox.reply('DELETE /orgs/{organizationId}/members/{userId}', ada)).status, 205);
  });

  it('are marked as active by a ping', async () => {
    const reed = { organizationId, userId: 'reed' };
    const before = sandbox.state.now();
    const pinged = await sandbox.call('POST /orgs/{organizationId}/ping', { organizationId }, { as: 'reed' });
    assert.deepEqual(Object.keys(pinged), ['serviceVisitorClaims']);
    const { lastSeenAt = '' } = await sandbox.call('GET /orgs/{organizationId}/members/{userId}', reed);
    assert.ok(lastSeenAt >= before);
    assert.equal(await list({ sort: 'lastSeenAt', limit: 1 }), 'reed');
  });

  it('are created by single sign-on with the default role of the organization', async () => {
    const { organizations } = sandbox.state;
    organizations.put({ ...organizations.get('acme'), defaultRole: 'comment' });
    const path = 'POST /orgs/{organizationId}/members/{userId}/sso';
    const zoe = await sandbox.call(path, { organizationId, userId: 'zoe' });
    assert.deepEqual([zoe.id, zoe.role, zoe.sso], ['zoe', 'comment', true]);
    const member = await sandbox.call(path, eden);
    assert.deepEqual([member.role, member.sso, member.teams], ['edit', true, 1]);
    assert.equal((await sandbox.call('GET /orgs', {}, { as: 'zoe' })).count, 2);
  });
});
