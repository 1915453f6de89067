import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs } from '../docs.ts';
import { route } from './importing.ts';

describe('a download of the sandbox', function () {
  this.timeout(60_000);
  let docs: Docs;
  let server: Server;
  let url: string;
  let changeRequestId: string;
  let listener: RequestListener;

  beforeEach(async () => {
    server = createServer((request, response) => listener(request, response));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page.md`;
    await open({ timeoutMs: 60_000 });
  });

  const open = async (options: { timeoutMs: number }) => {
    docs = await openDocs({ 'README.md': 'Start.' }, options);
    changeRequestId = (await docs.propose([])).id;
  };

  afterEach(async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise(resolve => server.close(resolve));
  });

  const failure = async (address = url) => {
    const input = { spaceId, changeRequestId, body: { url: address, source: 'markdown' } };
    const { status, message } = await docs.refusal(route, input);
    assert.equal(status, 400, message);
    assert.match(message, /^Could not fetch body\.url, '/);
    return message;
  };

  it('is aborted when it is endless', async () => {
    let sent = 0;
    const closed = new Promise<void>(resolve => {
      listener = (_, response) => {
        const part = Buffer.alloc(1024 * 1024, 'x');
        const write = () => {
          sent += part.length;
          response.write(part, error => (error ? resolve() : setImmediate(write)));
        };
        response.on('close', resolve);
        write();
      };
    });
    assert.match(await failure(), /it is larger than 20971520 bytes/);
    await closed;
    assert.ok(sent < 100 * 1024 * 1024, `${sent} bytes were taken`);
  });

  it('is read up to the limit, and not one byte more', async () => {
    listener = (_, response) => response.end(Buffer.alloc(20 * 1024 * 1024 + 1, 'x'));
    assert.match(await failure(), /it is larger than 20971520 bytes/);
  });

  it('times out', async () => {
    await open({ timeoutMs: 200 });
    listener = (_, response) => response.write('the beginning');
    assert.match(await failure(), /timeout/);
  });

  it('reports why it failed', async () => {
    listener = (_, response) => response.writeHead(503).end();
    assert.match(await failure(), /the server answered 503/);
    await new Promise(resolve => server.close(resolve));
    assert.match(await failure(), /ECONNREFUSED/);
    assert.match(await failure('ftp://elsewhere.example/page.md'), /it is no address of the web/);
  });

  it('follows redirects', async () => {
    listener = ({ url: path }, response) =>
      path === '/page.md' ? response.writeHead(302, { location: '/there/first.md' }).end() : response.end('Here.');
    await docs.call(route, { spaceId, changeRequestId, body: { url, source: 'markdown' } });
    assert.equal(await docs.read('first', { id: changeRequestId }), 'Here.');
  });
});
