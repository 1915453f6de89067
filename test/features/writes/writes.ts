import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Answer } from '../../host/answers.ts';
import { rowOf } from '../../host/commands.ts';
import { changeRequestUri } from '../../host/support.ts';

/** A command that writes: how it is run and answered, what it sends, and how often that has happened. */
export interface Write {
  command: string;
  target?: (sandbox: RunningSandbox) => unknown;
  prepare?: (sandbox: RunningSandbox) => void;
  answers: Answer[];
  sends: RegExp;
  count: (sandbox: RunningSandbox) => number;
  /** What is said once it is done. */
  done: RegExp;
  /** Whether nothing tells whether it was done. */
  isBlind?: true;
}

const space = 'heron-manual';
const number = 8;
const orgs = '/orgs/tidewell';
const site = `${orgs}/sites/heron-docs`;
const shareLink = `${orgs}/sites/handbook-preview/share-links/link`;
const onChangeRequest = () => changeRequestUri(space, number);
const onRow = (path: string) => () => rowOf(path, 'Row');
const times = (isDone: boolean) => (isDone ? 1 : 0);

function changeRequest({ state }: RunningSandbox) {
  return state.changeRequests.all().find(row => row.space === space && row.number === number) ?? assert.fail();
}

function groupSections({ state }: RunningSandbox): void {
  const { id: group } = state.siteSectionGroups.put({ id: 'guides', site: 'heron-docs', title: 'Guides' });
  state.siteSections.put({ ...state.siteSections.get('manual'), group });
}

function putShareLink({ state }: RunningSandbox): void {
  const createdAt = '2026-11-01T08:00:00Z';
  state.shareLinks.put({ id: 'link', site: 'handbook-preview', createdAt, name: 'Link', active: true, key: 'k' });
}

/** Merges another change request into the main content. */
function outdate(sandbox: RunningSandbox): void {
  const { state } = sandbox;
  const other = state.changeRequests
    .all()
    .find(row => row.space === space && row.revision !== changeRequest(sandbox).revision);
  state.spaces.put({ ...state.spaces.get(space), revision: other?.revision ?? assert.fail() });
}

/** The commands that write, one of each kind. */
export const writes: readonly Write[] = [
  {
    command: 'changeRequest.merge',
    target: onChangeRequest,
    answers: ['Merge'],
    sends: /^POST .*\/merge$/,
    count: sandbox => times(changeRequest(sandbox).status === 'merged'),
    done: /^#8 ".*" is merged/,
  },
  {
    command: 'changeRequest.update',
    target: onChangeRequest,
    answers: ['Update'],
    prepare: outdate,
    sends: /^POST .*\/update$/,
    count: sandbox => times(changeRequest(sandbox).revisionMergedAncestor === sandbox.state.spaces.get(space).revision),
    done: /^#8 ".*" is updated/,
  },
  {
    command: 'changeRequest.create',
    answers: ['Heron manual', 'Better moorings'],
    sends: /^POST .*\/change-requests$/,
    count: ({ state }) => state.changeRequests.all().filter(({ subject }) => subject === 'Better moorings').length,
    done: /^#\d+ is created$/,
  },
  {
    command: 'changeRequest.setSubject',
    target: onChangeRequest,
    answers: ['Better moorings'],
    sends: /^PATCH .*\/change-requests\/8$/,
    count: sandbox => times(changeRequest(sandbox).subject === 'Better moorings'),
    done: /^Subject of #8 changed$/,
  },
  {
    command: 'changeRequest.archive',
    target: onChangeRequest,
    answers: ['Archive'],
    sends: /^PATCH .*\/change-requests\/8$/,
    count: sandbox => times(changeRequest(sandbox).status === 'archived'),
    done: /^#8 ".*" is archived\.$/,
  },
  {
    command: 'changeRequest.requestReviewers',
    target: onChangeRequest,
    answers: [['Amara Okonkwo']],
    prepare: ({ state }) =>
      state.requestedReviewers.all().forEach(({ id }) => void state.requestedReviewers.delete(id)),
    sends: /^POST .*\/requested-reviewers$/,
    count: ({ state }) => state.requestedReviewers.all().filter(({ user }) => user === 'amara').length,
    done: /^Asked Amara Okonkwo to review #8\.$/,
  },
  {
    command: 'openapi.push',
    answers: ['New spec', 'A URL', 'http://127.0.0.1:9/openapi.yaml', 'lost-spec'],
    sends: /^POST .*\/openapi$/,
    count: ({ state }) => state.openApiSpecs.all().filter(({ slug }) => slug === 'lost-spec').length,
    // The source that the sandbox is told cannot be fetched.
    done: /^The service took "lost-spec", but could not process it/,
  },
  {
    command: 'site.publish',
    answers: ['Handbook for partners', 'Publish'],
    sends: /^POST .*\/publish$/,
    count: ({ state }) => times(state.sites.get('handbook-preview').published),
    done: /is published/,
  },
  {
    command: 'siteSection.create',
    target: onRow(site),
    answers: ['Heron manual', 'Field work'],
    sends: /^POST .*\/sections$/,
    count: ({ state }) => state.siteSections.all().filter(({ title }) => title === 'Field work').length,
    done: /^Section "Field work" is created$/,
  },
  {
    command: 'siteSection.addToGroup',
    target: onRow(`${site}/sections/api`),
    prepare: groupSections,
    answers: ['Guides'],
    sends: /^POST .*\/section-groups\/guides\/sections$/,
    count: ({ state }) => times(state.siteSections.get('api').group === 'guides'),
    done: /is in "Guides" now$/,
  },
  {
    command: 'shareLink.create',
    target: onRow(`${orgs}/sites/handbook-preview`),
    answers: ['Partners'],
    sends: /^POST .*\/share-links$/,
    count: ({ state }) => state.shareLinks.all().filter(({ name }) => name === 'Partners').length,
    done: /^Share link "Partners" is created\.$/,
  },
  {
    command: 'shareLink.revoke',
    target: onRow(shareLink),
    prepare: putShareLink,
    answers: ['Revoke'],
    sends: /^PATCH .*\/share-links\/link$/,
    count: ({ state }) => times(!state.shareLinks.get('link').active),
    done: /^Now revoked: share link "Link"\.$/,
  },
  {
    command: 'member.setRole',
    target: onRow(`${orgs}/members/jun`),
    answers: ['Reader'],
    sends: /^PATCH .*\/members\/jun$/,
    count: ({ state }) => state.members.all().filter(({ user, role }) => user === 'jun' && role === 'read').length,
    done: /Reader/,
  },
  {
    command: 'organization.ping',
    target: onRow(orgs),
    answers: ['Ping'],
    sends: /^POST .*\/ping$/,
    count: () => 1,
    done: /knows that you are there\.$/,
    isBlind: true,
  },
  {
    command: 'team.create',
    target: onRow(orgs),
    answers: ['Translators'],
    sends: /^PUT .*\/teams$/,
    count: ({ state }) => state.teams.all().filter(({ title }) => title === 'Translators').length,
    done: /^Team "Translators" is created$/,
  },
  {
    command: 'space.setEmoji',
    target: onRow('/spaces/heron-manual'),
    answers: ['🌊'],
    sends: /^PATCH \/spaces\/heron-manual$/,
    count: ({ state }) => times(state.spaces.get(space).emoji === '🌊'),
    done: /has a new sign$/,
  },
  {
    command: 'space.lock',
    target: onRow('/spaces/heron-manual'),
    answers: ['Lock'],
    sends: /^PATCH \/spaces\/heron-manual$/,
    count: ({ state }) => times(state.spaces.get(space).editMode === 'locked'),
    done: /is locked$/,
  },
  {
    command: 'space.duplicate',
    target: onRow('/spaces/heron-manual'),
    answers: ['Duplicate'],
    sends: /^POST .*\/duplicate$/,
    count: ({ state }) => state.spaces.all().filter(({ title }) => /Heron manual/.test(title)).length - 1,
    done: /is created$/,
    isBlind: true,
  },
  {
    command: 'siteSection.removeFromGroup',
    target: onRow(`${site}/sections/manual`),
    prepare: groupSections,
    answers: ['Remove'],
    sends: /^DELETE .*\/sections\/manual$/,
    count: ({ state }) => times(state.siteSections.get('manual').group !== 'guides'),
    done: /is in no group any more$/,
  },
  {
    command: 'teamMember.setRole',
    target: onRow(`${orgs}/teams/documentation/members/jun`),
    answers: ['Owner'],
    sends: /^PUT .*\/teams\/documentation\/members$/,
    count: ({ state }) =>
      state.teams.get('documentation').members.filter(({ user, role }) => user === 'jun' && role === 'owner').length,
    done: /of the team from now on$/,
  },
  {
    command: 'item.rename',
    target: onRow(`${orgs}/teams/documentation`),
    answers: ['Writers'],
    sends: /^PATCH .*\/teams\/documentation$/,
    count: ({ state }) => times(state.teams.get('documentation').title === 'Writers'),
    done: /^Renamed to "Writers"$/,
  },
  {
    command: 'item.delete',
    target: onRow(`${orgs}/teams/documentation`),
    answers: ['Delete'],
    sends: /^DELETE .*\/teams\/documentation$/,
    count: ({ state }) => times(state.teams.find('documentation') === undefined),
    done: /is deleted$/,
  },
];
