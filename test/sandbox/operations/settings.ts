import type { State } from '../../../src/sandbox/store/state.ts';

const createdAt = '2026-01-01T00:00:00.000Z';

/** Adds an invite link, a sign-in method, a translation and an integration to Acme. */
export function addSettings(state: State): void {
  const zenith = state.organizations.get('zenith');
  state.organizations.put({ ...zenith, emailDomains: ['acme.example'], hostname: 'zenith-docs' });
  state.inviteLinks.put({ id: 'join', organization: 'acme', createdAt });
  const sso = { entityID: 'okta', ssoURL: 'https://okta.example/sso', certificate: 'abc' };
  state.samlProviders.put({
    id: 'okta',
    organization: 'acme',
    label: 'Okta',
    defaultTeam: 'writers',
    createdAt,
    ...sso,
  });
  const french = { id: 'french', title: 'French', languages: ['fr'] };
  state.translations.put({ ...french, organization: 'acme', createdAt, updatedAt: createdAt });
  const published = { title: 'Figma', description: 'Drawings', scopes: [], script: '', visibility: 'public' as const };
  state.integrations.put({ id: 'figma', organization: 'acme', version: 1, published });
  const fields = { integration: 'figma', organization: 'zenith', createdAt, updatedAt: createdAt };
  state.integrationInstallations.put({ id: 'one', status: 'active', externalIds: ['file-1'], ...fields });
  state.integrationInstallations.put({ id: 'two', status: 'active', externalIds: [], ...fields });
}
