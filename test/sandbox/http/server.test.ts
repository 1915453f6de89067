import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { startSandbox } from '../../../src/sandbox/index.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { addSpace, fillAcme } from '../acme.ts';

describe('the sandbox on a port', () => {
  let sandbox: RunningSandbox;

  beforeEach(async () => {
    sandbox = await startSandbox({ fill: fillAcme });
  });

  afterEach(() => sandbox.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}${path}`, { headers: { authorization: `Bearer ${sandbox.token}`, ...headers } });

  it('is reachable on this machine only', () => {
    assert.equal(new URL(sandbox.url).hostname, '127.0.0.1');
  });

  it('uses its own address in replies', async () => {
    const user = (await (await get('/v1/user')).json()) as { urls: { location: string } };
    assert.equal(user.urls.location, `${sandbox.url}/v1/users/ada`);
  });

  it('rejects requests with another Host header', async () => {
    const port = new URL(sandbox.url).port;
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', '127.0.0.1:1']) {
      const { response, body } = await send({ host });
      assert.equal(response.statusCode, 421, host);
      assert.match(body, /This server answers as/);
      assert.match(String(response.headers.server), /^marginalia-sandbox/);
    }
    assert.equal((await send({ host: `localhost:${port}` })).response.statusCode, 200);
  });

  it('rejects requests with another host in the address, whatever their Host header', async () => {
    const host = new URL(sandbox.url).host;
    const statusOf = async (address: string) => {
      const headers = [`Host: ${host}`, `Authorization: Bearer ${sandbox.token}`, 'Connection: close'];
      return /^HTTP\/1\.1 (\d+)/.exec(await speak([`GET ${address} HTTP/1.1`, ...headers, '', ''].join('\r\n')))?.[1];
    };
    assert.equal(await statusOf(`http://evil.example/v1/user`), '421');
    assert.equal(await statusOf(`http://evil.example:${new URL(sandbox.url).port}/v1/user`), '421');
    assert.equal(await statusOf(`http://${host}/v1/user`), '200');
  });

  it('compresses large replies when the client accepts that', async () => {
    for (let number = 0; number < 30; number++) addSpace(sandbox.state, `space-${number}`);
    const headers = { 'accept-encoding': 'gzip' };
    const { response, bytes } = await send(headers, '/v1/orgs/acme/spaces');
    assert.equal(response.headers['content-encoding'], 'gzip');
    assert.equal(JSON.parse(gunzipSync(bytes).toString()).count, 33);
    const small = await send(headers, '/v1/user');
    assert.equal(small.response.headers['content-encoding'], undefined);
    const plain = await send({}, '/v1/orgs/acme/spaces');
    assert.equal(plain.response.headers['content-encoding'], undefined);
  });

  it('keeps connections open between requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await send({}, '/v1/user', agent);
    const second = await send({}, '/v1/user', agent);
    assert.equal(first.port, second.port);
    agent.destroy();
  });

  it('rejects bodies that are too large, with or without Content-Length', async () => {
    const headers = { authorization: `Bearer ${sandbox.token}` };
    const body = new Uint8Array(33 * 1024 * 1024);
    const announced = await fetch(`${sandbox.url}/v1/spaces/handbook`, { method: 'PATCH', headers, body });
    assert.equal(announced.status, 413);
    const stream = new Blob([body]).stream();
    const init = { method: 'PATCH', headers, body: stream, duplex: 'half' } as const;
    assert.equal((await fetch(`${sandbox.url}/v1/spaces/handbook`, init)).status, 413);
    assert.equal((await get('/v1/user')).status, 200);
  });

  it('survives input that is not HTTP', async () => {
    for (const noise of ['\0\0\0\0', 'GET\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET /%00 HTTP/1.1\r\nHost\r\n\r\n']) {
      assert.match(await speak(noise), /^HTTP\/1\.1 4\d\d /, JSON.stringify(noise));
    }
    await speak('POST /v1/orgs HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\ncut off');
    for (const method of ['TRACE', 'CONNECT', 'BREW']) await speak(`${method} /v1 HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.equal((await get('/v1/user')).status, 200);
  });

  it('rejects input that is not HTTP, and an endless address, with a normal error', async () => {
    const replyTo = async (bytes: string) => {
      const [head, body = ''] = (await speak(bytes)).split('\r\n\r\n');
      return [head?.split('\r\n')[0], JSON.parse(body)];
    };
    const long = 'The address and the headers have more than 16384 bytes.';
    assert.deepEqual(await replyTo(`GET /v1/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`), [
      'HTTP/1.1 431 Request Header Fields Too Large',
      { error: { code: 431, message: long } },
    ]);
    assert.deepEqual(await replyTo('NOT HTTP\r\n\r\n'), [
      'HTTP/1.1 400 Bad Request',
      { error: { code: 400, message: 'The request is not written as HTTP asks for.' } },
    ]);
  });

  it('reports which port is in use', async () => {
    const port = Number(new URL(sandbox.url).port);
    await assert.rejects(startSandbox({ fill: fillAcme, port }), {
      message: `Could not listen on port ${port}: it is in use. Name another one.`,
    });
  });

  it('closes although a client keeps its connection open', async () => {
    const agent = new Agent({ keepAlive: true });
    await send({}, '/v1/user', agent);
    await sandbox.close();
    await assert.rejects(send({}, '/v1/user'));
    agent.destroy();
    sandbox = await startSandbox({ fill: fillAcme });
  });

  /** Sends a request with headers that `fetch` does not allow clients to set. */
  async function send(headers: Record<string, string>, path = '/v1/user', agent?: Agent) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const authorization = `Bearer ${sandbox.token}`;
      const options = { headers: { authorization, ...headers }, ...(agent ? { agent } : {}) };
      request(`${sandbox.url}${path}`, options, resolve).on('error', reject).end();
    });
    const port = response.socket.localPort;
    const bytes = Buffer.concat(await response.toArray());
    return { response, port, bytes, body: bytes.toString() };
  }

  /** Sends bytes and returns all that the server replies until it closes the connection. */
  async function speak(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
    socket.end(bytes);
    return await text(socket);
  }
});
