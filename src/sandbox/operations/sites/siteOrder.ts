import { HttpError } from '../../errors.ts';
import { sortedBy } from '../../reply/paging.ts';
import type { Key } from '../../reply/paging.ts';
import type { SiteRow, SiteSectionGroupRow, SiteSectionRow, SiteSpaceRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

/** An item with a position in the navigation of a site. */
export type SiteItem =
  | { readonly type: 'site-section'; readonly row: SiteSectionRow }
  | { readonly type: 'site-section-group'; readonly row: SiteSectionGroupRow }
  | { readonly type: 'site-space'; readonly row: SiteSpaceRow };

type NavigationItem = Exclude<SiteItem, { type: 'site-space' }>;

/** Returns the top level of a site's navigation: sections outside of groups, and groups. */
export function navigation(state: State, site: string): NavigationItem[] {
  const sections = state.siteSections.by('site', site).filter(row => row.group === undefined);
  const items: NavigationItem[] = [
    ...sections.map(row => ({ type: 'site-section' as const, row })),
    ...state.siteSectionGroups.by('site', site).map(row => ({ type: 'site-section-group' as const, row })),
  ];
  return sortedBy(items, item => keyOf(state, item));
}

/** Returns all sections in the order of the navigation. */
export function siteSectionsOf(state: State, site: string): SiteSectionRow[] {
  return sortedBy(state.siteSections.by('site', site), row => sectionKey(state, row));
}

export function sectionsInGroup(state: State, group: SiteSectionGroupRow): SiteSectionRow[] {
  return siteSectionsOf(state, group.site).filter(row => row.group === group.id);
}

/** Returns the site spaces of a section, or of the whole site, in the order of the navigation. */
export function siteSpacesOf(state: State, { site, section }: { site: string; section?: string }): SiteSpaceRow[] {
  const rows = section === undefined ? state.siteSpaces.by('site', site) : state.siteSpaces.by('section', section);
  return sortedBy(rows, row => siteSpaceKey(state, row));
}

export function defaultSection(state: State, site: SiteRow): SiteSectionRow | undefined {
  const sections = siteSectionsOf(state, site.id);
  return sections.find(section => section.id === site.defaultSiteSection) ?? sections[0];
}

/** Returns the site space shown first in a section, or in a site without sections. */
export function defaultSpace(state: State, owner: SiteRow | SiteSectionRow): SiteSpaceRow | undefined {
  const of = 'site' in owner ? { site: owner.site, section: owner.id } : { site: owner.id };
  const rows = siteSpacesOf(state, of).filter(({ space }) => state.spaces.find(space)?.deletedAt === undefined);
  return rows.find(row => row.id === owner.defaultSiteSpace) ?? rows[0];
}

export function sectionKey(state: State, row: SiteSectionRow): Key {
  const sectionOrder = [row.position ?? state.siteSections.sequence(row.id), state.siteSections.sequence(row.id)];
  const group = row.group === undefined ? undefined : state.siteSectionGroups.find(row.group);
  return group ? [...groupKey(state, group), ...sectionOrder] : [...sectionOrder, 0, 0];
}

export function groupKey(state: State, row: SiteSectionGroupRow): Key {
  const sequence = state.siteSectionGroups.sequence(row.id);
  return [row.position ?? sequence, sequence];
}

export function siteSpaceKey(state: State, row: SiteSpaceRow): Key {
  const section = row.section === undefined ? undefined : state.siteSections.find(row.section);
  const sequence = state.siteSpaces.sequence(row.id);
  return [...(section ? sectionKey(state, section) : [0, 0, 0, 0]), row.position ?? sequence, sequence];
}

function keyOf(state: State, item: NavigationItem): Key {
  return item.type === 'site-section' ? sectionKey(state, item.row) : groupKey(state, item.row);
}

/** Moves an item before or after another one; a section moved beside one in a group joins that group. */
export function moveItem(state: State, item: SiteItem, position: { before?: SiteItem; after?: SiteItem }): void {
  const { before, after } = position;
  const beside = before ?? after;
  if (!beside) throw new HttpError(400, `body.position must have 'before' or 'after', which name what to move beside.`);
  assertFits(item, beside);
  const siblings = siblingsOf(state, beside).filter(({ row }) => row.id !== item.row.id);
  const indexOf = (other: SiteItem) => {
    const index = siblings.findIndex(({ row }) => row.id === other.row.id);
    if (index >= 0) return index;
    throw new HttpError(400, `body.position names '${other.row.title}', which an item cannot be moved beside here.`);
  };
  const index = before ? indexOf(before) : indexOf(beside) + 1;
  if (before && after && indexOf(after) >= index) {
    const words = `'${after.row.title}' does not stand before '${before.row.title}'. Name only one of them.`;
    throw new HttpError(400, `body.position has no such place: ${words}`);
  }
  placeAll(state, siblings.toSpliced(index, 0, inContainerOf(item, beside)));
}

/** Numbers items in this order; items created later follow them. */
export function placeAll(state: State, items: readonly SiteItem[]): void {
  for (const [position, { type, row }] of items.entries()) {
    if (type === 'site-section') state.siteSections.put({ ...row, position });
    else if (type === 'site-section-group') state.siteSectionGroups.put({ ...row, position });
    else state.siteSpaces.put({ ...row, position });
  }
}

export function sectionItem(row: SiteSectionRow): NavigationItem {
  return { type: 'site-section', row };
}

function siblingsOf(state: State, { type, row }: SiteItem): SiteItem[] {
  if (type === 'site-space') {
    return siteSpacesOf(state, row).map(sibling => ({ type, row: sibling }));
  }
  const group = type === 'site-section' && row.group !== undefined && state.siteSectionGroups.get(row.group);
  return group ? sectionsInGroup(state, group).map(sectionItem) : navigation(state, row.site);
}

function assertFits(item: SiteItem, beside: SiteItem): void {
  const refuse = (words: string) => new HttpError(400, `body.position names '${beside.row.title}', ${words}.`);
  if (item.row.id === beside.row.id) throw refuse('which is what should be moved');
  if (item.type === 'site-space' || beside.type === 'site-space') {
    const bothAreSpaces = item.type === 'site-space' && beside.type === 'site-space';
    if (bothAreSpaces && item.row.section === beside.row.section) return;
    throw refuse('but a site space has its place among those of its own section');
  }
  const isInGroup = beside.type === 'site-section' && beside.row.group !== undefined;
  if (item.type === 'site-section-group' && isInGroup) throw refuse('but a group cannot be part of another group');
}

function inContainerOf(item: SiteItem, beside: SiteItem): SiteItem {
  if (item.type !== 'site-section') return item;
  const group = beside.type === 'site-section' ? beside.row.group : undefined;
  const row = omit(item.row, 'group');
  return sectionItem(group === undefined ? row : { ...row, group });
}
