import assert from 'node:assert/strict';
import type { State } from '../../../../src/sandbox/store/state.ts';
import { fillAcme } from '../../acme.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const organizationId = 'acme';
const okta = { organizationId, samlProviderId: 'okta' };

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

  it('are created with a team and a role for their users', async () => {
    const certificate = 'c'.repeat(10_000);
    const { status, body } = await sandbox.reply('POST /orgs/{organizationId}/saml', {
      organizationId,
      body: {
        label: 'Ping',
        entityID: 'ping',
        ssoURL: 'https://sso.example/start',
        certificate,
        defaultTeam: 'writers',
        defaultRole: null,
      },
    });
    assert.equal(status, 201);
    assert.deepEqual([body.label, body.entityID, body.ssoURL], ['Ping', 'ping', 'https://sso.example/start']);
    assert.deepEqual([body.certificate, body.defaultRole, body.defaultTeam?.title], [certificate, null, 'Writers']);
    assert.equal(body.status, 'active');
    assert.ok(body.service?.acsURL?.includes(body.id));
    assert.deepEqual(await list(), ['Okta', 'Ping']);
  });

  it('are pending, and cannot be used to sign in, until they are complete', async () => {
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
});
