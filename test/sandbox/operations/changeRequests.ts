import assert from 'node:assert/strict';
import { readPdf } from '../pdf/pdfReader.ts';
import type { OpenSandbox } from '../sandbox.ts';
import type { Rows } from './row.ts';

const one = '/spaces/{spaceId}/change-requests/{changeRequestId}';
const spaceId = 'docs';
const molt = { spaceId, changeRequestId: '1' };
const missing = { changeRequestId: '9' };
const unseen = { because: 'for those who may not see a space it has no change requests: they get 404' };
const editors = /You may not edit it: 'Docs' asks for the role Editor, and yours is Commenter/;
const colm = ['colm', editors] as const;

const get = (world: OpenSandbox) => world.call(`GET ${one}`, molt);
const space = (world: OpenSandbox) => world.call('GET /spaces/{spaceId}', { spaceId });

/** Adds a page to the change request, or to the main content by merging another change request. */
async function addPage(world: OpenSandbox, title: string, where: 'molt' | 'main' = 'molt'): Promise<void> {
  const inserts = [{ operation: 'insert_page', title, document: { markdown: `${title}.` } }] as const;
  const { id } =
    where === 'molt'
      ? await get(world)
      : await world.call('POST /spaces/{spaceId}/change-requests', { spaceId, body: {} });
  const input = { spaceId, changeRequestId: id };
  await world.call(`POST ${one}/content`, { ...input, body: { changes: [...inserts] } });
  if (where === 'main') await world.call(`POST ${one}/merge`, input);
}

const titles = (pages: readonly { title: string }[]) => pages.map(({ title }) => title);

export const changeRequestRows = {
  'GET /spaces/{spaceId}/change-requests': {
    input: { spaceId, query: { status: 'open', contributor: 'eden' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(
        result.items.map(({ id }) => id),
        ['molt'],
      );
      const route = 'GET /spaces/{spaceId}/change-requests';
      for (const query of [{ status: 'draft' as const }, { contributor: 'rosa' }]) {
        assert.equal((await world.call(route, { spaceId, query })).count, 0);
      }
    },
    missing: { spaceId: 'nowhere' },
    forbidden: unseen,
  },

  'POST /spaces/{spaceId}/change-requests': {
    input: { spaceId, body: { subject: 'Feathers', agentTaskId: 'task' } },
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.number, result.subject, result.status], [2, 'Feathers', 'open']);
      const input = { spaceId, changeRequestId: result.id };
      assert.deepEqual(await world.call(`GET ${one}`, input), result);
      const { changeRequests, changeRequestsOpen, changeRequestsDraft } = await space(world);
      assert.deepEqual([changeRequests, changeRequestsOpen, changeRequestsDraft], [2, 2, 0]);
    },
    missing: { spaceId: 'nowhere' },
    forbidden: colm,
  },

  [`GET ${one}`]: {
    input: molt,
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(
        [result.id, result.number, result.subject, result.createdBy.id, result.comments, result.outdated],
        ['molt', 1, 'Molting', 'eden', 1, false],
      );
      assert.equal(result.revisionInitial, (await space(world)).revision);
    },
    missing,
    forbidden: unseen,
  },

  [`PATCH ${one}`]: {
    input: { ...molt, body: { subject: 'Plumage', status: 'draft' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.subject, result.status], ['Plumage', 'draft']);
      assert.deepEqual(await get(world), result);
      const { changeRequestsOpen, changeRequestsDraft } = await space(world);
      assert.deepEqual([changeRequestsOpen, changeRequestsDraft], [0, 1]);
    },
    bad: [[{ body: { status: 'merged' } }, /body\.status must be one of: draft, open, archived/]],
    missing,
    forbidden: colm,
  },

  [`POST ${one}/merge`]: {
    async input(world) {
      await addPage(world, 'Moult');
      return molt;
    },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.result, 'merge');
      const { revision, changeRequests, changeRequestsOpen } = await space(world);
      assert.deepEqual([revision, changeRequests, changeRequestsOpen], [result.revision, 1, 0]);
      const merged = await get(world);
      assert.deepEqual([merged.status, merged.revisionMerged], ['merged', result.revision]);
      const { pages } = await world.call('GET /spaces/{spaceId}/content/pages', { spaceId });
      assert.deepEqual(titles(pages), ['Start', 'Setup', 'Moult']);
    },
    missing,
    forbidden: ['eden', /You may not merge its change requests: .*asks for the role Reviewer, and yours is Editor/],
  },

  [`POST ${one}/update`]: {
    async input(world) {
      await addPage(world, 'News', 'main');
      await addPage(world, 'Moult');
      return molt;
    },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.result, 'update');
      const updated = await get(world);
      assert.deepEqual(
        [updated.revision, updated.revisionMergedAncestor, updated.outdated],
        [result.revision, (await space(world)).revision, false],
      );
      const { pages } = await world.call(`GET ${one}/content/pages`, molt);
      assert.deepEqual(titles(pages).toSorted(), ['Moult', 'News', 'Setup', 'Start']);
    },
    missing,
    forbidden: colm,
  },

  [`GET ${one}/pdf`]: {
    async input(world) {
      const { pages } = await world.call(`GET ${one}/content/pages`, molt);
      return { ...molt, query: { page: pages.find(({ title }) => title === 'Setup')?.id, only: true } };
    },
    status: 200,
    async success({ result, world }) {
      const response = await world.fetch(new Request(result.url));
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pdf']);
      const { pages } = await readPdf(new Uint8Array(await response.arrayBuffer()));
      assert.match(pages.join(' '), /Change request #1: Molting.* Setup A gone page, and outside/);
      assert.doesNotMatch(pages.join(' '), /See the setup/);
    },
    missing,
    forbidden: unseen,
  },
} satisfies Rows;
