import type { CommentsApp } from './app.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Placement } from '../../model/discussions/placement.ts';
import { linesAt, suggestionIn } from '../../model/discussions/suggestions.ts';
import type { Sight } from './shownComment.ts';

/** What is known around conversations beside what was said in them. */
export class Seen {
  readonly #app: Pick<CommentsApp, 'content' | 'failures'>;
  /** The lines that conversations hang on in which others are proposed. A page that changes has other placements. */
  readonly #originals = new WeakMap<Placement, string>();

  constructor(app: Pick<CommentsApp, 'content' | 'failures'>) {
    this.#app = app;
  }

  /** Reads what is needed to show them. A failure is logged: then what is proposed is shown as it was written. */
  async prepare(conversations: readonly PlacedConversation[]): Promise<void> {
    for (const conversation of conversations) {
      const { placement } = conversation;
      if (placement.isRough || this.#originals.has(placement) || !proposes(conversation)) continue;
      try {
        const original = await linesAt(this.#app.content, placement);
        if (original !== undefined) this.#originals.set(placement, original);
      } catch (error) {
        this.#app.failures.log('Could not read the lines that a suggestion is about.', error);
      }
    }
  }

  of(discussion: Discussion, { placement }: PlacedConversation): Sight {
    const { key, user, subject, connection } = discussion;
    const { rights } = this.#app.content;
    const isOfChangeRequest = subject.version.kind === 'changeRequest';
    return {
      ...{ discussion: key, user, original: this.#originals.get(placement) },
      nameOf: id => nameIn(discussion.conversations, id),
      mayApply: isOfChangeRequest && !rights.isRefused('edit', subject) && !connection?.api.lacks(editing),
    };
  }
}

const editing = /^POST \/spaces\/\{spaceId\}\/change-requests\/\{changeRequestId\}\/content$/;

function proposes({ comment, replies }: PlacedConversation): boolean {
  return [comment, ...replies].some(({ body }) => suggestionIn(body.markdown ?? '') !== undefined);
}

function nameIn(conversations: readonly PlacedConversation[], id: string): string | undefined {
  for (const { comment, replies } of conversations) {
    const found = [comment, ...replies].find(({ postedBy }) => postedBy.id === id);
    if (found) return found.postedBy.displayName;
  }
  return undefined;
}
