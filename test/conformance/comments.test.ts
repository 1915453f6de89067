import assert from 'node:assert/strict';
import { ofChangeRequest, ofSpace } from './discussion.ts';
import type { Discussion, Filter } from './discussion.ts';
import { openDocs } from './docs.ts';
import type { Docs } from './docs.ts';

/** The comments of one target, as Colm and as Rosa see them. */
const targets: Record<string, (docs: Docs) => Promise<[colm: Discussion, rosa: Discussion]>> = {
  'a space': async ({ as }) => [ofSpace(as('colm')), ofSpace(as('rosa'))],
  'a change request': async ({ as, propose }) => {
    const id = await propose([]);
    return [ofChangeRequest(as('colm'), id), ofChangeRequest(as('rosa'), id)];
  },
};
const hello = { body: { markdown: 'Is this *so*?' } };

for (const [target, discussionsOf] of Object.entries(targets)) {
  describe(`with the published client, the comments on ${target}`, () => {
    it('are attached to a node of a page, or to nothing', async () => {
      const docs = await openDocs();
      const [colm] = await discussionsOf(docs);
      const { data: page } = await docs.api.spaces.getPageByPath('docs', 'guide', { format: 'document' });
      assert.ok('document' in page && page.document);
      const node = page.document.nodes.map(block => ('key' in block ? block.key : undefined))[1] ?? '';
      const { data: comment } = await colm.post({ ...hello, page: page.id, node });
      assert.deepEqual([comment.body, comment.postedBy.id, comment.status], [hello.body, 'colm', 'open']);
      assert.deepEqual([comment.target.page?.id, comment.target.node?.id], [page.id, node]);
      assert.deepEqual((await colm.get(comment.id)).data, comment);
      const { data: other } = await colm.post(hello);
      assert.deepEqual([other.target.page, other.target.node], [undefined, undefined]);
    });

    it('can be sent as documents, too', async () => {
      const [colm] = await discussionsOf(await openDocs());
      const leaves = [{ object: 'leaf' as const, text: 'Is this so?', marks: [] }];
      const nodes = [{ object: 'text' as const, leaves }];
      const document = {
        object: 'document' as const,
        data: { schemaVersion: 1 },
        nodes: [{ object: 'block' as const, type: 'paragraph' as const, data: {}, nodes }],
      };
      const { data: comment } = await colm.post({ body: { document } });
      assert.deepEqual((await colm.get(comment.id)).data.body, { markdown: 'Is this so?' });
    });

    it('are listed in both orders, and filtered by page, author and status', async () => {
      const docs = await openDocs();
      const [colm, rosa] = await discussionsOf(docs);
      const { data: page } = await docs.api.spaces.getPageByPath('docs', 'guide');
      const first = (await colm.post({ ...hello, page: page.id })).data.id;
      const second = (await rosa.post(hello)).data.id;
      await rosa.update(second, { resolved: true });
      const ids = async (filter: Filter) => (await colm.list(filter)).data.items.map(({ id }) => id);
      assert.deepEqual(await ids({}), [second, first]);
      assert.deepEqual(await ids({ order: 'asc' }), [first, second]);
      assert.deepEqual(await ids({ targetPage: page.id }), [first]);
      assert.deepEqual(await ids({ authors: ['rosa', 'ada'] }), [second]);
      assert.deepEqual(await ids({ status: 'open' }), [first]);
      assert.deepEqual(await ids({ status: 'resolved' }), [second]);
      const { data: people } = await colm.commenters();
      assert.deepEqual(people.items.map(({ id }) => id).sort(), ['colm', 'rosa']);
    });

    it('are edited, reacted to, resolved and reopened', async () => {
      const [colm, rosa] = await discussionsOf(await openDocs());
      const { id } = (await colm.post(hello)).data;
      const { data: edited } = await colm.update(id, { body: { markdown: 'It is.' } });
      assert.deepEqual([edited.body, typeof edited.editedAt], [{ markdown: 'It is.' }, 'string']);
      assert.deepEqual((await colm.get(id)).data, edited);

      const { data: liked } = await rosa.update(id, { addedReactions: ['👍', '🎉'] });
      assert.deepEqual(
        liked.reactions.map(({ emoji, count, users }) => [emoji, count, users.map(({ user }) => user.id)]),
        [
          ['👍', 1, ['rosa']],
          ['🎉', 1, ['rosa']],
        ],
      );
      const { data: less } = await rosa.update(id, { removedReactions: ['🎉'] });
      assert.deepEqual(less.reactions, liked.reactions.slice(0, 1));

      const { data: resolved } = await rosa.update(id, { resolved: true });
      assert.ok(resolved.status === 'resolved' && resolved.resolvedAt);
      assert.equal(resolved.resolvedBy.id, 'rosa');
      const { data: reopened } = await rosa.update(id, { resolved: false });
      assert.deepEqual([reopened.status, 'resolvedBy' in reopened], ['open', false]);
      assert.deepEqual((await rosa.get(id)).data, reopened);
    });

    it('are replied to; replies are edited, reacted to and deleted', async () => {
      const [colm, rosa] = await discussionsOf(await openDocs());
      const { id } = (await colm.post(hello)).data;
      const { data: reply } = await rosa.reply(id, 'Yes.');
      assert.deepEqual([reply.body, reply.postedBy.id], [{ markdown: 'Yes.' }, 'rosa']);
      assert.deepEqual((await rosa.getReply(id, reply.id)).data, reply);
      assert.equal((await colm.get(id)).data.replies, 1);

      const changes = { body: { markdown: 'No.' }, addedReactions: ['👀'] };
      const { data: changed } = await rosa.updateReply(id, reply.id, changes);
      assert.deepEqual([changed.body, changed.reactions.map(({ emoji }) => emoji)], [{ markdown: 'No.' }, ['👀']]);
      assert.deepEqual((await rosa.replies(id)).data.items, [changed]);

      await rosa.removeReply(id, reply.id);
      assert.equal((await colm.replies(id)).data.count, 0);
    });

    it('are deleted', async () => {
      const [colm] = await discussionsOf(await openDocs());
      const { id } = (await colm.post(hello)).data;
      await colm.remove(id);
      await assert.rejects(colm.get(id), { code: 404 });
      assert.deepEqual((await colm.list({})).data.items, []);
    });
  });
}
