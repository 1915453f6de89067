import type { FailureLog } from '../../api/failure.ts';
import { type ChangeRequestPlace, hasEnded } from '../content/changeRequests.ts';
import type { Content } from '../content/content.ts';
import type { Discussion, PlacedConversation } from './discussion.ts';
import { mentionedIn } from './mentions.ts';
import type { People } from './people.ts';
import type { Placement } from './placement.ts';
import type { Comment, Conversation, Reply } from './requests.ts';
import { linesAt, suggestionIn } from './suggestions.ts';

/** What is known around a conversation when it is shown. */
export interface Sight {
  /** Key of the discussion. */
  discussion: string;
  /** The ID of the user, where the server tells it. */
  user: string | undefined;
  nameOf: (id: string) => string | undefined;
  /** The lines that it hangs on, where somebody proposes others. */
  original?: string | undefined;
  /** Whether the user may put those into the page, as far as is known. */
  mayApply: boolean;
  /** Whether others have said something since the user looked last. */
  isNew?: (message: Comment | Reply) => boolean;
}

/** What the user may do with a comment. */
export interface CommentRights {
  edit: boolean;
  delete: boolean;
  /** Whether it proposes other lines, and whether they can be put into the page. */
  suggestion: boolean;
  apply: boolean;
}

/** What the reader may do with a comment: as the server says, else with what is their own. */
export function rightsOn({ permissions, postedBy, body }: Comment | Reply, sight: Sight): CommentRights {
  const isOwn = sight.user !== undefined && postedBy.id === sight.user;
  const isSuggested = isSuggestion(body.markdown ?? '');
  return {
    edit: permissions?.edit ?? isOwn,
    delete: permissions?.delete ?? isOwn,
    suggestion: isSuggested,
    apply: isSuggested && sight.mayApply && sight.original !== undefined,
  };
}

interface Context {
  content: Content;
  failures: FailureLog;
}

/** What is known around conversations beside what was said in them. */
export class Sights {
  readonly #app: Context;
  /** The lines that conversations hang on in which others are proposed. A page that changes has other placements. */
  readonly #originals = new WeakMap<Placement, string | undefined>();

  readonly #people: People;
  /** IDs that have been looked for: not every word behind an "@" is one. */
  readonly #sought = new Set<string>();

  constructor(app: Context, people: People) {
    this.#app = app;
    this.#people = people;
  }

  /**
   * Reads what is needed to show conversations; undefined where nothing is, so that nobody waits. A failure is logged: then
   * they are shown as they were written.
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
    const unread = place && !this.#app.content.changeRequests.known(place) ? place : undefined;
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

  of(discussion: Discussion, { placement }: PlacedConversation): Sight {
    const { key, user, connection } = discussion;
    return {
      ...{ discussion: key, user, original: this.#originals.get(placement) },
      nameOf: id => this.#nameOf(discussion, id),
      mayApply: this.#isEditable(discussion) && !connection?.api.lacks(editing),
    };
  }

  /** Whether the user may change the pages, as far as is known. Those of an ended change request stay as they are. */
  #isEditable(discussion: Discussion): boolean {
    const { rights, changeRequests } = this.#app.content;
    const { subject } = discussion;
    if (subject.version.kind !== 'changeRequest' || rights.isRefused('edit', subject)) return false;
    const place = changeRequestOf(discussion);
    const changeRequest = place && changeRequests.known(place);
    return !changeRequest || !hasEnded(changeRequest);
  }
}

const editing = /^POST \/spaces\/\{spaceId\}\/change-requests\/\{changeRequestId\}\/content$/;

/** The change request that is discussed, once it is known where that is. */
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

/** Returns what somebody is called who has written in one of the conversations. */
export function nameIn(conversations: readonly PlacedConversation[], id: string): string | undefined {
  for (const { comment, replies } of conversations) {
    const message = [comment, ...replies].find(({ postedBy }) => postedBy.id === id);
    if (message) return message.postedBy.displayName;
  }
  return undefined;
}
