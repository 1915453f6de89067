import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { onRow, organization, times, type Write } from './write.ts';

const link = 'abc-123';
const team = `${organization}/teams/documentation`;

function putInviteLink({ state }: RunningSandbox): void {
  state.inviteLinks.put({ id: link, organization: 'tidewell', createdAt: '2026-11-01T08:00:00Z' });
}

/** An address from which the service cannot fetch anything. */
const elsewhere = 'http://127.0.0.1:9/openapi.yaml';

export const writesOfOrganizations: readonly Write[] = [
  {
    command: 'member.setRole',
    target: onRow(`${organization}/members/jun`),
    answers: ['Reader'],
    sends: /^PATCH .*\/members\/jun$/,
    count: ({ state }) => state.members.all().filter(({ user, role }) => user === 'jun' && role === 'read').length,
    done: /Reader/,
  },
  {
    command: 'member.markAsSso',
    target: onRow(`${organization}/members/sam`),
    answers: ['Mark'],
    sends: /^POST .*\/members\/sam\/sso$/,
    count: ({ state }) => times(state.members.all().some(({ user, sso }) => user === 'sam' && sso)),
    done: /is marked as SSO$/,
  },
  {
    command: 'member.remove',
    target: onRow(`${organization}/members/sam`),
    answers: ['Remove'],
    sends: /^DELETE .*\/members\/sam$/,
    count: ({ state }) =>
      times(!state.members.all().some(({ user, organization: id }) => user === 'sam' && id === 'tidewell')),
    done: /^"Row" is removed$/,
  },
  {
    command: 'organization.deleteInviteLink',
    target: onRow(organization),
    prepare: putInviteLink,
    answers: [link, 'Delete'],
    sends: /^DELETE .*\/link-invites\/abc-123$/,
    count: ({ state }) => times(state.inviteLinks.find(link) === undefined),
    done: /^The invite link is deleted\./,
    isBlind: true,
    isKnownFromStatus: true,
  },
  {
    command: 'organization.ping',
    target: onRow(organization),
    answers: ['Ping'],
    sends: /^POST .*\/ping$/,
    count: () => 1,
    done: /knows that you are there\.$/,
    isBlind: true,
  },
  {
    command: 'team.create',
    target: onRow(organization),
    answers: ['Translators'],
    sends: /^PUT .*\/teams$/,
    count: ({ state }) => state.teams.all().filter(({ title }) => title === 'Translators').length,
    done: /^Team "Translators" is created$/,
  },
  {
    command: 'team.addMembers',
    target: onRow(team),
    answers: [['Mira Aaltonen', 'Tomasz Wójcik', 'Jun Takahashi', 'Sam Whitlock'], 'Owner'],
    sends: /^PUT .*\/teams\/documentation\/members$/,
    count: ({ state }) => state.teams.get('documentation').members.filter(({ user }) => user === 'sam').length,
    done: /Sam Whitlock/,
  },
  {
    command: 'teamMember.setRole',
    target: onRow(`${organization}/teams/documentation/members/jun`),
    answers: ['Owner'],
    sends: /^PUT .*\/teams\/documentation\/members$/,
    count: ({ state }) =>
      state.teams.get('documentation').members.filter(({ user, role }) => user === 'jun' && role === 'owner').length,
    done: /of the team from now on$/,
  },
  {
    command: 'item.rename',
    target: onRow(team),
    answers: ['Writers'],
    sends: /^PATCH .*\/teams\/documentation$/,
    count: ({ state }) => times(state.teams.get('documentation').title === 'Writers'),
    done: /^Renamed to "Writers"$/,
  },
  {
    command: 'item.delete',
    target: onRow(team),
    answers: ['Delete'],
    sends: /^DELETE .*\/teams\/documentation$/,
    count: ({ state }) => times(state.teams.find('documentation') === undefined),
    done: /is deleted$/,
  },
  {
    command: 'openapi.push',
    answers: ['New spec', 'A URL', elsewhere, 'lost-spec'],
    sends: /^POST .*\/openapi$/,
    count: ({ state }) => state.openApiSpecs.all().filter(({ slug }) => slug === 'lost-spec').length,
    done: /^The service took "lost-spec", but could not process it/,
  },
  {
    command: 'openapi.push',
    variant: 'to a spec that exists',
    answers: ['heron-api', 'A URL', elsewhere, 'Replace'],
    sends: /^PUT .*\/openapi\/heron-api$/,
    count: ({ state }) =>
      state.openApiSpecs.all().filter(({ source }) => 'url' in source && source.url === elsewhere).length,
    done: /^The service took "heron-api", but could not process it/,
  },
  {
    command: 'openapi.delete',
    answers: ['heron-api', 'Delete'],
    sends: /^DELETE .*\/openapi\/heron-api$/,
    count: ({ state }) => times(!state.openApiSpecs.all().some(({ slug }) => slug === 'heron-api')),
    done: /^OpenAPI spec "heron-api" is deleted\.$/,
  },
];
