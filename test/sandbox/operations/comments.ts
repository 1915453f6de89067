import assert from 'node:assert/strict';
import type { Route } from '../../../src/api/routes.ts';
import type { OpenSandbox } from '../sandbox.ts';
import type { Row, Rows } from './row.ts';

/** The two sets of operations, with the existing comment of each. */
const sets = {
  space: { base: '/spaces/{spaceId}', commentId: 'why' },
  changeRequest: { base: '/spaces/{spaceId}/change-requests/{changeRequestId}', commentId: 'hm' },
} as const;

const markdown = (text: string) => ({ body: { markdown: text } });
const both = { body: { markdown: 'Hm.', document: { object: 'document', nodes: [] } } };
const wrongText = [
  [{ body: markdown(' ') }, /body\.body is empty: a comment must say something/],
  [{ body: both }, /body\.body has members of more than one of the shapes/],
  [{ body: { body: {} } }, /body\.body\.markdown is missing/],
  [{ body: { body: { document: { nodes: [] } } } }, /body\.body\.document\.object is missing/],
] as const;
const readers = /You may not comment on it: 'Docs' asks for the role Commenter, and yours is Reader/;
const unseen = { because: 'for those who may not see a space it has no comments: they get 404' };

function rowsOf({ base, commentId }: (typeof sets)[keyof typeof sets]): Rows {
  const place = { spaceId: 'docs', changeRequestId: '1' };
  const missing = base === sets.space.base ? { spaceId: 'nowhere' } : { changeRequestId: '2' };
  const comments = `${base}/comments` as const;
  const comment = `${comments}/{commentId}` as const;
  const replies = `${comment}/replies` as const;
  const reply = `${replies}/{commentReplyId}` as const;
  const why = { ...place, commentId };
  const because = { ...why, commentReplyId: `${commentId}-reply` };

  const openCount = async (world: OpenSandbox) => (await world.call(`GET ${base}`, place)).comments;
  const replyCount = async (world: OpenSandbox) => (await world.call(`GET ${comment}`, why)).replies;

  return {
    ...rowOf(`GET ${comments}`, {
      input: { ...place, query: { order: 'asc', status: 'open', format: 'markdown', authors: ['ada'] } },
      status: 200,
      async success({ result, world }) {
        assert.deepEqual(
          result.items.map(({ id, body }) => [id, body.markdown]),
          [[commentId, 'Why?']],
        );
        for (const query of [{ status: 'resolved' as const }, { targetPage: 'none' }, { authors: ['eden'] }]) {
          assert.equal((await world.call(`GET ${comments}`, { ...place, query })).count, 0);
        }
      },
      missing,
      forbidden: unseen,
    }),

    ...rowOf(`POST ${comments}`, {
      async input(world) {
        const { pages } = await world.call('GET /spaces/{spaceId}/content/pages', place);
        const page = pages[0]?.id ?? '';
        const asked = { ...place, pageId: page, query: { format: 'document' } } as const;
        const { document } = await world.call('GET /spaces/{spaceId}/content/page/{pageId}', asked);
        return { ...place, body: { page, node: document?.nodes[0]?.key ?? '', ...markdown('Here?') } };
      },
      status: 200,
      async success({ result, world, input }) {
        const { page, node } = input.body;
        assert.deepEqual([result.body.markdown, result.postedBy.id, result.status], ['Here?', 'ada', 'open']);
        assert.deepEqual([result.target.page?.id, result.target.node?.id], [page, node]);
        assert.deepEqual(await world.call(`GET ${comment}`, { ...place, commentId: result.id }), result);
        assert.equal(await openCount(world), 2);
      },
      bad: [
        ...wrongText,
        [{ body: { ...markdown('Hm.'), page: 'none' } }, /body\.page is 'none', but no page has this ID/],
        [{ body: { ...markdown('Hm.'), node: 'none' } }, /body\.page is missing/],
      ],
      missing,
      forbidden: ['reed', readers],
    }),

    ...rowOf(`GET ${comment}`, {
      input: { ...why, query: { format: 'document' } },
      status: 200,
      success({ result }) {
        assert.deepEqual([result.id, result.replies, result.body.markdown], [commentId, 1, undefined]);
        assert.match(JSON.stringify(result.body.document), /"text":"Why\?"/);
      },
      missing: { commentId: 'nowhere' },
      forbidden: unseen,
    }),

    ...rowOf(`PUT ${comment}`, {
      input: {
        ...why,
        body: { ...markdown('How?'), resolved: true, addedReactions: ['👍'], removedReactions: ['👎'] },
      },
      status: 200,
      async success({ result, world }) {
        assert.deepEqual([result.body.markdown, result.status, result.resolvedBy?.id], ['How?', 'resolved', 'ada']);
        assert.deepEqual(
          result.reactions.map(({ emoji, count }) => [emoji, count]),
          [['👍', 1]],
        );
        assert.deepEqual(await world.call(`GET ${comment}`, why), result);
        assert.equal(await openCount(world), 0);
      },
      bad: [...wrongText, [{ body: { addedReactions: [''] } }, /body\.addedReactions/]],
      missing: { commentId: 'nowhere' },
      forbidden: ['reed', readers],
    }),

    ...rowOf(`DELETE ${comment}`, {
      input: why,
      status: 205,
      async success({ world }) {
        assert.equal((await world.refusal(`GET ${comment}`, why)).status, 404);
        assert.equal((await world.reply(`DELETE ${comment}`, why)).status, 204);
        assert.equal(await openCount(world), 0);
      },
      missing,
      forbidden: ['colm', /Could not delete the comment: only its author and administrators may do that/],
    }),

    ...rowOf(`GET ${replies}`, {
      input: { ...why, query: { format: 'markdown' } },
      status: 200,
      success: ({ result }) =>
        assert.deepEqual(
          result.items.map(({ id, body }) => [id, body.markdown]),
          [[because.commentReplyId, 'Because.']],
        ),
      missing: { commentId: 'nowhere' },
      forbidden: unseen,
    }),

    ...rowOf(`POST ${replies}`, {
      input: { ...why, body: markdown('Really?') },
      status: 200,
      async success({ result, world }) {
        assert.deepEqual([result.body.markdown, result.postedBy.id], ['Really?', 'ada']);
        assert.deepEqual(await world.call(`GET ${reply}`, { ...why, commentReplyId: result.id }), result);
        assert.equal(await replyCount(world), 2);
      },
      bad: wrongText,
      missing: { commentId: 'nowhere' },
      forbidden: ['reed', readers],
    }),

    ...rowOf(`GET ${reply}`, {
      input: { ...because, query: { format: 'document' } },
      status: 200,
      success: ({ result }) => assert.match(JSON.stringify(result.body.document), /"text":"Because\."/),
      missing: { commentReplyId: 'nowhere' },
      forbidden: unseen,
    }),

    ...rowOf(`PUT ${reply}`, {
      input: { ...because, body: { ...markdown('So.'), addedReactions: ['👍'], removedReactions: ['👎'] } },
      status: 200,
      async success({ result, world }) {
        assert.deepEqual([result.body.markdown, result.reactions[0]?.emoji], ['So.', '👍']);
        assert.deepEqual(await world.call(`GET ${reply}`, because), result);
      },
      bad: [...wrongText, [{ body: { addedReactions: [''] } }, /body\.addedReactions/]],
      missing: { commentReplyId: 'nowhere' },
      forbidden: ['reed', readers],
    }),

    ...rowOf(`DELETE ${reply}`, {
      input: because,
      status: 205,
      async success({ world }) {
        assert.equal((await world.refusal(`GET ${reply}`, because)).status, 404);
        assert.equal((await world.reply(`DELETE ${reply}`, because)).status, 204);
        assert.equal(await replyCount(world), 0);
      },
      missing: { commentId: 'nowhere' },
      forbidden: ['colm', /Could not delete the reply: only its author and administrators may do that/],
    }),

    ...rowOf(`GET ${base}/commenters`, {
      input: place,
      status: 200,
      success: ({ result }) =>
        assert.deepEqual(
          result.items.map(({ id, role }) => [id, role]),
          [['ada', 'admin']],
        ),
      missing,
      forbidden: unseen,
    }),
  };
}

/** Returns a row for one of two operations with the same members. */
function rowOf<R extends Route>(route: R, row: Row<R>): Rows {
  return { [route]: row };
}

export const commentRows: Rows = { ...rowsOf(sets.space), ...rowsOf(sets.changeRequest) };
