import assert from 'node:assert/strict';
import { json, startScriptedServer, signal } from './server.ts';

const isProbe = true;
const space = { spaceId: 's' };

describe('a request that only finds something out', () => {
  it('answers the next one who asks the same, and nobody after that', async () => {
    await using server = await startScriptedServer((_, response) => json(response, { items: [] }));
    const ask = () => server.client.request('GET /orgs', {});
    await server.client.request('GET /orgs', {}, { isProbe });
    await ask();
    assert.equal(server.requests.length, 1);
    await ask();
    assert.equal(server.requests.length, 2);
  });

  it('answers nobody who asks for what is new, or for something else', async () => {
    await using server = await startScriptedServer((_, response) => json(response, { items: [] }));
    await server.client.request('GET /orgs', {}, { isProbe });
    await server.client.request('GET /orgs', {}, { isFresh: true });
    await server.client.request('GET /orgs', { query: { limit: 1 } });
    assert.equal(server.requests.length, 3);
  });

  it('answers nobody after a write', async () => {
    await using server = await startScriptedServer((_, response) =>
      json(response, { id: `reply ${server.requests.length}` }),
    );
    await server.client.request('GET /spaces/{spaceId}', space, { isProbe });
    await server.client.request('PATCH /spaces/{spaceId}', { ...space, body: { title: 'New' } });
    assert.equal((await server.client.request('GET /spaces/{spaceId}', space)).id, 'reply 3');
  });

  it('answers nobody who refreshes', async () => {
    await using server = await startScriptedServer((_, response) =>
      json(response, { id: `reply ${server.requests.length}` }),
    );
    await server.client.request('GET /spaces/{spaceId}', space, { isProbe });
    server.client.dropPendingReads();
    assert.equal((await server.client.request('GET /spaces/{spaceId}', space)).id, 'reply 2');
  });

  it('answers nobody when there was a write while it was under way', async () => {
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

  it('answers nobody when it has failed', async () => {
    await using server = await startScriptedServer((_, response) => {
      if (server.requests.length === 1) response.writeHead(403).end('{}');
      else json(response, { items: [] });
    });
    await assert.rejects(server.client.request('GET /orgs', {}, { isProbe }), { kind: 'forbidden' });
    assert.deepEqual(await server.client.request('GET /orgs', {}), { items: [] });
  });
});
