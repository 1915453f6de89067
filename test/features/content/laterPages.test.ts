import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LinkResource } from '../../../src/features/content/node.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { labels, row } from '../../host/app.ts';
import { type Fault, otherJson } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';

const json = (body: object): Fault => ({
  kind: 'instead',
  reply: { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) },
});
const app = 'https://app.tidewell.example/board';

describe('pages of unknown types from newer servers', () => {
  const set = stageOfParts();
  const space = ['Tidewell', 'Products', 'Heron', 'Heron manual'];

  const later = [
    { id: 'news', type: 'release_notes', title: 'What is new', slug: 'news', path: 'news' },
    { id: 'board', type: 'board', title: 'Roadmap', slug: 'board', path: 'board', urls: { app } },
    { id: 'gone', type: 'board', title: 'Refused', slug: 'gone', path: 'gone' },
  ];

  /** Returns the rows of these pages. The server has a text only for the first one. */
  async function laterRows(): Promise<Node[]> {
    const pages = (list: unknown) => ({ pages: [...later, ...(list as { pages: object[] }).pages] });
    set.server.fail(otherJson(pages), /\/content\/pages$/);
    set.server.fail(json({ ...later[0], markdown: '# What is new\n\nAnchors.' }), /\/page\/news$/);
    set.server.fail(json({ ...later[1] }), /\/page\/board$/);
    set.server.fail({ kind: 'status', status: 404 }, /\/page\/gone$/);
    const [changeRequest = ''] = (await labels(set.app.tree, ...space)).filter(label => label.startsWith('#'));
    const rows = await set.app.tree.getChildren(await row(set.app.tree, ...space, changeRequest, 'All pages'));
    return rows.slice(0, later.length);
  }

  it('keep their names', async () => {
    const items = (await laterRows()).map(node => set.app.tree.getTreeItem(node));
    assert.deepEqual(
      items.map(({ label, description }) => [label, description]),
      [
        ['What is new', 'release notes'],
        ['Roadmap', 'board'],
        ['Refused', 'board'],
      ],
    );
  });

  it('open as text when the server has one, and else in the app of the service', async () => {
    const [news, board, gone] = await laterRows();
    assert.equal(news?.command?.command, 'marginalia.document.open');
    const [uri] = (news?.command?.arguments ?? []) as vscode.Uri[];
    const entry = await set.app.content.lookUp(uri ?? assert.fail());
    assert.ok(entry?.kind === 'page', 'it is a document');
    assert.equal((board?.resource as LinkResource | undefined)?.leadsTo, app);
    assert.equal(gone?.command, undefined);
    assert.match(String(gone?.tooltip), /cannot show pages of the type "board", and the server gives no address/);
  });

  it('are not documents without text', async () => {
    const [news] = await laterRows();
    const [uri] = (news?.command?.arguments ?? []) as vscode.Uri[];
    const beside = (name: string) => set.app.content.lookUp(vscode.Uri.joinPath(uri ?? assert.fail(), '..', name));
    assert.ok(await beside('news.md'));
    assert.equal(await beside('board.md'), undefined);
    assert.equal(await beside('gone.md'), undefined);
  });
});
