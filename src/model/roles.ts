import type { Schema } from '../api/routes.ts';

/** What somebody may do in an organization; null for a guest. */
export type Role = Schema<'RoleOrGuest'>;

/** The roles, strongest first, and what each may do: the one place where that is explained. */
export const roles: readonly { value: Role; label: string; detail: string }[] = [
  { value: 'admin', label: 'Administrator', detail: 'Everything: people, sign-in, sites, and deleting what there is.' },
  { value: 'create', label: 'Creator', detail: 'Creates spaces and collections, and all that follows.' },
  { value: 'review', label: 'Reviewer', detail: 'Decides about change requests, and all that follows.' },
  { value: 'edit', label: 'Editor', detail: 'Changes content, directly or in change requests, and all that follows.' },
  { value: 'comment', label: 'Commenter', detail: 'Reads content and takes part in discussions.' },
  { value: 'read', label: 'Reader', detail: 'Reads content.' },
  { value: null, label: 'Guest', detail: 'Sees only what was opened to them alone.' },
];

/** What the roles are called where the service filters by them. */
export const roleLabels = Object.fromEntries(roles.map(({ value, label }) => [value ?? 'guest', label]));

/** What a role is called; one that is not known here, as the service calls it. */
export function roleInWords(role: unknown): string {
  return roles.find(({ value }) => value === role)?.label ?? (typeof role === 'string' ? role : '');
}

export type TeamRole = Schema<'TeamRole'>;

/** The roles in a team. */
export const teamRoles: readonly { value: TeamRole; label: string; detail: string }[] = [
  { value: 'member', label: 'Member', detail: 'Sees what the team may see.' },
  { value: 'owner', label: 'Owner', detail: 'Also decides who is in the team.' },
];
