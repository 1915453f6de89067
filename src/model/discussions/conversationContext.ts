import type { FailureLog } from '../../api/failure.ts';
import { type ChangeRequestPlace, hasEnded } from '../content/changeRequests.ts';
import type { Content } from '../content/content.ts';
import type { Discussion, PlacedConversation } from './discussion.ts';
import { mentionedUserIds } from './commentText.ts';
import { nameIn, People } from './people.ts';
import type { Drafts } from './drafts.ts';
import { Outbox, type SendContext } from './outbox.ts';
import type { Placements } from './placements.ts';
import type { Placement } from './placement.ts';
import type { Comment, CommentReply, Conversation } from './requests.ts';
import { readLinesAt, suggestionIn } from './suggestions.ts';
import { pruneOldest, type PrunableState } from '../reviews/pruneOldest.ts';

interface SharedContext extends Context {
  discussions: { placements: Placements };
  drafts: Drafts;
}

/**
 * The state of conversations that the editor and the review page share: people, rights on comments, drafts, and one
 * outbox, so that a draft shown in both is sent once.
 */
export class ConversationContext implements SendContext {
  readonly people = new People();
  readonly commentContexts: CommentContexts;
  readonly content: Content;
  readonly placements: Placements;
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  readonly askNewPlace: SendContext['askNewPlace'];

  constructor(app: SharedContext, askNewPlace: SendContext['askNewPlace']) {
    this.commentContexts = new CommentContexts(app, this.people);
    this.content = app.content;
    this.placements = app.discussions.placements;
    this.drafts = app.drafts;
    this.outbox = new Outbox(app.drafts);
    this.askNewPlace = askNewPlace;
  }
}

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
  canApply: boolean;
  /** Returns true for messages of others since the user last looked. */
  isNew?: (message: Comment | CommentReply) => boolean;
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
  { permissions, postedBy, body }: Comment | CommentReply,
  commentContext: CommentContext,
): CommentRights {
  const isOwn = commentContext.user !== undefined && postedBy.id === commentContext.user;
  const isSuggested = isSuggestion(body.markdown ?? '');
  return {
    edit: permissions?.edit ?? isOwn,
    delete: permissions?.delete ?? isOwn,
    suggestion: isSuggested,
    apply: isSuggested && commentContext.canApply && commentContext.original !== undefined,
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
  readonly #lookedUpIds = new Set<string>();

  constructor(app: Context, people: People) {
    this.#app = app;
    this.#people = people;
  }

  /**
   * Loads the context of all conversations; undefined if none is missing, so that callers need not wait. Failures are
   * logged, and the conversations are shown without it.
   */
  load(discussion: Discussion): Promise<unknown> | undefined {
    const { failures } = this.#app;
    const conversations = discussion.conversations.filter(({ placement }) => !placement.isRough);
    const suggesting = conversations.filter(
      conversation => !this.#originals.has(conversation.placement) && textsOf(conversation).some(isSuggestion),
    );
    const isUnknown = (id: string) => !this.#lookedUpIds.has(id) && this.#nameOf(discussion, id) === undefined;
    const unknown = conversations.flatMap(textsOf).flatMap(mentionedUserIds).filter(isUnknown);
    const place = conversations.some(conversation => textsOf(conversation).some(isSuggestion))
      ? changeRequestOf(discussion)
      : undefined;
    const unread = place && !this.#app.content.changeRequests.cached(place) ? place : undefined;
    if (suggesting.length === 0 && unknown.length === 0 && !unread) return undefined;
    return Promise.all([
      unread &&
        this.#app.content.changeRequests
          .get(unread)
          .catch(error => failures.log('Could not check whether the change request can be edited.', error)),
      this.#readOriginals(suggesting).catch(error =>
        failures.log('Could not read the lines that suggestions replace.', error),
      ),
      this.#readNames(discussion, unknown).catch(error =>
        failures.log('Could not read the names of mentioned people.', error),
      ),
    ]);
  }

  async #readOriginals(conversations: readonly PlacedConversation[]): Promise<void> {
    for (const { placement } of conversations) {
      this.#originals.set(placement, await readLinesAt(this.#app.content, placement));
    }
  }

  async #readNames(discussion: Discussion, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const id of ids) this.#lookedUpIds.add(id);
    await this.#people.lookUp(await discussion.place(), ids);
  }

  #nameOf({ connection, conversations }: Discussion, id: string): string | undefined {
    return (connection && this.#people.nameOf(connection, id)) ?? nameIn(conversations, id);
  }

  contextOf(discussion: Discussion, { placement }: PlacedConversation): CommentContext {
    const { key, user, connection } = discussion;
    return {
      ...{ discussion: key, user, original: this.#originals.get(placement) },
      nameOf: id => this.#nameOf(discussion, id),
      canApply: this.#isEditable(discussion) && !connection?.api.isKnownUnsupported(editing),
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

/** Maximum number of stored documents. The entries that were stored longest ago are deleted. */
const maxDocuments = 500;

const prefix = 'seen ';

/** A document that is visible. */
interface VisibleDocument {
  /** The storage key of the document for the account that sees it. */
  key: string;
  /** Messages after this time are new, in milliseconds since 1970. */
  since: number;
}

/**
 * Remembers until when the user has seen the comments on documents. A document counts as seen once it leaves the
 * screen.
 */
export class UnreadTracker {
  readonly #memory: PrunableState;
  readonly #accountOf: (connection: string) => string | undefined;
  /** Visible documents by document key. */
  readonly #visible = new Map<string, VisibleDocument>();
  /** Recently stored times, since the memory may return the previous value for a moment. */
  readonly #seenUntil = new Map<string, number>();

  /** `memory` outlives the window; `accountOf` returns the account that is signed in at a connection. */
  constructor(memory: PrunableState, accountOf: (connection: string) => string | undefined = () => undefined) {
    this.#memory = memory;
    this.#accountOf = accountOf;
  }

  /** Returns true for a message of others since the user last looked at the document; false before the first look. */
  isNew(document: string, message: Comment | CommentReply, user: string | undefined): boolean {
    return isOfOthersSince(this.#since(document) ?? Infinity, message, user);
  }

  /** Like `isNew`, but before the first look all messages of others are unread. */
  isUnread(document: string, message: Comment | CommentReply, user: string | undefined): boolean {
    return isOfOthersSince(this.#since(document) ?? -Infinity, message, user);
  }

  /**
   * Sets the visible documents, and returns those that have become hidden. Messages from before the first look are not
   * new.
   */
  setVisible(documents: ReadonlySet<string>, conversationsOn: (document: string) => readonly Conversation[]): string[] {
    for (const document of documents) {
      const key = this.#keyOf(document);
      if (this.#visible.get(document)?.key === key) continue;
      const since = this.#until(key) ?? Date.now();
      this.#visible.set(document, { key, since });
      void this.#store(key, since);
    }
    const hidden = [...this.#visible.keys()].filter(document => !documents.has(document));
    for (const document of hidden) this.markSeen(document, conversationsOn(document));
    return hidden;
  }

  /** Records that a document, or the account that sees it, has left the screen. */
  markSeen(document: string, conversations: readonly Conversation[]): void {
    const seen = this.#visible.get(document);
    if (!seen) return;
    this.#visible.delete(document);
    const times = conversations.flatMap(({ comment, replies }) => [comment, ...replies].map(timeOf));
    void this.#store(seen.key, Math.max(seen.since, ...times));
  }

  #since(document: string): number | undefined {
    const key = this.#keyOf(document);
    const seen = this.#visible.get(document);
    return seen?.key === key ? seen.since : this.#until(key);
  }

  /** Returns the storage key: the document key with the account in place of the connection. */
  #keyOf(document: string): string {
    return prefix + document.replace(/(?<=^[^:/]+:\/\/)[^/]+/, connection => this.#accountOf(connection) ?? connection);
  }

  #until(key: string): number | undefined {
    const known = this.#seenUntil.get(key);
    const until = this.#memory.get<{ until?: unknown } | null>(key)?.until;
    if (typeof until !== 'number') return known;
    // The editor and the review page each store what was seen, so the later time counts.
    return Math.max(until, known ?? until);
  }

  async #store(key: string, until: number): Promise<void> {
    if (this.#until(key) === until) return;
    this.#seenUntil.set(key, until);
    await this.#memory.update(key, { until, at: Date.now() });
    await pruneOldest(this.#memory, prefix, maxDocuments);
  }
}

function isOfOthersSince(since: number, message: Comment | CommentReply, user: string | undefined): boolean {
  return user !== undefined && message.postedBy.id !== user && timeOf(message) > since;
}

function timeOf({ postedAt }: Comment | CommentReply): number {
  return Date.parse(postedAt) || 0;
}
