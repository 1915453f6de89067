import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { siteSectionsOf } from '../../../src/sandbox/operations/sites/siteOrder.ts';
import { documentedOnly } from '../../host/support.ts';
import { onRow, organization, site, times, type Write } from './write.ts';

const shareLink = `${organization}/sites/handbook-preview/share-links/link`;

function groupSections({ state }: RunningSandbox): void {
  const { id: group } = state.siteSectionGroups.put({ id: 'guides', site: 'heron-docs', title: 'Guides' });
  state.siteSections.put({ ...state.siteSections.get('manual'), group });
}

function putShareLink({ state }: RunningSandbox, active = true): void {
  const createdAt = '2026-11-01T08:00:00Z';
  state.shareLinks.put({ id: 'link', site: 'handbook-preview', createdAt, name: 'Link', active, key: 'k' });
}

/** Returns the IDs of the sections in their order. */
function order({ state }: RunningSandbox): string {
  return siteSectionsOf(state, 'heron-docs')
    .map(({ id }) => id)
    .join();
}

export const writesOfSites: readonly Write[] = [
  {
    command: 'site.publish',
    answers: ['Handbook for partners', 'Publish'],
    sends: /^POST .*\/publish$/,
    count: ({ state }) => times(state.sites.get('handbook-preview').published),
    done: /is published/,
  },
  {
    command: 'site.unpublish',
    isOptional: true,
    answers: ['Heron documentation', 'Unpublish'],
    sends: /^POST .*\/unpublish$/,
    count: ({ state }) => times(!state.sites.get('heron-docs').published),
    done: /is not published any more\.$/,
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
    command: 'siteSection.removeFromGroup',
    target: onRow(`${site}/sections/manual`),
    prepare: groupSections,
    answers: ['Remove'],
    sends: /^DELETE .*\/sections\/manual$/,
    count: ({ state }) => times(state.siteSections.get('manual').group !== 'guides'),
    done: /is in no group any more$/,
  },
  {
    command: 'siteSection.moveUp',
    target: onRow(`${site}/sections/api`),
    answers: [],
    sends: documentedOnly ? /^POST .*\/sections\/api\/move$/ : /^PATCH .*\/structure\/sort$/,
    count: sandbox => times(order(sandbox) === 'api,manual'),
    done: /^"API" stands before "Manual" now$/,
  },
  {
    command: 'siteSectionGroup.create',
    target: onRow(site),
    answers: ['Guides'],
    sends: /^POST .*\/section-groups$/,
    count: ({ state }) => state.siteSectionGroups.all().filter(({ title }) => title === 'Guides').length,
    done: /"Guides" is created$/,
  },
  {
    command: 'shareLink.create',
    target: onRow(`${organization}/sites/handbook-preview`),
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
    command: 'shareLink.restore',
    target: onRow(shareLink),
    prepare: sandbox => putShareLink(sandbox, false),
    answers: ['Restore'],
    sends: /^PATCH .*\/share-links\/link$/,
    count: ({ state }) => times(state.shareLinks.get('link').active),
    done: /^Now .*: share link "Link"\.$/,
  },
];
