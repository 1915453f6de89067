import type { MemberRow, Role, SiteRow, SpaceRow } from '../../src/sandbox/store/rows.ts';
import { memberId } from '../../src/sandbox/store/state.ts';
import type { State } from '../../src/sandbox/store/state.ts';

/** The members of Acme, by their role; the first is the owner of the sandbox. */
export const roles: Readonly<Record<string, Role | null>> = {
  ada: 'admin',
  cato: 'create',
  rosa: 'review',
  eden: 'edit',
  colm: 'comment',
  reed: 'read',
  gus: null,
};

const start = '2026-01-01T00:00:00.000Z';

/** Adds two organizations: Acme with a member for every role, and Zenith, whose only member is Zoe. */
export function fillAcme(state: State): void {
  addOrganization(state, 'acme', 'Acme', 'pro');
  addOrganization(state, 'zenith', 'Zenith', 'free');
  for (const [index, [user, role]] of Object.entries(roles).entries()) {
    const joinedAt = new Date(Date.parse(start) + index * 1000).toISOString();
    addMember(state, 'acme', user, { role, joinedAt, lastSeenAt: joinedAt });
  }
  addMember(state, 'zenith', 'zoe', { role: 'admin' });
  state.teams.put({
    id: 'writers',
    organization: 'acme',
    title: 'Writers',
    createdAt: start,
    members: [
      { user: 'rosa', role: 'owner' },
      { user: 'eden', role: 'member' },
    ],
  });
  state.collections.put({ id: 'products', organization: 'acme', title: 'Products', defaultLevel: 'comment' });
  state.collections.put({
    id: 'heron',
    organization: 'acme',
    parent: 'products',
    title: 'Heron',
    defaultLevel: 'inherit',
  });
  addSpace(state, 'handbook');
  addSpace(state, 'manual', { parent: 'heron' });
  addSpace(state, 'guide', { parent: 'heron' });
  addSpace(state, 'secret', { organization: 'zenith' });
}

export function addMember(state: State, organization: string, user: string, fields: Partial<MemberRow> = {}): void {
  const displayName = `${user.charAt(0).toUpperCase()}${user.slice(1)}`;
  state.users.put({ id: user, displayName, email: `${user}@${organization}.example` });
  state.members.put({
    id: memberId(organization, user),
    organization,
    user,
    role: 'read',
    disabled: false,
    sso: false,
    joinedAt: start,
    ...fields,
  });
}

export function addSpace(state: State, id: string, fields: Partial<SpaceRow> = {}): SpaceRow {
  return state.spaces.put({
    id,
    organization: 'acme',
    title: `The ${id}`,
    emoji: '🪶',
    visibility: 'private',
    editMode: 'live',
    createdAt: start,
    updatedAt: start,
    defaultLevel: 'inherit',
    revision: `${id}-1`,
    ...fields,
  });
}

export function addSite(state: State, id: string, fields: Partial<SiteRow> = {}): SiteRow {
  return state.sites.put({
    id,
    organization: 'acme',
    title: `Site ${id}`,
    type: 'basic',
    basename: id,
    visibility: 'public',
    published: false,
    createdAt: start,
    adaptiveContent: { enabled: false },
    agentsContext: 'included',
    ...fields,
  });
}

function addOrganization(state: State, id: string, title: string, plan: string): void {
  const fields = { createdAt: start, emailDomains: [], type: 'business', inviteLinks: true };
  state.organizations.put({ id, title, plan, ...fields });
}
