import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { discussionLine } from '../../../src/features/content/node.ts';
import { type Answers, answering } from '../../host/answers.ts';
import { changeRequestUri, itWithOptional, signedIn } from '../../host/support.ts';

const space = 'heron-manual';

describe('what a change request changes', () => {
  let sandbox: RunningSandbox;
  let answers: Answers | undefined;

  const open = () => sandbox.state.changeRequests.all().filter(row => row.space === space && row.status === 'open');
  const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab;

  /** The first open change request with an edited page, and the address of that page. */
  async function editedPage(): Promise<{ number: number; uri: vscode.Uri }> {
    for (const { number } of open()) {
      const text = String(await vscode.workspace.fs.readFile(changeRequestUri(space, number)));
      const [, path] = /\(<([^>]+)>\): edited/.exec(text) ?? [];
      if (path) return { number, uri: vscode.Uri.joinPath(changeRequestUri(space, number), '..', path) };
    }
    return assert.fail('no edited page in the sample');
  }

  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.close();
  });

  itWithOptional('is listed in the overview', async () => {
    sandbox = await signedIn();
    for (const { number, subject } of open()) {
      const text = String(await vscode.workspace.fs.readFile(changeRequestUri(space, number)));
      assert.match(text, new RegExp(`^# #${number} `));
      assert.match(text, /- \*\*Reviewers:\*\* .+/);
      assert.equal(text.split('\n').indexOf('## Discussion'), discussionLine - 2);
      assert.match(text, /## Changes\n\n- .+: (added|edited|deleted|moved)/, subject);
    }
  });

  itWithOptional('opens as a diff of a page against its base', async () => {
    sandbox = await signedIn();
    const { uri } = await editedPage();
    await vscode.commands.executeCommand('marginalia.page.compareWithBase', uri);
    const { input } = tab() ?? assert.fail('no tab');
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.modified.toString(), uri.toString());
    assert.match(input.original.path, /\/revisions\/[^/]+\//);
    const [base, proposed] = await Promise.all(
      [input.original, input.modified].map(async side => String(await vscode.workspace.fs.readFile(side))),
    );
    assert.notEqual(base, proposed);
  });

  itWithOptional('opens all together', async () => {
    sandbox = await signedIn();
    const { number } = await editedPage();
    await vscode.commands.executeCommand('marginalia.changeRequest.openChanges', changeRequestUri(space, number));
    assert.match(tab()?.label ?? '', new RegExp(`#${number} `));
  });

  it('says where the server does not tell it', async () => {
    sandbox = await signedIn({ documentedOnly: true });
    answers = answering();
    const [first] = open();
    const number = first?.number ?? assert.fail();
    const overview = String(await vscode.workspace.fs.readFile(changeRequestUri(space, number)));
    assert.match(overview, /- \*\*Reviewers:\*\* .+/);
    assert.doesNotMatch(overview, /## Changes/);
    await vscode.commands.executeCommand('marginalia.changeRequest.openChanges', changeRequestUri(space, number));
    assert.match(answers.said.at(-1) ?? '', /does not tell what a change request changes/);
    const readme = vscode.Uri.joinPath(changeRequestUri(space, number), '..', String(number), 'README.md');
    await vscode.commands.executeCommand('marginalia.page.compareWithBase', readme);
    assert.match(answers.said.at(-1) ?? '', /does not offer earlier revisions/);
  });
});
