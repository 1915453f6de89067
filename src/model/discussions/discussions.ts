import * as vscode from 'vscode';
import type { Write } from '../../api/client.ts';
import type { Failures } from '../../ui/failures.ts';
import type { Content } from '../content/content.ts';
import type { Place } from '../content/snapshot.ts';
import type { Connection } from '../session/connection.ts';
import type { Session } from '../session/session.ts';
import { Discussion, keyOf, type PlacedConversation, type Subject, subjectOf } from './discussion.ts';
import { type Exactness, type Lines, Placements } from './placements.ts';
import { labelOf } from '../../features/comments/present.ts';

/** A comment thread, as other extensions see it. */
export interface Thread {
  id: string;
  /** Zero-based lines, both included; undefined when it is about the whole document. */
  range: Lines | undefined;
  exactness: Exactness;
  state: 'open' | 'resolved';
  /** What is said above the thread, such as that the commented text has changed. */
  label: string;
  comments: ThreadComment[];
}

export interface ThreadComment {
  id: string;
  author: string;
  markdown: string;
  postedAt: string;
  editedAt?: string;
  reactions: { emoji: string; count: number }[];
}

/** Milliseconds after which what others may have said is asked for again, when somebody looks. */
const staleAfter = 60_000;
/** The same after a failure: one document that is opened makes several look at once. */
const failedAfter = 3000;

/** The discussions that have been opened, kept up to date with what is written and signed in. */
export class Comments implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<Discussion>();
  /** Fires when something in a discussion, or the place of it, is another. */
  readonly onDidChange = this.#didChange.event;
  readonly #didClose = new vscode.EventEmitter<Discussion>();
  /** Fires when a discussion is no longer to be seen, since its account has signed out. */
  readonly onDidClose = this.#didClose.event;
  readonly placements: Placements;
  readonly #session: Session;
  readonly #content: Content;
  readonly #failures: Failures;
  readonly #discussions = new Map<string, Discussion>();
  readonly #users = new WeakMap<Connection, Promise<string | undefined>>();
  readonly #listening: vscode.Disposable;

  constructor(session: Session, content: Content, failures: Failures) {
    this.#session = session;
    this.#content = content;
    this.#failures = failures;
    this.placements = new Placements(content, failures);
    this.#listening = vscode.Disposable.from(
      session.onDidWrite(write => this.#hear(write)),
      session.onDidChange(() => this.#followSession()),
      content.onDidChange(({ connection, space, version }) => {
        const discussion = this.#discussions.get(keyOf({ connection: connection.id, space, version }));
        if (discussion?.isLoaded) void discussion.arrange();
      }),
    );
  }

  /** The discussion that a document belongs to; undefined for documents that nobody can comment on. */
  of(uri: vscode.Uri): Discussion | undefined {
    const subject = subjectOf(uri);
    return subject && this.#discussion(subject);
  }

  /** Loads the discussion that a document belongs to, unless that was just done. */
  async open(uri: vscode.Uri): Promise<void> {
    const subject = subjectOf(uri);
    if (!subject || !(await this.#session.find(subject.connection))) return;
    const discussion = this.#discussion(subject);
    const wait = discussion.isFailed ? failedAfter : staleAfter;
    if (Date.now() - (discussion.askedAt ?? -Infinity) > wait) await this.reread(discussion);
  }

  /** Reads all opened discussions again. */
  async refresh(): Promise<void> {
    await Promise.all([...this.#discussions.values()].map(discussion => this.reread(discussion)));
  }

  /** Reads a discussion again. A failure is logged, and what was known stays. */
  async reread(discussion: Discussion): Promise<void> {
    try {
      await discussion.load();
    } catch (error) {
      this.#failures.log('Could not load the comments. They are tried again with the next refresh.', error);
    }
  }

  /** The threads of a document. Rejects when they cannot be read. */
  async threads(uri: vscode.Uri): Promise<Thread[]> {
    const discussion = this.of(uri);
    if (!discussion) return [];
    if (!discussion.isLoaded || discussion.isFailed) await discussion.load();
    await discussion.settled();
    const address = uri.toString();
    return discussion.conversations.filter(({ placement }) => placement.uri.toString() === address).map(threadOf);
  }

  /** Whether the user may comment there. Unless the service says no, it is tried. */
  async mayComment({ connection: { api }, space: spaceId }: Place): Promise<boolean> {
    try {
      return (await api.request('GET /spaces/{spaceId}', { spaceId })).permissions?.comment ?? true;
    } catch {
      // The service will say so when a comment is sent.
      return true;
    }
  }

  dispose(): void {
    this.#listening.dispose();
    this.#didChange.dispose();
    this.#didClose.dispose();
  }

  /** The ID of the user who is signed in, where the server tells it. */
  #userOf(connection: Connection): Promise<string | undefined> {
    const known = this.#users.get(connection);
    if (known) return known;
    const asked = askUser(connection);
    this.#users.set(connection, asked);
    asked.catch(() => this.#users.delete(connection));
    return asked;
  }

  #discussion(subject: Subject): Discussion {
    const key = keyOf(subject);
    const known = this.#discussions.get(key);
    if (known) return known;
    const { placements } = this;
    const userOf = (connection: Connection) => this.#userOf(connection);
    const around = { content: this.#content, failures: this.#failures, placements, userOf };
    const discussion: Discussion = new Discussion(subject, {
      ...around,
      changed: () => this.#didChange.fire(discussion),
    });
    this.#discussions.set(key, discussion);
    return discussion;
  }

  #hear(write: Write & { connection: Connection }): void {
    const { route, input, connection, result } = write;
    if (!/\/comments(\/|$)/.test(route)) return;
    if (route.startsWith('POST')) this.#users.set(connection, Promise.resolve(authorOf(result)));
    const { spaceId: space, changeRequestId } = input;
    const version = changeRequestId
      ? ({ kind: 'changeRequest', number: Number(changeRequestId) } as const)
      : ({ kind: 'main' } as const);
    const discussion = this.#discussions.get(keyOf({ connection: connection.id, space: String(space), version }));
    discussion?.hear(write);
  }

  /** Closes the discussions of accounts that have signed out, and reads those anew that have signed in again. */
  #followSession(): void {
    for (const [key, discussion] of this.#discussions) {
      const connection = this.#session.connections.find(({ id }) => id === discussion.subject.connection);
      if (!connection) {
        this.#discussions.delete(key);
        this.#didClose.fire(discussion);
      } else if (discussion.connection !== connection) {
        discussion.connection = connection;
        void this.reread(discussion);
      }
    }
  }
}

function authorOf(result: unknown): string | undefined {
  return (result as { postedBy?: { id?: string } } | undefined)?.postedBy?.id;
}

async function askUser({ api, user }: Connection): Promise<string | undefined> {
  if (user) return user.id;
  return (await api.offers('GET /user', {})) ? (await api.request('GET /user', {})).id : undefined;
}

function threadOf(conversation: PlacedConversation): Thread {
  const { comment, replies, placement } = conversation;
  const { range, exactness } = placement;
  return {
    ...{ id: comment.id, range, exactness },
    state: comment.status === 'resolved' ? 'resolved' : 'open',
    label: labelOf(conversation),
    comments: [comment, ...replies].map(({ id, postedBy, body, postedAt, editedAt, reactions }) => ({
      ...{ id, author: postedBy.displayName, markdown: body.markdown ?? '', postedAt, ...(editedAt && { editedAt }) },
      reactions: reactions.map(({ emoji, count }) => ({ emoji, count })),
    })),
  };
}
