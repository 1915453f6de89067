import assert from 'node:assert/strict';
import { json, startScriptedServer, token } from './server.ts';

const write = 'POST /spaces/{spaceId}/comments';
const input = { spaceId: 's', body: { body: { markdown: 'My words' } } };

describe('a redirect', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`is not followed for a write (${status}), and the error names the target`, async () => {
      await using elsewhere = await startScriptedServer((_, response) => json(response, { id: 'c1' }));
      await using server = await startScriptedServer((_, response) => {
        response.writeHead(status, { location: `${elsewhere.url}/v1/spaces/s/comments` }).end();
      });
      const { host } = new URL(elsewhere.url);
      await assert.rejects(server.client.request(write, input), (error: Error) => {
        assert.ok(error.message.includes(host), error.message);
        assert.match(error.message, /Nothing was sent there\.$/);
        return true;
      });
      assert.equal(elsewhere.requests.length, 0);
      assert.equal(server.requests.length, 1);
    });

    it(`is followed for a read (${status}), without the token`, async () => {
      await using elsewhere = await startScriptedServer((_, response) => json(response, { items: [] }));
      await using server = await startScriptedServer((_, response) => {
        response.writeHead(status, { location: `${elsewhere.url}/v1/orgs` }).end();
      });
      assert.deepEqual(await server.client.request('GET /orgs', {}), { items: [] });
      assert.equal(elsewhere.requests[0]?.authorization, undefined);
    });
  }

  it('keeps the token on the same origin', async () => {
    await using server = await startScriptedServer((request, response) => {
      if (request.url === '/v1/orgs') response.writeHead(307, { location: '/v1/orgs?again' }).end();
      else json(response, { items: [] });
    });
    await server.client.request('GET /orgs', {});
    assert.deepEqual(
      server.requests.map(({ authorization }) => authorization),
      [`Bearer ${token}`, `Bearer ${token}`],
    );
  });

  it('is abandoned when it loops', async () => {
    await using server = await startScriptedServer((_, response) =>
      response.writeHead(302, { location: '/v1/orgs' }).end(),
    );
    await assert.rejects(server.client.request('GET /orgs', {}), { kind: 'notService' });
    assert.ok(server.requests.length < 10);
  });
});
