import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { PageRow } from '../../../src/sandbox/store/rows.ts';
import { discussionLine } from '../../../src/features/content/node.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { changeRows, parts, row } from '../../host/app.ts';
import {
  addPage,
  changeRequestUri,
  editContent,
  itWithOptional,
  pagesOf,
  pageUri,
  signedIn,
} from '../../host/support.ts';

const space = 'heron-manual';
const wayToSpace = ['Tidewell', 'Products', 'Heron', 'Heron manual'];

describe('the changes of a change request', () => {
  let sandbox: RunningSandbox;
  let answers: Answers | undefined;

  const open = () => sandbox.state.changeRequests.all().filter(row => row.space === space && row.status === 'open');
  const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab;

  /** Returns the first open change request with an edited page, and the URI of that page. */
  async function editedPage(): Promise<{ number: number; uri: vscode.Uri }> {
    for (const { number } of open()) {
      const text = String(await vscode.workspace.fs.readFile(changeRequestUri(space, number)));
      const [, path] = /\(<([^>]+)>\): edited/.exec(text) ?? [];
      if (path) return { number, uri: vscode.Uri.joinPath(changeRequestUri(space, number), '..', path) };
    }
    return assert.fail('no edited page in the sample');
  }

  /** Reverses the order of all pages of a change request as another user. */
  function reorderPages(number: number): void {
    const { revisions, changeRequests } = sandbox.state;
    const row = changeRequests.all().find(row => row.space === space && row.number === number) ?? assert.fail();
    const reversed = (pages: PageRow[]): PageRow[] =>
      [...pages].reverse().map(page => ({ ...page, pages: reversed(page.pages) }));
    const revision = revisions.get(row.revision);
    revisions.put({ ...revision, pages: reversed(revision.pages) });
    sandbox.state.keepWrites();
  }

  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.close();
  });

  itWithOptional('are listed in the overview', async () => {
    sandbox = await signedIn();
    for (const { number, subject } of open()) {
      const text = String(await vscode.workspace.fs.readFile(changeRequestUri(space, number)));
      assert.match(text, new RegExp(`^# #${number} `));
      assert.match(text, /- \*\*Reviewers:\*\* .+/);
      assert.equal(text.split('\n').indexOf('## Discussion'), discussionLine - 2);
      assert.match(text, /## Changes\n\n- .+: (added|edited|deleted|moved)/, subject);
    }
  });

  itWithOptional('are opened from the overview, a file like a page', async () => {
    sandbox = await signedIn();
    const uri = changeRequestUri(space, 8);
    const [, changes = ''] = String(await vscode.workspace.fs.readFile(uri)).split('## Changes');
    const links = [...changes.matchAll(/^- \[[^\]]+\]\(<([^>]+)>\): \w+$/gm)].map(([, path = '']) => path);
    assert.deepEqual(links.length, changes.trim().split('\n').length, changes);
    assert.ok(links.includes('8/.assets/mooring-line-parts.svg'), changes);
    for (const path of links) await vscode.workspace.fs.stat(vscode.Uri.joinPath(uri, '..', path));
  });

  itWithOptional('open as a diff of a page against its base', async () => {
    sandbox = await signedIn();
    const { uri } = await editedPage();
    await vscode.commands.executeCommand('marginalia.page.compareWithBase', uri);
    const { input } = tab() ?? assert.fail('no tab');
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(documentKey(input.modified), documentKey(uri));
    assert.equal(input.original.path, input.modified.path, 'VS Code would show it as renamed');
    const [base, proposed] = await Promise.all(
      [input.original, input.modified].map(async side => String(await vscode.workspace.fs.readFile(side))),
    );
    assert.notEqual(base, proposed);
  });

  itWithOptional('open all in one editor', async () => {
    sandbox = await signedIn();
    const { number } = await editedPage();
    await vscode.commands.executeCommand('marginalia.changeRequest.openChanges', changeRequestUri(space, number));
    assert.match(tab()?.label ?? '', new RegExp(`#${number} `));
  });

  itWithOptional('contain a page that was moved and edited once, and compare it with its former path', async () => {
    sandbox = await signedIn();
    const { number } = open()[0] ?? assert.fail();
    const pages = pagesOf(sandbox, { space, number });
    const page = pages.find(({ path, pages }) => path?.includes('/') && pages.length === 0) ?? assert.fail();
    const moved = `${page.path?.replace(/[^/]*$/, '')}moved-page.md`;
    const was = String(await vscode.workspace.fs.readFile(pageUri(space, number, `${page.path}.md`)));
    const { id, title } = page;
    editContent(sandbox, { space, number }, [
      { operation: 'update_page', page: id, document: { markdown: '# Rewritten\n\nAll of it.\n' } },
      { operation: 'update_page', page: id, slug: 'moved-page' },
    ]);
    reorderPages(number);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const overview = String(await vscode.workspace.fs.readFile(changeRequestUri(space, number)));
    const lines = overview.split('\n').filter(line => line.includes(`[${title}]`));
    assert.deepEqual(lines.length, 1, lines.join());
    assert.match(lines[0] ?? '', /edited and moved$/);
    await vscode.commands.executeCommand('marginalia.page.compareWithBase', pageUri(space, number, moved));
    const { input } = tab() ?? assert.fail('no tab');
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.original.path, input.modified.path);
    assert.equal(String(await vscode.workspace.fs.readFile(input.original)), was);
    assert.match(String(await vscode.workspace.fs.readFile(input.modified)), /All of it/);
  });

  itWithOptional('are compared with the main content that was merged last', async () => {
    sandbox = await signedIn();
    const [first = 0, second = 0] = open().map(({ number }) => number);
    const added = addPage(sandbox, { space, number: first }, { title: 'Merged', markdown: 'As it was merged.\n' });
    const headers = { authorization: `Bearer ${sandbox.token}` };
    for (const step of [`${first}/merge`, `${second}/update`]) {
      const address = `${sandbox.url}/v1/spaces/${space}/change-requests/${step}`;
      assert.equal((await fetch(address, { method: 'POST', headers })).status, 200);
    }
    const path = added.uri.path.split('/').at(-1) ?? '';
    await vscode.commands.executeCommand('marginalia.page.compareWithBase', pageUri(space, second, path));
    const { input } = tab() ?? assert.fail('no tab');
    assert.ok(input instanceof vscode.TabInputTextDiff, 'shown as new, and it came from the main content');
    assert.match(String(await vscode.workspace.fs.readFile(input.original)), /As it was merged/);
  });

  itWithOptional('mark a deleted page as deleted, and show its former text', async () => {
    sandbox = await signedIn();
    const app = parts();
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const { number } = open()[0] ?? assert.fail();
    const page = pagesOf(sandbox, { space, number }).at(-1) ?? assert.fail();
    editContent(sandbox, { space, number }, [{ operation: 'delete_page', page: page.id }]);
    const changed = await changeRows(app.tree, await row(app.tree, ...wayToSpace, `#${number} `));
    const { resource } = changed.find(({ label }) => label === page.title) ?? assert.fail();
    await vscode.commands.executeCommand('marginalia.change.open', resource);
    assert.equal(tab()?.label, `${page.title} (deleted)`);
    app.dispose();
  });

  it('are reported as unknown when the server does not list them', async () => {
    sandbox = await signedIn({ documentedOnly: true });
    answers = answerPrompts();
    const [first] = open();
    const number = first?.number ?? assert.fail();
    const overview = String(await vscode.workspace.fs.readFile(changeRequestUri(space, number)));
    assert.match(overview, /- \*\*Reviewers:\*\* .+/);
    assert.doesNotMatch(overview, /## Changes/);
    await vscode.commands.executeCommand('marginalia.changeRequest.openChanges', changeRequestUri(space, number));
    assert.match(answers.transcript.at(-1) ?? '', /does not tell what a change request changes/);
    const readme = vscode.Uri.joinPath(changeRequestUri(space, number), '..', String(number), 'README.md');
    await vscode.commands.executeCommand('marginalia.page.compareWithBase', readme);
    assert.match(answers.transcript.at(-1) ?? '', /does not offer earlier revisions/);
  });
});
