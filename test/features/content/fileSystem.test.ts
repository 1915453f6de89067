import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { textOfPage } from '../../../src/model/writing/pageText.ts';
import { eventually } from '../../host/eventually.ts';
import {
  addPage,
  changeRequestUri,
  editContent,
  itWithOptional,
  marginalia,
  pagesOf,
  pageUri,
  signedIn,
} from '../../host/support.ts';

const { fs } = vscode.workspace;
const space = 'heron-manual';

describe('the file system', () => {
  let sandbox: RunningSandbox;
  let number: number;

  before(async () => {
    sandbox = await signedIn();
    ({ number } = await createChangeRequest());
  });
  after(() => sandbox.close());

  async function ask<T>(path: string, init?: RequestInit): Promise<T> {
    const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' };
    const response = await fetch(`${sandbox.url}/v1${path}`, { ...init, headers });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return (await response.json()) as T;
  }

  function createChangeRequest(): Promise<{ number: number }> {
    return ask(`/spaces/${space}/change-requests`, { method: 'POST', body: JSON.stringify({ subject: 'To read' }) });
  }

  async function everyDocument(folder: vscode.Uri): Promise<vscode.Uri[]> {
    const entries = await fs.readDirectory(folder);
    const below = entries.map(([name, type]) => {
      const uri = vscode.Uri.joinPath(folder, name);
      return type === vscode.FileType.Directory ? everyDocument(uri) : Promise.resolve([uri]);
    });
    return (await Promise.all(below)).flat();
  }

  it('lists every page and file below a change request', async () => {
    const documents = await everyDocument(pageUri(space, number, ''));
    const pages = documents.filter(({ path }) => path.endsWith('.md'));
    assert.equal(pages.length, 120);
    const files = await ask<{ count: number }>(`/spaces/${space}/change-requests/${number}/content/files`);
    assert.equal(documents.length - pages.length, files.count);
    assert.equal(new Set(documents.map(String)).size, documents.length);
  });

  it('uses the folder layout of Git Sync', async () => {
    const root = await fs.readDirectory(pageUri(space, number, ''));
    const names = new Map(root);
    assert.equal(names.get('README.md'), vscode.FileType.File);
    assert.equal(names.get('.assets'), vscode.FileType.Directory);
    const folders = root.filter(([name, type]) => type === vscode.FileType.Directory && name !== '.assets');
    assert.ok(folders.length > 0);
    for (const [name] of folders) {
      const inside = new Map(await fs.readDirectory(pageUri(space, number, name)));
      assert.ok(inside.size > 0, name);
    }
  });

  it('serves exactly the Markdown of the service, below the settings of the page', async () => {
    interface Page {
      id: string;
      type: string;
      path?: string;
      pages?: Page[];
    }
    const { pages } = await ask<{ pages: Page[] }>(`/spaces/${space}/change-requests/${number}/content/pages`);
    const flat = (list: Page[]): Page[] => list.flatMap(page => [page, ...flat(page.pages ?? [])]);
    let compared = 0;
    for (const { id, type, path = '', pages: below } of flat(pages)) {
      if (type !== 'document') continue;
      const route = `/spaces/${space}/change-requests/${number}/content/page/${id}?format=markdown`;
      const reply = await ask<{ markdown: string; description?: string; icon?: string }>(route);
      const { markdown, description, icon } = reply;
      const file = path === '' ? 'README.md' : below?.length ? `${path}/README.md` : `${path}.md`;
      const text = Buffer.from(await fs.readFile(pageUri(space, number, file))).toString();
      assert.ok(text.endsWith(markdown), file);
      assert.equal(text, textOfPage(reply, markdown), file);
      if (description === undefined && icon === undefined) assert.equal(text, markdown, file);
      compared++;
    }
    assert.equal(compared, 120);
  });

  it('serves files byte by byte', async () => {
    const { items } = await ask<{ items: { name: string; size: number; downloadURL: string }[] }>(
      `/spaces/${space}/change-requests/${number}/content/files`,
    );
    const served = await fs.readDirectory(pageUri(space, number, '.assets'));
    let compared = 0;
    for (const { name, downloadURL } of items) {
      if (!served.some(([other]) => other === name)) continue;
      const bytes = Buffer.from(await fs.readFile(pageUri(space, number, `.assets/${name}`)));
      assert.deepEqual(bytes, Buffer.from(await (await fetch(downloadURL)).arrayBuffer()), name);
      compared++;
    }
    assert.ok(compared > 0);
  });

  it('reports sizes in bytes and the times of the service, never the current time', async () => {
    const uri = pageUri(space, number, 'README.md');
    const [stat, bytes] = [await fs.stat(uri), await fs.readFile(uri)];
    assert.equal(stat.size, bytes.length);
    assert.deepEqual(await fs.stat(uri), stat);
    const { updatedAt } = await ask<{ updatedAt: string }>(`/spaces/${space}/change-requests/${number}`);
    assert.equal(stat.mtime, Date.parse(updatedAt));
  });

  it('gives an overview a later mtime whenever its text changes, even back to a former text', async () => {
    const uri = changeRequestUri(space, number);
    const { state } = sandbox;
    const row = state.changeRequests.all().find(one => one.space === space && one.number === number) ?? assert.fail();
    const times: number[] = [];
    for (const subject of ['One', 'Another', 'One']) {
      state.changeRequests.put({ ...row, subject });
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      const { mtime } = await fs.stat(uri);
      assert.equal((await fs.stat(uri)).mtime, mtime, 'it is the same while nothing has changed');
      times.push(mtime);
    }
    state.changeRequests.put(row);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    assert.ok((times[0] ?? 0) < (times[1] ?? 0) && (times[1] ?? 0) < (times[2] ?? 0), times.join(', '));
  });

  it('gives a page a later mtime in another revision, whatever the service reports', async () => {
    const { state } = sandbox;
    const row = () => state.changeRequests.all().find(one => one.space === space && one.number === 8) ?? assert.fail();
    const page = addPage(sandbox, { space, number: 8 }, { title: 'Timed', markdown: 'One.\n' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const before = await fs.stat(page.uri);
    const change = { operation: 'update_page' as const, page: page.id, document: { markdown: 'Another.\n' } };
    editContent(sandbox, { space, number: 8 }, [change]);
    state.changeRequests.put({ ...row(), updatedAt: new Date(before.mtime - 60_000).toISOString() });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    assert.ok((await fs.stat(page.uri)).mtime > before.mtime);
  });

  it('is read-only except for pages of a change request, and says why', async () => {
    const uri = pageUri(space, number, '').with({ path: `/spaces/${space}/change-requests/${number}.md` });
    assert.equal((await fs.stat(uri)).permissions, vscode.FilePermission.Readonly);
    await assert.rejects(
      Promise.resolve(fs.writeFile(uri, Buffer.from('x'))),
      /Only pages of change requests can be edited/,
    );
  });

  for (const path of ['no/such/page.md', '.assets/none.png', 'no-such-folder']) {
    it(`does not find ${path}`, async () => {
      await assert.rejects(Promise.resolve(fs.stat(pageUri(space, number, path))), { code: 'FileNotFound' });
    });
  }

  it('finds nothing in a change request or space that does not exist', async () => {
    await assert.rejects(Promise.resolve(fs.readDirectory(pageUri(space, 4711, ''))), { code: 'FileNotFound' });
    await assert.rejects(Promise.resolve(fs.readDirectory(pageUri('nowhere', 1, ''))), { code: 'FileNotFound' });
  });

  it('rejects paths that would leave the folder', async () => {
    assert.ok((await fs.readFile(pageUri(space, 8, 'README.md'))).length > 0, 'there is something beside the folder');
    for (const way of ['../8/README.md', 'hardware/../../8/README.md', '%2e%2e/8/README.md', '..\\8\\README.md']) {
      const uri = pageUri(space, number, '').with({ path: `/spaces/${space}/change-requests/${number}/${way}` });
      await assert.rejects(Promise.resolve(fs.readFile(uri)), way);
    }
  });

  itWithOptional('serves the main content and revisions', async () => {
    const main = vscode.Uri.parse(`marginalia://sandbox/spaces/${space}/content/README.md`);
    const { revision } = await ask<{ revision: string }>(`/spaces/${space}`);
    const old = vscode.Uri.parse(`marginalia://sandbox/spaces/${space}/revisions/${revision}/README.md`);
    assert.deepEqual(await fs.readFile(main), await fs.readFile(old));
  });

  it('opens a page as Markdown, and updates the open document for a new revision', async () => {
    const uri = pageUri(space, number, 'README.md');
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.languageId, 'markdown');
    await vscode.window.showTextDocument(document);
    const page = pagesOf(sandbox, { space, number })[0]?.id ?? assert.fail('no page');
    const change = { operation: 'update_page' as const, page, document: { markdown: 'Written anew.\n' } };
    editContent(sandbox, { space, number }, [change]);
    const changed = new Promise<void>(resolve => {
      const end = vscode.workspace.onDidChangeTextDocument(event => {
        if (event.document.uri.toString() !== uri.toString()) return;
        end.dispose();
        resolve();
      });
    });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await changed;
    assert.match(document.getText(), /Written anew/);
  });

  for (const path of ['content/README.md', 'change-requests/8/README.md', 'change-requests/8.md']) {
    it(`shows a message in documents of accounts that are not signed in: ${path}`, async () => {
      const uri = vscode.Uri.parse(`marginalia://elsewhere/spaces/${space}/${path}`);
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(
        document.getText(),
        'Nobody is signed in as "elsewhere". Sign in with "Marginalia: Sign In" to see this document.\n',
      );
      assert.equal((await fs.stat(uri)).size, Buffer.byteLength(document.getText()));
      assert.ok((await marginalia()).connection);
    });
  }

  it('shows no message in place of a file of another account', async () => {
    const uri = vscode.Uri.parse(`marginalia://elsewhere/spaces/${space}/change-requests/8/.assets/a.png`);
    await assert.rejects(Promise.resolve(fs.readFile(uri)), /Nobody is signed in as "elsewhere"/);
  });

  it('shows pages with their images in the Markdown preview', async () => {
    const documents = await everyDocument(pageUri(space, number, ''));
    const texts = await Promise.all(
      documents
        .filter(({ path }) => path.endsWith('.md'))
        .map(async uri => ({ uri, text: String(await fs.readFile(uri)) })),
    );
    const page = texts.find(({ text }) => /!\[[^\]]*\]\(\/files\//.test(text));
    assert.ok(page, 'no page of the sample shows an image');
    await vscode.commands.executeCommand('marginalia.document.open', page.uri);
    const document = await vscode.workspace.openTextDocument(page.uri);
    await eventually(async () => {
      const html = await vscode.commands.executeCommand<string>('markdown.api.render', document);
      const [, source = ''] = /<img[^>]*src="([^"]+)"/.exec(html) ?? [];
      assert.match(decodeURIComponent(source), /\.assets\//);
    });
  });
});
