import * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
import { type Page, withFallback } from '../../api/listings.ts';
import {
  addressOfChangeRequest,
  type ChangeRequest,
  type ChangeRequestPlace,
  parametersOf,
} from '../content/changeRequests.ts';
import type { Content } from '../content/content.ts';
import { type Connection, userIdOf } from '../session/connection.ts';
import type { Announcement, Session } from '../session/session.ts';
import { memoized, unlessRefused } from './asking.ts';
import { Decided } from './decided.ts';
import type { Asked, Found } from './listing.ts';
import { Choices, type Query } from './queries.ts';
import { Titles } from './titles.ts';
import { type GivenVerdict, readVerdicts } from './verdicts.ts';

/** What somebody has to say before a list can be asked for. */
export type Missing = 'caller' | 'spaces';

/** How many change requests wait for the user, as far as they have been listed. */
export interface Waiting {
  number: number;
  hasMore: boolean;
}

/** The change requests of all spaces of a connection, as the view *Review* lists them. */
export class Inbox implements vscode.Disposable {
  /** What the user has said about the lists. */
  readonly choices: Choices;
  readonly decided: Decided;
  readonly #content: Content;
  /** What was decided, by the addresses of change requests, and about which revision that was found out. */
  readonly #verdicts = new Map<string, { revision: string; verdicts: readonly GivenVerdict[] | undefined }>();
  readonly #didCount = new vscode.EventEmitter<Waiting | undefined>();
  /** Fires when it is known how many wait for the user; with undefined when that is known no more. */
  readonly onDidCount = this.#didCount.event;
  readonly #didFindNews = new vscode.EventEmitter<ChangeRequestPlace>();
  /** Fires with a change request of a list that is another than it was known before. */
  readonly onDidFindNews = this.#didFindNews.event;
  /** What the first page of each list, and of its parts, said last, by the ID of its query. */
  readonly #firstPages = new Map<string, { first: Found | undefined; content: string | undefined }>();
  /** Lists whose first page is at hand, since somebody has looked whether it is another. */
  readonly #begun = new Map<string, { at: number; pages: AsyncIterable<Page<Found>> }>();
  /** When somebody looked last, in the milliseconds of `performance`. */
  readonly #lookedAt = new Map<string, number>();
  /** When the first page of each list was as it is known, in milliseconds since 1970. */
  readonly #readAt = new Map<string, number>();
  readonly #didRead = new vscode.EventEmitter<void>();
  /** Fires when a list, or that it is still the same, has been read. */
  readonly onDidRead = this.#didRead.event;
  readonly #didForget = new vscode.EventEmitter<void>();
  /** Fires when what is known of change requests may be another. */
  readonly onDidForget = this.#didForget.event;
  readonly #listening: vscode.Disposable;
  readonly #ended = new AbortController();
  readonly #titles: Titles;
  /** What has been asked about single change requests, by their addresses and then by their states. */
  readonly #asked = new Map<string, Map<string, Promise<unknown>>>();
  /** How many comments of others have turned up since somebody looked, by the addresses of change requests. */
  readonly #news = new Map<string, number>();

  /** The memory outlives the window. */
  constructor(session: Pick<Session, 'onDidChange' | 'onDidWrite'>, content: Content, memory: vscode.Memento) {
    this.choices = new Choices(memory);
    this.decided = new Decided(memory);
    this.#content = content;
    this.#titles = new Titles(content, this.#ended.signal);
    this.#listening = vscode.Disposable.from(
      session.onDidChange(() => {
        this.refresh();
        this.#news.clear();
        this.#didCount.fire(undefined);
      }),
      session.onDidWrite(announcement => this.#hear(announcement)),
    );
  }

  /** What has to be known first for a list; undefined where nothing is. */
  async missing(connection: Connection, query: Query, signal?: AbortSignal): Promise<Missing | undefined> {
    const isAboutMe = query.author === 'me' || query.reviewer === 'me';
    if (isAboutMe && this.me(connection) === undefined) return 'caller';
    const isEverywhere = await this.#isByOrganization(connection, query, signal);
    return isEverywhere || query.space || this.choices.watched(connection).length > 0 ? undefined : 'spaces';
  }

  /** ID of the user, as the server or else the user has told it. */
  me(connection: Connection): string | undefined {
    return userIdOf(connection);
  }

  /** The change requests for which a query holds, page by page. */
  async *list(connection: Connection, query: Query, signal?: AbortSignal): AsyncGenerator<Page<Found>> {
    const now = performance.now();
    const { at = -Infinity, pages } = this.#begun.get(query.id) ?? {};
    this.#begun.delete(query.id);
    const isOfNow = pages !== undefined && now - at < moment;
    // What was asked for before a write must not count as newer than that.
    const asked = isOfNow ? at : now;
    let number = 0;
    let isFirst = true;
    for await (const page of isOfNow ? pages : await this.#read({ connection, query, signal })) {
      if (isFirst) {
        this.#noteFirst(query, page);
        this.#noteRead(query, asked);
      }
      isFirst = false;
      for (const { place, changeRequest } of page.items) this.#learn(place, changeRequest, asked);
      number += page.items.length;
      if (query.id === 'waiting') this.#didCount.fire({ number, hasMore: page.hasMore });
      yield page;
    }
  }

  /** Asks for the first page of a list again, by one request for each organization or space. Tells whether it is another. */
  async look(connection: Connection, query: Query): Promise<boolean> {
    const at = performance.now();
    this.#lookedAt.set(query.id, at);
    const part = (await this.#isByOrganization(connection, query)) ? query : (this.nextOf(partsOf(query)) ?? query);
    const isWhole = part.id === query.id;
    this.#lookedAt.set(part.id, at);
    const before = this.#firstPages.get(part.id)?.content;
    const list = await this.#read({ connection, query: part, signal: this.#ended.signal });
    const pages = list[Symbol.asyncIterator]();
    const first = await pages.next();
    const content = first.done ? before : saidBy(first.value);
    // Of a part nothing may be known yet.
    const isNews = content !== before && (isWhole || before !== undefined);
    if (!isWhole) this.#firstPages.set(part.id, { first: undefined, content });
    if (!isNews) {
      this.#noteRead(part, at);
      return false;
    }
    const again = async function* () {
      for (let page = first; !page.done; page = await pages.next()) yield page.value;
    };
    if (isWhole) this.#begun.set(query.id, { at, pages: again() });
    return true;
  }

  /** That of several lists at which nobody has looked for longest. */
  nextOf(queries: readonly Query[]): Query | undefined {
    const [next] = queries.toSorted(
      (one, other) => (this.#lookedAt.get(one.id) ?? 0) - (this.#lookedAt.get(other.id) ?? 0),
    );
    return next;
  }

  /** The first of a list as it was read last; undefined where there is none. */
  firstOf(query: Query): Found | undefined {
    return this.#firstPages.get(query.id)?.first;
  }

  /** Since when nobody has looked at one of several lists, in milliseconds since 1970; undefined where none was read. */
  asOf(queries: readonly Query[]): number | undefined {
    const times = queries.flatMap(partsOf).flatMap(({ id }) => this.#readAt.get(id) ?? []);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** What reviewers have decided, asked for once for each state of a change request; undefined where nobody tells. */
  async verdicts(place: ChangeRequestPlace, changeRequest: ChangeRequest): Promise<GivenVerdict[] | undefined> {
    const ask = () => this.#once(place, changeRequest, 'verdicts', () => readVerdicts(place, changeRequest));
    let verdicts: GivenVerdict[] | undefined;
    try {
      verdicts = await unlessRefused(ask());
    } catch (error) {
      // Without the verdicts the list shows more than it has to, and hides nothing.
      if (failedAs(error, 'serverFailed')) return undefined;
      throw error;
    }
    this.#verdicts.set(addressOfChangeRequest(place), { revision: changeRequest.revision, verdicts });
    return verdicts;
  }

  /** The same as far as it has been asked for since the change request is as it is. */
  knownVerdicts(place: ChangeRequestPlace): readonly GivenVerdict[] | undefined {
    const { revision, verdicts } = this.#verdicts.get(addressOfChangeRequest(place)) ?? {};
    return revision === this.#content.changeRequests.known(place)?.revision ? verdicts : undefined;
  }

  /** How many comments others have written since somebody looked. */
  newComments(place: ChangeRequestPlace): number {
    return this.#news.get(addressOfChangeRequest(place)) ?? 0;
  }

  /** Takes in that somebody looks at a change request. Tells whether there was something new. */
  see(place: ChangeRequestPlace): boolean {
    return this.#news.delete(addressOfChangeRequest(place));
  }

  /** Forgets what has been read: it is asked for again. */
  refresh(): void {
    this.#titles.forget();
    this.#asked.clear();
    this.#firstPages.clear();
    this.#begun.clear();
    this.#readAt.clear();
    this.#didForget.fire();
  }

  dispose(): void {
    this.#ended.abort();
    this.#listening.dispose();
    this.#didForget.dispose();
    this.#didCount.dispose();
    this.#didRead.dispose();
    this.#didFindNews.dispose();
  }

  /** Whether the server lists the change requests of all spaces of an organization together. */
  async #isByOrganization(connection: Connection, query: Query, signal?: AbortSignal): Promise<boolean> {
    const { listsOrganizations } = await import('./listing.ts');
    const asked = { connection, query, me: this.me(connection), signal };
    return listsOrganizations(asked, await this.#titles.organizations(connection));
  }

  /** Notes what a list said, and what its parts did where no page follows, which would hold more of them. */
  #noteFirst(query: Query, page: Page<Found>): void {
    for (const { id, statuses } of partsOf(query)) {
      const items = page.items.filter(({ changeRequest }) => statuses.some(status => status === changeRequest.status));
      const content = page.hasMore ? undefined : saidBy({ items, hasMore: false });
      this.#firstPages.set(id, { first: undefined, content });
    }
    this.#firstPages.set(query.id, { first: page.items[0], content: saidBy(page) });
  }

  #noteRead(query: Query, at: number): void {
    for (const { id } of partsOf(query)) this.#readAt.set(id, performance.timeOrigin + at);
    this.#didRead.fire();
  }

  async #read(list: Omit<Asked, 'me'>): Promise<AsyncIterable<Page<Found>>> {
    const pages = await this.#pages({ ...list, me: this.me(list.connection) });
    if (!list.query.isUndecided) return pages;
    const { where } = await import('./listing.ts');
    return where(pages, one => this.#isUndecided(one));
  }

  #learn(place: ChangeRequestPlace, changeRequest: ChangeRequest, asked: number): void {
    const known = this.#content.changeRequests.known(place);
    this.#content.changeRequests.learn(place, changeRequest, asked);
    // Those that were written here have been counted.
    const more = changeRequest.comments - (known?.comments ?? changeRequest.comments);
    if (more > 0) this.#news.set(addressOfChangeRequest(place), this.newComments(place) + more);
    if (known && stateOf(known) !== stateOf(changeRequest)) this.#didFindNews.fire(place);
  }

  async #pages(asked: Asked): Promise<AsyncIterable<Page<Found>>> {
    const { inOrganizations, inSpaces, listsOrganizations } = await import('./listing.ts');
    const { connection } = asked;
    const organizations = await this.#titles.organizations(connection);
    const ofWatchedSpaces = async () => {
      const watched = await Promise.all(
        this.choices.watched(connection).map(one => this.#titles.named(connection, one)),
      );
      return inSpaces(asked, watched, changeRequest => this.#reviewers(changeRequest));
    };
    if (!(await listsOrganizations(asked, organizations))) return ofWatchedSpaces();
    const everywhere = this.#titles.titled(inOrganizations(asked, organizations));
    return withFallback(everywhere, error => failedAs(error, 'notOffered'), ofWatchedSpaces);
  }

  async #isUndecided({ place, changeRequest }: Found): Promise<boolean> {
    if (this.decided.has(place, changeRequest.revision)) return false;
    const me = this.me(place.connection);
    const verdicts = await this.verdicts(place, changeRequest);
    return !verdicts?.some(({ user, isOutdated }) => user === me && !isOutdated);
  }

  async #reviewers({ place, changeRequest }: Found): Promise<readonly string[]> {
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers';
    const ask = async () => {
      const requested = await place.connection.api.all(route, parametersOf(place));
      return requested.flatMap(({ user }) => user?.id ?? []);
    };
    return this.#once(place, changeRequest, 'reviewers', ask);
  }

  /** What is asked about a change request, until that or its content is another. */
  #once<T>(place: ChangeRequestPlace, changeRequest: ChangeRequest, what: string, ask: () => Promise<T>): Promise<T> {
    const { revision, updatedAt } = changeRequest;
    const address = addressOfChangeRequest(place);
    const known = this.#asked.get(address) ?? new Map<string, Promise<unknown>>();
    this.#asked.set(address, known);
    const key = `${what} ${revision} ${updatedAt}`;
    for (const old of known.keys()) if (old.startsWith(`${what} `) && old !== key) known.delete(old);
    return memoized(known as Map<string, Promise<T>>, key, ask);
  }

  #hear({ touched }: Announcement): void {
    const isAny = [...touched].filter(address => this.#asked.delete(address)).length > 0;
    if (isAny) this.#didForget.fire();
  }
}

/** Milliseconds for which what was just read is as good as read now. */
const moment = 5000;

/** What a space is asked for one by one: it lists the change requests of one status. */
function partsOf(query: Query): Query[] {
  const { id, statuses } = query;
  return statuses.length === 1
    ? [query]
    : statuses.map(status => ({ ...query, id: `${id} ${status}`, statuses: [status] }));
}

function saidBy({ items, hasMore }: Page<Found>): string {
  return JSON.stringify([items.map(({ changeRequest }) => stateOf(changeRequest)), hasMore]);
}

function stateOf({ id, revision, updatedAt, status, subject, comments, outdated }: ChangeRequest): string {
  return JSON.stringify([id, revision, updatedAt, status, subject, comments, outdated]);
}
