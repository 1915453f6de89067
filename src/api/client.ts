import { t } from '@vscode/l10n';
import { baseAddress } from './baseAddress.ts';
import { ApiError, isApiError, isAbort, isOutcomeUnknown, isUnavailable } from './errors.ts';
import type { Http, HttpReply, HttpRequest } from './http.ts';
import { InFlight } from './inFlight.ts';
import { detectInterception } from './interception.ts';
import type { ListPage } from './listings.ts';
import type { ResourcePath } from './resources.ts';
import { sendWithLookUp, type LookUp } from './outcome.ts';
import { errorOfRedirect, errorOfReply } from './replyErrors.ts';
import {
  type RequestResult,
  type RequestInput,
  type ListItem,
  type ListRoute,
  parentOf,
  type Route,
} from './routes.ts';
import { encodeRequest, parseReply } from './requestEncoding.ts';
import { changedPaths, type ServiceWrite } from './writes.ts';

export interface ClientOptions {
  /** Address of the server, with or without `/v1` and a slash at the end. */
  url: string;
  token: string;
  /** Returns the connection pool; called with the first request. */
  http: () => Promise<Http>;
  /** Writes a line to the log; no line contains the token. */
  log?: (line: string) => void;
  /**
   * Called when a server is slow to respond, with a promise that settles when it has responded. If it asks to wait for
   * long, called with the time of the next request, in milliseconds since 1970, and a promise that settles then.
   */
  onSlow?: (host: string, answered: Promise<unknown>, until?: number) => void;
  /** How long a request may take, in milliseconds, before the server counts as slow. */
  slowAfterMs?: number;
  /** Called for each response of the service, unless it fails or refuses requests because there were too many. */
  onResponse?: () => void;
  /** Called when the reply to a write was lost and a look-up shows that the server has done it. */
  onDidRecoverLostReply?: (host: string) => void;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** True to send a new request instead of joining an equal pending one. */
  isFresh?: boolean;
  /** True for a read that only tests availability. Its reply is cached for a moment and answers the next equal read. */
  isProbe?: boolean;
  /** True (the default) to retry a read, with delays, when the server fails temporarily. */
  isRetried?: boolean;
  /** The sender of a write that applies the result and the changed counts itself. Listeners receive it. */
  sender?: object | undefined;
}

export interface WriteOptions<F> extends RequestOptions {
  /** Looks up the outcome of a write whose reply was lost. */
  lookUp?: LookUp<F>;
  /** Receives the HTTP status of a successful write. */
  onStatus?: (status: number) => void;
}

/** One page of a list of the service. */
export interface Listing<T> extends ListPage<T> {
  /** The number of items in the whole list, if the server reports it. */
  count: number | undefined;
}

/** Receives a write, and the paths of the resources that it may have changed. */
type WriteListener = (write: ServiceWrite, touched: ReadonlySet<ResourcePath>) => void;

/** Sends requests to the service with the token of one user. */
export class Client {
  /** Address of the service without `/v1`. */
  readonly url: string;
  readonly #options: ClientOptions;
  readonly #inFlight = new InFlight();
  readonly #offered = new Map<Route, boolean>();
  readonly #writeListeners = new Set<WriteListener>();
  readonly #signedOutListeners = new Set<() => void>();
  readonly #unsupportedListeners = new Set<() => void>();
  /** The `server` header of replies; known after the first one. */
  server: string | undefined;
  /** The duration of the last request in milliseconds, with all retries and delays; Infinity if it failed. */
  lastDurationMs = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.url = baseAddress(options.url);
  }

  /**
   * Sends one request. Throws an ApiError, or an AbortError if the signal aborts. The reply to a successful write may
   * be empty or incomplete, so its result and all fields are optional.
   */
  async request<R extends Route, F = never>(
    route: R,
    input: RequestInput<R>,
    options: WriteOptions<F> = {},
  ): Promise<RequestResult<R> | F> {
    const { method, url, body } = encodeRequest(this.url, route, input);
    if (method === 'GET') {
      const { isRetried = true } = options;
      const ask = (signal: AbortSignal | undefined) => this.#send(route, { method, url, body, signal, isRetried });
      const join = options.isProbe ? 'joinAndCache' : 'join';
      // A caller who wants retries must not share the failure of a request without them.
      const key = isRetried ? url : `${url} once`;
      const reply = await (options.isFresh ? ask(options.signal) : this.#inFlight[join](key, ask, options.signal));
      if (typeof reply === 'object' && reply !== null) return reply as RequestResult<R>;
      throw new ApiError('notService', t('The server answered with something that is no resource and not a list.'), {
        route,
      });
    }
    const { sender, lookUp, signal, onStatus } = options;
    const send = async () => {
      const reply = await this.#send(route, { method, url, body, signal }, onStatus);
      return (typeof reply === 'object' && reply !== null ? reply : undefined) as RequestResult<R>;
    };
    try {
      const result = await (lookUp ? sendWithLookUp(send, this.#reportingRecovery(lookUp), signal) : send());
      this.#notifyWrite({ route, input, result, sender });
      return result;
    } catch (error) {
      // The write may have happened, so listeners must refresh whatever it would have changed.
      if (isOutcomeUnknown(error)) this.#notifyWrite({ route, input, result: undefined, sender, isUnknown: true });
      throw error;
    }
  }

  /** Reads a list page by page. Each page is requested only when it is read. */
  async *list<R extends ListRoute>(
    route: R,
    input: RequestInput<R>,
    options: RequestOptions = {},
  ): AsyncGenerator<Listing<ListItem<R>>, void, undefined> {
    const seen = new Set<string>();
    const { query } = input as { query?: object };
    let page: string | undefined;
    do {
      const paged = { ...input, query: { ...query, page } } as RequestInput<R>;
      const reply = (await this.request(route, paged, options)) as Envelope<ListItem<R>>;
      page = reply.next?.page;
      // A server that repeats a page token would cause an endless loop.
      if (page !== undefined && seen.has(page)) page = undefined;
      if (page) seen.add(page);
      yield { items: this.#itemsOf(route, reply), count: reply.count, hasMore: Boolean(page) };
    } while (page);
  }

  /** Reads a whole list, in pages as large as the service allows. Throws an ApiError if the list never ends. */
  async listAll<R extends ListRoute>(
    route: R,
    input: RequestInput<R>,
    options: RequestOptions = {},
  ): Promise<ListItem<R>[]> {
    const { query } = input as { query?: object };
    const largest = { ...input, query: { limit: 1000, ...query } } as RequestInput<R>;
    const items: ListItem<R>[] = [];
    let pages = 0;
    for await (const page of this.list(route, largest, options)) {
      items.push(...page.items);
      if (page.hasMore && ++pages >= maxListPages) throw endlessListError(route);
    }
    return items;
  }

  /**
   * Sends a request that only some servers offer. Throws an ApiError of kind `notOffered` if this server does not;
   * after the first time, without a request.
   */
  async optional<R extends Route, F = never>(
    route: R,
    input: RequestInput<R>,
    options: WriteOptions<F> = {},
  ): Promise<RequestResult<R> | F> {
    if (this.#offered.get(route) === false) throw notOffered(route);
    try {
      const result = await this.request(route, input, options);
      this.#offered.set(route, true);
      return result;
    } catch (error) {
      if (this.#offered.get(route) || !isApiError(error, 'notFound', 'notOffered')) throw error;
      // A 404 may also mean that a resource in the path is gone.
      if (!(await this.#lacksOperation(route, input, options))) throw error;
      this.#offered.set(route, false);
      for (const listener of this.#unsupportedListeners) listener();
      throw notOffered(route);
    }
  }

  /** Reads a list that only some servers offer. Throws an ApiError of kind `notOffered` if this server does not. */
  async *optionalList<R extends ListRoute>(
    route: R,
    input: RequestInput<R>,
    options: RequestOptions = {},
  ): AsyncGenerator<Listing<ListItem<R>>, void, undefined> {
    await this.optional(route, input, { ...options, isProbe: true });
    yield* this.list(route, input, options);
  }

  /** Returns true if the server offers an operation. Calls it to find out, and caches the result. */
  async isSupported<R extends Route>(route: R, input: RequestInput<R>, options: RequestOptions = {}): Promise<boolean> {
    const known = this.#offered.get(route);
    if (known !== undefined) return known;
    try {
      await this.optional(route, input, { ...options, isProbe: true });
      return true;
    } catch (error) {
      if (isApiError(error, 'notOffered')) return false;
      throw error;
    }
  }

  /** Returns true if the server supports an operation and the call succeeds. Failures are not cached. */
  async isAvailable<R extends Route>(route: R, input: RequestInput<R>, options: RequestOptions = {}): Promise<boolean> {
    try {
      return await this.isSupported(route, input, options);
    } catch (error) {
      if (isUnavailable(error)) return false;
      throw error;
    }
  }

  /** Returns true if the server is known to lack an operation whose route matches. */
  isKnownUnsupported(routes: RegExp): boolean {
    return [...this.#offered].some(([route, isOffered]) => !isOffered && routes.test(route));
  }

  /** Fetches a file from an address in a reply. The token is never sent there. */
  async download(url: string, options: RequestOptions = {}): Promise<Uint8Array> {
    const address = new URL(url, this.url).href;
    const { origin, pathname } = new URL(address);
    // The query is omitted, because it may contain a signature that opens the file to anyone.
    const route = `GET ${origin}${pathname}`;
    const fetch = (signal: AbortSignal) => this.#exchange(route, { method: 'GET', url: address, signal });
    const reply = await this.#inFlight.join(`download ${address}`, fetch, options.signal);
    if (reply.status !== 200) throw errorOfReply(route, { ...reply, text: reply.body.toString() });
    return reply.body;
  }

  /** Makes later reads send new requests instead of joining pending ones. */
  dropPendingReads(): void {
    this.#inFlight.clear();
  }

  /** Registers a listener for writes that happened or may have happened. Returns a function that removes it. */
  onWrite(listener: WriteListener): () => void {
    this.#writeListeners.add(listener);
    return () => this.#writeListeners.delete(listener);
  }

  /** Registers a listener for a refused token. Returns a function that removes it. */
  onSignedOut(listener: () => void): () => void {
    this.#signedOutListeners.add(listener);
    return () => this.#signedOutListeners.delete(listener);
  }

  /** Registers a listener for operations found to be unsupported. Returns a function that removes it. */
  onDidFindUnsupported(listener: () => void): () => void {
    this.#unsupportedListeners.add(listener);
    return () => this.#unsupportedListeners.delete(listener);
  }

  /** Returns true if a failed operation is unsupported, because all resources in its path exist. */
  async #lacksOperation<R extends Route>(route: R, input: RequestInput<R>, options: RequestOptions): Promise<boolean> {
    const parent = parentOf(route);
    // Throws if the parent resource is gone. Only the path is passed on, because query and body belong to the
    // operation.
    const { query: _, body: __, ...path } = input as { query?: unknown; body?: unknown };
    const owner = parent && (await this.request(parent, path as RequestInput<typeof parent>, options));
    const below = route.slice(parent?.length ?? 0);
    if (!below.includes('{')) return true;
    // The current revision of the parent certainly exists, so the operation is tried with it.
    if (!/^[^{]*\{revisionId\}[^{]*$/.test(below) || !owner || !('revision' in owner)) return false;
    try {
      await this.request(route, { ...input, revisionId: owner.revision }, options);
      this.#offered.set(route, true);
      return false;
    } catch (error) {
      if (isApiError(error, 'notFound', 'notOffered')) return true;
      throw error;
    }
  }

  #reportingRecovery<F>(lookUp: LookUp<F>): LookUp<F> {
    return async () => {
      // Reads that were sent before the write do not know its outcome.
      this.#inFlight.clear();
      const recovered = await lookUp();
      if (recovered) this.#options.onDidRecoverLostReply?.(new URL(this.url).host);
      return recovered;
    };
  }

  #notifyWrite(write: ServiceWrite): void {
    // Reads that were sent before the write must not answer later ones.
    this.#inFlight.clear();
    const touched = changedPaths(write);
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
    return reply.body.length === 0 ? undefined : parseReply(route, reply);
  }

  async #exchange(route: string, request: HttpRequest): Promise<HttpReply> {
    const start = performance.now();
    const log = (outcome: string) => {
      this.#options.log?.(`${route} ${outcome} in ${Math.round(performance.now() - start)} ms`);
    };
    const http = await this.#options.http();
    let reply: HttpReply;
    try {
      reply = await this.#reportingSlowness(request.url, onWait => http.send({ ...request, onWait }));
    } catch (error) {
      // A refusal by a proxy is an AbortError too, so the signal is checked as well.
      const isGivenUp = isAbort(error) && request.signal?.aborted;
      if (!isGivenUp) this.lastDurationMs = Infinity;
      log(isGivenUp ? 'aborted' : `failed (${String(error)})`);
      if (isGivenUp) throw error;
      const { kind, message } = http.explain(request.url, error);
      throw new ApiError(kind, message, { route, cause: error });
    }
    this.lastDurationMs = performance.now() - start;
    log(`${reply.status}, ${reply.body.length} bytes`);
    const interception = detectInterception(route, request, reply);
    if (interception) throw interception;
    const { server } = reply.headers;
    if (typeof server === 'string') this.server = server;
    // A service that refuses all requests for a while, or fails, answers none of those that failed before.
    if (reply.status !== 429 && (reply.status < 500 || reply.status === 501)) this.#options.onResponse?.();
    return reply;
  }

  /** Returns the items of a list without those that are no objects. Throws an ApiError if there is no list. */
  #itemsOf<T>(route: Route, { items }: Envelope<T>): T[] {
    if (!Array.isArray(items)) {
      throw new ApiError('notService', t('The server answered with something that is not a list.'), { route });
    }
    const resources = items.filter(item => typeof item === 'object' && item !== null);
    const omittedCount = items.length - resources.length;
    if (omittedCount > 0) this.#options.log?.(`${route} gave ${omittedCount} items that are no resources`);
    return resources;
  }

  /** Calls `onSlow` if a reply takes long, because the server is slow or asks the client to wait. */
  async #reportingSlowness<T>(
    url: string,
    send: (onWait: NonNullable<HttpRequest['onWait']>) => Promise<T>,
  ): Promise<T> {
    const { onSlow, slowAfterMs = defaultSlowAfterMs } = this.#options;
    const { host } = new URL(url);
    const startTimer = () => setTimeout(() => onSlow?.(host, reply), slowAfterMs);
    let longWait: PromiseWithResolvers<void> | undefined;
    const reply = send(until => {
      if (until === undefined) {
        if (longWait) timer = startTimer();
        longWait?.resolve();
        longWait = undefined;
      } else if (until - Date.now() >= slowAfterMs) {
        clearTimeout(timer);
        longWait = Promise.withResolvers();
        // The caller of the request receives its error.
        onSlow?.(host, Promise.race([reply.catch(() => undefined), longWait.promise]), until);
      }
    });
    let timer = startTimer();
    try {
      return await reply;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Maximum number of pages in a list: a hundred thousand items in the largest pages. It stops endless lists. */
export const maxListPages = 100;
export function endlessListError(route: string): ApiError {
  const message = t('The server goes on with pages of a list without end; this may not be the documentation service.');
  return new ApiError('notService', message, { route });
}

/** How long a request may take before the user is notified that it is slow. */
const defaultSlowAfterMs = 5000;

interface Envelope<T> {
  next?: { page: string };
  count?: number;
  items: T[];
}

function notOffered(route: Route): ApiError {
  return new ApiError('notOffered', t('This server does not offer that operation.'), { route });
}
