import assert from 'node:assert/strict';
import { MemberRole } from '@gitbook/api';
import { openService } from './client.ts';

const okta = { label: 'Okta', entityID: 'okta', certificate: 'c3VyZQ==', ssoURL: 'https://okta.example/sso' };

describe('with the published client, a SAML provider', () => {
  it('is created, read and listed', async () => {
    const { api } = await openService();
    const written = { ...okta, defaultTeam: 'writers', defaultRole: MemberRole.Read };
    const { data: provider, status } = await api.orgs.createOrganizationSamlProvider('acme', written);
    const { data: team } = await api.orgs.getTeamInOrganizationById('acme', 'writers');
    assert.equal(status, 201);
    assert.partialDeepStrictEqual(provider, { ...written, defaultTeam: team, status: 'active' });
    assert.deepEqual((await api.orgs.getOrganizationSamlProviderById('acme', provider.id)).data, provider);
    assert.deepEqual((await api.orgs.listSamlProvidersInOrganizationById('acme')).data.items, [provider]);
  });

  it('is enabled as soon as it is complete', async () => {
    const { api } = await openService();
    const { data: pending } = await api.orgs.createOrganizationSamlProvider('acme', { label: 'Soon' });
    assert.deepEqual((await api.orgs.listSsoProviderLoginsInOrganization('acme')).data.items, []);
    const { data: active } = await api.orgs.updateOrganizationSamlProvider('acme', pending.id, okta);
    assert.deepEqual([pending.status, active.status, active.label], ['pending', 'active', 'Okta']);
    assert.deepEqual((await api.orgs.listSsoProviderLoginsInOrganization('acme')).data.items, [
      { id: active.id, label: 'Okta', startURL: active.service.startURL },
    ]);
  });

  it('is deleted', async () => {
    const { api } = await openService();
    const { data: provider } = await api.orgs.createOrganizationSamlProvider('acme', okta);
    await api.orgs.deleteOrganizationSamlProvider('acme', provider.id);
    assert.equal((await api.orgs.listSamlProvidersInOrganizationById('acme')).data.count, 0);
    await assert.rejects(api.orgs.getOrganizationSamlProviderById('acme', provider.id), { code: 404 });
  });
});
