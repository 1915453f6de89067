import type { Comment, CommentReply, Conversation } from './requests.ts';

/** The conversations of a discussion by the ID of their first comment. */
export class ConversationStore {
  #all = new Map<string, Conversation>();
  /** IDs of conversations whose replies must be fetched. */
  readonly #withMissingReplies = new Set<string>();

  all(): Conversation[] {
    return [...this.#all.values()];
  }

  get(id: string): Conversation | undefined {
    return this.#all.get(id);
  }

  /** Returns true if replies may exist that are not loaded. */
  hasMissingReplies(id: string): boolean {
    return this.#withMissingReplies.has(id);
  }

  /** Replaces the comments that match, or all of them. The replies to the new comments count as not loaded. */
  replace(comments: readonly Comment[], isMatch: (comment: Comment) => boolean = () => true): void {
    const before = this.#all;
    const others = [...before.values()].filter(({ comment }) => !isMatch(comment));
    const now = comments.map(comment => this.#withLoadedReplies(comment, before.get(comment.id)));
    this.#all = new Map([...others, ...now].map(conversation => [conversation.comment.id, conversation]));
    for (const id of before.keys()) if (!this.#all.has(id)) this.#withMissingReplies.delete(id);
  }

  /** Marks the replies of a conversation as stale. The loaded ones stay visible until they are fetched again. */
  markRepliesStale(id: string): void {
    if (this.#all.has(id)) this.#withMissingReplies.add(id);
  }

  /** Adds or replaces a conversation whose replies are loaded. */
  put(conversation: Conversation): void {
    this.#withMissingReplies.delete(conversation.comment.id);
    this.#all.set(conversation.comment.id, conversation);
  }

  putComment(comment: Comment): void {
    this.#update(comment.id, conversation => ({ ...conversation, comment }));
  }

  delete(id: string): void {
    this.#withMissingReplies.delete(id);
    this.#all.delete(id);
  }

  putReply(id: string, reply: CommentReply): void {
    this.#update(id, conversation => {
      const isKnown = conversation.replies.some(other => other.id === reply.id);
      const replies = isKnown
        ? conversation.replies.map(other => (other.id === reply.id ? reply : other))
        : [...conversation.replies, reply];
      const comment = { ...conversation.comment, replies: conversation.comment.replies + (isKnown ? 0 : 1) };
      return { ...conversation, comment, replies };
    });
  }

  deleteReply(id: string, replyId: string): void {
    this.#update(id, conversation => {
      const replies = conversation.replies.filter(reply => reply.id !== replyId);
      const gone = conversation.replies.length - replies.length;
      const comment = { ...conversation.comment, replies: conversation.comment.replies - gone };
      return { ...conversation, comment, replies };
    });
  }

  /**
   * Returns a comment as a conversation with the replies loaded before, which are shown until they are fetched again.
   */
  #withLoadedReplies(comment: Comment, before: Conversation | undefined): Conversation {
    if (comment.replies > 0) this.#withMissingReplies.add(comment.id);
    else this.#withMissingReplies.delete(comment.id);
    const { replies, isCut } = before && comment.replies > 0 ? before : { replies: [], isCut: false };
    return { comment, replies, isCut };
  }

  #update(id: string, change: (conversation: Conversation) => Conversation): void {
    const conversation = this.#all.get(id);
    if (conversation) this.#all.set(id, change(conversation));
  }
}
