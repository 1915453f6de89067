import { organizationFor } from '../../access/findOrRefuse.ts';
import {
  collectionPermissions,
  requireCollectionRight,
  requireOrganizationRight,
  organizationPermissions,
} from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { HttpError } from '../../errors.ts';
import { putLast } from './order.ts';
import type { SpaceOrCollection } from './order.ts';
import type { OrganizationRow, SpaceRow } from '../../store/rows.ts';
import { removeFromSites } from './expiredSpaces.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

/** Returns the target organization of a transfer. Throws if the caller may not create content in it. */
export function organizationOf(caller: Caller, { row }: SpaceOrCollection, organizationId: string): OrganizationRow {
  const organization = caller.state.organizations.find(organizationId);
  if (!organization || !organizationPermissions(caller, organization).view)
    throw nothingNamed('body.organization', 'organization', organizationId);
  requireOrganizationRight(caller, 'createContent', organization);
  if (organization.id !== row.organization) return organization;
  throw new HttpError(409, `Could not transfer '${row.title}': it belongs to '${organization.title}' already.`);
}

/**
 * Throws if the caller may not create content in the collection `body.parent`, or at the top level of the organization.
 */
export function requireCreateRightIn(
  caller: Caller,
  { organization }: { organization: string },
  parent: string | undefined,
): void {
  const collection = parent === undefined ? undefined : caller.state.collections.find(parent);
  if (parent !== undefined && !(collection && collectionPermissions(caller, collection).view)) {
    throw nothingNamed('body.parent', 'collection', parent);
  }
  if (collection && collection.organization !== organization) {
    throw new HttpError(400, `body.parent is '${parent}', a collection of another organization. Transfer it first.`);
  }
  requireCreateRightBeside(caller, { organization, parent });
}

/** Throws if the caller may not create content in the given collection, or at the top level of the organization. */
export function requireCreateRightBeside(
  caller: Caller,
  { organization, parent }: { organization: string; parent?: string | undefined },
): void {
  if (parent === undefined) requireOrganizationRight(caller, 'createContent', organizationFor(caller, organization));
  else requireCollectionRight(caller, 'create', caller.state.collections.get(parent));
}

function nothingNamed(field: string, kind: 'collection' | 'organization', id: string): HttpError {
  const advice = `Take one from the list of your ${kind}s.`;
  return new HttpError(404, `${field} is '${id}', but no ${kind} has this ID. ${advice}`);
}

/** Transfers a space with its content and change requests, and removes it from the old organization's sites. */
export function transferSpace(state: State, space: SpaceRow, organization: string): SpaceRow {
  removeFromSites(state, space.id);
  const row = state.spaces.put({ ...omit(space, 'position'), organization });
  putLast(state, { type: 'space', row });
  return state.spaces.get(space.id);
}

/**
 * Returns the space in this collection, or at the top level, where the visibility `in-collection` becomes `private`.
 */
export function placedIn(space: SpaceRow, parent: string | undefined): SpaceRow {
  if (parent !== undefined) return { ...space, parent };
  const visibility = space.visibility === 'in-collection' ? 'private' : space.visibility;
  return { ...omit(space, 'parent'), visibility };
}
