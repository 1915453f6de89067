import type { FailureLog } from '../../api/failure.ts';
import { type ChangeRequestPlace, hasEnded } from '../content/changeRequests.ts';
import type { Content } from '../content/content.ts';
import type { Discussion, PlacedConversation } from './discussion.ts';
import { mentionedIn } from './mentions.ts';
import type { People } from './people.ts';
import type { Placement } from './placement.ts';
import type { Comment, Conversation, Reply } from './requests.ts';
import { linesAt, suggestionIn } from './suggestions.ts';

/** The context in which a conversation is shown. */
export interface CommentContext {
  /** Key of the discussion. */
  discussion: string;
  /** ID of the signed-in user; undefined if the server does not report it. */
  user: string | undefined;
  nameOf: (id: string) => string | undefined;
  /** The commented lines, if the conversation suggests other ones. */
  original?: string | undefined;
  /** True if the user may apply suggestions to the page, as far as is known. */
  mayApply: boolean;
  /** Returns true for messages of others since the user last looked. */
  isNew?: (message: Comment | Reply) => boolean;
}

/** The actions on a comment that are available to the user. */
export interface CommentRights {
  edit: boolean;
  delete: boolean;
  /** True if the comment contains a suggestion; `apply` is true if it can be applied. */
  suggestion: boolean;
  apply: boolean;
}

/** Returns the user's rights on a comment: as the server reports, else by whether the comment is their own. */
export function rightsOn(
  { permissions, postedBy, body }: Comment | Reply,
  commentContext: CommentContext,
): CommentRights {
  const isOwn = commentContext.user !== undefined && postedBy.id === commentContext.user;
  const isSuggested = isSuggestion(body.markdown ?? '');
  return {
    edit: permissions?.edit ?? isOwn,
    delete: permissions?.delete ?? isOwn,
    suggestion: isSuggested,
    apply: isSuggested && commentContext.mayApply && commentContext.original !== undefined,
  };
}

interface Context {
  content: Content;
  failures: FailureLog;
}

/** Provides the context in which conversations are shown. */
export class CommentContexts {
  readonly #app: Context;
  /** The commented lines of conversations with suggestions. A page that changes has new placements. */
  readonly #originals = new WeakMap<Placement, string | undefined>();

  readonly #people: People;
  /** IDs that have been looked up, since not every word after "@" is a user. */
  readonly #sought = new Set<string>();

  constructor(app: Context, people: People) {
    this.#app = app;
    this.#people = people;
  }

  /**
   * Loads the context of all conversations; undefined if none is missing, so that callers need not wait. Failures are
   * logged, and the conversations are shown without it.
   */
  prepare(discussion: Discussion): Promise<unknown> | undefined {
    const { failures } = this.#app;
    const conversations = discussion.conversations.filter(({ placement }) => !placement.isRough);
    const suggesting = conversations.filter(
      one => !this.#originals.has(one.placement) && textsOf(one).some(isSuggestion),
    );
    const isUnknown = (id: string) => !this.#sought.has(id) && this.#nameOf(discussion, id) === undefined;
    const unknown = conversations.flatMap(textsOf).flatMap(mentionedIn).filter(isUnknown);
    const place = conversations.some(one => textsOf(one).some(isSuggestion)) ? changeRequestOf(discussion) : undefined;
    const unread = place && !this.#app.content.changeRequests.cached(place) ? place : undefined;
    if (suggesting.length === 0 && unknown.length === 0 && !unread) return undefined;
    return Promise.all([
      unread &&
        this.#app.content.changeRequests
          .get(unread)
          .catch(error => failures.log('Could not read whether the change request can be changed.', error)),
      this.#readOriginals(suggesting).catch(error => failures.log('Could not read what suggestions are about.', error)),
      this.#readNames(discussion, unknown).catch(error => failures.log('Could not read who is mentioned.', error)),
    ]);
  }

  async #readOriginals(conversations: readonly PlacedConversation[]): Promise<void> {
    for (const { placement } of conversations) {
      this.#originals.set(placement, await linesAt(this.#app.content, placement));
    }
  }

  async #readNames(discussion: Discussion, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const id of ids) this.#sought.add(id);
    await this.#people.seek(await discussion.place(), ids);
  }

  #nameOf({ connection, conversations }: Discussion, id: string): string | undefined {
    return (connection && this.#people.nameOf(connection, id)) ?? nameIn(conversations, id);
  }

  of(discussion: Discussion, { placement }: PlacedConversation): CommentContext {
    const { key, user, connection } = discussion;
    return {
      ...{ discussion: key, user, original: this.#originals.get(placement) },
      nameOf: id => this.#nameOf(discussion, id),
      mayApply: this.#isEditable(discussion) && !connection?.api.isKnownUnsupported(editing),
    };
  }

  /** Returns true if the user may edit the pages, as far as is known. An ended change request cannot be edited. */
  #isEditable(discussion: Discussion): boolean {
    const { rights, changeRequests } = this.#app.content;
    const { subject } = discussion;
    if (subject.version.kind !== 'changeRequest' || rights.isRefused('edit', subject)) return false;
    const place = changeRequestOf(discussion);
    const changeRequest = place && changeRequests.cached(place);
    return !changeRequest || !hasEnded(changeRequest);
  }
}

const editing = /^POST \/spaces\/\{spaceId\}\/change-requests\/\{changeRequestId\}\/content$/;

/** Returns the change request of a discussion, once its connection is known. */
function changeRequestOf({ connection, subject }: Discussion): ChangeRequestPlace | undefined {
  const { space, version } = subject;
  return connection && version.kind === 'changeRequest' ? { connection, space, number: version.number } : undefined;
}

function isSuggestion(text: string): boolean {
  return suggestionIn(text) !== undefined;
}

function textsOf({ comment, replies }: Conversation): string[] {
  return [comment, ...replies].flatMap(({ body }) => body.markdown ?? []);
}

/** Returns the display name of a user who wrote in one of the conversations. */
export function nameIn(conversations: readonly PlacedConversation[], id: string): string | undefined {
  for (const { comment, replies } of conversations) {
    const message = [comment, ...replies].find(({ postedBy }) => postedBy.id === id);
    if (message) return message.postedBy.displayName;
  }
  return undefined;
}
