import type { Schema } from '../../../api/routes.ts';
import { publishedUrl } from '../../reply/addresses.ts';
import { canSee } from '../../access/findOrRefuse.ts';
import type { Caller } from '../../caller.ts';
import { paged } from '../../reply/paging.ts';
import type { PageQuery, ReplyPage } from '../../reply/paging.ts';
import type { SiteRow, SiteSectionGroupRow, SiteSectionRow, SiteSpaceRow } from '../../store/rows.ts';
import { keyOfReader } from './shareLinks.ts';
import type { SiteItem } from './siteOrder.ts';
import {
  defaultSection,
  defaultSpace,
  groupKey,
  navigation,
  sectionKey,
  sectionsInGroup,
  siteSectionsOf,
  siteSpaceKey,
  siteSpacesOf,
} from './siteOrder.ts';
import { siteFor } from './siteParts.ts';
import { presentSpace } from '../spaces/spaces.ts';
import { omit } from '../../store/omit.ts';

/** A site as one reader sees it. With a share key, the addresses of a share-link site contain it. */
export interface SiteView {
  readonly caller: Caller;
  readonly site: SiteRow;
  readonly shareKey?: string;
}

/** Returns the caller's view of a site. Throws if the share key in the request does not open the site. */
export function siteViewFor(
  caller: Caller,
  input: { organizationId: string; siteId: string; query?: { shareKey?: string | undefined } | undefined },
): SiteView {
  const site = siteFor(caller, input);
  const shareKey = keyOfReader(caller.state, site, input.query?.shareKey);
  return shareKey === undefined ? { caller, site } : { caller, site, shareKey };
}

export function presentStructure(view: SiteView): Schema<'SiteStructure'> {
  const { state } = view.caller;
  const items = navigation(state, view.site.id);
  if (items.length === 0) {
    return { type: 'siteSpaces', structure: visibleSiteSpaces(view).map(row => presentSiteSpace(view, row)) };
  }
  return { type: 'sections', structure: items.map(item => presentItem(view, item)) };
}

export function presentItem(view: SiteView, item: SiteItem): Schema<'SiteStructureItem'> {
  if (item.type === 'site-space') return presentSiteSpace(view, item.row);
  return item.type === 'site-section' ? presentSection(view, item.row) : presentGroup(view, item.row);
}

export function listSections(view: SiteView, query: PageQuery | undefined): ReplyPage<Schema<'SiteSection'>> {
  const { state } = view.caller;
  const key = (row: SiteSectionRow) => sectionKey(state, row);
  return paged(view.caller, query, {
    rows: siteSectionsOf(state, view.site.id),
    key,
    present: row => presentSection(view, row),
  });
}

export function listGroups(view: SiteView, query: PageQuery | undefined): ReplyPage<Schema<'SiteSectionGroup'>> {
  const { state } = view.caller;
  const rows = navigation(state, view.site.id).flatMap(item => (item.type === 'site-section-group' ? [item.row] : []));
  const key = (row: SiteSectionGroupRow) => groupKey(state, row);
  return paged(view.caller, query, { rows, key, present: row => presentGroup(view, row) });
}

interface SiteSpaceQuery extends PageQuery {
  default?: boolean | undefined;
}

export function listSiteSpaces(view: SiteView, query: SiteSpaceQuery | undefined): ReplyPage<Schema<'SiteSpace'>> {
  const { state } = view.caller;
  const key = (row: SiteSpaceRow) => siteSpaceKey(state, row);
  const isWanted = (row: SiteSpaceRow) => query?.default === undefined || isDefault(view, row) === query.default;
  const rows = visibleSiteSpaces(view).filter(isWanted);
  return paged(view.caller, query, { rows, key, present: row => presentSiteSpace(view, row) });
}

/** Returns the site spaces whose spaces the caller may see, in the order of the navigation. */
export function visibleSiteSpaces({ caller, site }: SiteView): SiteSpaceRow[] {
  return siteSpacesOf(caller.state, { site: site.id }).filter(isVisible(caller));
}

export function presentSection(view: SiteView, row: SiteSectionRow): Schema<'SiteSection'> {
  const { caller, site } = view;
  const { group, ...stored } = omit(row, 'site', 'position', 'defaultSiteSpace');
  const spaces = siteSpacesOf(caller.state, { site: site.id, section: row.id }).filter(isVisible(caller));
  return {
    object: 'site-section',
    ...stored,
    default: row.id === defaultSection(caller.state, site)?.id,
    ...(group === undefined ? {} : { sectionGroup: group }),
    siteSpaces: spaces.map(siteSpace => presentSiteSpace(view, siteSpace)),
    ...publishedAt(view, row.path),
  };
}

export function presentGroup(view: SiteView, row: SiteSectionGroupRow): Schema<'SiteSectionGroup'> {
  const sections = sectionsInGroup(view.caller.state, row);
  return {
    object: 'site-section-group',
    ...omit(row, 'site', 'position'),
    sections: sections.map(section => presentSection(view, section)),
  };
}

function presentSiteSpace(view: SiteView, row: SiteSpaceRow): Schema<'SiteSpace'> {
  const { caller, site } = view;
  const { space, ...stored } = omit(row, 'site', 'position');
  const section = row.section === undefined ? undefined : caller.state.siteSections.get(row.section);
  const isFirst = isDefault(view, row);
  const path = [section?.path, isFirst ? undefined : row.path].filter(part => part !== undefined);
  return {
    object: 'site-space',
    ...stored,
    space: presentSpace(caller, caller.state.spaces.get(space)),
    default: isFirst,
    hasAdvancedCustomizationFeature: site.type === 'ultimate',
    ...publishedAt(view, path.join('/')),
  };
}

/** Returns true if a site space is the one shown first in its section, or in a site without sections. */
function isDefault({ caller: { state }, site }: SiteView, row: SiteSpaceRow): boolean {
  const section = row.section === undefined ? undefined : state.siteSections.get(row.section);
  return row.id === defaultSpace(state, section ?? site)?.id;
}

function publishedAt({ caller, site, shareKey }: SiteView, path: string): { urls?: { published: string } } {
  if (!site.published) return {};
  const query = shareKey === undefined ? '' : `?shareKey=${encodeURIComponent(shareKey)}`;
  return { urls: { published: `${publishedUrl(caller, site, path)}${query}` } };
}

/** Returns a filter that excludes deleted spaces and those that the caller may not see. */
function isVisible(caller: Caller): (row: SiteSpaceRow) => boolean {
  return ({ space }) => {
    const row = caller.state.spaces.find(space);
    return row !== undefined && row.deletedAt === undefined && canSee(caller, row);
  };
}
