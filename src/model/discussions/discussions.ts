import * as vscode from 'vscode';
import type { FailureLog } from '../../api/failure.ts';
import { documentKey, overviewUri } from '../content/address.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../content/changeRequests.ts';
import { type Content, versionOf } from '../content/content.ts';
import type { Place } from '../content/snapshot.ts';
import { type Connection, type ResourceAddress, resourceAddress } from '../session/connection.ts';
import type { Session } from '../session/session.ts';
import { Discussion, type PlacedConversation } from './discussion.ts';
import { Placements } from './placements.ts';
import type { Comment, CommentReply } from './requests.ts';
import { OutageRetries } from '../session/outageRetries.ts';
import { isBase, discussionKey, type DiscussionSubject, subjectOfNewComment } from './subject.ts';
import { mapConcurrently } from '../concurrency.ts';

/** The discussions that have been opened, updated after writes and sign-ins. */
export class Discussions implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<Discussion>();
  /** Fires when a message or a placement in a discussion has changed. */
  readonly onDidChange = this.#didChange.event;
  readonly #didClose = new vscode.EventEmitter<Discussion>();
  /** Fires when a discussion is closed because its account signed out or was replaced. */
  readonly onDidClose = this.#didClose.event;
  readonly placements: Placements;
  readonly #session: Session;
  readonly #content: Content;
  readonly #log: FailureLog;
  readonly #discussions = new Map<string, Discussion>();
  /** Whether the user may comment, by the address of the space. */
  readonly #rights = new Map<ResourceAddress, Promise<boolean>>();
  /** Only rights reported after this time are used, in milliseconds of `performance.now()`. */
  #rightsSince = -Infinity;
  readonly #retries: OutageRetries;
  readonly #users = new WeakMap<Connection, Promise<string | undefined>>();
  readonly #subscriptions: vscode.Disposable;

  constructor(session: Session, content: Content, log: FailureLog) {
    this.#session = session;
    this.#content = content;
    this.#log = log;
    this.placements = new Placements(content, log);
    this.#retries = new OutageRetries(session);
    this.#subscriptions = vscode.Disposable.from(
      session.onDidWrite(announcement => {
        const haveRightsChanged = [...announcement.touched].filter(address => this.#rights.delete(address)).length > 0;
        if (haveRightsChanged) this.#rightsSince = performance.now();
        for (const discussion of this.#discussions.values()) discussion.handleWrite(announcement);
      }),
      session.onDidChange(() => this.#handleSessionChange()),
      content.rights.onDidChange(() => this.#rights.clear()),
      content.onDidChange(({ connection, space, version }) => {
        const discussion = this.#discussions.get(discussionKey({ connection: connection.id, space, version }));
        void discussion?.refreshPages();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.placements.abortSearch(uri);
        this.#retries.forget(documentKey(uri));
        const subject = subjectOfNewComment(uri);
        if (subject) this.#discussions.get(discussionKey(subject))?.removeDocument(uri);
      }),
    );
  }

  get openDiscussions(): Discussion[] {
    return [...this.#discussions.values()];
  }

  /** Returns the discussion of a document; undefined if nobody can comment on it. */
  of(uri: vscode.Uri): Discussion | undefined {
    const subject = subjectOfNewComment(uri);
    return subject && this.#discussion(subject);
  }

  /**
   * Loads the comments on a document, unless they are fresh. Failures are logged. The next call retries, and so does
   * the end of an outage.
   */
  async open(uri: vscode.Uri): Promise<void> {
    const subject = subjectOfNewComment(uri);
    if (!subject || !(await this.#session.find(subject.connection))) return;
    const load = () =>
      isBase(uri) ? this.#loadDeletedPage(subject, uri) : this.#discussion(subject).refreshIfStale(uri);
    await this.#loadOrRetry(uri, load);
  }

  /** Loads the comments on a document after an outage. */
  async #openAgain(uri: vscode.Uri): Promise<void> {
    if (isBase(uri)) return this.open(uri);
    await this.#loadOrRetry(uri, async () => this.of(uri)?.ensureLoaded(uri));
  }

  async #loadOrRetry(uri: vscode.Uri, load: () => Promise<void>): Promise<void> {
    const key = documentKey(uri);
    await this.#logFailure(async () => {
      try {
        await load();
        this.#retries.noteSuccess(key);
      } catch (error) {
        this.#retries.noteFailure(key, error, () => this.#openAgain(uri));
        throw error;
      }
    });
  }

  /** Loads the comments on a deleted page. Comments on other pages are shown on the pages themselves. */
  async #loadDeletedPage(subject: DiscussionSubject, uri: vscode.Uri): Promise<void> {
    const { deletedPageAt } = await import('./deletedPages.ts');
    if (!(await deletedPageAt(this.#content, uri)) || subject.version.kind !== 'changeRequest') return;
    const discussion = this.#discussion(subject);
    const { connection, space, version } = subject;
    // Comments written after the deletion are about the change request.
    await discussion.refreshIfStale(overviewUri({ connection, space, changeRequest: version.number }));
    await discussion.refreshIfStale(uri);
  }

  /** Refetches the discussion of a change request, or else all discussions and the right to comment. */
  async refresh(place?: ChangeRequestPlace): Promise<void> {
    const key = place && discussionKey({ ...versionOf(place), connection: place.connection.id });
    if (!place) {
      this.#rights.clear();
      this.#rightsSince = performance.now();
    }
    const matches = this.openDiscussions.filter(discussion => key === undefined || discussion.key === key);
    await Promise.all(matches.map(discussion => this.refreshDiscussion(discussion)));
  }

  /** Refetches the comments on the documents in view. Failures are logged, and the loaded comments stay. */
  refreshDiscussion(discussion: Discussion): Promise<void> {
    return this.#logFailure(() => discussion.refresh());
  }

  /** Returns the conversations on a document with all replies. Rejects if they cannot be read. */
  async conversationsOn(uri: vscode.Uri): Promise<PlacedConversation[]> {
    const discussion = this.of(uri);
    if (!discussion) return [];
    await discussion.ensureLoaded(uri);
    await discussion.whenIdle();
    const key = documentKey(uri);
    const onDocument = () => discussion.conversations.filter(({ placement }) => documentKey(placement.uri) === key);
    await mapConcurrently(onDocument(), ({ comment }) => discussion.loadConversation(comment.id));
    return onDocument();
  }

  /** Returns true unless the service has denied the right to comment. */
  async canComment({ connection, space: spaceId }: Place): Promise<boolean> {
    const changed = this.#content.rights.reportedSince(this.#rightsSince, { connection, space: spaceId });
    if (changed) return !changed.includes('comment');
    const address = resourceAddress(connection, '/spaces/{spaceId}', { spaceId });
    const asked =
      this.#rights.get(address) ??
      this.#content.rights.read({ connection, space: spaceId }).then(refused => !refused.includes('comment'));
    this.#rights.set(address, asked);
    try {
      return await asked;
    } catch {
      this.#rights.delete(address);
      // If the right is missing, sending the comment fails with the reason.
      return true;
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#retries.dispose();
    this.placements.dispose();
    for (const discussion of this.openDiscussions) discussion.dispose();
    this.#didChange.dispose();
    this.#didClose.dispose();
  }

  async #logFailure(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      this.#log.log('Could not load the comments. They will be retried with the next refresh.', error);
    }
  }

  /** Returns the ID of the signed-in user; undefined if the server does not report it. */
  #userOf(connection: Connection): Promise<string | undefined> {
    const known = this.#users.get(connection);
    if (known) return known;
    const asked = askUser(connection);
    this.#users.set(connection, asked);
    // A failure is not cached: it goes to the caller, and the next call sends the request again.
    asked.catch(() => this.#users.delete(connection));
    return asked;
  }

  #discussion(subject: DiscussionSubject): Discussion {
    const key = discussionKey(subject);
    const known = this.#discussions.get(key);
    if (known) return known;
    const discussion: Discussion = new Discussion(subject, {
      content: this.#content,
      placements: this.placements,
      log: this.#log,
      userOf: connection => this.#userOf(connection),
      onSent: (connection, message) => {
        // The server may have omitted the author.
        const author = authorOf(message);
        if (author) this.#users.set(connection, Promise.resolve(author));
      },
      onCountChanged: (place, count) => {
        this.#content.changeRequests.adjustCount(place, count);
        this.#session.announceLocalUpdate(place.connection, addressOfChangeRequest(place));
      },
      onChanged: () => {
        // A read that was pending when its account signed out must not be shown.
        const isOpen = this.#discussions.get(key) === discussion;
        if (isOpen) this.#didChange.fire(discussion);
      },
    });
    this.#discussions.set(key, discussion);
    return discussion;
  }

  /** Closes the discussions of accounts that signed out, and refetches those of accounts that signed in again. */
  #handleSessionChange(): void {
    this.#rights.clear();
    for (const [key, discussion] of this.#discussions) {
      const connection = this.#session.connections.find(({ id }) => id === discussion.subject.connection);
      const isOfOther = discussion.connection && discussion.connection.account !== connection?.account;
      if (!connection || isOfOther) {
        this.#discussions.delete(key);
        discussion.dispose();
        this.#didClose.fire(discussion);
      } else if (discussion.connection !== connection) {
        discussion.connection = connection;
        void this.refreshDiscussion(discussion);
      }
    }
  }
}

function authorOf({ postedBy }: Partial<Comment | CommentReply>): string | undefined {
  return postedBy?.id;
}

async function askUser({ api, user }: Connection): Promise<string | undefined> {
  if (user) return user.id;
  return (await api.isSupported('GET /user', {})) ? (await api.request('GET /user', {})).id : undefined;
}
