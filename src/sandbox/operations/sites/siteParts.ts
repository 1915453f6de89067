import type { Schema } from '../../../api/routes.ts';
import { organizationFor } from '../../access/findOrRefuse.ts';
import { requireSiteRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { HttpError, notFound } from '../../errors.ts';
import type { SiteRow, SiteSectionGroupRow, SiteSectionRow, SiteSpaceRow } from '../../store/rows.ts';
import type { SiteItem } from './siteOrder.ts';
import type { State } from '../../store/state.ts';

type Pointer = Schema<'StructurePointer'>;

export interface SitePath {
  organizationId: string;
  siteId: string;
}

/** Returns the site. Throws if the caller may not see the sites of its organization. */
export function siteFor(caller: Caller, { organizationId, siteId }: SitePath): SiteRow {
  requireSiteRight(caller, 'view', organizationFor(caller, organizationId));
  const site = caller.state.sites.get(siteId);
  if (site.organization !== organizationId) throw notFound('site', siteId);
  return site;
}

/** Returns the site. Throws if the caller may not change it. */
export function editableSiteFor(caller: Caller, path: SitePath): SiteRow {
  const site = siteFor(caller, path);
  requireSiteRight(caller, 'edit', organizationFor(caller, path.organizationId));
  return site;
}

export function sectionOf(state: State, site: SiteRow, id: string): SiteSectionRow {
  const section = state.siteSections.get(id);
  if (section.site !== site.id) throw notFound('site section', id);
  return section;
}

export function groupOf(state: State, site: SiteRow, id: string): SiteSectionGroupRow {
  const group = state.siteSectionGroups.get(id);
  if (group.site !== site.id) throw notFound('section group', id);
  return group;
}

export function siteSpaceOf(state: State, site: SiteRow, id: string): SiteSpaceRow {
  const siteSpace = state.siteSpaces.get(id);
  if (siteSpace.site !== site.id) throw notFound('site space', id);
  return siteSpace;
}

/** Returns the item that a pointer in a request refers to. */
export function siteItemOf(state: State, site: SiteRow, { type, id }: Pointer): SiteItem {
  if (type === 'site-section') return { type, row: sectionOf(state, site, id) };
  if (type === 'site-section-group') return { type, row: groupOf(state, site, id) };
  if (type === 'site-space') return { type, row: siteSpaceOf(state, site, id) };
  throw new HttpError(404, `No external link of the site '${site.title}' has the ID '${id}'.`);
}

/** Returns the neighbours that a position in a request names. */
export function itemsBeside(
  state: State,
  site: SiteRow,
  { before, after }: { before?: Pointer | undefined; after?: Pointer | undefined } = {},
): { before?: SiteItem; after?: SiteItem } {
  return {
    ...(before && { before: siteItemOf(state, site, before) }),
    ...(after && { after: siteItemOf(state, site, after) }),
  };
}
