import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { contentUri, parseContentUri } from '../../../src/model/content/address.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { groupsOf, rowsOffering } from '../../host/menus.ts';
import { stage } from '../../host/stage.ts';
import { addPage, changeRequestUri, documentedOnly, itWithOptional, pageUri } from '../../host/support.ts';

const command = 'marginalia.page.proposeChange';
const space = 'heron-manual';
const post = /^POST .*\/change-requests$/;

describe('proposing a change to a page', () => {
  let answers: Answers;
  afterEach(() => answers.restore());
  const set = stage();

  const run = (target?: unknown) => vscode.commands.executeCommand(command, target);
  const last = () => answers.transcript.at(-1) ?? '';
  const created = () => set.sandbox.state.changeRequests.all().filter(({ subject }) => subject === 'Better moorings');
  const page = pageUri(space, 8, 'hardware/moorings/README.md');
  const inEditor = () => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && parseContentUri(uri);
  };

  /** Asserts which document is open after a change request was created. */
  function assertOpened(path: string): void {
    const [row, ...others] = created();
    assert.deepEqual(others, []);
    assert.equal(row?.space, space);
    const version = { kind: 'changeRequest', number: row?.number };
    assert.deepEqual(inEditor(), { connection: 'sandbox', space, version, path });
    const next = documentedOnly ? ', and shows "Moorings" as it is\\.' : '\\. Edit "Moorings" here; saving sends it';
    assert.match(last(), new RegExp(`^#${row?.number} is created${next}`));
  }

  it('creates a change request in its space, and opens the page in it', async () => {
    answers = answerPrompts('Better moorings');
    await run(page);
    assertOpened('hardware/moorings/README.md');
  });

  it('uses the page in the active editor', async () => {
    await vscode.window.showTextDocument(page);
    answers = answerPrompts('Better moorings');
    await run();
    assertOpened('hardware/moorings/README.md');
  });

  itWithOptional('works from the main content, too', async () => {
    const path = 'hardware/moorings/README.md';
    answers = answerPrompts('Better moorings');
    await run(contentUri({ connection: 'sandbox', space, version: { kind: 'main' }, path }));
    assertOpened(path);
  });

  it('names the page and the space in its question', async () => {
    let title: string | undefined;
    answers = answerPrompts(([box]) => ((title = (box as vscode.InputBoxOptions).title), undefined));
    await run(page);
    assert.equal(title, 'Propose a Change to "Moorings" in "Heron manual"');
    assert.ok(!set.server.requests.some(request => post.test(request)));
  });

  it('says that a new page of a change request is not in the new change request', async () => {
    const { uri } = addPage(set.sandbox, { space, number: 8 }, { title: 'Fenders', markdown: 'Text.\n' });
    answers = answerPrompts('Better moorings');
    await run(uri);
    assert.equal(created().length, 1);
    assert.match(last(), /^#\d+ is created\. "Fenders" is not in it: it is not in the main content\.$/);
  });

  it('reports that it is created when only the page cannot be opened', async () => {
    answers = answerPrompts('Better moorings');
    await vscode.workspace.fs.readFile(page);
    set.server.fail({ kind: 'status', status: 403 }, /^GET .*\/content\/pages$/);
    await run(page);
    assert.equal(created().length, 1);
    assert.match(last(), /^#\d+ is created, but the page could not be opened in it: The test says 403\./);
  });

  it('reports that it is created when the reply is lost', async () => {
    answers = answerPrompts('Better moorings');
    set.server.fail({ kind: 'cut' }, post, 1);
    await run(page);
    const name = `#${created()[0]?.number}`;
    const outcome = documentedOnly ? `${name} was created meanwhile with this subject` : `It is created: ${name}\\.$`;
    assert.match(last(), new RegExp(`the answer was lost\\..* ${outcome}`));
  });

  it('says that a space is locked before any question', async () => {
    set.sandbox.state.spaces.put({ ...set.sandbox.state.spaces.get(space), editMode: 'locked' });
    answers = answerPrompts();
    await run(page);
    assert.equal(last(), 'Could not create a change request in "Heron manual": it is locked.');
  });

  it('explains itself when no page is open, and on an overview', async () => {
    answers = answerPrompts();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run();
    assert.match(last(), /^No page is open\./);
    await run(changeRequestUri(space, 8));
    assert.equal(last(), 'Open a page of the service to propose a change to it.');
  });

  it('is offered on pages that may be commented on, and in the menu of their editor', () => {
    answers = answerPrompts();
    const rows = ['page', 'page.noComment', 'page.group', 'file', 'space'];
    assert.deepEqual(rowsOffering(command, rows), ['page']);
    // The command is a button of read-only pages, which are those of the main content and of merged change requests.
    assert.deepEqual(groupsOf('editor/title', command), ['1_decide@9', 'navigation@0', 'navigation@0']);
  });
});
