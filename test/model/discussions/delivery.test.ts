import assert from 'node:assert/strict';
import { hasArrived } from '../../../src/model/discussions/delivery.ts';
import { readComment, readReply } from '../../../src/model/discussions/readable.ts';
import type { Conversation } from '../../../src/model/discussions/requests.ts';

const words = 'Said before the window was closed';

/** A conversation about everything, whose first comment and reply say this. */
function conversation(id: string, first: string, reply?: string): Conversation {
  const sent = (id: string, markdown: string) => ({ id, body: { markdown }, postedBy: { id: 'mira' }, target: {} });
  const comment = readComment(sent(id, first))?.resource ?? assert.fail();
  const replies = reply === undefined ? [] : [readReply(sent(`${id}-reply`, reply))?.resource ?? assert.fail()];
  return { comment, replies, isCut: false };
}

describe('a text that a window before was sending', () => {
  const attempt = { text: words, target: {}, alike: [] };

  it('has arrived when it is among what has been begun since', () => {
    assert.equal(hasArrived({ attempt }, [conversation('a', words)], 'mira'), true);
    assert.equal(hasArrived({ attempt }, [conversation('a', 'Something else')], 'mira'), false);
    assert.equal(hasArrived({ attempt }, [conversation('a', words)], 'jun'), false);
  });

  it('has arrived when it is among the replies of its conversation', () => {
    const conversations = [conversation('a', 'First', words), conversation('b', 'Second')];
    assert.equal(hasArrived({ attempt, conversation: 'a' }, conversations, 'mira'), true);
    assert.equal(hasArrived({ attempt, conversation: 'b' }, conversations, 'mira'), false);
  });

  it('has not arrived as a reply when its conversation is gone, though somebody began one with the same words', () => {
    assert.equal(hasArrived({ attempt, conversation: 'gone' }, [conversation('a', words)], 'mira'), false);
  });

  it('has not arrived when it was never sent', () => {
    assert.equal(hasArrived({}, [conversation('a', words)], 'mira'), false);
  });
});
