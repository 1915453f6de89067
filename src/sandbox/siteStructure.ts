import type { Schema } from '../api/routes.ts';
import { published } from './addresses.ts';
import { canSee } from './callers.ts';
import type { Caller } from './callers.ts';
import { paged, sortedBy } from './paging.ts';
import type { Key } from './paging.ts';
import { ok } from './replies.ts';
import type { Handlers } from './replies.ts';
import type { SiteRow, SiteSectionGroupRow, SiteSectionRow, SiteSpaceRow } from './rows.ts';
import { siteFor } from './sites.ts';
import { presentSpace } from './spaces.ts';
import { without } from './without.ts';

export const siteStructure = {
  'GET /orgs/{organizationId}/sites/{siteId}/structure': ({ organizationId, siteId }, caller) =>
    ok(presentStructure(caller, siteFor(caller, organizationId, siteId))),

  'GET /orgs/{organizationId}/sites/{siteId}/site-spaces': ({ organizationId, siteId, query }, caller) => {
    const site = siteFor(caller, organizationId, siteId);
    const rows = visibleSpaces(caller, caller.state.siteSpaces.by('site', site.id));
    const key = spaceKey(caller);
    return ok(paged(query, { rows, key, present: row => presentSiteSpace(caller, site, row) }));
  },

  'GET /orgs/{organizationId}/sites/{siteId}/sections': ({ organizationId, siteId, query }, caller) => {
    const site = siteFor(caller, organizationId, siteId);
    const rows = sectionsOf(caller, site);
    const key = sectionKey(caller);
    return ok(paged(query, { rows, key, present: row => presentSection(caller, site, row) }));
  },

  'GET /orgs/{organizationId}/sites/{siteId}/section-groups': ({ organizationId, siteId, query }, caller) => {
    const site = siteFor(caller, organizationId, siteId);
    const rows = groupsOf(caller, site);
    const key = groupKey(caller);
    return ok(paged(query, { rows, key, present: row => presentGroup(caller, site, row) }));
  },
} satisfies Partial<Handlers>;

function presentStructure(caller: Caller, site: SiteRow): Schema<'SiteStructure'> {
  const sections = sectionsOf(caller, site);
  if (sections.length === 0) {
    const spaces = visibleSpaces(caller, caller.state.siteSpaces.by('site', site.id));
    return { type: 'siteSpaces', structure: spaces.map(row => presentSiteSpace(caller, site, row)) };
  }
  const alone = sections.filter(section => section.group === undefined);
  const groups = groupsOf(caller, site);
  return {
    type: 'sections',
    structure: [
      ...alone.map(row => presentSection(caller, site, row)),
      ...groups.map(row => presentGroup(caller, site, row)),
    ],
  };
}

function presentSection(caller: Caller, site: SiteRow, row: SiteSectionRow): Schema<'SiteSection'> {
  const { group, ...stored } = without(row, 'site', 'position', 'defaultSiteSpace');
  const spaces = visibleSpaces(caller, caller.state.siteSpaces.by('section', row.id));
  return {
    object: 'site-section',
    ...stored,
    default: row.id === defaultSection(caller, site),
    ...(group === undefined ? {} : { sectionGroup: group }),
    siteSpaces: spaces.map(siteSpace => presentSiteSpace(caller, site, siteSpace)),
    ...publishedAt(caller, site, row.path),
  };
}

function presentGroup(caller: Caller, site: SiteRow, row: SiteSectionGroupRow): Schema<'SiteSectionGroup'> {
  const sections = sectionsOf(caller, site).filter(section => section.group === row.id);
  return {
    object: 'site-section-group',
    ...without(row, 'site', 'position'),
    sections: sections.map(section => presentSection(caller, site, section)),
  };
}

function presentSiteSpace(caller: Caller, site: SiteRow, row: SiteSpaceRow): Schema<'SiteSpace'> {
  const { space, ...stored } = without(row, 'site', 'position');
  const section = row.section === undefined ? undefined : caller.state.siteSections.get(row.section);
  const siblings = section
    ? caller.state.siteSpaces.by('section', section.id)
    : caller.state.siteSpaces.by('site', site.id);
  const preferred = section ? section.defaultSiteSpace : site.defaultSiteSpace;
  const isDefault = row.id === (preferred ?? sortedBy(siblings, spaceKey(caller))[0]?.id);
  const path = [section?.path, isDefault ? undefined : row.path].filter(part => part !== undefined);
  return {
    object: 'site-space',
    ...stored,
    space: presentSpace(caller, caller.state.spaces.get(space)),
    default: isDefault,
    ...publishedAt(caller, site, path.join('/')),
  };
}

function publishedAt(caller: Caller, site: SiteRow, path: string): { urls?: { published: string } } {
  return site.published ? { urls: { published: published(caller, site, path) } } : {};
}

function defaultSection(caller: Caller, site: SiteRow): string | undefined {
  return site.defaultSiteSection ?? sectionsOf(caller, site)[0]?.id;
}

function sectionsOf(caller: Caller, site: SiteRow): SiteSectionRow[] {
  return sortedBy(caller.state.siteSections.by('site', site.id), sectionKey(caller));
}

function groupsOf(caller: Caller, site: SiteRow): SiteSectionGroupRow[] {
  return sortedBy(caller.state.siteSectionGroups.by('site', site.id), groupKey(caller));
}

/** A space that is deleted, or that the caller has no access to, is left out. */
function visibleSpaces(caller: Caller, rows: readonly SiteSpaceRow[]): SiteSpaceRow[] {
  const visible = rows.filter(({ space }) => {
    const row = caller.state.spaces.get(space);
    return row.deletedAt === undefined && canSee(caller, row);
  });
  return sortedBy(visible, spaceKey(caller));
}

function sectionKey({ state }: Caller): (row: SiteSectionRow) => Key {
  return row => [row.position ?? state.siteSections.sequence(row.id), state.siteSections.sequence(row.id)];
}

function groupKey({ state }: Caller): (row: SiteSectionGroupRow) => Key {
  return row => [row.position ?? state.siteSectionGroups.sequence(row.id), state.siteSectionGroups.sequence(row.id)];
}

function spaceKey({ state }: Caller): (row: SiteSpaceRow) => Key {
  return row => [row.position ?? state.siteSpaces.sequence(row.id), state.siteSpaces.sequence(row.id)];
}
