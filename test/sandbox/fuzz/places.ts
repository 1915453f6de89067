import { documentOf } from '../../../src/sandbox/content/documents.ts';
import type { PageRow } from '../../../src/sandbox/store/rows.ts';
import { targetKey } from '../../../src/sandbox/store/state.ts';
import type { State } from '../../../src/sandbox/store/state.ts';
import type { Random } from './random.ts';

/** IDs by the names of path parameters. Most of them fit together. */
export type Places = Readonly<Record<string, string | undefined>>;

/** Picks an organization, a space in it, a change request of the space, a comment on the change request, and so on. */
export function pickPlaces(
  state: State,
  random: Random,
  { owner, origin, beside }: { owner: string; origin: string; beside?: Places },
): Places {
  const organization = random.chance(0.85) ? state.organizations.all()[0] : random.pick(state.organizations.all());
  const organizationId = organization?.id ?? '';
  const spaces = state.spaces.by('organization', organizationId);
  const members = state.members.by('organization', organizationId).filter(({ user }) => user !== owner);
  const spec = random.pick(state.openApiSpecs.by('organization', organizationId));
  const integration = random.pick(state.integrations.all());
  const inSomeSpace = inSpace(state, random, random.chance(0.95) ? spaces : state.spaces.all());
  const inSomeSite = inSite(state, random, { organizationId, siteId: beside?.['siteId'] });
  const path = random.pick(['', `/change-requests/${inSomeSpace['changeRequestId']}`, `/${inSomeSpace['pagePath']}`]);
  return {
    organizationId,
    ...inSomeSpace,
    ...inSomeSite,
    otherOrganizationId: random.pick(state.organizations.all())?.id,
    url: `${origin}/app/spaces/${inSomeSpace['spaceId']}${path}`,
    collectionId: random.pick(state.collections.by('organization', organizationId))?.id,
    userId: random.pick(members)?.user,
    teamId: random.pick(state.teams.by('organization', organizationId))?.id,
    samlProviderId: random.pick(state.samlProviders.by('organization', organizationId))?.id,
    inviteId: random.pick(state.inviteLinks.all())?.id,
    translationSettingsId: random.pick(state.translations.by('organization', organizationId))?.id,
    specSlug: random.chance(0.8) ? spec?.slug : spec?.id,
    versionId: spec && random.pick(state.openApiSpecVersions.by('spec', spec.id))?.id,
    integrationName: integration?.id,
    emailDomain: random.pick(state.users.all())?.email.split('@')[1],
    subdomain: random.pick(state.organizations.all())?.hostname,
  };
}

function inSpace(state: State, random: Random, spaces: ReturnType<State['spaces']['all']>): Places {
  // Most of the spaces are empty, so those with content are picked more often.
  const full = spaces.filter(({ id }) => state.changeRequests.by('space', id).length > 0);
  const space = random.pick(random.chance(0.8) ? full : spaces);
  if (!space) return {};
  const open = state.changeRequests.by('space', space.id).filter(({ status }) => status !== 'merged');
  const changeRequest = random.pick(random.chance(0.85) ? open : state.changeRequests.by('space', space.id));
  const inChangeRequest = { space: space.id, ...(changeRequest && { changeRequest: changeRequest.id }) };
  const targets = [inChangeRequest, { space: space.id }].map(targetKey);
  const comments = state.comments.by('target', random.pick(targets) ?? '');
  const answered = comments.filter(({ id }) => state.commentReplies.by('comment', id).length > 0);
  const comment = random.pick(random.chance(0.8) && answered.length > 0 ? answered : comments);
  const revision = state.revisions.find((random.chance(0.5) && changeRequest?.revision) || space.revision);
  const page = random.pick(flat(revision?.pages ?? []));
  const document = page?.documentId === undefined ? undefined : state.documents.find(page.documentId);
  return {
    spaceId: space.id,
    changeRequestId: random.chance(0.5) ? changeRequest?.id : changeRequest && String(changeRequest.number),
    revisionId: revision?.id,
    importRunId: revision?.id,
    pageId: page?.id,
    pagePath: page?.path,
    fileId: random.pick(revision?.files ?? [])?.id,
    reusableContentId: random.pick(revision?.reusableContents ?? [])?.id,
    documentId: page?.documentId,
    commentId: comment?.id,
    commentReplyId: comment && random.pick(state.commentReplies.by('comment', comment.id))?.id,
    reviewId: changeRequest && random.pick(state.reviews.by('changeRequest', changeRequest.id))?.id,
    nodeId: document && random.pick(documentOf(state, document).nodes.flatMap(({ key }) => key ?? [])),
  };
}

function inSite(
  state: State,
  random: Random,
  { organizationId, siteId }: { organizationId: string; siteId: string | undefined },
): Places {
  const sites = state.sites.by('organization', organizationId);
  const full = sites.filter(({ id }) => state.siteSections.by('site', id).length > 0);
  const known = siteId === undefined ? undefined : state.sites.find(siteId);
  const site = known ?? random.pick(random.chance(0.7) && full.length > 0 ? full : sites);
  if (!site) return {};
  const section = random.pick(state.siteSections.by('site', site.id));
  const group = random.pick(state.siteSectionGroups.by('site', site.id));
  return {
    siteId: site.id,
    siteSectionId: section?.id,
    siteSpaceId: random.pick(state.siteSpaces.by('site', site.id))?.id,
    siteSectionGroupId: group?.id,
    shareLinkId: random.pick(state.shareLinks.by('site', site.id))?.id,
    shareKey: random.pick(state.shareLinks.by('site', site.id))?.key,
  };
}

function flat(pages: readonly PageRow[]): PageRow[] {
  return pages.flatMap(page => [page, ...flat(page.pages)]);
}

/** Members of bodies and queries that contain an ID, with the path parameter of the same kind of ID. */
export const references: Readonly<Record<string, string>> = {
  page: 'pageId',
  into: 'pageId',
  targetPage: 'pageId',
  node: 'nodeId',
  block: 'nodeId',
  revision: 'revisionId',
  space: 'spaceId',
  changeRequest: 'changeRequestId',
  spaces: 'spaceId',
  spaceId: 'spaceId',
  parent: 'collectionId',
  collection: 'collectionId',
  members: 'userId',
  add: 'userId',
  remove: 'userId',
  users: 'userId',
  authors: 'userId',
  owner: 'userId',
  contributor: 'userId',
  creator: 'userId',
  requestedReviewer: 'userId',
  organization: 'otherOrganizationId',
  defaultTeam: 'teamId',
  siteSection: 'siteSectionId',
  sectionId: 'siteSectionId',
  section: 'siteSectionId',
  defaultSiteSection: 'siteSectionId',
  defaultSiteSpace: 'siteSpaceId',
  site: 'siteId',
  shareKey: 'shareKey',
};

/** The path parameter for the `id` of a pointer, by the `type` of the pointer. */
export const pointers: Readonly<Record<string, string>> = {
  'site-section': 'siteSectionId',
  'site-section-group': 'siteSectionGroupId',
  'site-space': 'siteSpaceId',
};
