import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { type ListPage, withFallback } from '../../api/listings.ts';
import {
  addressOfChangeRequest,
  type ChangeRequest,
  type ChangeRequestPlace,
  parametersOf,
} from '../content/changeRequests.ts';
import type { Content } from '../content/content.ts';
import { type Connection, userIdOf } from '../session/connection.ts';
import type { Announcement, Session } from '../session/session.ts';
import { undefinedIfRefused } from './undefinedIfRefused.ts';
import { DecidedRevisions } from './decidedRevisions.ts';
import type { ChangeRequestListRequest, ListedChangeRequest } from './listing.ts';
import { ListSettings, type Query } from './queries.ts';
import { TitleProvider } from './titleProvider.ts';
import { type ReviewerVerdict, readVerdicts } from './verdicts.ts';
import { memoizePromise } from '../concurrency.ts';

/** Information that the user must provide before a list can be read. */
export type MissingInput = 'caller' | 'spaces';

/** Number of change requests that wait for the user, as far as they are listed. */
export interface WaitingCount {
  number: number;
  hasMore: boolean;
}

/** The change requests of all spaces of a connection, as the *Review* view lists them. */
export class Inbox implements vscode.Disposable {
  /** The user's settings for the lists. */
  readonly settings: ListSettings;
  readonly decided: DecidedRevisions;
  readonly #content: Content;
  /** The verdicts by address of the change request, with the revision for which they were read. */
  readonly #verdicts = new Map<string, { revision: string; verdicts: readonly ReviewerVerdict[] | undefined }>();
  readonly #didCount = new vscode.EventEmitter<WaitingCount | undefined>();
  /** Fires with the number of change requests that wait for the user; undefined if it is no longer known. */
  readonly onDidCount = this.#didCount.event;
  readonly #didFindChange = new vscode.EventEmitter<ChangeRequestPlace>();
  /** Fires with a listed change request that has changed since it was last read. */
  readonly onDidFindChange = this.#didFindChange.event;
  /** First item and state of the first page last read of each list, and of its part for each status, by query ID. */
  readonly #firstPages = new Map<string, { first: ListedChangeRequest | undefined; content: string | undefined }>();
  /**
   * Lists whose first page `refreshFirstPage` has just read, by query ID; `at` is in milliseconds of
   * `performance.now()`.
   */
  readonly #prefetched = new Map<string, { at: number; pages: AsyncIterable<ListPage<ListedChangeRequest>> }>();
  /** Time of the last `refreshFirstPage` of each list, by query ID, in milliseconds of `performance.now()`. */
  readonly #checkedAt = new Map<string, number>();
  /** When the first page of each list was last known to be current, in milliseconds since 1970. */
  readonly #readAt = new Map<string, number>();
  readonly #didRead = new vscode.EventEmitter<void>();
  /** Fires when a list has been read or found unchanged. */
  readonly onDidRead = this.#didRead.event;
  readonly #didInvalidate = new vscode.EventEmitter<void>();
  /** Fires when cached data about change requests has been dropped. */
  readonly onDidInvalidate = this.#didInvalidate.event;
  readonly #subscriptions: vscode.Disposable;
  readonly #ended = new AbortController();
  readonly #titles: TitleProvider;
  /** Cached requests about single change requests, by address and then by state. */
  readonly #requests = new Map<string, Map<string, Promise<unknown>>>();
  /** Number of comments by others since the user last looked, by address of the change request. */
  readonly #newComments = new Map<string, number>();

  /** `memory` outlives the window. */
  constructor(session: Pick<Session, 'onDidChange' | 'onDidWrite'>, content: Content, memory: vscode.Memento) {
    this.settings = new ListSettings(memory);
    this.decided = new DecidedRevisions(memory);
    this.#content = content;
    this.#titles = new TitleProvider(content, this.#ended.signal);
    this.#subscriptions = vscode.Disposable.from(
      session.onDidChange(() => {
        this.refresh();
        this.#newComments.clear();
        this.#didCount.fire(undefined);
      }),
      session.onDidWrite(announcement => this.#handleWrite(announcement)),
    );
  }

  /** Returns the information that is missing to read a list; undefined if nothing is missing. */
  async missingInput(connection: Connection, query: Query, signal?: AbortSignal): Promise<MissingInput | undefined> {
    const isAboutMe = query.author === 'me' || query.reviewer === 'me';
    if (isAboutMe && this.callerId(connection) === undefined) return 'caller';
    const isEverywhere = await this.#isByOrganization(connection, query, signal);
    return isEverywhere || query.space || this.settings.watchedSpaces(connection).length > 0 ? undefined : 'spaces';
  }

  /** Returns the ID of the user, as reported by the server or else chosen by the user. */
  callerId(connection: Connection): string | undefined {
    return userIdOf(connection);
  }

  /** Lists the change requests that match a query, page by page. */
  async *list(
    connection: Connection,
    query: Query,
    signal?: AbortSignal,
  ): AsyncGenerator<ListPage<ListedChangeRequest>> {
    const now = performance.now();
    const { at = -Infinity, pages } = this.#prefetched.get(query.id) ?? {};
    this.#prefetched.delete(query.id);
    const isOfNow = pages !== undefined && now - at < freshForMs;
    // Data that was requested before a write must not count as newer than the write.
    const asked = isOfNow ? at : now;
    let number = 0;
    let isFirst = true;
    for await (const page of isOfNow ? pages : await this.#read({ connection, query, signal })) {
      if (isFirst) {
        this.#recordFirstPage(query, page);
        this.#recordReadTime(query, asked);
      }
      isFirst = false;
      for (const { place, changeRequest } of page.items) this.#recordListed(place, changeRequest, asked);
      number += page.items.length;
      if (query.id === 'waiting') this.#didCount.fire({ number, hasMore: page.hasMore });
      yield page;
    }
  }

  /**
   * Reads the first page of a list again, with one request for each organization or space. Returns true if it has
   * changed.
   */
  async refreshFirstPage(connection: Connection, query: Query): Promise<boolean> {
    const at = performance.now();
    this.#checkedAt.set(query.id, at);
    const part = (await this.#isByOrganization(connection, query))
      ? query
      : (this.leastRecentlyChecked(partsOf(query)) ?? query);
    const isWhole = part.id === query.id;
    this.#checkedAt.set(part.id, at);
    const before = this.#firstPages.get(part.id)?.content;
    const list = await this.#read({ connection, query: part, signal: this.#ended.signal });
    const pages = list[Symbol.asyncIterator]();
    const first = await pages.next();
    const content = first.done ? before : contentOf(first.value);
    // A part may not have been read before.
    const isChanged = content !== before && (isWhole || before !== undefined);
    if (!isWhole) this.#firstPages.set(part.id, { first: undefined, content });
    if (!isChanged) {
      this.#recordReadTime(part, at);
      return false;
    }
    const replayPages = async function* () {
      for (let page = first; !page.done; page = await pages.next()) yield page.value;
    };
    if (isWhole) this.#prefetched.set(query.id, { at, pages: replayPages() });
    return true;
  }

  /** Returns the query that has not been checked for the longest time. */
  leastRecentlyChecked(queries: readonly Query[]): Query | undefined {
    const [next] = queries.toSorted(
      (one, other) => (this.#checkedAt.get(one.id) ?? 0) - (this.#checkedAt.get(other.id) ?? 0),
    );
    return next;
  }

  /** Returns the first item of a list as it was last read; undefined if there is none. */
  firstOf(query: Query): ListedChangeRequest | undefined {
    return this.#firstPages.get(query.id)?.first;
  }

  /**
   * Returns the earliest time at which one of the lists was current, in milliseconds since 1970; undefined if none was
   * read.
   */
  asOf(queries: readonly Query[]): number | undefined {
    const times = queries.flatMap(partsOf).flatMap(({ id }) => this.#readAt.get(id) ?? []);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** Returns the verdicts of the reviewers, requested once for each state of a change request; undefined if unknown. */
  async verdicts(place: ChangeRequestPlace, changeRequest: ChangeRequest): Promise<ReviewerVerdict[] | undefined> {
    const ask = () => this.#once(place, changeRequest, 'verdicts', () => readVerdicts(place, changeRequest));
    let verdicts: ReviewerVerdict[] | undefined;
    try {
      verdicts = await undefinedIfRefused(ask());
    } catch (error) {
      // Without the verdicts, the list shows more than necessary and hides nothing.
      if (isApiError(error, 'serverFailed')) return undefined;
      throw error;
    }
    this.#verdicts.set(addressOfChangeRequest(place), { revision: changeRequest.revision, verdicts });
    return verdicts;
  }

  /** Returns the verdicts that were read for the current revision; undefined if there are none. */
  knownVerdicts(place: ChangeRequestPlace): readonly ReviewerVerdict[] | undefined {
    const { revision, verdicts } = this.#verdicts.get(addressOfChangeRequest(place)) ?? {};
    return revision === this.#content.changeRequests.cached(place)?.revision ? verdicts : undefined;
  }

  /** Returns the number of comments by others since the user last looked. */
  newComments(place: ChangeRequestPlace): number {
    return this.#newComments.get(addressOfChangeRequest(place)) ?? 0;
  }

  /** Resets the number of new comments. Returns true if there were any. */
  markSeen(place: ChangeRequestPlace): boolean {
    return this.#newComments.delete(addressOfChangeRequest(place));
  }

  /** Drops the cached data, so that it is read again. */
  refresh(): void {
    this.#titles.clear();
    this.#requests.clear();
    this.#firstPages.clear();
    this.#prefetched.clear();
    this.#readAt.clear();
    this.#didInvalidate.fire();
  }

  dispose(): void {
    this.#ended.abort();
    this.#subscriptions.dispose();
    this.#didInvalidate.dispose();
    this.#didCount.dispose();
    this.#didRead.dispose();
    this.#didFindChange.dispose();
  }

  /** Returns true if the server lists the change requests of all spaces of an organization together. */
  async #isByOrganization(connection: Connection, query: Query, signal?: AbortSignal): Promise<boolean> {
    const { listsOrganizations } = await import('./listing.ts');
    const asked = { connection, query, me: this.callerId(connection), signal };
    return listsOrganizations(asked, await this.#titles.organizations(connection));
  }

  /** Records the state of a first page. For each status, it is only recorded if no further page follows. */
  #recordFirstPage(query: Query, page: ListPage<ListedChangeRequest>): void {
    for (const { id, statuses } of partsOf(query)) {
      const items = page.items.filter(({ changeRequest }) => statuses.some(status => status === changeRequest.status));
      const content = page.hasMore ? undefined : contentOf({ items, hasMore: false });
      this.#firstPages.set(id, { first: undefined, content });
    }
    this.#firstPages.set(query.id, { first: page.items[0], content: contentOf(page) });
  }

  #recordReadTime(query: Query, at: number): void {
    for (const { id } of partsOf(query)) this.#readAt.set(id, performance.timeOrigin + at);
    this.#didRead.fire();
  }

  async #read(list: Omit<ChangeRequestListRequest, 'me'>): Promise<AsyncIterable<ListPage<ListedChangeRequest>>> {
    const pages = await this.#pages({ ...list, me: this.callerId(list.connection) });
    if (!list.query.isUndecided) return pages;
    const { filterAsync } = await import('./listing.ts');
    return filterAsync(pages, one => this.#isUndecided(one));
  }

  #recordListed(place: ChangeRequestPlace, changeRequest: ChangeRequest, asked: number): void {
    const known = this.#content.changeRequests.cached(place);
    this.#content.changeRequests.add(place, changeRequest, asked);
    // Comments written in this window are part of the known count.
    const more = changeRequest.comments - (known?.comments ?? changeRequest.comments);
    if (more > 0) this.#newComments.set(addressOfChangeRequest(place), this.newComments(place) + more);
    if (known && stateOf(known) !== stateOf(changeRequest)) this.#didFindChange.fire(place);
  }

  async #pages(asked: ChangeRequestListRequest): Promise<AsyncIterable<ListPage<ListedChangeRequest>>> {
    const { listInOrganizations, listInSpaces, listsOrganizations } = await import('./listing.ts');
    const { connection } = asked;
    const organizations = await this.#titles.organizations(connection);
    const ofWatchedSpaces = async () => {
      const watched = await Promise.all(
        this.settings.watchedSpaces(connection).map(one => this.#titles.withTitle(connection, one)),
      );
      return listInSpaces(asked, watched, changeRequest => this.#reviewers(changeRequest));
    };
    if (!(await listsOrganizations(asked, organizations))) return ofWatchedSpaces();
    const everywhere = this.#titles.withTitles(listInOrganizations(asked, organizations));
    return withFallback(everywhere, error => isApiError(error, 'notOffered'), ofWatchedSpaces);
  }

  async #isUndecided({ place, changeRequest }: ListedChangeRequest): Promise<boolean> {
    if (this.decided.has(place, changeRequest.revision)) return false;
    const me = this.callerId(place.connection);
    const verdicts = await this.verdicts(place, changeRequest);
    return !verdicts?.some(({ user, isOutdated }) => user === me && !isOutdated);
  }

  async #reviewers({ place, changeRequest }: ListedChangeRequest): Promise<readonly string[]> {
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers';
    const ask = async () => {
      const requested = await place.connection.api.listAll(route, parametersOf(place));
      return requested.flatMap(({ user }) => user?.id ?? []);
    };
    return this.#once(place, changeRequest, 'reviewers', ask);
  }

  /** Returns the cached response to a request about a change request, until its revision or update time changes. */
  #once<T>(place: ChangeRequestPlace, changeRequest: ChangeRequest, what: string, ask: () => Promise<T>): Promise<T> {
    const { revision, updatedAt } = changeRequest;
    const address = addressOfChangeRequest(place);
    const known = this.#requests.get(address) ?? new Map<string, Promise<unknown>>();
    this.#requests.set(address, known);
    const key = `${what} ${revision} ${updatedAt}`;
    for (const old of known.keys()) if (old.startsWith(`${what} `) && old !== key) known.delete(old);
    return memoizePromise(known as Map<string, Promise<T>>, key, ask);
  }

  #handleWrite({ touched }: Announcement): void {
    const isAny = [...touched].filter(address => this.#requests.delete(address)).length > 0;
    if (isAny) this.#didInvalidate.fire();
  }
}

/** How long a first page counts as current, in milliseconds. */
const freshForMs = 5000;

/** Splits a query by status, because a space lists the change requests of one status. */
function partsOf(query: Query): Query[] {
  const { id, statuses } = query;
  return statuses.length === 1
    ? [query]
    : statuses.map(status => ({ ...query, id: `${id} ${status}`, statuses: [status] }));
}

function contentOf({ items, hasMore }: ListPage<ListedChangeRequest>): string {
  return JSON.stringify([items.map(({ changeRequest }) => stateOf(changeRequest)), hasMore]);
}

function stateOf({ id, revision, updatedAt, status, subject, comments, outdated }: ChangeRequest): string {
  return JSON.stringify([id, revision, updatedAt, status, subject, comments, outdated]);
}
