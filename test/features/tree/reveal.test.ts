import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { treePathToChangeRequest, treePathToSpace } from '../../../src/features/opening/treePaths.ts';
import type { App } from '../../../src/app.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Parts, parts } from '../../host/app.ts';
import { type Answers, answering } from '../../host/answers.ts';
import { createChangeRequest, pageUri, sampleSandbox, signedIn } from '../../host/support.ts';

const spaceId = 'heron-api';

describe('revealing a row', () => {
  let sandbox: RunningSandbox;
  let app: Parts;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    app = parts();
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
  });
  afterEach(async () => {
    app.dispose();
    await sandbox.close();
  });

  const connection = () => app.session.current ?? assert.fail();

  it('finds a space below nested collections', async () => {
    const row = await app.tree.reveal(...(await treePathToSpace(connection(), 'heron-manual')));
    assert.match(row?.label ?? '', /Heron manual/);
  });

  it('reads on to the page of a list that has it', async () => {
    const { api } = connection();
    const create = 'POST /spaces/{spaceId}/change-requests';
    const number = await createChangeRequest(connection(), spaceId, 'The oldest');
    for (let index = 0; index < 60; index++) await api.request(create, { spaceId, body: { subject: `No. ${index}` } });
    const place = { connection: connection(), space: spaceId, number };
    const row = await app.tree.reveal(...(await treePathToChangeRequest(app as unknown as App, place)));
    assert.equal(row?.label, `#${number} The oldest`);
  });

  it('finds what was made a moment ago', async () => {
    const way = await treePathToSpace(connection(), spaceId);
    await app.tree.reveal(...way);
    const number = await createChangeRequest(connection(), spaceId, 'Brand new');
    const place = { connection: connection(), space: spaceId, number };
    const row = await app.tree.reveal(...(await treePathToChangeRequest(app as unknown as App, place)));
    assert.equal(row?.label, `#${number} Brand new`);
  });

  for (const status of ['merged', 'archived'] as const) {
    it(`finds a change request that is ${status} in its group`, async () => {
      const put = sandbox.state.changeRequests.all().find(one => one.status === status) ?? assert.fail();
      const place = { connection: connection(), space: put.space, number: put.number };
      const row = await app.tree.reveal(...(await treePathToChangeRequest(app as unknown as App, place)));
      assert.match(row?.label ?? '', new RegExp(`^#${put.number} `));
    });
  }

  it('gives nothing for a row that is not there, without asking for ever', async () => {
    const way = await treePathToSpace(connection(), spaceId);
    assert.equal(await app.tree.reveal(...way, `${way.at(-1)}/change-requests/999999`), undefined);
  });
});

describe('the command that reveals the document in the editor', () => {
  let sandbox: RunningSandbox;
  let answers: Answers;

  beforeEach(async () => {
    sandbox = await signedIn();
    answers = answering();
  });
  afterEach(async () => {
    answers.restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.close();
  });

  it('selects its change request', async () => {
    await vscode.window.showTextDocument(pageUri('heron-manual', 8, 'hardware/moorings/README.md'));
    await vscode.commands.executeCommand('marginalia.tree.reveal');
    assert.deepEqual(answers.transcript, []);
  });

  it('says so when no page is open', async () => {
    await vscode.commands.executeCommand('marginalia.tree.reveal');
    assert.match(answers.transcript[0] ?? '', /^No page of the service is open/);
  });
});
