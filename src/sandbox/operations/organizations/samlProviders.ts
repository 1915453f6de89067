import type { Schema } from '../../../api/routes.ts';
import { apiUrl, appUrl } from '../../reply/addresses.ts';
import { organizationFor } from '../../access/findOrRefuse.ts';
import { requireOrganizationRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { HttpError, notFound } from '../../errors.ts';
import { paged } from '../../reply/paging.ts';
import { created, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { OrganizationRow, SamlProviderRow } from '../../store/rows.ts';
import { presentTeam } from './teams.ts';
import { omit } from '../../store/omit.ts';

export const samlProviders = {
  'GET /orgs/{organizationId}/saml': ({ organizationId, query }, caller) => {
    requireOrganizationRight(caller, 'admin', organizationFor(caller, organizationId));
    const { samlProviders } = caller.state;
    const rows = samlProviders.by('organization', organizationId);
    const key = (row: SamlProviderRow) => [samlProviders.sequence(row.id)];
    return ok(paged(caller, query, { rows, key, present: row => presentSamlProvider(caller, row) }));
  },

  'POST /orgs/{organizationId}/saml': ({ organizationId, body }, caller) => {
    const { state } = caller;
    const organization = organizationFor(caller, organizationId);
    requireOrganizationRight(caller, 'admin', organization);
    assertTeam(caller, organization, body.defaultTeam);
    const row = { ...body, id: state.newId(), organization: organizationId, createdAt: state.now() };
    return created(presentSamlProvider(caller, state.samlProviders.put(row)));
  },

  'GET /orgs/{organizationId}/saml/{samlProviderId}': ({ organizationId, samlProviderId }, caller) => {
    requireOrganizationRight(caller, 'admin', organizationFor(caller, organizationId));
    return ok(presentSamlProvider(caller, samlProviderFor(caller, organizationId, samlProviderId)));
  },

  'PATCH /orgs/{organizationId}/saml/{samlProviderId}': ({ organizationId, samlProviderId, body }, caller) => {
    const organization = organizationFor(caller, organizationId);
    requireOrganizationRight(caller, 'admin', organization);
    const row = samlProviderFor(caller, organizationId, samlProviderId);
    assertTeam(caller, organization, body.defaultTeam);
    return ok(presentSamlProvider(caller, caller.state.samlProviders.put({ ...row, ...body })));
  },

  'DELETE /orgs/{organizationId}/saml/{samlProviderId}': ({ organizationId, samlProviderId }, caller) => {
    requireOrganizationRight(caller, 'admin', organizationFor(caller, organizationId));
    const { samlProviders } = caller.state;
    const isHere = samlProviders.find(samlProviderId)?.organization === organizationId;
    if (isHere) samlProviders.delete(samlProviderId);
    return noContent;
  },

  'GET /orgs/{organizationId}/sso': ({ organizationId }, caller) => {
    organizationFor(caller, organizationId);
    const active = caller.state.samlProviders.by('organization', organizationId).filter(isActive);
    const items = active.map(row => ({ id: row.id, label: row.label, startURL: addresses(caller, row).startURL }));
    return ok({ items });
  },
} satisfies Partial<Handlers>;

function samlProviderFor(caller: Caller, organizationId: string, samlProviderId: string): SamlProviderRow {
  const row = caller.state.samlProviders.get(samlProviderId);
  if (row.organization !== organizationId) throw notFound('SAML provider', samlProviderId);
  return row;
}

function presentSamlProvider(caller: Caller, row: SamlProviderRow): Schema<'SamlProvider'> {
  const team = row.defaultTeam === undefined ? undefined : caller.state.teams.get(row.defaultTeam);
  return {
    object: 'saml-provider',
    ...omit(row, 'organization', 'defaultTeam'),
    ...(team && { defaultTeam: presentTeam(caller, team) }),
    status: isActive(row) ? 'active' : 'pending',
    service: addresses(caller, row),
    urls: { location: apiUrl(caller, `/orgs/${row.organization}/saml/${row.id}`) },
  };
}

/** Returns true if the provider has all the data that a sign-in needs. */
function isActive({ ssoURL, entityID, certificate }: SamlProviderRow): boolean {
  return [ssoURL, entityID, certificate].every(part => part !== undefined && part !== '');
}

/** Returns the addresses to enter at the identity provider. */
function addresses(caller: Caller, { id }: SamlProviderRow) {
  const of = (what: string) => appUrl(caller, `/saml/${id}/${what}`);
  return { acsURL: of('acs'), startURL: of('start'), entityID: of('metadata') };
}

function assertTeam({ state }: Caller, organization: OrganizationRow, teamId: string | undefined): void {
  if (teamId === undefined || state.teams.find(teamId)?.organization === organization.id) return;
  throw new HttpError(400, `body.defaultTeam is '${teamId}', which is no team of '${organization.title}'.`);
}
