import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { moveItem } from './siteOrder.ts';
import { editableSiteFor, siteItemOf, itemsBeside } from './siteParts.ts';
import { listSiteSpaces, presentItem, presentStructure, siteViewFor } from './siteViews.ts';

export const siteStructure = {
  'GET /orgs/{organizationId}/sites/{siteId}/structure': (input, caller) =>
    ok(presentStructure(siteViewFor(caller, input))),

  'PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort': ({ body, ...input }, caller) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const moved = siteItemOf(state, site, body.item);
    moveItem(state, moved, itemsBeside(state, site, body.position));
    return ok(presentItem({ caller, site }, siteItemOf(state, site, body.item)));
  },

  'GET /orgs/{organizationId}/sites/{siteId}/site-spaces': (input, caller) =>
    ok(listSiteSpaces(siteViewFor(caller, input), input.query)),
} satisfies Partial<Handlers>;
