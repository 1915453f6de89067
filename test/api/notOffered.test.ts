import assert from 'node:assert/strict';
import type { Route } from '../../src/api/routes.ts';
import { json, startScriptedServer } from './server.ts';

describe('an unsupported operation', () => {
  const page = { spaceId: 's', changeRequestId: '8', pageId: 'p' };
  const file = { spaceId: 's', changeRequestId: '8', fileId: 'f' };
  const ofPage = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links';
  const ofFile = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks';
  const without = (...gone: RegExp[]) =>
    startScriptedServer(({ url = '' }, response) => {
      if (gone.some(path => path.test(url))) return json(response, { error: { code: 404, message: 'Not found' } }, 404);
      return json(response, { items: [], id: 'x' });
    });

  it('is detected after one 404 when its page or file exists', async () => {
    await using server = await without(/links/);
    const { client } = server;
    await assert.rejects(client.optional(ofPage, page), { kind: 'notOffered' });
    await assert.rejects(client.optional(ofFile, file), { kind: 'notOffered' });
    const asked = server.requests.length;
    await assert.rejects(client.optional(ofPage, { ...page, pageId: 'other' }), { kind: 'notOffered' });
    assert.equal(await client.isSupported(ofFile, { ...file, fileId: 'other' }), false);
    assert.equal(server.requests.length, asked);
  });

  it('is not assumed when the page itself is gone', async () => {
    await using server = await without(/\/page\/p/);
    await assert.rejects(server.client.optional(ofPage, page), { kind: 'notFound' });
    assert.equal(await server.client.isSupported(ofPage, { ...page, pageId: 'other' }), true);
  });

  it('is probed without the query of the request', async () => {
    const lists: [Route, object][] = [
      [ofPage, { ...page, query: { limit: 1000 } }],
      ['GET /spaces/{spaceId}/links', { spaceId: 's', query: { limit: 1000, status: 'broken' } }],
      ['GET /orgs/{organizationId}/spaces', { organizationId: 'o', query: { limit: 1000 } }],
    ];
    for (const [route, input] of lists) {
      await using server = await without(/links|\/orgs\/o\/spaces/);
      await assert.rejects(server.client.optional(route, input as never), { kind: 'notOffered' });
      const [, probe] = server.requests;
      assert.ok(probe && !probe.url.includes('?'), probe?.url);
    }
  });

  it('is detected by a 505, but not by a 403', async () => {
    let status = 505;
    await using server = await startScriptedServer((_, response) => json(response, { items: [] }, status));
    const ask = () => server.client.isAvailable('GET /orgs/{organizationId}/spaces', { organizationId: 'o' });
    assert.equal(await ask(), false);
    status = 403;
    await assert.rejects(ask(), { kind: 'forbidden' });
    status = 200;
    assert.equal(await ask(), true);
  });
});
