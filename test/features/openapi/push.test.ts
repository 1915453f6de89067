import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answering } from '../../host/answers.ts';
import { itWithOptional, signedIn } from '../../host/support.ts';

const description = `openapi: 3.1.0
info:
  title: Lighthouse
  version: '1'
paths:
  /lamps:
    get:
      responses:
        '200':
          description: All lamps
`;

describe('pushing an OpenAPI spec', () => {
  let sandbox: RunningSandbox;
  let source: Server;
  let url: string;
  const files: vscode.Uri[] = [];
  let answers: Answers | undefined;

  before(async () => {
    source = createServer((request, response) => {
      if (request.url === '/openapi.yaml') response.end(description);
      else if (request.url === '/broken.yaml') response.end('just: text');
      else response.writeHead(404).end();
    });
    source.listen(0, '127.0.0.1');
    await once(source, 'listening');
    url = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  });
  after(() => source.close());
  beforeEach(async () => (sandbox = await signedIn()));
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const uri of files.splice(0)) await vscode.workspace.fs.delete(uri);
    await sandbox.close();
  });

  const push = () => vscode.commands.executeCommand('marginalia.openapi.push');
  const spec = (slug: string) => sandbox.state.openApiSpecs.all().find(row => row.slug === slug);
  const newSpec = '$(add) New spec';

  /** Opens a file with this text in the editor. */
  async function edit(text: string): Promise<void> {
    const uri = vscode.Uri.file(join(tmpdir(), `${randomUUID()}.yaml`));
    files.push(uri);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    await vscode.window.showTextDocument(uri);
  }

  it('takes it from a URL under a new slug', async () => {
    answers = answering(newSpec, `${url}/openapi.yaml`, 'lighthouse');
    await push();
    assert.match(answers.said.at(-1) ?? '', /"lighthouse" is processed and ready/);
    assert.equal(spec('lighthouse')?.processingState, 'complete');
  });

  it('makes a new version of an existing one', async () => {
    const before = spec('heron-api')?.lastVersion;
    answers = answering('heron-api', `${url}/openapi.yaml`);
    await push();
    assert.notEqual(spec('heron-api')?.lastVersion, before);
  });

  it('checks the slug against the contract', async () => {
    answers = answering(newSpec, `${url}/openapi.yaml`, 'Light House');
    await push();
    assert.equal(spec('Light House'), undefined);
    assert.match(answers.said.at(-1) ?? '', /slug/i);
  });

  itWithOptional('sends the file in the editor', async () => {
    await edit(description);
    answers = answering(newSpec, '$(file) The file in the editor', 'lighthouse');
    await push();
    assert.deepEqual(spec('lighthouse')?.source, { text: description });
  });

  it('does not send a file that is no OpenAPI description', async () => {
    await edit('openapi: 3.1.0\ninfo: {}\n');
    answers = answering(newSpec, '$(file) The file in the editor');
    await push();
    assert.match(answers.said.at(-1) ?? '', /not a valid OpenAPI description\..*Nothing was sent\.$/);
  });

  for (const [path, reason] of [
    ['/missing.yaml', /could not be fetched/],
    ['/broken.yaml', /not a valid OpenAPI description/],
  ] as const) {
    it(`explains why ${path} could not be processed`, async () => {
      answers = answering(newSpec, `${url}${path}`, 'lighthouse');
      await push();
      assert.match(answers.said.at(-1) ?? '', /The service took "lighthouse", but could not process it/);
      assert.match(answers.said.at(-1) ?? '', reason);
    });
  }

  it('explains that a server takes no text, and offers only addresses from then on', async () => {
    await sandbox.close();
    sandbox = await signedIn({ documentedOnly: true });
    await edit(description);
    answers = answering(newSpec, '$(file) The file in the editor', 'lighthouse');
    await push();
    assert.match(answers.said.at(-1) ?? '', /this server refuses the text.*push its URL/s);
    answers.restore();
    answers = answering(newSpec, `${url}/openapi.yaml`, 'lighthouse');
    await push();
    assert.equal(spec('lighthouse')?.processingState, 'complete');
  });
});
