import assert from 'node:assert/strict';
import type { ListPage } from '../../src/api/listings.ts';
import type { Connection } from '../../src/model/session/connection.ts';
import { collectionsOf, type Space, spacesOf, topSpacesOf } from '../../src/model/spaces.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { treePathToSpace } from '../../src/features/opening/treePaths.ts';
import { labels, type Parts, parts } from '../host/app.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../host/faultyServer.ts';
import { sampleSandbox } from '../host/support.ts';

for (const documentedOnly of [false, true]) {
  describe(`spaces of an organization on a server ${documentedOnly ? 'without' : 'with'} a list of them`, () => {
    let sandbox: RunningSandbox;
    let app: Parts;
    let connection: Connection;

    before(async () => {
      sandbox = await sampleSandbox({ documentedOnly });
      app = parts();
      connection = await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    });
    after(async () => {
      app.dispose();
      await sandbox.close();
    });

    const organization = () => sandbox.state.organizations.all()[0]?.id ?? assert.fail();
    const signal = new AbortController().signal;

    it('include all spaces in collections', async () => {
      const ids: string[] = [];
      for await (const { items } of spacesOf(connection, organization(), signal))
        ids.push(...items.map(({ id }) => id));
      const stored = sandbox.state.spaces.all().filter(space => space.organization === organization() && space.parent);
      assert.ok(stored.length > 1);
      for (const { id } of stored) assert.equal(ids.filter(other => other === id).length, 1, id);
    });

    it('can be limited to those outside of collections', async () => {
      const collections = await collectionsOf(connection, organization(), signal);
      for await (const { items } of topSpacesOf(connection, organization(), Promise.resolve(collections), signal)) {
        assert.ok(items.every(({ parent }) => !parent));
      }
    });

    it('are empty for a guest, who may see no sites', async () => {
      const guest = await app.session.signIn({ url: sandbox.url, token: sandbox.tokenFor('sam') });
      const ids: string[] = [];
      for await (const { items } of spacesOf(guest, 'open-rivers', signal)) ids.push(...items.map(({ id }) => id));
      assert.deepEqual(ids, []);
    });
  });
}

describe('spaces of an organization with some inaccessible sites', () => {
  it('are those of the other sites', async () => {
    const sandbox = await sampleSandbox({ documentedOnly: true });
    const server = await startFaultyServer(sandbox.url);
    const app = parts();
    const connection = await app.session.signIn({ url: server.url, token: sandbox.token });
    const all = () => labelsOf(topSpacesOf(connection, 'tidewell', Promise.resolve([]), new AbortController().signal));
    const before = await all();
    server.fail({ kind: 'status', status: 403 }, /\/published$/, 1);
    const rest = await all();
    assert.ok(rest.every(title => before.includes(title)));
    assert.ok(server.requests.filter(request => request.endsWith('/published')).length > 1);
    app.dispose();
    await server.close();
    await sandbox.close();
  });
});

for (const documentedOnly of [false, true]) {
  const kind = documentedOnly ? 'without' : 'with';
  describe(`content of a collection that the user may not see, on a server ${kind} a list of spaces`, () => {
    let sandbox: RunningSandbox;
    let server: FaultyServer;
    let app: Parts;

    before(async () => {
      sandbox = await sampleSandbox({ documentedOnly });
      server = await startFaultyServer(sandbox.url);
      app = parts();
      await app.session.signIn({ url: server.url, token: sandbox.token });
    });
    after(async () => {
      app.dispose();
      await server.close();
      await sandbox.close();
    });

    /** Hides collections, as a server does from users with access only to something inside of them. */
    async function hidden(...ids: string[]): Promise<string[]> {
      await server.recover();
      const fewer = otherJson(json => {
        const { items, ...rest } = json as { items: { id: string }[] };
        return { ...rest, items: items.filter(({ id }) => !ids.includes(id)) };
      });
      server.fail(fewer, /^GET \/orgs\/[^/]+\/collections$/);
      server.fail({ kind: 'status', status: 404 }, new RegExp(`^GET /collections/(${ids.join('|')})(/|$)`));
      app.tree.refresh();
      return labels(app.tree, 'Tidewell');
    }

    it('is shown at the top: a collection', async () => {
      const rows = await hidden('products');
      assert.ok(rows.includes('Heron'), rows.join(', '));
      assert.ok((await labels(app.tree, 'Tidewell', 'Heron')).some(label => label.endsWith('Heron manual')));
    });

    it('is shown at the top: spaces', async () => {
      const rows = await hidden('products', 'heron');
      assert.ok(
        rows.some(label => label.endsWith('Heron manual')),
        rows.join(', '),
      );
      assert.ok(!rows.includes('Heron'));
    });

    it('is found by its tree path', async () => {
      await hidden('products');
      const { current = assert.fail() } = app.session;
      const row = await app.tree.reveal(...(await treePathToSpace(current, 'heron-manual')));
      assert.match(row?.label ?? '', /Heron manual$/);
    });
  });
}

describe('a site with invalid sections', () => {
  it('shows its other spaces', async () => {
    const sandbox = await sampleSandbox({ documentedOnly: true });
    const server = await startFaultyServer(sandbox.url);
    const app = parts();
    await app.session.signIn({ url: server.url, token: sandbox.token });
    const usual = await labels(app.tree, 'Tidewell');
    const spoiled = otherJson(json => {
      const { items, ...rest } = json as { items: { siteSpaces?: unknown[] }[] };
      const odd = items.map(({ siteSpaces = [], ...section }) => ({ ...section, siteSpaces: [null, ...siteSpaces] }));
      return { ...rest, items: [null, ...odd, { id: 'x', siteSpaces: null }] };
    });
    server.fail(spoiled, /\/sections$/);
    app.tree.refresh();
    assert.deepEqual(await labels(app.tree, 'Tidewell'), usual);
    app.dispose();
    await server.close();
    await sandbox.close();
  });
});

async function labelsOf(pages: AsyncIterable<ListPage<Space>>): Promise<string[]> {
  const titles: string[] = [];
  for await (const { items } of pages) titles.push(...items.map(({ title }) => title));
  return titles;
}
