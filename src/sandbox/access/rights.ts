import choices from '../../api/choices.json' with { type: 'json' };
import type { Role } from '../store/rows.ts';

/** Roles in ascending order; each includes the rights of those before it. */
const roles: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

export interface Right {
  /** The lowest role with this right; null means every member, guests included. */
  readonly needs: Role | null;
  /** The rest of a sentence that begins with "You may not". */
  readonly to: string;
}

/** Rights in a space, by their names in its `permissions`. */
export const spaceRights = {
  view: { needs: 'read', to: 'see it' },
  access: { needs: 'read', to: 'read it' },
  comment: { needs: 'comment', to: 'comment on it' },
  edit: { needs: 'edit', to: 'edit it' },
  review: { needs: 'review', to: 'review its change requests' },
  merge: { needs: 'review', to: 'merge its change requests' },
  viewInviteLinks: { needs: 'admin', to: 'see its invite links' },
  triggerGitSync: { needs: 'admin', to: 'start its Git sync' },
  admin: { needs: 'admin', to: 'administrate it' },
} as const satisfies Record<string, Right>;

/** Rights in a collection, by their names in its `permissions`. */
export const collectionRights = {
  view: { needs: 'read', to: 'see it' },
  create: { needs: 'create', to: 'create content in it' },
  viewInviteLinks: { needs: 'admin', to: 'see its invite links' },
  admin: { needs: 'admin', to: 'administrate it' },
} as const satisfies Record<string, Right>;

/** Rights in an organization, by their names in its `permissions`. */
export const organizationRights = {
  view: { needs: null, to: 'see it' },
  listMembers: { needs: 'read', to: 'see its members' },
  listTeams: { needs: 'read', to: 'see its teams' },
  listIntegrations: { needs: 'read', to: 'see its integrations' },
  createContent: { needs: 'create', to: 'create content in it' },
  createOpenAPISpec: { needs: 'create', to: 'write its OpenAPI specifications' },
  ingestConversations: { needs: 'admin', to: 'send it conversations' },
  viewBilling: { needs: 'admin', to: 'see its billing' },
  admin: { needs: 'admin', to: 'administrate it' },
} as const satisfies Record<string, Right>;

/** Rights concerning the sites of an organization. */
export const siteRights = {
  view: { needs: 'read', to: 'see its sites' },
  edit: { needs: 'create', to: 'change its sites' },
  publish: { needs: 'create', to: 'publish its sites' },
} as const satisfies Record<string, Right>;

/** Rights concerning the OpenAPI specifications of an organization. */
export const openApiRights = {
  view: { needs: 'read', to: 'see its OpenAPI specifications' },
  edit: { needs: 'create', to: 'write its OpenAPI specifications' },
} as const satisfies Record<string, Right>;

/** Rights concerning the translations of an organization. */
export const translationRights = {
  view: { needs: 'read', to: 'see its translations' },
  edit: { needs: 'create', to: 'change its translations' },
} as const satisfies Record<string, Right>;

export type SpaceRight = keyof typeof spaceRights;
export type CollectionRight = keyof typeof collectionRights;
export type OrganizationRight = keyof typeof organizationRights;
export type SiteRight = keyof typeof siteRights;
export type OpenApiRight = keyof typeof openApiRights;
export type TranslationRight = keyof typeof translationRights;

/** Returns true if the role has the right; the role is undefined for users who are no members. */
export function hasRight(role: Role | null | undefined, right: Right): boolean {
  if (role === undefined) return false;
  if (right.needs === null) return true;
  return role !== null && roles.indexOf(role) >= roles.indexOf(right.needs);
}

export function highestRole(first: Role | null, second: Role | null): Role | null {
  if (first === null) return second;
  if (second === null) return first;
  return roles.indexOf(first) >= roles.indexOf(second) ? first : second;
}

/** Returns the `permissions` of a resource. Results are cached by role, because lists contain thousands of them. */
export function permissionsOf<K extends string>(
  role: Role | null | undefined,
  rights: Readonly<Record<K, Right>>,
): Readonly<Record<K, boolean>> {
  const byRole: Map<Role | null | undefined, object> = permissionsByRole.get(rights) ?? new Map();
  permissionsByRole.set(rights, byRole);
  const permissions = byRole.get(role) ?? computePermissions(role, rights);
  byRole.set(role, permissions);
  return permissions as Record<K, boolean>;
}

const permissionsByRole = new WeakMap<object, Map<Role | null | undefined, object>>();

function computePermissions(role: Role | null | undefined, rights: Readonly<Record<string, Right>>): object {
  const entries = Object.entries(rights).map(([name, right]) => [name, hasRight(role, right)]);
  return Object.freeze(Object.fromEntries(entries));
}

/** Returns the message for a user who lacks a right. */
export function refusal(right: Right, role: Role | null | undefined, title: string): string {
  const currentRole = role ? `yours is ${labelOf(role)}` : 'you are a guest';
  return `You may not ${right.to}: '${title}' asks for the role ${labelOf(right.needs)}, and ${currentRole}. Ask an administrator for it.`;
}

/** Returns the label of a role from the contract, as menus of the extension show it. */
function labelOf(role: Role | null): string {
  return choices.RoleOrGuest.find(({ value }) => value === role)?.label ?? String(role);
}
