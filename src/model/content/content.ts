import * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';
import { Rights } from '../rights.ts';
import type { Connection } from '../session/connection.ts';
import type { Announcement, Session } from '../session/session.ts';
import type { Space } from '../spaces.ts';
import {
  baseUri,
  type ContentAddress,
  headAddress,
  isComparedWithHead,
  isLinkedFromBase,
  overviewUri,
  parseContentUri,
  parseDescriptionUri,
  parseOverviewUri,
  withTitle,
} from './address.ts';
import {
  addressOfChangeRequest,
  type ChangeRequestPlace,
  ChangeRequests,
  addressOfContent,
  addressOfMainContent,
} from './changeRequests.ts';
import { Conflicts } from './conflicts.ts';
import { DiskCache } from './diskCache.ts';
import type { FileEntry, PageEntry } from './layout.ts';
import { RecentFiles } from './recentFiles.ts';
import { LastHeads } from './lastHeads.ts';
import { MainHeads } from './mainHeads.ts';
import { type Head, keyOfAddress, keyOfPlace, type Place, Snapshot } from './snapshot.ts';

/** The page or file at an address, and the content that has it. */
export type ContentEntry = { snapshot: Snapshot } & (({ kind: 'page' } & PageEntry) | ({ kind: 'file' } & FileEntry));

/** The number of snapshots in memory; each may hold many pages. */
const maxSnapshots = 40;

/** The pages and files of the service by address, each fetched once for a revision. */
export class Content implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<Place & { isAsked?: boolean }>();
  /** Fires when a version has, or may have, a new head. `isAsked` is set if the user has asked for a refresh. */
  readonly onDidChange = this.#didChange.event;
  readonly #willRead = new vscode.EventEmitter<vscode.Uri>();
  /** Fires when a document is about to be read, so that other data shown with it can be fetched at the same time. */
  readonly onWillRead = this.#willRead.event;
  readonly #session: Session;
  /** The cache that later windows read. */
  readonly disk: DiskCache;
  readonly #files = new RecentFiles();
  readonly changeRequests = new ChangeRequests();
  readonly rights = new Rights();
  readonly #mainHeads = new MainHeads();
  readonly #lastHeads: LastHeads;
  readonly conflicts: Conflicts;
  readonly #paths = new Map<string, { paths: ReadonlyMap<string, string>; hasFiles: boolean }>();
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #subscriptions: vscode.Disposable;

  /** `folder` holds the disk cache of immutable content; `memory` outlives the window. */
  constructor(session: Session, folder: vscode.Uri, memory: vscode.Memento) {
    this.#session = session;
    this.conflicts = new Conflicts(memory);
    this.disk = new DiskCache(folder.fsPath, id => session.connections.some(connection => connection.id === id));
    this.#lastHeads = new LastHeads(this.disk);
    this.#subscriptions = vscode.Disposable.from(
      this.changeRequests,
      this.rights,
      this.conflicts,
      this.conflicts.onDidChange(place => session.announceChange(place.connection, addressOfChangeRequest(place))),
      this.changeRequests.onDidExpire(place => session.announceChange(place.connection, addressOfChangeRequest(place))),
      this.changeRequests.onDidChangeHead(place => this.#didChange.fire(versionOf(place))),
      this.#mainHeads,
      this.#mainHeads.onDidChange(place => this.#didChange.fire({ ...place, version: { kind: 'main' } })),
      session.onDidWrite(announcement => this.#handleWrite(announcement)),
      session.onDidChange(() => this.#clearCaches()),
      session.onDidSignOut(connection => {
        void this.disk.forget(connection.id);
        void this.conflicts.forget(connection);
      }),
    );
  }

  /** Clears cached state of one change request, or of all, and announces the versions that have been read. */
  refresh(place?: ChangeRequestPlace, asked: { isAsked?: true } = {}): void {
    for (const { api } of place ? [place.connection] : this.#session.connections) api.dropPendingReads();
    if (place) {
      this.changeRequests.forget(place);
    } else {
      this.changeRequests.clear();
      this.#mainHeads.clear();
    }
    const only = place && keyOfPlace(versionOf(place));
    for (const affected of this.#loadedVersions(place => only === undefined || keyOfPlace(place) === only)) {
      this.#didChange.fire({ ...affected, ...asked });
    }
  }

  /** Stores the rights and the head that a fetched space contains. */
  setSpace(connection: Connection, space: Space): void {
    this.rights.record(connection, space);
    this.#mainHeads.setSpace(connection, space);
  }

  /** Returns the content of the newest revision of a version. */
  async snapshot(place: Place): Promise<Snapshot> {
    const head = await this.#head(place);
    this.#lastHeads.save(place, head);
    const key = `${keyOfPlace(place)} ${head.revision}`;
    const known = this.#snapshots.get(key);
    // The cached snapshot may belong to an earlier connection of the same name.
    const isOfNow = known?.place.connection === place.connection;
    const snapshot = isOfNow ? known : new Snapshot(place, head, { disk: this.disk, files: this.#files });
    // Reinserting the snapshot keeps the least recently used ones first; those are evicted.
    this.#snapshots.delete(key);
    this.#snapshots.set(key, snapshot);
    for (const old of [...this.#snapshots.keys()].slice(0, -maxSnapshots)) this.#snapshots.delete(old);
    return snapshot;
  }

  /** Returns the version of an address. Throws SignedOut if its account is not signed in. */
  async place({ connection: id, space, version }: Omit<ContentAddress, 'path'>): Promise<Place> {
    const connection = await this.#session.find(id);
    if (connection) return { connection, space, version };
    throw this.#session.signedOut(id);
  }

  /** Returns the change request that an overview, description or content document belongs to. */
  async changeRequestOf(uri: vscode.Uri): Promise<ChangeRequestPlace | undefined> {
    const overview = parseOverviewUri(uri) ?? parseDescriptionUri(uri);
    const content = headAddress(uri);
    const number = overview?.changeRequest ?? (content?.version.kind === 'changeRequest' && content.version.number);
    const address = overview ?? content;
    if (!address || !number) return undefined;
    const { connection: id, space } = address;
    const { connection } = await this.place({ connection: id, space, version: { kind: 'main' } });
    return { connection, space, number };
  }

  /** Returns the page or file of an address that is about to be shown; undefined if the version has none there. */
  find(uri: vscode.Uri): Promise<ContentEntry | undefined> {
    this.#willRead.fire(uri);
    return this.lookUp(uri);
  }

  /** Returns the page or file of an address, without emitting `onWillRead`. */
  async lookUp(uri: vscode.Uri): Promise<ContentEntry | undefined> {
    const address = parseContentUri(uri);
    if (!address) return undefined;
    const snapshot = await this.snapshot(await this.place(address));
    // The preview resolves files below the folder of the page, so they are found there, too.
    const [, asset] = /(?:^|\/)(\.assets\/[^/]+)$/.exec(address.path) ?? [];
    if (asset) {
      const file = (await snapshot.files()).byPath.get(asset);
      return file && { kind: 'file', snapshot, ...file };
    }
    const pages = await snapshot.pages();
    const atPath = pages.byPath.get(address.path);
    // A base spells its links as the head does, where the path may belong to another page.
    const isAtPath = atPath !== undefined && !isLinkedFromBase(uri);
    const page = isAtPath ? atPath : (pages.byId.get((await this.#pageAtHead(uri)) ?? '') ?? atPath);
    return page && { kind: 'page', snapshot, ...page };
  }

  /**
   * Returns the ID of the page at the head's path to which a link from a base leads, because a base spells its links as
   * the head does.
   */
  async #pageAtHead(uri: vscode.Uri): Promise<string | undefined> {
    const head = isComparedWithHead(uri) ? headAddress(uri) : undefined;
    if (!head?.path) return undefined;
    try {
      const now = await this.snapshot(await this.place(head));
      return (await now.pages()).byPath.get(head.path)?.page.id;
    } catch {
      // The base can be read even if the head cannot.
      return undefined;
    }
  }

  /** Returns the address of a document with its current title; undefined if the document does not exist. */
  async withCurrentTitle(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    const overview = parseOverviewUri(uri);
    if (overview) return overviewUri(overview);
    const entry = await this.find(uri);
    if (entry?.kind !== 'page') return entry && withTitle(uri, undefined);
    const { path, page, snapshot } = entry;
    // A link from a base has the query of the base document. One page has one address, wherever it is opened from.
    if (isLinkedFromBase(uri)) return baseUri(uri, snapshot.head.revision, { path, title: page.title });
    return withTitle(uri, page.title);
  }

  /** Returns the URL of a document in the service's own app, if any. */
  async appUrlOf(uri: vscode.Uri): Promise<string | undefined> {
    if (parseOverviewUri(uri) ?? parseDescriptionUri(uri)) {
      const place = await this.changeRequestOf(uri);
      return place && (await this.changeRequests.get(place)).urls?.app;
    }
    const entry = await this.find(uri);
    return entry?.kind === 'page' ? entry.page.urls?.app : undefined;
  }

  /**
   * Reads the paths of the pages of the document's version, and of its files if requested. Returns whether they changed
   * what `loadedPaths` returns.
   */
  async loadPaths(uri: vscode.Uri, areFilesWanted: boolean): Promise<boolean> {
    const address = parseContentUri(uri);
    if (!address) return false;
    const snapshot = await this.snapshot(await this.place(address));
    const key = keyOfPlace(snapshot.place);
    const known = this.#paths.get(key);
    const hasFiles = areFilesWanted || known?.hasFiles === true;
    const [pages, files] = await Promise.all([snapshot.pages(), hasFiles ? snapshot.files() : undefined]);
    const entries = [...pages.byId, ...(files?.byId ?? [])].map(([id, { path }]) => [id, path] as const);
    this.#paths.set(key, { paths: new Map(entries), hasFiles });
    return known === undefined || (hasFiles && !known.hasFiles);
  }

  /** Returns loaded paths by page ID, and by file ID if `hasFiles`. Synchronous, because the preview cannot wait. */
  loadedPaths(uri: vscode.Uri): { paths: ReadonlyMap<string, string>; hasFiles: boolean } | undefined {
    const address = parseContentUri(uri);
    return address && this.#paths.get(keyOfAddress(address));
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#didChange.dispose();
    this.#willRead.dispose();
  }

  async #head(place: Place): Promise<Head> {
    const { connection, space, version } = place;
    if (version.kind === 'revision') return { revision: version.revision, mtime: 0 };
    const provisional = this.#lastHeads.staleHead(place);
    if (provisional) return provisional;
    const changed = () => this.#didChange.fire(place);
    if (version.kind === 'main') {
      const known = this.#mainHeads.get(place);
      return known ?? this.#lastHeads.find(place, { ask: () => this.#mainHeads.fetch(place), changed });
    }
    const changeRequest = { connection, space, number: version.number };
    const known = this.changeRequests.knownHead(changeRequest);
    return known ?? this.#lastHeads.find(place, { ask: () => this.changeRequests.head(changeRequest), changed });
  }

  /** The addresses may now belong to another server or another token. */
  #clearCaches(): void {
    const places = this.#loadedVersions(() => true);
    this.changeRequests.clear();
    this.rights.clear();
    this.#mainHeads.clear();
    this.#lastHeads.clear();
    this.#snapshots.clear();
    this.#files.clear();
    this.#paths.clear();
    for (const { connection: old, space, version } of places) {
      const connection = this.#session.connections.find(({ id }) => id === old.id);
      if (connection) this.#didChange.fire({ connection, space, version });
    }
  }

  #handleWrite({ touched }: Announcement): void {
    this.changeRequests.expire(touched);
    this.#mainHeads.expire(touched);
    this.#lastHeads.expire();
    // Change requests are compared with the main content, so their documents may differ after it has changed.
    const isTouched = ({ connection, space, version }: Place) => {
      const isOwn =
        version.kind === 'changeRequest' &&
        touched.has(addressOfContent({ connection, space, number: version.number }));
      return isOwn || touched.has(addressOfMainContent({ connection, space }));
    };
    for (const place of this.#loadedVersions(isTouched)) this.#didChange.fire(place);
  }

  /** Returns the versions that have been read and may have a new head. */
  #loadedVersions(isIncluded: (place: Place) => boolean): Place[] {
    const places = new Map<string, Place>();
    for (const { place } of this.#snapshots.values()) {
      if (place.version.kind !== 'revision' && isIncluded(place)) places.set(keyOfPlace(place), place);
    }
    return [...places.values()];
  }
}

/** Returns the error that VS Code understands for a failed look-up of a document. */
export function fileSystemError(uri: vscode.Uri, error: unknown): Error {
  if (!(error instanceof ApiError)) return error instanceof Error ? error : new Error(String(error));
  if (error.kind === 'notFound') return vscode.FileSystemError.FileNotFound(uri);
  if (error.kind === 'forbidden' || error.kind === 'signedOut') {
    return vscode.FileSystemError.NoPermissions(error.message);
  }
  return vscode.FileSystemError.Unavailable(error.message);
}

/** Returns the place of the newest content of a change request. */
export function versionOf({ connection, space, number }: ChangeRequestPlace): Place {
  return { connection, space, version: { kind: 'changeRequest', number } };
}

/** Returns the place of a change request's content at one revision, which never changes. */
export function atRevision({ connection, space }: ChangeRequestPlace, revision: string): Place {
  return { connection, space, version: { kind: 'revision', revision } };
}
