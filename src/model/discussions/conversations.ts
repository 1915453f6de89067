import type { Comment, Conversation, Reply } from './requests.ts';

/** The conversations of a discussion, by the ID of the comment that each began with, in the order in which they began. */
export class Conversations {
  #all = new Map<string, Conversation>();

  all(): Conversation[] {
    return [...this.#all.values()];
  }

  get(id: string): Conversation | undefined {
    return this.#all.get(id);
  }

  replace(conversations: readonly Conversation[]): void {
    this.#all = new Map(conversations.map(conversation => [conversation.comment.id, conversation]));
  }

  put(conversation: Conversation): void {
    this.#all.set(conversation.comment.id, conversation);
  }

  putComment(comment: Comment): void {
    this.#update(comment.id, conversation => ({ ...conversation, comment }));
  }

  delete(id: string): void {
    this.#all.delete(id);
  }

  putReply(id: string, reply: Reply): void {
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

  #update(id: string, change: (conversation: Conversation) => Conversation): void {
    const conversation = this.#all.get(id);
    if (conversation) this.#all.set(id, change(conversation));
  }
}
