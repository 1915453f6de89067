import assert from 'node:assert/strict';
import { conversationsWithThreads } from '../../../src/features/comments/conversationsWithThreads.ts';
import type { PlacedConversation } from '../../../src/model/discussions/discussion.ts';

/** Returns this many conversations. The pages of rough ones are not in view. */
function conversations(count: number, { isRough = true, status = 'open' } = {}): PlacedConversation[] {
  const one = (index: number) => ({
    comment: { id: `${status}-${index}`, status },
    placement: { uri: undefined, ...(isRough && { isRough }) },
  });
  return Array.from({ length: count }, (_, index) => one(index) as unknown as PlacedConversation);
}

const none = () => false;

describe('conversations with threads', () => {
  it('are all on visible pages, including resolved ones', () => {
    const conversationsOnPage = conversations(300, { isRough: false, status: 'resolved' });
    assert.deepEqual(conversationsWithThreads(conversationsOnPage, none), conversationsOnPage);
  });

  it('are at most 200 open ones on other pages, for the Comments panel', () => {
    const elsewhere = conversations(300);
    assert.deepEqual(conversationsWithThreads(elsewhere, none), elsewhere.slice(0, 200));
  });

  it('do not include resolved ones on other pages, which do not count either', () => {
    const open = conversations(3);
    assert.deepEqual(conversationsWithThreads([...conversations(300, { status: 'resolved' }), ...open], none), open);
  });

  it('include all with a draft or an input, wherever they are', () => {
    const all = [...conversations(300), ...conversations(2, { status: 'resolved' })];
    const keptIds = new Set(['open-299', 'resolved-1']);
    const wanted = conversationsWithThreads(all, id => keptIds.has(id)).map(({ comment }) => comment.id);
    assert.deepEqual(
      [...keptIds].map(id => wanted.includes(id)),
      [true, true],
    );
    assert.equal(wanted.length, 202);
  });
});
