import type { Schema } from '../../../api/routes.ts';
import { apiUrl, appUrl, publishedUrl } from '../../reply/addresses.ts';
import { organizationFor } from '../../access/findOrRefuse.ts';
import { requireSiteRight, sitePermissions } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { HttpError } from '../../errors.ts';
import { freePath, slugOfTitle } from '../../content/pagePaths.ts';
import { paged } from '../../reply/paging.ts';
import { created, deleted, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { OrganizationRow, SiteRow, SiteSpaceRow } from '../../store/rows.ts';
import { defaultSection } from './siteOrder.ts';
import { editableSiteFor, sectionOf, siteFor, siteSpaceOf } from './siteParts.ts';
import { addSiteSpace, createSpaceForSite, assertVisibleIn, spaceOfSite } from './siteSpaces.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

export const sites = {
  'GET /orgs/{organizationId}/sites': ({ organizationId, query }, caller) => {
    requireSiteRight(caller, 'view', organizationFor(caller, organizationId));
    const { state } = caller;
    const title = query?.title?.toLowerCase() ?? '';
    const shows = (site: SiteRow, space: string) =>
      state.siteSpaces.by('site', site.id).some(siteSpace => siteSpace.space === space);
    const rows = state.sites
      .by('organization', organizationId)
      .filter(site => site.title.toLowerCase().includes(title))
      .filter(site => query?.published === undefined || site.published === query.published)
      .filter(site => query?.space === undefined || shows(site, query.space))
      .filter(site => query?.type === undefined || query.type.some(type => type === site.type));
    const key = (site: SiteRow) => [state.sites.sequence(site.id)];
    return ok(paged(caller, query, { rows, key, present: site => presentSite(caller, site) }));
  },

  'POST /orgs/{organizationId}/sites': ({ organizationId, body }, caller) => {
    const { state } = caller;
    const organization = organizationFor(caller, organizationId);
    requireSiteRight(caller, 'edit', organization);
    const place = { organization: organization.id };
    const named = Array.isArray(body.spaces) ? body.spaces : [];
    const spaces = named.map((id, index) => spaceOfSite(caller, place, { id, field: `body.spaces[${index}]` }));
    const title = body.title ?? spaces[0]?.title ?? 'Untitled site';
    const site = state.sites.put({
      id: state.newId(),
      ...place,
      title,
      type: body.type ?? 'basic',
      basename: freeBasename(state, title),
      visibility: body.visibility ?? 'public',
      published: false,
      createdAt: state.now(),
      adaptiveContent: { enabled: false },
      agentsContext: 'included',
    });
    if (typeof body.spaces === 'string') spaces.push(createSpaceForSite(caller, site, body.spaces));
    for (const space of spaces) addSiteSpace(state, { site: site.id, space });
    return created(presentSite(caller, site));
  },

  'GET /orgs/{organizationId}/sites/{siteId}': (input, caller) => ok(presentSite(caller, siteFor(caller, input))),

  'PATCH /orgs/{organizationId}/sites/{siteId}': ({ body = {}, ...input }, caller) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const { proxy, defaultSiteSpace, ...changes } = body;
    if (changes.basename !== undefined) assertFree(state, site, changes.basename);
    if (changes.defaultSiteSection !== undefined) sectionOf(state, site, changes.defaultSiteSection);
    const changed = { ...(proxy === null ? omit(site, 'proxy') : site), ...changes };
    state.sites.put(typeof proxy === 'string' ? { ...changed, proxy } : changed);
    if (defaultSiteSpace !== undefined) setDefaultSiteSpace(state, state.sites.get(site.id), defaultSiteSpace);
    return ok(presentSite(caller, state.sites.get(site.id)));
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}': ({ organizationId, siteId }, caller) => {
    const { state } = caller;
    const organization = organizationFor(caller, organizationId);
    requireSiteRight(caller, 'edit', organization);
    const site = state.sites.find(siteId);
    if (site?.organization !== organizationId) return noContent;
    for (const table of [state.siteSections, state.siteSpaces, state.siteSectionGroups, state.shareLinks]) {
      for (const row of table.by('site', site.id)) table.delete(row.id);
    }
    state.sites.delete(site.id);
    if (organization.defaultContent?.site === site.id) {
      state.organizations.put({ ...organization, defaultContent: null });
    }
    return deleted;
  },

  'POST /orgs/{organizationId}/sites/{siteId}/publish': (input, caller) => {
    const organization = organizationFor(caller, input.organizationId);
    const site = siteFor(caller, input);
    requireSiteRight(caller, 'publish', organization);
    if (requiresCheckout(organization, site)) return ok({ type: 'checkout', sessionId: `checkout-${site.id}` });
    return ok(presentSite(caller, caller.state.sites.put({ ...site, published: true })));
  },

  'POST /orgs/{organizationId}/sites/{siteId}/unpublish': (input, caller) => {
    const site = siteFor(caller, input);
    requireSiteRight(caller, 'publish', organizationFor(caller, input.organizationId));
    return ok(presentSite(caller, caller.state.sites.put({ ...site, published: false })));
  },
} satisfies Partial<Handlers>;

export function presentSite(caller: Caller, row: SiteRow): Schema<'Site'> {
  const { state } = caller;
  const { organization, proxy, ...fields } = omit(row, 'defaultSiteSection', 'defaultSiteSpace', 'adaptiveSchema');
  const isThere = ({ space }: SiteSpaceRow) => state.spaces.find(space)?.deletedAt === undefined;
  return {
    object: 'site',
    ...fields,
    features: [],
    ...(proxy === undefined ? {} : { proxy: { origin: proxy, target: publishedUrl(caller, row) } }),
    siteSpaces: state.siteSpaces.by('site', row.id).filter(isThere).length,
    urls: {
      location: apiUrl(caller, `/orgs/${organization}/sites/${row.id}`),
      app: appUrl(caller, `/orgs/${organization}/sites/${row.id}`),
      ...(row.published ? { published: publishedUrl(caller, row) } : {}),
    },
    permissions: sitePermissions(caller, organization),
  };
}

/** Makes a site space the default of its site; in a site with sections, the default of the default section. */
function setDefaultSiteSpace(state: State, site: SiteRow, siteSpaceId: string): void {
  const section = defaultSection(state, site);
  if (section) {
    assertVisibleIn(state, site, section, siteSpaceId);
    state.siteSections.put({ ...section, defaultSiteSpace: siteSpaceId });
  } else {
    state.sites.put({ ...site, defaultSiteSpace: siteSpaceOf(state, site, siteSpaceId).id });
  }
}

function freeBasename(state: State, title: string): string {
  return freePath(slugOfTitle(title), new Set(state.sites.all().map(site => site.basename)));
}

function assertFree(state: State, site: SiteRow, basename: string): void {
  const isTaken = state.sites.all().some(other => other.basename === basename && other.id !== site.id);
  if (isTaken) throw new HttpError(409, `body.basename '${basename}' is that of another site. Choose another one.`);
}

/**
 * Returns true if publishing requires a checkout first: the organization's free plan does not include this site type.
 */
function requiresCheckout(organization: OrganizationRow, site: SiteRow): boolean {
  const isPaidType = site.type === 'premium' || site.type === 'ultimate';
  return isPaidType && /^free/.test(organization.plan) && !site.published;
}
