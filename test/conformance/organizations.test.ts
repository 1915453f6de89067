import assert from 'node:assert/strict';
import { MemberRole } from '@gitbook/api';
import { addSite, fillAcme } from '../sandbox/acme.ts';
import { openService } from './client.ts';

describe('with the published client, an organization', () => {
  it('is found by the caller: version, user, organizations', async () => {
    const { api } = await openService();
    assert.equal((await api.getApiInformation()).data.build, 'sandbox');
    const { data: user } = await api.user.getAuthenticatedUser();
    assert.deepEqual([user.id, user.displayName], ['ada', 'Ada']);
    assert.deepEqual((await api.users.getUserById('ada')).data, user);
    const { data: list } = await api.orgs.listOrganizationsForAuthenticatedUser();
    assert.deepEqual(list.items, [(await api.orgs.getOrganizationById('acme')).data]);
  });

  it('is changed, and read back', async () => {
    const { api } = await openService({
      fill(state) {
        fillAcme(state);
        addSite(state, 'docs');
      },
    });
    const written = {
      ...{ title: 'Acme & Sons', emailDomains: ['acme.example'], hostname: 'acme-docs', inviteLinks: false },
      ...{ defaultRole: MemberRole.Comment, sso: false, ai: true },
      defaultContent: { type: 'site' as const, site: 'docs' },
    };
    const logo = 'https://acme.example/logo.png';
    const { data: changed } = await api.orgs.updateOrganizationById('acme', { ...written, logo });
    assert.partialDeepStrictEqual(changed, { ...written, urls: { logo } });
    assert.deepEqual((await api.orgs.getOrganizationById('acme')).data, changed);

    const { data: emptied } = await api.orgs.updateOrganizationById('acme', { logo: null, defaultContent: null });
    assert.deepEqual([emptied.urls.logo, emptied.defaultContent], [undefined, null]);
  });

  it('is found by its subdomain and by its email domain', async () => {
    const { api } = await openService();
    const changes = { hostname: 'acme-docs', emailDomains: ['acme.example'] };
    const { data: acme } = await api.orgs.updateOrganizationById('acme', changes);
    const { data: subdomain } = await api.subdomains.getSubdomain('acme-docs');
    assert.deepEqual(subdomain.target, { type: 'organization', organization: 'acme' });
    const { data } = await api.emailDomains.getOrganizationsForEmailDomain('acme.example');
    assert.deepEqual(data.organizations, [acme]);
  });

  it('deletes invite links', async () => {
    const { api, state } = await openService({
      fill(filled) {
        fillAcme(filled);
        filled.inviteLinks.put({ id: 'spring', organization: 'acme', createdAt: filled.now() });
      },
    });
    assert.equal((await api.orgs.deleteOrganizationInviteById('acme', 'spring')).status, 205);
    assert.equal(state.inviteLinks.has('spring'), false);
    assert.equal((await api.orgs.deleteOrganizationInviteById('acme', 'spring')).status, 204);
  });
});
