import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { baseUri } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { itWithOptional, pageUri, signedIn, signOut } from '../../host/support.ts';
import { startFaultyServer } from '../../host/faultyServer.ts';
import { marginalia, sampleSandbox } from '../../host/support.ts';
import { addTitledPage, editRequests, open, revertAll, sentEdits, type } from './editor.ts';

const { fs } = vscode.workspace;
const changeRequest = { space: 'heron-manual', number: 8 };

describe('a page can be edited', () => {
  let sandbox: RunningSandbox | undefined;
  let page: { id: string; uri: vscode.Uri };

  const start = async (options: Parameters<typeof signedIn>[0] = {}) => {
    sandbox = await signedIn(options);
    page = addTitledPage(sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop the anchor.\n' });
    return sandbox;
  };
  afterEach(async () => {
    await revertAll();
    await sandbox?.close();
    sandbox = undefined;
  });

  const isReadOnly = async (uri: vscode.Uri) => (await fs.stat(uri)).permissions === vscode.FilePermission.Readonly;
  const write = (uri: vscode.Uri) => Promise.resolve(fs.writeFile(uri, Buffer.from('Weigh the anchor.\n')));
  const setStatus = ({ state }: RunningSandbox, status: 'open' | 'draft' | 'merged' | 'archived') => {
    const row = state.changeRequests.all().find(({ space, number }) => space === changeRequest.space && number === 8);
    state.changeRequests.put({ ...(row ?? assert.fail()), status });
  };

  itWithOptional('in an open or draft change request, and follows its status', async () => {
    const running = await start();
    await open(page.uri);
    assert.equal(await isReadOnly(page.uri), false);
    for (const status of ['merged', 'archived'] as const) {
      setStatus(running, status);
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      await eventually(async () => assert.ok(await isReadOnly(page.uri), status));
      await assert.rejects(write(page.uri), new RegExp(`This change request is ${status}`));
    }
    setStatus(running, 'draft');
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await eventually(async () => assert.equal(await isReadOnly(page.uri), false));
  });

  itWithOptional('not when the setting is off, with a message', async () => {
    await start();
    const editable = (isOn?: false) =>
      vscode.workspace.getConfiguration('marginalia').update('pages.editable', isOn, vscode.ConfigurationTarget.Global);
    await open(page.uri);
    await editable(false);
    try {
      await eventually(async () => assert.ok(await isReadOnly(page.uri)));
      await assert.rejects(write(page.uri), /Only pages of change requests can be edited|turn on the setting/);
    } finally {
      await editable();
    }
    await eventually(async () => assert.equal(await isReadOnly(page.uri), false));
  });

  for (const [user, canEdit] of Object.entries({ tomasz: true, jun: true, lucia: false, sam: false })) {
    itWithOptional(`${canEdit ? 'by' : 'not by'} ${user}, according to the role`, async () => {
      await start({ as: user });
      await fs.readFile(page.uri);
      assert.equal(await isReadOnly(page.uri), !canEdit);
      if (!canEdit) await assert.rejects(write(page.uri), /Your role in this space does not let you edit/);
    });
  }

  it('not in the main content, in earlier revisions and on the base side of a diff', async () => {
    const { state } = await start({ documentedOnly: false });
    const main = vscode.Uri.parse('marginalia://sandbox/spaces/heron-manual/content/README.md');
    const row = state.changeRequests.all().find(({ space, number }) => space === changeRequest.space && number === 8);
    const base = baseUri(page.uri, row?.revision ?? '', { path: page.uri.path.split('/').at(-1) ?? '' });
    const revision = main.with({ path: `/spaces/heron-manual/revisions/${row?.revision}/README.md` });
    const reasons = [
      [main, /Main content can only be edited in a change request/],
      [base, /Earlier versions of a page are read-only|Only pages of change requests can be edited/],
      [revision, /Earlier versions of a page are read-only/],
    ] as const;
    for (const [uri, reason] of reasons) {
      assert.ok(await isReadOnly(uri), String(uri));
      await assert.rejects(write(uri), reason);
    }
    const overview = pageUri(changeRequest.space, 8, '').with({ path: '/spaces/heron-manual/change-requests/8.md' });
    assert.ok(await isReadOnly(overview));
  });

  it('not when the server has no page edits, with a message', async () => {
    await start({ documentedOnly: true });
    await fs.readFile(page.uri);
    assert.ok(await isReadOnly(page.uri));
    await assert.rejects(write(page.uri), /This server does not support editing pages: it lacks "POST/);
  });

  itWithOptional('when it is unsaved while the server is offline, and after signing out', async () => {
    sandbox = await sampleSandbox();
    const server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    page = addTitledPage(sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop the anchor.\n' });
    const editor = await open(page.uri);
    await type(editor, 'Weigh it.');
    const before = await fs.stat(page.uri);
    await server.refuse();
    assert.deepEqual(await fs.stat(page.uri), before);
    assert.notEqual(before.permissions, vscode.FilePermission.Readonly);
    await vscode.commands.executeCommand('workbench.action.files.save');
    assert.ok(editor.document.isDirty, 'what could not be sent is still unsaved');
    await signOut((await marginalia()).connection?.id ?? '');
    assert.deepEqual(await fs.stat(page.uri), before);
    assert.equal(sentEdits(server).length, 0);
    assert.match(editor.document.getText(), /Weigh it\.$/);
    await server.close();
  });

  itWithOptional('without a request after each write', async () => {
    sandbox = await sampleSandbox();
    const server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    page = addTitledPage(sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop the anchor.\n' });
    await open(page.uri);
    assert.equal(await isReadOnly(page.uri), false);
    assert.deepEqual(server.writes, []);
    await server.close();
  });

  itWithOptional('until a save shows that the server has no page edits; the text stays', async () => {
    sandbox = await sampleSandbox();
    const server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    page = addTitledPage(sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop the anchor.\n' });
    const other = addTitledPage(sandbox, changeRequest, { title: 'Chains', markdown: 'Count.\n' });
    server.fail({ kind: 'status', status: 405 }, editRequests);
    const editor = await open(page.uri);
    await type(editor, 'Weigh it.');
    await assert.rejects(write(page.uri), /This server does not support editing pages/);
    assert.match(editor.document.getText(), /Weigh it\.$/);
    await eventually(async () => assert.ok(await isReadOnly(other.uri)));
    await server.close();
  });
});
