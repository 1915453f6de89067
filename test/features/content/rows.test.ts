import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { labels, type Parts, parts, row } from '../../host/app.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { addPage, sampleSandbox } from '../../host/support.ts';

describe('the rows of pages', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;

  before(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    app = parts();
    await app.session.signIn({ url: server.url, token: sandbox.token });
  });
  after(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  const iconOf = (node: Node | undefined) => (node?.icon as vscode.ThemeIcon | undefined)?.id;
  const space = ['Tidewell', 'Products', 'Heron', 'Heron manual'];

  it('show their emoji, even from code points', async () => {
    const marked = otherJson(json => {
      const { pages } = json as { pages: object[] };
      return { pages: pages.map((page, index) => ({ ...page, title: 'Page', emoji: index === 0 ? '1f4d6' : '📗' })) };
    });
    server.fail(marked, /\/content\/pages$/);
    const [changeRequest = ''] = (await labels(app.tree, ...space)).filter(label => label.startsWith('#'));
    const [first, second] = await labels(app.tree, ...space, changeRequest, 'All pages');
    assert.deepEqual([first, second], ['📖 Page', '📗 Page']);
  });

  /** Returns the rows of all pages of a change request, beginning with these pages. */
  async function rowsOf(...first: object[]): Promise<Node[]> {
    await server.recover();
    const changed = otherJson(json => ({ pages: [...first, ...(json as { pages: object[] }).pages] }));
    server.fail(changed, /\/content\/pages$/);
    app.content.refresh();
    app.tree.refresh();
    const [changeRequest = ''] = (await labels(app.tree, ...space)).filter(label => label.startsWith('#'));
    addPage(sandbox, { space: 'heron-manual', number: Number(changeRequest.slice(1).split(' ')[0]) }, other);
    return app.tree.getChildren(await row(app.tree, ...space, changeRequest, 'All pages'));
  }
  const other = { title: 'Another', markdown: 'It makes another revision.' };

  it('open the page that a link page points to', async () => {
    const [manual = ''] = sandbox.state.spaces.all().flatMap(({ id }) => (id === 'heron-manual' ? [id] : []));
    const rows = await rowsOf();
    const aim = rows.find(
      ({ uri, contextValue }) => /^page(\.editable(\.hidden)?)?$/.test(contextValue ?? '') && uri === undefined,
    );
    assert.ok(aim);
    const page = aim.id.split('/').at(-1);
    const opened = ({ command }: Node) => documentKey((command?.arguments as [vscode.Uri])[0]);
    const link = (target: object) => ({ id: 'l', type: 'link', title: 'See there', target });
    for (const target of [
      { kind: 'page', page },
      { kind: 'page', page, space: manual },
      { kind: 'anchor', page, anchor: 'a' },
    ]) {
      const [first] = await rowsOf(link(target));
      assert.equal(first?.label, 'See there');
      assert.equal(opened(first), opened(aim));
    }
    const [elsewhere] = await rowsOf(link({ kind: 'page', page: 'p', space: 'heron-api' }));
    assert.match(String(elsewhere?.tooltip), /another space/);
  });

  it('describe a computed page, which is not a document', async () => {
    const before = await rowsOf();
    const [first, ...rest] = await rowsOf({
      id: 'c',
      type: 'computed',
      title: 'Reference',
      computed: { type: 'openapi' },
    });
    assert.equal(first?.label, 'Reference');
    assert.equal(first.description, 'computed');
    assert.match(first.tooltip ?? '', /openapi/);
    assert.match(first.accessibleLabel ?? '', /computed/);
    assert.equal(first.command, undefined);
    assert.equal(first.contextValue, 'page.computed');
    assert.equal(iconOf(first), 'server-process');
    const [group] = await rowsOf({ id: 'g', type: 'group', title: 'Group' });
    assert.deepEqual([group, before[0]].map(iconOf), ['symbol-folder', 'markdown']);
    assert.deepEqual(rest[0]?.command?.arguments, before[0]?.command?.arguments, 'it takes the place of no other page');
  });
});
