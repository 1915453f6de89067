import type { Schema } from '../../../api/routes.ts';
import { apiUrl, appUrl } from '../../reply/addresses.ts';
import { organizationFor } from '../../access/findOrRefuse.ts';
import { requireOrganizationRight, organizationPermissions } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { assertMergeRules } from '../changeRequests/mergeRules.ts';
import { setInviteLinks } from './inviteLinks.ts';
import { HttpError } from '../../errors.ts';
import { paged } from '../../reply/paging.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { OrganizationRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

export const organizations = {
  'GET /orgs': ({ query }, caller) => {
    const { state, user } = caller;
    const memberships = state.members.by('user', user.id).filter(member => !member.disabled);
    return ok(
      paged(caller, query, {
        rows: memberships,
        key: member => [state.members.sequence(member.id)],
        present: member => presentOrganization(caller, state.organizations.get(member.organization)),
      }),
    );
  },

  'GET /orgs/{organizationId}': ({ organizationId }, caller) =>
    ok(presentOrganization(caller, organizationFor(caller, organizationId))),

  'PATCH /orgs/{organizationId}': ({ organizationId, body }, caller) => {
    const organization = organizationFor(caller, organizationId);
    requireOrganizationRight(caller, 'admin', organization);
    if (body.hostname !== undefined) assertFree(caller.state, organization, body.hostname);
    if (body.defaultContent) assertSite(caller.state, organization, body.defaultContent.site);
    assertMergeRules(body.mergeRules);
    const { logo = organization.logo, ...fields } = body;
    const row = { ...omit(organization, 'logo'), ...fields, ...(logo && { logo }) };
    if (body.inviteLinks !== undefined) setInviteLinks(caller.state, row);
    return ok(presentOrganization(caller, caller.state.organizations.put(row)));
  },

  'GET /email-domains/{emailDomain}/orgs': ({ emailDomain }, caller) => {
    const domain = emailDomain.toLowerCase();
    if (!domainPattern.test(domain)) {
      throw new HttpError(400, `emailDomain must be a domain, such as example.com, and is '${emailDomain}'.`);
    }
    if (!caller.user.email.toLowerCase().endsWith(`@${domain}`)) {
      throw new HttpError(403, `You may not see who invites people of '${domain}': your email is of another domain.`);
    }
    const rows = caller.state.organizations.all().filter(row => isOpenTo(row, domain));
    return ok({ organizations: rows.map(row => presentOrganization(caller, row)) });
  },

  'GET /subdomains/{subdomain}': ({ subdomain }, caller) => {
    assertSubdomain('subdomain', subdomain);
    const owner = organizationAt(caller.state, subdomain);
    if (!owner) throw new HttpError(404, `No organization has the subdomain '${subdomain}'.`);
    // The subdomain is public to everybody who reads published content, so no membership is required.
    return ok({
      object: 'subdomain',
      subdomain,
      target: { type: 'organization', organization: owner.id },
      isActive: true,
    });
  },
} satisfies Partial<Handlers>;

const subdomainPattern = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;
const domainPattern = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** Returns the organization that publishes at a subdomain. */
export function organizationAt(state: State, subdomain: string): OrganizationRow | undefined {
  return state.organizations.all().find(({ hostname }) => hostname === subdomain);
}

function assertFree(state: State, organization: OrganizationRow, hostname: string): void {
  assertSubdomain('body.hostname', hostname);
  const owner = organizationAt(state, hostname);
  if (!owner || owner.id === organization.id) return;
  const why = `another organization has the hostname '${hostname}'`;
  throw new HttpError(409, `Could not change '${organization.title}': ${why}. Choose another one.`);
}

function assertSubdomain(field: string, value: string): void {
  if (subdomainPattern.test(value)) return;
  throw new HttpError(400, `${field} must match the pattern ${subdomainPattern.source}, and is '${value}'.`);
}

function assertSite(state: State, organization: OrganizationRow, siteId: string): void {
  if (state.sites.find(siteId)?.organization === organization.id) return;
  throw new HttpError(400, `body.defaultContent.site is '${siteId}', which is no site of '${organization.title}'.`);
}

function isOpenTo({ emailDomains }: OrganizationRow, domain: string): boolean {
  return emailDomains.some(name => name.toLowerCase() === domain);
}

export function presentOrganization(caller: Caller, row: OrganizationRow): Schema<'Organization'> {
  const { logo, mergeRules = { type: 'none' }, ...stored } = row;
  return {
    object: 'organization',
    ...stored,
    ...(!caller.documentedOnly && { mergeRules }),
    trial: { status: 'notapplicable' },
    urls: {
      location: apiUrl(caller, `/orgs/${row.id}`),
      app: appUrl(caller, `/orgs/${row.id}`),
      ...(logo === undefined ? {} : { logo }),
    },
    permissions: organizationPermissions(caller, row),
  };
}
