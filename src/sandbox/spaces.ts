import type { Schema } from '../api/routes.ts';
import { app, location, published } from './addresses.ts';
import { anySpaceFor, canSee, must, organizationFor, spaceFor, spacePermissions } from './callers.ts';
import type { Caller } from './callers.ts';
import { paged, sortedBy } from './paging.ts';
import type { Key } from './paging.ts';
import { ok } from './replies.ts';
import type { Handlers } from './replies.ts';
import type { SpaceRow } from './rows.ts';
import { statusKey, targetKey } from './state.ts';
import { without } from './without.ts';

export const spaces = {
  'GET /orgs/{organizationId}/spaces': ({ organizationId, query }, caller) => {
    organizationFor(caller, organizationId);
    const rows = caller.state.spaces
      .by('organization', organizationId)
      .filter(space => space.deletedAt === undefined && canSee(caller, space));
    const key = spaceKey(caller);
    return ok(paged(query, { rows: sortedBy(rows, key), key, present: row => presentSpace(caller, row) }));
  },

  'GET /spaces/{spaceId}': ({ spaceId }, caller) => ok(presentSpace(caller, anySpaceFor(caller, spaceId))),

  'PATCH /spaces/{spaceId}': ({ spaceId, body }, caller) => {
    const { state } = caller;
    const space = spaceFor(caller, spaceId);
    must(caller, 'admin', space);
    const { editMode, title, defaultLevel, emoji } = { ...space, ...body };
    return ok(
      presentSpace(
        caller,
        state.spaces.put({ ...space, editMode, title, defaultLevel, emoji: emoji ?? '', updatedAt: state.now() }),
      ),
    );
  },
} satisfies Partial<Handlers>;

export function presentSpace(caller: Caller, row: SpaceRow): Schema<'Space'> {
  const { state } = caller;
  const site = publishedSiteOf(caller, row);
  return {
    object: 'space',
    ...without(row, 'position'),
    urls: {
      location: location(caller, `/spaces/${row.id}`),
      app: app(caller, `/spaces/${row.id}`),
      ...(site === undefined ? {} : { published: site }),
    },
    comments: state.comments.count('open', targetKey({ space: row.id })),
    changeRequests: state.changeRequests.count('space', row.id),
    changeRequestsOpen: state.changeRequests.count('status', statusKey(row.id, 'open')),
    changeRequestsDraft: state.changeRequests.count('status', statusKey(row.id, 'draft')),
    permissions: spacePermissions(caller, row),
  };
}

/** The order of spaces in a list: where somebody put them, else as they were created. */
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
  return site && published(caller, site);
}
