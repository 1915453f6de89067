import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RequestOptions } from '../../api/client.ts';
import { ApiError, isUnreachable } from '../../api/errors.ts';
import { readableResource, unknownUser } from '../../api/readable.ts';
import type { Schema } from '../../api/routes.ts';
import { hasVisibleText, escapeLine, words } from '../../api/words.ts';
import { type Connection, type ResourceAddress, resourceAddress } from '../session/connection.ts';
import type { Head, Place } from './snapshot.ts';

export type ChangeRequest = Schema<'ChangeRequest'>;

/** Whether the server has descriptions: each edition of the service that has them also names the space. */
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
  /** Undefined when a write may have changed it without changing its content. */
  resource: Promise<ChangeRequest> | undefined;
  /** The change request once it is fetched, and the time of that in milliseconds of `performance`. */
  latest?: ChangeRequest | undefined;
  fetchedAt?: number;
  /** Where its content stands, which most writes leave as it is. */
  head: Promise<Head>;
}

/** The change requests that have been heard of, each asked for once until a write has changed it. */
export class ChangeRequests implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<ChangeRequestPlace>();
  /** Fires when a change request turns out to have another head than before. */
  readonly onDidChangeHead = this.#didChange.event;
  readonly #didExpire = new vscode.EventEmitter<ChangeRequestPlace>();
  /** Fires when what a list has told may be from before its comments were counted. */
  readonly onDidExpire = this.#didExpire.event;
  readonly #didDetectFields = new vscode.EventEmitter<Connection>();
  /** Fires when it turns out whether a server has descriptions of change requests. */
  readonly onDidDetectFields = this.#didDetectFields.event;
  readonly #didChangeStatus = new vscode.EventEmitter<ChangeRequestPlace>();
  /** Fires when a change request turns out to have another status than was known before. */
  readonly onDidChangeStatus = this.#didChangeStatus.event;
  readonly #statuses = new Map<ResourceAddress, ChangeRequest['status']>();
  readonly #cache = new Map<ResourceAddress, CachedChangeRequest>();
  /** When all were forgotten last, in the milliseconds of `performance`. */
  #clearedAt = -Infinity;
  /** When a write changed the content of each last, in the milliseconds of `performance`. */
  readonly #writtenAt = new Map<ResourceAddress, number>();
  /** When the comments of each were counted last, in the milliseconds of `performance`. */
  readonly #countedAt = new Map<ResourceAddress, number>();

  /** The change request as last heard of. */
  get(place: ChangeRequestPlace): Promise<ChangeRequest> {
    return this.#cache.get(addressOfChangeRequest(place))?.resource ?? this.#fetch(place);
  }

  /** The change request as last heard of, where that is at hand. */
  cached(place: ChangeRequestPlace): ChangeRequest | undefined {
    return this.#cache.get(addressOfChangeRequest(place))?.latest;
  }

  /** The last status that the server told; it stays known while a write makes the rest of the change request unknown. */
  lastStatus(place: ChangeRequestPlace): ChangeRequest['status'] | undefined {
    return this.#statuses.get(addressOfChangeRequest(place));
  }

  /** How many comments are open, as last heard or being asked; 0 where that is not known. */
  async openComments(place: ChangeRequestPlace): Promise<number> {
    // The caller of the request receives its error.
    const latest = await this.#cache.get(addressOfChangeRequest(place))?.resource?.catch(() => undefined);
    return latest?.comments ?? 0;
  }

  /**
   * The change request as it is now: what was heard may be old, and a decision must not rest on that. Others may wait for
   * the same: the signal ends the waiting here, not the asking.
   */
  fresh(place: ChangeRequestPlace, signal?: AbortSignal): Promise<ChangeRequest> {
    const asked = this.#fetch(place, { isFresh: true });
    return signal ? untilAborted(asked, signal) : asked;
  }

  /**
   * Takes in that so many comments more are open than before, by a write that began then. Whether what was heard since
   * counts it already is not known, nor what is not said here: then it is asked for again.
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

  /** Where its content stands, as far as that has been heard or is being asked. */
  knownHead(place: ChangeRequestPlace): Promise<Head> | undefined {
    return this.#cache.get(addressOfChangeRequest(place))?.head;
  }

  /** Takes in a change request that came with a list that was asked for then. */
  add(place: ChangeRequestPlace, resource: ChangeRequest, asked: number): void {
    // A reply to a request from before the cache was cleared is stale.
    if (asked < this.#clearedAt) return;
    // A reply to a request from before a write may not include the write.
    if (asked < (this.#writtenAt.get(addressOfChangeRequest(place)) ?? -Infinity)) return;
    this.#store(place, Promise.resolve(readableChangeRequest(resource, place.number)));
    // The list takes it in first.
    if (asked < this.#lastCounted(place)) setTimeout(() => this.#didExpire.fire(place));
  }

  /** Forgets what a write has touched. Where only the main content is another, so is what is said of being outdated. */
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
    return readableChangeRequest(resource, place.number);
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
    // While the service is offline, the last known head stays.
    const head = resource.then(headOf).catch(error => {
      if (before && isUnreachable(error)) return before;
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
        // A head that could not be read is not shown anywhere.
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

/** Waits for something as long as the signal does not end the waiting. */
export function untilAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    void asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** A change request with everything that the contract promises: other servers leave some of it out, or set it to null. */
export function readableChangeRequest(sent: ChangeRequest, number: number): ChangeRequest {
  const isResource = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  if (!isResource) {
    const route = 'GET change request';
    throw new ApiError('notService', t('The server answered with something that is not a change request.'), { route });
  }
  const fields: Partial<ChangeRequest> = readableResource(sent);
  const {
    subject = '',
    status = 'unknown',
    createdBy = unknownUser(),
    createdAt = '',
    updatedAt = '',
    comments = 0,
  } = fields;
  // The description of a change request is a document, that of everything else a text.
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

/** Names a change request in what is stored of it for an account. */
export function storageKeyOf(place: ChangeRequestPlace): string {
  return addressOfChangeRequest({ ...place, connection: { ...place.connection, id: place.connection.account } });
}

/** Returns the name of a change request for messages. */
export function changeRequestName({ number, subject }: ChangeRequest): string {
  return subject ? words`#${number} "${escapeLine(subject)}"` : words`#${number}`;
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

/** Whether a change request is merged or archived. Its content stays as it is then. */
export function hasEnded({ status }: Pick<ChangeRequest, 'status'>): boolean {
  return status === 'merged' || status === 'archived';
}

/** The pages and files of a change request, as writes speak of them. */
export function addressOfContent(place: ChangeRequestPlace): ResourceAddress {
  const path = '/spaces/{spaceId}/change-requests/{changeRequestId}/content';
  return resourceAddress(place.connection, path, parametersOf(place));
}

/** The main content of a space, as writes speak of it. */
export function addressOfMainContent({
  connection,
  space: spaceId,
}: Pick<Place, 'connection' | 'space'>): ResourceAddress {
  return resourceAddress(connection, '/spaces/{spaceId}/content', { spaceId });
}

function headOf({ revision, updatedAt }: ChangeRequest): Head {
  return { revision, mtime: parseTime(updatedAt) };
}

/** Milliseconds since 1970; 0 for what is no time. */
export function parseTime(date: string | undefined): number {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? 0 : time;
}
