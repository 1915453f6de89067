import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { contentUri, headAddress, scheme } from '../../model/content/address.ts';
import { versionAddress, keyOfAddress, keyOfPlace, type Place } from '../../model/content/snapshot.ts';

/** Returns true if a folder of pages is open in this window. */
export function hasOpenFolder(): boolean {
  return vscode.workspace.workspaceFolders?.some(({ uri }) => uri.scheme === scheme) === true;
}

/** Returns true if the folder of a version is open in this window. */
export function isOpenFolder(place: Place): boolean {
  const addresses = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => headAddress(uri) ?? []);
  return addresses.some(address => keyOfAddress(address) === keyOfPlace(place));
}

/**
 * Emits which pages were created and deleted in open folders. VS Code reads a folder again only after such an event.
 */
export class FolderChanges implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChange = this.#didChange.event;
  readonly #app: App;
  /** The paths that VS Code may have listed, by `keyOfPlace`. */
  readonly #listed = new Map<string, ReadonlySet<string>>();
  readonly #subscriptions: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    this.#subscriptions = vscode.Disposable.from(
      app.content.onDidChange(place => {
        this.#compare(place).catch((error: unknown) => {
          app.failures.log('Could not compare the pages of the open folder with those listed before.', error);
        });
      }),
      app.session.onDidChange(() => this.#reloadSignedInFolders()),
    );
  }

  /** Stores the paths of a folder that VS Code lists, to compare them after a change. */
  async note(uri: vscode.Uri): Promise<void> {
    const address = headAddress(uri);
    if (!address || !vscode.workspace.getWorkspaceFolder(uri)) return;
    const place = await this.#app.content.place(address);
    if (!this.#listed.has(keyOfPlace(place))) this.#listed.set(keyOfPlace(place), await this.#pathsIn(place));
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#didChange.dispose();
  }

  async #compare(place: Place): Promise<void> {
    const key = keyOfPlace(place);
    const before = this.#listed.get(key);
    if (!before) return;
    const paths = await this.#pathsIn(place);
    this.#listed.set(key, paths);
    const changedPaths = (some: ReadonlySet<string>, others: ReadonlySet<string>, type: vscode.FileChangeType) =>
      [...some].flatMap(path =>
        others.has(path) ? [] : [{ type, uri: contentUri({ ...versionAddress(place), path }) }],
      );
    const changes = [
      ...changedPaths(before, paths, vscode.FileChangeType.Deleted),
      ...changedPaths(paths, before, vscode.FileChangeType.Created),
    ];
    if (changes.length > 0) this.#didChange.fire(changes);
  }

  async #pathsIn(place: Place): Promise<Set<string>> {
    return new Set((await (await this.#app.content.snapshot(place)).pages()).byPath.keys());
  }

  /**
   * Emits a change in open folders of signed-in accounts, because VS Code does not retry a folder that it failed to
   * read.
   */
  #reloadSignedInFolders(): void {
    const { connections } = this.#app.session;
    const folders = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => headAddress(uri) ?? []);
    const readable = folders.filter(({ connection }) => connections.some(({ id }) => id === connection));
    const created = readable.map(address => contentUri({ ...address, path: 'README.md' }));
    if (created.length > 0) this.#didChange.fire(created.map(uri => ({ type: vscode.FileChangeType.Created, uri })));
  }
}
