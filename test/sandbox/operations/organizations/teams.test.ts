import assert from 'node:assert/strict';
import { fillAcme } from '../../acme.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const organizationId = 'acme';
const team = { organizationId, teamId: 'writers' };

describe('teams of the sandbox', () => {
  let sandbox: OpenSandbox;
  const roles = async () => {
    const { items } = await sandbox.call('GET /orgs/{organizationId}/teams/{teamId}/members', team);
    return items.map(({ organization, team: { role } }) => `${organization.id} ${role}`).join(', ');
  };

  beforeEach(async () => {
    sandbox = await openSandbox({ fill: fillAcme });
  });

  it('are created with members, each counted once', async () => {
    const body = { title: 'Readers', members: ['reed', 'colm', 'reed'] };
    const { status, body: created } = await sandbox.reply('PUT /orgs/{organizationId}/teams', { organizationId, body });
    assert.deepEqual([status, created.title, created.members], [201, 'Readers', 2]);
    const { items } = await sandbox.call('GET /orgs/{organizationId}/teams', { organizationId });
    assert.deepEqual(
      items.map(({ title }) => title),
      ['Writers', 'Readers'],
    );
  });

  it('are filtered by parts of their title and by who can manage them', async () => {
    const body = { title: 'Readers', members: ['rosa'] };
    await sandbox.call('PUT /orgs/{organizationId}/teams', { organizationId, body });
    const titles = async (query: object) => {
      const { items } = await sandbox.call('GET /orgs/{organizationId}/teams', { organizationId, query });
      return items.map(({ title }) => title).join(' ');
    };
    assert.equal(await titles({ title: 'ERS' }), 'Writers Readers');
    assert.equal(await titles({ title: 'read' }), 'Readers');
    assert.equal(await titles({ owner: 'rosa' }), 'Writers');
    assert.equal(await titles({ owner: 'rosa', title: 'read' }), '');
    assert.equal(await titles({ limit: 1 }), 'Writers');
  });

  it('can be renamed and deleted by their owners too', async () => {
    const renamed = await sandbox.call(
      'PATCH /orgs/{organizationId}/teams/{teamId}',
      { ...team, body: { title: 'Authors' } },
      { as: 'rosa' },
    );
    assert.equal(renamed.title, 'Authors');
    const path = 'DELETE /orgs/{organizationId}/teams/{teamId}';
    assert.equal((await sandbox.reply(path, team, { as: 'rosa' })).status, 204);
    assert.equal((await sandbox.refusal('GET /orgs/{organizationId}/teams/{teamId}', team)).status, 404);
    assert.equal((await sandbox.reply(path, team)).status, 204);
  });

  it('are removed from a SAML provider when they are deleted', async () => {
    const { samlProviders } = sandbox.state;
    const createdAt = sandbox.state.now();
    samlProviders.put({ id: 'okta', organization: organizationId, label: 'Okta', defaultTeam: 'writers', createdAt });
    await sandbox.call('DELETE /orgs/{organizationId}/teams/{teamId}', team);
    assert.deepEqual(samlProviders.get('okta'), { id: 'okta', organization: organizationId, label: 'Okta', createdAt });
  });

  it('change several members at once, named by ID or email', async () => {
    const body = {
      add: ['reed', 'colm@acme.example'],
      remove: ['EDEN@acme.example', 'nobody@nowhere.example'],
      memberships: { reed: { role: 'owner' as const }, rosa: { role: 'member' as const } },
    };
    const path = 'PUT /orgs/{organizationId}/teams/{teamId}/members';
    assert.equal((await sandbox.reply(path, { ...team, body }, { as: 'rosa' })).status, 204);
    assert.equal(await roles(), 'rosa member, colm member, reed owner');
  });

  it('remove a user who is both added and removed', async () => {
    const body = {
      add: ['reed', 'colm'],
      remove: ['reed@acme.example'],
      memberships: { reed: { role: 'owner' as const } },
    };
    await sandbox.call('PUT /orgs/{organizationId}/teams/{teamId}/members', { ...team, body });
    assert.equal(await roles(), 'rosa owner, eden member, colm member');
  });

  it('change nothing when one of several members is unknown', async () => {
    const body = { add: ['reed', 'zoe@zenith.example'] };
    const refusal = await sandbox.refusal('PUT /orgs/{organizationId}/teams/{teamId}/members', { ...team, body });
    assert.deepEqual(refusal, { status: 400, message: "body.add[1] is 'zoe', who is no member of 'Acme'." });
    assert.equal(await roles(), 'rosa owner, eden member');
  });

  it('add one member, whose role stays unless it is given', async () => {
    const path = 'PUT /orgs/{organizationId}/teams/{teamId}/members/{userId}';
    assert.equal((await sandbox.reply(path, { ...team, userId: 'reed' })).status, 204);
    await sandbox.call(path, { ...team, userId: 'rosa' });
    await sandbox.call(path, { ...team, userId: 'eden', body: { role: 'owner' } });
    assert.equal(await roles(), 'rosa owner, eden owner, reed member');
  });

  it('remove one member, who may also leave', async () => {
    const path = 'DELETE /orgs/{organizationId}/teams/{teamId}/members/{userId}';
    assert.equal((await sandbox.reply(path, { ...team, userId: 'eden' }, { as: 'eden' })).status, 204);
    assert.equal((await sandbox.reply(path, { ...team, userId: 'eden' })).status, 204);
    assert.equal(await roles(), 'rosa owner');
  });

  it('count the spaces that they can access', async () => {
    const spaces = async (members: string[]) => {
      const body = { title: 'Some', members };
      return (await sandbox.call('PUT /orgs/{organizationId}/teams', { organizationId, body })).spaces;
    };
    assert.deepEqual([await spaces([]), await spaces(['gus']), await spaces(['gus', 'reed'])], [0, 2, 3]);
    await sandbox.call('DELETE /spaces/{spaceId}', { spaceId: 'guide' });
    assert.equal((await sandbox.call('GET /orgs/{organizationId}/teams/{teamId}', team)).spaces, 2);
  });
});
