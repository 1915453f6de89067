import type { Schema } from '../../../api/routes.ts';
import { memberFor, organizationFor } from '../../access/findOrRefuse.ts';
import { requireOrganizationRight, roleInSpace, visibleSpaces } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { HttpError } from '../../errors.ts';
import { paged, sortedBy } from '../../reply/paging.ts';
import { deleted, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { MemberRow } from '../../store/rows.ts';
import { memberId } from '../../store/state.ts';
import type { State } from '../../store/state.ts';
import { presentSpace } from '../spaces/spaces.ts';
import { visitorToken } from '../../reply/visitorTokens.ts';
import { leaveTeams, presentTeam } from './teams.ts';
import { presentUser } from './users.ts';

export const members = {
  'GET /orgs/{organizationId}/members': ({ organizationId, query }, caller) => {
    requireOrganizationRight(caller, 'listMembers', organizationFor(caller, organizationId));
    const { state } = caller;
    const time = (member: MemberRow) => (query?.sort === 'lastSeenAt' ? member.lastSeenAt : member.joinedAt) ?? '';
    const key = (member: MemberRow) => [time(member), state.members.sequence(member.id)];
    const rows = state.members
      .by('organization', organizationId)
      .filter(member => query?.role === undefined || (member.role ?? 'guest') === query.role)
      .filter(member => query?.search === undefined || isCalled(state, member, query.search))
      .filter(member => query?.sort !== 'lastSeenAt' || isActive(member));
    const order = query?.order ?? 'desc';
    return ok(
      paged(caller, query, { rows: sortedBy(rows, key), key, order, present: row => presentMember(caller, row) }),
    );
  },

  'GET /orgs/{organizationId}/members/{userId}': ({ organizationId, userId }, caller) => {
    const member = memberFor(caller, organizationId, userId);
    requireVisibleMember(caller, member);
    return ok(presentMember(caller, member));
  },

  'PATCH /orgs/{organizationId}/members/{userId}': ({ organizationId, userId, body }, caller) => {
    const { state } = caller;
    requireOrganizationRight(caller, 'admin', organizationFor(caller, organizationId));
    const member = memberFor(caller, organizationId, userId);
    const { role = member.role } = body;
    if (role !== 'admin') assertNotLastAdmin(state, member, 'take the role of');
    return ok(presentMember(caller, state.members.put({ ...member, role })));
  },

  'DELETE /orgs/{organizationId}/members/{userId}': ({ organizationId, userId }, caller) => {
    const { state } = caller;
    const organization = organizationFor(caller, organizationId);
    // Members may remove themselves.
    if (userId !== caller.user.id) requireOrganizationRight(caller, 'admin', organization);
    const member = state.members.find(memberId(organizationId, userId));
    if (!member) return noContent;
    assertNotLastAdmin(state, member, 'remove');
    leaveTeams(caller, organizationId, userId);
    state.members.delete(member.id);
    return deleted;
  },

  'POST /orgs/{organizationId}/ping': ({ organizationId }, caller) => {
    const { state } = caller;
    const member = memberFor(caller, organizationId, caller.user.id);
    state.members.put({ ...member, lastSeenAt: state.now() });
    return ok({ serviceVisitorClaims: visitorToken(state, caller.user, organizationId) });
  },

  'POST /orgs/{organizationId}/members/{userId}/sso': ({ organizationId, userId }, caller) => {
    const { state } = caller;
    const organization = organizationFor(caller, organizationId);
    requireOrganizationRight(caller, 'admin', organization);
    const { id: user } = state.users.get(userId);
    const id = memberId(organizationId, user);
    const role = organization.defaultRole ?? null;
    const added = { id, organization: organizationId, user, role, disabled: false, joinedAt: state.now() };
    const member = state.members.put({ ...(state.members.find(id) ?? added), sso: true });
    return ok(presentMember(caller, member));
  },

  'GET /orgs/{organizationId}/members/{userId}/spaces': ({ organizationId, userId, query }, caller) => {
    const member = memberFor(caller, organizationId, userId);
    requireVisibleMember(caller, member);
    const { state } = caller;
    const spaces = visibleSpaces(state, member).flatMap(space => {
      const permission = roleInSpace(state, member, space);
      return permission === null ? [] : [{ permission, space }];
    });
    return ok(
      paged(caller, query, {
        rows: spaces,
        key: ({ space }) => [state.spaces.sequence(space.id)],
        order: query?.order ?? 'desc',
        present: ({ permission, space }) => ({ permission, space: presentSpace(caller, space) }),
      }),
    );
  },

  'GET /orgs/{organizationId}/members/{userId}/teams': ({ organizationId, userId, query }, caller) => {
    requireVisibleMember(caller, memberFor(caller, organizationId, userId));
    const { state } = caller;
    const title = query?.title?.toLowerCase() ?? '';
    const memberships = state.teams
      .by('organization', organizationId)
      .filter(team => team.title.toLowerCase().includes(title))
      .flatMap(team => team.members.filter(({ user }) => user === userId).map(({ role }) => ({ team, role })));
    return ok(
      paged(caller, query, {
        rows: memberships,
        key: ({ team }) => [state.teams.sequence(team.id)],
        present: ({ team, role }) => ({ team: presentTeam(caller, team), member: { role } }),
      }),
    );
  },
} satisfies Partial<Handlers>;

export function presentMember(caller: Caller, row: MemberRow): Schema<'Member'> {
  const { state } = caller;
  const teams = state.teams.by('organization', row.organization);
  return {
    object: 'member',
    id: row.user,
    role: row.role,
    user: presentUser(caller, row.user),
    disabled: row.disabled,
    joinedAt: row.joinedAt,
    ...(row.lastSeenAt === undefined ? {} : { lastSeenAt: row.lastSeenAt }),
    sso: row.sso,
    spaces: visibleSpaces(state, row).length,
    teams: teams.filter(team => team.members.some(({ user }) => user === row.user)).length,
  };
}

/** Throws for the last administrator, because nobody could appoint another one. */
function assertNotLastAdmin(state: State, member: MemberRow, verb: string): void {
  const isAdmin = ({ role, disabled }: MemberRow) => role === 'admin' && !disabled;
  const admins = state.members.by('organization', member.organization).filter(isAdmin);
  if (!isAdmin(member) || admins.length > 1) return;
  const { displayName } = state.users.get(member.user);
  const { title } = state.organizations.get(member.organization);
  const why = `they are the last administrator of '${title}'`;
  throw new HttpError(409, `Could not ${verb} ${displayName}: ${why}. Make somebody else an administrator first.`);
}

/** Throws if the caller may not see the member. Users may always see themselves. */
function requireVisibleMember(caller: Caller, member: MemberRow): void {
  if (member.user === caller.user.id) return;
  requireOrganizationRight(caller, 'listMembers', organizationFor(caller, member.organization));
}

function isCalled(state: State, member: MemberRow, words: string): boolean {
  const { displayName, email } = state.users.get(member.user);
  return `${displayName} ${email}`.toLowerCase().includes(words.toLowerCase());
}

function isActive(member: MemberRow): boolean {
  return !member.disabled && member.lastSeenAt !== undefined;
}
