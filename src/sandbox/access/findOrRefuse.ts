import { HttpError, notFound } from '../errors.ts';
import {
  allows,
  collectionRights,
  highest,
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
import type {
  CollectionRow,
  DefaultLevel,
  MemberRow,
  OrganizationRow,
  Role,
  SpaceRow,
  UserRow,
} from '../store/rows.ts';
import { memberId } from '../store/state.ts';
import type { State } from '../store/state.ts';
import type { Work } from '../store/tasks.ts';

/** Who sent a request, and where they reached the sandbox: all that a reply depends on besides its route and input. */
export interface Caller {
  readonly state: State;
  readonly work: Work;
  readonly user: UserRow;
  /** `http://127.0.0.1:8080`, for the addresses in replies. */
  readonly origin: string;
}

/** The space, where the caller may know of it; a deleted one is gone for everything but looking at it and restoring it. */
export function spaceFor(caller: Caller, spaceId: string): SpaceRow {
  const space = anySpaceFor(caller, spaceId);
  if (!space.deletedAt) return space;
  throw new HttpError(404, `The space '${space.title}' was deleted at ${space.deletedAt}. Restore it first.`);
}

/** The space, even when it is deleted but can still be restored. */
export function anySpaceFor(caller: Caller, spaceId: string): SpaceRow {
  const space = caller.state.spaces.get(spaceId);
  if (!canSee(caller, space)) throw notFound('space', spaceId);
  return space;
}

/** Whether the caller's lists and lookups have this space. */
export function canSee(caller: Caller, space: SpaceRow): boolean {
  return allows(spaceRole(caller, space), spaceRights.view);
}

export function collectionFor(caller: Caller, collectionId: string): CollectionRow {
  const collection = caller.state.collections.get(collectionId);
  if (!allows(collectionRole(caller, collection), collectionRights.view)) throw notFound('collection', collectionId);
  return collection;
}

/** The organization, where the caller is a member of it. */
export function organizationFor(caller: Caller, organizationId: string): OrganizationRow {
  const organization = caller.state.organizations.get(organizationId);
  if (memberRole(caller, organizationId) === undefined) throw notFound('organization', organizationId);
  return organization;
}

export function memberFor(caller: Caller, organizationId: string, userId: string): MemberRow {
  const organization = organizationFor(caller, organizationId);
  const member = caller.state.members.find(memberId(organizationId, userId));
  if (!member) throw new HttpError(404, `No member of '${organization.title}' has the ID '${userId}'.`);
  return member;
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
  const permissions = permissionsOf(memberRole(caller, organization.id), organizationRights);
  return { ...permissions, ownTeam: permissions.admin || ownsATeam(caller, organization.id) };
}

export function openApiPermissions(caller: Caller, organizationId: string): Record<OpenApiRight, boolean> {
  return permissionsOf(memberRole(caller, organizationId), openApiRights);
}

export function translationPermissions(caller: Caller, organizationId: string): Record<TranslationRight, boolean> {
  return permissionsOf(memberRole(caller, organizationId), translationRights);
}

export function sitePermissions(caller: Caller, organizationId: string): { view: boolean; admin: boolean } {
  const { view, edit } = permissionsOf(memberRole(caller, organizationId), siteRights);
  return { view, admin: edit };
}

/** Refuses what the `permissions` of the space forbid. */
export function must(caller: Caller, right: SpaceRight, space: SpaceRow): void {
  demand(spaceRole(caller, space), spaceRights[right], space.title);
  if (isLocked(space) && (right === 'edit' || right === 'merge')) {
    const what = spaceRights[right].to;
    throw new HttpError(403, `You may not ${what}: '${space.title}' is locked. Set its edit mode to 'live' first.`);
  }
}

export function mustInCollection(caller: Caller, right: CollectionRight, collection: CollectionRow): void {
  demand(collectionRole(caller, collection), collectionRights[right], collection.title);
}

export function mustInOrganization(caller: Caller, right: OrganizationRight, organization: OrganizationRow): void {
  demand(memberRole(caller, organization.id), organizationRights[right], organization.title);
}

export function mustWithSites(caller: Caller, right: SiteRight, organization: OrganizationRow): void {
  demand(memberRole(caller, organization.id), siteRights[right], organization.title);
}

export function mustWithOpenApi(caller: Caller, right: OpenApiRight, organization: OrganizationRow): void {
  demand(memberRole(caller, organization.id), openApiRights[right], organization.title);
}

export function mustWithTranslations(caller: Caller, right: TranslationRight, organization: OrganizationRow): void {
  demand(memberRole(caller, organization.id), translationRights[right], organization.title);
}

/** The caller's role in a space; undefined where they are no member of its organization. */
function spaceRole(caller: Caller, space: SpaceRow): Role | null | undefined {
  const member = activeMember(caller, space.organization);
  return member && roleInSpace(caller.state, member, space);
}

/** A member's role in a space: their own, or what the space gives everybody, whichever allows more. */
export function roleInSpace(state: State, member: MemberRow, space: SpaceRow): Role | null {
  return highest(member.role, levelOf(state, space));
}

function collectionRole(caller: Caller, collection: CollectionRow): Role | null | undefined {
  const member = activeMember(caller, collection.organization);
  return member && highest(member.role, levelOf(caller.state, collection));
}

/** The caller's role in an organization: null for a guest, undefined where they are no member. */
function memberRole(caller: Caller, organizationId: string): Role | null | undefined {
  return activeMember(caller, organizationId)?.role;
}

function activeMember(caller: Caller, organizationId: string): MemberRow | undefined {
  const member = caller.state.members.find(memberId(organizationId, caller.user.id));
  return member?.disabled ? undefined : member;
}

function demand(role: Role | null | undefined, right: Right, title: string): void {
  if (!allows(role, right)) throw new HttpError(403, refusal(right, role, title));
}

function levelOf(state: State, content: { defaultLevel: DefaultLevel; parent?: string }): Role | null {
  if (content.defaultLevel !== 'inherit') return content.defaultLevel;
  const parent = content.parent === undefined ? undefined : state.collections.find(content.parent);
  return parent ? levelOf(state, parent) : null;
}

function isLocked(space: SpaceRow): boolean {
  return space.editMode === 'locked';
}

function ownsATeam(caller: Caller, organizationId: string): boolean {
  const isOwner = (member: { user: string; role: string }) => member.user === caller.user.id && member.role === 'owner';
  return caller.state.teams.by('organization', organizationId).some(team => team.members.some(isOwner));
}
