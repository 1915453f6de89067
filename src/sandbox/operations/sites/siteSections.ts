import { apiUrl } from '../../reply/addresses.ts';
import type { Caller } from '../../caller.ts';
import { HttpError } from '../../errors.ts';
import { freePath, slugOfTitle } from '../../content/pagePaths.ts';
import { createdAt, deleted, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { SiteRow, SiteSectionRow, SpaceRow } from '../../store/rows.ts';
import { defaultSpace, moveItem, sectionItem, siteSpacesOf } from './siteOrder.ts';
import { editableSiteFor, sectionOf } from './siteParts.ts';
import type { SitePath } from './siteParts.ts';
import { addSiteSpace, assertVisibleIn, spaceOfSite } from './siteSpaces.ts';
import { listSections, presentSection, siteViewFor } from './siteViews.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

export const siteSections = {
  'GET /orgs/{organizationId}/sites/{siteId}/sections': (input, caller) =>
    ok(listSections(siteViewFor(caller, input), input.query)),

  'POST /orgs/{organizationId}/sites/{siteId}/sections': ({ body, ...input }, caller) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const space = spaceOfSite(caller, site, { id: body.spaceId, field: 'body.spaceId' });
    createFirstSection(state, site);
    const { title = space.title, icon } = body;
    const section = addSection(state, site, { title, ...(icon === undefined ? {} : { icon }) });
    const address = apiUrl(caller, `/orgs/${site.organization}/sites/${site.id}/sections/${section.id}`);
    return createdAt(address, presentSection({ caller, site }, showInSection(state, section, space)));
  },

  'PATCH /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}': (input, caller) => {
    const { state } = caller;
    const { site, section } = editableSectionFor(caller, input);
    const { condition, ...changes } = input.body;
    if (changes.path !== undefined) assertFree(state, section, changes.path);
    if (changes.defaultSiteSpace !== undefined) assertVisibleIn(state, site, section, changes.defaultSiteSpace);
    const changed = { ...(condition === null ? omit(section, 'condition') : section), ...changes };
    const row = state.siteSections.put(typeof condition === 'string' ? { ...changed, condition } : changed);
    return ok(presentSection({ caller, site }, row));
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}': ({ siteSectionId, ...input }, caller) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const section = state.siteSections.find(siteSectionId);
    if (section?.site !== site.id) return noContent;
    for (const siteSpace of state.siteSpaces.by('section', section.id)) state.siteSpaces.delete(siteSpace.id);
    state.siteSections.delete(section.id);
    if (site.defaultSiteSection === section.id) state.sites.put(omit(site, 'defaultSiteSection'));
    return deleted;
  },

  'POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move': (input, caller) => {
    const { state } = caller;
    const { site, section } = editableSectionFor(caller, input);
    const { before, after } = input.body.position ?? {};
    moveItem(state, sectionItem(section), {
      ...(before && { before: sectionItem(sectionOf(state, site, before.siteSection)) }),
      ...(after && { after: sectionItem(sectionOf(state, site, after.siteSection)) }),
    });
    return ok(presentSection({ caller, site }, state.siteSections.get(section.id)));
  },
} satisfies Partial<Handlers>;

/** Returns a section and its site. Throws if the caller may not change the site. */
function editableSectionFor(
  caller: Caller,
  path: SitePath & { siteSectionId: string },
): { site: SiteRow; section: SiteSectionRow } {
  const site = editableSiteFor(caller, path);
  return { site, section: sectionOf(caller.state, site, path.siteSectionId) };
}

/** Moves the spaces of a site without sections to a new first section, because a site with sections shows no others. */
function createFirstSection(state: State, site: SiteRow): void {
  const ungrouped = siteSpacesOf(state, { site: site.id }).filter(row => row.section === undefined);
  // Deleted spaces can be restored, so they move as well.
  const first = defaultSpace(state, site) ?? ungrouped[0];
  if (ungrouped.length === 0 || !first) return;
  const section = addSection(state, site, { title: first.title, defaultSiteSpace: first.id });
  for (const row of ungrouped) state.siteSpaces.put({ ...row, section: section.id });
  state.sites.put({ ...omit(site, 'defaultSiteSpace'), defaultSiteSection: section.id });
}

function addSection(state: State, site: SiteRow, fields: Pick<SiteSectionRow, 'title'> & Partial<SiteSectionRow>) {
  const taken = new Set(state.siteSections.by('site', site.id).map(section => section.path));
  const path = freePath(slugOfTitle(fields.title), taken);
  return state.siteSections.put({ ...fields, id: state.newId(), site: site.id, path });
}

function showInSection(state: State, section: SiteSectionRow, space: SpaceRow): SiteSectionRow {
  const siteSpace = addSiteSpace(state, { site: section.site, section: section.id, space });
  return state.siteSections.put({ ...section, defaultSiteSpace: siteSpace.id });
}

function assertFree(state: State, section: SiteSectionRow, path: string): void {
  const other = state.siteSections.by('site', section.site).find(row => row.path === path && row.id !== section.id);
  if (!other) return;
  throw new HttpError(409, `body.path '${path}' is the path of the section '${other.title}'. Choose another one.`);
}
