import assert from 'node:assert/strict';
import type { RequestInput, Schema } from '../../../../src/api/routes.ts';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';

/** The two sets of routes. Tests of only one set use that of the change request. */
const bases = {
  space: '/spaces/{spaceId}',
  changeRequest: '/spaces/{spaceId}/change-requests/{changeRequestId}',
} as const;

for (const [name, base] of Object.entries(bases)) {
  describe(`comments on a ${name === 'space' ? 'space' : 'change request'} in the sandbox`, () => {
    let docs: Docs;
    let input: { spaceId: string; changeRequestId: string };
    let page: string;
    let nodes: { key?: string }[];
    let now: Date;

    const post = (body: object, as = 'colm') =>
      docs.call(`POST ${base}/comments`, { ...input, body: { body: { markdown: 'Hm.' }, ...body } }, { as });
    const put = (commentId: string, body: object, as = 'colm') =>
      docs.call(`PUT ${base}/comments/{commentId}`, { ...input, commentId, body }, { as });
    const get = (commentId: string, as = 'ada') =>
      docs.call(`GET ${base}/comments/{commentId}`, { ...input, commentId }, { as });
    const list = (query: object = {}) => docs.call(`GET ${base}/comments`, { ...input, query });
    const texts = async (query: object = {}) => (await list(query)).items.map(({ body }) => body.markdown);
    const reply = (commentId: string, markdown: string, as = 'reed') =>
      docs.call(
        `POST ${base}/comments/{commentId}/replies`,
        { ...input, commentId, body: { body: { markdown } } },
        { as },
      );
    const openCount = async () => (await docs.call(`GET ${base}`, input)).comments;

    beforeEach(async () => {
      now = new Date('2026-03-01T10:00:00Z');
      docs = await openDocs(
        { 'README.md': '# Title\n\nSome **bold** words.\n\n- one\n- two\n', 'other.md': 'Other.\n' },
        { clock: () => now },
      );
      input = { spaceId, changeRequestId: (await docs.propose([])).id };
      page = (await docs.page('')).id;
      const { document } = await docs.call('GET /spaces/{spaceId}/content/page/{pageId}', {
        spaceId,
        pageId: page,
        query: { format: 'document' },
      });
      nodes = document?.nodes ?? [];
    });

    it('are attached to a node, a page or the whole content', async () => {
      const node = nodes[1]?.key ?? '';
      const { target } = await post({ page, node });
      assert.deepEqual(target.node, { id: node, preview: 'Some bold words.' });
      assert.deepEqual(
        [target.page?.id, target.page?.title, target.page?.path, target.page?.outdated],
        [page, 'Title', '', false],
      );
      assert.equal(target.changeRequest, name === 'space' ? undefined : input.changeRequestId);
      const { revision } = await docs.call(`GET ${base}`, input);
      assert.deepEqual([target.space, target.revision], [spaceId, revision]);
      const onPage = await post({ page });
      assert.deepEqual([onPage.target.node, onPage.target.page?.id], [undefined, page]);
      const onAll = await post({});
      assert.deepEqual([onAll.target.node, onAll.target.page], [undefined, undefined]);
    });

    it('answer 200 with the comment', async () => {
      const body = { body: { markdown: 'Hm.' } };
      const { status, body: comment } = await docs.reply(`POST ${base}/comments`, { ...input, body }, { as: 'colm' });
      assert.equal(status, 200);
      assert.deepEqual(
        [comment.postedBy.id, comment.postedAt, comment.status, comment.replies, comment.body],
        ['colm', now.toISOString(), 'open', 0, { markdown: 'Hm.' }],
      );
    });

    it('require an existing node on an existing page, and a text', async () => {
      const cases: [object, RegExp][] = [
        [
          { page, node: 'none' },
          /body\.node is 'none', but 'Title' has no such node\. Ask for the page with format=document/,
        ],
        [{ page: 'none' }, /body\.page is 'none', but no page has this ID/],
        [{ node: nodes[0]?.key }, /body\.page is missing/],
        [{ body: { markdown: ' \n' } }, /a comment must say something/],
      ];
      for (const [body, expected] of cases) {
        const all = { ...input, body: { body: { markdown: 'Hm.' }, ...body } };
        const { status, message } = await docs.refusal(`POST ${base}/comments`, all);
        assert.equal(status, 400);
        assert.match(message, expected);
      }
    });

    it('can be sent and read as a document', async () => {
      const { document } = (
        await docs
          .call(`POST ${base}/comments`, {
            ...input,
            body: { body: { document: documentOf('Some *words*.') } },
          })
          .then(({ id }) =>
            docs.call(`GET ${base}/comments/{commentId}`, {
              ...input,
              commentId: id,
              query: { format: 'document' as const },
            }),
          )
      ).body;
      assert.match(JSON.stringify(document), /"text":"Some words\."/);
    });

    it('are listed newest first, by status, page and author, page by page', async () => {
      const first = await post({ body: { markdown: 'first' }, page });
      await post({ body: { markdown: 'second' } }, 'eden');
      await post({ body: { markdown: 'third' }, page }, 'eden');
      await put(first.id, { resolved: true });
      assert.deepEqual(await texts(), ['third', 'second', 'first']);
      assert.deepEqual(await texts({ order: 'asc' }), ['first', 'second', 'third']);
      assert.deepEqual(await texts({ status: 'open' }), ['third', 'second']);
      assert.deepEqual(await texts({ status: 'resolved' }), ['first']);
      assert.deepEqual(await texts({ targetPage: page }), ['third', 'first']);
      assert.deepEqual(await texts({ targetPage: page, status: 'open' }), ['third']);
      assert.deepEqual(await texts({ targetPage: page, status: 'resolved' }), ['first']);
      assert.deepEqual(await texts({ authors: ['colm', 'ada'] }), ['first']);
      assert.deepEqual(await texts({ authors: ['colm', 'eden'], limit: 2 }), ['third', 'second']);
      const { next, count } = await list({ limit: 2 });
      assert.deepEqual([await texts({ limit: 2, page: next?.page }), count], [['first'], 3]);
      await put(first.id, { resolved: false });
      assert.deepEqual(await texts({ status: 'open' }), ['third', 'second', 'first']);
    });

    it('belong to their space or change request', async () => {
      const { id: commentId } = await post({ page });
      const other = name === 'space' ? bases.changeRequest : bases.space;
      assert.equal((await docs.call(`GET ${other}/comments`, input)).count, 0);
      const ofPage = { ...input, query: { targetPage: page } };
      assert.equal((await docs.call(`GET ${other}/comments`, ofPage)).count, 0);
      const { status } = await docs.refusal(`GET ${other}/comments/{commentId}`, { ...input, commentId });
      assert.equal(status, 404);
    });

    it('are edited only by their author, and marked as edited', async () => {
      const { id } = await post({});
      now = new Date('2026-03-01T11:00:00Z');
      const edited = await put(id, { body: { markdown: 'Ah.' } });
      assert.deepEqual([edited.body.markdown, edited.editedAt], ['Ah.', now.toISOString()]);
      const body = { body: { markdown: 'Mine.' } };
      const refusal = await docs.refusal(`PUT ${base}/comments/{commentId}`, { ...input, commentId: id, body });
      assert.deepEqual(
        [refusal.status, refusal.message],
        [403, 'Could not edit the comment: only its author may do that. Reply to it instead.'],
      );
      assert.equal((await get(id)).body.markdown, 'Ah.');
    });

    it('are resolved and reopened by all who may comment, and counted while they are open', async () => {
      const { id } = await post({});
      assert.equal(await openCount(), 1);
      const resolved = await put(id, { resolved: true }, 'eden');
      assert.deepEqual(
        [resolved.status, resolved.resolvedBy?.id, resolved.resolvedAt],
        ['resolved', 'eden', now.toISOString()],
      );
      assert.equal((await put(id, { resolved: true }, 'ada')).resolvedBy?.id, 'eden');
      assert.equal(await openCount(), 0);
      const reopened = await put(id, { resolved: false });
      assert.deepEqual([reopened.status, reopened.resolvedAt, reopened.resolvedBy], ['open', undefined, undefined]);
      assert.equal(await openCount(), 1);
      const body = { resolved: true };
      const refusal = await docs.refusal(
        `PUT ${base}/comments/{commentId}`,
        { ...input, commentId: id, body },
        { as: 'reed' },
      );
      assert.equal(refusal.status, 403);
    });

    it('have reactions, one of a kind by each user', async () => {
      const { id } = await post({});
      await put(id, { addedReactions: ['👍', '👍', '🎉'] });
      const reactionCounts = ({ reactions }: Pick<Schema<'Comment'>, 'reactions'>) =>
        reactions.map(({ emoji, count, users }) => `${emoji}${count} ${users.map(({ user }) => user.id).join()}`);
      assert.deepEqual(reactionCounts(await put(id, { addedReactions: ['👍'] }, 'ada')), ['👍2 colm,ada', '🎉1 colm']);
      assert.deepEqual(reactionCounts(await put(id, { removedReactions: ['🎉', '👎'] })), ['👍2 colm,ada']);
      assert.deepEqual(reactionCounts(await put(id, { removedReactions: ['👍'] }, 'ada')), ['👍1 colm']);
      const body = { addedReactions: ['x'.repeat(51)] };
      const { status, message } = await docs.refusal(`PUT ${base}/comments/{commentId}`, {
        ...input,
        commentId: id,
        body,
      });
      assert.deepEqual([status, message], [400, 'body.addedReactions[0] must be an emoji: 1 to 50 characters.']);
    });

    it('are deleted by their author and by administrators, with their replies', async () => {
      const { id: commentId } = await post({});
      await reply(commentId, 'Yes.', 'eden');
      const route = `DELETE ${base}/comments/{commentId}` as const;
      const refusal = await docs.refusal(route, { ...input, commentId }, { as: 'eden' });
      assert.equal(refusal.status, 403);
      assert.match(refusal.message, /only its author and administrators may do that/);
      assert.equal((await docs.reply(route, { ...input, commentId })).status, 205);
      assert.equal((await docs.reply(route, { ...input, commentId })).status, 204);
      assert.equal(docs.state.commentReplies.size, 0);
      const ownComment = await post({});
      assert.equal((await docs.reply(route, { ...input, commentId: ownComment.id }, { as: 'colm' })).status, 205);
    });

    it('list the permissions of the caller', async () => {
      const { id } = await post({});
      const may = async (as: string) => {
        const { view, edit, reply: answer, delete: remove } = (await get(id, as)).permissions ?? {};
        return Object.entries({ view, edit, answer, remove }).flatMap(([what, allowed]) => (allowed ? [what] : []));
      };
      assert.deepEqual(await may('colm'), ['view', 'edit', 'answer', 'remove']);
      assert.deepEqual(await may('ada'), ['view', 'answer', 'remove']);
      assert.deepEqual(await may('eden'), ['view', 'answer']);
      assert.deepEqual(await may('reed'), ['view']);
    });

    it('cannot be written by readers', async () => {
      const body = { body: { markdown: 'Hm.' } };
      const refusal = await docs.refusal(`POST ${base}/comments`, { ...input, body }, { as: 'reed' });
      assert.equal(refusal.status, 403);
      assert.match(
        refusal.message,
        /You may not comment on it: 'Docs' asks for the role Commenter, and yours is Reader/,
      );
    });

    it('have ordered replies, which can be edited, reacted to and deleted likewise', async () => {
      const { id: commentId } = await post({});
      const first = await reply(commentId, 'Yes.', 'eden');
      const second = await reply(commentId, 'No.', 'ada');
      const replies = `${base}/comments/{commentId}/replies` as const;
      const { items, count } = await docs.call(`GET ${replies}`, { ...input, commentId });
      assert.deepEqual(
        items.map(({ body, postedBy }) => `${postedBy.id}: ${body.markdown}`),
        ['eden: Yes.', 'ada: No.'],
      );
      assert.deepEqual([count, (await get(commentId)).replies], [2, 2]);
      assert.deepEqual(second.permissions, { view: true, edit: true, reply: false, delete: true });

      const one = `${replies}/{commentReplyId}` as const;
      const target = { ...input, commentId, commentReplyId: first.id };
      const body = { body: { markdown: 'Yes!' }, addedReactions: ['👍'] };
      const edited = await docs.call(`PUT ${one}`, { ...target, body }, { as: 'eden' });
      assert.deepEqual(
        [edited.body.markdown, edited.editedAt, edited.reactions[0]?.count],
        ['Yes!', now.toISOString(), 1],
      );
      assert.equal((await docs.refusal(`PUT ${one}`, { ...target, body })).status, 403);
      assert.equal((await docs.call(`GET ${one}`, target)).body.markdown, 'Yes!');
      assert.equal((await docs.refusal(`DELETE ${one}`, target, { as: 'colm' })).status, 403);
      assert.equal((await docs.reply(`DELETE ${one}`, target, { as: 'eden' })).status, 205);
      assert.equal((await docs.reply(`DELETE ${one}`, target, { as: 'eden' })).status, 204);
      assert.equal((await docs.refusal(`GET ${one}`, target)).status, 404);
      assert.equal((await get(commentId)).replies, 1);
    });

    it('are resolved by one of their replies when the set of routes supports that', async () => {
      const { id: commentId } = await post({});
      const { id: commentReplyId } = await reply(commentId, 'Done.', 'eden');
      const settle = async (resolved: boolean) => {
        const target = { ...input, commentId, commentReplyId, body: { resolved } };
        const route = `PUT ${base}/comments/{commentId}/replies/{commentReplyId}` as const;
        await docs.call(route, target as RequestInput<typeof route>, { as: 'colm' });
        const { status, resolvedBy } = await get(commentId);
        return [status, resolvedBy?.id];
      };
      const isTaken = base.includes('change-requests');
      assert.deepEqual(await settle(true), isTaken ? ['resolved', 'colm'] : ['open', undefined]);
      assert.deepEqual(await settle(false), ['open', undefined]);
    });

    it('contain their author', async () => {
      const { id } = await post({});
      await post({});
      await reply(id, 'Yes.', 'eden');
      const { items } = await docs.call(`GET ${base}/commenters`, input);
      assert.deepEqual(
        items.map(({ id: user, role }) => `${user} ${role}`),
        ['eden edit', 'colm comment'],
      );
    });
  });
}

describe('comments on content that changes', () => {
  it('are marked when their page has changed or was deleted, and keep their revision', async () => {
    const docs = await openDocs({ 'README.md': 'One.\n\nTwo.\n', 'other.md': 'Other.\n' });
    const [first, other] = [(await docs.page('')).id, (await docs.page('other')).id];
    const proposal = await docs.propose([]);
    const input = { spaceId, changeRequestId: proposal.id };
    for (const page of [first, other]) {
      const body = { page, body: { markdown: 'Hm.' } };
      await docs.call(`POST ${bases.changeRequest}/comments`, { ...input, body });
    }
    await docs.edit(proposal, [
      { operation: 'update_page', page: first, title: 'New title', document: { markdown: 'One.\n\nThree.\n' } },
      { operation: 'delete_page', page: other },
    ]);
    const { items } = await docs.call(`GET ${bases.changeRequest}/comments`, { ...input, query: { order: 'asc' } });
    assert.deepEqual(
      items.map(({ target }) => [target.page?.title, target.page?.outdated, target.revision === proposal.revision]),
      [
        ['New title', true, true],
        ['Other', true, true],
      ],
    );
  });

  it('stay on their node while the block exists', async () => {
    const docs = await openDocs({ 'README.md': 'One.\n\nTwo.\n' });
    const { id: page, documentId = '' } = await docs.page('');
    const { nodes } = await docs.call('GET /spaces/{spaceId}/documents/{documentId}', { spaceId, documentId });
    const node = nodes[1]?.key ?? '';
    const body = { page, node, body: { markdown: 'Hm.' } };
    await docs.call('POST /spaces/{spaceId}/comments', { spaceId, body });
    const markdown = 'Zero.\n\nOne.\n\nTwo, edited.\n';
    await docs.merge(await docs.propose([{ operation: 'update_page', page, document: { markdown } }]));
    const { documentId: later = '' } = await docs.page('');
    const after = await docs.call('GET /spaces/{spaceId}/documents/{documentId}', { spaceId, documentId: later });
    assert.equal(after.nodes[2]?.key, node);
  });
});

function documentOf(text: string): Schema<'Document'> {
  const leaf = { object: 'leaf' as const, text: text.replaceAll('*', ''), marks: [] };
  return {
    object: 'document',
    nodes: [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [leaf] }] }],
  };
}
