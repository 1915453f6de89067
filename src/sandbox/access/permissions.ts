import type { Caller } from '../caller.ts';
import { HttpError } from '../errors.ts';
import {
  collectionRights,
  hasRight,
  highestRole,
  openApiRights,
  organizationRights,
  permissionsOf,
  refusal,
  siteRights,
  spaceRights,
  translationRights,
} from './rights.ts';
import type {
  CollectionRight,
  OpenApiRight,
  OrganizationRight,
  Right,
  SiteRight,
  SpaceRight,
  TranslationRight,
} from './rights.ts';
import type { CollectionRow, DefaultLevel, MemberRow, OrganizationRow, Role, SpaceRow } from '../store/rows.ts';
import { memberId } from '../store/state.ts';
import type { State } from '../store/state.ts';

/** Throws a 403 error if the caller lacks the right, or if the right needs edits and the space is locked. */
export function requireSpaceRight(caller: Caller, right: SpaceRight, space: SpaceRow): void {
  assertAllowed(spaceRole(caller, space), spaceRights[right], space.title);
  if (isLocked(space) && (right === 'edit' || right === 'merge')) {
    const what = spaceRights[right].to;
    throw new HttpError(403, `You may not ${what}: '${space.title}' is locked. Set its edit mode to 'live' first.`);
  }
}

export function requireCollectionRight(caller: Caller, right: CollectionRight, collection: CollectionRow): void {
  assertAllowed(collectionRole(caller, collection), collectionRights[right], collection.title);
}

export function requireOrganizationRight(
  caller: Caller,
  right: OrganizationRight,
  { id, title }: OrganizationRow,
): void {
  assertAllowed(organizationRole(caller, id), organizationRights[right], title);
}

export function requireSiteRight(caller: Caller, right: SiteRight, { id, title }: OrganizationRow): void {
  assertAllowed(organizationRole(caller, id), siteRights[right], title);
}

export function requireOpenApiRight(caller: Caller, right: OpenApiRight, { id, title }: OrganizationRow): void {
  assertAllowed(organizationRole(caller, id), openApiRights[right], title);
}

export function requireTranslationRight(caller: Caller, right: TranslationRight, { id, title }: OrganizationRow): void {
  assertAllowed(organizationRole(caller, id), translationRights[right], title);
}

export function spacePermissions(caller: Caller, space: SpaceRow): Record<SpaceRight, boolean> {
  const permissions = permissionsOf(spaceRole(caller, space), spaceRights);
  return isLocked(space) ? { ...permissions, edit: false, merge: false } : permissions;
}

export function collectionPermissions(caller: Caller, collection: CollectionRow): Record<CollectionRight, boolean> {
  return permissionsOf(collectionRole(caller, collection), collectionRights);
}

export function organizationPermissions(
  caller: Caller,
  organization: OrganizationRow,
): Record<OrganizationRight | 'ownTeam', boolean> {
  const permissions = permissionsOf(organizationRole(caller, organization.id), organizationRights);
  return { ...permissions, ownTeam: permissions.admin || ownsATeam(caller, organization.id) };
}

export function openApiPermissions(caller: Caller, organizationId: string): Record<OpenApiRight, boolean> {
  return permissionsOf(organizationRole(caller, organizationId), openApiRights);
}

export function translationPermissions(caller: Caller, organizationId: string): Record<TranslationRight, boolean> {
  return permissionsOf(organizationRole(caller, organizationId), translationRights);
}

export function sitePermissions(caller: Caller, organizationId: string): { view: boolean; admin: boolean } {
  const { view, edit } = permissionsOf(organizationRole(caller, organizationId), siteRights);
  return { view, admin: edit };
}

/** Returns the caller's role in a space: null for none, undefined if they are no member of its organization. */
export function spaceRole(caller: Caller, space: SpaceRow): Role | null | undefined {
  const member = activeMember(caller, space.organization);
  return member && roleInSpace(caller.state, member, space);
}

/** Returns the higher of the member's own role and the default level of the space. */
export function roleInSpace(state: State, member: MemberRow, space: SpaceRow): Role | null {
  return highestRole(member.role, levelOf(state, space));
}

/** Returns the spaces of the organization that the member has a role in. */
export function visibleSpaces(state: State, member: MemberRow): SpaceRow[] {
  return state.spaces
    .by('organization', member.organization)
    .filter(space => space.deletedAt === undefined && roleInSpace(state, member, space) !== null);
}

export function collectionRole(caller: Caller, collection: CollectionRow): Role | null | undefined {
  const member = activeMember(caller, collection.organization);
  return member && highestRole(member.role, levelOf(caller.state, collection));
}

/** Returns the caller's role in an organization: null for a guest, undefined for users who are no members. */
export function organizationRole(caller: Caller, organizationId: string): Role | null | undefined {
  return activeMember(caller, organizationId)?.role;
}

function activeMember(caller: Caller, organizationId: string): MemberRow | undefined {
  const member = caller.state.members.find(memberId(organizationId, caller.user.id));
  return member?.disabled ? undefined : member;
}

function assertAllowed(role: Role | null | undefined, right: Right, title: string): void {
  if (!hasRight(role, right)) throw new HttpError(403, refusal(right, role, title));
}

type Content = Pick<SpaceRow | CollectionRow, 'defaultLevel' | 'parent'>;

function levelOf(state: State, content: Content): Role | null {
  if (content.defaultLevel !== 'inherit') return content.defaultLevel;
  const parent = content.parent === undefined ? undefined : state.collections.find(content.parent);
  return parent ? levelOf(state, parent) : null;
}

/** Returns the default level for a reply. The documented interface has no `inherit`, so it gets the resolved role. */
export function shownLevel(caller: Caller, content: Content): DefaultLevel {
  return caller.documentedOnly ? levelOf(caller.state, content) : content.defaultLevel;
}

function isLocked(space: SpaceRow): boolean {
  return space.editMode === 'locked';
}

function ownsATeam(caller: Caller, organizationId: string): boolean {
  const isOwner = (member: { user: string; role: string }) => member.user === caller.user.id && member.role === 'owner';
  return caller.state.teams.by('organization', organizationId).some(team => team.members.some(isOwner));
}
