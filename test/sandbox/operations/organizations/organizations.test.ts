import assert from 'node:assert/strict';
import { memberId } from '../../../../src/sandbox/store/state.ts';
import { addMember, addSite, fillAcme } from '../../acme.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const acme = { organizationId: 'acme' };

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

  it('answer 404 for others', async () => {
    const refusal = await sandbox.refusal('GET /orgs/{organizationId}', { organizationId: 'zenith' });
    assert.deepEqual(refusal, { status: 404, message: "No organization has the ID 'zenith'." });
  });

  it('list the permissions of the caller', async () => {
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

  it('deny access to disabled members', async () => {
    const { members } = sandbox.state;
    members.put({ ...members.get(memberId('acme', 'reed')), disabled: true });
    assert.equal((await sandbox.call('GET /orgs', {}, { as: 'reed' })).count, 0);
    assert.equal(
      (await sandbox.refusal('GET /orgs/{organizationId}', { organizationId: 'acme' }, { as: 'reed' })).status,
      404,
    );
  });

  it('show users to those who share an organization with them', async () => {
    assert.equal((await sandbox.call('GET /users/{userId}', { userId: 'eden' })).email, 'eden@acme.example');
    assert.equal((await sandbox.refusal('GET /users/{userId}', { userId: 'zoe' })).status, 404);
    addMember(sandbox.state, 'zenith', 'ada');
    assert.equal((await sandbox.call('GET /users/{userId}', { userId: 'zoe' })).id, 'zoe');
  });

  it('report the version of the service', async () => {
    assert.match((await sandbox.call('GET /', {})).version ?? '', /^\d+\.\d+\.\d+$/);
  });

  it('change only the given fields', async () => {
    addSite(sandbox.state, 'docs');
    const body = {
      title: 'Acme Works',
      emailDomains: ['acme.example'],
      hostname: 'acme-works',
      defaultRole: 'read' as const,
      defaultContent: { type: 'site' as const, site: 'docs' },
      logo: 'https://acme.example/logo.png',
      sso: true,
      ai: true,
      inviteLinks: false,
    };
    const path = 'PATCH /orgs/{organizationId}';
    const { urls, ...changed } = await sandbox.call(path, { ...acme, body });
    const { logo, ...stored } = body;
    assert.deepEqual({ ...changed, ...stored }, changed);
    assert.equal(urls?.logo, logo);

    const cleared = { defaultRole: null, defaultContent: null, logo: null };
    const after = await sandbox.call(path, { ...acme, body: cleared });
    assert.deepEqual([after.title, after.defaultRole, after.defaultContent], ['Acme Works', null, null]);
    assert.equal(after.urls?.logo, undefined);
  });

  it('store no unknown fields, however deeply nested', async () => {
    addSite(sandbox.state, 'docs');
    const body = { defaultContent: { type: 'site' as const, site: 'docs', since: 'today' }, nickname: 'A' };
    const { defaultContent } = await sandbox.call('PATCH /orgs/{organizationId}', { ...acme, body });
    assert.deepEqual(defaultContent, { type: 'site', site: 'docs' });
  });

  it('have a unique hostname, found as a subdomain', async () => {
    const { organizations } = sandbox.state;
    const subdomain = 'zenith-docs';
    organizations.put({ ...organizations.get('zenith'), hostname: subdomain });
    assert.deepEqual(await sandbox.call('GET /subdomains/{subdomain}', { subdomain }), {
      object: 'subdomain',
      subdomain,
      isActive: true,
      target: { type: 'organization', organization: 'zenith' },
    });
    const taken = { ...acme, body: { hostname: subdomain } };
    assert.deepEqual(await sandbox.refusal('PATCH /orgs/{organizationId}', taken), {
      status: 409,
      message: "Could not change 'Acme': another organization has the hostname 'zenith-docs'. Choose another one.",
    });
  });

  it('are found by the email domain of the caller', async () => {
    const path = 'GET /email-domains/{emailDomain}/orgs';
    const input = { emailDomain: 'ACME.example' };
    assert.deepEqual(await sandbox.call(path, input), { organizations: [] });
    const { organizations } = sandbox.state;
    organizations.put({ ...organizations.get('zenith'), emailDomains: ['other.example', 'Acme.example'] });
    const [organization] = (await sandbox.call(path, input)).organizations ?? [];
    assert.deepEqual([organization?.id, organization?.permissions?.view], ['zenith', false]);
  });

  it('can delete an invite link', async () => {
    const { inviteLinks } = sandbox.state;
    inviteLinks.put({ id: 'join', organization: 'acme', createdAt: sandbox.state.now() });
    inviteLinks.put({ id: 'other', organization: 'zenith', createdAt: sandbox.state.now() });
    const path = 'DELETE /orgs/{organizationId}/link-invites/{inviteId}';
    assert.equal((await sandbox.reply(path, { ...acme, inviteId: 'join' })).status, 205);
    assert.equal((await sandbox.reply(path, { ...acme, inviteId: 'join' })).status, 204);
    assert.equal((await sandbox.reply(path, { ...acme, inviteId: 'other' })).status, 204);
    assert.deepEqual(
      inviteLinks.all().map(({ id }) => id),
      ['other'],
    );
  });

  it('have an invite link while invite links are enabled', async () => {
    const path = 'DELETE /orgs/{organizationId}/link-invites/{inviteId}';
    const invite = { ...acme, inviteId: 'acme-invite' };
    const setInviteLinks = (inviteLinks: boolean) =>
      sandbox.call('PATCH /orgs/{organizationId}', { ...acme, body: { inviteLinks } });
    await setInviteLinks(false);
    assert.equal((await sandbox.reply(path, invite)).status, 204);
    await setInviteLinks(true);
    assert.equal((await sandbox.reply(path, invite)).status, 205);
    await setInviteLinks(true);
    await setInviteLinks(false);
    assert.equal((await sandbox.reply(path, invite)).status, 204);
  });
});
