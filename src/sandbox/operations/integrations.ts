import type { RequestInput, Schema } from '../../api/routes.ts';
import { apiUrl, appUrl } from '../reply/addresses.ts';
import { organizationFor } from '../access/findOrRefuse.ts';
import { requireOrganizationRight, organizationPermissions } from '../access/permissions.ts';
import type { Caller } from '../caller.ts';
import { HttpError, notFound } from '../errors.ts';
import { organizationAt, presentOrganization } from './organizations/organizations.ts';
import { paged } from '../reply/paging.ts';
import { assertPicture, pictureAddress } from './pictureAddresses.ts';
import { noContent, ok } from '../reply/answers.ts';
import type { Handlers } from '../reply/answers.ts';
import type { IntegrationInstallationRow, IntegrationRow, OrganizationRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';
import { omit } from '../store/omit.ts';

export const integrations = {
  'GET /integrations': ({ query }, caller) => {
    const { integrations } = caller.state;
    const rows = integrations.all().filter(row => isListed(caller, row) && isAskedFor(row, query));
    const key = (row: IntegrationRow) => [integrations.sequence(row.id)];
    return ok(paged(caller, query, { rows, key, present: row => presentIntegration(caller, row) }));
  },

  'GET /integrations/{integrationName}': ({ integrationName }, caller) =>
    ok(presentIntegration(caller, integrationFor(caller, integrationName))),

  'POST /integrations/{integrationName}': ({ integrationName, body }, caller) => {
    const { integrations } = caller.state;
    const organization = publisherFor(caller, body.organization);
    requireOrganizationRight(caller, 'admin', organization);
    const previous = integrations.find(integrationName);
    if (previous && previous.organization !== organization.id) throw nameTaken(integrationName);
    if (body.icon !== undefined) assertPicture('body.icon', body.icon);
    body.previewImages?.forEach((image, index) => assertPicture(`body.previewImages[${index}]`, image));
    const row = {
      id: integrationName,
      organization: organization.id,
      version: (previous?.version ?? 0) + 1,
      published: omit(body, 'organization'),
    };
    if (!previous) install(caller.state, row);
    return ok(presentIntegration(caller, integrations.put(row)));
  },

  'DELETE /integrations/{integrationName}': ({ integrationName }, caller) => {
    const { state } = caller;
    const row = state.integrations.find(integrationName);
    if (!row || !canSee(caller, row)) return noContent;
    requireOrganizationRight(caller, 'admin', state.organizations.get(row.organization));
    for (const { id } of state.integrationInstallations.by('integration', row.id)) {
      state.integrationInstallations.delete(id);
    }
    state.integrations.delete(row.id);
    return noContent;
  },

  /** Returns no events, because the sandbox does not run integrations. */
  'GET /integrations/{integrationName}/events': ({ integrationName, query }, caller) => {
    const { organization } = integrationFor(caller, integrationName);
    requireOrganizationRight(caller, 'admin', caller.state.organizations.get(organization));
    return ok(paged(caller, query, { rows: [], key: () => [], present: row => row }));
  },

  'GET /integrations/{integrationName}/installations': ({ integrationName, query }, caller) => {
    const { organizations, integrationInstallations } = caller.state;
    const integration = integrationFor(caller, integrationName);
    requireOrganizationRight(caller, 'admin', organizations.get(integration.organization));
    const { externalId } = query ?? {};
    const rows = integrationInstallations
      .by('integration', integration.id)
      .filter(row => externalId === undefined || row.externalIds.includes(externalId));
    const key = (row: IntegrationInstallationRow) => [integrationInstallations.sequence(row.id)];
    return ok(paged(caller, query, { rows, key, present: row => presentInstallation(caller, row) }));
  },
} satisfies Partial<Handlers>;

/** Installs an integration for its publisher; no documented operation installs it anywhere else. */
function install(state: State, { id: integration, organization }: IntegrationRow): void {
  const [id, at] = [state.newId(), state.now()];
  const fields = { status: 'active' as const, externalIds: [], createdAt: at, updatedAt: at };
  state.integrationInstallations.put({ id, integration, organization, ...fields });
}

type Filters = NonNullable<RequestInput<'GET /integrations'>['query']>;

function isAskedFor({ id, organization, published }: IntegrationRow, filters: Filters = {}): boolean {
  const { search, category, blockDomain, blocks, contentSources, owner, scope, target } = filters;
  const answers = [
    search === undefined || `${id} ${published.title}`.toLowerCase().includes(search.toLowerCase()),
    category === undefined || published.categories?.includes(category),
    blockDomain === undefined || unfurls(published, blockDomain),
    blocks === undefined || hasAny(published.blocks) === blocks,
    contentSources === undefined || hasAny(published.contentSources) === contentSources,
    owner === undefined || organization === owner,
    scope === undefined || published.scopes?.includes(scope),
    target === undefined || (published.target ?? 'all') === target,
  ];
  return answers.every(Boolean);
}

/** Returns true if a block unfurls links of this domain; its patterns are addresses like `https://*.example.com/**`. */
function unfurls({ blocks = [] }: IntegrationRow['published'], domain: string): boolean {
  const domains = blocks.flatMap(({ urlUnfurl = [] }) => urlUnfurl).map(domainOf);
  return domains.some(
    blockDomain => domain === blockDomain || domain.endsWith(`.${blockDomain}`) || blockDomain.endsWith(`.${domain}`),
  );
}

function domainOf(pattern: string): string {
  const [host = ''] = pattern.replace(/^[\w*]+:\/\//, '').split(/[/:?#]/);
  return host.replace(/^(\*\.)+/, '');
}

function hasAny(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

/** Returns true for public integrations, and for those of an organization whose integrations the caller may list. */
function isListed(caller: Caller, row: IntegrationRow): boolean {
  return row.published.visibility === 'public' || isOfTheirs(caller, row);
}

/** Returns true for listed and unlisted integrations: everybody may see an unlisted one whose name they know. */
function canSee(caller: Caller, row: IntegrationRow): boolean {
  return row.published.visibility === 'unlisted' || isListed(caller, row);
}

function isOfTheirs(caller: Caller, { organization }: IntegrationRow): boolean {
  return organizationPermissions(caller, caller.state.organizations.get(organization)).listIntegrations;
}

function integrationFor(caller: Caller, name: string): IntegrationRow {
  const row = caller.state.integrations.find(name);
  if (row && canSee(caller, row)) return row;
  throw new HttpError(404, `No integration has the name '${name}'.`);
}

/** Returns the organization with this ID or subdomain. */
function publisherFor(caller: Caller, name: string): OrganizationRow {
  const id = caller.state.organizations.has(name) ? name : organizationAt(caller.state, name)?.id;
  if (id === undefined) throw notFound('organization', name);
  return organizationFor(caller, id);
}

function nameTaken(name: string): HttpError {
  const message = `Could not publish '${name}': another organization has an integration of this name. Choose another one.`;
  return new HttpError(409, message);
}

function presentIntegration(caller: Caller, row: IntegrationRow): Schema<'Integration'> {
  const { icon, previewImages = [], ...published } = omit(row.published, 'runtime', 'script', 'secrets');
  const owner = caller.state.organizations.get(row.organization);
  const { admin } = organizationPermissions(caller, owner);
  return {
    object: 'integration',
    name: row.id,
    version: row.version,
    visibility: 'private',
    verified: false,
    scopes: [],
    ...published,
    previewImages: previewImages.map(pictureAddress),
    owner: presentOrganization(caller, owner),
    urls: {
      location: apiUrl(caller, `/integrations/${row.id}`),
      app: appUrl(caller, `/integrations/${row.id}`),
      ...(icon !== undefined && { icon: pictureAddress(icon) }),
    },
    permissions: { admin, install: isSomewhereAdmin(caller) },
  };
}

/** Returns true if the caller administrates any organization, and so may install the integrations that they see. */
function isSomewhereAdmin({ state, user }: Caller): boolean {
  return state.members.by('user', user.id).some(({ role, disabled }) => role === 'admin' && !disabled);
}

function presentInstallation(caller: Caller, row: IntegrationInstallationRow): Schema<'IntegrationInstallation'> {
  const { organization, ...fields } = row;
  return {
    object: 'integration-installation',
    ...fields,
    space_selection: 'all',
    site_selection: 'all',
    spaces: caller.state.spaces.by('organization', organization).filter(space => space.deletedAt === undefined).length,
    configuration: {},
    urls: {
      location: apiUrl(caller, `/integrations/${row.integration}/installations/${row.id}`),
      app: appUrl(caller, `/orgs/${organization}/integrations/${row.integration}`),
    },
    target: { organization },
  };
}
