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
