import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { Result, Route } from '../../src/api/routes.ts';
import { listen } from './client.ts';
import { openDocs } from './docs.ts';
import { withServer } from './elsewhere.ts';
import { callNewest } from './newest.ts';

describe('only with the newest published client', () => {
  async function open() {
    const docs = await openDocs();
    const call = async <R extends Route>(route: R, ...values: unknown[]) =>
      (await callNewest({ ...docs, listen }, route, ...values)) as Result<R>;
    return { ...docs, call };
  }

  it('the change requests of an organization are listed', async () => {
    const { call, propose } = await open();
    const id = await propose([]);
    const { items } = await call('GET /orgs/{organizationId}/change-requests', 'acme');
    assert.deepEqual(
      items.map(item => item.id),
      [id],
    );
  });

  it('the content of a change request is written', async () => {
    const { api, call, propose } = await open();
    const id = await propose([]);
    const changes = [{ operation: 'insert_page', title: 'Herons', document: { markdown: 'They wade.' } }];
    await call('POST /spaces/{spaceId}/change-requests/{changeRequestId}/content', 'docs', id, { changes });
    const { data } = await api.spaces.listPagesInChangeRequest('docs', id);
    assert.ok(data.pages.some(({ title }) => title === 'Herons'));
  });

  it('a review is read', async () => {
    const { api, as, call, propose } = await open();
    const id = await propose([]);
    await api.spaces.updateChangeRequestById('docs', id, { status: 'open' as never });
    const review = { status: 'approved' as never };
    const { data } = await as('rosa').spaces.submitChangeRequestReview('docs', id, review);
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}';
    assert.equal((await call(route, 'docs', id, data.id)).id, data.id);
  });

  it('a web page is imported, and its import is read and cancelled', async () => {
    const { call, propose } = await open();
    const target = { space: 'docs', changeRequest: await propose([]) };
    const answer: RequestListener = (_, response) =>
      void response.setHeader('content-type', 'text/html').end('<main><h1>Herons</h1><p>They wade.</p></main>');
    await withServer(answer, async url => {
      const input = { source: { type: 'website', url }, target };
      const { id } = await call('POST /org/{organizationId}/imports', 'acme', input);
      assert.equal((await call('GET /org/{organizationId}/imports/{importRunId}', 'acme', id)).status, 'completed');
      assert.equal((await call('POST /org/{organizationId}/imports/{importRunId}/cancel', 'acme', id)).id, id);
    });
  });
});
