import type { Schema } from '../api/routes.ts';
import { mustInOrganization, organizationFor, organizationPermissions } from './callers.ts';
import type { Caller } from './callers.ts';
import { notFound } from './errors.ts';
import { presentMember } from './members.ts';
import { paged } from './paging.ts';
import { ok } from './replies.ts';
import type { Handlers } from './replies.ts';
import type { TeamRow } from './rows.ts';
import { memberId } from './state.ts';

export const teams = {
  'GET /orgs/{organizationId}/teams': ({ organizationId, query }, caller) => {
    mustInOrganization(caller, 'listTeams', organizationFor(caller, organizationId));
    const { state } = caller;
    const title = query?.title?.toLowerCase() ?? '';
    const rows = state.teams
      .by('organization', organizationId)
      .filter(team => team.title.toLowerCase().includes(title))
      .filter(team => query?.owner === undefined || isOwner(team, query.owner));
    const key = (team: TeamRow) => [state.teams.sequence(team.id)];
    return ok(paged(query, { rows, key, present: team => presentTeam(caller, team) }));
  },

  'GET /orgs/{organizationId}/teams/{teamId}': ({ organizationId, teamId }, caller) =>
    ok(presentTeam(caller, teamFor(caller, organizationId, teamId))),

  'GET /orgs/{organizationId}/teams/{teamId}/members': ({ organizationId, teamId, query }, caller) => {
    const { state } = caller;
    const team = teamFor(caller, organizationId, teamId);
    const rows = team.members.map(({ user, role }) => ({
      role,
      member: state.members.get(memberId(organizationId, user)),
    }));
    return ok(
      paged(query, {
        rows: rows.sort((a, b) => state.members.sequence(a.member.id) - state.members.sequence(b.member.id)),
        key: ({ member }) => [state.members.sequence(member.id)],
        present: ({ role, member }) => ({
          organization: presentMember(caller, member),
          team: { role },
          permissions: { view: true },
        }),
      }),
    );
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
    // Spaces are opened to roles, not to teams.
    spaces: 0,
    createdAt: row.createdAt,
    permissions: { admin: admin || isOwner(row, caller.user.id), view: listTeams },
  };
}

function teamFor(caller: Caller, organizationId: string, teamId: string): TeamRow {
  mustInOrganization(caller, 'listTeams', organizationFor(caller, organizationId));
  const team = caller.state.teams.get(teamId);
  if (team.organization !== organizationId) throw notFound('team', teamId);
  return team;
}

function isOwner(team: TeamRow, userId: string): boolean {
  return team.members.some(({ user, role }) => user === userId && role === 'owner');
}
