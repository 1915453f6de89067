import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { rendered } from '../../host/preview.ts';
import { temporaryRepository } from '../../host/repository.ts';
import { addPage, marginalia, sampleSandbox } from '../../host/support.ts';

describe('requests of the preview', () => {
  let sandbox: RunningSandbox;
  let service: FaultyServer;
  let elsewhere: Server;
  let asked: string[];
  let folder: string;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    service = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: service.url, token: sandbox.token });
    asked = [];
    elsewhere = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    folder = temporaryRepository();
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    elsewhere.close();
    await service.close();
    await sandbox.close();
  });

  /** Returns a page that refers to another server in every possible way. */
  function page(): string {
    const url = (name: string) => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/${name}`;
    return [
      `![a](${url('image')}) <img src="${url('img')}"> [b](${url('link')}) <${url('auto')}>`,
      `{% embed url="${url('embed')}" %}`,
      `{% content-ref url="${url('content-ref')}" %}${url('text')}{% endcontent-ref %}`,
      `{% file src="${url('file')}" %}`,
      `{% include "${url('include')}" %}`,
      `{% openapi src="${url('openapi')}" path="/a" method="get" %}${url('openapi')}{% endopenapi %}`,
      `<figure><img src="${url('figure')}" alt=""></figure> ![c][d] ![e](/files/1) [f](/pages/1)`,
      '',
      `[d]: ${url('reference')}`,
    ].join('\n\n');
  }

  it('go to the service only for pages of the service', async () => {
    const { uri } = addPage(sandbox, { space: 'heron-manual', number: 8 }, { title: 'Preview', markdown: page() });
    service.requests.length = 0;
    await vscode.workspace.openTextDocument(uri);
    const html = await rendered(page(), uri);
    assert.match(html, /image/);
    await eventually(() => assert.ok(service.requests.some(request => request.endsWith('/content/files'))));
    assert.deepEqual(asked, []);
  });

  it('do not list the files for a page without files, but once for the first with some', async () => {
    // Documents of other tests may be read from this server, too.
    const place = { space: 'heron-manual', number: 7 };
    const isList = (request: string) => request.endsWith('/change-requests/7/content/files');
    const lists = () => service.requests.filter(isList).length;
    const without = addPage(sandbox, place, { title: 'Without files', markdown: 'See [that page](/pages/that).\n' });
    const withOne = addPage(sandbox, place, { title: 'With a file', markdown: '![A picture](/files/picture)\n' });
    const open = async (uri: vscode.Uri) => {
      await vscode.workspace.openTextDocument(uri);
      await vscode.commands.executeCommand('vscode.executeLinkProvider', uri);
    };
    await open(without.uri);
    assert.equal(lists(), 0);
    await open(withOne.uri);
    await eventually(() => assert.equal(lists(), 1));
  });

  it('are not sent for other files', async () => {
    const file = join(folder, 'page.md');
    writeFileSync(file, page());
    service.requests.length = 0;
    for (const uri of [vscode.Uri.file(file), vscode.Uri.parse('untitled:page.md')]) {
      await vscode.workspace.openTextDocument(uri);
      await rendered(page(), uri);
    }
    assert.deepEqual([asked, service.requests], [[], []]);
  });
});
