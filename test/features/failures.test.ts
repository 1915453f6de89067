import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../host/answers.ts';
import { eventually } from '../host/eventually.ts';
import { labels, type Parts, parts, row } from '../host/app.ts';
import { type Fault, type FaultyServer, startFaultyServer } from '../host/faultyServer.ts';
import { changeRequestUri, editContent, marginalia, pagesOf, pageUri, sampleSandbox } from '../host/support.ts';

const space = 'heron-manual';
const number = 8;

/** Each fault, its message, and the label of the row that shows it: in the list (`row`) or on top of the tree (`top`). */
const troubles: { name: string; fault: Fault | 'refuse'; pattern: RegExp; row?: string; top?: string }[] = [
  { name: '401 in mid-session', fault: status(401), pattern: /Sign in again/, top: 'Sign in again' },
  { name: '403', fault: status(403), pattern: /administrator/, row: 'Retry' },
  { name: '404', fault: status(404), pattern: /may have been deleted/, row: 'Retry' },
  { name: '429 with Retry-After', fault: status(429, 0), pattern: /try again/, top: 'Too many requests' },
  { name: '500', fault: status(500), pattern: /try again later/, row: 'Retry' },
  { name: 'connection refused', fault: 'refuse', pattern: /nothing listens there/ },
  { name: 'a reply cut off half-way', fault: { kind: 'cut' }, pattern: /ended before it was whole/, row: 'Retry' },
  { name: 'HTML instead of JSON', fault: { kind: 'html' }, pattern: /a web page/ },
  { name: 'a gateway', fault: { kind: 'html', status: 502 }, pattern: /something that is not the service/ },
];

function status(code: number, retryAfter?: number): Fault {
  return { kind: 'status', status: code, ...(retryAfter !== undefined && { retryAfter }) };
}

describe('server failures', function () {
  this.timeout(60_000);
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let answers: Answers;
  let unread: vscode.Uri[];

  before(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    app = parts();
    await app.session.signIn({ url: server.url, token: sandbox.token });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    // The requests of a refresh must be answered before faults are simulated.
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    unread = [...(await pagesIn('hardware/probes')), ...(await pagesIn('command-line'))];
  });

  /** Returns the pages directly in a folder, none of which has been read. */
  async function pagesIn(folder: string): Promise<vscode.Uri[]> {
    const entries = await vscode.workspace.fs.readDirectory(pageUri(space, number, folder));
    const pages = entries.filter(([name]) => name.endsWith('.md'));
    return pages.map(([name]) => pageUri(space, number, `${folder}/${name}`));
  }

  after(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
  });
  beforeEach(() => (answers = answerPrompts()));
  afterEach(async () => {
    answers.restore();
    await server.recover();
  });

  async function strike(fault: Fault | 'refuse'): Promise<void> {
    if (fault === 'refuse') await server.refuse();
    else server.fail(fault);
  }

  for (const { name, fault, pattern, row: offered, top = 'Not reached' } of troubles) {
    it(`${name}: the tree shows it in a row, and recovers`, async () => {
      const organization = await row(app.tree, 'Tidewell');
      await strike(fault);
      app.tree.refresh(organization);
      const below = await app.tree.getChildren(organization);
      const [error] = offered === undefined ? await app.tree.getChildren() : below;
      assert.equal(error?.label, offered ?? top);
      assert.match(error?.tooltip ?? '', pattern);
      await server.recover();
      app.tree.refresh(organization);
      assert.ok((await labels(app.tree, 'Tidewell')).includes('Products'));
    });

    it(`${name}: a command reports it once, and works afterwards`, async () => {
      await strike(fault);
      await vscode.commands.executeCommand('marginalia.changeRequest.update', changeRequestUri(space, number));
      const failures = answers.transcript.filter(text => text.startsWith('Could not update the change request'));
      assert.equal(failures.length, 1, answers.transcript.join('\n'));
      assert.match(failures[0] ?? '', pattern);
      await server.recover();
      answers.transcript.length = 0;
      await vscode.commands.executeCommand('marginalia.changeRequest.update', changeRequestUri(space, number));
      assert.match(answers.transcript.join('\n'), /up to date|latest main content/);
    });

    it(`${name}: a page cannot be read, and can afterwards`, async () => {
      const uri = unread.pop() ?? assert.fail('no page is left that has not been read');
      await strike(fault);
      await assert.rejects(Promise.resolve(vscode.workspace.fs.readFile(uri)));
      await server.recover();
      assert.ok((await vscode.workspace.fs.readFile(uri)).length > 0);
    });
  }

  it('a deleted page is reported as deleted, and the others stay', async () => {
    const uri = pageUri(space, number, 'get-started/glossary.md');
    await vscode.workspace.fs.readFile(uri);
    const { id: page } =
      pagesOf(sandbox, { space, number }).find(one => one.path === 'get-started/glossary') ?? assert.fail();
    editContent(sandbox, { space, number }, [{ operation: 'delete_page', page }]);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await vscode.commands.executeCommand('marginalia.document.open', uri);
    assert.match(answers.transcript.at(-1) ?? '', /^Could not open glossary\.md: it is not there any more/);
    assert.ok((await vscode.workspace.fs.readFile(pageUri(space, number, 'README.md'))).length > 0);
  });

  it('writes are never sent twice, whatever the server replies', async () => {
    for (const fault of [status(500), status(429, 0), status(503)]) {
      server.fail(fault, /^POST /);
      const before = server.requests.filter(name => name.startsWith('POST ')).length;
      const { api } = app.session.current ?? assert.fail();
      await assert.rejects(api.request('POST /spaces/{spaceId}/change-requests', { spaceId: space, body: {} }));
      assert.equal(server.requests.filter(name => name.startsWith('POST ')).length, before + 1);
      await server.recover();
    }
  });

  it('a cancelled action stops waiting and reports the actual outcome', async () => {
    answers.restore();
    answers = answerPrompts('Merge');
    server.fail({ kind: 'held' }, /^POST .*\/merge$/);
    const merging = vscode.commands.executeCommand('marginalia.changeRequest.merge', changeRequestUri(space, number));
    await eventually(() => assert.ok(server.requests.some(name => name.endsWith('/merge'))));
    answers.cancel();
    await merging;
    await eventually(() => assert.ok(server.abandoned.some(name => name.endsWith('/merge'))));
    assert.match(answers.transcript[0] ?? '', /^Merge #8/);
    assert.match(answers.transcript[1] ?? '', /was canceled\. It is not merged\. The service may still do it/);
    assert.equal(answers.transcript.length, 2, answers.transcript.join('\n'));
  });
});
