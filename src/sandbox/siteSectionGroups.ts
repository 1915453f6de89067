import { location } from './addresses.ts';
import { HttpError } from './errors.ts';
import { createdAt, deleted, noContent, ok } from './replies.ts';
import type { Handlers } from './replies.ts';
import type { SiteSectionGroupRow, SiteSectionRow } from './rows.ts';
import { moveItem, navigation, placeAll, sectionItem, sectionsInGroup } from './siteOrder.ts';
import { editableSiteFor, groupOf, itemOf, sectionOf } from './siteParts.ts';
import { listGroups, presentGroup, siteViewFor } from './siteViews.ts';
import type { SiteView } from './siteViews.ts';
import type { State } from './state.ts';
import { without } from './without.ts';

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
    return createdAt(addressOf({ caller, site }, group), presentGroup({ caller, site }, group));
  },

  'PATCH /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}': (
    { siteSectionGroupId, body, ...input },
    caller,
  ) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const group = groupOf(state, site, siteSectionGroupId);
    const { icon, ...changes } = body;
    const changed = { ...(icon === null ? without(group, 'icon') : group), ...changes };
    const row = state.siteSectionGroups.put(typeof icon === 'string' ? { ...changed, icon } : changed);
    return ok(presentGroup({ caller, site }, row));
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}': (
    { siteSectionGroupId, ...input },
    caller,
  ) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const group = state.siteSectionGroups.find(siteSectionGroupId);
    if (group?.site !== site.id) return noContent;
    // Its sections stay, where the group was.
    const items = navigation(state, site.id).flatMap(item =>
      item.row.id === group.id ? sectionsInGroup(state, group).map(withoutGroup) : [item],
    );
    placeAll(state, items);
    state.siteSectionGroups.delete(group.id);
    return deleted;
  },

  'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections': (
    { siteSectionGroupId, body, ...input },
    caller,
  ) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const group = groupOf(state, site, siteSectionGroupId);
    addToGroup(state, group, [sectionOf(state, site, body.sectionId)]);
    return createdAt(addressOf({ caller, site }, group), presentGroup({ caller, site }, group));
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}': (
    { siteSectionGroupId, siteSectionId, ...input },
    caller,
  ) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const group = groupOf(state, site, siteSectionGroupId);
    const section = state.siteSections.find(siteSectionId);
    if (section?.group !== group.id) return noContent;
    const items = navigation(state, site.id);
    const behind = items.findIndex(({ row }) => row.id === group.id) + 1;
    placeAll(state, items.toSpliced(behind, 0, withoutGroup(section)));
    return deleted;
  },

  'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move': (
    { siteSectionGroupId, body, ...input },
    caller,
  ) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const group = groupOf(state, site, siteSectionGroupId);
    const { before, after } = body.position ?? {};
    moveItem(
      state,
      { type: 'site-section-group', row: group },
      {
        ...(before && { before: itemOf(state, site, before) }),
        ...(after && { after: itemOf(state, site, after) }),
      },
    );
    return ok(presentGroup({ caller, site }, group));
  },
} satisfies Partial<Handlers>;

function addressOf({ caller, site }: SiteView, { id }: SiteSectionGroupRow): string {
  return location(caller, `/orgs/${site.organization}/sites/${site.id}/section-groups/${id}`);
}

/** Puts sections behind those of a group; one that is part of it already keeps its place. */
function addToGroup(state: State, group: SiteSectionGroupRow, sections: readonly SiteSectionRow[]): void {
  const added = sections.filter(section => section.group !== group.id);
  const rows = [...sectionsInGroup(state, group), ...added.map(section => ({ ...section, group: group.id }))];
  placeAll(state, rows.map(sectionItem));
}

function withoutGroup(section: SiteSectionRow) {
  return sectionItem(without(section, 'group'));
}
