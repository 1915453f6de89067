import { t } from '@vscode/l10n';
import { isApiError, isOutage } from '../../api/errors.ts';
import { filterItems, type ListPage } from '../../api/listings.ts';
import { isId, normalizeUser } from '../../api/normalize.ts';
import type { Schema } from '../../api/routes.ts';
import { type ChangeRequestPlace, parametersOf } from '../content/changeRequests.ts';
import { describeRole } from '../roles.ts';

/** A user who can be asked to review a change request. */
export interface ReviewCandidate {
  user: Schema<'User'>;
  /** Readable role in the space, or else in the organization. */
  role: string;
}

interface Query {
  organizationId: string;
  search: string;
  signal: AbortSignal;
}

const permissionsRoute = 'GET /spaces/{spaceId}/permissions/aggregate';
const commentersRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/commenters';

/**
 * Lists the users who match a search: those whose role in the space lets them review or, if the server does not report
 * these roles, all users who are not disabled.
 */
export async function* reviewCandidates(
  place: ChangeRequestPlace,
  query: Query,
): AsyncGenerator<ListPage<ReviewCandidate>> {
  const { search, signal } = query;
  const { api } = place.connection;
  // The service does not search this list, so a search reads it in pages as large as it allows.
  const input = { spaceId: place.space, query: search ? { limit: 1000 } : {} };
  try {
    await api.optional(permissionsRoute, input, { signal, isProbe: true });
  } catch (error) {
    signal.throwIfAborted();
    if (isOutage(error)) throw error;
    yield* membersOf(place, query);
    return;
  }
  for await (const { items, hasMore } of filterItems(api.list(permissionsRoute, input, { signal }), matching(search))) {
    const reviewers = items.filter(({ permission }) => !rolesWithoutReview.includes(permission));
    yield { items: reviewers.flatMap(({ user, permission }) => candidate(user, describeRole(permission))), hasMore };
  }
}

const rolesWithoutReview: readonly unknown[] = ['read', 'comment', null];

/** Includes every role, because the organization role does not show what the member may do in the space. */
async function* membersOf(place: ChangeRequestPlace, query: Query): AsyncGenerator<ListPage<ReviewCandidate>> {
  for await (const { items, hasMore } of matchingMembers(place, query)) {
    const members = items.filter(({ disabled }) => disabled !== true);
    const roleOf = (role: unknown) => (role === undefined ? '' : t`${describeRole(role)} in the organization`);
    yield { items: members.flatMap(({ user, role }) => candidate(user, roleOf(role))), hasMore };
  }
}

/** Lists matching members. Guests may not list members, so they get the users who have commented. */
async function* matchingMembers(
  place: ChangeRequestPlace,
  { organizationId, search, signal }: Query,
): AsyncGenerator<ListPage<Schema<'Member'>>> {
  const { api } = place.connection;
  const query = { search: search || undefined, order: 'asc' as const };
  try {
    yield* api.list('GET /orgs/{organizationId}/members', { organizationId, query }, { signal });
  } catch (error) {
    if (!isApiError(error, 'forbidden')) throw error;
    yield* filterItems(api.list(commentersRoute, parametersOf(place), { signal }), matching(search));
  }
}

function matching(search: string): (item: { user?: unknown }) => boolean {
  const wanted = search.toLocaleLowerCase();
  return ({ user }) => {
    const { displayName = '', email = '' } = userWithId(user) ?? {};
    return `${displayName} ${email}`.toLocaleLowerCase().includes(wanted);
  };
}

function candidate(user: unknown, role: string): ReviewCandidate[] {
  const known = userWithId(user);
  return known ? [{ user: known, role }] : [];
}

/** Returns the user; undefined if the service does not report an ID. */
export function userWithId(user: unknown): Schema<'User'> | undefined {
  const known = normalizeUser(user);
  return known && isId(known.id) ? known : undefined;
}
