import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { treePathToChangeRequest, treePathToSpace } from '../../../src/features/opening/treePaths.ts';
import { commands } from '../../../src/features/tree/commands.ts';
import type { App } from '../../../src/app.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Parts, parts } from '../../host/app.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { stageOfParts } from '../../host/stage.ts';
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

  it('loads pages of a list until it finds the row', async () => {
    const { api } = connection();
    const create = 'POST /spaces/{spaceId}/change-requests';
    const number = await createChangeRequest(connection(), spaceId, 'The oldest');
    for (let index = 0; index < 60; index++) await api.request(create, { spaceId, body: { subject: `No. ${index}` } });
    const place = { connection: connection(), space: spaceId, number };
    const row = await app.tree.reveal(...(await treePathToChangeRequest(app as unknown as App, place)));
    assert.equal(row?.label, `#${number} The oldest`);
  });

  it('finds a row that was just created', async () => {
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

  it('returns undefined for a missing row, after a limited search', async () => {
    const way = await treePathToSpace(connection(), spaceId);
    assert.equal(await app.tree.reveal(...way, `${way.at(-1)}/change-requests/999999`), undefined);
  });
});

describe('revealing the active document', () => {
  const on = stageOfParts();

  /** Runs the command on a page, and returns the labels of the selected row and of those around it. */
  async function revealed(...[space, number, path]: Parameters<typeof pageUri>): Promise<string[]> {
    const connection = on.app.session.current ?? assert.fail();
    const select = on.app.tree.reveal.bind(on.app.tree);
    let labels: string[] = [];
    on.app.tree.reveal = async (...treePath) => {
      const row = await select(...treePath);
      if (row) labels = [row.label, ...treePath.map(String)];
      return row;
    };
    const uri = pageUri(space, number, path).with({ authority: connection.id });
    await commands['marginalia.tree.reveal']?.run(on.app as unknown as App, uri);
    return labels;
  }

  it('selects the row of the page among all pages of its change request', async () => {
    const [label, ...treePath] = await revealed('heron-manual', 8, 'hardware/moorings/two-point.md');
    assert.equal(label, 'Two-point mooring');
    assert.equal(treePath.filter(id => id.includes('#pages/')).length, 3, 'its group, the page above it and itself');
  });

  it('selects the change request of a page that it does not list', async () => {
    const [label] = await revealed('heron-manual', 8, 'nowhere.md');
    assert.match(label ?? '', /^#8 /);
  });
});

describe('the command that reveals the active document', () => {
  let sandbox: RunningSandbox;
  let answers: Answers;

  beforeEach(async () => {
    sandbox = await signedIn();
    answers = answerPrompts();
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

  it('reports when no page is open', async () => {
    await vscode.commands.executeCommand('marginalia.tree.reveal');
    assert.match(answers.transcript[0] ?? '', /^No page of the service is open/);
  });
});
