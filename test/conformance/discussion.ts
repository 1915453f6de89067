import type { GitBookAPI, PostCommentSchema, UpdateCommentReplySchema, UpdateCommentSchema } from '@gitbook/api';

/** The operations on comments. The client has two sets of them. */
export type Discussion = ReturnType<typeof ofSpace> | ReturnType<typeof ofChangeRequest>;

export interface Filter {
  status?: 'all' | 'open' | 'resolved';
  order?: 'asc' | 'desc';
  targetPage?: string;
  authors?: string[];
}

const format = 'markdown';

export function ofSpace({ spaces }: GitBookAPI) {
  return {
    list: (filter: Filter) => spaces.listCommentsInSpace('docs', { format, ...filter }),
    post: (comment: PostCommentSchema) => spaces.postCommentInSpace('docs', comment),
    get: (id: string) => spaces.getCommentInSpace('docs', id, { format }),
    update: (id: string, changes: UpdateCommentSchema) => spaces.updateCommentInSpace('docs', id, changes),
    remove: (id: string) => spaces.deleteCommentInSpace('docs', id),
    replies: (id: string) => spaces.listCommentRepliesInSpace('docs', id, { format }),
    reply: (id: string, markdown: string) => spaces.postCommentReplyInSpace('docs', id, { body: { markdown } }),
    getReply: (id: string, replyId: string) => spaces.getCommentReplyInSpace('docs', id, replyId, { format }),
    updateReply: (id: string, replyId: string, changes: UpdateCommentReplySchema) =>
      spaces.updateCommentReplyInSpace('docs', id, replyId, changes),
    removeReply: (id: string, replyId: string) => spaces.deleteCommentReplyInSpace('docs', id, replyId),
    commenters: () => spaces.listCommentersInSpace('docs'),
  };
}

export function ofChangeRequest({ spaces }: GitBookAPI, number: string) {
  const target = ['docs', number] as const;
  return {
    list: (filter: Filter) => spaces.listCommentsInChangeRequest(...target, { format, ...filter }),
    post: (comment: PostCommentSchema) => spaces.postCommentInChangeRequest(...target, comment),
    get: (id: string) => spaces.getCommentInChangeRequest(...target, id, { format }),
    update: (id: string, changes: UpdateCommentSchema) => spaces.updateCommentInChangeRequest(...target, id, changes),
    remove: (id: string) => spaces.deleteCommentInChangeRequest(...target, id),
    replies: (id: string) => spaces.listCommentRepliesInChangeRequest(...target, id, { format }),
    reply: (id: string, markdown: string) =>
      spaces.postCommentReplyInChangeRequest(...target, id, { body: { markdown } }, { format }),
    getReply: (id: string, replyId: string) =>
      spaces.getCommentReplyInChangeRequest(...target, id, replyId, { format }),
    updateReply: (id: string, replyId: string, changes: UpdateCommentReplySchema) =>
      spaces.updateCommentReplyInChangeRequest(...target, id, replyId, changes),
    removeReply: (id: string, replyId: string) => spaces.deleteCommentReplyInChangeRequest(...target, id, replyId),
    commenters: () => spaces.listCommentersInChangeRequest(...target),
  };
}
