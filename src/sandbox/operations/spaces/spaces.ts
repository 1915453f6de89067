import type { Schema } from '../../../api/routes.ts';
import { apiUrl, appUrl, publishedUrl } from '../../reply/addresses.ts';
import { anySpaceFor, canSee, organizationFor, spaceFor } from '../../access/findOrRefuse.ts';
import { requireSpaceRight, shownLevel, spacePermissions } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { assertMergeRules } from '../changeRequests/mergeRules.ts';
import { requireCreateRightIn } from './destinations.ts';
import { HttpError } from '../../errors.ts';
import { paged, sortedBy } from '../../reply/paging.ts';
import type { Key } from '../../reply/paging.ts';
import { created, deleted, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { putRevision } from '../../content/revisions.ts';
import type { PageRow, SpaceRow } from '../../store/rows.ts';
import { addressWithKey } from '../sites/shareLinks.ts';
import { statusKey, targetKey } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

export const spaces = {
  'GET /orgs/{organizationId}/spaces': ({ organizationId, query }, caller) => {
    organizationFor(caller, organizationId);
    const rows = caller.state.spaces
      .by('organization', organizationId)
      .filter(space => space.deletedAt === undefined && canSee(caller, space));
    const key = spaceKey(caller);
    return ok(paged(caller, query, { rows: sortedBy(rows, key), key, present: row => presentSpace(caller, row) }));
  },

  'POST /orgs/{organizationId}/spaces': ({ organizationId, body }, caller) => {
    const organization = organizationFor(caller, organizationId);
    requireCreateRightIn(caller, { organization: organization.id }, body.parent);
    return created(presentSpace(caller, createSpace(caller, organization.id, body)));
  },

  'GET /spaces/{spaceId}': ({ spaceId, query }, caller) => {
    const space = anySpaceFor(caller, spaceId);
    const presented = presentSpace(caller, space);
    const address = addressWithKey(caller, space, query?.shareKey);
    return ok(address === undefined ? presented : { ...presented, urls: { ...presented.urls, published: address } });
  },

  'PATCH /spaces/{spaceId}': ({ spaceId, body }, caller) => {
    const { state } = caller;
    const space = spaceFor(caller, spaceId);
    requireSpaceRight(caller, 'admin', space);
    assertMergeRules(body.mergeRules);
    const { editMode, title, defaultLevel, mergeRules } = { ...space, ...body };
    const changed = { editMode, title, defaultLevel, ...(mergeRules && { mergeRules }), updatedAt: state.now() };
    const row = { ...withEmojiOrIcon(space, body), ...changed };
    return ok(presentSpace(caller, state.spaces.put(row)));
  },

  'DELETE /spaces/{spaceId}': ({ spaceId }, caller) => {
    const { state } = caller;
    const space = anySpaceFor(caller, spaceId);
    requireSpaceRight(caller, 'admin', space);
    if (space.deletedAt !== undefined) return noContent;
    state.spaces.put({ ...space, deletedAt: state.now() });
    return deleted;
  },

  'POST /spaces/{spaceId}/restore': ({ spaceId }, caller) => {
    const space = anySpaceFor(caller, spaceId);
    requireSpaceRight(caller, 'admin', space);
    if (space.deletedAt !== undefined) {
      return ok(presentSpace(caller, caller.state.spaces.put(omit(space, 'deletedAt'))));
    }
    throw new HttpError(409, `Could not restore '${space.title}': it is not deleted.`);
  },
} satisfies Partial<Handlers>;

export function presentSpace(caller: Caller, row: SpaceRow): Schema<'Space'> {
  const { state } = caller;
  const site = publishedSiteOf(caller, row);
  return {
    object: 'space',
    ...omit(row, 'position', 'icon', 'mergeRules'),
    ...(!caller.documentedOnly && { mergeRules: row.mergeRules ?? { type: 'inherit' } }),
    defaultLevel: shownLevel(caller, row),
    urls: {
      location: apiUrl(caller, `/spaces/${row.id}`),
      app: appUrl(caller, `/spaces/${row.id}`),
      ...(site === undefined ? {} : { published: site }),
      ...(row.icon !== undefined && { icon: row.icon }),
    },
    comments: state.comments.count('open', targetKey({ space: row.id })),
    changeRequests: state.changeRequests.count('space', row.id),
    changeRequestsOpen: state.changeRequests.count('status', statusKey(row.id, 'open')),
    changeRequestsDraft: state.changeRequests.count('status', statusKey(row.id, 'draft')),
    permissions: spacePermissions(caller, row),
  };
}

/** Applies an emoji or an icon. A space has only one of them, so setting one removes the other. */
function withEmojiOrIcon(space: SpaceRow, { emoji, icon }: { emoji?: string | null; icon?: string | null }): SpaceRow {
  if (emoji && icon) {
    throw new HttpError(
      400,
      'body.emoji and body.icon: a space has one of them only. Leave one out, or set it to null.',
    );
  }
  if (icon) return { ...space, emoji: '', icon };
  const withoutIcon = emoji || icon === null ? omit(space, 'icon') : space;
  return emoji === undefined ? withoutIcon : { ...withoutIcon, emoji: emoji ?? '' };
}

/** Creates a space, by default without pages. */
export function createSpace({ state, user }: Caller, organization: string, wanted: NewSpace): SpaceRow {
  const { title = 'Untitled', emoji = '', parent, editMode = 'live', pagesOf = () => [] } = wanted;
  const [id, at] = [state.newId(), state.now()];
  const revision = putRevision(state, {
    space: id,
    parents: [],
    type: 'edits',
    createdAt: at,
    createdBy: user.id,
    pages: pagesOf(id),
    files: [],
    variables: {},
    reusableContents: [],
  });
  return state.spaces.put({
    id,
    organization,
    title,
    emoji,
    visibility: parent === undefined ? 'private' : 'in-collection',
    createdAt: at,
    updatedAt: at,
    editMode,
    defaultLevel: 'inherit',
    revision: revision.id,
    ...(parent !== undefined && { parent }),
  });
}

interface NewSpace {
  title?: string | undefined;
  emoji?: string | undefined;
  parent?: string | undefined;
  editMode?: SpaceRow['editMode'] | undefined;
  pagesOf?: ((spaceId: string) => PageRow[]) | undefined;
}

/** Returns the sort key of spaces: the position if one was set, otherwise the order of creation. */
export function spaceKey(caller: Caller): (space: SpaceRow) => Key {
  return space => {
    const sequence = caller.state.spaces.sequence(space.id);
    return [space.position ?? sequence, sequence];
  };
}

function publishedSiteOf(caller: Caller, space: SpaceRow): string | undefined {
  const { state } = caller;
  const [site] = state.siteSpaces
    .by('space', space.id)
    .map(siteSpace => state.sites.get(siteSpace.site))
    .filter(candidate => candidate.published);
  return site && publishedUrl(caller, site);
}
