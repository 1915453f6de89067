import assert from 'node:assert/strict';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';

const base = '/spaces/{spaceId}/change-requests/{changeRequestId}';
const requested = `${base}/requested-reviewers` as const;

describe('reviewers of a change request in the sandbox', () => {
  let docs: Docs;
  let input: { spaceId: string; changeRequestId: string };
  const ask = (users: string[], more: object = {}, as = 'eden') =>
    docs.call(`POST ${requested}`, { ...input, body: { users, ...more } }, { as });
  const list = async () => {
    const { items } = await docs.call(`GET ${requested}`, input);
    return items.map(({ user, requestedBy }) => `${user?.id} by ${requestedBy.id}`);
  };
  const remove = (userId: string, as = 'eden') =>
    docs.reply(`DELETE ${requested}/{userId}`, { ...input, userId }, { as });

  beforeEach(async () => {
    docs = await openDocs({ 'README.md': 'One.\n' });
    input = { spaceId, changeRequestId: (await docs.propose([])).id };
  });

  it('are requested, once each', async () => {
    const { users } = await ask(['rosa', 'ada', 'rosa']);
    assert.deepEqual(
      users?.map(({ kind, user }) => `${kind} ${user?.id}`),
      ['user rosa', 'user ada'],
    );
    await ask(['ada', 'cato'], {}, 'cato');
    assert.deepEqual(await list(), ['rosa by eden', 'ada by eden', 'cato by cato']);
  });

  it('are requested with a new subject for the change request', async () => {
    await ask(['rosa'], { subject: 'Please look' });
    assert.equal((await docs.call(`GET ${base}`, input)).subject, 'Please look');
    await ask(['ada']);
    assert.equal((await docs.call(`GET ${base}`, input)).subject, 'Please look');
  });

  it('must all be members, or none is requested', async () => {
    const refusal = await docs.refusal(`POST ${requested}`, { ...input, body: { users: ['rosa', 'zoe'] } });
    assert.deepEqual([refusal.status, refusal.message], [400, "body.users[1] is 'zoe', who is no member of 'Acme'."]);
    assert.deepEqual(await list(), []);
  });

  it('can be removed, and may remove themselves', async () => {
    await ask(['rosa', 'colm']);
    assert.equal((await remove('rosa')).status, 205);
    assert.equal((await remove('rosa')).status, 204);
    const refusal = await docs.refusal(`DELETE ${requested}/{userId}`, { ...input, userId: 'colm' }, { as: 'reed' });
    assert.equal(refusal.status, 403);
    assert.equal((await remove('colm', 'colm')).status, 205);
  });

  it('are requested by users who may edit, while it is not merged', async () => {
    const body = { users: ['rosa'] };
    assert.equal((await docs.refusal(`POST ${requested}`, { ...input, body }, { as: 'colm' })).status, 403);
    await docs.merge({ id: input.changeRequestId });
    assert.equal((await docs.refusal(`POST ${requested}`, { ...input, body })).status, 409);
  });

  it('find the change requests that wait for them', async () => {
    await ask(['rosa']);
    await docs.propose([]);
    const { items } = await docs.call('GET /orgs/{organizationId}/change-requests', {
      organizationId: 'acme',
      query: { requestedReviewer: 'rosa' },
    });
    assert.deepEqual(
      items.map(({ number }) => number),
      [1],
    );
  });
});

describe('reviews of a change request in the sandbox', () => {
  let docs: Docs;
  let input: { spaceId: string; changeRequestId: string };
  const review = (body: { status: 'approved' | 'changes-requested'; comment?: { markdown: string } }, as = 'rosa') =>
    docs.reply(`POST ${base}/reviews`, { ...input, body }, { as });

  beforeEach(async () => {
    docs = await openDocs({ 'README.md': 'One.\n' });
    input = { spaceId, changeRequestId: (await docs.propose([])).id };
  });

  it('belong to one revision, and are outdated when the change request changes', async () => {
    const { status, body } = await review({ status: 'approved' });
    assert.deepEqual([status, body.status, body.outdated, body.reviewer.id], [201, 'approved', false, 'rosa']);
    const { id: page } = await docs.page('');
    await docs.edit({ id: input.changeRequestId }, [{ operation: 'update_page', page, title: 'Other' }]);
    await review({ status: 'changes-requested' }, 'ada');
    const list = async (query: object) => {
      const { items } = await docs.call(`GET ${base}/reviews`, { ...input, query });
      return items.map(({ reviewer, status: verdict, outdated }) => `${reviewer.id} ${verdict} ${outdated}`);
    };
    assert.deepEqual(await list({}), ['ada changes-requested false', 'rosa approved true']);
    assert.deepEqual(await list({ outdated: true }), ['rosa approved true']);
    assert.equal((await docs.call(`GET ${base}/reviews/{reviewId}`, { ...input, reviewId: body.id })).outdated, true);
  });

  it('contain a comment on the change request', async () => {
    await docs.call(`POST ${base}/requested-reviewers`, { ...input, body: { users: ['rosa'] } }, { as: 'eden' });
    const { body } = await review({ status: 'changes-requested', comment: { markdown: 'Not yet.' } });
    assert.equal(body.requestedBy?.id, 'eden');
    assert.equal(body.comment?.body.markdown, 'Not yet.');
    const { items } = await docs.call(`GET ${base}/comments`, input);
    assert.deepEqual(
      items.map(({ target, postedBy }) => [target.review, target.page, postedBy.id]),
      [[body.id, undefined, 'rosa']],
    );
  });

  it('require permission to review, and changes to review', async () => {
    const body = { status: 'approved' };
    assert.equal((await docs.refusal(`POST ${base}/reviews`, { ...input, body }, { as: 'eden' })).status, 403);
    assert.equal((await docs.refusal(`GET ${base}/reviews/{reviewId}`, { ...input, reviewId: 'none' })).status, 404);
    await docs.merge({ id: input.changeRequestId });
    assert.equal((await docs.refusal(`POST ${base}/reviews`, { ...input, body })).status, 409);
  });
});
