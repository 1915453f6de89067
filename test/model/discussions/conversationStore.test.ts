import assert from 'node:assert/strict';
import { ConversationStore } from '../../../src/model/discussions/conversationStore.ts';
import { parseComment, parseCommentReply } from '../../../src/model/discussions/parseComments.ts';

const comment = (id: string, fields: { page?: string; replies?: number } = {}) => {
  const { page, replies = 0 } = fields;
  return parseComment({ id, replies, target: page ? { page: { id: page } } : {} })?.resource ?? assert.fail();
};
const reply = (id: string) => parseCommentReply({ id })?.resource ?? assert.fail();

describe('stored conversations', () => {
  let conversations: ConversationStore;
  const ids = () => conversations.all().map(({ comment }) => comment.id);

  beforeEach(() => (conversations = new ConversationStore()));

  it('on a page are replaced without those on other pages', () => {
    conversations.replace([comment('a', { page: 'one' }), comment('b', { page: 'two' })]);
    conversations.replace([comment('c', { page: 'one' })], ({ target }) => target.page?.id === 'one');
    assert.deepEqual(ids().toSorted(), ['b', 'c']);
    conversations.replace([comment('c', { page: 'one' })]);
    assert.deepEqual(ids(), ['c']);
  });

  it('lack replies whenever the comment has some, even if they were loaded before', () => {
    conversations.replace([comment('a', { replies: 1 }), comment('b')]);
    assert.deepEqual([conversations.hasMissingReplies('a'), conversations.hasMissingReplies('b')], [true, false]);
    conversations.put({ comment: comment('a', { replies: 1 }), replies: [reply('r')], isCut: false });
    assert.equal(conversations.hasMissingReplies('a'), false);
    conversations.replace([comment('a', { replies: 1 })]);
    assert.equal(conversations.hasMissingReplies('a'), true);
    assert.equal(conversations.get('a')?.replies.length, 1, 'the known replies are shown until then');
    conversations.replace([comment('a')]);
    assert.deepEqual([conversations.hasMissingReplies('a'), conversations.get('a')?.replies], [false, []]);
  });

  it('lack replies when the server does not report how many there are', () => {
    const silent = parseComment({ id: 'a', target: {} })?.resource ?? assert.fail();
    conversations.replace([silent]);
    assert.equal(conversations.hasMissingReplies('a'), true);
  });

  it('do not lack replies when the comment is unknown', () => {
    conversations.markRepliesStale('unknown');
    assert.equal(conversations.hasMissingReplies('unknown'), false);
  });
});
