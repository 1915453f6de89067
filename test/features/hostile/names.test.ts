import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { names } from '../../hostile/names.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { type Parts, parts, row } from '../../host/app.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { documentedOnly, marginalia, sampleSandbox } from '../../host/support.ts';
import { screen } from '../comments/screen.ts';
import { assertForPeople, Watch } from './unharmed.ts';

/** Matches characters that no label may contain: links, icons, line breaks and bidirectional controls. */
const harmful = /\]\(|\$\(|[\n\r\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/;

describe('a hostile name', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let answers: Answers;
  let watch: Watch;

  before(async () => {
    watch = new Watch();
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    app = parts();
    await app.session.signIn({ url: server.url, token: sandbox.token });
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
  });
  beforeEach(() => (answers = answerPrompts()));
  afterEach(async () => {
    answers.restore();
    await server.recover();
  });
  after(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
    watch.end();
  });

  /** Asserts that rows are harmless as they are drawn. */
  function assertHarmless(rows: readonly Node[]): void {
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'each row is told from the others');
    const bad = rows.flatMap(one => {
      const { label, description, tooltip } = app.tree.getTreeItem(one);
      const texts = [String(label), String(description ?? ''), String(tooltip ?? '').replaceAll('\n', '')];
      return texts.filter(text => harmful.test(text) || !text.isWellFormed() || text.length > 2100);
    });
    assert.deepEqual(bad, []);
  }

  it('of a space is shown safely in a row', async () => {
    server.fail(
      otherJson(reply => {
        // A server without this list sends no items.
        const { items = [] } = reply as { items?: object[] };
        return { items: names.map((title, index) => ({ ...items[0], id: `space-${index}`, title, emoji: title })) };
      }),
      /^GET (?:\/orgs\/[^/]+|\/collections\/[^/]+)\/spaces$/,
    );
    const inside = await app.tree.getChildren(await row(app.tree, 'Tidewell', 'Products', 'Heron'));
    const rows = inside.filter(({ contextValue }) => contextValue.startsWith('space'));
    if (!documentedOnly) assert.ok(rows.length >= names.length, `${rows.length} rows`);
    assertHarmless(rows);
  });

  it('of a change request is shown safely in a row', async () => {
    app.tree.clear();
    server.fail(
      otherJson(reply => {
        const { items } = reply as { items: { createdBy: object }[] };
        const of = (subject: string) => ({ ...items[0]?.createdBy, displayName: subject });
        return { items: names.map((subject, number) => ({ ...items[0], number, subject, createdBy: of(subject) })) };
      }),
      /^GET .*\/change-requests$/,
    );
    const space = await row(app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual');
    const rows = (await app.tree.getChildren(space)).filter(one => one.contextValue.startsWith('changeRequest.'));
    assert.ok(rows.length >= names.length);
    assertHarmless(rows);
  });

  it('of a page or file is a safe row, a path within its folder, and a document', async () => {
    app.tree.clear();
    const pages = names.map((name, index) => ({
      ...{
        id: index % 2 || !name.isWellFormed() ? `page-${index}` : `${name}-${index}`,
        object: 'page',
        type: 'document',
      },
      ...{ title: name, path: name, slug: name, pages: [] },
    }));
    const files = names.map((name, index) => ({ id: `file-${index}`, name, size: index, contentType: name }));
    server.fail(
      otherJson(reply => ({ ...(reply as object), pages })),
      /^GET .*\/content\/pages$/,
    );
    server.fail(
      otherJson(() => ({ items: files })),
      /^GET .*\/content\/files$/,
    );
    server.fail(
      { kind: 'other', reply: () => ({ status: 200, body: Buffer.from('{"markdown":"Found"}') }) },
      /^GET .*\/content\/page\//,
    );
    const space = await row(app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual');
    const [first] = (await app.tree.getChildren(space)).filter(one => one.contextValue.startsWith('changeRequest.'));
    const inside = await app.tree.getChildren(first);
    for (const kind of ['pages', 'files']) {
      const rows = await app.tree.getChildren(inside.find(one => one.contextValue.startsWith(kind)));
      assert.equal(rows.length, names.length);
      assertHarmless(rows);
      const uris = rows.map(one => (one.resource as { uri: vscode.Uri }).uri);
      assert.equal(new Set(uris.map(uri => uri.toString())).size, names.length);
      for (const uri of uris) {
        assert.match(uri.path, /^\/spaces\/heron-manual\/change-requests\/\d+\//);
        assert.ok(!uri.path.split('/').some(segment => segment === '..' || segment === '.'), uri.path);
        assert.equal(vscode.Uri.parse(uri.toString()).toString(), uri.toString());
        if (kind === 'pages') assert.equal(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString(), 'Found');
      }
    }
  });

  it("of a comment's author is shown as text, without commands", async () => {
    let texts: readonly string[] = [];
    server.fail(
      otherJson(reply => {
        const { items } = reply as { items: { postedBy: object }[] };
        const of = (displayName: string) => ({ ...items[0]?.postedBy, displayName });
        return {
          items: texts.map(name => ({ ...items[0], id: `c-${names.indexOf(name)}`, replies: 0, postedBy: of(name) })),
        };
      }),
      /^GET .*\/comments$/,
    );
    const page = vscode.Uri.parse(
      'marginalia://sandbox/spaces/heron-manual/change-requests/8/hardware/moorings/README.md',
    );
    const { threads } = await marginalia();
    // A page shows only this many threads.
    for (let first = 0; first < names.length; first += 20) {
      texts = names.slice(first, first + 20);
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      await threads(page);
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      assert.ok(screen().threads.size >= texts.length, `${screen().threads.size} threads`);
      for (const { comments, label } of screen().threads) {
        for (const { author, body } of comments) {
          assert.ok(author.name !== '' && !harmful.test(author.name), author.name);
          assert.ok(typeof body === 'string' || !body.isTrusted);
        }
        assertForPeople([label]);
      }
    }
    assertForPeople(answers.transcript);
  });
});
