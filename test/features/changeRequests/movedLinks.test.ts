import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isComparedWithHead } from '../../../src/model/content/address.ts';
import { pageSince } from '../../../src/model/content/comparison.ts';
import { versionOf } from '../../../src/model/content/content.ts';
import { parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { skipDelays } from '../../host/timers.ts';
import { editContent, itWithOptional, pagesOf, pageUri } from '../../host/support.ts';

/** Delays between two attempts to read a base, in milliseconds. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000];

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);
const textAt = async (uri: vscode.Uri) => String(await vscode.workspace.fs.readFile(uri));

describe('the diff of a page', () => {
  const on = stage();
  let restoreDelays: (() => void) | undefined;
  afterEach(async () => {
    restoreDelays?.();
    restoreDelays = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const idOf = (path: string) =>
    pagesOf(on.sandbox, changeRequest).find(page => page.path === path)?.id ?? assert.fail(path);

  /** Moves a page below another page. */
  async function move(path: string, parent = 'hardware/moorings'): Promise<void> {
    const into = idOf(parent);
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: idOf(path), into }]);
    await run('tree.refresh');
  }

  async function edit(path: string, change: (text: string) => string): Promise<void> {
    const markdown = change(await textAt(pageUri('heron-manual', 8, `${path}.md`)));
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: idOf(path), document: { markdown } }]);
    await run('tree.refresh');
  }

  /** Opens the diff of a page. Returns the URIs of both sides. */
  async function diffOf(path: string): Promise<{ base: vscode.Uri; proposed: vscode.Uri }> {
    await run('page.compareWithBase', pageUri('heron-manual', 8, `${path}.md`));
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return { base: input.original, proposed: input.modified };
  }

  /** Returns the titles of the pages to which the links of a document lead. */
  async function titlesLinkedIn(uri: vscode.Uri): Promise<(string | undefined)[]> {
    const { lineCount } = await vscode.workspace.openTextDocument(uri);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri, 99);
    const inText = links.filter(({ range }) => range.start.line < lineCount);
    const texts = await Promise.all(inText.map(({ target }) => textAt(target ?? assert.fail('no target'))));
    return texts.map(text => /^# (.*)$/m.exec(text)?.[1]);
  }

  /** Returns the lines of the base that have changed, each with the new line. */
  async function changedLines(path: string): Promise<[string | undefined, string | undefined][]> {
    const { base, proposed } = await diffOf(path);
    const [before, now] = (await Promise.all([base, proposed].map(textAt))).map(text => text.split('\n'));
    assert.ok(before && now);
    assert.equal(before.length, now.length);
    return before.flatMap((line, index) => (line === now[index] ? [] : [[line, now[index]]]));
  }

  itWithOptional('that was moved has no changed line when its text is equal', async () => {
    await move('deploy/recover');
    assert.match(
      await textAt(pageUri('heron-manual', 8, 'hardware/moorings/recover.md')),
      /\.\.\/\.\.\/maintain\/clean/,
    );
    assert.deepEqual(await changedLines('hardware/moorings/recover'), []);
    const { base } = await diffOf('hardware/moorings/recover');
    assert.equal((await vscode.workspace.fs.stat(base)).size, (await vscode.workspace.fs.readFile(base)).length);
  });

  itWithOptional('that links to a moved page has no changed line', async () => {
    await move('deploy/recover');
    assert.match(await textAt(pageUri('heron-manual', 8, 'maintain/calendar.md')), /\.\.\/hardware\/moorings\/recover/);
    assert.deepEqual(await changedLines('maintain/calendar'), []);
  });

  itWithOptional('that was moved shows only the lines whose links now have another target', async () => {
    await move('maintain/calendar');
    await edit('hardware/moorings/calendar', text => text.replace('](../../deploy/recover.md)', '](two-point.md)'));
    assert.deepEqual(await changedLines('hardware/moorings/calendar'), [
      [
        '| November | [recover](../deploy/recover.md) where ice drifts | check batteries in the console |',
        '| November | [recover](two-point.md) where ice drifts | check batteries in the console |',
      ],
    ]);
  });

  itWithOptional('shows a link that another user has rewritten', async () => {
    await move('deploy/extremes/low-water');
    await edit('maintain/calendar', text => text.replace('](clean.md)', '](../maintain/clean.md)'));
    assert.deepEqual(await changedLines('maintain/calendar'), [
      ['3. [Clean](clean.md). (15 min)', '3. [Clean](../maintain/clean.md). (15 min)'],
    ]);
  });

  itWithOptional('resolves links of the base to the former pages', async () => {
    await move('deploy/recover');
    await move('maintain/calendar');
    await edit('hardware/moorings/recover', () => 'Rewritten.\n');
    const { base } = await diffOf('hardware/moorings/calendar');
    assert.deepEqual(await titlesLinkedIn(base), ['Spare parts', 'Recover a buoy', 'Clean a fouled buoy']);
    // The preview of the base follows the link to this URI.
    const followed = vscode.Uri.joinPath(base, '../recover.md');
    assert.ok(isComparedWithHead(followed));
    assert.match(await textAt(followed), /^# Recover a buoy$/m);
  });

  describe('of a page that links to two pages which have swapped their paths', () => {
    beforeEach(async () => {
      const [clean, recover, maintain, deploy] = ['maintain/clean', 'deploy/recover', 'maintain', 'deploy'].map(idOf);
      assert.ok(clean && recover && maintain && deploy);
      editContent(on.sandbox, changeRequest, [
        { operation: 'update_page', page: clean, slug: 'meanwhile' },
        { operation: 'update_page', page: recover, into: maintain, slug: 'clean' },
        { operation: 'update_page', page: clean, into: deploy, slug: 'recover' },
      ]);
      await run('tree.refresh');
      assert.match(await textAt(pageUri('heron-manual', 8, 'maintain/calendar.md')), /\[recover\]\(clean\.md\)/);
    });

    itWithOptional('resolves links of the base to the former pages', async () => {
      const { base } = await diffOf('maintain/calendar');
      assert.deepEqual(await titlesLinkedIn(base), ['Spare parts', 'Recover a buoy', 'Clean a fouled buoy']);
      // The preview of the base follows the link to this URI.
      const followed = vscode.Uri.joinPath(base, '../clean.md');
      assert.match(await textAt(followed), /^# Recover a buoy$/m);
    });

    itWithOptional('distinguishes equal links with a former and a current target', async () => {
      await edit('maintain/calendar', text => text.replace('[Clean](../deploy/recover.md)', 'Clean'));
      const { base } = await diffOf('maintain/calendar');
      assert.match(await textAt(base), /\[recover\]\(clean\.md\)[\s\S]*\[Clean\]\(clean\.md\)/);
      assert.deepEqual(await titlesLinkedIn(base), ['Spare parts', 'Recover a buoy', 'Clean a fouled buoy']);
    });
  });

  itWithOptional('does not resolve a link of the base to a page of the same name in the old folder', async () => {
    await move('deploy/plan/checklist', 'deploy/launch');
    const { base, proposed } = await diffOf('deploy/launch/checklist');
    assert.match(await textAt(base), /\[Launch day\]\(README\.md\)/);
    const titles = await titlesLinkedIn(base);
    assert.deepEqual(titles, await titlesLinkedIn(proposed));
    assert.equal(titles.at(-1), 'Launch day');
  });

  itWithOptional('follows a page that is moved while it is open', async () => {
    const { base } = await diffOf('console/stations/retire');
    const document = await vscode.workspace.openTextDocument(base);
    assert.match(document.getText(), /\]\(\.\.\/\.\.\/deploy\/recover\.md\)/);
    await move('deploy/recover');
    await eventually(() => assert.match(document.getText(), /\]\(\.\.\/\.\.\/hardware\/moorings\/recover\.md\)/));
  });

  itWithOptional('shows the original base when the page it is compared with cannot be read', async () => {
    await move('deploy/recover');
    const { base } = await diffOf('maintain/calendar');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    editContent(on.sandbox, changeRequest, [
      { operation: 'update_page', page: idOf('maintain/troubleshooting'), document: { markdown: 'Rewritten.\n' } },
    ]);
    const failing = new RegExp(`/change-requests/[^/]+/content/page/${idOf('maintain/calendar')}`);
    on.server.fail({ kind: 'status', status: 505 }, failing);
    await run('tree.refresh');
    assert.match(await textAt(base), /\[recover\]\(\.\.\/deploy\/recover\.md\)/);
    await on.server.recover();
    assert.match(await textAt(base), /\[recover\]\(\.\.\/hardware\/moorings\/recover\.md\)/);
  });

  itWithOptional('follows the page it is compared with once that can be read again', async () => {
    // The delay grows while the server does not respond, up to a minute.
    restoreDelays = skipDelays(delayMs => retryDelaysMs.includes(delayMs));
    await move('deploy/recover');
    const { base } = await diffOf('maintain/calendar');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    editContent(on.sandbox, changeRequest, [
      { operation: 'update_page', page: idOf('maintain/troubleshooting'), document: { markdown: 'Rewritten.\n' } },
    ]);
    const failing = new RegExp(`/change-requests/[^/]+/content/page/${idOf('maintain/calendar')}`);
    on.server.fail({ kind: 'status', status: 505 }, failing);
    await run('tree.refresh');
    const rewritten = pageUri('heron-manual', 8, 'maintain/troubleshooting/README.md');
    await eventually(async () => assert.match(await textAt(rewritten), /Rewritten\./));
    const { document } = await vscode.window.showTextDocument(base);
    await eventually(() => assert.match(document.getText(), /\[recover\]\(\.\.\/deploy\/recover\.md\)/));
    const attempts = () => on.server.requests.filter(request => failing.test(request)).length;
    const before = attempts();
    await eventually(() => assert.ok(attempts() >= before + 2, 'It is tried again while it fails.'));
    await on.server.recover();
    await eventually(() => assert.match(document.getText(), /\[recover\]\(\.\.\/hardware\/moorings\/recover\.md\)/));
  });

  itWithOptional('shows the former text of a page that is now empty', async () => {
    const page = idOf('maintain/calendar');
    await move('deploy/recover');
    const { base } = await diffOf('maintain/calendar');
    editContent(on.sandbox, changeRequest, [{ operation: 'delete_page', page }]);
    await run('tree.refresh');
    assert.match(await textAt(base), /\[recover\]\(\.\.\/deploy\/recover\.md\)/);
  });

  itWithOptional('uses each earlier revision when several are compared', async () => {
    const app = parts();
    try {
      await app.session.signIn({ url: on.server.url, token: on.sandbox.token });
      const connection = app.session.current ?? assert.fail();
      const { revisions, changeRequests } = on.sandbox.state;
      const head = () => {
        const row = changeRequests.all().find(one => one.space === changeRequest.space && one.number === 8);
        return revisions.get(row?.revision ?? '').id;
      };
      const calendar = idOf('maintain/calendar');
      const before = head();
      await edit('maintain/calendar', text => `${text}\nOnce more.\n`);
      const after = head();
      await move('deploy/recover');
      const place = { connection, ...changeRequest };
      const isSame = async (revision: string) =>
        (await pageSince(app.content, versionOf(place), calendar, revision)).isSame;
      assert.equal(await isSame(before), false);
      assert.equal(await isSame(after), true);
    } finally {
      app.dispose();
    }
  });

  itWithOptional('is not shown since the last visit when only the spelling of links has changed', async () => {
    const app = parts();
    try {
      await app.session.signIn({ url: on.server.url, token: on.sandbox.token });
      const connection = app.session.current ?? assert.fail();
      const { revisions, changeRequests } = on.sandbox.state;
      const row = changeRequests.all().find(one => one.space === changeRequest.space && one.number === 8);
      const revision = revisions.get(row?.revision ?? '').id;
      const [calendar, moved] = [idOf('maintain/calendar'), idOf('deploy/recover')];
      await move('deploy/recover');
      const place = { connection, ...changeRequest };
      const since = (page: string) => pageSince(app.content, versionOf(place), page, revision);
      assert.equal((await since(calendar)).isSame, true);
      assert.equal((await since(moved)).isSame, true);
    } finally {
      app.dispose();
    }
  });
});
