import { organizationFor } from '../../access/findOrRefuse.ts';
import {
  collectionPermissions,
  mustHaveCollectionRight,
  mustHaveOrganizationRight,
  organizationPermissions,
} from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { HttpError } from '../../errors.ts';
import { putLast } from './order.ts';
import type { Placed } from './order.ts';
import type { OrganizationRow, SpaceRow } from '../../store/rows.ts';
import { takeOffSites } from './expiredSpaces.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

/** The organization that content goes to: another one, in which the caller may create content. */
export function organizationOf(caller: Caller, { row }: Placed, organizationId: string): OrganizationRow {
  const organization = caller.state.organizations.find(organizationId);
  if (!organization || !organizationPermissions(caller, organization).view)
    throw nothingNamed('body.organization', 'organization', organizationId);
  mustHaveOrganizationRight(caller, 'createContent', organization);
  if (organization.id !== row.organization) return organization;
  throw new HttpError(409, `Could not transfer '${row.title}': it belongs to '${organization.title}' already.`);
}

/** Refuses what may not be put into the collection that `body.parent` names, or to the top of the organization. */
export function mustCreateIn(
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
  mustCreateBeside(caller, { organization, parent });
}

/** Refuses what may not be put where something lies: into its collection, or to the top of its organization. */
export function mustCreateBeside(
  caller: Caller,
  { organization, parent }: { organization: string; parent?: string | undefined },
): void {
  if (parent === undefined) mustHaveOrganizationRight(caller, 'createContent', organizationFor(caller, organization));
  else mustHaveCollectionRight(caller, 'create', caller.state.collections.get(parent));
}

function nothingNamed(field: string, kind: 'collection' | 'organization', id: string): HttpError {
  const advice = `Take one from the list of your ${kind}s.`;
  return new HttpError(404, `${field} is '${id}', but no ${kind} has this ID. ${advice}`);
}

/** Gives a space to another organization. Its content and change requests go with it; sites of the old one lose it. */
export function transferSpace(state: State, space: SpaceRow, organization: string): SpaceRow {
  takeOffSites(state, space.id);
  const row = state.spaces.put({ ...omit(space, 'position'), organization });
  putLast(state, { type: 'space', row });
  return state.spaces.get(space.id);
}

/** The space in this collection, or at the top. Only in a collection can a space be seen as that is. */
export function placedIn(space: SpaceRow, parent: string | undefined): SpaceRow {
  if (parent !== undefined) return { ...space, parent };
  const visibility = space.visibility === 'in-collection' ? 'private' : space.visibility;
  return { ...omit(space, 'parent'), visibility };
}
