import type { Caller } from '../caller.ts';
import { HttpError, notFound } from '../errors.ts';
import { collectionRole, organizationRole, spaceRole } from './permissions.ts';
import { collectionRights, hasRight, spaceRights } from './rights.ts';
import type { CollectionRow, MemberRow, OrganizationRow, SpaceRow } from '../store/rows.ts';
import { memberId } from '../store/state.ts';

/** Returns a space. Throws if the caller may not see it, or if it is deleted. */
export function spaceFor(caller: Caller, spaceId: string): SpaceRow {
  const space = anySpaceFor(caller, spaceId);
  if (!space.deletedAt) return space;
  throw new HttpError(404, `The space '${space.title}' was deleted at ${space.deletedAt}. Restore it first.`);
}

/** Returns a space, even if it is deleted but can still be restored. Throws if the caller may not see it. */
export function anySpaceFor(caller: Caller, spaceId: string): SpaceRow {
  const space = caller.state.spaces.get(spaceId);
  if (!canSee(caller, space)) throw notFound('space', spaceId);
  return space;
}

/** Returns true if the caller may see the space in lists and lookups. */
export function canSee(caller: Caller, space: SpaceRow): boolean {
  return hasRight(spaceRole(caller, space), spaceRights.view);
}

export function collectionFor(caller: Caller, collectionId: string): CollectionRow {
  const collection = caller.state.collections.get(collectionId);
  if (!hasRight(collectionRole(caller, collection), collectionRights.view)) throw notFound('collection', collectionId);
  return collection;
}

/** Returns an organization. Throws if the caller is no member of it. */
export function organizationFor(caller: Caller, organizationId: string): OrganizationRow {
  const organization = caller.state.organizations.get(organizationId);
  if (organizationRole(caller, organizationId) === undefined) throw notFound('organization', organizationId);
  return organization;
}

export function memberFor(caller: Caller, organizationId: string, userId: string): MemberRow {
  const organization = organizationFor(caller, organizationId);
  const member = caller.state.members.find(memberId(organizationId, userId));
  if (!member) throw new HttpError(404, `No member of '${organization.title}' has the ID '${userId}'.`);
  return member;
}
