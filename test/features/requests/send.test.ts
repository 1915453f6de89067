import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Operation } from '../../../src/api/operations.ts';
import { operations, requestTemplate } from '../../../src/api/requestDocuments.ts';
import type { App } from '../../../src/app.ts';
import { composeRequest } from '../../../src/features/requests/send.ts';
import { restoreReviewPage } from '../../../src/features/reviewPage/panels.ts';
import { contentUri } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answer, type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type Fault, type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import {
  changeRequestUri,
  documentedOnly,
  itWithOptional,
  marginalia,
  pagesOf,
  pageUri,
  sampleSandbox,
} from '../../host/support.ts';
import { fakePanel } from '../reviewPage/fakePanel.ts';

describe('a request document', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers | undefined;

  before(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
  });
  after(async () => {
    await server.close();
    await sandbox.close();
  });
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await server.recover();
    await discardAll();
  });

  /** Closes all editors and discards unsaved changes. */
  async function discardAll(): Promise<void> {
    while (vscode.window.activeTextEditor) {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    const isReply = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText && input.uri.path.startsWith('/replies/');
    await vscode.window.tabGroups.close(tabs.filter(isReply));
  }

  const answered = (status: number, text: string): Fault => ({
    kind: 'other',
    reply: () => ({ status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) }),
  });

  /** Picks an operation. Returns the document that is opened for it. */
  async function compose(operation: string): Promise<vscode.TextDocument> {
    const answers = answerPrompts(operation);
    await vscode.commands.executeCommand('marginalia.request.compose');
    answers.restore();
    return vscode.window.activeTextEditor?.document ?? assert.fail('No document is shown.');
  }

  /** Replaces the text of the document in the editor. */
  async function write(text: string): Promise<void> {
    const editor = vscode.window.activeTextEditor ?? assert.fail('No document is shown.');
    const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit(edit => edit.replace(all, text));
  }

  /** Sends the document in the editor with these answers. Returns the messages. */
  async function send(...replies: Answer[]): Promise<string[]> {
    answers = answerPrompts(...replies);
    await vscode.commands.executeCommand('marginalia.request.send');
    const { transcript, restore } = answers;
    answers = undefined;
    restore();
    return transcript;
  }

  const replies = () =>
    vscode.window.visibleTextEditors
      .map(({ document }) => document)
      .filter(({ uri }) => uri.scheme === 'marginalia' && uri.path.startsWith('/replies/'));

  it('starts with the known values of the active document', async () => {
    await vscode.window.showTextDocument(pageUri('heron-manual', 2, 'README.md'));
    const document = await compose('PATCH /spaces/{spaceId}/change-requests/{changeRequestId}');
    assert.equal(document.languageId, 'json');
    assert.ok(document.fileName.endsWith('.request.json'), document.fileName);
    assert.deepEqual(JSON.parse(document.getText()), {
      $schema: 'marginalia://requests/schemas/updateChangeRequest.json',
      operation: 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}',
      path: { spaceId: 'heron-manual', changeRequestId: '2' },
      body: {},
    });
  });

  /** Returns the path in the document that is opened for an operation. */
  async function pathFor(operation: string): Promise<Record<string, string>> {
    const { path } = JSON.parse((await compose(operation)).getText()) as { path: Record<string, string> };
    return path;
  }
  const ofPage = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}';

  it('starts with the page or file of the active editor', async () => {
    const [first = assert.fail()] = pagesOf(sandbox, { space: 'heron-manual', number: 2 });
    await vscode.window.showTextDocument(pageUri('heron-manual', 2, 'README.md'));
    assert.deepEqual(await pathFor(ofPage), { spaceId: 'heron-manual', changeRequestId: '2', pageId: first.id });
    await vscode.window.showTextDocument(pageUri('heron-manual', 2, 'README.md'));
    const { spaceId, pageId } = await pathFor('GET /spaces/{spaceId}/content/page/{pageId}');
    assert.deepEqual([spaceId, pageId], ['heron-manual', first.id]);
  });

  itWithOptional('starts with the revision of the active editor', async () => {
    const place = { connection: 'sandbox', space: 'heron-manual' };
    const { revision } = sandbox.state.spaces.get('heron-manual');
    const version = { kind: 'revision', revision } as const;
    await vscode.window.showTextDocument(contentUri({ ...place, version, path: 'README.md' }));
    const { revisionId, pageId } = await pathFor('GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}');
    assert.equal(revisionId, revision);
    assert.notEqual(pageId, '');
  });

  it('starts with the change request whose overview is active', async () => {
    await vscode.window.showTextDocument(changeRequestUri('heron-manual', 8));
    assert.deepEqual(await pathFor(ofPage), { spaceId: 'heron-manual', changeRequestId: '8', pageId: '' });
  });

  it('starts without a page when the page cannot be found', async () => {
    await vscode.window.showTextDocument(pageUri('heron-manual', 2, 'README.md'));
    server.fail({ kind: 'status', status: 500 }, /pages$|content$/);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const { spaceId, changeRequestId } = await pathFor(ofPage);
    assert.deepEqual([spaceId, changeRequestId], ['heron-manual', '2']);
  });

  it('has a schema of the allowed members', async () => {
    const document = await compose('PATCH /spaces/{spaceId}');
    const { $schema } = JSON.parse(document.getText()) as { $schema: string };
    const schema = await vscode.workspace.openTextDocument(vscode.Uri.parse($schema));
    assert.match(schema.getText(), /"maxLength": 50/);
    await vscode.window.showTextDocument(document);
    await write(
      JSON.stringify({
        $schema,
        operation: 'PATCH /spaces/{spaceId}',
        path: { spaceId: 's' },
        body: { editMode: 'x' },
      }),
    );
    await eventually(() => {
      const diagnostics = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
      assert.ok(
        diagnostics.some(message => message.includes('"live"')),
        diagnostics.join('\n'),
      );
    });
  });

  it('has a name of its own, even next to another one of the same operation', async () => {
    const first = await compose('GET /orgs');
    const second = await compose('GET /orgs');
    assert.notEqual(first.fileName, second.fileName);
    assert.equal(first.getText(), second.getText());
  });

  it('is sent without a question when it only reads, and its reply opens beside it', async () => {
    await compose('GET /orgs');
    assert.deepEqual(await send(), []);
    const [reply] = replies();
    const { items } = JSON.parse(reply?.getText() ?? '{}') as { items: { title: string }[] };
    assert.ok(items.some(({ title }) => title === 'Tidewell'));
    assert.match(
      vscode.window.activeTextEditor?.document.fileName ?? '',
      /\.request\.json$/,
      'the request keeps the focus',
    );
  });

  it('is sent after a confirmation that names the target, and views refresh', async () => {
    await compose('PATCH /spaces/{spaceId}');
    await write(
      JSON.stringify({
        operation: 'PATCH /spaces/{spaceId}',
        path: { spaceId: 'heron-manual' },
        body: { title: 'Herons' },
      }),
    );
    const messages = await send(undefined);
    assert.match(
      messages[0] ?? '',
      /^Send PATCH \/spaces\/heron-manual\?\nChanges a space\. It is done at once as ".*"/,
    );
    assert.equal(sandbox.state.spaces.get('heron-manual').title === 'Herons', false, 'nothing is done without a yes');
    await send('Send');
    assert.equal(sandbox.state.spaces.get('heron-manual').title, 'Herons');
  });

  it('keeps its text when it fails, and reports why', async () => {
    await compose('PATCH /spaces/{spaceId}');
    const text = JSON.stringify({
      operation: 'PATCH /spaces/{spaceId}',
      path: { spaceId: 'heron-manual' },
      body: { title: 'x'.repeat(51) },
    });
    await write(text);
    const messages = await send('Send');
    assert.match(messages.at(-1) ?? '', /^Could not send the request: .*title/);
    server.fail({ kind: 'status', status: 503 });
    assert.match(
      (await send('Send')).at(-1) ?? '',
      /^Sending PATCH \/spaces\/\{spaceId\}: the answer was lost\..*look before you send/,
    );
    server.fail({ kind: 'dropped' });
    assert.match(
      (await send('Send')).at(-1) ?? '',
      /^Sending PATCH \/spaces\/\{spaceId\}: the answer was lost\..*look before you send/,
    );
    assert.equal(vscode.window.activeTextEditor?.document.getText(), text);
  });

  for (const [fault, name, body] of [
    [{ kind: 'status', status: 403, message: 'Not you.' }, 'listOrganizations.403.json', /^\{\n.*Not you\./s],
    [{ kind: 'status', status: 500, message: 'A mishap.' }, 'listOrganizations.500.json', /A mishap\./],
    [answered(404, 'No such thing'), 'listOrganizations.404.txt', /^No such thing$/],
    [{ kind: 'html', status: 502 }, 'listOrganizations.502.txt', /^</],
  ] as const) {
    it(`shows the status and the body of an error response: ${name}`, async () => {
      await compose('GET /orgs');
      server.fail(fault, /^GET \/orgs$/);
      assert.match((await send()).at(-1) ?? '', /^Could not send the request: /);
      const [reply] = replies();
      assert.equal(reply?.uri.path.split('/').at(-1), name);
      assert.match(reply?.getText() ?? '', body);
      assert.match(vscode.window.activeTextEditor?.document.fileName ?? '', /\.request\.json$/);
    });
  }

  it('shows the status and the body of an error response after a write that failed or may have failed', async () => {
    await compose('PATCH /spaces/{spaceId}');
    const request = { operation: 'PATCH /spaces/{spaceId}', path: { spaceId: 'heron-manual' } };
    await write(JSON.stringify({ ...request, body: { title: 'x'.repeat(51) } }));
    await send('Send');
    assert.match(replies().at(-1)?.uri.path ?? '', /\.400\.json$/);
    server.fail({ kind: 'status', status: 503, message: 'Too much to do.' });
    assert.match((await send('Send')).at(-1) ?? '', /the answer was lost/);
    const reply = replies().find(({ uri }) => uri.path.endsWith('.503.json'));
    assert.match(reply?.getText() ?? '', /Too much to do\./);
  });

  it('opens no reply without a body', async () => {
    await compose('GET /orgs');
    server.fail(answered(404, ''), /^GET \/orgs$/);
    assert.match((await send()).at(-1) ?? '', /with status 404/);
    assert.deepEqual(replies(), []);
  });

  it('says that it may have been done when its reply is lost, or was cancelled', async () => {
    await compose('PATCH /spaces/{spaceId}');
    const rename = (title: string) => ({
      operation: 'PATCH /spaces/{spaceId}',
      path: { spaceId: 'heron-manual' },
      body: { title },
    });
    await write(JSON.stringify(rename('Lost')));
    server.fail({ kind: 'dropped', isDone: true }, /^PATCH/);
    assert.match((await send('Send')).at(-1) ?? '', /the answer was lost.*Whether it was done is not known/);
    assert.equal(sandbox.state.spaces.get('heron-manual').title, 'Lost');
    await server.recover();
    await write(JSON.stringify(rename('Given up')));
    server.fail({ kind: 'late' }, /^PATCH/);
    answers = answerPrompts('Send');
    const sending = vscode.commands.executeCommand('marginalia.request.send');
    await server.waiting();
    answers.cancel();
    await sending;
    assert.match(answers.transcript.at(-1) ?? '', /was canceled\. Whether it was done is not known/);
    server.release();
    assert.equal(sandbox.state.spaces.get('heron-manual').title, 'Given up');
  });

  for (const [text, reason] of [
    ['', /the document is not JSON/],
    ['null', /the document is empty/],
    ['[]', /the document is not an object/],
    ['{}', /What "operation" says is not an operation of the service/],
    ['{ "operation": "GET /nothing" }', /"GET \/nothing" is not an operation of the service/],
    ['{ "operation": "GET /spaces/{spaceId}" }', /"spaceId" in its path is not filled in/],
    ['{ "operation": "GET /spaces/{spaceId}", "path": { "spaceId": "" } }', /"spaceId" in its path is not filled in/],
    ['{ "operation": "GET /spaces/{spaceId}", "path": { "spaceId": ".." } }', /"spaceId" in its path cannot be "\.\."/],
    ['{ "operation": "GET /spaces/{spaceId}", "path": "x" }', /path is not an object/],
    ['{ "operation": "GET /orgs", "query": 1 }', /query is not an object/],
  ] as const) {
    it(`is not sent when it contains ${text || 'nothing'}`, async () => {
      await compose('GET /orgs');
      await write(text);
      const before = server.requests.length;
      const messages = await send();
      assert.match(messages.at(-1) ?? '', /^Could not send the request: /);
      assert.match(messages.at(-1) ?? '', reason);
      assert.equal(server.requests.length, before);
    });
  }

  it('explains how to start when no document is open', async () => {
    assert.match((await send()).at(-1) ?? '', /Begin with "Marginalia: Send Request\.\.\."/);
  });

  it('can be composed for every operation of the contract', async function () {
    this.timeout(180_000);
    await compose('GET /orgs');
    // Each kind of server is tested with the operations that distinguish it.
    const offered = operations.filter(({ isOptional }) => isOptional !== documentedOnly);
    // Deletions come last, because all other requests need their targets.
    const order = ({ method }: Operation) => (method === 'DELETE' ? 1 : 0);
    for (const operation of offered.toSorted((a, b) => order(a) - order(b))) {
      const request = requestTemplate(operation, '', {
        ...{ organizationId: 'tidewell', spaceId: 'heron-manual', changeRequestId: '2', userId: 'mara' },
      });
      const path = Object.fromEntries(
        Object.entries(request.path ?? {}).map(([name, value]) => [name, value || 'none']),
      );
      await write(JSON.stringify({ ...request, path }));
      const before = server.requests.length;
      await send(...(operation.method === 'GET' ? [] : ['Send']));
      const pattern = operation.segments.map(part => (part.startsWith('{') ? '[^/]+' : part)).join('/');
      const expected = new RegExp(`^${operation.method} /${pattern}$`);
      const sent = server.requests.slice(before);
      assert.ok(
        sent.some(one => expected.test(one)),
        `${operation.route} is not among ${sent.join(', ')}`,
      );
    }
    assert.equal(offered.length, documentedOnly ? 130 : 42);
  });
});

describe('a request composed on the review page', () => {
  const set = stageOfParts();

  it('starts with the page that is read there', async () => {
    const { panel, receive } = fakePanel();
    const context = { ...set.app.context, extensionUri: vscode.Uri.file('/extension') };
    const app = { ...set.app, context } as unknown as App;
    const connection = app.session.current ?? assert.fail();
    await restoreReviewPage(app, panel, { connection: connection.id, space: 'heron-manual', number: 8 });
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}';
    const ids = async () => {
      const answers = answerPrompts(route);
      await composeRequest(app);
      answers.restore();
      const text = vscode.window.activeTextEditor?.document.getText() ?? '';
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      return (JSON.parse(text) as { path: unknown }).path;
    };
    const known = { spaceId: 'heron-manual', changeRequestId: '8' };
    assert.deepEqual(await ids(), { ...known, pageId: '' });
    receive({ type: 'reading', id: 'home' });
    assert.deepEqual(await ids(), { ...known, pageId: 'home' });
    receive({ type: 'reading', id: '' });
    assert.deepEqual(await ids(), { ...known, pageId: '' });
    panel.dispose();
    const path = await ids();
    assert.deepEqual(path, { spaceId: '', changeRequestId: '', pageId: '' }, 'the review page is closed');
  });
});
