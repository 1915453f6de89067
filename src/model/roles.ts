import choices from '../api/choices.json' with { type: 'json' };
import type { Schema } from '../api/routes.ts';

/** One of the values that people choose from, in the words of the contract. */
export interface Meaning<T> {
  value: T;
  label: string;
  detail: string;
}

/** What somebody may do in an organization; null for a guest. */
export type Role = Schema<'RoleOrGuest'>;

/** The roles, strongest first, and what each may do. */
export const roles = choices.RoleOrGuest as readonly Meaning<Role>[];

/** What the roles are called where the service filters by them. */
export const roleLabels = Object.fromEntries(roles.map(({ value, label }) => [value ?? 'guest', label]));

/** What members may do in a space or collection without being invited. */
export type Level = Schema<'DefaultLevel'>;

export const levels = choices.DefaultLevel as readonly Meaning<Level>[];

export type TeamRole = Schema<'TeamRole'>;

/** The roles in a team. */
export const teamRoles = choices.TeamRole as readonly Meaning<TeamRole>[];

/** What a role is called; one that is not known here, as the service calls it. */
export function roleInWords(role: unknown, among: readonly Meaning<unknown>[] = roles): string {
  return among.find(({ value }) => value === role)?.label ?? (typeof role === 'string' ? role : '');
}
