import assert from 'node:assert/strict';
import { json, startScriptedServer } from './server.ts';

describe('a malformed list', () => {
  it('is shown without the items that are not resources', async () => {
    const items = [null, { id: 'o1' }, 'words', 7, undefined, { id: 'o2' }];
    await using server = await startScriptedServer((_, response) => json(response, { items }));
    assert.deepEqual(
      (await server.client.listAll('GET /orgs', {})).map(({ id }) => id),
      ['o1', 'o2'],
    );
    assert.ok(server.lines.some(line => line.includes('4 items that are no resources')));
  });

  for (const reply of [null, {}, { items: null }, { items: { 0: { id: 'o' } } }, [], 'words', 3]) {
    it(`is reported when the reply is not a list: ${JSON.stringify(reply)}`, async () => {
      await using server = await startScriptedServer((_, response) => json(response, reply));
      await assert.rejects(server.client.listAll('GET /orgs', {}), { kind: 'notService', message: /not a list/ });
    });
  }

  it('ends when the next page token is invalid', async () => {
    for (const next of [null, {}, { page: '' }, { page: null }]) {
      await using server = await startScriptedServer((_, response) => json(response, { items: [{ id: 'o' }], next }));
      assert.equal((await server.client.listAll('GET /orgs', {})).length, 1);
    }
  });
});

describe('a malformed resource', () => {
  for (const reply of [null, 'words', 3, true]) {
    it(`is reported: ${JSON.stringify(reply)}`, async () => {
      await using server = await startScriptedServer((_, response) => json(response, reply));
      const read = server.client.request('GET /spaces/{spaceId}', { spaceId: 's' });
      await assert.rejects(read, { kind: 'notService', message: /no resource/ });
    });
  }

  it('is reported when the body is empty', async () => {
    await using server = await startScriptedServer((_, response) => void response.writeHead(204).end());
    await assert.rejects(server.client.request('GET /spaces/{spaceId}', { spaceId: 's' }), { kind: 'notService' });
    assert.equal(await server.client.request('DELETE /spaces/{spaceId}', { spaceId: 's' }), undefined);
  });
});

describe('a list inside a resource', () => {
  it('drops its null items', async () => {
    const sent = { structure: { structure: [null, { id: 'a', pages: [null] }, null], names: ['a', null] }, none: null };
    await using server = await startScriptedServer((_, response) => json(response, sent));
    const space: unknown = await server.client.request('GET /spaces/{spaceId}', { spaceId: 's' });
    assert.deepEqual(space, { structure: { structure: [{ id: 'a', pages: [] }], names: ['a', null] }, none: null });
  });
});

describe('resource ID', () => {
  for (const spaceId of ['.', '..', '']) {
    it(`is rejected before the request is sent: "${spaceId}"`, async () => {
      await using server = await startScriptedServer((_, response) => json(response, {}));
      await assert.rejects(server.client.request('DELETE /spaces/{spaceId}', { spaceId }), { kind: 'invalid' });
      assert.equal(server.requests.length, 0);
    });
  }

  it('stays one path segment, whatever it contains', async () => {
    await using server = await startScriptedServer((_, response) => json(response, {}));
    for (const spaceId of ['../orgs', 'a/../../b', '%2e%2e', 'a?b#c', '__proto__', '\u202e', 'x'.repeat(300)]) {
      await server.client.request('GET /spaces/{spaceId}', { spaceId });
      const { pathname } = new URL(server.requests.at(-1)?.url ?? '', server.url);
      assert.equal(pathname.split('/').length, 4, pathname);
      assert.equal(decodeURIComponent(pathname.split('/')[3] ?? ''), spaceId);
    }
  });
});
