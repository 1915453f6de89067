import { createChangeRequest } from '../../../src/sandbox/operations/changeRequests/changeRequests.ts';
import { requestReviewer } from '../../../src/sandbox/operations/reviews/reviewers.ts';
import type { State } from '../../../src/sandbox/store/state.ts';

/**
 * Adds change request 1 of the docs with Rosa as requested reviewer, and comments with replies on it and on the docs.
 */
export function addComments(state: State): void {
  const space = state.spaces.get('docs');
  const at = state.now();
  const molt = createChangeRequest(state, space, { id: 'molt', subject: 'Molting', by: 'eden', at });
  requestReviewer(state, molt, 'rosa', { by: 'eden', at });
  for (const [id, target] of Object.entries({ why: {}, hm: { changeRequest: molt.id } })) {
    const posted = { postedAt: at, reactions: [] };
    state.comments.put({
      id,
      space: space.id,
      ...target,
      revision: space.revision,
      status: 'open',
      ...posted,
      postedBy: 'ada',
      markdown: 'Why?',
    });
    state.commentReplies.put({ id: `${id}-reply`, comment: id, ...posted, postedBy: 'ada', markdown: 'Because.' });
  }
}
