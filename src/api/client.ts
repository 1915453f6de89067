import { baseAddress } from './baseAddress.ts';
import { ApiError, failedAs, isAbort, isOutcomeUnknown, isUnavailable } from './errors.ts';
import type { Http, HttpReply, HttpRequest } from './http.ts';
import { InFlight } from './inFlight.ts';
import { interceptionIn } from './interception.ts';
import type { Page } from './listings.ts';
import type { ResourcePath } from './resources.ts';
import { certain, type LookUp } from './outcome.ts';
import { errorOfRedirect, errorOfReply } from './replyErrors.ts';
import { type Answer, type Input, type Item, type ListRoute, parentOf, type Route } from './routes.ts';
import { addressed, parsed } from './wire.ts';
import { touches, type Write } from './writes.ts';

export interface ClientOptions {
  /** Address of the server, with or without `/v1` and a slash at the end. */
  url: string;
  token: string;
  /** The pool of connections, asked for with the first request. */
  http: () => Promise<Http>;
  /** Takes a line for the log; no line ever holds the token. */
  log?: (line: string) => void;
  /** Called when a server is slow to respond, with a promise that settles when it has responded. */
  slow?: (host: string, answered: Promise<unknown>) => void;
  /** How long a request may take, in milliseconds, before the server counts as slow. */
  slowAfter?: number;
  /** Called for each response of the service, whatever its status. */
  answered?: () => void;
  /** Called when the reply to a write was lost and a look-up shows that the server has done it. */
  onDidRecoverLostReply?: (host: string) => void;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Whether a read is to be asked anew, though the same was asked already and is under way. */
  isFresh?: boolean;
  /** Whether a read is only a probe. Its reply is cached for a moment and answers the next equal request. */
  isProbe?: boolean;
  /** Whether a read is repeated, after a pause, when the server fails passingly; true by default. */
  isRetried?: boolean;
  /** Who sends a write and takes in its result with all that it counts for: it is told to those who hear of writes. */
  by?: object | undefined;
}

export interface WriteOptions<F> extends RequestOptions {
  /** Finds out what came of a write whose reply was lost. */
  lookUp?: LookUp<F>;
  /** Is told the HTTP status of the reply to a write that succeeded. */
  onStatus?: (status: number) => void;
}

/** One page of a list of the service. */
export interface Listing<T> extends Page<T> {
  /** Number of items in the whole list, where the server tells it. */
  count: number | undefined;
}

/** Told of a write, and of what is another now than before. */
type WriteListener = (write: Write, touched: ReadonlySet<ResourcePath>) => void;

/** The service, as one caller sees it. */
export class Client {
  /** Address of the service without `/v1`. */
  readonly url: string;
  readonly #options: ClientOptions;
  readonly #inFlight = new InFlight();
  readonly #offered = new Map<Route, boolean>();
  readonly #writeListeners = new Set<WriteListener>();
  readonly #signedOutListeners = new Set<() => void>();
  readonly #lackListeners = new Set<() => void>();
  /** What the server says it is (reply header `server`), known after the first reply. */
  server: string | undefined;
  /** Milliseconds that the last question took, with all repetitions and the waiting between them. */
  lastTook = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.url = baseAddress(options.url);
  }

  /**
   * Sends one request. Throws ApiError, or AbortError when the signal says so. A write that succeeds may be answered with
   * anything, or with nothing: then every field of its result is optional, and so is the result.
   */
  async request<R extends Route, F = never>(
    route: R,
    input: Input<R>,
    options: WriteOptions<F> = {},
  ): Promise<Answer<R> | F> {
    const { method, url, body } = addressed(this.url, route, input);
    if (method === 'GET') {
      const { isRetried = true } = options;
      const ask = (signal: AbortSignal | undefined) => this.#send(route, { method, url, body, signal, isRetried });
      const join = options.isProbe ? 'joinAndKeep' : 'join';
      // A failure is not for those who want repetitions.
      const key = isRetried ? url : `${url} once`;
      const reply = await (options.isFresh ? ask(options.signal) : this.#inFlight[join](key, ask, options.signal));
      if (typeof reply === 'object' && reply !== null) return reply as Answer<R>;
      throw new ApiError('notService', 'The server answered with something that is no resource and not a list.', {
        route,
      });
    }
    const { by, lookUp, signal, onStatus } = options;
    const send = async () => {
      const reply = await this.#send(route, { method, url, body, signal }, onStatus);
      return (typeof reply === 'object' && reply !== null ? reply : undefined) as Answer<R>;
    };
    try {
      const result = await (lookUp ? certain(send, this.#looking(lookUp), signal) : send());
      this.#tell({ route, input, result, by });
      return result;
    } catch (error) {
      // It may have happened: who shows what it would have changed looks again.
      if (isOutcomeUnknown(error)) this.#tell({ route, input, result: undefined, by, isUnknown: true });
      throw error;
    }
  }

  /** Reads a list page by page; the next page is asked for when the reader wants it. */
  async *list<R extends ListRoute>(
    route: R,
    input: Input<R>,
    options: RequestOptions = {},
  ): AsyncGenerator<Listing<Item<R>>, void, undefined> {
    const seen = new Set<string>();
    const { query } = input as { query?: object };
    let page: string | undefined;
    do {
      const paged = { ...input, query: { ...query, page } } as Input<R>;
      const reply = (await this.request(route, paged, options)) as Envelope<Item<R>>;
      page = reply.next?.page;
      // A server that hands out a page token again would be asked for ever.
      if (page !== undefined && seen.has(page)) page = undefined;
      if (page) seen.add(page);
      yield { items: this.#itemsOf(route, reply), count: reply.count, hasMore: Boolean(page) };
    } while (page);
  }

  /** Reads a whole list, in pages as large as the service allows. Throws an ApiError when it has no end. */
  async all<R extends ListRoute>(route: R, input: Input<R>, options: RequestOptions = {}): Promise<Item<R>[]> {
    const { query } = input as { query?: object };
    const largest = { ...input, query: { limit: 1000, ...query } } as Input<R>;
    const items: Item<R>[] = [];
    let pages = 0;
    for await (const page of this.list(route, largest, options)) {
      items.push(...page.items);
      if (page.hasMore && ++pages >= mostPages) throw endless(route);
    }
    return items;
  }

  /**
   * Sends a request that only some servers offer. Where this one does not, it throws an
   * ApiError of kind `notOffered`, at once from the second time on.
   */
  async optional<R extends Route, F = never>(
    route: R,
    input: Input<R>,
    options: WriteOptions<F> = {},
  ): Promise<Answer<R> | F> {
    if (this.#offered.get(route) === false) throw notOffered(route);
    try {
      const result = await this.request(route, input, options);
      this.#offered.set(route, true);
      return result;
    } catch (error) {
      if (this.#offered.get(route) || !failedAs(error, 'notFound', 'notOffered')) throw error;
      // 404 may also mean that something is gone that the path names.
      if (!(await this.#isWithout(route, input, options))) throw error;
      this.#offered.set(route, false);
      for (const listener of this.#lackListeners) listener();
      throw notOffered(route);
    }
  }

  /** Reads a list that only some servers offer. Where this one does not, it throws an ApiError of kind `notOffered`. */
  async *optionalList<R extends ListRoute>(
    route: R,
    input: Input<R>,
    options: RequestOptions = {},
  ): AsyncGenerator<Listing<Item<R>>, void, undefined> {
    await this.optional(route, input, { ...options, isProbe: true });
    yield* this.list(route, input, options);
  }

  /** Tells whether the server offers an operation, by asking it; the answer is kept. */
  async offers<R extends Route>(route: R, input: Input<R>, options: RequestOptions = {}): Promise<boolean> {
    const known = this.#offered.get(route);
    if (known !== undefined) return known;
    try {
      await this.optional(route, input, { ...options, isProbe: true });
      return true;
    } catch (error) {
      if (failedAs(error, 'notOffered')) return false;
      throw error;
    }
  }

  /** Returns whether the server supports an operation and currently answers it. A failure is not cached. */
  async isAvailable<R extends Route>(route: R, input: Input<R>, options: RequestOptions = {}): Promise<boolean> {
    try {
      return await this.offers(route, input, options);
    } catch (error) {
      if (isUnavailable(error)) return false;
      throw error;
    }
  }

  /** Whether the server is known to have no operation whose route is like this. */
  lacks(routes: RegExp): boolean {
    return [...this.#offered].some(([route, isOffered]) => !isOffered && routes.test(route));
  }

  /** Fetches a file from the address that the service gave for it. The token is never sent there. */
  async download(url: string, options: RequestOptions = {}): Promise<Uint8Array> {
    const address = new URL(url, this.url).href;
    const { origin, pathname } = new URL(address);
    // Without the query, which may hold a signature that opens the file to anyone.
    const route = `GET ${origin}${pathname}`;
    const fetch = (signal: AbortSignal) => this.#exchange(route, { method: 'GET', url: address, signal });
    const reply = await this.#inFlight.join(`download ${address}`, fetch, options.signal);
    if (reply.status !== 200) throw errorOfReply(route, { ...reply, text: reply.body.toString() });
    return reply.body;
  }

  /** Has who reads next read what is there now, whatever was asked before. */
  forget(): void {
    this.#inFlight.forget();
  }

  /** Hears of every write that has, or may have, happened. Returns what ends the hearing. */
  onWrite(listener: WriteListener): () => void {
    this.#writeListeners.add(listener);
    return () => this.#writeListeners.delete(listener);
  }

  /** Hears that the service refuses the token. Returns what ends the hearing. */
  onSignedOut(listener: () => void): () => void {
    this.#signedOutListeners.add(listener);
    return () => this.#signedOutListeners.delete(listener);
  }

  /** Hears that the server is found to lack an operation. Returns what ends the hearing. */
  onLack(listener: () => void): () => void {
    this.#lackListeners.add(listener);
    return () => this.#lackListeners.delete(listener);
  }

  /** Whether an operation has failed because there is none: everything that its path names is there. */
  async #isWithout<R extends Route>(route: R, input: Input<R>, options: RequestOptions): Promise<boolean> {
    const parent = parentOf(route);
    // What belongs to something that is gone is gone with it: then this throws.
    // The parent is named by the path alone; the query and the body are this operation's own.
    const { query: _, body: __, ...path } = input as { query?: unknown; body?: unknown };
    const owner = parent && (await this.request(parent, path as Input<typeof parent>, options));
    const below = route.slice(parent?.length ?? 0);
    if (!below.includes('{')) return true;
    // Of revisions the newest is known to be there.
    if (!/^[^{]*\{revisionId\}[^{]*$/.test(below) || !owner || !('revision' in owner)) return false;
    try {
      await this.request(route, { ...input, revisionId: owner.revision }, options);
      this.#offered.set(route, true);
      return false;
    } catch (error) {
      if (failedAs(error, 'notFound', 'notOffered')) return true;
      throw error;
    }
  }

  #looking<F>(lookUp: LookUp<F>): LookUp<F> {
    return async () => {
      // What was asked before the write knows nothing of it.
      this.#inFlight.forget();
      const recovered = await lookUp();
      if (recovered) this.#options.onDidRecoverLostReply?.(new URL(this.url).host);
      return recovered;
    };
  }

  #tell(write: Write): void {
    // What was asked before the write must not answer who asks after it.
    this.#inFlight.forget();
    const touched = touches(write);
    for (const listener of this.#writeListeners) listener(write, touched);
  }

  async #send(
    route: string,
    { body, ...request }: Omit<HttpRequest, 'body'> & { body: unknown },
    onStatus?: (status: number) => void,
  ): Promise<unknown> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#options.token}`,
      accept: 'application/json',
    };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await this.#exchange(route, { ...request, headers, ...text });
    if (reply.status === 401) for (const listener of this.#signedOutListeners) listener();
    if (reply.status >= 300 && reply.status < 400) throw errorOfRedirect(route, reply);
    if (reply.status >= 400) throw errorOfReply(route, { ...reply, text: reply.body.toString() });
    onStatus?.(reply.status);
    return reply.body.length === 0 ? undefined : parsed(route, reply);
  }

  async #exchange(route: string, request: HttpRequest): Promise<HttpReply> {
    const start = performance.now();
    const log = (outcome: string) => {
      this.#options.log?.(`${route} ${outcome} in ${Math.round(performance.now() - start)} ms`);
    };
    const http = await this.#options.http();
    let reply: HttpReply;
    try {
      reply = await this.#announced(request.url, http.send(request));
    } catch (error) {
      // A proxy that refuses looks like an abort too.
      const isGivenUp = isAbort(error) && request.signal?.aborted;
      if (!isGivenUp) this.lastTook = Infinity;
      log(isGivenUp ? 'aborted' : `failed (${String(error)})`);
      if (isGivenUp) throw error;
      const { kind, message } = http.explain(request.url, error);
      throw new ApiError(kind, message, { route, cause: error });
    }
    this.lastTook = performance.now() - start;
    log(`${reply.status}, ${reply.body.length} bytes`);
    const interception = interceptionIn(route, request, reply);
    if (interception) throw interception;
    const { server } = reply.headers;
    if (typeof server === 'string') this.server = server;
    this.#options.answered?.();
    return reply;
  }

  /** The items of a list that are resources. One that is none is left out, not the list. */
  #itemsOf<T>(route: Route, { items }: Envelope<T>): T[] {
    if (!Array.isArray(items)) {
      throw new ApiError('notService', 'The server answered with something that is not a list.', { route });
    }
    const resources = items.filter(item => typeof item === 'object' && item !== null);
    const odd = items.length - resources.length;
    if (odd > 0) this.#options.log?.(`${route} gave ${odd} items that are no resources`);
    return resources;
  }

  /** Tells of a reply that is long in coming, be it that the server is slow or that it asks to wait. */
  async #announced<T>(url: string, reply: Promise<T>): Promise<T> {
    const { slow, slowAfter = patience } = this.#options;
    const timer = setTimeout(() => slow?.(new URL(url).host, reply), slowAfter);
    try {
      return await reply;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A hundred thousand items of a server that keeps to the largest page, and no list without end of one that does not. */
export const mostPages = 100;
export function endless(route: string): ApiError {
  const message = 'The server goes on with pages of a list without end; this may not be the documentation service.';
  return new ApiError('notService', message, { route });
}

/** Milliseconds that people wait without a word. */
const patience = 5000;

interface Envelope<T> {
  next?: { page: string };
  count?: number;
  items: T[];
}

function notOffered(route: Route): ApiError {
  return new ApiError('notOffered', 'This server does not offer that operation.', { route });
}
