import assert from 'node:assert/strict';
import type { RequestInput, ListItem, ListRoute } from '../../../src/api/routes.ts';
import { openSandbox } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

// The assertions are in `call`, which checks every member of each reply against the contract.
describe('every resource of the sample', () => {
  let sandbox: OpenSandbox;
  let as: string;

  before(async () => {
    sandbox = await openSandbox({ keep: true });
  });

  after(() => sandbox.close());

  for (const user of ['mira', 'tomasz', 'amara', 'jun', 'lucia', 'sam']) {
    it(`is returned to ${user} according to the contract`, async () => {
      as = user;
      const organizations = await all('GET /orgs', {});
      assert.ok(organizations.length > 0);
      for (const { id } of organizations) await visitOrganization(id);
    });
  }

  async function visitOrganization(organizationId: string): Promise<void> {
    const { permissions } = await sandbox.call('GET /orgs/{organizationId}', { organizationId }, { as });
    for (const { id: collectionId } of await all('GET /orgs/{organizationId}/collections', { organizationId })) {
      await sandbox.call('GET /collections/{collectionId}', { collectionId }, { as });
      await all('GET /collections/{collectionId}/spaces', { collectionId });
    }
    const spaces = await all('GET /orgs/{organizationId}/spaces', { organizationId });
    for (const { id } of spaces) await visitSpace(id);
    await all('GET /orgs/{organizationId}/change-requests', { organizationId });
    if (!permissions?.listMembers) return;
    await visitPeople(organizationId);
    await visitSites(organizationId);
    await visitSpecs(organizationId);
  }

  async function visitPeople(organizationId: string): Promise<void> {
    for (const { id: userId } of await all('GET /orgs/{organizationId}/members', { organizationId })) {
      await sandbox.call('GET /orgs/{organizationId}/members/{userId}', { organizationId, userId }, { as });
      await all('GET /orgs/{organizationId}/members/{userId}/spaces', { organizationId, userId });
      await all('GET /orgs/{organizationId}/members/{userId}/teams', { organizationId, userId });
    }
    for (const { id: teamId } of await all('GET /orgs/{organizationId}/teams', { organizationId })) {
      await all('GET /orgs/{organizationId}/teams/{teamId}/members', { organizationId, teamId });
    }
  }

  async function visitSites(organizationId: string): Promise<void> {
    for (const { id: siteId } of await all('GET /orgs/{organizationId}/sites', { organizationId })) {
      const site = { organizationId, siteId };
      await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}', site, { as });
      await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/structure', site, { as });
      await all('GET /orgs/{organizationId}/sites/{siteId}/sections', site);
      await all('GET /orgs/{organizationId}/sites/{siteId}/section-groups', site);
      await all('GET /orgs/{organizationId}/sites/{siteId}/site-spaces', site);
    }
  }

  async function visitSpecs(organizationId: string): Promise<void> {
    for (const { slug: specSlug } of await all('GET /orgs/{organizationId}/openapi', { organizationId })) {
      const spec = { organizationId, specSlug };
      await all('GET /orgs/{organizationId}/openapi/{specSlug}/versions', spec);
      await sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest/content', spec, { as });
    }
  }

  async function visitSpace(spaceId: string): Promise<void> {
    await sandbox.call('GET /spaces/{spaceId}', { spaceId }, { as });
    const { pages, id: revisionId } = await sandbox.call('GET /spaces/{spaceId}/content', { spaceId }, { as });
    await sandbox.call('GET /spaces/{spaceId}/revisions/{revisionId}/changes', { spaceId, revisionId }, { as });
    await all('GET /spaces/{spaceId}/content/files', { spaceId });
    for (const { id: pageId, type } of pages) {
      if (type !== 'document') continue;
      for (const format of ['markdown', 'document'] as const) {
        const input = { spaceId, pageId, query: { format } };
        await sandbox.call('GET /spaces/{spaceId}/content/page/{pageId}', input, { as });
      }
    }
    for (const { id: commentId } of await all('GET /spaces/{spaceId}/comments', { spaceId })) {
      await all('GET /spaces/{spaceId}/comments/{commentId}/replies', { spaceId, commentId });
    }
    for (const status of ['draft', 'open', 'archived', 'merged'] as const) {
      const query = { status };
      for (const { id } of await all('GET /spaces/{spaceId}/change-requests', { spaceId, query })) {
        await visitChangeRequest({ spaceId, changeRequestId: id });
      }
    }
  }

  async function visitChangeRequest(input: { spaceId: string; changeRequestId: string }): Promise<void> {
    const path = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
    await sandbox.call(path, input, { as });
    await sandbox.call(`${path}/content`, input, { as });
    const { changes } = await sandbox.call(`${path}/changes`, { ...input, query: { limit: 100 } }, { as });
    for (const change of changes) {
      if (change.type !== 'page_edited' && change.type !== 'page_created') continue;
      if (change.page.type !== 'document') continue;
      const page = { ...input, pageId: change.page.id, query: { format: 'document' as const } };
      await sandbox.call(`${path}/content/page/{pageId}`, page, { as });
    }
    await all(`${path}/requested-reviewers`, input);
    await all(`${path}/reviews`, input);
    await all(`${path}/contributors`, input);
    await all(`${path}/commenters`, input);
    for (const { id: commentId } of await all(`${path}/comments`, input)) {
      await all(`${path}/comments/{commentId}/replies`, { ...input, commentId });
    }
  }

  /** Returns all items of a list, read in small pages. */
  async function all<R extends ListRoute>(route: R, input: RequestInput<R>): Promise<ListItem<R>[]> {
    const items: ListItem<R>[] = [];
    const { query } = input as { query?: object };
    for (let page: string | undefined, more = true; more;) {
      const result = await sandbox.call(route, { ...input, query: { ...query, limit: 7, page } }, { as });
      const reply = result as { items: ListItem<R>[]; count: number; next?: { page: string } };
      items.push(...reply.items);
      page = reply.next?.page;
      more = page !== undefined;
      if (!more) assert.equal(items.length, reply.count, route);
    }
    return items;
  }
});
