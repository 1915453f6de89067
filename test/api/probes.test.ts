import assert from 'node:assert/strict';
import { json, startScriptedServer, signal } from './server.ts';

const isProbe = true;
const space = { spaceId: 's' };

describe('the reply to a probe', () => {
  it('is reused once by the next identical request', async () => {
    await using server = await startScriptedServer((_, response) => json(response, { items: [] }));
    const ask = () => server.client.request('GET /orgs', {});
    await server.client.request('GET /orgs', {}, { isProbe });
    await ask();
    assert.equal(server.requests.length, 1);
    await ask();
    assert.equal(server.requests.length, 2);
  });

  it('is not reused by a request for fresh data or another query', async () => {
    await using server = await startScriptedServer((_, response) => json(response, { items: [] }));
    await server.client.request('GET /orgs', {}, { isProbe });
    await server.client.request('GET /orgs', {}, { isFresh: true });
    await server.client.request('GET /orgs', { query: { limit: 1 } });
    assert.equal(server.requests.length, 3);
  });

  it('is not reused after a write', async () => {
    await using server = await startScriptedServer((_, response) =>
      json(response, { id: `reply ${server.requests.length}` }),
    );
    await server.client.request('GET /spaces/{spaceId}', space, { isProbe });
    await server.client.request('PATCH /spaces/{spaceId}', { ...space, body: { title: 'New' } });
    assert.equal((await server.client.request('GET /spaces/{spaceId}', space)).id, 'reply 3');
  });

  it('is not reused after a refresh', async () => {
    await using server = await startScriptedServer((_, response) =>
      json(response, { id: `reply ${server.requests.length}` }),
    );
    await server.client.request('GET /spaces/{spaceId}', space, { isProbe });
    server.client.dropPendingReads();
    assert.equal((await server.client.request('GET /spaces/{spaceId}', space)).id, 'reply 2');
  });

  it('is not reused when a write happened meanwhile', async () => {
    const came = signal();
    const release = signal();
    await using server = await startScriptedServer(async (_, response) => {
      const id = `reply ${server.requests.length}`;
      if (server.requests.length === 1) {
        came.done();
        await release.promise;
      }
      json(response, { id });
    });
    const probe = server.client.request('GET /spaces/{spaceId}', space, { isProbe });
    await came.promise;
    await server.client.request('PATCH /spaces/{spaceId}', { ...space, body: { title: 'New' } });
    release.done();
    assert.equal((await probe).id, 'reply 1');
    assert.equal((await server.client.request('GET /spaces/{spaceId}', space)).id, 'reply 3');
  });

  it('is not reused when it is an error', async () => {
    await using server = await startScriptedServer((_, response) => {
      if (server.requests.length === 1) response.writeHead(403).end('{}');
      else json(response, { items: [] });
    });
    await assert.rejects(server.client.request('GET /orgs', {}, { isProbe }), { kind: 'forbidden' });
    assert.deepEqual(await server.client.request('GET /orgs', {}), { items: [] });
  });
});
