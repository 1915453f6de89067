import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type ForwardingProxy, startProxy } from '../api/proxy.ts';
import { waitForCount } from '../host/locators.ts';
import type { Workbench } from '../host/workbench.ts';
import { changeRequestRow, openSpace, shareWindow } from './stage.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('an external image on the review page', () => {
  const settings: Record<string, unknown> = {};
  let server: Server;
  let proxy: ForwardingProxy;
  let asked: string[];
  let status: number;
  let workbench: Workbench;
  let number: number;

  before(async () => {
    const read = (name: string) => readFileSync(join(import.meta.dirname, '../api/certificates', name));
    server = createServer({ cert: read('server.pem'), key: read('server.key') }, ({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(status, { 'content-type': 'image/png' }).end(Buffer.from(png, 'base64'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The proxy resolves every name to this machine.
    proxy = await startProxy();
    Object.assign(settings, { 'http.proxy': proxy.url, 'http.proxyStrictSSL': false });
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await proxy[Symbol.asyncDispose]();
  });

  shareWindow({ settings }, async stage => {
    ({ workbench } = stage);
    [asked, status] = [[], 200];
    const images = `https://pictures.example:${(server.address() as AddressInfo).port}`;
    const image = `${images}/a.png`;
    const icon = `An icon: [![small](${image})](https://a.example/) here.`;
    const text = `![A river](${image})\n\nA line.\n\n${icon}\n\n![Another river](${images}/b.png)\n`;
    number = await stage.service.propose('Show it', 'Moorings', text);
    await openSpace(workbench);
    await workbench.contextMenu(changeRequestRow(workbench, number), 'Open Review Page');
  });
  const frame = () => workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');

  it('is a placeholder that names its server, and is loaded everywhere on a click', async () => {
    const box = frame()
      .locator('.marginalia-image')
      .filter({ hasText: /^A river/ });
    await box.getByText('pictures.example').waitFor();
    await frame().getByText('A line.').waitFor();
    assert.deepEqual(asked, []);
    await box.getByRole('button', { name: 'Show Image A river' }).click();
    await frame().locator('img[alt="A river"][src^="data:image/png;base64,"]:focus').waitFor();
    await frame().locator('img[alt="small"][src^="data:"]').waitFor();
    await frame().getByRole('button', { name: 'Show Image Another river' }).waitFor();
    assert.deepEqual(asked, ['/a.png']);
    // The image is redrawn without another request.
    await frame().getByRole('button', { name: 'One Column' }).click();
    await frame().locator('.body.one img[alt="A river"]').waitFor();
    assert.deepEqual(asked, ['/a.png']);
  });

  it('shows why it cannot be loaded, and can be retried', async () => {
    status = 404;
    const box = frame().locator('.marginalia-image').filter({ hasText: 'small' });
    const show = box.getByRole('button', { name: 'Show Image small' });
    await show.click();
    await box.getByRole('status').getByText('answered with 404').waitFor();
    await waitForCount(frame().locator('.marginalia-image button'), 3);
    status = 200;
    await show.click();
    await frame().locator('img[alt="small"]').waitFor();
    assert.equal(asked.length, 2);
  });
});
