import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Discussions } from '../../../src/model/discussions/discussions.ts';
import type { Discussion } from '../../../src/model/discussions/discussion.ts';
import { row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { pageUri } from '../../host/support.ts';

const manual = ['Tidewell', 'Products', 'Heron', 'Heron manual'];
const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
const changeRequest = /^GET .*\/change-requests\/8$/;
const posts = /^POST .*\/comments$/;

describe('number of open comments on the row of a change request', () => {
  const on = stageOfParts();
  let discussions: Discussions;
  let discussion: Discussion;

  beforeEach(async () => {
    discussions = new Discussions(on.app.session, on.app.content, on.app.failures);
    const uri = page.with({ authority: on.app.session.current?.id ?? '' });
    await discussions.conversationsOn(uri);
    discussion = discussions.of(uri) ?? assert.fail();
    await post('The first tells who the user is.');
  });
  afterEach(() => discussions.dispose());

  const post = (text: string) => discussion.sender.post({}, text, { storeAttempt: async () => {}, onPosted: () => {} });
  const shownRow = async () => (await row(on.app.tree, ...manual, '#8 ')) ?? assert.fail();
  const placeOf = () => ({ connection: on.app.session.current ?? assert.fail(), space: 'heron-manual', number: 8 });
  const countOn = ({ description }: { description?: string | undefined }) =>
    Number(/(\d+) open comment/.exec(description ?? '')?.[1] ?? 0);
  const stored = () =>
    api().request('GET /spaces/{spaceId}/change-requests/{changeRequestId}', {
      spaceId: 'heron-manual',
      changeRequestId: '8',
    });
  const api = () => on.app.session.current?.api ?? assert.fail();

  it('does not redraw the row or its children while it is unchanged', async () => {
    const node = await shownRow();
    const drawn: unknown[] = [];
    const listening = on.app.tree.onDidChangeTreeData(node => drawn.push(node));
    on.app.tree.refreshFromCache(node.address ?? node.id);
    on.app.content.changeRequests.adjustCount(placeOf(), { more: 1, began: performance.now() });
    on.app.tree.refreshFromCache(node.address ?? node.id);
    await eventually(() => assert.deepEqual(drawn, [node]));
    listening.dispose();
  });

  it('follows posted, resolved, reopened and deleted comments without a request', async () => {
    const node = await shownRow();
    const before = countOn(node);
    await post('One more');
    const { id } =
      discussion.conversations.find(({ comment }) => comment.body.markdown === 'One more')?.comment ?? assert.fail();
    const counts: number[] = [];
    const note = () => eventually(() => counts.push(countOn(node)));
    on.server.requests.length = 0;
    await note();
    for (const step of [
      () => discussion.sender.change(id, { resolved: true }),
      () => discussion.sender.change(id, { resolved: false }),
      () => discussion.sender.reply(id, 'A reply', { storeAttempt: async () => {} }),
      () => discussion.sender.delete(id),
    ]) {
      await step();
      await note();
    }
    assert.deepEqual(
      counts,
      [1, 0, 1, 1, 0].map(more => before + more),
    );
    assert.equal(on.server.requests.filter(request => changeRequest.test(request)).length, 0);
  });

  it('is not one too high when the row was read while a comment was being sent', async () => {
    const node = await shownRow();
    on.server.fail({ kind: 'late' }, posts, 1);
    const sending = post('On its way');
    await on.server.waiting();
    on.app.tree.applyChange(new Set([node.id]));
    await eventually(() => assert.ok(on.server.requests.some(request => changeRequest.test(request))));
    on.server.release();
    await sending;
    const { comments } = await stored();
    await eventually(() => assert.equal(countOn(node), comments));
  });

  it('is not one too low when a comment arrives while the row is being read', async () => {
    const node = await shownRow();
    on.server.fail({ kind: 'late' }, changeRequest, 1);
    on.app.tree.applyChange(new Set([node.id]));
    await on.server.waiting();
    const sending = post('Overtaking');
    await eventually(() => assert.equal(on.server.requests.filter(request => posts.test(request)).length, 2));
    on.server.release();
    await sending;
    const { comments } = await stored();
    await eventually(() => assert.equal(countOn(node), comments));
  });

  it('is not one too low when a comment arrives while the list is being read', async () => {
    await shownRow();
    on.server.fail({ kind: 'late' }, /^GET .*\/change-requests$/, 1);
    const space = (await row(on.app.tree, ...manual)) ?? assert.fail();
    on.app.tree.refresh(space);
    const reading = on.app.tree.getChildren(space);
    await on.server.waiting();
    await post('Overtaking');
    on.server.release();
    await reading;
    const { comments } = await stored();
    await eventually(async () => assert.equal(countOn(await shownRow()), comments));
  });

  it('is requested when the former status of a resolved comment is unknown', async () => {
    const node = await shownRow();
    const unseen =
      discussion.conversations.find(({ comment }) => comment.status !== 'resolved')?.comment ?? assert.fail();
    const other = new Discussions(on.app.session, on.app.content, on.app.failures);
    const uri = page.with({ authority: on.app.session.current?.id ?? '' }) as vscode.Uri;
    await other.of(uri)?.sender.change(unseen.id, { resolved: true });
    const { comments } = await stored();
    await eventually(() => assert.equal(countOn(node), comments));
    other.dispose();
  });
});
