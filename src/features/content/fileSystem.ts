import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import type { App } from '../../app.ts';
import {
  type ContentAddress,
  headAddress,
  isComparedWithHead,
  parseContentUri,
  parseOverviewUri,
  requestsAuthority,
} from '../../model/content/address.ts';
import { type Content, fileSystemError, type ContentEntry } from '../../model/content/content.ts';
import { entriesIn, foldersOf } from '../../model/content/layout.ts';
import type { Place, Snapshot } from '../../model/content/snapshot.ts';
import { resourceAddress } from '../../model/session/connection.ts';
import type { Announcement } from '../../model/session/session.ts';
import type { FileOperations } from '../../ui/fileOperations.ts';
import { FileTimes } from '../../ui/fileTimes.ts';

/** Matches the paths of documents about versions of OpenAPI specs; see `model/openapi.ts`. */
const specDocumentPath = /^\/orgs\/.*\/openapi\/.*\/versions\/.*\//;

const transientFailures = ['rateLimited', 'serverFailed', 'unreachable', 'timedOut', 'cutOff', 'intercepted'] as const;

/** Serves pages and files of the service as read-only documents. */
export class ContentFiles implements FileOperations {
  readonly #didChange = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly onDidChange = this.#didChange.event;
  readonly #app: App;
  readonly #times = new FileTimes();
  /** The documents that show a sign-in notice instead of their text. */
  readonly #signInNotices = new Set<string>();
  /** Pending retries, by the URI of the base document. */
  readonly #retryTimers = new Map<string, NodeJS.Timeout>();
  readonly #retryDelays = new Map<string, number>();
  readonly #subscriptions: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    this.#subscriptions = vscode.Disposable.from(
      app.content.onDidChange(place => this.#emitChange(uri => isIn(place, uri))),
      app.session.onDidChange(() => {
        const { connections } = app.session;
        const isSignedIn = (uri: vscode.Uri) => connections.some(({ id }) => id === uri.authority);
        this.#emitChange(uri => this.#signInNotices.has(uri.toString()) && isSignedIn(uri));
      }),
      app.session.onDidWrite(announcement => this.#emitChange(uri => isTouched(announcement, uri))),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const readOnly = { ctime: 0, permissions: vscode.FilePermission.Readonly };
    const notice = await this.#notice(uri);
    if (notice) {
      const mtime = this.#times.of(uri, 'signed out', 1);
      return { type: vscode.FileType.File, size: notice.length, mtime, ...readOnly };
    }
    if (parseOverviewUri(uri)) {
      const text = await this.#overview(uri);
      // The server gives no modification time for the overview.
      const mtime = this.#times.of(uri, hashOf(text), Date.now());
      return { type: vscode.FileType.File, size: Buffer.byteLength(text), mtime, ...readOnly };
    }
    return this.#attempt(uri, async ({ content, address }) => {
      if (isToolFolder(address)) throw vscode.FileSystemError.FileNotFound(uri);
      const entry = isDocumentPath(address) ? await find(content, uri) : undefined;
      if (entry) {
        const { revision, mtime: time } = entry.snapshot.head;
        const bytes = await this.#bytesOf(content, uri, entry);
        // The text of a base document depends on the page that it is compared with, not only on its revision.
        const state = entry.kind === 'page' ? `${revision} ${hashOf(bytes)}` : revision;
        const mtime = this.#times.of(uri, state, time);
        return { type: vscode.FileType.File, size: bytes.length, mtime, ...readOnly };
      }
      const snapshot = await content.snapshot(await content.place(address));
      if (!(await isFolder(snapshot, address.path))) throw vscode.FileSystemError.FileNotFound(uri);
      return { type: vscode.FileType.Directory, size: 0, mtime: snapshot.head.mtime, ...readOnly };
    });
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return this.#attempt(uri, async ({ content, address }) => {
      if (isToolFolder(address)) throw vscode.FileSystemError.FileNotFound(uri);
      const snapshot = await content.snapshot(await content.place(address));
      if (!(await isFolder(snapshot, address.path))) throw vscode.FileSystemError.FileNotFound(uri);
      return entriesOf(snapshot, address.path);
    });
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const notice = await this.#notice(uri);
    if (notice) return notice;
    if (parseOverviewUri(uri)) return Buffer.from(await this.#overview(uri));
    return this.#attempt(uri, async ({ content }) => {
      const entry = await content.find(uri);
      if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
      return this.#bytesOf(content, uri, entry);
    });
  }

  dispose(): void {
    for (const timer of this.#retryTimers.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
    this.#didChange.dispose();
  }

  async #bytesOf(content: Content, uri: vscode.Uri, entry: ContentEntry): Promise<Uint8Array> {
    if (entry.kind === 'file') return entry.snapshot.bytes(entry.file);
    if (!isComparedWithHead(uri)) return Buffer.from(await entry.snapshot.markdown(entry.page.id));
    const { readDisplayedText } = await import('../../model/content/baseText.ts');
    const { text, failure } = await readDisplayedText(content, uri, entry);
    if (isApiError(failure, ...transientFailures)) this.#retryLater(uri);
    else this.#retryDelays.delete(uri.toString());
    return Buffer.from(text);
  }

  /**
   * Schedules a change event for a base document whose links could not be adjusted to the page that it is compared
   * with.
   */
  #retryLater(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.#retryTimers.has(key)) return;
    const delayMs = Math.min(2 * (this.#retryDelays.get(key) ?? 500), 60_000);
    this.#retryDelays.set(key, delayMs);
    const retry = () => {
      this.#retryTimers.delete(key);
      this.#emitChange(one => one.toString() === key);
    };
    this.#retryTimers.set(key, setTimeout(retry, delayMs));
  }

  /** Returns a notice that replaces the text of a document: an error would be shown only as unexpected by VS Code. */
  async #notice(uri: vscode.Uri): Promise<Buffer | undefined> {
    if (uri.authority === requestsAuthority) return this.#requestDocument(uri);
    const isOfSpec = specDocumentPath.test(uri.path);
    const connection = isOfSpec ? uri.authority : (parseContentUri(uri) ?? parseOverviewUri(uri))?.connection;
    if (!connection || !(isOfSpec || uri.path.endsWith('.md'))) return undefined;
    const { session } = this.#app;
    const isSignedIn = (await session.find(connection)) !== undefined;
    if (isSignedIn) this.#signInNotices.delete(uri.toString());
    else this.#signInNotices.add(uri.toString());
    if (!isSignedIn) return Buffer.from(`${session.signedOut(connection).message}\n`);
    return isOfSpec
      ? Buffer.from(await (await import('../../model/openapi.ts')).readOpenApiText(session, uri))
      : undefined;
  }

  async #requestDocument(uri: vscode.Uri): Promise<Buffer> {
    const { requestDocumentText } = await import('../../model/requests.ts');
    const text = requestDocumentText(this.#app.replies, uri);
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return Buffer.from(text);
  }

  async #overview(uri: vscode.Uri): Promise<string> {
    try {
      const place = await this.#app.content.changeRequestOf(uri);
      if (!place) throw vscode.FileSystemError.FileNotFound(uri);
      const { overviewText } = await import('./overview.ts');
      return await overviewText(this.#app.content, place);
    } catch (error) {
      throw fileSystemError(uri, error);
    }
  }

  /** Emits a change of the open documents that match. */
  #emitChange(isIncluded: (uri: vscode.Uri) => boolean): void {
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(isIncluded);
    if (open.length > 0) this.#didChange.fire(open);
  }

  /** Runs a request for a content document. Throws what fails as a `FileSystemError`. */
  async #attempt<T>(
    uri: vscode.Uri,
    run: (context: { content: Content; address: ContentAddress }) => Promise<T>,
  ): Promise<T> {
    const address = parseContentUri(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      return await run({ content: this.#app.content, address });
    } catch (error) {
      throw fileSystemError(uri, error);
    }
  }
}

/**
 * Returns true if a document depends on a version: a page, a file, the overview of its change request, or a base
 * document.
 */
function isIn({ connection, space, version }: Place, uri: vscode.Uri): boolean {
  const address = headAddress(uri);
  const overview = parseOverviewUri(uri);
  const isOverview = version.kind === 'changeRequest' && overview?.changeRequest === version.number;
  const isSame = address !== undefined && JSON.stringify(address.version) === JSON.stringify(version);
  const owner = address ?? overview;
  return owner?.connection === connection.id && owner.space === space && (isSame || isOverview);
}

/** Returns true if a write has changed a resource that the overview of a change request shows beside its content. */
function isTouched({ touched, locallyUpdated }: Announcement, uri: vscode.Uri): boolean {
  const overview = parseOverviewUri(uri);
  if (!overview) return false;
  const { connection: id, space: spaceId, changeRequest } = overview;
  const path = '/spaces/{spaceId}/change-requests/{changeRequestId}';
  const address = resourceAddress({ id }, path, { spaceId, changeRequestId: String(changeRequest) });
  return touched.has(address) || locallyUpdated?.has(address) === true;
}

/** Returns true for folders that tools look for everywhere, such as `.git`. They are refused without a request. */
function isToolFolder({ path }: ContentAddress): boolean {
  return /^\.(?:claude|devcontainer|git|github|vscode)(?:\/|$)/.test(path);
}

/** Returns true if a path can be that of a page or file. */
function isDocumentPath({ path }: ContentAddress): boolean {
  return path.endsWith('.md') || /(?:^|\/)\.assets\//.test(path);
}

/** Finds a document. Checks the layout first in an open folder, where VS Code probes many files that do not exist. */
async function find(content: Content, uri: vscode.Uri): Promise<ContentEntry | undefined> {
  const isThere = !vscode.workspace.getWorkspaceFolder(uri) || (await content.lookUp(uri)) !== undefined;
  return isThere ? content.find(uri) : undefined;
}

async function isFolder(snapshot: Snapshot, path: string): Promise<boolean> {
  if (path === '') return true;
  if (path === '.assets') return (await snapshot.files()).byPath.size > 0;
  const layout = await snapshot.pages();
  return foldersOf(layout).has(path) || [...layout.byPath.keys()].some(one => one.startsWith(`${path}/`));
}

/** Lists the entries of a folder. A page group is a folder even if it contains no page. */
async function entriesOf(snapshot: Snapshot, folder: string): Promise<[string, vscode.FileType][]> {
  const layout = await snapshot.pages();
  const files = folder === '' || folder === '.assets' ? (await snapshot.files()).byPath.keys() : [];
  const groups = [...foldersOf(layout)].flatMap(([path, { type }]) => (type === 'group' ? [`${path}/`] : []));
  return [...entriesIn(folder, [...layout.byPath.keys(), ...groups, ...files])].map(([name, kind]) => [
    name,
    kind === 'folder' ? vscode.FileType.Directory : vscode.FileType.File,
  ]);
}

function hashOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64');
}
