import type { Schema } from '../api/routes.ts';
import { app, location, published } from './addresses.ts';
import { mustWithSites, organizationFor, sitePermissions } from './callers.ts';
import type { Caller } from './callers.ts';
import { notFound } from './errors.ts';
import { paged } from './paging.ts';
import { ok } from './replies.ts';
import type { Handlers } from './replies.ts';
import type { OrganizationRow, SiteRow } from './rows.ts';
import { without } from './without.ts';

export const sites = {
  'GET /orgs/{organizationId}/sites': ({ organizationId, query }, caller) => {
    mustWithSites(caller, 'view', organizationFor(caller, organizationId));
    const { state } = caller;
    const title = query?.title?.toLowerCase() ?? '';
    const shows = (site: SiteRow, space: string) =>
      state.siteSpaces.by('site', site.id).some(siteSpace => siteSpace.space === space);
    const rows = state.sites
      .by('organization', organizationId)
      .filter(site => site.title.toLowerCase().includes(title))
      .filter(site => query?.published === undefined || site.published === query.published)
      .filter(site => query?.space === undefined || shows(site, query.space));
    const key = (site: SiteRow) => [state.sites.sequence(site.id)];
    return ok(paged(query, { rows, key, present: site => presentSite(caller, site) }));
  },

  'GET /orgs/{organizationId}/sites/{siteId}': ({ organizationId, siteId }, caller) =>
    ok(presentSite(caller, siteFor(caller, organizationId, siteId))),

  'POST /orgs/{organizationId}/sites/{siteId}/publish': ({ organizationId, siteId }, caller) => {
    const organization = organizationFor(caller, organizationId);
    const site = siteFor(caller, organizationId, siteId);
    mustWithSites(caller, 'publish', organization);
    if (mustBePaid(organization, site)) return ok({ type: 'checkout', sessionId: `checkout-${site.id}` });
    return ok(presentSite(caller, caller.state.sites.put({ ...site, published: true })));
  },

  'POST /orgs/{organizationId}/sites/{siteId}/unpublish': ({ organizationId, siteId }, caller) => {
    const site = siteFor(caller, organizationId, siteId);
    mustWithSites(caller, 'publish', organizationFor(caller, organizationId));
    return ok(presentSite(caller, caller.state.sites.put({ ...site, published: false })));
  },
} satisfies Partial<Handlers>;

/** The site, where the caller may see the sites of its organization. */
export function siteFor(caller: Caller, organizationId: string, siteId: string): SiteRow {
  mustWithSites(caller, 'view', organizationFor(caller, organizationId));
  const site = caller.state.sites.get(siteId);
  if (site.organization !== organizationId) throw notFound('site', siteId);
  return site;
}

function presentSite(caller: Caller, row: SiteRow): Schema<'Site'> {
  const { organization, ...fields } = without(row, 'defaultSiteSection', 'defaultSiteSpace');
  return {
    object: 'site',
    ...fields,
    siteSpaces: caller.state.siteSpaces.count('site', row.id),
    urls: {
      location: location(caller, `/orgs/${organization}/sites/${row.id}`),
      app: app(caller, `/orgs/${organization}/sites/${row.id}`),
      ...(row.published ? { published: published(caller, row) } : {}),
    },
    permissions: sitePermissions(caller, organization),
  };
}

/** Sites of the better types are part of a paid plan: publishing one on a free plan leads to a checkout first. */
function mustBePaid(organization: OrganizationRow, site: SiteRow): boolean {
  const isPaidType = site.type === 'premium' || site.type === 'ultimate';
  return isPaidType && /^free/.test(organization.plan) && !site.published;
}
