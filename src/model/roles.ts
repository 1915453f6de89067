import { t } from '@vscode/l10n';
import choices from '../api/choices.json' with { type: 'json' };
import type { Schema } from '../api/routes.ts';

/** A value that users choose from, with the texts of the contract. */
export interface LabelledValue<T> {
  value: T;
  label: string;
  detail: string;
}

/** Role in an organization; null for a guest. */
export type Role = Schema<'RoleOrGuest'>;

/** The roles, strongest first, with what each allows. */
export const roles = translated(choices.RoleOrGuest) as readonly LabelledValue<Role>[];

/** Labels of the roles in filters of the service. */
export const roleLabels = Object.fromEntries(roles.map(({ value, label }) => [value ?? 'guest', label]));

/** Access of members to a space or collection without an invitation. */
export type Level = Schema<'DefaultLevel'>;

export const levels = translated(choices.DefaultLevel) as readonly LabelledValue<Level>[];

export type TeamRole = Schema<'TeamRole'>;

/** The roles in a team. */
export const teamRoles = translated(choices.TeamRole) as readonly LabelledValue<TeamRole>[];

/** Returns the label of a role; for an unknown role, its name on the service. */
export function describeRole(role: unknown, among: readonly LabelledValue<unknown>[] = roles): string {
  return among.find(({ value }) => value === role)?.label ?? (typeof role === 'string' ? role : '');
}

/** Translates the texts of the contract. */
function translated<T>(values: readonly LabelledValue<T>[]): LabelledValue<T>[] {
  return values.map(({ value, label, detail }) => ({ value, label: t(label), detail: t(detail) }));
}
