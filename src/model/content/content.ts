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

/** A document of an address, and the content it belongs to. */
export type ContentEntry = { snapshot: Snapshot } & (({ kind: 'page' } & PageEntry) | ({ kind: 'file' } & FileEntry));

/** How many revisions are kept at hand; each may hold many pages. */
const maxSnapshots = 40;

/** The pages and files of the service as the editor sees them: addressed, fetched once for each revision. */
export class Content implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<Place & { isAsked?: boolean }>();
  /** Fires when a version has a new head, or may have one; `isAsked` where somebody wants to see it. */
  readonly onDidChange = this.#didChange.event;
  readonly #willRead = new vscode.EventEmitter<vscode.Uri>();
  /** Fires when a document is looked up, so that what else is shown with it is asked for beside it. */
  readonly onWillRead = this.#willRead.event;
  readonly #session: Session;
  /** The cache for the next window. */
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

  /** The folder is where content that never changes may be kept; the memory outlives the window. */
  constructor(session: Session, folder: vscode.Uri, memory: vscode.Memento) {
    this.#session = session;
    this.conflicts = new Conflicts(memory);
    this.disk = new DiskCache(folder, id => session.connections.some(connection => connection.id === id));
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

  /** Forgets what may have changed, of one change request or of everything, and tells of what is shown. */
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

  /** Takes in a space as the service has just given it. */
  setSpace(connection: Connection, space: Space): void {
    this.rights.record(connection, space);
    this.#mainHeads.setSpace(connection, space);
  }

  /** The newest revision of a version. */
  async snapshot(place: Place): Promise<Snapshot> {
    const head = await this.#head(place);
    this.#lastHeads.save(place, head);
    const key = `${keyOfPlace(place)} ${head.revision}`;
    const known = this.#snapshots.get(key);
    // A reply to an earlier connection of the same name may arrive late.
    const isOfNow = known?.place.connection === place.connection;
    const snapshot = isOfNow ? known : new Snapshot(place, head, { disk: this.disk, files: this.#files });
    // The least recently used snapshots are dropped.
    this.#snapshots.delete(key);
    this.#snapshots.set(key, snapshot);
    for (const old of [...this.#snapshots.keys()].slice(0, -maxSnapshots)) this.#snapshots.delete(old);
    return snapshot;
  }

  /** The version that an address lies in. Throws SignedOut when its account is not signed in. */
  async place({ connection: id, space, version }: Omit<ContentAddress, 'path'>): Promise<Place> {
    const connection = await this.#session.find(id);
    if (connection) return { connection, space, version };
    throw this.#session.signedOut(id);
  }

  /** The change request whose overview or content a document belongs to. */
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

  /** The page or file of an address that is about to be shown; undefined when the version has nothing there. */
  find(uri: vscode.Uri): Promise<ContentEntry | undefined> {
    this.#willRead.fire(uri);
    return this.lookUp(uri);
  }

  /** Returns the page or file of an address, without announcing that it will be shown. */
  async lookUp(uri: vscode.Uri): Promise<ContentEntry | undefined> {
    const address = parseContentUri(uri);
    if (!address) return undefined;
    const snapshot = await this.snapshot(await this.place(address));
    // The preview shows only what lies below the folder of a page: there, too, files are found.
    const [, asset] = /(?:^|\/)(\.assets\/[^/]+)$/.exec(address.path) ?? [];
    if (asset) {
      const file = (await snapshot.files()).byPath.get(asset);
      return file && { kind: 'file', snapshot, ...file };
    }
    const pages = await snapshot.pages();
    const atPath = pages.byPath.get(address.path);
    // A base spells its links as the head does, where another page may have had the path.
    const isAtPath = atPath !== undefined && !isLinkedFromBase(uri);
    const page = isAtPath ? atPath : (pages.byId.get((await this.#pageAtHead(uri)) ?? '') ?? atPath);
    return page && { kind: 'page', snapshot, ...page };
  }

  /** The ID of the page that now lies where a link from a base leads: links there are shown as they are spelled now. */
  async #pageAtHead(uri: vscode.Uri): Promise<string | undefined> {
    const head = isComparedWithHead(uri) ? headAddress(uri) : undefined;
    if (!head?.path) return undefined;
    try {
      const now = await this.snapshot(await this.place(head));
      return (await now.pages()).byPath.get(head.path)?.page.id;
    } catch {
      // The base can be read without the head.
      return undefined;
    }
  }

  /** The address of a document with the title that it has now; undefined where there is none. */
  async withCurrentTitle(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    const overview = parseOverviewUri(uri);
    if (overview) return overviewUri(overview);
    const entry = await this.find(uri);
    if (entry?.kind !== 'page') return entry && withTitle(uri, undefined);
    const { path, page, snapshot } = entry;
    // A link from a base has the query of that document: the page has one address, from wherever it is opened.
    if (isLinkedFromBase(uri)) return baseUri(uri, snapshot.head.revision, { path, title: page.title });
    return withTitle(uri, page.title);
  }

  /** Where a document is in the service's own app, if anywhere. */
  async appUrlOf(uri: vscode.Uri): Promise<string | undefined> {
    if (parseOverviewUri(uri) ?? parseDescriptionUri(uri)) {
      const place = await this.changeRequestOf(uri);
      return place && (await this.changeRequests.get(place)).urls?.app;
    }
    const entry = await this.find(uri);
    return entry?.kind === 'page' ? entry.page.urls?.app : undefined;
  }

  /** Reads which path each page of the document's version has, and each file if they are wanted; tells whether that was news. */
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

  /** Paths by the IDs of pages, and of files if they have been read, too: the preview cannot wait. */
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

  /** Another server or another token may now stand behind the same addresses. */
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
    // A new main content is what change requests are compared with, so their documents may say something else.
    const isTouched = ({ connection, space, version }: Place) => {
      const isOwn =
        version.kind === 'changeRequest' &&
        touched.has(addressOfContent({ connection, space, number: version.number }));
      return isOwn || touched.has(addressOfMainContent({ connection, space }));
    };
    for (const place of this.#loadedVersions(isTouched)) this.#didChange.fire(place);
  }

  /** The versions that have been read and may have a new head. */
  #loadedVersions(isIncluded: (place: Place) => boolean): Place[] {
    const places = new Map<string, Place>();
    for (const { place } of this.#snapshots.values()) {
      if (place.version.kind !== 'revision' && isIncluded(place)) places.set(keyOfPlace(place), place);
    }
    return [...places.values()];
  }
}

/** The error that VS Code understands for a failed look-up of a document. */
export function fileSystemError(uri: vscode.Uri, error: unknown): Error {
  if (!(error instanceof ApiError)) return error instanceof Error ? error : new Error(String(error));
  if (error.kind === 'notFound') return vscode.FileSystemError.FileNotFound(uri);
  if (error.kind === 'forbidden' || error.kind === 'signedOut') {
    return vscode.FileSystemError.NoPermissions(error.message);
  }
  return vscode.FileSystemError.Unavailable(error.message);
}

/** The content of a change request. */
export function versionOf({ connection, space, number }: ChangeRequestPlace): Place {
  return { connection, space, version: { kind: 'changeRequest', number } };
}

/** The content of a change request at one revision, which never changes, unlike the newest that is known. */
export function atRevision({ connection, space }: ChangeRequestPlace, revision: string): Place {
  return { connection, space, version: { kind: 'revision', revision } };
}
