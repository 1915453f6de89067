import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '../../src/api/client.ts';
import { createHttp, type ProxySettings } from '../../src/api/http.ts';
import { startProxy } from './proxy.ts';
import { json, startScriptedServer, token } from './server.ts';

const used = { isUsed: true, isStrict: true };

/** Requests the organizations of a server with these proxy settings. */
async function ask(url: string, proxy: ProxySettings | undefined): Promise<unknown> {
  const http = createHttp({ proxy, maxRetries: 0 });
  try {
    return await new Client({ url, token, http: () => Promise.resolve(http) }).request('GET /orgs', {});
  } finally {
    await http.close();
  }
}

describe('a proxy', () => {
  const savedEnvironment = { ...process.env };
  afterEach(() => {
    for (const name of ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) {
      if (savedEnvironment[name] === undefined) delete process.env[name];
      else process.env[name] = savedEnvironment[name];
    }
  });

  it('is used for other hosts', async () => {
    await using proxy = await startProxy();
    await using server = await startScriptedServer((_, response) => json(response, { items: [] }));
    const url = server.url.replace('127.0.0.1', 'docs.example');
    assert.deepEqual(await ask(url, { ...used, address: proxy.url }), { items: [] });
    assert.deepEqual(proxy.asked, [`GET ${url}/v1/orgs`]);
  });

  it('is not used for localhost', async () => {
    await using proxy = await startProxy();
    await using server = await startScriptedServer((_, response) => json(response, { items: [] }));
    process.env['HTTP_PROXY'] = proxy.url;
    for (const settings of [undefined, { ...used, address: proxy.url }]) {
      for (const host of ['127.0.0.1', 'localhost']) await ask(server.url.replace('127.0.0.1', host), settings);
    }
    assert.deepEqual(proxy.asked, []);
  });

  it('is taken from the environment when the settings have none', async () => {
    await using proxy = await startProxy();
    await using server = await startScriptedServer((_, response) => json(response, { items: [] }));
    process.env['HTTP_PROXY'] = proxy.url;
    await ask(server.url.replace('127.0.0.1', 'docs.example'), used);
    assert.equal(proxy.asked.length, 1);
  });

  it('is not used for excluded hosts or when proxies are off', async () => {
    await using proxy = await startProxy();
    const url = 'http://docs.invalid:9';
    const address = proxy.url;
    await assert.rejects(ask(url, { ...used, address, direct: ['docs.invalid'] }), { kind: 'unreachable' });
    await assert.rejects(ask(url, { ...used, address, direct: ['.invalid'] }), { kind: 'unreachable' });
    await assert.rejects(ask(url, { isUsed: false, isStrict: true, address }), { kind: 'unreachable' });
    process.env['NO_PROXY'] = 'elsewhere.example,docs.invalid';
    await assert.rejects(ask(url, { ...used, address }), { kind: 'unreachable' });
    assert.deepEqual(proxy.asked, []);
  });

  it('gets its credentials, and reports when it needs some', async () => {
    await using proxy = await startProxy('Basic c2VjcmV0');
    await using server = await startScriptedServer((_, response) => json(response, { items: [] }));
    const address = proxy.url;
    const url = server.url.replace('127.0.0.1', 'docs.example');
    assert.deepEqual(await ask(url, { ...used, address, authorization: 'Basic c2VjcmV0' }), { items: [] });
    const tunnelled = 'https://docs.example:9';
    for (const refused of [url, tunnelled]) {
      await assert.rejects(ask(refused, { ...used, address }), {
        kind: 'unreachable',
        message: /http\.proxyAuthorization/,
      });
    }
  });

  it('that is unreachable is distinguished from an unreachable server', async () => {
    let address: string;
    {
      await using proxy = await startProxy();
      address = proxy.url;
    }
    await assert.rejects(ask('https://docs.example', { ...used, address }), {
      kind: 'unreachable',
      message: /the proxy/,
    });
  });
});

describe('a server with a certificate of a private authority', () => {
  const certificates = join(import.meta.dirname, 'certificates');
  const read = (name: string) => readFileSync(join(certificates, name));
  let server: Server;
  let url: string;

  before(async () => {
    server = createServer({ cert: read('server.pem'), key: read('server.key') }, (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"items":[]}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  it('is rejected with a clear message', async () => {
    await assert.rejects(ask(url, undefined), {
      kind: 'unreachable',
      message: /nobody that this computer trusts vouches for its certificate/,
    });
  });

  it('is rejected through a proxy too, unless strict SSL is off', async () => {
    await using proxy = await startProxy();
    const address = proxy.url;
    const named = url.replace('localhost', 'docs.example');
    await assert.rejects(ask(named, { ...used, address }), { kind: 'unreachable', message: /vouches|another server/ });
    assert.deepEqual(await ask(named, { isUsed: true, isStrict: false, address }), { items: [] });
    assert.deepEqual(new Set(proxy.asked), new Set([`CONNECT ${new URL(named).host}`]));
  });

  it('is trusted when the system trusts the authority, directly and through a proxy', async () => {
    await using proxy = await startProxy();
    const script = `
      import { createHttp } from './src/api/http.ts';
      for (const proxy of [undefined, { isUsed: true, isStrict: true, address: process.argv[2] }]) {
        const http = createHttp({ proxy, maxRetries: 0 });
        console.log((await http.send({ method: 'GET', url: process.argv[1] })).status);
        await http.close();
      }
    `;
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(certificates, 'ca.pem') };
    const options = { env, cwd: join(import.meta.dirname, '../..') };
    const run = promisify(execFile);
    const node = ['--input-type=module-typescript', '-e', script, url, proxy.url];
    assert.equal((await run(process.execPath, node, options)).stdout, '200\n200\n');
  });
});
