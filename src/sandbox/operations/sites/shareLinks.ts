import { randomBytes } from 'node:crypto';
import type { Schema } from '../../../api/routes.ts';
import { apiUrl, publishedUrl } from '../../reply/addresses.ts';
import type { Caller } from '../../caller.ts';
import { HttpError, notFound } from '../../errors.ts';
import { paged } from '../../reply/paging.ts';
import { createdAt, deleted, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { ShareLinkRow, SiteRow, SpaceRow } from '../../store/rows.ts';
import { editableSiteFor } from './siteParts.ts';
import type { State } from '../../store/state.ts';

// A share link grants access to the site, so only users who may change the site see its share links.
export const shareLinks = {
  'GET /orgs/{organizationId}/sites/{siteId}/share-links': ({ query, ...input }, caller) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const rows = state.shareLinks.by('site', site.id);
    const key = (row: ShareLinkRow) => [state.shareLinks.sequence(row.id)];
    return ok(paged(caller, query, { rows, key, present: row => presentShareLink(caller, site, row) }));
  },

  'POST /orgs/{organizationId}/sites/{siteId}/share-links': ({ body, ...input }, caller) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const row = state.shareLinks.put({
      id: state.newId(),
      site: site.id,
      createdAt: state.now(),
      name: body.name,
      active: true,
      key: randomBytes(18).toString('base64url'),
    });
    const address = apiUrl(caller, `/orgs/${site.organization}/sites/${site.id}/share-links/${row.id}`);
    return createdAt(address, presentShareLink(caller, site, row));
  },

  'PATCH /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}': (
    { shareLinkId, body, ...input },
    caller,
  ) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    const link = state.shareLinks.get(shareLinkId);
    if (link.site !== site.id) throw notFound('share link', shareLinkId);
    return ok(presentShareLink(caller, site, state.shareLinks.put({ ...link, ...body })));
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}': ({ shareLinkId, ...input }, caller) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    if (state.shareLinks.find(shareLinkId)?.site !== site.id) return noContent;
    state.shareLinks.delete(shareLinkId);
    return deleted;
  },
} satisfies Partial<Handlers>;

/** Returns the reader's share key if the site needs one. Throws a 403 error if the key does not open the site. */
export function keyOfReader(state: State, site: SiteRow, shareKey: string | undefined): string | undefined {
  if (site.visibility !== 'share-link' || shareKey === undefined) return undefined;
  if (isActiveKey(state, site, shareKey)) return shareKey;
  const words = `is that of no active share link of the site '${site.title}'. Ask for a new link.`;
  throw new HttpError(403, `query.shareKey ${words}`);
}

/**
 * Returns the published address of a space for the owner of a share key, or undefined if the key opens no site with it.
 */
export function addressWithKey(caller: Caller, space: SpaceRow, shareKey: string | undefined): string | undefined {
  if (shareKey === undefined) return undefined;
  const { state } = caller;
  const sites = state.siteSpaces.by('space', space.id).map(siteSpace => state.sites.get(siteSpace.site));
  const isOpened = (site: SiteRow) =>
    site.published && site.visibility === 'share-link' && isActiveKey(state, site, shareKey);
  const site = sites.find(isOpened);
  return site && addressOf(caller, site, shareKey);
}

/** Returns true if an active share link of the site has the key. */
export function isActiveKey(state: State, site: SiteRow, shareKey: string): boolean {
  return state.shareLinks.by('site', site.id).some(link => link.active && link.key === shareKey);
}

function addressOf(caller: Caller, site: SiteRow, shareKey: string): string {
  return `${publishedUrl(caller, site)}?shareKey=${encodeURIComponent(shareKey)}`;
}

function presentShareLink(caller: Caller, site: SiteRow, row: ShareLinkRow): Schema<'ShareLink'> {
  const { id, createdAt, name, active, key } = row;
  // A revoked link has no address that works.
  const urls = active ? { published: addressOf(caller, site, key) } : {};
  return { object: 'share-link', id, createdAt, name, active, urls };
}
