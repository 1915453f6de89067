import type * as vscode from 'vscode';
import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { labels, type Parts, parts, row } from '../../host/app.ts';
import { startFaultyServer } from '../../host/faultyServer.ts';
import { addChangeRequests } from '../../host/large.ts';
import { createChangeRequest, itWithOptional, sampleSandbox } from '../../host/support.ts';

describe('the tree', () => {
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

  const space = ['Tidewell', 'Products', 'Heron', 'Heron manual'];

  itWithOptional('shows organizations, nested collections and spaces', async () => {
    assert.deepEqual(await labels(app.tree), ['Tidewell', 'Open Rivers Network']);
    const below = await labels(app.tree, 'Tidewell');
    assert.deepEqual(below, ['Products', '📓 Documentation handbook', 'Sites', 'OpenAPI specs', 'Administration']);
    assert.deepEqual(await labels(app.tree, 'Tidewell', 'Products'), ['Heron']);
    assert.deepEqual(await labels(app.tree, 'Tidewell', 'Products', 'Heron'), [
      '🪶 Heron manual',
      '🔌 Heron API guide',
    ]);
  });

  it('shows open and draft change requests first, merged and archived on demand', async () => {
    const rows = await app.tree.getChildren(await row(app.tree, ...space));
    const values = rows.map(({ contextValue }) => contextValue);
    const live = values.filter(value => value.startsWith('changeRequest.'));
    const firstDraft = live.indexOf('changeRequest.draft');
    assert.ok(live.length > 2 && firstDraft > 0);
    assert.ok(live.slice(firstDraft).every(value => value === 'changeRequest.draft'));
    assert.deepEqual(values.slice(live.length), ['changeRequests.merged', 'changeRequests.archived', 'pages', 'files']);
    for (const status of ['Merged', 'Archived']) {
      const group = await app.tree.getChildren(await row(app.tree, ...space, status));
      assert.ok(group.length > 0);
      assert.ok(group.every(({ contextValue }) => contextValue === `changeRequest.${status.toLowerCase()}`));
    }
  });

  it('has a placeholder for a name without visible text, also after a refresh', async () => {
    const { organizations, collections, spaces, sites } = sandbox.state;
    const title = '\u200b \u2067';
    // The list that the sign-in has requested has the earlier titles.
    await app.session.current?.api.request('GET /orgs', {});
    for (const one of organizations.all()) organizations.put({ ...one, title });
    for (const one of collections.all()) collections.put({ ...one, title });
    for (const one of spaces.all()) spaces.put({ ...one, title });
    for (const one of sites.all()) sites.put({ ...one, title });
    const ways = [[], ['Untitled'], ['Untitled', 'Untitled'], ['Untitled', 'Untitled', 'Untitled']];
    for (const way of [...ways, ['Untitled', 'Sites']]) {
      const rows = await app.tree.getChildren(await row(app.tree, ...way));
      const named = rows.filter(({ fetchAgain }) => fetchAgain);
      assert.ok(named.length > 0, way.join());
      for (const one of named) {
        assert.match(one.label, /Untitled$/);
        assert.match(one.accessibleLabel ?? '', /Untitled/);
        assert.match((await one.fetchAgain?.(new AbortController().signal))?.label ?? '', /Untitled$/);
      }
    }
  });

  it('has screen reader labels for icons', async () => {
    const rows = await app.tree.getChildren(await row(app.tree, ...space));
    const changeRequests = rows.filter(({ contextValue }) => contextValue.startsWith('changeRequest.'));
    assert.ok(changeRequests.length > 0);
    for (const { accessibleLabel = '', contextValue } of changeRequests) {
      const status = contextValue.replace('changeRequest.', '');
      assert.match(accessibleLabel, new RegExp(`^Change request \\d+, .*${status}`));
    }
  });

  itWithOptional('shows the files of the main content', async () => {
    const files = await app.tree.getChildren(await row(app.tree, ...space, 'Files'));
    assert.ok(files.length > 0);
    const [{ command } = assert.fail()] = files;
    const [uri] = (command?.arguments ?? []) as vscode.Uri[];
    assert.match(uri?.path ?? '', /^\/spaces\/heron-manual\/content\/\.assets\//);
  });

  itWithOptional('lists changes before all pages and files', async () => {
    const [changeRequest] = await app.tree.getChildren(await row(app.tree, ...space));
    assert.ok(changeRequest);
    const rows = await app.tree.getChildren(changeRequest);
    const kinds = rows.map(({ contextValue }) => contextValue.split('.')[0]);
    assert.equal(kinds[0], 'changeRequestOverview');
    const between = kinds.slice(1, -2).filter(kind => kind !== 'conversations');
    assert.ok(between.length > 1 && between.every(kind => kind?.startsWith('change')));
    assert.deepEqual(kinds.slice(-2), ['pages', 'files']);
  });

  it('shows the pages in the order of the service, as a tree', async () => {
    const [changeRequest] = await app.tree.getChildren(await row(app.tree, ...space));
    const pages = (await app.tree.getChildren(changeRequest)).find(({ contextValue }) =>
      contextValue?.startsWith('pages'),
    );
    const titles: string[] = [];
    const walk = async (node: Node | undefined) => {
      for (const child of await app.tree.getChildren(node)) {
        titles.push(child.label);
        if (child.children) await walk(child);
      }
    };
    await walk(pages);
    const number = /#(\d+)/.exec(changeRequest?.label ?? '')?.[1] ?? '';
    const { current } = app.session;
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages';
    const served = await current?.api.request(route, { spaceId: 'heron-manual', changeRequestId: number });
    const flat = (list: NonNullable<typeof served>['pages']): string[] =>
      list.flatMap(({ title, pages: below = [] }) => [title, ...flat(below)]);
    assert.deepEqual(
      titles.map(title => title.replace(/^\p{Emoji_Presentation} /u, '')),
      flat(served?.pages ?? []),
    );
    assert.ok(titles.length >= 100);
  });

  it('gives every row an ID that is stable across refreshes', async () => {
    const ids = async () => (await app.tree.getChildren(await row(app.tree, ...space))).map(({ id }) => id);
    const before = await ids();
    assert.equal(new Set(before).size, before.length);
    app.tree.refresh();
    assert.deepEqual(await ids(), before);
  });

  it('loads long lists page by page, on demand', async () => {
    addChangeRequests(sandbox, 'heron-api', 1010);
    const path = ['Tidewell', 'Products', 'Heron', 'Heron API guide'];
    const guide = await row(app.tree, ...path);
    assert.ok(guide);
    const count = async () =>
      (await app.tree.getChildren(guide)).filter(({ contextValue }) => contextValue.startsWith('changeRequest.'))
        .length;
    const first = await count();
    assert.ok(first < 1010);
    assert.ok((await labels(app.tree, ...path)).includes('Load more'));
    await app.tree.loadMore(guide);
    const all = await count();
    assert.ok(all >= 1010);
    app.tree.refresh(guide);
    assert.equal(await count(), all, 'a refresh reads as far as was read before');
    assert.ok(!(await labels(app.tree, ...path)).includes('Load more'));
  });

  it('shows empty lists as empty', async () => {
    assert.deepEqual(await labels(app.tree, 'Open Rivers Network', 'Sites'), ['No sites']);
    assert.deepEqual(await labels(app.tree, 'Open Rivers Network', 'OpenAPI specs'), ['No OpenAPI specs']);
  });

  it('shows an error as a row that retries, and recovers', async () => {
    const server = await startFaultyServer(sandbox.url);
    await app.session.signIn({ url: server.url, token: sandbox.token });
    const organization = await row(app.tree, 'Tidewell');
    server.fail({ kind: 'status', status: 403 });
    const [error] = await app.tree.getChildren(organization);
    assert.equal(error?.label, 'Retry');
    assert.match(error?.description ?? '', /^The test says 403\./);
    await server.recover();
    app.tree.refresh(organization);
    const again = await labels(app.tree, 'Tidewell');
    assert.ok(again.includes('Products'), again.join(', '));
    await server.close();
  });

  it('asks once to sign in again when the token is rejected', async () => {
    const organization = await row(app.tree, 'Tidewell');
    const another = await row(app.tree, 'Tidewell', 'Products');
    const { port } = new URL(sandbox.url);
    await sandbox.close();
    sandbox = await sampleSandbox({ port: Number(port) });
    const below = [...(await app.tree.getChildren(organization)), ...(await app.tree.getChildren(another))];
    assert.ok(!below.some(({ label }) => label === 'Sign in again'));
    const [error] = await app.tree.getChildren();
    assert.equal(error?.label, 'Sign in again');
    assert.equal(error?.command?.command, 'marginalia.session.signInAgain');
    app.tree.refresh();
    const rows = await app.tree.getChildren();
    assert.equal(rows.filter(({ label }) => label === 'Sign in again').length, 1);
  });

  it('updates after writes', async () => {
    await labels(app.tree, ...space);
    const connection = app.session.current ?? assert.fail();
    const changed = new Promise<Node | undefined>(resolve => app.tree.onDidChangeTreeData(resolve));
    const number = await createChangeRequest(connection, 'heron-manual', 'Just now');
    assert.match((await changed)?.label ?? '', /Heron manual/);
    assert.ok((await labels(app.tree, ...space)).includes(`#${number} Just now`));
  });
});

describe('the tree on a server with only the documented operations', () => {
  let sandbox: RunningSandbox;
  let app: Parts;

  beforeEach(async () => {
    sandbox = await sampleSandbox({ documentedOnly: true });
    app = parts();
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
  });
  afterEach(async () => {
    app.dispose();
    await sandbox.close();
  });

  it('finds the spaces outside of collections through the sections of sites', async () => {
    const { siteSpaces, siteSections } = sandbox.state;
    siteSections.put({ id: 'work', site: 'handbook-preview', title: 'How we work', path: 'work' });
    const siteSpace = siteSpaces.all().find(({ space }) => space === 'handbook') ?? assert.fail();
    siteSpaces.put({ ...siteSpace, section: 'work' });
    const below = await labels(app.tree, 'Tidewell');
    assert.ok(below.includes('📓 Documentation handbook'));
    assert.deepEqual(await labels(app.tree, 'Tidewell', 'Products', 'Heron'), [
      '🪶 Heron manual',
      '🔌 Heron API guide',
    ]);
  });

  it('shows pages and files of a change request without changes', async () => {
    const [changeRequest] = await app.tree.getChildren(
      await row(app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual'),
    );
    const kinds = (await app.tree.getChildren(changeRequest)).map(({ contextValue }) => contextValue);
    assert.deepEqual(kinds, ['changeRequestOverview', 'changeRequestReviewers', 'conversations', 'pages', 'files']);
  });

  it('says that main content cannot be read', async () => {
    const rows = await labels(app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual', 'Main content');
    assert.deepEqual(rows, ['This server lets clients read the content of change requests only']);
  });
});
