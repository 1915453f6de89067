import assert from 'node:assert/strict';
import { updateOpenCounts } from '../../../src/features/comments/editorComments.ts';
import { Discussions } from '../../../src/model/discussions/discussions.ts';
import { labels, row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, itWithOptional } from '../../host/support.ts';

const way = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8'];
const changeRequest = { space: 'heron-manual', number: 8 };

describe('the open comments of a changed page', () => {
  const set = stageOfParts();

  /** Adds comments of another user to a page. */
  function comment(page: string, count = 1, status: 'open' | 'resolved' = 'open'): void {
    const { state } = set.sandbox;
    const { number, space } = changeRequest;
    const { id, revision } = state.changeRequests.all().find(one => one.space === space && one.number === number) ?? {};
    assert.ok(id && revision);
    const [user] = state.users.all();
    for (let index = 0; index < count; index++) {
      const fields = { markdown: 'Really?', reactions: [], status, postedBy: user?.id ?? '' };
      const at = {
        space,
        changeRequest: id,
        revision,
        page,
        postedAt: new Date(2030, 0, 1, 0, 0, index).toISOString(),
      };
      state.comments.put({ id: `${page}-${status}-${index}`, ...at, ...fields });
    }
    state.keepWrites();
  }

  const addTo = (title: string) => addPage(set.sandbox, changeRequest, { title, markdown: 'Text.' });
  const rowOf = async (title: string) => (await row(set.app.tree, ...way, title)) ?? assert.fail();
  /** Counts again, after the count that a row has started. */
  const count = async () =>
    set.app.reviews.countComments({ connection: await set.app.session.require(), ...changeRequest });
  const asked = () => set.server.requests.filter(request => /^GET .*\/comments$/.test(request)).length;

  itWithOptional('are counted in its row with one request for all pages, without delaying rows', async () => {
    const [two, none] = [addTo('Said twice'), addTo('Said nothing')];
    comment(two.id, 2);
    comment(none.id, 1, 'resolved');
    set.server.fail({ kind: 'held' }, /\/comments$/, 1);
    const listed = await labels(set.app.tree, ...way);
    assert.ok(listed.includes('Said twice'), 'the row is there before');
    await set.server.waiting();
    set.server.release();
    await eventually(async () => assert.match((await rowOf('Said twice')).description ?? '', /^added · 2 open · /));
    assert.match((await rowOf('Said twice')).accessibleLabel ?? '', /, added, 2 open comments$/);
    assert.match((await rowOf('Said nothing')).description ?? '', /^added · page-/);
    set.app.tree.refresh();
    await labels(set.app.tree, ...way);
    await count();
    assert.equal(asked(), 1, 'as many are open as before');
  });

  itWithOptional('are not those on the change request when a file has changed', async () => {
    comment(addTo('Said once').id);
    await labels(set.app.tree, ...way);
    await eventually(async () => assert.match((await rowOf('Said once')).description ?? '', /^added · 1 open · /));
    assert.equal((await rowOf('mooring-line-parts.svg')).description, 'added · file');
  });

  itWithOptional('are fetched once when they are counted again before the first count has ended', async () => {
    comment(addTo('Said once').id);
    set.server.fail({ kind: 'held' }, /\/comments$/, 1);
    await labels(set.app.tree, ...way);
    await set.server.waiting();
    const counted = count();
    set.server.release();
    await counted;
    assert.equal(asked(), 1);
    assert.match((await rowOf('Said once')).description ?? '', /^added · 1 open · /);
  });

  itWithOptional('are counted on all pages of the list', async () => {
    const { id } = addTo('Said often');
    comment(id, 1001);
    await labels(set.app.tree, ...way);
    await eventually(async () => assert.match((await rowOf('Said often')).description ?? '', /^added · 1001 open · /));
  });

  itWithOptional('are counted again when one is sent or resolved, without a request', async () => {
    const { id, uri } = addTo('Said now');
    await labels(set.app.tree, ...way);
    const { session, content, failures } = set.app;
    const discussions = new Discussions(session, content, failures);
    discussions.onDidChange(discussion => updateOpenCounts(set.app, discussion));
    const discussion = discussions.of(uri) ?? assert.fail();
    await discussions.conversationsOn(uri);
    await count();
    const before = asked();
    let posted = '';
    await discussion.sender.post({ page: id }, 'Why?', { storeAttempt: async () => {}, onPosted: id => (posted = id) });
    await eventually(async () => assert.match((await rowOf('Said now')).description ?? '', /^added · 1 open · /));
    await discussion.sender.change(posted, { resolved: true });
    await eventually(async () => assert.match((await rowOf('Said now')).description ?? '', /^added · page-/));
    assert.equal(asked(), before);
    discussions.dispose();
  });

  itWithOptional('are missing when they cannot be read, and counted with the next refresh', async () => {
    comment(addTo('Said in vain').id);
    set.server.fail({ kind: 'status', status: 500 }, /\/comments$/);
    await labels(set.app.tree, ...way);
    await eventually(() => assert.ok(asked() > 0));
    assert.match((await rowOf('Said in vain')).description ?? '', /^added · page-/);
    await set.server.recover();
    set.app.tree.refresh();
    await labels(set.app.tree, ...way);
    await eventually(async () => assert.match((await rowOf('Said in vain')).description ?? '', /^added · 1 open · /));
  });
});
