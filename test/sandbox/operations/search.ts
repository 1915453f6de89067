import assert from 'node:assert/strict';
import type { Schema } from '../../../src/api/routes.ts';
import type { Rows } from './row.ts';

const organizationId = 'acme';

export const searchRows = {
  'GET /orgs/{organizationId}/search': {
    input: { organizationId, query: { query: 'SETUP' } },
    status: 200,
    success({ result }) {
      const [space] = result.items;
      assert.deepEqual([result.count, space?.id, space?.title], [1, 'docs', 'Docs']);
      assertFound(space?.pages);
    },
    missing: { organizationId: 'zenith' },
    forbidden: { because: 'members may search, and find what they may see' },
  },
  'GET /spaces/{spaceId}/search': {
    input: { spaceId: 'docs', query: { query: 'SETUP' } },
    status: 200,
    success: ({ result }) => assertFound(result.items),
    missing: { spaceId: 'nowhere' },
    forbidden: { because: 'who may not read the space does not learn that it is there' },
  },
} satisfies Rows;

/** Asserts the order of the results. The title of a page counts more than its text. */
function assertFound(pages: readonly Schema<'SearchPageResult'>[] | undefined): void {
  const quotes = pages?.map(({ path, sections }) => [path, sections?.[0]?.title, sections?.[0]?.body]);
  assert.deepEqual(quotes, [
    ['setup', 'Setup', 'A gone page, and outside.'],
    ['', 'Start', 'See the setup and .'],
  ]);
}
