import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { type Answer, type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import type { Fault } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { addPage, changeRequestUri, editContent, itWithOptional, pageUri } from '../../host/support.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const ofSpace = /^GET \/spaces\/[^/]+\/links$/;

/** Returns a fault that replaces every reply by other JSON. */
const answer = (json: () => object): Fault => ({
  kind: 'other',
  reply: () => ({ status: 200, body: Buffer.from(JSON.stringify(json())) }),
});

describe('backlinks of a page or file', () => {
  let answers: Answers | undefined;
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    answers?.restore();
    answers = undefined;
  });
  const on = stage();

  /** Runs the command. Returns the rows of each page that its picker offered. */
  async function showBacklinks(uri: vscode.Uri, ...replies: Answer[]): Promise<string[][]> {
    const pages: string[][] = [];
    const labels = (items: readonly unknown[]) => (items as vscode.QuickPickItem[]).map(({ label }) => label);
    answers = answerPrompts(...replies.map(one => (items: readonly unknown[]) => (pages.push(labels(items)), one)));
    await vscode.commands.executeCommand('marginalia.document.showBacklinks', uri);
    return pages;
  }

  /** Returns the references at a position of a page as `path:line:column`, without those of VS Code. */
  async function references(uri: vscode.Uri, line: number, column: number): Promise<string[]> {
    const at = new vscode.Position(line, column);
    await vscode.workspace.openTextDocument(uri);
    return eventually(async () => {
      const locations = await vscode.commands.executeCommand<vscode.Location[]>(
        'vscode.executeReferenceProvider',
        uri,
        at,
      );
      // References of VS Code have no title in their URIs.
      const ours = locations.filter(one => one.uri.scheme === 'marginalia' && one.uri.query !== '');
      const positions = ours.map(
        ({ uri: { path }, range: { start } }) => `${path.split('/').at(-1)}:${start.line}:${start.character}`,
      );
      assert.ok(positions.length > 0);
      return positions;
    });
  }

  itWithOptional('include every link on the pages that a change request adds', async () => {
    const slug = `target-${randomUUID()}`;
    const target = addPage(on.sandbox, changeRequest, { title: 'Target', slug, markdown: 'Words.\n\nMore words.\n' });
    const from = `from-${randomUUID()}`;
    const markdown = `See [it](${slug}.md).\n\nAnd [this](hardware/buoys/README.md), then [again](${slug}.md#a).\n`;
    addPage(on.sandbox, changeRequest, { title: 'From', slug: from, markdown });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    assert.deepEqual(await references(target.uri, 2, 0), [`${from}.md:0:9`, `${from}.md:2:51`]);
  });

  itWithOptional('are for the target when the cursor is on a link', async () => {
    const slug = `target-${randomUUID()}`;
    addPage(on.sandbox, changeRequest, { title: 'Target', slug, markdown: 'Words.\n' });
    const from = `from-${randomUUID()}`;
    const { uri } = addPage(on.sandbox, changeRequest, {
      title: 'From',
      slug: from,
      markdown: `Go [on](${slug}.md).\n`,
    });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    assert.deepEqual(await references(uri, 0, 12), [`${from}.md:0:8`]);
  });

  it('include pages of the main content, and open at the link', async () => {
    const [rows = []] = await showBacklinks(pageUri('heron-manual', 8, 'console/alerts/thresholds.md'), 'Alerts');
    assert.ok(rows.includes('Alerts'), rows.join('\n'));
    assert.equal(answers?.transcript[0], 'Links to Thresholds');
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('nothing is open');
    assert.equal(document.uri.path, '/spaces/heron-manual/change-requests/8/console/alerts/README.md');
    assert.match(document.lineAt(selection.active.line).text, /thresholds\.md/);
  });

  itWithOptional('do not include a page that has lost the link in the change request', async () => {
    const page = await pageCalled('console/alerts');
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page, document: { markdown: 'Words.' } }]);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const uri = pageUri('heron-manual', 8, 'console/alerts/thresholds.md');
    const [rows = []] = await showBacklinks(uri, undefined);
    assert.ok(rows.length > 0 && !rows.includes('Alerts'), rows.join());
  });

  it('are available for a file, too', async () => {
    const uri = pageUri('heron-manual', 8, '.assets/heron-system.svg');
    assert.deepEqual(await showBacklinks(uri, 'Heron manual'), [['Heron manual']]);
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('nothing is open');
    assert.match(document.lineAt(selection.active.line).text, /<img src=/);
  });

  it('are reported as none when there are none', async () => {
    const { uri } = addPage(on.sandbox, changeRequest, { title: 'Alone', markdown: 'Words.\n' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    assert.deepEqual(await showBacklinks(uri, undefined), [[]]);
  });

  it('continue on the next page of the list, name each page once, and omit missing pages', async () => {
    const target = await pageCalled('console/alerts/thresholds');
    const [first, second] = [await pageCalled('console/alerts'), await pageCalled('console/tour')];
    const place = (id: string) => ({ kind: 'page', page: { id, title: 'x' } });
    const link = (...pages: string[]) => ({
      ...{ status: 'ok', relation: 'reference', targetReference: { kind: 'page', page: { id: target } } },
      locationReferences: pages.map(place),
    });
    let count = 0;
    const pages = [[link(first, first, 'gone')], [], [link(first)], [null, {}, link(second, first)]];
    on.server.fail(
      answer(() => ({ items: pages[count++], ...(count < pages.length && { next: { page: `${count}` } }) })),
      ofSpace,
    );
    const uri = pageUri('heron-manual', 8, 'console/alerts/thresholds.md');
    const rows = await showBacklinks(uri, 'Load more', undefined);
    assert.deepEqual(rows, [
      ['Alerts', 'Load more'],
      ['Alerts', 'Console tour'],
    ]);
  });

  for (const [what, fault, sentence] of [
    ['fails', { kind: 'status', status: 400 }, /^Could not find what links here: The test says 400\./],
    ['knows no links', { kind: 'status', status: 404 }, /^This server does not tell what its pages link to/],
    ['offers no links', { kind: 'status', status: 405 }, /^This server does not tell what its pages link to/],
  ] as const) {
    it(`are reported as unknown when the server ${what}`, async () => {
      on.server.fail(fault, /\/(links|backlinks)$/);
      for (const path of ['console/alerts/thresholds.md', '.assets/heron-system.svg']) {
        await showBacklinks(pageUri('heron-manual', 8, path));
        assert.match(answers?.transcript.at(-1) ?? '', sentence, path);
        answers?.restore();
      }
    });
  }

  it('are available only on a page or file', async () => {
    await showBacklinks(changeRequestUri('heron-manual', 8));
    assert.match(answers?.transcript.at(-1) ?? '', /^Choose a page or a file/);
  });

  async function pageCalled(path: string): Promise<string> {
    const { pages } = on.sandbox.state.revisions.get(on.sandbox.state.spaces.get('heron-manual').revision);
    const all = (list: typeof pages): typeof pages => list.flatMap(page => [page, ...all(page.pages)]);
    return all(pages).find(page => page.path === path)?.id ?? assert.fail(path);
  }
});

describe('hover of a link', () => {
  const on = stage();

  /** Returns the hovers at a column of a page with this text. */
  async function hovers(markdown: string, column: number): Promise<vscode.MarkdownString[]> {
    const { uri } = addPage(on.sandbox, changeRequest, { title: 'Links', markdown });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await vscode.workspace.openTextDocument(uri);
    const at = new vscode.Position(0, column);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, at);
    return hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
  }

  it('shows the title of the page, its path, and its description', async () => {
    const [hover] = await eventually(async () => {
      const contents = await hovers('See [there](hardware/moorings/#loads).\n', 20);
      assert.equal(contents.length, 1);
      return contents;
    });
    const text = hover?.value.replaceAll('&nbsp;', ' ').replaceAll('\\', '');
    assert.match(text ?? '', /^\*\*Moorings\*\*\n\nhardware\/moorings\/README\.md #loads\n\nWhat keeps a buoy/);
  });

  it('appears only over the target of a link to a page', async () => {
    assert.deepEqual(await hovers('See [there](hardware/moorings/).\n', 1), []);
    assert.deepEqual(await hovers('See [there](https://example.com/).\n', 20), []);
    assert.deepEqual(await hovers('See [there](nowhere.md).\n', 15), []);
  });

  it('escapes text of other users', async () => {
    const slug = `target-${randomUUID()}`;
    const title = '[x](command:a) $(error) <img src=x> **b** `c`';
    addPage(on.sandbox, changeRequest, { title, slug, markdown: 'Words.\n' });
    const [hover] = await hovers(`See [there](${slug}.md).\n`, 20);
    assert.ok(hover, 'there is a hover');
    assert.ok(!hover.isTrusted && !hover.supportHtml && !hover.supportThemeIcons);
    // Escaped characters are text, and HTML is shown literally if it is not supported.
    assert.ok(!/\]\(|`|\*\*b/.test(hover.value.replaceAll(/\\./g, '')), hover.value);
  });
});
