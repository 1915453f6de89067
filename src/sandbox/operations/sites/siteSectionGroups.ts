import { apiUrl } from '../../reply/addresses.ts';
import type { Caller } from '../../caller.ts';
import { HttpError } from '../../errors.ts';
import { createdAt, deleted, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { SiteSectionGroupRow, SiteSectionRow } from '../../store/rows.ts';
import { moveItem, navigation, placeAll, sectionItem, sectionsInGroup } from './siteOrder.ts';
import { editableSiteFor, groupOf, itemsBeside, sectionOf } from './siteParts.ts';
import type { SitePath } from './siteParts.ts';
import { listGroups, presentGroup, siteViewFor } from './siteViews.ts';
import type { SiteView } from './siteViews.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

export const siteSectionGroups = {
  'GET /orgs/{organizationId}/sites/{siteId}/section-groups': ({ query, ...input }, caller) =>
    ok(listGroups(siteViewFor(caller, input), query)),

  'POST /orgs/{organizationId}/sites/{siteId}/section-groups': ({ body, ...input }, caller) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const { title, icon, sections = [] } = body;
    const repeated = sections.find((id, index) => sections.indexOf(id) !== index);
    if (repeated !== undefined)
      throw new HttpError(400, `body.sections must not name the section '${repeated}' twice.`);
    const rows = sections.map(id => sectionOf(state, site, id));
    const named = { id: state.newId(), site: site.id, title };
    const group = state.siteSectionGroups.put(typeof icon === 'string' ? { ...named, icon } : named);
    addToGroup(state, group, rows);
    const view = { caller, site };
    return createdAt(addressOf(view, group), presentGroup(view, group));
  },

  'PATCH /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}': (input, caller) => {
    const { view, group } = editableGroupFor(caller, input);
    const { icon, ...changes } = input.body;
    const changed = { ...(icon === null ? omit(group, 'icon') : group), ...changes };
    const row = caller.state.siteSectionGroups.put(typeof icon === 'string' ? { ...changed, icon } : changed);
    return ok(presentGroup(view, row));
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}': (
    { siteSectionGroupId, ...input },
    caller,
  ) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const group = state.siteSectionGroups.find(siteSectionGroupId);
    if (group?.site !== site.id) return noContent;
    // The sections of the deleted group take its position.
    const items = navigation(state, site.id).flatMap(item =>
      item.row.id === group.id ? sectionsInGroup(state, group).map(withoutGroup) : [item],
    );
    placeAll(state, items);
    state.siteSectionGroups.delete(group.id);
    return deleted;
  },

  'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections': (input, caller) => {
    const { view, group } = editableGroupFor(caller, input);
    addToGroup(caller.state, group, [sectionOf(caller.state, view.site, input.body.sectionId)]);
    return createdAt(addressOf(view, group), presentGroup(view, group));
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}': (
    input,
    caller,
  ) => {
    const { state } = caller;
    const { group } = editableGroupFor(caller, input);
    const section = state.siteSections.find(input.siteSectionId);
    if (section?.group !== group.id) return noContent;
    const items = navigation(state, group.site);
    const behind = items.findIndex(({ row }) => row.id === group.id) + 1;
    placeAll(state, items.toSpliced(behind, 0, withoutGroup(section)));
    return deleted;
  },

  'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move': (input, caller) => {
    const { view, group } = editableGroupFor(caller, input);
    const place = itemsBeside(caller.state, view.site, input.body.position);
    moveItem(caller.state, { type: 'site-section-group', row: group }, place);
    return ok(presentGroup(view, group));
  },
} satisfies Partial<Handlers>;

/** Returns a group and its site's view. Throws if the caller may not change the site. */
function editableGroupFor(
  caller: Caller,
  path: SitePath & { siteSectionGroupId: string },
): { view: SiteView; group: SiteSectionGroupRow } {
  const site = editableSiteFor(caller, path);
  return { view: { caller, site }, group: groupOf(caller.state, site, path.siteSectionGroupId) };
}

function addressOf({ caller, site }: SiteView, { id }: SiteSectionGroupRow): string {
  return apiUrl(caller, `/orgs/${site.organization}/sites/${site.id}/section-groups/${id}`);
}

/** Appends sections to a group. Sections that are in it already keep their position. */
function addToGroup(state: State, group: SiteSectionGroupRow, sections: readonly SiteSectionRow[]): void {
  const added = sections.filter(section => section.group !== group.id);
  const rows = [...sectionsInGroup(state, group), ...added.map(section => ({ ...section, group: group.id }))];
  placeAll(state, rows.map(sectionItem));
}

function withoutGroup(section: SiteSectionRow) {
  return sectionItem(omit(section, 'group'));
}
