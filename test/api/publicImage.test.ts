import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { syncBuiltinESMExports } from 'node:module';
import os, { type NetworkInterfaceInfo } from 'node:os';
import { join } from 'node:path';
import { createHttp, type HttpOptions } from '../../src/api/http.ts';
import { isPrivateHost } from '../../src/api/publicAddress.ts';
import { fetchPublicImage, imageLimits } from '../../src/api/publicImage.ts';
import { type ForwardingProxy, startProxy } from './proxy.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');

describe('an image on the web', () => {
  let server: Server;
  let proxy: ForwardingProxy;
  let base: string;
  let asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  let answer: (response: ServerResponse, url: string) => void;

  before(async () => {
    const read = (name: string) => readFileSync(join(import.meta.dirname, 'certificates', name));
    server = createServer({ cert: read('server.pem'), key: read('server.key') }, ({ url, headers }, response) => {
      asked.push({ url, headers });
      answer(response, url ?? '');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The proxy resolves every name to this machine.
    proxy = await startProxy();
    base = `https://pictures.example:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await proxy[Symbol.asyncDispose]();
  });
  beforeEach(() => (asked = []));

  async function fetched(address: string, options: HttpOptions = {}): Promise<string> {
    const through = { isUsed: true, isStrict: false, address: proxy.url };
    const http = createHttp({ ...imageLimits, proxy: through, ...options });
    try {
      return await fetchPublicImage(http, address);
    } finally {
      await http.close();
    }
  }
  const send = (type: string, body: Buffer | string = png, status = 200) => {
    answer = response => response.writeHead(status, { 'content-type': type }).end(body);
  };
  const refused = (address: string, why: RegExp, options?: HttpOptions) =>
    assert.rejects(fetched(address, options), { name: 'Failure', message: why });

  for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml']) {
    it(`is returned as a data URI: ${type}`, async () => {
      send(`${type}; charset=utf-8`);
      assert.equal(await fetched(`${base}/a.png`), `data:${type};base64,${png.toString('base64')}`);
    });
  }

  it('is requested without credentials or identifying headers', async () => {
    answer = response => response.writeHead(200, { 'content-type': 'image/png', 'set-cookie': 'who=reader' }).end(png);
    await fetched(`${base.replace('//', '//name:secret@')}/a.png?b=c#d`);
    await fetched(`${base}/a.png`);
    assert.equal(asked[0]?.url, '/a.png?b=c');
    for (const { headers } of asked) {
      assert.deepEqual(Object.keys(headers).sort(), ['accept', 'accept-encoding', 'connection', 'host']);
    }
  });

  it('is fetched through redirects to HTTPS only', async () => {
    const onTo = (location: string, status = 302) => {
      answer = (response, url) =>
        url === '/a.png'
          ? response.writeHead(status, { location }).end()
          : response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    };
    for (const status of [301, 302, 303, 307, 308]) {
      onTo('/b.png', status);
      assert.match(await fetched(`${base}/a.png`), /^data:image\/png/, String(status));
    }
    onTo(`${base.replace('pictures', 'more')}/b.png`);
    assert.match(await fetched(`${base}/a.png`), /^data:image\/png/);
    const before = asked.length;
    for (const location of [`http://pictures.example/b.png`, 'data:image/png,a', 'file:///etc/passwd']) {
      onTo(location);
      await refused(`${base}/a.png`, /does not begin with https/);
    }
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', 'router', '[::ffff:192.168.0.1]']) {
      onTo(`https://${host}/b.png`);
      await refused(`${base}/a.png`, /is no server of the web/);
    }
    assert.equal(asked.length, before + 9);
    answer = response => response.writeHead(302, { location: '/a.png' }).end();
    await refused(`${base}/a.png`, /in a circle/);
  });

  it('is rejected when the server sends something else or an error', async () => {
    send('text/html', '<script>a()</script>');
    await refused(`${base}/a.png`, /what pictures\.example:\d+ sent is no image/);
    answer = response => response.writeHead(200).end(png);
    await refused(`${base}/a.png`, /is no image/);
    send('image/png', '', 404);
    await refused(`${base}/a.png`, /answered with 404/);
    assert.equal(asked.length, 3);
    send('image/png', '', 503);
    await refused(`${base}/a.png`, /answered with 503/);
    assert.equal(asked.length, 4, 'it is asked for once');
  });

  it('is rejected when it is too large, too slow or incomplete', async () => {
    send('image/png', Buffer.alloc(imageLimits.maxBytes + 1));
    await refused(`${base}/a.png`, /larger than can be read/);
    answer = response => response.writeHead(200, { 'content-type': 'image/png' }).write(png);
    await refused(`${base}/a.png`, /did not answer in time/, { timeoutMs: 50, totalTimeoutMs: 100 });
    answer = response => {
      response
        .writeHead(200, { 'content-type': 'image/png', 'content-length': 100 })
        .write(png, () => response.destroy());
    };
    await refused(`${base}/a.png`, /ended before it was whole|connection to .* failed/);
  });

  it('is not requested from an address that is not public HTTPS', async () => {
    for (const address of [
      'http://pictures.example/a.png',
      'command:a',
      'data:image/png,a',
      'a.png',
      '//a.example/b',
    ]) {
      await refused(address, /does not begin with https/);
    }
    await refused('https://127.0.0.1/a.png', /no server of the web/);
    // A name that certainly resolves to this machine.
    const http = createHttp({ ...imageLimits, proxy: { isUsed: false, isStrict: false } });
    const url = base.replace('pictures.example', 'localhost');
    await assert.rejects(http.send({ method: 'GET', url }), { code: 'ENOTFOUND' });
    await http.close();
    assert.deepEqual(asked, []);
  });

  it('counts as private on any current address of this machine', () => {
    const { networkInterfaces } = os;
    const address = (host: string, family: 'IPv4' | 'IPv6') =>
      ({
        address: host,
        family,
        netmask: '',
        mac: '',
        internal: false,
        cidr: null,
        scopeid: 0,
      }) as NetworkInterfaceInfo;
    const hosts = ['93.184.216.34', '[2606:2800:220:1::]'];
    os.networkInterfaces = () => ({ eth0: [address('93.184.216.34', 'IPv4'), address('2606:2800:220:1::', 'IPv6')] });
    syncBuiltinESMExports();
    const whileItHasThem = hosts.map(isPrivateHost);
    os.networkInterfaces = networkInterfaces;
    syncBuiltinESMExports();
    assert.deepEqual(whileItHasThem, [true, true]);
    assert.deepEqual(hosts.map(isPrivateHost), [false, false]);
  });

  it('counts as private by host name or IP address', () => {
    const privateAddresses =
      '127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.1.1 100.64.0.1 0.0.0.0 [::1] [fe80::1] [fd00::1]';
    for (const host of [
      ...privateAddresses.split(' '),
      '[::ffff:127.0.0.1]',
      'localhost',
      'a.localhost',
      'nas.local',
      'intranet',
    ]) {
      assert.equal(isPrivateHost(host), true, host);
    }
    const reserved =
      '192.0.2.1 198.51.100.1 203.0.113.1 [2002:7f00:1::] [fec0::1] [2001:db8::1] [2001::1] [::127.0.0.1]';
    for (const host of reserved.split(' ')) assert.equal(isPrivateHost(host), true, host);
    for (const host of ['example.com', '93.184.216.34', '[2606:2800:220:1::]', '172.32.0.1', 'local.example']) {
      assert.equal(isPrivateHost(host), false, host);
    }
  });
});
