import type { Schema } from '../../../api/routes.ts';
import { appUrl, isAppUrl } from '../../reply/addresses.ts';
import { collectionFor, organizationFor, spaceFor } from '../../access/findOrRefuse.ts';
import { sitePermissions } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { changeRequestFor, presentChangeRequest } from '../changeRequests/changeRequests.ts';
import { presentCollection } from '../spaces/collections.ts';
import { HttpError } from '../../errors.ts';
import { presentFile } from '../../content/files.ts';
import { presentOrganization } from '../organizations/organizations.ts';
import { pageAt, presentPage } from '../../content/pages.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { changeRequestEdition, mainEdition, presentRevision, revisionEdition } from './editions.ts';
import type { Edition } from './editions.ts';
import { listSiteSpaces } from '../sites/siteViews.ts';
import { presentSpace } from '../spaces/spaces.ts';

type ContentAtUrl = Schema<'ContentAtUrl'>;

export const contentUrls = {
  'GET /urls/content': ({ query }, caller) => {
    const url = new URL(query.url);
    const address = url.origin + url.pathname;
    if (isAppUrl(caller, address)) return ok(inApp(caller, segmentsOf(address.slice(appUrl(caller, '').length))));
    const [kind, ...segments] = segmentsOf(url.pathname);
    if (url.origin === caller.origin && kind === 'files') return ok(fileAt(caller, segments));
    return ok(onSite(caller, address));
  },
} satisfies Partial<Handlers>;

function segmentsOf(path: string): string[] {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    throw new HttpError(400, `query.url: '${path}' is not encoded as an address must be.`);
  }
}

function inApp(caller: Caller, [kind, id = '', ...rest]: string[]): ContentAtUrl {
  if (kind === 'spaces') return inSpace(caller, id, rest);
  if (kind !== 'orgs') throw nothingAt(appUrl(caller, `/${kind ?? ''}`));
  const [below, belowId = ''] = rest;
  if (below === 'collections') return { ...ofOrganization(caller, id), ...ofCollection(caller, belowId) };
  if (below !== undefined) throw nothingAt(appUrl(caller, `/orgs/${id}/${below}`));
  return ofOrganization(caller, id);
}

/** Resolves `/<page>`, `/change-requests/<number>/<page>` or `/revisions/<ID>/<page>` in a space. */
function inSpace(caller: Caller, spaceId: string, segments: string[]): ContentAtUrl {
  const [kind, id = '', ...rest] = segments;
  if (kind === 'change-requests') {
    const input = { spaceId, changeRequestId: id };
    const changeRequest = presentChangeRequest(caller, changeRequestFor(caller, input).changeRequest);
    return { ...ofEdition(caller, changeRequestEdition(caller, input), rest), changeRequest };
  }
  if (kind === 'revisions') {
    const edition = revisionEdition(caller, { spaceId, revisionId: id });
    return { ...ofEdition(caller, edition, rest), revision: presentRevision(caller, edition, { git: false }) };
  }
  return ofEdition(caller, mainEdition(caller, { spaceId }), segments);
}

function ofEdition(caller: Caller, edition: Edition, segments: readonly string[]): ContentAtUrl {
  const { space, revision } = edition;
  const known = { ...ofOrganization(caller, space.organization), space: presentSpace(caller, space) };
  if (segments.length === 0) return known;
  const page = pageAt(revision, segments.join('/'));
  return { ...known, page: presentPage(caller, edition, page, { git: false }) };
}

function ofOrganization(caller: Caller, organizationId: string): ContentAtUrl {
  return { organization: presentOrganization(caller, organizationFor(caller, organizationId)) };
}

function ofCollection(caller: Caller, collectionId: string): ContentAtUrl {
  return { collection: presentCollection(caller, collectionFor(caller, collectionId)) };
}

/** Resolves `/<file>/<revision>/<name>`, the `downloadURL` of a file. */
function fileAt(caller: Caller, [fileId = '', revisionId = '']: string[]): ContentAtUrl {
  const revision = caller.state.revisions.get(revisionId);
  const space = spaceFor(caller, revision.space);
  const file = revision.files.find(({ id }) => id === fileId);
  if (!file) throw new HttpError(404, `No file has the ID '${fileId}' in the revision '${revisionId}'.`);
  const known = { ...ofOrganization(caller, space.organization), space: presentSpace(caller, space) };
  return { ...known, file: presentFile(caller, revision, file) };
}

/** Resolves the address of a published site to its space and page. */
function onSite(caller: Caller, address: string): ContentAtUrl {
  const roots = sitesOf(caller)
    .flatMap(site => listSiteSpaces({ caller, site }, { limit: 1000 }).items)
    .flatMap(({ space, urls }) => (urls?.published ? [{ spaceId: space.id, root: withoutSlash(urls.published) }] : []))
    .filter(({ root }) => withoutSlash(address) === root || address.startsWith(`${root}/`))
    .sort((a, b) => b.root.length - a.root.length);
  const [closest] = roots;
  if (!closest) throw nothingAt(address);
  return inMain(caller, closest.spaceId, segmentsOf(address.slice(closest.root.length)));
}

/** Resolves a page path in the main content. Published addresses never lead to a change request. */
function inMain(caller: Caller, spaceId: string, segments: readonly string[]): ContentAtUrl {
  return ofEdition(caller, mainEdition(caller, { spaceId }), segments);
}

function sitesOf(caller: Caller) {
  const { state, user } = caller;
  return state.members
    .by('user', user.id)
    .filter(({ organization }) => sitePermissions(caller, organization).view)
    .flatMap(({ organization }) => state.sites.by('organization', organization))
    .filter(site => site.published);
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}

function nothingAt(address: string): HttpError {
  return new HttpError(404, `There is no content that you may see at '${address}'.`);
}
