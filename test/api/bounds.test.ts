import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { Client } from '../../src/api/client.ts';
import { createHttp } from '../../src/api/http.ts';
import { json, startScriptedServer, signal, token } from './server.ts';

describe('responses from the server', () => {
  it('are refused when the body is larger than the limit', async () => {
    await using server = await startScriptedServer((_, response) => response.end('x'.repeat(200_000)), {
      maxBytes: 100_000,
    });
    await assert.rejects(server.client.request('GET /orgs', {}), {
      kind: 'tooLarge',
      message: /larger than can be read/,
    });
  });

  it('are refused when the decompressed body is larger than the limit, whatever the status', async () => {
    for (const status of [200, 400]) {
      const bomb = gzipSync(Buffer.alloc(50_000_000));
      await using server = await startScriptedServer(
        (_, response) => response.writeHead(status, { 'content-encoding': 'gzip' }).end(bomb),
        { maxBytes: 1_000_000, maxRetries: 0 },
      );
      await assert.rejects(server.client.request('GET /orgs', {}), { kind: 'tooLarge' });
    }
  });

  it('are decompressed without blocking the event loop', async () => {
    const packed = gzipSync(Buffer.from(`{"items":[],"filler":"${'ab'.repeat(10_000_000)}"}`));
    await using server = await startScriptedServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
    );
    const figures: [blocked: number, atOnce: number][] = [];
    // A busy machine delays any code now and then, so the measurement is repeated.
    for (let attempt = 0; attempt < 5 && figures.every(([blocked, atOnce]) => blocked >= atOnce); attempt++) {
      const blocked = monitorEventLoopDelay({ resolution: 1 });
      blocked.enable();
      const reply = await server.client.download(`${server.url}/large`);
      blocked.disable();
      assert.equal(reply.length, 20_000_024);
      const started = performance.now();
      gzipSync(reply);
      figures.push([blocked.max / 1e6, performance.now() - started]);
    }
    const isFree = figures.some(([blocked, atOnce]) => blocked < atOnce);
    assert.ok(isFree, `milliseconds that others waited, and that packing at once takes: ${JSON.stringify(figures)}`);
  });

  it('time out when the body arrives slowly without end', async () => {
    await using server = await startScriptedServer(
      (request, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write(' '), 10);
        request.socket.on('close', () => clearInterval(drip));
      },
      { totalTimeoutMs: 200, timeoutMs: 10_000 },
    );
    await assert.rejects(server.client.request('GET /orgs', {}), { kind: 'timedOut' });
  });

  it('of a list are refused after 100 pages', async () => {
    let page = 0;
    await using server = await startScriptedServer((_, response) =>
      json(response, { items: [{ id: `o${page}` }], next: { page: String(++page) } }),
    );
    await assert.rejects(server.client.listAll('GET /orgs', {}), { kind: 'notService', message: /without end/ });
    assert.ok(server.requests.length <= 100);
  });

  it('are announced as slow until they arrive', async () => {
    const came = signal();
    const release = signal();
    await using server = await startScriptedServer(async (_, response) => {
      await release.promise;
      json(response, { items: [] });
    });
    const http = createHttp();
    const onSlow = (host: string, answered: Promise<unknown>) => {
      assert.equal(host, new URL(server.url).host);
      void answered.then(() => came.done());
      release.done();
    };
    const client = new Client({ url: server.url, token, http: () => Promise.resolve(http), onSlow, slowAfterMs: 10 });
    await client.request('GET /orgs', {});
    await came.promise;
    await http.close();
  });

  it('are announced with the time of the next request, and can be aborted until then', async () => {
    await using server = await startScriptedServer((_, response) =>
      response.writeHead(429, { 'retry-after': '20' }).end(),
    );
    const http = createHttp();
    const controller = new AbortController();
    const announced: (number | undefined)[] = [];
    const settled = signal();
    const onSlow = (_: string, answered: Promise<unknown>, until?: number) => {
      announced.push(until);
      void answered.then(() => settled.done());
      controller.abort();
    };
    const client = new Client({ url: server.url, token, http: () => Promise.resolve(http), onSlow });
    const start = Date.now();
    await assert.rejects(client.request('GET /orgs', {}, { signal: controller.signal }), { name: 'AbortError' });
    await settled.promise;
    const [until = 0] = announced;
    assert.ok(until >= start + 20_000 && until <= Date.now() + 20_000, `${until - start} ms`);
    assert.deepEqual([announced.length, server.requests.length], [1, 1]);
    await http.close();
  });

  it('are announced as slow again if the server is slow after the wait', async () => {
    const release = signal();
    let asked = 0;
    await using server = await startScriptedServer(async (_, response) => {
      if (asked++ === 0) return void response.writeHead(429, { 'retry-after': '0.02' }).end();
      await release.promise;
      json(response, { items: [] });
    });
    const http = createHttp();
    const announced: boolean[] = [];
    const onSlow = (_: string, __: Promise<unknown>, until?: number) => {
      announced.push(until !== undefined);
      if (until === undefined && announced.includes(true)) release.done();
    };
    const client = new Client({ url: server.url, token, http: () => Promise.resolve(http), onSlow, slowAfterMs: 10 });
    await client.request('GET /orgs', {});
    assert.deepEqual(announced.slice(-2), [true, false]);
    await http.close();
  });

  it('have long error messages shortened', async () => {
    const message = `It failed: ${'because '.repeat(10_000)}`;
    await using server = await startScriptedServer((_, response) =>
      json(response, { error: { code: 400, message } }, 400),
    );
    await assert.rejects(server.client.request('GET /orgs', {}), (error: Error) => {
      assert.ok(error.message.startsWith('It failed: because'));
      assert.ok(error.message.length <= 500, `${error.message.length} characters`);
      return true;
    });
  });
});
