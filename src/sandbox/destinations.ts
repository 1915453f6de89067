import { collectionFor, mustInCollection, mustInOrganization, organizationFor } from './callers.ts';
import type { Caller } from './callers.ts';
import { HttpError } from './errors.ts';
import { putLast } from './positions.ts';
import type { Placed } from './positions.ts';
import type { OrganizationRow, SpaceRow } from './rows.ts';
import { takeOffSites } from './removedSpaces.ts';
import type { State } from './state.ts';
import { without } from './without.ts';

/** The organization that content goes to: another one, in which the caller may create content. */
export function targetOf(caller: Caller, { row }: Placed, organizationId: string): OrganizationRow {
  const organization = organizationFor(caller, organizationId);
  mustInOrganization(caller, 'createContent', organization);
  if (organization.id !== row.organization) return organization;
  throw new HttpError(409, `Could not transfer '${row.title}': it belongs to '${organization.title}' already.`);
}

/** Refuses what may not be put into this collection, or to the top of the organization. */
export function mustCreateIn(caller: Caller, moved: { organization: string }, parent: string | undefined): void {
  if (parent === undefined) {
    mustInOrganization(caller, 'createContent', organizationFor(caller, moved.organization));
    return;
  }
  const collection = collectionFor(caller, parent);
  if (collection.organization !== moved.organization) {
    throw new HttpError(400, `body.parent is '${parent}', a collection of another organization. Transfer it first.`);
  }
  mustInCollection(caller, 'create', collection);
}

/** Gives a space to another organization. Its content and change requests go with it; sites of the old one lose it. */
export function transferSpace(state: State, space: SpaceRow, organization: string): SpaceRow {
  takeOffSites(state, space.id);
  const row = state.spaces.put({ ...without(space, 'position'), organization });
  putLast(state, { type: 'space', row });
  return state.spaces.get(space.id);
}

/** The space in this collection, or at the top. Only in a collection can a space be seen as that is. */
export function placedIn(space: SpaceRow, parent: string | undefined): SpaceRow {
  if (parent !== undefined) return { ...space, parent };
  const visibility = space.visibility === 'in-collection' ? 'private' : space.visibility;
  return { ...without(space, 'parent'), visibility };
}
