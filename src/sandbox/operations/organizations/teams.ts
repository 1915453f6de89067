import type { Schema } from '../../../api/routes.ts';
import { organizationFor } from '../../access/findOrRefuse.ts';
import { requireOrganizationRight, organizationPermissions, visibleSpaces } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { HttpError, notFound } from '../../errors.ts';
import { paged } from '../../reply/paging.ts';
import { createdQuietly, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { OrganizationRow, TeamRow } from '../../store/rows.ts';
import { memberId } from '../../store/state.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

export type Membership = TeamRow['members'][number];

export const teams = {
  'GET /orgs/{organizationId}/teams': ({ organizationId, query }, caller) => {
    requireOrganizationRight(caller, 'listTeams', organizationFor(caller, organizationId));
    const { state } = caller;
    const title = query?.title?.toLowerCase() ?? '';
    const rows = state.teams
      .by('organization', organizationId)
      .filter(team => team.title.toLowerCase().includes(title))
      .filter(team => query?.owner === undefined || isOwner(team, query.owner));
    const key = (team: TeamRow) => [state.teams.sequence(team.id)];
    return ok(paged(caller, query, { rows, key, present: team => presentTeam(caller, team) }));
  },

  'GET /orgs/{organizationId}/teams/{teamId}': ({ organizationId, teamId }, caller) =>
    ok(presentTeam(caller, teamFor(caller, organizationId, teamId))),

  'PUT /orgs/{organizationId}/teams': ({ organizationId, body }, caller) => {
    const { state } = caller;
    const organization = organizationFor(caller, organizationId);
    requireOrganizationRight(caller, 'admin', organization);
    const users = body.members ?? [];
    users.forEach((user, index) => assertMember(state, organization, user, `body.members[${index}]`));
    const members = [...new Set(users)].map(user => ({ user, role: 'member' as const }));
    const { title } = body;
    const team = { id: state.newId(), organization: organizationId, title, createdAt: state.now(), members };
    return createdQuietly(presentTeam(caller, state.teams.put(team)));
  },

  'PATCH /orgs/{organizationId}/teams/{teamId}': ({ organizationId, teamId, body }, caller) => {
    const team = teamFor(caller, organizationId, teamId);
    requireManager(caller, team);
    return ok(presentTeam(caller, caller.state.teams.put({ ...team, title: body.title })));
  },

  'DELETE /orgs/{organizationId}/teams/{teamId}': ({ organizationId, teamId }, caller) => {
    const { state } = caller;
    requireOrganizationRight(caller, 'listTeams', organizationFor(caller, organizationId));
    const team = state.teams.find(teamId);
    if (team?.organization !== organizationId) return noContent;
    requireManager(caller, team);
    state.teams.delete(teamId);
    for (const provider of state.samlProviders.by('organization', organizationId)) {
      if (provider.defaultTeam === teamId) state.samlProviders.put(omit(provider, 'defaultTeam'));
    }
    return noContent;
  },
} satisfies Partial<Handlers>;

export function presentTeam(caller: Caller, row: TeamRow): Schema<'Team'> {
  const organization = caller.state.organizations.get(row.organization);
  const { admin, listTeams } = organizationPermissions(caller, organization);
  return {
    object: 'team',
    id: row.id,
    title: row.title,
    members: row.members.length,
    spaces: spacesOpenTo(caller.state, row),
    createdAt: row.createdAt,
    permissions: { admin: admin || isOwner(row, caller.user.id), view: listTeams },
  };
}

/** Counts the spaces that some member of a team may see. Access depends on roles, not on teams. */
function spacesOpenTo(state: State, { organization, members }: TeamRow): number {
  const rows = members.flatMap(({ user }) => state.members.find(memberId(organization, user)) ?? []);
  return new Set(rows.flatMap(member => visibleSpaces(state, member))).size;
}

/** Returns a team. Throws if the caller may not see the teams of its organization. */
export function teamFor(caller: Caller, organizationId: string, teamId: string): TeamRow {
  requireOrganizationRight(caller, 'listTeams', organizationFor(caller, organizationId));
  const team = caller.state.teams.get(teamId);
  if (team.organization !== organizationId) throw notFound('team', teamId);
  return team;
}

/** Throws unless the caller administrates the organization or owns the team. */
export function requireManager(caller: Caller, team: TeamRow): void {
  const organization = caller.state.organizations.get(team.organization);
  if (!isOwner(team, caller.user.id)) requireOrganizationRight(caller, 'admin', organization);
}

/** Throws if a user is no member of the organization; `place` is the path of the field in the request. */
export function assertMember(state: State, organization: OrganizationRow, user: string, place: string): void {
  if (state.members.has(memberId(organization.id, user))) return;
  throw new HttpError(400, `${place} is '${user}', who is no member of '${organization.title}'.`);
}

/** Removes a user who leaves an organization from its teams. */
export function leaveTeams({ state }: Caller, organizationId: string, userId: string): void {
  for (const team of state.teams.by('organization', organizationId)) {
    if (!team.members.some(({ user }) => user === userId)) continue;
    state.teams.put({ ...team, members: withoutMember(team.members, userId) });
  }
}

export function withoutMember(members: readonly Membership[], userId: string | undefined): Membership[] {
  return members.filter(({ user }) => user !== userId);
}

function isOwner(team: TeamRow, userId: string): boolean {
  return team.members.some(({ user, role }) => user === userId && role === 'owner');
}
