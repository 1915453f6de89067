import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
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

/** The documents about versions of OpenAPI specs; see `model/openapi.ts`. */
const ofSpec = /^\/orgs\/.*\/openapi\/.*\/versions\/.*\//;

/** Failures after which the same request may succeed. */
const passingFailures = ['rateLimited', 'serverFailed', 'unreachable', 'timedOut', 'cutOff', 'intercepted'] as const;

/** Pages and files of the service, to be read. */
export class ContentFiles implements FileOperations {
  readonly #didChange = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly onDidChange = this.#didChange.event;
  readonly #app: App;
  readonly #times = new FileTimes();
  /** The documents that say that their account is not signed in. */
  readonly #withoutText = new Set<string>();
  /** By the addresses of bases. */
  readonly #retryTimers = new Map<string, NodeJS.Timeout>();
  readonly #retryDelays = new Map<string, number>();
  readonly #subscriptions: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    this.#subscriptions = vscode.Disposable.from(
      app.content.onDidChange(place => this.#changed(uri => isIn(place, uri))),
      app.session.onDidChange(() => {
        const { connections } = app.session;
        const isSignedIn = (uri: vscode.Uri) => connections.some(({ id }) => id === uri.authority);
        this.#changed(uri => this.#withoutText.has(uri.toString()) && isSignedIn(uri));
      }),
      app.session.onDidWrite(announcement => this.#changed(uri => isTouched(announcement, uri))),
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
      // The overview has no time of its own.
      const mtime = this.#times.of(uri, hashOf(text), Date.now());
      return { type: vscode.FileType.File, size: Buffer.byteLength(text), mtime, ...readOnly };
    }
    return this.#attempt(uri, async ({ content, address }) => {
      if (isOfTools(address)) throw vscode.FileSystemError.FileNotFound(uri);
      const entry = isDocumentPath(address) ? await find(content, uri) : undefined;
      if (entry) {
        const { revision, mtime: time } = entry.snapshot.head;
        const bytes = await this.#bytesOf(content, uri, entry);
        // The text of a base follows that of the page that it is compared with.
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
      if (isOfTools(address)) throw vscode.FileSystemError.FileNotFound(uri);
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
    if (failedAs(failure, ...passingFailures)) this.#retryLater(uri);
    else this.#retryDelays.delete(uri.toString());
    return Buffer.from(text);
  }

  /** Has VS Code look again at a base whose links are not spelled as in the page that it is compared with. */
  #retryLater(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.#retryTimers.has(key)) return;
    const delayMs = Math.min(2 * (this.#retryDelays.get(key) ?? 500), 60_000);
    this.#retryDelays.set(key, delayMs);
    const retry = () => {
      this.#retryTimers.delete(key);
      this.#changed(one => one.toString() === key);
    };
    this.#retryTimers.set(key, setTimeout(retry, delayMs));
  }

  /** Returns a notice that replaces the text of a document: for an error, VS Code would only say that it was unexpected. */
  async #notice(uri: vscode.Uri): Promise<Buffer | undefined> {
    if (uri.authority === requestsAuthority) return this.#requestDocument(uri);
    const isOfSpec = ofSpec.test(uri.path);
    const connection = isOfSpec ? uri.authority : (parseContentUri(uri) ?? parseOverviewUri(uri))?.connection;
    if (!connection || !(isOfSpec || uri.path.endsWith('.md'))) return undefined;
    const { session } = this.#app;
    const isSignedIn = (await session.find(connection)) !== undefined;
    if (isSignedIn) this.#withoutText.delete(uri.toString());
    else this.#withoutText.add(uri.toString());
    if (!isSignedIn) return Buffer.from(`${session.signedOut(connection).message}\n`);
    return isOfSpec ? Buffer.from(await (await import('../../model/openapi.ts')).textAt(session, uri)) : undefined;
  }

  async #requestDocument(uri: vscode.Uri): Promise<Buffer> {
    const { textAt } = await import('../../model/requests.ts');
    const text = textAt(this.#app.replies, uri);
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

  /** Has VS Code look again at the open documents that are meant. */
  #changed(isIncluded: (uri: vscode.Uri) => boolean): void {
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(isIncluded);
    if (open.length > 0) this.#didChange.fire(open);
  }

  /** Runs a look-up; what fails becomes one of the errors of file systems. */
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
 * Whether a document shows something of a version: a page, a file, the overview of its change request, or what is compared
 * with that.
 */
function isIn({ connection, space, version }: Place, uri: vscode.Uri): boolean {
  const address = headAddress(uri);
  const overview = parseOverviewUri(uri);
  const isOverview = version.kind === 'changeRequest' && overview?.changeRequest === version.number;
  const isSame = address !== undefined && JSON.stringify(address.version) === JSON.stringify(version);
  const owner = address ?? overview;
  return owner?.connection === connection.id && owner.space === space && (isSame || isOverview);
}

/** Whether a write has touched what the overview of a change request says beside its content. */
function isTouched({ touched, locallyUpdated }: Announcement, uri: vscode.Uri): boolean {
  const overview = parseOverviewUri(uri);
  if (!overview) return false;
  const { connection: id, space: spaceId, changeRequest } = overview;
  const path = '/spaces/{spaceId}/change-requests/{changeRequestId}';
  const address = resourceAddress({ id }, path, { spaceId, changeRequestId: String(changeRequest) });
  return touched.has(address) || locallyUpdated?.has(address) === true;
}

/** Whether a path is what tools look for in each folder. It is not asked for, also while the service is not reached. */
function isOfTools({ path }: ContentAddress): boolean {
  return /^\.(?:claude|devcontainer|git|github|vscode)(?:\/|$)/.test(path);
}

/** Whether a path is that of a page or file. */
function isDocumentPath({ path }: ContentAddress): boolean {
  return path.endsWith('.md') || /(?:^|\/)\.assets\//.test(path);
}

/** Finds a document. In an open folder VS Code looks also for files that no folder of pages has. */
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

/** Lists the entries of a folder. Groups are folders also while they contain no page. */
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
