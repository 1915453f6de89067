import type { Caller } from '../../caller.ts';
import { discussionFor } from './discussions.ts';
import type { DiscussionInput } from './discussions.ts';
import { presentMember } from '../organizations/members.ts';
import { paged } from '../../reply/paging.ts';
import type { PageQuery } from '../../reply/paging.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { memberId } from '../../store/state.ts';

export const commenters = {
  'GET /spaces/{spaceId}/commenters': (input, caller) => listCommenters(caller, input),
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/commenters': (input, caller) =>
    listCommenters(caller, input),
} satisfies Partial<Handlers>;

/** Lists the authors of comments and replies in the order in which they joined; former members are left out. */
function listCommenters(caller: Caller, { query, ...input }: DiscussionInput & { query?: PageQuery | undefined }) {
  const { state } = caller;
  const { key, space } = discussionFor(caller, input);
  const comments = state.comments.by('target', key);
  const users = comments.flatMap(({ id, postedBy }) => [
    postedBy,
    ...state.commentReplies.by('comment', id).map(reply => reply.postedBy),
  ]);
  const rows = [...new Set(users)]
    .map(user => state.members.find(memberId(space.organization, user)))
    .filter(member => member !== undefined)
    .sort((a, b) => state.members.sequence(a.id) - state.members.sequence(b.id));
  const present = (member: (typeof rows)[number]) => presentMember(caller, member);
  return ok(paged(caller, query, { rows, key: member => [state.members.sequence(member.id)], present }));
}
