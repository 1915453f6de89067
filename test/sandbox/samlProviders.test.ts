import assert from 'node:assert/strict';
import type { State } from '../../src/sandbox/state.ts';
import { fillAcme } from './acme.ts';
import { itRefuses, refused } from './refused.ts';
import { openSandbox } from './sandbox.ts';
import type { OpenSandbox } from './sandbox.ts';

const organizationId = 'acme';
const okta = { organizationId, samlProviderId: 'okta' };
const notAdmin = /asks for the role 'admin', and yours is 'create'/;
const noOrganization = { organizationId: 'zenith' };

function fill(state: State): void {
  fillAcme(state);
  const createdAt = state.now();
  state.samlProviders.put({ id: 'okta', organization: 'acme', label: 'Okta', createdAt });
  state.samlProviders.put({ id: 'entra', organization: 'zenith', label: 'Entra', createdAt });
}

describe('SAML providers of the sandbox', () => {
  let sandbox: OpenSandbox;
  const list = async () => {
    const { items } = await sandbox.call('GET /orgs/{organizationId}/saml', { organizationId });
    return items.map(({ label }) => label);
  };

  beforeEach(async () => {
    sandbox = await openSandbox({ fill });
  });

  it('are created with a team and a role for those who come by them', async () => {
    const certificate = 'c'.repeat(10_000);
    const { status, body } = await sandbox.reply('POST /orgs/{organizationId}/saml', {
      organizationId,
      body: {
        ...{ label: 'Ping', entityID: 'ping', ssoURL: 'https://sso.example/start', certificate },
        ...{ defaultTeam: 'writers', defaultRole: null },
      },
    });
    assert.equal(status, 201);
    assert.deepEqual([body.label, body.entityID, body.ssoURL], ['Ping', 'ping', 'https://sso.example/start']);
    assert.deepEqual([body.certificate, body.defaultRole, body.defaultTeam?.title], [certificate, null, 'Writers']);
    assert.equal(body.status, 'active');
    assert.ok(body.service?.acsURL?.includes(body.id));
    assert.deepEqual(await list(), ['Okta', 'Ping']);
  });

  it('are pending, and no way to sign in, until all of them is known', async () => {
    const path = '/orgs/{organizationId}/saml/{samlProviderId}';
    assert.equal((await sandbox.call(`GET ${path}`, okta)).status, 'pending');
    assert.deepEqual(await sandbox.call('GET /orgs/{organizationId}/sso', { organizationId }), { items: [] });

    const body = { entityID: 'okta', ssoURL: 'https://okta.example/sso', certificate: 'abc' };
    const changed = await sandbox.call(`PATCH ${path}`, { ...okta, body });
    assert.deepEqual([changed.status, changed.label], ['active', 'Okta']);
    const { items } = await sandbox.call('GET /orgs/{organizationId}/sso', { organizationId }, { as: 'gus' });
    assert.deepEqual(items, [{ id: 'okta', label: 'Okta', startURL: changed.service?.startURL }]);
  });

  it('are deleted', async () => {
    const path = 'DELETE /orgs/{organizationId}/saml/{samlProviderId}';
    assert.equal((await sandbox.reply(path, okta)).status, 204);
    assert.equal((await sandbox.reply(path, okta)).status, 204);
    assert.equal((await sandbox.reply(path, { ...okta, samlProviderId: 'entra' })).status, 204);
    assert.deepEqual(await list(), []);
    assert.ok(sandbox.state.samlProviders.has('entra'));
  });

  it('have teams of their organization only', async () => {
    const body = { label: 'Ping', defaultTeam: 'nowhere' };
    const message = "body.defaultTeam is 'nowhere', which is no team of 'Acme'.";
    const expected = { status: 400, message };
    assert.deepEqual(await sandbox.refusal('POST /orgs/{organizationId}/saml', { organizationId, body }), expected);
    const path = 'PATCH /orgs/{organizationId}/saml/{samlProviderId}';
    assert.deepEqual(await sandbox.refusal(path, { ...okta, body }), expected);
  });

  itRefuses(
    () => sandbox,
    [
      refused({
        route: 'GET /orgs/{organizationId}/saml',
        input: { organizationId },
        bad: [{ query: { limit: 1001 } }, /query.limit must not be more than 1000/],
        missing: noOrganization,
        forbidden: ['cato', notAdmin],
      }),
      refused({
        route: 'POST /orgs/{organizationId}/saml',
        input: { organizationId, body: { label: 'Ping' } },
        bad: [{ body: { label: 'x'.repeat(31) } }, /body.label must not have more than 30 characters/],
        missing: noOrganization,
        forbidden: ['cato', notAdmin],
      }),
      refused({
        route: 'GET /orgs/{organizationId}/saml/{samlProviderId}',
        input: okta,
        missing: { samlProviderId: 'entra' },
        forbidden: ['cato', notAdmin],
      }),
      refused({
        route: 'PATCH /orgs/{organizationId}/saml/{samlProviderId}',
        input: { ...okta, body: {} },
        bad: [{ body: { entityID: 'x'.repeat(1025) } }, /body.entityID must not have more than 1024 characters/],
        missing: { samlProviderId: 'entra' },
        forbidden: ['cato', notAdmin],
      }),
      refused({
        route: 'DELETE /orgs/{organizationId}/saml/{samlProviderId}',
        input: okta,
        missing: noOrganization,
        forbidden: ['cato', notAdmin],
      }),
      refused({ route: 'GET /orgs/{organizationId}/sso', input: { organizationId }, missing: noOrganization }),
    ],
  );

  for (const [body, message] of [
    [{ label: '' }, 'body.label must have at least 1 character.'],
    [{ label: 'a', certificate: 'c'.repeat(10_001) }, 'body.certificate must not have more than 10000 characters.'],
    [{ label: 'a', ssoURL: 'nowhere' }, "body.ssoURL must be in the format 'uri'."],
    [
      { label: 'a', ssoURL: `https://a.example/${'x'.repeat(2048)}` },
      'body.ssoURL must not have more than 2048 characters.',
    ],
    [{ label: 'a', defaultRole: 'boss' }, /^body.defaultRole must be one of/],
  ] as const) {
    it(`refuse a body where ${String(message)}`, async () => {
      const refusal = await sandbox.refusal('POST /orgs/{organizationId}/saml', { organizationId, body });
      assert.equal(refusal.status, 400);
      assert.ok(typeof message === 'string' ? refusal.message === message : message.test(refusal.message));
    });
  }
});
