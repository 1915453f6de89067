import * as vscode from 'vscode';
import type { FailureLog } from '../../api/failure.ts';
import { type ContentAddress, contentUri, headAddress } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import { keyOfAddress } from '../content/snapshot.ts';
import { isUnsaved, hasText } from './openDocuments.ts';
import type { PageDrafts } from './pageDrafts.ts';
import type { NewFile, UnsentFiles } from './unsentFiles.ts';

/** Stores files that are inserted into pages until they are uploaded or no unsent text names them. */
export class InsertedFiles {
  readonly #content: Content;
  readonly #drafts: PageDrafts;
  readonly #unsentFiles: UnsentFiles;
  readonly #failures: FailureLog;
  #pruning: Promise<void> | undefined;

  constructor(content: Content, drafts: PageDrafts, unsentFiles: UnsentFiles, failures: FailureLog) {
    this.#content = content;
    this.#drafts = drafts;
    this.#unsentFiles = unsentFiles;
    this.#failures = failures;
  }

  /** Stores a file that is inserted into a page, to be uploaded with the page. Returns the name of the stored file. */
  async add(page: vscode.Uri, file: NewFile): Promise<string> {
    const address = headAddress(page);
    if (!address) throw new Error(`${page.path} is not a page.`);
    this.#pruning ??= this.#prune();
    return this.#unsentFiles.add(address, file, await this.#takenNames(address));
  }

  /** Returns the names of unsent files that a page text contains. */
  async namesIn(page: vscode.Uri, text: string): Promise<Set<string>> {
    const names = new Set<string>();
    for (const [name, uri] of await filesNamedIn(page, text)) if (await this.#unsentFiles.get(uri)) names.add(name);
    return names;
  }

  /** Deletes the files that a sent or discarded text names, unless another unsent text names them. */
  async deleteNamedIn(page: vscode.Uri, text: string): Promise<void> {
    const files = await filesNamedIn(page, text);
    if (files.size === 0) return;
    const key = keyOf(page);
    const drafts = this.#drafts
      .all()
      .map(draft => ({ uri: vscode.Uri.parse(draft.document, true), text: draft.text }))
      .filter(({ uri }) => keyOf(uri) === key);
    const typed = vscode.workspace.textDocuments
      .filter(document => keyOf(document.uri) === key && isUnsaved(document.uri) && !hasText(document, text))
      .map(document => ({ uri: document.uri, text: document.getText() }));
    const needed = await Promise.all([...drafts, ...typed].map(other => filesNamedIn(other.uri, other.text)));
    for (const [name, uri] of files) {
      if (!needed.some(others => others.has(name))) await this.#unsentFiles.delete(uri);
    }
  }

  /**
   * Returns a function that tells whether a file of the change request has a name. If the files cannot be read, no name
   * counts as taken.
   */
  async #takenNames(address: ContentAddress): Promise<(name: string) => boolean> {
    try {
      const { byId } = await (await this.#content.snapshot(await this.#content.place(address))).files();
      const taken = new Set([...byId.values()].map(({ file }) => file.name.toLowerCase()));
      return name => taken.has(name.toLowerCase());
    } catch (error) {
      // If the name turns out to be taken, the file is uploaded under another name.
      this.#failures.log('Could not read the names of the files in the change request.', error);
      return () => false;
    }
  }

  async #prune(): Promise<void> {
    try {
      await this.#drafts.load();
      const drafts = this.#drafts.all();
      const files = await Promise.all(
        drafts.map(({ document, text }) => filesNamedIn(vscode.Uri.parse(document, true), text)),
      );
      const named = new Set(files.flatMap(all => [...all.values()].map(String)));
      await this.#unsentFiles.prune(address => named.has(address));
    } catch (error) {
      this.#failures.log('Could not remove old files that no page names.', error);
    }
  }
}

/** Returns the addresses of the files that a page text names by their `.assets/` paths, by name. */
async function filesNamedIn(page: vscode.Uri, text: string): Promise<Map<string, vscode.Uri>> {
  const address = headAddress(page);
  if (!address || !text.includes('.assets')) return new Map();
  const { assetNamesOf } = await import('../../markdown/assetLinks.ts');
  return new Map([...assetNamesOf(text)].map(name => [name, contentUri({ ...address, path: `.assets/${name}` })]));
}

/** Returns a key that is equal for the pages of one change request. */
function keyOf(page: vscode.Uri): string | undefined {
  const address = headAddress(page);
  return address && keyOfAddress(address);
}
