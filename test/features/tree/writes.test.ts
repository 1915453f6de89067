import assert from 'node:assert/strict';
import type { Node } from '../../../src/ui/tree/node.ts';
import { labels, row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { startFaultyServer } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import { createChangeRequest } from '../../host/support.ts';

const space = ['Tidewell', 'Products', 'Heron', 'Heron manual'];
const spaceId = 'heron-manual';

describe('the tree after a write', () => {
  const on = stageOfParts();

  const api = () => on.app.session.current?.api ?? assert.fail();

  /** Runs a function, and waits until the redrawn rows satisfy `settled`. Returns the labels of these rows. */
  async function shownAnew(run: () => Promise<unknown>, settled: (redrawn: string[]) => boolean): Promise<string[]> {
    const redrawn: string[] = [];
    const listening = on.app.tree.onDidChangeTreeData((node: Node | undefined) =>
      redrawn.push(node?.label ?? 'everything'),
    );
    on.server.requests.length = 0;
    await run();
    await eventually(() => assert.ok(settled(redrawn), `shown: ${redrawn.join(', ')}`));
    listening.dispose();
    return redrawn;
  }

  it('fetches the change request that was commented on, not the list', async () => {
    const [changeRequest] = await on.app.tree.getChildren(await row(on.app.tree, ...space));
    assert.ok(changeRequest);
    const number = /#(\d+)/.exec(changeRequest.label)?.[1] ?? '';
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments';
    const before = /(\d+) open comment/.exec(changeRequest.description ?? '')?.[1] ?? '0';
    const body = { body: { markdown: 'One more.' } };
    const redrawn = await shownAnew(
      () => api().request(route, { spaceId, changeRequestId: number, body }),
      all => all.includes(changeRequest.label),
    );
    assert.deepEqual(redrawn, [changeRequest.label]);
    assert.match(changeRequest.description ?? '', new RegExp(`${Number(before) + 1} open comment`));
    assert.deepEqual(on.server.requests, [
      `POST /spaces/${spaceId}/change-requests/${number}/comments`,
      `GET /spaces/${spaceId}/change-requests/${number}`,
    ]);
  });

  it('updates the number of open change requests of a space', async () => {
    const heron = await row(on.app.tree, ...space);
    assert.ok(heron);
    await on.app.tree.getChildren(heron);
    const before = heron.description ?? '';
    const body = { subject: 'Count me' };
    await shownAnew(
      () => api().request('POST /spaces/{spaceId}/change-requests', { spaceId, body }),
      () => heron.description !== before,
    );
    const count = (text: string) =>
      [...text.matchAll(/(\d+) (open|draft)/g)].reduce((sum, [, some]) => sum + Number(some), 0);
    assert.equal(count(heron.description ?? ''), count(before) + 1);
  });

  for (const [what, write] of [
    [
      'was made a draft',
      { route: 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}', body: { status: 'draft' } },
    ],
    ['was merged', { route: 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge' }],
  ] as const) {
    it(`updates the number of open change requests of a space when one ${what}`, async () => {
      const heron = await row(on.app.tree, ...space);
      assert.ok(heron);
      const [first] = await on.app.tree.getChildren(heron);
      const number = /#(\d+)/.exec(first?.label ?? '')?.[1] ?? '';
      const open = () => Number(/(\d+) open/.exec(heron.description ?? '')?.[1] ?? 0);
      const before = open();
      const { route, ...rest } = write;
      await shownAnew(
        () => api().request(route, { spaceId, changeRequestId: number, ...rest } as never),
        () => open() === before - 1,
      );
    });
  }

  it('moves a change request between the lists when its status changes', async () => {
    const [first] = await on.app.tree.getChildren(await row(on.app.tree, ...space));
    assert.ok(first);
    await on.app.tree.getChildren(await row(on.app.tree, ...space, 'Archived'));
    const number = /#(\d+)/.exec(first.label)?.[1] ?? '';
    const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
    await api().request(route, { spaceId, changeRequestId: number, body: { status: 'archived' } });
    assert.ok(!(await labels(on.app.tree, ...space)).includes(first.label));
    assert.ok((await labels(on.app.tree, ...space, 'Archived')).includes(first.label));
  });

  it('removes a deleted space', async () => {
    await labels(on.app.tree, 'Tidewell', 'Products', 'Heron');
    await shownAnew(
      () => api().request('DELETE /spaces/{spaceId}', { spaceId }),
      all => all.includes('Heron'),
    );
    assert.deepEqual(await labels(on.app.tree, 'Tidewell', 'Products', 'Heron'), ['🔌 Heron API guide']);
  });

  it('moves a moved space', async () => {
    await labels(on.app.tree, 'Tidewell', 'Products', 'Heron');
    const target = on.sandbox.state.collections.all().find(({ title }) => title === 'Products') ?? assert.fail();
    await shownAnew(
      () => api().request('POST /spaces/{spaceId}/move', { spaceId, body: { parent: target.id } }),
      all => all.includes('Heron') && all.includes('Products'),
    );
    assert.deepEqual(await labels(on.app.tree, 'Tidewell', 'Products', 'Heron'), ['🔌 Heron API guide']);
    assert.ok((await labels(on.app.tree, 'Tidewell', 'Products')).includes('🪶 Heron manual'));
  });

  it('keeps a row, and logs the error, when it cannot be fetched again', async () => {
    const heron = await row(on.app.tree, ...space);
    assert.ok(heron);
    await on.app.tree.getChildren(heron);
    on.server.fail({ kind: 'status', status: 403 }, /^GET \/spaces\/heron-manual$/);
    await shownAnew(
      () => api().request('POST /spaces/{spaceId}/change-requests', { spaceId, body: { subject: 'Hidden' } }),
      all => all.includes('Heron'),
    );
    assert.ok(
      (await labels(on.app.tree, 'Tidewell', 'Products', 'Heron')).some(label => label.includes('Heron manual')),
    );
  });

  it('sends nothing to a server whose rows were loaded before another sign-in', async () => {
    await on.app.tree.getChildren(await row(on.app.tree, ...space));
    const other = await startFaultyServer(on.sandbox.url);
    const { id } = on.app.session.current ?? assert.fail();
    const { id: same } = await on.app.session.signIn({ url: other.url, token: on.sandbox.token });
    assert.equal(same, id);
    await on.app.tree.getChildren(await row(on.app.tree, ...space));
    on.server.requests.length = 0;
    const number = await createChangeRequest(on.app.session.current ?? assert.fail(), spaceId, 'Elsewhere');
    await eventually(async () => {
      assert.ok((await labels(on.app.tree, ...space)).some(label => label.startsWith(`#${number} `)));
    });
    assert.deepEqual(on.server.requests, []);
    await other.close();
  });
});
