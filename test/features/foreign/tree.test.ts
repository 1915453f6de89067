import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Node } from '../../../src/ui/tree/node.ts';
import { type Parts, parts } from '../../host/app.ts';
import { type ForeignServer, startForeignServer } from '../../host/foreignServer.ts';
import { describeOnce, marginalia, sampleFolder } from '../../host/support.ts';
import { startCheckedSandbox } from '../../sandbox/checked.ts';
import { fillFromSample } from '../../sandbox/copies.ts';
import { assertForPeople, Watch } from '../hostile/unharmed.ts';

/** A row with its label path from the top of the tree. */
interface Place {
  path: string;
  row: Node;
}

/** Returns all rows of a tree, with all pages of each list. */
async function allRows(tree: Parts['tree'], parent?: Node, above = ''): Promise<Place[]> {
  let rows = await tree.getChildren(parent);
  while (parent && rows.some(({ contextValue }) => contextValue === 'more')) {
    await tree.loadMore(parent);
    rows = await tree.getChildren(parent);
  }
  const places: Place[] = [];
  for (const row of rows) {
    const path = `${above} / ${row.label || row.description}`;
    places.push({ row, path });
    if (row.children) places.push(...(await allRows(tree, row, path)));
  }
  return places;
}

/** Returns the paths of rows with a resource. */
function resourcesIn(places: readonly Place[]): string[] {
  return places.flatMap(({ row, path }) => (row.resource === undefined ? [] : path)).sort();
}

/** Returns the URI of one document for each kind of row. */
function sampledDocuments(places: readonly Place[]): vscode.Uri[] {
  const byKind = Map.groupBy(places, ({ row }) => row.contextValue);
  const uris = [...byKind.values()].flatMap(alike => alike.flatMap(documentsOf).slice(0, 1));
  return [...new Map(uris.map(uri => [uri.toString(), uri])).values()];
}

/** Returns the documents that a row represents or opens. */
function documentsOf({ row }: Place): vscode.Uri[] {
  const { uri } = (row.resource ?? {}) as { uri?: vscode.Uri };
  const opened: unknown[] = row.command?.arguments ?? [];
  // Only published sites have a published profile.
  return [row.uri, uri, ...opened].filter(
    one => one instanceof vscode.Uri && !one.path.endsWith('/published.json'),
  ) as vscode.Uri[];
}

describeOnce('the tree of another implementation of the service', function () {
  this.timeout(180_000);
  let server: ForeignServer;
  let app: Parts;
  let watch: Watch;
  let places: Place[];

  before(async () => {
    watch = new Watch();
    server = await startForeignServer(sampleFolder());
    app = parts();
    await app.session.signIn({ url: server.url, token: server.token });
    places = await allRows(app.tree);
  });
  after(async () => {
    app.dispose();
    await server.close();
    watch.end();
  });

  it('has the same rows as the sandbox with the same operations', async () => {
    const sandbox = await startCheckedSandbox({ fill: fillFromSample(sampleFolder()), documentedOnly: true });
    const other = parts();
    await other.session.signIn({ url: sandbox.url, token: sandbox.token });
    const expected = resourcesIn(await allRows(other.tree));
    other.dispose();
    await sandbox.close();
    const actual = new Set(resourcesIn(places));
    assert.deepEqual(
      expected.filter(path => !actual.has(path)),
      [],
    );
    assert.ok(actual.size > 1000, `${actual.size} rows`);
    assertForPeople(places.flatMap(({ row }) => [row.label, row.description, String(row.tooltip ?? '')]));
    assert.deepEqual(server.invalidRequests, []);
  });

  it('has a document for each kind of row', async () => {
    await (await marginalia()).signIn({ url: server.url, token: server.token });
    const uris = sampledDocuments(places);
    assert.ok(uris.length > 10, `${uris.length} documents`);
    for (const uri of uris) assertForPeople([Buffer.from(await vscode.workspace.fs.readFile(uri)).toString()]);
    assert.deepEqual(server.invalidRequests, []);
  });
});
