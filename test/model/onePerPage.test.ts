import assert from 'node:assert/strict';
import type { ListPage } from '../../src/api/listings.ts';
import { fetchFiles } from '../../src/model/content/fetching.ts';
import { People } from '../../src/model/discussions/people.ts';
import { commentRequestsOf } from '../../src/model/discussions/requests.ts';
import { backlinks, linksOfPage, linksOfSpace } from '../../src/model/links.ts';
import { listOrganizations } from '../../src/model/organizations.ts';
import { resourceDefinitions } from '../../src/model/resources/resourceDefinitions.ts';
import { resourcesIn } from '../../src/model/resources/readResources.ts';
import { reviewCandidates } from '../../src/model/reviews/candidates.ts';
import { listInOrganizations, listInSpaces } from '../../src/model/reviews/listing.ts';
import type { Query } from '../../src/model/reviews/queries.ts';
import { readReviewers } from '../../src/model/reviews/reviewers.ts';
import { fetchOwnReview } from '../../src/model/reviews/revisions.ts';
import { readVerdicts } from '../../src/model/reviews/verdicts.ts';
import { searchEverywhere, searchSpace } from '../../src/model/search.ts';
import type { Connection } from '../../src/model/session/connection.ts';
import { collectionsOf, spacesOf, topSpacesOf } from '../../src/model/spaces.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { numberKey } from '../../src/sandbox/store/state.ts';
import { sampleFolder } from '../host/support.ts';
import { fillFromSample } from '../sandbox/copies.ts';
import { connectTo } from './connection.ts';

// Reads every list of the models from a server with one item per page. The result must be as long as from a server with
// one page.

const organizationId = 'tidewell';
const space = 'heron-manual';
const number = 8;
const { signal } = new AbortController();
const query: Query = { id: 'q', name: 'All', statuses: ['open', 'draft', 'merged'] };

/** Reads a list, and returns a distinct text for each item. */
type Read = (connection: Connection) => Promise<readonly unknown[]>;

async function all<T>(pages: AsyncIterable<ListPage<T>>): Promise<T[]> {
  const allItems: T[] = [];
  for await (const { items } of pages) allItems.push(...items);
  return allItems;
}

const ids = (items: readonly object[]) => items.map(item => ('id' in item ? item.id : JSON.stringify(item)));
const log = { log() {}, show() {} } as unknown as Parameters<typeof commentRequestsOf>[2];
const place = (connection: Connection) => ({ connection, space, number });
const inChangeRequest = (connection: Connection) => ({
  ...{ connection, space },
  version: { kind: 'changeRequest', number } as const,
});
const inMain = (connection: Connection) => ({ connection, space, version: { kind: 'main' } as const });

const lists: Readonly<Record<string, Read>> = {
  organizations: async connection => ids(await listOrganizations(connection, signal)),
  'users who can be asked to review': async connection => {
    const candidates = reviewCandidates(place(connection), { organizationId, search: '', signal });
    return (await all(candidates)).map(({ user, role }) => `${user.id}: ${role}`);
  },
  collections: async connection => ids(await collectionsOf(connection, organizationId, signal)),
  spaces: async connection => ids(await all(spacesOf(connection, organizationId, signal))),
  'spaces at the top': async connection => {
    const collections = collectionsOf(connection, organizationId, signal);
    return ids(await all(topSpacesOf(connection, organizationId, collections, signal)));
  },
  'hits of a search': async connection => ids(await all(searchEverywhere(connection, organizationId, 'buoy', signal))),
  'hits of a search in a space': async connection => {
    const spaceFields = { id: space, title: 'Heron manual', organization: organizationId };
    return ids(await all(searchSpace(connection, spaceFields, 'buoy', signal)));
  },
  'links of a space': async connection => (await all(linksOfSpace({ connection, space }, signal))).map(String),
  'links of a page': async connection => ids(await all(linksOfPage(place(connection), page(), signal))),
  'backlinks of a page': async connection =>
    ids(await all(backlinks(inChangeRequest(connection), { id: linked(), kind: 'page' }, signal))),
  'backlinks of a page of the main content': async connection =>
    ids(await all(backlinks(inMain(connection), { id: linked(), kind: 'page' }, signal))),
  'change requests of organizations': async connection => {
    const organizations = await listOrganizations(connection, signal);
    const changeRequests = await all(listInOrganizations({ connection, query, me: undefined, signal }, organizations));
    return changeRequests.map(one => `${one.place.space} ${one.place.number}`);
  },
  'change requests of spaces': async connection => {
    const asked = { connection, query, me: undefined, signal };
    const changeRequests = await all(listInSpaces(asked, [{ id: space }, { id: 'handbook' }], async () => []));
    // Each page is sorted separately.
    return changeRequests.map(one => `${one.place.space} ${one.place.number}`).toSorted();
  },
  reviewers: async connection =>
    (await readReviewers(place(connection), Promise.resolve([]), signal)).map(({ user, name }) => user ?? name),
  verdicts: async connection =>
    (await readVerdicts(place(connection), { revision: '' }))?.map(({ user }) => user) ?? [],
  'reviews requested from the user': async connection => {
    const review = await fetchOwnReview({ ...place(connection) });
    return [review?.revision, review?.at];
  },
  'comments of a change request': async connection =>
    ids(await commentRequestsOf(inChangeRequest(connection), {}, log).comments()),
  'comments of a change request, one list at a time': async connection =>
    ids(await all(commentRequestsOf(inChangeRequest(connection), {}, log).lists())),
  'comments of a space': async connection => ids(await commentRequestsOf(inMain(connection), {}, log).comments()),
  'replies to a comment': async connection =>
    ids((await commentRequestsOf(inChangeRequest(connection), {}, log).replies('many')) ?? []),
  'replies to a comment of a space': async connection =>
    ids((await commentRequestsOf(inMain(connection), {}, log).replies('many-main')) ?? []),
  members: async connection => {
    const people = new People();
    let result = await people.members(inMain(connection), '');
    while (!result.isWhole) result = await people.members(inMain(connection), '');
    return ids(result.people);
  },
  'files of a change request': async connection => ids(await fetchFiles(inChangeRequest(connection))),
  'files of the main content': async connection => ids(await fetchFiles(inMain(connection))),
  'files of a revision': async connection => {
    const { revision } = sandbox.state.spaces.get(space);
    return ids(await fetchFiles({ connection, space, version: { kind: 'revision', revision } }));
  },
  ...Object.fromEntries(
    resourceDefinitions
      .filter(({ list }) => list?.startsWith('GET /orgs/{organizationId}/') && list.split('{').length === 2)
      .map(definition => [
        `resources: ${definition.plural}`,
        async (connection: Connection) => ids(await all(resourcesIn(connection, definition, { organizationId }))),
      ]),
  ),
};

/** Lists of which the sample has at most one item. */
const short: ReadonlySet<string> = new Set([
  ...['spaces at the top', 'resources: SAML providers', 'resources: SSO logins', 'resources: Translations'],
]);

let sandbox: Sandbox;
const changeRequest = () => {
  const [row] = sandbox.state.changeRequests.by('number', numberKey(space, number));
  return row ?? assert.fail('The sample has the change request.');
};
const pagesOf = (revision: string) => {
  const { pages } = sandbox.state.revisions.get(revision);
  const withChildren = (list: typeof pages): typeof pages => list.flatMap(one => [one, ...withChildren(one.pages)]);
  return withChildren(pages);
};
const page = () => pagesOf(changeRequest().revision).find(({ path }) => path === 'console/alerts')?.id ?? assert.fail();
const linked = () =>
  pagesOf(changeRequest().revision).find(({ path }) => path === 'console/alerts/thresholds')?.id ?? assert.fail();

describe('lists from a server with one item per page', () => {
  before(async () => {
    sandbox = await createSandbox({ fill: fillFromSample(sampleFolder()) });
    const { state } = sandbox;
    const { id, revision } = changeRequest();
    const posted = { postedAt: state.now(), markdown: 'Hm.', reactions: [] };
    for (const [comment, on] of Object.entries({ many: { changeRequest: id }, 'many-main': {} })) {
      state.comments.put({ id: comment, space, ...on, revision, status: 'open', ...posted, postedBy: 'jun' });
      for (const reply of ['a', 'b', 'c']) {
        state.commentReplies.put({ id: `${comment}-${reply}`, comment, ...posted, postedBy: 'lucia' });
      }
    }
    for (const reviewer of ['mira', 'jun', 'amara']) {
      const review = {
        space,
        changeRequest: id,
        revision,
        reviewer,
        status: 'approved',
        ...times(state.now()),
      } as const;
      state.reviews.put({ id: `by-${reviewer}`, ...review });
    }
    state.keepWrites();
  });
  after(() => sandbox.close());

  for (const [name, read] of Object.entries(lists)) {
    it(`are complete: ${name}`, async () => {
      const expected = await read(connectTo(sandbox));
      assert.deepEqual(await read(connectTo(sandbox, '1')), expected);
      if (!short.has(name)) assert.ok(expected.length > 1, `${expected.length} items are no list of several pages`);
    });
  }

  for (const [name, read] of Object.entries(lists).filter(([name]) => !short.has(name))) {
    it(`fail when a later page fails: ${name}`, async () => {
      const connection = connectTo(sandbox, '1', address => address.searchParams.has('page'));
      await assert.rejects(read(connection), { name: 'ApiError', kind: 'serverFailed' });
    });
  }
});

const times = (at: string) => ({ createdAt: at, updatedAt: at });
