import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Discussions } from '../../src/model/discussions/discussions.ts';
import { subjectOf } from '../../src/model/discussions/subject.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { addSpace } from '../sandbox/acme.ts';
import { labels, memento, memoryStorage, type Parts, parts, row } from '../host/app.ts';
import { eventually } from '../host/eventually.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../host/faultyServer.ts';
import { addChangeRequests } from '../host/large.ts';
import { addPage, editContent, itWithOptional, sampleSandbox } from '../host/support.ts';
import { assertTraffic } from '../host/traffic.ts';

/** Milliseconds to the service and back: long enough to tell what waits for what. */
const away = 100;

describe('requests to a service that is far away', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let storage: ReturnType<typeof memoryStorage>;
  let folder: vscode.Uri;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    const { state } = sandbox;
    const organization = state.organizations.all()[0]?.id ?? assert.fail();
    for (let index = 0; index < 50; index++) {
      state.collections.put({ id: `many-${index}`, organization, title: `Many ${index}`, defaultLevel: 'inherit' });
      for (const letter of ['a', 'b'])
        addSpace(state, `many-${index}-${letter}`, { organization, parent: `many-${index}` });
    }
    for (let index = 0; index < 200; index++) addSpace(state, `top-${index}`, { organization });
    state.keepWrites();
    server = await startFaultyServer(sandbox.url, 'documentation', away);
    storage = memoryStorage();
    folder = vscode.Uri.file(join(tmpdir(), randomUUID()));
    app = parts(storage, folder, memento());
  });
  afterEach(async () => {
    app.dispose();
    await vscode.workspace.fs.delete(folder, { recursive: true }).then(undefined, () => undefined);
    await server.close();
    await sandbox.close();
  });

  const signIn = () => app.session.signIn({ url: server.url, token: sandbox.token });

  it('for signing in and the first view are two at once', async () => {
    await assertTraffic(server, { requests: 2, trips: 1 }, async () => {
      await signIn();
      await labels(app.tree);
    });
  });

  itWithOptional('for an organization of hundreds of spaces are two at once', async () => {
    await signIn();
    await labels(app.tree);
    const rows = await assertTraffic(server, { requests: 2, trips: 1 }, () => labels(app.tree, 'Tidewell'));
    assert.ok(rows.length > 250, `${rows.length} rows`);
  });

  itWithOptional('for a collection is one', async () => {
    await signIn();
    await labels(app.tree, 'Tidewell');
    await assertTraffic(server, { requests: 1, trips: 1 }, () => labels(app.tree, 'Tidewell', 'Many 7'));
  });

  itWithOptional('for a space are two at once', async () => {
    await signIn();
    await labels(app.tree, 'Tidewell', 'Products', 'Heron');
    const way = ['Tidewell', 'Products', 'Heron', 'Heron manual'];
    await assertTraffic(server, { requests: 2, trips: 1 }, () => labels(app.tree, ...way));
  });

  it('for whether one may comment in a space is one, until somebody asks for what is new', async () => {
    const connection = await signIn();
    const discussions = new Discussions(app.session, app.content, app.failures);
    const place = { connection, space: 'heron-manual', version: { kind: 'main' } } as const;
    const ask = () => discussions.mayComment(place);
    await assertTraffic(server, { requests: 1, trips: 1 }, async () => {
      assert.equal(await ask(), true);
      assert.equal(await ask(), true);
    });
    server.fail(
      otherJson(space => ({ ...(space as object), permissions: { comment: false } })),
      /^GET .spaces.[^/]+$/,
    );
    await discussions.refresh();
    assert.equal(await ask(), false);
    discussions.dispose();
  });

  it('for ten thousand change requests are as few as the service allows', async () => {
    addChangeRequests(sandbox, 'heron-api', 10_000);
    await signIn();
    const path = ['Tidewell', 'Products', 'Heron', 'Heron API guide'];
    await labels(app.tree, ...path.slice(0, -1));
    let clicks = 0;
    await assertTraffic(server, { requests: 11, trips: 10 }, async () => {
      const space = (await row(app.tree, ...path)) ?? assert.fail();
      const isMore = async () =>
        (await app.tree.getChildren(space)).some(({ contextValue }) => contextValue === 'more');
      for (; await isMore(); clicks++) await app.tree.loadMore(space);
      const shown = (await app.tree.getChildren(space)).filter(({ label }) => label.includes('One of many'));
      assert.equal(shown.length, 10_000);
    });
    assert.ok(clicks <= 9, `${clicks} clicks`);
  });

  describe('for the pages of a change request', () => {
    const changeRequest = { space: 'heron-manual', number: 8 };
    const manual = ['Tidewell', 'Products', 'Heron', 'Heron manual'];
    let pages: { id: string; uri: vscode.Uri }[];
    let discussions: Discussions;

    /** The extension in a window, with the rows of the tree read down to the space. */
    async function openWindow(): Promise<void> {
      discussions = new Discussions(app.session, app.content, app.failures);
      app.content.onWillRead(uri => void discussions.open(uri));
      await labels(app.tree, ...manual);
    }

    async function openNextWindow(): Promise<void> {
      discussions.dispose();
      app.dispose();
      app = parts(storage, folder, memento());
      discussions = new Discussions(app.session, app.content, app.failures);
    }

    /** What an editor asks for when it shows a page: the text, where one may comment, and what was said. */
    async function read({ uri }: { uri: vscode.Uri }): Promise<string> {
      const page = await here(uri);
      const place = await app.content.place(subjectOf(page) ?? assert.fail());
      const [text] = await Promise.all([textOf(page), discussions.mayComment(place)]);
      await discussions.on(page);
      return text;
    }

    /** The address of a page on the server of this test. */
    async function here(uri: vscode.Uri): Promise<vscode.Uri> {
      return uri.with({ authority: (await app.session.require()).id });
    }

    async function textOf(uri: vscode.Uri): Promise<string> {
      const found = await app.content.find(uri);
      assert.ok(found?.kind === 'page', 'the page is not there');
      return found.snapshot.markdown(found.page.id);
    }

    beforeEach(async () => {
      for (const { id } of sandbox.state.comments.all()) sandbox.state.comments.delete(id);
      pages = ['First words.', 'Second words.'].map(markdown =>
        addPage(sandbox, changeRequest, { title: 'Far away', markdown }),
      );
      await signIn();
      await openWindow();
    });
    afterEach(() => discussions.dispose());

    it('are three, the next of them one, and one that was seen before none', async () => {
      const [first, second] = pages;
      assert.ok(first && second);
      await assertTraffic(server, { requests: 3, trips: 2 }, () => read(first));
      await assertTraffic(server, { requests: 1, trips: 1 }, () => read(second));
      await assertTraffic(server, { requests: 0, trips: 0 }, () => read(first));
    });

    it('are none in the next window for one that was seen before, beside the question whether it is another', async () => {
      const [first] = pages;
      assert.ok(first);
      await read(first);
      await openNextWindow();
      server.requests.length = 0;
      const uri = await here(first.uri);
      assert.match(await textOf(uri), /First words/);
      await eventually(() => assert.deepEqual(server.requests, [`GET /spaces/heron-manual/change-requests/8`]));
    });

    it('are not needed without the service for one that was seen before', async () => {
      const [first, second] = pages;
      assert.ok(first && second);
      await read(first);
      await openNextWindow();
      await server.refuse();
      const uri = await here(first.uri);
      assert.match(await textOf(uri), /First words/);
      app.content.refresh();
      assert.match(await textOf(uri), /First words/, 'and after a refresh that did not get through');
    });

    it('show what is new soon after the next window has shown what was seen before', async () => {
      const [first] = pages;
      assert.ok(first);
      await read(first);
      await openNextWindow();
      editContent(sandbox, changeRequest, [
        { operation: 'update_page', page: first.id, document: { markdown: 'Other words.' } },
      ]);
      const uri = await here(first.uri);
      const changed = new Promise<void>(resolve => app.content.onDidChange(() => resolve()));
      assert.match(await textOf(uri), /First words/);
      await changed;
      assert.match(await textOf(uri), /Other words/);
    });
  });
});
