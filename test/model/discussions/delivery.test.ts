import assert from 'node:assert/strict';
import { deliverComment, hasArrived, type SendAttempt } from '../../../src/model/discussions/delivery.ts';
import { parseComment, parseCommentReply } from '../../../src/model/discussions/parseComments.ts';
import type { CommentRequests, Conversation } from '../../../src/model/discussions/requests.ts';

const words = 'Said before the window was closed';

/** Returns a conversation on the whole change request, with these texts of its first comment and reply. */
function conversation(id: string, first: string, reply?: string): Conversation {
  const sent = (id: string, markdown: string) => ({ id, body: { markdown }, postedBy: { id: 'mira' }, target: {} });
  const comment = parseComment(sent(id, first))?.resource ?? assert.fail();
  const replies = reply === undefined ? [] : [parseCommentReply(sent(`${id}-reply`, reply))?.resource ?? assert.fail()];
  return { comment, replies, isCut: false };
}

describe('a comment that an earlier window was sending', () => {
  const attempt = { text: words, target: {}, alike: [] };

  it('has arrived when a new conversation of the user has its text', () => {
    assert.equal(hasArrived({ attempt, text: words }, [conversation('a', words)], 'mira'), true);
    assert.equal(hasArrived({ attempt, text: words }, [conversation('a', 'Something else')], 'mira'), false);
    assert.equal(hasArrived({ attempt, text: words }, [conversation('a', words)], 'jun'), false);
  });

  it('has arrived when a reply in its conversation has its text', () => {
    const conversations = [conversation('a', 'First', words), conversation('b', 'Second')];
    assert.equal(hasArrived({ attempt, text: words, conversation: 'a' }, conversations, 'mira'), true);
    assert.equal(hasArrived({ attempt, text: words, conversation: 'b' }, conversations, 'mira'), false);
  });

  it('has not arrived as a reply when its conversation was deleted', () => {
    assert.equal(hasArrived({ attempt, text: words, conversation: 'gone' }, [conversation('a', words)], 'mira'), false);
  });

  it('has not arrived when its text was edited later, unless only the quotation differs', () => {
    const quoting = { ...attempt, text: `> A quotation\n\n${words}` };
    const arrived = [conversation('a', words), conversation('b', quoting.text)];
    assert.equal(hasArrived({ attempt, text: `${words}, and more` }, arrived, 'mira'), false);
    assert.equal(hasArrived({ attempt: quoting, text: `${words}\n` }, arrived, 'mira'), true);
  });

  it('has not arrived when it was never sent', () => {
    assert.equal(hasArrived({ text: words }, [conversation('a', words)], 'mira'), false);
  });

  it('is looked up at its new target when that has changed', async () => {
    const { comment } = conversation('a', words);
    const begun: SendAttempt[] = [];
    const requests = { post: async () => comment } as unknown as CommentRequests;
    const target = { page: 'fog', node: 'second' };
    await deliverComment(
      requests,
      { target, markdown: words, user: 'mira', known: [], near: async () => [] },
      {
        earlierAttempt: { text: words, target: { page: 'fog', node: 'first' }, alike: [] },
        storeAttempt: async attempt => void begun.push(attempt),
      },
    );
    assert.deepEqual(begun, [{ text: words, target, alike: [] }]);
  });
});
