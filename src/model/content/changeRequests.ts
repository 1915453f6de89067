import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RequestOptions } from '../../api/client.ts';
import { ApiError, isOutage } from '../../api/errors.ts';
import { normalizeResource, unknownUser } from '../../api/normalize.ts';
import type { Schema } from '../../api/routes.ts';
import { hasVisibleText, escapeLine, tEscaped } from '../../api/escape.ts';
import { type Connection, type ResourceAddress, resourceAddress } from '../session/connection.ts';
import type { Head, Place } from './snapshot.ts';

export type ChangeRequest = Schema<'ChangeRequest'>;

/** Returns whether the server has descriptions of change requests. Every edition that has them also sends the space. */
export function supportsDescription({ space, description }: Partial<ChangeRequest>): boolean {
  return hasVisibleText(space) || description !== undefined;
}

/** A change request and where it lives; the resource itself does not name its space. */
export interface ChangeRequestPlace {
  connection: Connection;
  space: string;
  number: number;
}

interface CachedChangeRequest {
  place: ChangeRequestPlace;
  /** Undefined after a write that may have changed the resource but not its content. */
  resource: Promise<ChangeRequest> | undefined;
  /** The change request once it is fetched, and when that was, in milliseconds of `performance.now()`. */
  latest?: ChangeRequest | undefined;
  fetchedAt?: number;
  /** The head revision of the change request, which most writes do not change. */
  head: Promise<Head>;
}

/** Caches change requests. Each is fetched once, and again after a write has changed it. */
export class ChangeRequests implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<ChangeRequestPlace>();
  /** Fires when the head of a change request differs from the cached one. */
  readonly onDidChangeHead = this.#didChange.event;
  readonly #didExpire = new vscode.EventEmitter<ChangeRequestPlace>();
  /** Fires when a list has brought a change request whose comment count may be stale. */
  readonly onDidExpire = this.#didExpire.event;
  readonly #didDetectFields = new vscode.EventEmitter<Connection>();
  /** Fires when the session detects whether a server has descriptions of change requests. */
  readonly onDidDetectFields = this.#didDetectFields.event;
  readonly #didChangeStatus = new vscode.EventEmitter<ChangeRequestPlace>();
  /** Fires when the status of a change request differs from the cached one. */
  readonly onDidChangeStatus = this.#didChangeStatus.event;
  readonly #statuses = new Map<ResourceAddress, ChangeRequest['status']>();
  readonly #cache = new Map<ResourceAddress, CachedChangeRequest>();
  /** When the cache was last cleared, in milliseconds of `performance.now()`. */
  #clearedAt = -Infinity;
  /** When a write last changed the content of each change request, in milliseconds of `performance.now()`. */
  readonly #writtenAt = new Map<ResourceAddress, number>();
  /** When the comment count of each change request was last adjusted, in milliseconds of `performance.now()`. */
  readonly #countedAt = new Map<ResourceAddress, number>();

  /** Returns the cached change request, or fetches it. */
  get(place: ChangeRequestPlace): Promise<ChangeRequest> {
    return this.#cache.get(addressOfChangeRequest(place))?.resource ?? this.#fetch(place);
  }

  /** Returns the change request if it is cached. */
  cached(place: ChangeRequestPlace): ChangeRequest | undefined {
    return this.#cache.get(addressOfChangeRequest(place))?.latest;
  }

  /** Returns the last known status. It stays known while a write makes the cached change request stale. */
  lastStatus(place: ChangeRequestPlace): ChangeRequest['status'] | undefined {
    return this.#statuses.get(addressOfChangeRequest(place));
  }

  /** Returns the number of open comments from the cache or from a pending request; 0 if it is unknown. */
  async openComments(place: ChangeRequestPlace): Promise<number> {
    // The caller of the request receives its error.
    const latest = await this.#cache.get(addressOfChangeRequest(place))?.resource?.catch(() => undefined);
    return latest?.comments ?? 0;
  }

  /**
   * Fetches the change request, because a decision must not rest on a cached one. Callers may share the request: the
   * signal ends the wait of this caller, not the request.
   */
  fetch(place: ChangeRequestPlace, signal?: AbortSignal): Promise<ChangeRequest> {
    const asked = this.#fetch(place, { isFresh: true });
    return signal ? untilAborted(asked, signal) : asked;
  }

  /**
   * Adds `more` to the number of open comments after a write that began at `began`. Marks the count as stale if a later
   * reply may already include the write, or if `more` is undefined.
   */
  adjustCount(place: ChangeRequestPlace, { more, began }: { more: number | undefined; began: number }): void {
    const address = addressOfChangeRequest(place);
    this.#countedAt.set(address, performance.now());
    const cached = this.#cache.get(address);
    // A pending request is sent again when its reply arrives.
    if (!cached?.latest) return;
    const isBefore = more !== undefined && (cached.fetchedAt ?? Infinity) < began;
    const latest = isBefore ? { ...cached.latest, comments: Math.max(0, cached.latest.comments + more) } : undefined;
    this.#cache.set(address, { ...cached, resource: latest && Promise.resolve(latest), latest });
  }

  async head(place: ChangeRequestPlace): Promise<Head> {
    return this.knownHead(place) ?? headOf(await this.get(place));
  }

  /** Returns the head from the cache or from a pending request, if any. */
  knownHead(place: ChangeRequestPlace): Promise<Head> | undefined {
    return this.#cache.get(addressOfChangeRequest(place))?.head;
  }

  /** Stores a change request from a list that was requested at `asked`. */
  add(place: ChangeRequestPlace, resource: ChangeRequest, asked: number): void {
    // A reply to a request from before the cache was cleared is stale.
    if (asked < this.#clearedAt) return;
    // A reply to a request from before a write may not include the write.
    if (asked < (this.#writtenAt.get(addressOfChangeRequest(place)) ?? -Infinity)) return;
    this.#store(place, Promise.resolve(normalizeChangeRequest(resource, place.number)));
    // The list stores its own items first.
    if (asked < this.#lastCounted(place)) setTimeout(() => this.#didExpire.fire(place));
  }

  /**
   * Drops change requests that a write has touched. A write to the main content also makes their `outdated` state
   * stale.
   */
  expire(touched: ReadonlySet<ResourceAddress>): void {
    for (const [address, cached] of this.#cache) {
      const isMoved = touched.has(addressOfContent(cached.place)) || touched.has(addressOfMainContent(cached.place));
      if (isMoved) {
        this.#cache.delete(address);
        this.#writtenAt.set(address, performance.now());
      } else if (touched.has(address)) {
        this.#cache.set(address, { ...cached, resource: undefined, latest: undefined });
      }
    }
  }

  forget(place: ChangeRequestPlace): void {
    this.#cache.delete(addressOfChangeRequest(place));
  }

  clear(): void {
    this.#clearedAt = performance.now();
    this.#cache.clear();
    this.#statuses.clear();
  }

  dispose(): void {
    this.#didChange.dispose();
    this.#didExpire.dispose();
    this.#didDetectFields.dispose();
    this.#didChangeStatus.dispose();
  }

  #fetch(place: ChangeRequestPlace, options: RequestOptions = {}): Promise<ChangeRequest> {
    const asked = this.#request(place, options);
    this.#store(place, asked);
    return asked;
  }

  async #request(place: ChangeRequestPlace, options: RequestOptions): Promise<ChangeRequest> {
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
    let resource: ChangeRequest;
    let asked: number;
    do {
      asked = performance.now();
      resource = await place.connection.api.request(route, parametersOf(place), options);
    } while (asked < this.#lastCounted(place));
    return normalizeChangeRequest(resource, place.number);
  }

  #detectFields({ connection }: ChangeRequestPlace, latest: ChangeRequest): void {
    const before = connection.hasDescriptions;
    connection.hasDescriptions = before === true || supportsDescription(latest);
    if (connection.hasDescriptions !== before) this.#didDetectFields.fire(connection);
  }

  #lastCounted(place: ChangeRequestPlace): number {
    return this.#countedAt.get(addressOfChangeRequest(place)) ?? -Infinity;
  }

  #store(place: ChangeRequestPlace, resource: Promise<ChangeRequest>): void {
    const address = addressOfChangeRequest(place);
    const before = this.#cache.get(address)?.head;
    // While the service is offline, the last known head stays in use.
    const head = resource.then(headOf).catch(error => {
      if (before && isOutage(error)) return before;
      throw error;
    });
    const cached: CachedChangeRequest = { place, resource, head };
    this.#cache.set(address, cached);
    resource
      .then(async latest => {
        cached.latest = latest;
        cached.fetchedAt = performance.now();
        this.#detectFields(place, latest);
        const isNewStatus = this.#statuses.get(address) !== latest.status;
        this.#statuses.set(address, latest.status);
        if (isNewStatus) this.#didChangeStatus.fire(place);
        // If the earlier head could not be read, nothing shows it.
        const old = await before?.catch(() => undefined);
        if (old && old.revision !== headOf(latest).revision) this.#didChange.fire(place);
      })
      .catch(async () => {
        // The caller receives the error, and the next call sends the request again.
        const stays = await head.catch(() => undefined);
        if (this.#cache.get(address) !== cached) return;
        if (stays) this.#cache.set(address, { place, resource: undefined, head });
        else this.#cache.delete(address);
      });
  }
}

/** Resolves with `asked`, or rejects as soon as the signal is aborted. */
export function untilAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    void asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/**
 * Returns a change request with all required fields of the contract: other servers leave some out, or set them to null.
 */
export function normalizeChangeRequest(sent: ChangeRequest, number: number): ChangeRequest {
  const isResource = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  if (!isResource) {
    const route = 'GET change request';
    throw new ApiError('notService', t('The server answered with something that is not a change request.'), { route });
  }
  const fields: Partial<ChangeRequest> = normalizeResource(sent);
  const {
    subject = '',
    status = 'unknown',
    createdBy = unknownUser(),
    createdAt = '',
    updatedAt = '',
    comments = 0,
  } = fields;
  // The description of a change request is a document; other resources have a text.
  const { description } = sent;
  const readable = { ...sent, ...fields, ...(description !== undefined && { description }) };
  return { ...readable, number, subject, status, createdBy, createdAt, updatedAt, comments };
}

/** Returns the path parameters of a change request. */
export function parametersOf({ space, number }: ChangeRequestPlace): { spaceId: string; changeRequestId: string } {
  return { spaceId: space, changeRequestId: String(number) };
}

export function addressOfChangeRequest(place: ChangeRequestPlace): ResourceAddress {
  const path = '/spaces/{spaceId}/change-requests/{changeRequestId}';
  return resourceAddress(place.connection, path, parametersOf(place));
}

/** Returns the key under which data of a change request is stored for an account. */
export function storageKeyOf(place: ChangeRequestPlace): string {
  return addressOfChangeRequest({ ...place, connection: { ...place.connection, id: place.connection.account } });
}

/** Returns the name of a change request for messages. */
export function changeRequestName({ number, subject }: ChangeRequest): string {
  return subject ? tEscaped`#${number} "${escapeLine(subject)}"` : tEscaped`#${number}`;
}

/** Returns the word for the status of a change request, for messages such as "It is merged."; an unknown one as sent. */
export function describeStatus(status: string): string {
  return new Map(Object.entries(statusWords)).get(status) ?? status;
}

const statusWords: Record<ChangeRequest['status'] | 'unknown', string> = {
  open: t({ message: 'open', comment: ['Status, as in "It is open."'] }),
  draft: t({ message: 'draft', comment: ['Status, as in "It is draft."'] }),
  merged: t({ message: 'merged', comment: ['Status, as in "It is merged."'] }),
  archived: t({ message: 'archived', comment: ['Status, as in "It is archived."'] }),
  unknown: t({ message: 'unknown', comment: ['Status that the server did not send'] }),
};

/** Returns whether a change request is merged or archived, so that its content no longer changes. */
export function hasEnded({ status }: Pick<ChangeRequest, 'status'>): boolean {
  return status === 'merged' || status === 'archived';
}

/** Returns the address of the pages and files of a change request, as `changedPaths` announces it for a write. */
export function addressOfContent(place: ChangeRequestPlace): ResourceAddress {
  const path = '/spaces/{spaceId}/change-requests/{changeRequestId}/content';
  return resourceAddress(place.connection, path, parametersOf(place));
}

/** Returns the address of the main content of a space, as `changedPaths` announces it for a write. */
export function addressOfMainContent({
  connection,
  space: spaceId,
}: Pick<Place, 'connection' | 'space'>): ResourceAddress {
  return resourceAddress(connection, '/spaces/{spaceId}/content', { spaceId });
}

function headOf({ revision, updatedAt }: ChangeRequest): Head {
  return { revision, mtime: parseTime(updatedAt) };
}

/** Parses a date into milliseconds since 1970; 0 if it is invalid. */
export function parseTime(date: string | undefined): number {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? 0 : time;
}
