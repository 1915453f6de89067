import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Node } from '../../../src/ui/tree/node.ts';
import { type Parts, parts } from '../../host/app.ts';
import { type ForeignServer, startForeignServer } from '../../host/foreignServer.ts';
import { describeOnce, marginalia, sampleFolder, sampleSandbox } from '../../host/support.ts';
import { assertForPeople, Watch } from '../hostile/unharmed.ts';

/** A row, and its label with those of the rows that it is below. */
interface Place {
  path: string;
  row: Node;
}

/** All rows of a tree, each list read to its end. */
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

/** The rows that stand for something of the service. */
function resourcesIn(places: readonly Place[]): string[] {
  return places.flatMap(({ row, path }) => (row.resource === undefined ? [] : path)).sort();
}

describeOnce('a server that is not the sandbox', function () {
  this.timeout(240_000);
  let server: ForeignServer;
  let app: Parts;
  let watch: Watch;

  before(async () => {
    watch = new Watch();
    server = await startForeignServer(sampleFolder());
    app = parts();
    await app.session.signIn({ url: server.url, token: server.token });
    await (await marginalia()).signIn({ url: server.url, token: server.token });
  });
  after(async () => {
    app.dispose();
    await server.close();
    watch.end();
  });

  it('has a row for everything that the sandbox lists with the same operations, and a document for each page', async () => {
    const sandbox = await sampleSandbox({ documentedOnly: true });
    const other = parts();
    await other.session.signIn({ url: sandbox.url, token: sandbox.token });
    const expected = resourcesIn(await allRows(other.tree));
    other.dispose();
    await sandbox.close();
    const places = await allRows(app.tree);
    const actual = resourcesIn(places);
    assert.deepEqual(
      expected.filter(path => !actual.includes(path)),
      [],
    );
    assert.ok(actual.length > 1000, `${actual.length} rows`);
    assertForPeople(places.flatMap(({ row }) => [row.label, row.description, String(row.tooltip ?? '')]));
    const uris = places.flatMap(({ row }) => (row.resource as { uri?: vscode.Uri } | undefined)?.uri ?? []);
    assert.ok(uris.length > 500, `${uris.length} documents`);
    for (const uri of uris) assertForPeople([Buffer.from(await vscode.workspace.fs.readFile(uri)).toString()]);
    assert.deepEqual(server.invalidRequests, []);
  });
});
