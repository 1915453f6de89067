import { organizationFor } from '../../access/findOrRefuse.ts';
import { HttpError } from '../../errors.ts';
import { presentMember } from './members.ts';
import { paged } from '../../reply/paging.ts';
import { noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { OrganizationRow } from '../../store/rows.ts';
import { memberId } from '../../store/state.ts';
import type { State } from '../../store/state.ts';
import { assertMember, requireManager, teamFor, withoutMember } from './teams.ts';
import type { Membership } from './teams.ts';

export const teamMembers = {
  'GET /orgs/{organizationId}/teams/{teamId}/members': ({ organizationId, teamId, query }, caller) => {
    const { state } = caller;
    const team = teamFor(caller, organizationId, teamId);
    const rows = team.members.map(({ user, role }) => ({
      role,
      member: state.members.get(memberId(organizationId, user)),
    }));
    return ok(
      paged(caller, query, {
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

  'PUT /orgs/{organizationId}/teams/{teamId}/members': ({ organizationId, teamId, body }, caller) => {
    const { state } = caller;
    const organization = organizationFor(caller, organizationId);
    const team = teamFor(caller, organizationId, teamId);
    requireManager(caller, team);
    const added = (body.add ?? []).map((name, index) => memberCalled(state, organization, name, `body.add[${index}]`));
    const roles = Object.entries(body.memberships ?? {});
    for (const [user] of roles) assertMember(state, organization, user, `body.memberships.${user}`);

    let members = team.members;
    for (const user of added) members = withMember(members, user);
    for (const [user, { role }] of roles) members = withMember(members, user, role);
    // Removals are applied last, so they win over additions. Removing a user who is no member has no effect.
    for (const name of body.remove ?? []) members = withoutMember(members, findUser(state, name));
    state.teams.put({ ...team, members });
    return noContent;
  },

  'PUT /orgs/{organizationId}/teams/{teamId}/members/{userId}': ({ organizationId, teamId, userId, body }, caller) => {
    const { state } = caller;
    const organization = organizationFor(caller, organizationId);
    const team = teamFor(caller, organizationId, teamId);
    requireManager(caller, team);
    if (!state.members.has(memberId(organizationId, userId))) {
      throw new HttpError(404, `No member of '${organization.title}' has the ID '${userId}'.`);
    }
    state.teams.put({ ...team, members: withMember(team.members, userId, body?.role) });
    return noContent;
  },

  'DELETE /orgs/{organizationId}/teams/{teamId}/members/{userId}': ({ organizationId, teamId, userId }, caller) => {
    const team = teamFor(caller, organizationId, teamId);
    // Members may remove themselves.
    if (userId !== caller.user.id) requireManager(caller, team);
    caller.state.teams.put({ ...team, members: withoutMember(team.members, userId) });
    return noContent;
  },
} satisfies Partial<Handlers>;

/** Adds a member or changes their role. Without a role, members keep theirs and new ones become plain members. */
function withMember(members: readonly Membership[], user: string, role?: Membership['role']): Membership[] {
  const known = members.find(member => member.user === user);
  if (!known) return [...members, { user, role: role ?? 'member' }];
  return members.map(member => (member === known ? { user, role: role ?? member.role } : member));
}

function memberCalled(state: State, organization: OrganizationRow, name: string, place: string): string {
  const user = findUser(state, name) ?? name;
  assertMember(state, organization, user, place);
  return user;
}

/** Returns the ID of the user with this ID or email. */
function findUser(state: State, name: string): string | undefined {
  if (state.users.has(name)) return name;
  return state.users.by('email', name.toLowerCase())[0]?.id;
}
