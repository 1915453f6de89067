import type { Schema } from '../../../api/routes.ts';
import { apiUrl, appUrl } from '../../reply/addresses.ts';
import { organizationFor, spaceFor, canSee } from '../../access/findOrRefuse.ts';
import { requireSpaceRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { contributorsOf } from './contributors.ts';
import { HttpError } from '../../errors.ts';
import { filterByAll, paged, pagedTogether, sortedBy } from '../../reply/paging.ts';
import { created, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { ChangeRequestRow, SpaceRow } from '../../store/rows.ts';
import { numberKey, statusKey, targetKey } from '../../store/state.ts';
import type { State } from '../../store/state.ts';
import { presentUser } from '../organizations/users.ts';
import { omit } from '../../store/omit.ts';

/** The user who makes a change, and the time of it. */
export interface Stamp {
  by: string;
  at: string;
}

export const changeRequests = {
  'GET /orgs/{organizationId}/change-requests': ({ organizationId, query }, caller) => {
    const { state } = caller;
    organizationFor(caller, organizationId);
    const { status: statuses = ['open'], orderBy = 'updatedAt', ...asked } = query ?? {};
    const { creator, contributor, requestedReviewer } = asked;
    const isRequested = ({ id }: ChangeRequestRow) =>
      state.requestedReviewers.by('changeRequest', id).some(({ user }) => user === requestedReviewer);
    const conditions = [
      creator !== undefined && ((row: ChangeRequestRow) => row.createdBy === creator),
      contributor !== undefined && ((row: ChangeRequestRow) => isContributor(state, row, contributor)),
      requestedReviewer !== undefined && isRequested,
    ];
    const lists = state.spaces
      .by('organization', organizationId)
      .filter(space => space.deletedAt === undefined && canSee(caller, space))
      .filter(({ id }) => asked.space === undefined || id === asked.space)
      .flatMap(space =>
        [...new Set(statuses)].map(status => state.changeRequests.current(orderBy, statusKey(space.id, status))),
      )
      .map(rows => filterByAll(rows, conditions));
    return ok(
      pagedTogether(caller, query, lists, {
        key: row => [row[orderBy], state.changeRequests.sequence(row.id)],
        order: 'desc',
        present: row => presentChangeRequest(caller, row),
      }),
    );
  },

  'GET /spaces/{spaceId}/change-requests': ({ spaceId, query }, caller) => {
    const { state } = caller;
    const space = spaceFor(caller, spaceId);
    const { status = 'open', contributor } = query ?? {};
    const isAsked = contributor !== undefined && ((row: ChangeRequestRow) => isContributor(state, row, contributor));
    return ok(
      paged(caller, query, {
        rows: filterByAll(state.changeRequests.current('status', statusKey(space.id, status)), [isAsked]),
        key: ({ number }) => [number],
        order: 'desc',
        present: row => presentChangeRequest(caller, row),
      }),
    );
  },

  'POST /spaces/{spaceId}/change-requests': ({ spaceId, body }, caller) => {
    const space = spaceFor(caller, spaceId);
    requireSpaceRight(caller, 'edit', space);
    const changeRequest = createChangeRequest(caller.state, space, { subject: body.subject ?? '', ...stamp(caller) });
    return created(presentChangeRequest(caller, changeRequest));
  },

  'GET /spaces/{spaceId}/change-requests/{changeRequestId}': (input, caller) =>
    ok(presentChangeRequest(caller, changeRequestFor(caller, input).changeRequest)),

  'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}': ({ body, ...input }, caller) => {
    const { space, changeRequest } = changeRequestFor(caller, input);
    requireSpaceRight(caller, 'edit', space);
    assertNotMerged(changeRequest, 'change');
    const { subject, status, description } = { ...changeRequest, ...body };
    const { state } = caller;
    return ok(
      presentChangeRequest(
        caller,
        state.changeRequests.put({
          ...changeRequest,
          ...{ subject, status, updatedAt: state.now() },
          ...(description && { description }),
          ...(body.links && { links: linksFrom(state, changeRequest, body.links) }),
        }),
      ),
    );
  },

  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/contributors': ({ query, ...input }, caller) => {
    const { changeRequest } = changeRequestFor(caller, input);
    return ok(
      paged(caller, query, {
        rows: sortedBy(contributorsOf(caller.state, changeRequest), ({ user }) => [user]),
        key: ({ user }) => [user],
        present: ({ user, ...rest }) => ({ user: presentUser(caller, user), ...rest, actionType: 'edit' }),
      }),
    );
  },
} satisfies Partial<Handlers>;

/** Returns the change request with this ID, or with this number in its space. */
export function changeRequestFor(
  caller: Caller,
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string },
): { space: SpaceRow; changeRequest: ChangeRequestRow } {
  const space = spaceFor(caller, spaceId);
  const { changeRequests: table } = caller.state;
  const numbered = /^\d{1,9}$/.test(changeRequestId)
    ? table.by('number', numberKey(space.id, Number(changeRequestId)))
    : [];
  const changeRequest = table.find(changeRequestId) ?? numbered[0];
  if (changeRequest?.space === space.id) return { space, changeRequest };
  throw new HttpError(
    404,
    `The space '${space.title}' has no change request with the ID or number '${changeRequestId}'.`,
  );
}

export function assertNotMerged({ number, status }: ChangeRequestRow, verb: string): void {
  if (status !== 'merged') return;
  throw new HttpError(409, `Could not ${verb} #${number}: it is merged. Create a new change request instead.`);
}

export function assertNotArchived({ number, status }: ChangeRequestRow, verb: string): void {
  if (status !== 'archived') return;
  throw new HttpError(409, `Could not ${verb} #${number}: it is archived. Set its status to 'open' first.`);
}

export function presentChangeRequest(caller: Caller, row: ChangeRequestRow): Schema<'ChangeRequest'> {
  const { state } = caller;
  const path = `/spaces/${row.space}/change-requests`;
  return {
    object: 'change-request',
    ...omit(row, 'mergedBy', 'space', 'description', 'links'),
    ...(!caller.documentedOnly && presentLaterFields(row)),
    createdBy: presentUser(caller, row.createdBy),
    ...(row.mergedBy !== undefined && { mergedBy: presentUser(caller, row.mergedBy) }),
    comments: openComments(state, row),
    outdated: isOutdated(state, row),
    urls: { app: appUrl(caller, `${path}/${row.number}`), location: apiUrl(caller, `${path}/${row.id}`) },
  };
}

/** Returns the optional fields, which the documented interface does not have. */
function presentLaterFields({ space, description, links = [] }: ChangeRequestRow): Partial<Schema<'ChangeRequest'>> {
  return { space, ...(description && { description }), links };
}

/** Returns the links to store for those in a request: links with an ID must exist, others get a new ID. */
function linksFrom(state: State, { links: existing = [] }: ChangeRequestRow, sent: LinkInput[]): Link[] {
  return sent.map(({ id, ref, title }, index) => {
    const known = existing.find(link => link.id === id);
    if (id !== undefined && !known)
      throw new HttpError(400, `body.links[${index}].id is '${id}', which is no link of it.`);
    return { id: known?.id ?? state.newId(), ref, ...(title !== undefined && { title }) };
  });
}

type Link = Schema<'ChangeRequestLink'>;
type LinkInput = Schema<'ChangeRequestLinkInput'>;

function openComments(state: State, { id, space }: ChangeRequestRow): number {
  return state.comments.count('open', targetKey({ space, changeRequest: id }));
}

/** Creates a change request based on the current main content. */
export function createChangeRequest(
  state: State,
  space: SpaceRow,
  { id = state.newId(), number = nextNumber(state, space), status = 'open', subject, by, at }: NewChangeRequest,
): ChangeRequestRow {
  const { revision } = state.spaces.get(space.id);
  return state.changeRequests.put({
    id,
    space: space.id,
    number,
    status,
    subject,
    createdBy: by,
    createdAt: at,
    updatedAt: at,
    revision,
    revisionInitial: revision,
  });
}

interface NewChangeRequest extends Stamp {
  id?: string;
  number?: number;
  status?: ChangeRequestRow['status'];
  subject: string;
}

/** Returns the base revision of a change request: the main content at its creation, or at its last update. */
export function baseOf({ revisionMergedAncestor, revisionInitial }: ChangeRequestRow): string {
  return revisionMergedAncestor ?? revisionInitial;
}

export function isOutdated(state: State, changeRequest: ChangeRequestRow): boolean {
  return changeRequest.status !== 'merged' && state.spaces.count('revision', baseOf(changeRequest)) === 0;
}

export function stamp({ state, user }: Pick<Caller, 'state' | 'user'>): Stamp {
  return { by: user.id, at: state.now() };
}

function nextNumber(state: State, space: SpaceRow): number {
  return state.changeRequests.by('space', space.id).reduce((last, { number }) => Math.max(last, number), 0) + 1;
}

function isContributor(state: State, changeRequest: ChangeRequestRow, user: string): boolean {
  return contributorsOf(state, changeRequest).some(contributor => contributor.user === user);
}
