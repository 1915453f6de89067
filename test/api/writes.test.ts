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

describe('paths changed by a write', () => {
  it('are the resource, its list and the resources that count it', () => {
    const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
    assert.deepEqual(touched(route, { spaceId, changeRequestId }), [
      '/change-requests',
      '/spaces/s1',
      '/spaces/s1/change-requests',
      changeRequest,
    ]);
  });

  it('are the list and the resources that count it when something is created', () => {
    assert.deepEqual(touched('POST /spaces/{spaceId}/change-requests', { spaceId }), [
      '/change-requests',
      '/spaces/s1',
      '/spaces/s1/change-requests',
    ]);
  });

  it('are not the list of change requests when one of them is commented on', () => {
    const base = '/spaces/{spaceId}/change-requests/{changeRequestId}/comments';
    const input = { spaceId, changeRequestId, commentId: 'c1' };
    const comments = `${changeRequest}/comments`;
    assert.deepEqual(touched(`POST ${base}`, input), [changeRequest, comments]);
    assert.deepEqual(touched(`DELETE ${base}/{commentId}`, input), [changeRequest, comments, `${comments}/c1`]);
  });

  it('are only the comments when the sender has already counted its comment, unless the outcome is unknown', () => {
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments';
    const write = { route, input: { spaceId, changeRequestId }, result: undefined, sender: {} } as const;
    const comments = `${changeRequest}/comments`;
    assert.deepEqual([...changedPaths(write)], [comments]);
    assert.deepEqual([...changedPaths({ ...write, isUnknown: true })].sort(), [changeRequest, comments]);
  });

  it('are only the comment and its replies for a reply', () => {
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies';
    const comment = `${changeRequest}/comments/c1`;
    assert.deepEqual(touched(route, { spaceId, changeRequestId, commentId: 'c1' }), [comment, `${comment}/replies`]);
  });

  it('include the main content when a change request is merged', () => {
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge';
    assert.deepEqual(touched(route, { spaceId, changeRequestId }), [
      '/change-requests',
      '/spaces/s1',
      '/spaces/s1/change-requests',
      changeRequest,
      '/spaces/s1/content',
    ]);
  });

  it('include the lists over all spaces for a review or a review request', () => {
    const base = '/spaces/{spaceId}/change-requests/{changeRequestId}';
    for (const route of [`POST ${base}/reviews`, `POST ${base}/requested-reviewers`] as const) {
      assert.ok(touched(route, { spaceId, changeRequestId }).includes('/change-requests'), route);
    }
  });

  it('include the comments for a review, whose summary is a comment', () => {
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/reviews';
    assert.ok(touched(route, { spaceId, changeRequestId }).includes(`${changeRequest}/comments`));
  });

  it('include the content of a change request that is updated or edited', () => {
    const base = '/spaces/{spaceId}/change-requests/{changeRequestId}';
    const input = { spaceId, changeRequestId };
    for (const route of [`POST ${base}/update`, `POST ${base}/content`, `POST ${base}/content/import`] as const) {
      assert.ok(touched(route, input).includes(`${changeRequest}/content`), route);
      assert.ok(touched(route, input).includes(changeRequest), route);
    }
  });

  it('include the list that a space or a collection is moved to', () => {
    const space = { object: 'space', id: 's1', organization: 'o1' };
    const move = 'POST /spaces/{spaceId}/move';
    assert.ok(touched(move, { spaceId }, { ...space, parent: 'c1' }).includes('/collections/c1/spaces'));
    assert.ok(touched(move, { spaceId }, space).includes('/orgs/o1/spaces'));
    const collection = { object: 'collection', id: 'c2', organization: 'o1', parent: 'c1' };
    const moved = touched('POST /collections/{collectionId}/move', { collectionId: 'c2' }, collection);
    assert.ok(moved.includes('/orgs/o1/collections') && moved.includes('/collections/c2'));
  });

  it('include the whole order of sections and groups', () => {
    const route = 'POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move';
    const input = { organizationId: 'o1', siteId: 't1', siteSectionId: 'x1' };
    for (const part of ['sections', 'section-groups', 'structure']) {
      assert.ok(touched(route, input).includes(`/orgs/o1/sites/t1/${part}`), part);
    }
  });

  it('do not include the organization', () => {
    const route = 'PUT /orgs/{organizationId}/openapi/{specSlug}';
    assert.deepEqual(touched(route, { organizationId: 'o1', specSlug: 'pets' }), [
      '/orgs/o1/openapi',
      '/orgs/o1/openapi/pets',
    ]);
  });

  it('distinguish actions from resources for every write of the contract', () => {
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
