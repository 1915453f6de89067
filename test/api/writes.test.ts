import assert from 'node:assert/strict';
import contract from '../../src/api/contract.json' with { type: 'json' };
import type { Route } from '../../src/api/routes.ts';
import { actionSegments, changedPaths } from '../../src/api/writes.ts';

const spaceId = 's1';
const changeRequestId = '4';
const changeRequest = '/spaces/s1/change-requests/4';

function touched(route: Route, input: Record<string, unknown>, result?: unknown): string[] {
  return [...changedPaths({ route, input, result })].sort();
}

describe('what a write touches', () => {
  it('is the resource, the list that holds it and what counts it', () => {
    const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
    assert.deepEqual(touched(route, { spaceId, changeRequestId }), [
      '/change-requests',
      '/spaces/s1',
      '/spaces/s1/change-requests',
      changeRequest,
    ]);
  });

  it('is the list and what counts it, when something new is made', () => {
    assert.deepEqual(touched('POST /spaces/{spaceId}/change-requests', { spaceId }), [
      '/change-requests',
      '/spaces/s1',
      '/spaces/s1/change-requests',
    ]);
  });

  it('is not the list of change requests, when one of them is commented', () => {
    const base = '/spaces/{spaceId}/change-requests/{changeRequestId}/comments';
    const input = { spaceId, changeRequestId, commentId: 'c1' };
    const comments = `${changeRequest}/comments`;
    assert.deepEqual(touched(`POST ${base}`, input), [changeRequest, comments]);
    assert.deepEqual(touched(`DELETE ${base}/{commentId}`, input), [changeRequest, comments, `${comments}/c1`]);
  });

  it('is nothing that counts comments, where who sent one has taken that in, unless it may not have arrived', () => {
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments';
    const write = { route, input: { spaceId, changeRequestId }, result: undefined, sender: {} } as const;
    const comments = `${changeRequest}/comments`;
    assert.deepEqual([...changedPaths(write)], [comments]);
    assert.deepEqual([...changedPaths({ ...write, isUnknown: true })].sort(), [changeRequest, comments]);
  });

  it('is only the comment and its replies, when somebody replies', () => {
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies';
    const comment = `${changeRequest}/comments/c1`;
    assert.deepEqual(touched(route, { spaceId, changeRequestId, commentId: 'c1' }), [comment, `${comment}/replies`]);
  });

  it('is the main content too, when a change request is merged', () => {
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge';
    assert.deepEqual(touched(route, { spaceId, changeRequestId }), [
      '/change-requests',
      '/spaces/s1',
      '/spaces/s1/change-requests',
      changeRequest,
      '/spaces/s1/content',
    ]);
  });

  it('is the lists over all spaces, when it is decided about a change request or somebody is asked to', () => {
    const base = '/spaces/{spaceId}/change-requests/{changeRequestId}';
    for (const route of [`POST ${base}/reviews`, `POST ${base}/requested-reviewers`] as const) {
      assert.ok(touched(route, { spaceId, changeRequestId }).includes('/change-requests'), route);
    }
  });

  it('is the comments, among which the summary of a review stands', () => {
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/reviews';
    assert.ok(touched(route, { spaceId, changeRequestId }).includes(`${changeRequest}/comments`));
  });

  it('is the content of a change request that takes in the main content, or that is edited', () => {
    const base = '/spaces/{spaceId}/change-requests/{changeRequestId}';
    const input = { spaceId, changeRequestId };
    for (const route of [`POST ${base}/update`, `POST ${base}/content`, `POST ${base}/content/import`] as const) {
      assert.ok(touched(route, input).includes(`${changeRequest}/content`), route);
      assert.ok(touched(route, input).includes(changeRequest), route);
    }
  });

  it('is the list that a space or a collection stands in afterwards', () => {
    const space = { object: 'space', id: 's1', organization: 'o1' };
    const move = 'POST /spaces/{spaceId}/move';
    assert.ok(touched(move, { spaceId }, { ...space, parent: 'c1' }).includes('/collections/c1/spaces'));
    assert.ok(touched(move, { spaceId }, space).includes('/orgs/o1/spaces'));
    const collection = { object: 'collection', id: 'c2', organization: 'o1', parent: 'c1' };
    const moved = touched('POST /collections/{collectionId}/move', { collectionId: 'c2' }, collection);
    assert.ok(moved.includes('/orgs/o1/collections') && moved.includes('/collections/c2'));
  });

  it('is the order of sections and groups as a whole', () => {
    const route = 'POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move';
    const input = { organizationId: 'o1', siteId: 't1', siteSectionId: 'x1' };
    for (const part of ['sections', 'section-groups', 'structure']) {
      assert.ok(touched(route, input).includes(`/orgs/o1/sites/t1/${part}`), part);
    }
  });

  it('is not the organization that something belongs to', () => {
    const route = 'PUT /orgs/{organizationId}/openapi/{specSlug}';
    assert.deepEqual(touched(route, { organizationId: 'o1', specSlug: 'pets' }), [
      '/orgs/o1/openapi',
      '/orgs/o1/openapi/pets',
    ]);
  });

  it('tells what is done from what it is done to, for every write of the contract', () => {
    const paths = Object.entries(contract.paths).filter(([, item]) =>
      ['post', 'put', 'patch', 'delete'].some(verb => verb in item),
    );
    for (const [path, item] of paths) {
      const last = path.split('/').at(-1) ?? '';
      const isResource = last.startsWith('{') || 'get' in item;
      const holdsOthers = Object.keys(contract.paths).some(other => other.startsWith(`${path}/{`));
      assert.equal(actionSegments.has(last), !isResource && !holdsOthers, path);
    }
  });
});
