import assert from 'node:assert/strict';
import { spacesOf, topSpacesOf } from '../../src/model/spaces.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import type { ListPage } from '../../src/api/listings.ts';
import { addSpaces } from '../host/content.ts';
import { labels, type Parts, parts, row } from '../host/app.ts';
import { type FaultyServer, startFaultyServer } from '../host/faultyServer.ts';
import { sampleSandbox } from '../host/support.ts';

for (const documentedOnly of [false, true]) {
  describe(`a space in no collection and on no site, on a server ${documentedOnly ? 'without' : 'with'} a list of spaces`, () => {
    let sandbox: RunningSandbox;
    let server: FaultyServer;
    let app: Parts;

    beforeEach(async () => {
      sandbox = await sampleSandbox({ documentedOnly });
      server = await startFaultyServer(sandbox.url);
      app = parts();
      addSpaces(sandbox, undefined, 'Nowhere else');
    });
    afterEach(async () => {
      app.dispose();
      await server.close();
      await sandbox.close();
    });

    const signIn = async () => {
      const connection = await app.session.signIn({ url: server.url, token: sandbox.token });
      if (documentedOnly) await app.inbox.settings.setCaller(connection, { id: 'mira', name: 'Mira' });
      return connection;
    };
    const { signal } = new AbortController();
    const titlesOf = async (pages: AsyncIterable<ListPage<{ title: string }>>) => {
      const titles: string[] = [];
      for await (const { items } of pages) titles.push(...items.map(({ title }) => title));
      return titles;
    };

    it('is found once, in the tree and in pickers', async () => {
      const connection = await signIn();
      const rows = await labels(app.tree, 'Tidewell');
      assert.equal(rows.filter(label => label.includes('Nowhere else')).length, 1);
      assert.ok(!rows.includes('Some spaces are hidden'));
      const all = await titlesOf(spacesOf(connection, 'tidewell', signal));
      assert.equal(all.filter(title => title === 'Nowhere else').length, 1);
      assert.equal(new Set(all).size, all.length);
    });

    it("is found when the list of spaces or the list of a member's content fails", async () => {
      const connection = await signIn();
      server.fail({ kind: 'status', status: 505 }, /^GET \/orgs\/[^/]+\/spaces$/);
      const top = await titlesOf(topSpacesOf(connection, 'tidewell', Promise.resolve([]), signal));
      assert.ok(top.includes('Nowhere else'));
      server.fail({ kind: 'status', status: 505 }, /\/members\/[^/]+\/spaces$/);
      assert.ok((await titlesOf(spacesOf(connection, 'tidewell', signal))).includes('Heron manual'));
    });
  });
}

describe('an organization whose server fails to list the content of a member', () => {
  it('has a row that says that spaces are missing', async () => {
    const sandbox = await sampleSandbox({ documentedOnly: true });
    const server = await startFaultyServer(sandbox.url);
    addSpaces(sandbox, undefined, 'Nowhere else');
    const app = parts();
    const connection = await app.session.signIn({ url: server.url, token: sandbox.token });
    await app.inbox.settings.setCaller(connection, { id: 'mira', name: 'Mira' });
    server.fail({ kind: 'status', status: 505 }, /\/members\/[^/]+\/spaces$/);
    assert.ok((await labels(app.tree, 'Tidewell')).includes('Not all spaces could be listed'));
    await server.recover();
    app.tree.clear();
    const rows = await labels(app.tree, 'Tidewell');
    assert.ok(rows.some(label => label.includes('Nowhere else')));
    assert.ok(!rows.includes('Not all spaces could be listed'));
    app.dispose();
    await server.close();
    await sandbox.close();
  });
});

describe('an organization whose server lists neither spaces nor the current user', () => {
  it('has a row that asks who the user is until it is known, even after signing in again', async () => {
    const sandbox = await sampleSandbox({ documentedOnly: true });
    addSpaces(sandbox, undefined, 'Nowhere else');
    const app = parts();
    const signIn = () => app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const connection = await signIn();
    const note = await row(app.tree, 'Tidewell', 'Some spaces are hidden');
    assert.equal(note?.command?.command, 'marginalia.reviewList.chooseCaller');
    assert.ok(!(await labels(app.tree, 'Tidewell')).some(label => label.includes('Nowhere else')));
    await app.inbox.settings.setCaller(connection, { id: 'mira', name: 'Mira' });
    await signIn();
    const rows = await labels(app.tree, 'Tidewell');
    assert.ok(rows.some(label => label.includes('Nowhere else')));
    assert.ok(!rows.includes('Some spaces are hidden'));
    app.dispose();
    await sandbox.close();
  });
});
