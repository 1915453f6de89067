import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { baseAddress } from '../../src/api/baseAddress.ts';
import { Client } from '../../src/api/client.ts';
import { ApiError, type FailureKind } from '../../src/api/errors.ts';
import { createHttp } from '../../src/api/http.ts';
import { json, startScriptedServer, signal, token } from './server.ts';

describe('client', () => {
  it('fills in the path parameters, percent-encodes them, and repeats arrays in the query', async () => {
    await using server = await startScriptedServer((_, response) => json(response, { items: [] }));
    await server.client.request('GET /spaces/{spaceId}/comments', {
      spaceId: 'a/b c',
      query: { authors: ['ada', 'ben'], status: 'open', page: undefined },
    });
    assert.equal(server.requests[0]?.url, '/v1/spaces/a%2Fb%20c/comments?authors=ada&authors=ben&status=open');
    assert.equal(server.requests[0]?.authorization, `Bearer ${token}`);
  });

  for (const address of [
    'https://h.example',
    'https://h.example/',
    'https://h.example/v1',
    ' https://h.example/v1/ ',
  ]) {
    it(`accepts the address "${address}"`, () => assert.equal(baseAddress(address), 'https://h.example'));
  }

  for (const status of [204, 205, 202]) {
    it(`accepts an empty body with ${status}`, async () => {
      await using server = await startScriptedServer((_, response) => response.writeHead(status).end());
      assert.equal(await server.client.request('DELETE /spaces/{spaceId}', { spaceId: 's' }), undefined);
    });
  }

  it('decompresses responses', async () => {
    await using server = await startScriptedServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"items":[],"count":3}'));
    });
    assert.equal((await server.client.request('GET /orgs', {})).count, 3);
  });

  describe('lists', () => {
    it('fetches page by page, and the next page only when the caller asks for it', async () => {
      await using server = await startScriptedServer((request, response) => {
        const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 0);
        json(response, {
          items: [{ id: `o${page}` }],
          count: 3,
          ...(page < 2 && { next: { page: String(page + 1) } }),
        });
      });
      const pages = server.client.list('GET /orgs', {});
      const first = await pages.next();
      assert.deepEqual(first.value, { items: [{ id: 'o0' }], count: 3, hasMore: true });
      assert.equal(server.requests.length, 1);
      const all = await server.client.listAll('GET /orgs', {});
      assert.deepEqual(
        all.map(({ id }) => id),
        ['o0', 'o1', 'o2'],
      );
    });

    it('fetches all items in pages of the largest size', async () => {
      await using server = await startScriptedServer((_, response) => json(response, { items: [{ id: 'o' }] }));
      await server.client.listAll('GET /orgs', {});
      assert.match(server.requests[0]?.url ?? '', /limit=1000/);
    });

    it('ends when a server repeats the same page token', async () => {
      await using server = await startScriptedServer((_, response) =>
        json(response, { items: [{ id: 'o' }], next: { page: 'again' } }),
      );
      assert.equal((await server.client.listAll('GET /orgs', {})).length, 2);
    });
  });

  describe('failures', () => {
    const cases: [number, FailureKind][] = [
      [400, 'invalid'],
      [401, 'signedOut'],
      [403, 'forbidden'],
      [404, 'notFound'],
      [405, 'notOffered'],
      [409, 'conflict'],
      [412, 'conflict'],
      [429, 'rateLimited'],
      [500, 'serverFailed'],
      [501, 'notOffered'],
      [503, 'serverFailed'],
    ];
    for (const [status, kind] of cases) {
      it(`reports ${status} as ${kind} with the message of the service`, async () => {
        await using server = await startScriptedServer((_, response) =>
          json(response, { error: { code: status, message: 'Because.' } }, status),
        );
        await assert.rejects(server.client.request('GET /orgs', {}), { kind, status, message: 'Because.' });
      });
    }

    it('reports an error whose body is a web page', async () => {
      await using server = await startScriptedServer((_, response) => response.writeHead(500).end('<html>Oops</html>'));
      await assert.rejects(server.client.request('GET /orgs', {}), {
        kind: 'serverFailed',
        message: 'The service answered with status 500.',
      });
    });

    const html = { 'content-type': 'text/html; charset=utf-8' };
    for (const [name, status, headers, body] of [
      ['a gateway', 502, html, 'Bad gateway'],
      ['a gateway without a content type', 503, {}, '<html>No backend</html>'],
      ['a gateway that timed out', 504, html, ''],
      ['a web page with status 200', 200, html, 'Please sign in'],
      ['a web page without a content type', 200, {}, '\n <!doctype html><p>Hello'],
      ['a captive portal', 511, html, 'Please sign in'],
    ] as const) {
      it(`reports a response that is not from the service: ${name}`, async () => {
        await using server = await startScriptedServer((_, response) =>
          response.writeHead(status, { ...headers, server: 'gateway' }).end(body),
        );
        const { host } = new URL(server.url);
        await assert.rejects(server.client.request('GET /orgs', {}), {
          kind: 'intercepted',
          status,
          message: new RegExp(`^${host} was answered by something that is not the service: a web page`),
        });
        assert.equal(server.client.server, undefined);
      });
    }

    it('downloads a file that is a web page', async () => {
      await using server = await startScriptedServer((_, response) => response.writeHead(200, html).end('<p>Hello'));
      assert.equal(Buffer.from(await server.client.download(`${server.url}/a.html`)).toString(), '<p>Hello');
      server.answer = (_, response) => response.writeHead(502, html).end('<p>Bad gateway');
      await assert.rejects(server.client.download(`${server.url}/b.html`), { kind: 'intercepted' });
    });

    it('aborts a download and closes its connection', async () => {
      const begun = signal();
      const closed = signal();
      await using server = await startScriptedServer((_, response) => {
        response.on('close', closed.done);
        response.writeHead(200, { 'content-length': 1000 }).write('a', begun.done);
      });
      const controller = new AbortController();
      const download = server.client.download(`${server.url}/large.pdf`, { signal: controller.signal });
      await begun.promise;
      controller.abort();
      await assert.rejects(download, { name: 'AbortError' });
      await closed.promise;
      await assert.rejects(server.client.download(`${server.url}/large.pdf`, { signal: controller.signal }));
      assert.equal(server.requests.length, 1, 'what is aborted before it begins is not asked for');
    });

    it('reports a response that was cut off', async () => {
      await using server = await startScriptedServer((_, response) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('{"items":[', () => response.destroy());
      });
      await assert.rejects(server.client.request('GET /orgs', {}), { kind: 'cutOff' });
    });

    it('reports a server that does not answer in time', async () => {
      await using server = await startScriptedServer(() => {}, { timeoutMs: 50, maxRetries: 0 });
      await assert.rejects(server.client.request('GET /orgs', {}), { kind: 'timedOut' });
    });

    it('reports a refused connection', async () => {
      let url: string;
      {
        await using server = await startScriptedServer(() => {});
        ({ url } = server);
      }
      const http = createHttp();
      const client = new Client({ url, token, http: () => Promise.resolve(http) });
      await assert.rejects(client.request('GET /orgs', {}), { kind: 'unreachable' });
      await http.close();
    });

    it('notifies all listeners when the token is rejected', async () => {
      await using server = await startScriptedServer((_, response) => json(response, {}, 401));
      const heard = { first: 0, second: 0 };
      const end = server.client.onSignedOut(() => heard.first++);
      server.client.onSignedOut(() => heard.second++);
      await assert.rejects(server.client.request('GET /orgs', {}));
      end();
      await assert.rejects(server.client.request('GET /orgs', {}));
      assert.deepEqual(heard, { first: 1, second: 2 });
    });
  });

  describe('retries', () => {
    for (const status of [429, 500, 502, 503, 504]) {
      it(`retries a read after ${status}`, async () => {
        let asked = 0;
        await using server = await startScriptedServer((_, response) => {
          if (asked++ < 2) response.writeHead(status).end();
          else json(response, { items: [] });
        });
        await server.client.request('GET /orgs', {});
        assert.equal(asked, 3);
      });
    }

    for (const status of [429, 500, 503]) {
      it(`does not retry after ${status} when retries are off, but retries for other callers of the same request`, async () => {
        let asked = 0;
        await using server = await startScriptedServer((_, response) => {
          if (asked++ < 2) response.writeHead(status).end();
          else json(response, { items: [] });
        });
        const [once, again] = await Promise.allSettled([
          server.client.request('GET /orgs', {}, { isRetried: false }),
          server.client.request('GET /orgs', {}),
        ]);
        assert.deepEqual([once.status, again.status, asked], ['rejected', 'fulfilled', 3]);
      });
    }

    it('waits for the time in Retry-After', async () => {
      const times: number[] = [];
      await using server = await startScriptedServer((_, response) => {
        times.push(Date.now());
        if (times.length === 1) response.writeHead(429, { 'retry-after': '1' }).end();
        else json(response, { items: [] });
      });
      await server.client.request('GET /orgs', {});
      const [first = 0, second = 0] = times;
      assert.ok(second - first >= 990, `asked again after ${second - first} ms`);
    });

    it('fails at once, with the seconds to wait, if Retry-After is longer than a minute', async () => {
      await using server = await startScriptedServer((_, response) =>
        response.writeHead(429, { 'retry-after': '61' }).end(),
      );
      await assert.rejects(server.client.request('GET /orgs', {}), { kind: 'rateLimited', retryAfter: 61 });
      assert.equal(server.requests.length, 1);
    });

    it('reports the seconds of Retry-After when it gives up', async () => {
      await using server = await startScriptedServer((_, response) =>
        response.writeHead(429, { 'retry-after': '0' }).end(),
      );
      await assert.rejects(server.client.request('GET /orgs', {}), { kind: 'rateLimited', retryAfter: 0 });
      assert.equal(server.requests.length, 4);
    });

    for (const status of [429, 500, 503]) {
      it(`never sends a write twice after ${status}`, async () => {
        await using server = await startScriptedServer((_, response) => json(response, {}, status));
        const write = server.client.request('POST /spaces/{spaceId}/duplicate', { spaceId: 's' });
        await assert.rejects(write, ApiError);
        assert.equal(server.requests.length, 1);
      });
    }

    it('never sends a write twice when its reply is lost', async () => {
      await using server = await startScriptedServer((request, response) =>
        request.resume().on('end', () => response.destroy()),
      );
      await assert.rejects(server.client.request('POST /spaces/{spaceId}/duplicate', { spaceId: 's' }), {
        kind: 'cutOff',
      });
      assert.equal(server.requests.length, 1);
    });
  });

  describe('identical concurrent requests', () => {
    it('share one HTTP request', async () => {
      await using server = await startScriptedServer((_, response) => json(response, { items: [] }));
      await Promise.all([server.client.request('GET /orgs', {}), server.client.request('GET /orgs', {})]);
      assert.equal(server.requests.length, 1);
    });

    it('are not shared across a write', async () => {
      const came = signal();
      const release = signal();
      await using server = await startScriptedServer(async (request, response) => {
        if (request.method === 'GET' && server.requests.length === 1) {
          came.done();
          await release.promise;
        }
        json(response, { id: `reply ${server.requests.length}` });
      });
      const before = server.client.request('GET /spaces/{spaceId}', { spaceId: 's' });
      await came.promise;
      await server.client.request('PATCH /spaces/{spaceId}', { spaceId: 's', body: { title: 'New' } });
      const after = await server.client.request('GET /spaces/{spaceId}', { spaceId: 's' });
      release.done();
      await before;
      assert.equal(after.id, 'reply 3');
    });

    it('go on for one caller when another aborts', async () => {
      const came = signal();
      const release = signal();
      await using server = await startScriptedServer(async (_, response) => {
        came.done();
        await release.promise;
        json(response, { items: [] });
      });
      const controller = new AbortController();
      const stopped = server.client.request('GET /orgs', {}, { signal: controller.signal });
      const waiting = server.client.request('GET /orgs', {});
      await came.promise;
      controller.abort();
      await assert.rejects(stopped, { name: 'AbortError' });
      release.done();
      assert.deepEqual(await waiting, { items: [] });
    });

    it('are sent again when the last caller has just aborted', async () => {
      const came = signal();
      await using server = await startScriptedServer((_, response) => {
        if (server.requests.length === 1) came.done();
        else json(response, { items: [] });
      });
      const controller = new AbortController();
      const stopped = server.client.request('GET /orgs', {}, { signal: controller.signal });
      await came.promise;
      controller.abort();
      const again = Promise.all([server.client.request('GET /orgs', {}), server.client.request('GET /orgs', {})]);
      const [before, after] = await Promise.allSettled([stopped, again]);
      assert.equal(before.status, 'rejected');
      assert.deepEqual(after, { status: 'fulfilled', value: [{ items: [] }, { items: [] }] });
      assert.equal(server.requests.length, 2);
    });

    it('close the socket when all callers have aborted', async () => {
      const came = signal();
      const closed = signal();
      await using server = await startScriptedServer(request => {
        request.socket.on('close', closed.done);
        came.done();
      });
      const controller = new AbortController();
      const stopped = server.client.request('GET /orgs', {}, { signal: controller.signal });
      await came.promise;
      controller.abort();
      await assert.rejects(stopped, { name: 'AbortError' });
      await closed.promise;
    });
  });

  it('closes the socket when a write is aborted', async () => {
    const came = signal();
    const closed = signal();
    await using server = await startScriptedServer(request => {
      request.socket.on('close', closed.done);
      came.done();
    });
    const controller = new AbortController();
    const write = server.client.request(
      'POST /spaces/{spaceId}/duplicate',
      { spaceId: 's' },
      { signal: controller.signal },
    );
    await came.promise;
    controller.abort();
    await assert.rejects(write, { name: 'AbortError' });
    await closed.promise;
  });

  describe('the token', () => {
    it('is not sent to the address of a download', async () => {
      await using server = await startScriptedServer((_, response) => response.end('bytes'));
      const bytes = await server.client.download(`${server.url}/files/f/picture.png?signature=abc`);
      assert.equal(Buffer.from(bytes).toString(), 'bytes');
      assert.equal(server.requests[0]?.authorization, undefined);
    });

    it('is not sent to another origin by a redirect', async () => {
      await using elsewhere = await startScriptedServer((_, response) => json(response, { items: [] }));
      await using server = await startScriptedServer((_, response) => {
        response.writeHead(307, { location: `${elsewhere.url}/v1/orgs` }).end();
      });
      await server.client.request('GET /orgs', {});
      assert.equal(elsewhere.requests.length, 1);
      assert.equal(elsewhere.requests[0]?.authorization, undefined);
    });

    it('is not logged, nor are signatures', async () => {
      await using server = await startScriptedServer((_, response) => response.writeHead(500).end(token));
      await assert.rejects(server.client.request('GET /orgs', {}));
      await assert.rejects(server.client.download(`${server.url}/f?signature=abc`));
      assert.ok(server.lines.length >= 2);
      assert.doesNotMatch(server.lines.join('\n'), /secret-token|signature/);
    });
  });

  describe('optional operations', () => {
    const space = { spaceId: 's', query: {} };

    it('are not requested again once the server is known not to offer them', async () => {
      await using server = await startScriptedServer((request, response) => {
        const isParent = request.url === '/v1/spaces/s';
        json(response, isParent ? { id: 's' } : { error: { code: 404, message: 'No.' } }, isParent ? 200 : 404);
      });
      for (let round = 0; round < 2; round++) {
        await assert.rejects(server.client.optional('GET /spaces/{spaceId}/content/pages', space), {
          kind: 'notOffered',
        });
      }
      assert.equal(server.requests.length, 2);
      assert.equal(await server.client.isSupported('GET /spaces/{spaceId}/content/pages', space), false);
    });

    it('are not marked unsupported because the resource is gone', async () => {
      await using server = await startScriptedServer((_, response) =>
        json(response, { error: { code: 404, message: 'Gone.' } }, 404),
      );
      await assert.rejects(server.client.optional('GET /spaces/{spaceId}/content/pages', space), { kind: 'notFound' });
      server.answer = (_, response) => json(response, { pages: [] });
      assert.equal(await server.client.isSupported('GET /spaces/{spaceId}/content/pages', space), true);
    });

    it('are not marked unsupported because the comment is gone', async () => {
      await using server = await startScriptedServer((request, response) => {
        const isSpace = request.url === '/v1/spaces/s';
        json(response, isSpace ? { id: 's' } : { error: { code: 404, message: 'Gone.' } }, isSpace ? 200 : 404);
      });
      const replies = 'GET /spaces/{spaceId}/comments/{commentId}/replies';
      const comment = { spaceId: 's', commentId: 'c' };
      await assert.rejects(server.client.optional(replies, comment), { kind: 'notFound' });
      server.answer = (_, response) => json(response, { items: [] });
      assert.equal(await server.client.isSupported(replies, comment), true);
    });

    it('are not marked unsupported because one revision is gone', async () => {
      const pages = (revision: string) => `/v1/spaces/s/revisions/${revision}/pages`;
      await using server = await startScriptedServer((request, response) => {
        if (request.url === '/v1/spaces/s') return json(response, { id: 's', revision: 'now' });
        if (request.url === pages('gone')) return json(response, { error: { code: 404, message: 'Gone.' } }, 404);
        json(response, { pages: [] });
      });
      const route = 'GET /spaces/{spaceId}/revisions/{revisionId}/pages';
      await assert.rejects(server.client.optional(route, { ...space, revisionId: 'gone' }), { kind: 'notFound' });
      server.requests.length = 0;
      await assert.rejects(server.client.optional(route, { ...space, revisionId: 'gone' }), { kind: 'notFound' });
      assert.equal(server.requests.length, 1, 'it is known by then that there are others');
      await server.client.optional(route, { ...space, revisionId: 'other' });
      assert.equal(server.requests.at(-1)?.url, pages('other'));
    });

    it('are marked unsupported when the newest revision is not found either', async () => {
      await using server = await startScriptedServer((request, response) => {
        const isParent = request.url === '/v1/spaces/s';
        json(response, isParent ? { id: 's', revision: 'now' } : {}, isParent ? 200 : 404);
      });
      const route = 'GET /spaces/{spaceId}/revisions/{revisionId}/pages';
      await assert.rejects(server.client.optional(route, { ...space, revisionId: 'old' }), { kind: 'notOffered' });
      server.requests.length = 0;
      await assert.rejects(server.client.optional(route, { ...space, revisionId: 'older' }), { kind: 'notOffered' });
      assert.deepEqual(server.requests, []);
    });

    it('fail with notFound once they have worked', async () => {
      await using server = await startScriptedServer((_, response) => json(response, { pages: [] }));
      await server.client.optional('GET /spaces/{spaceId}/content/pages', space);
      server.answer = (_, response) => json(response, {}, 404);
      await assert.rejects(server.client.optional('GET /spaces/{spaceId}/content/pages', space), { kind: 'notFound' });
    });
  });

  it('notifies of writes only after the service has acknowledged them', async () => {
    await using server = await startScriptedServer((_, response) => json(response, { id: 's' }));
    const heard: string[] = [];
    server.client.onWrite(({ route }) => heard.push(route));
    await server.client.request('GET /spaces/{spaceId}', { spaceId: 's' });
    await server.client.request('PATCH /spaces/{spaceId}', { spaceId: 's', body: {} });
    server.answer = (_, response) => json(response, {}, 403);
    await assert.rejects(server.client.request('DELETE /spaces/{spaceId}', { spaceId: 's' }));
    assert.deepEqual(heard, ['PATCH /spaces/{spaceId}']);
  });
});
