import { posix } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, failureMessage, isCancellation } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { contentUri, documentKey, headAddress } from '../../model/content/address.ts';
import { versionOf } from '../../model/content/content.ts';
import { foldersOf, type Page, type PageEntry, withChildren } from '../../model/content/layout.ts';
import { keyOfAddress, uriOf } from '../../model/content/snapshot.ts';
import { assertMovable } from '../../model/writing/pageMoves.ts';
import { allPagesExist, changePages } from '../../model/writing/pageOperations.ts';
import type { PageWriter } from '../../model/writing/pageWriter.ts';
import type { FolderOperations } from '../../ui/fileOperations.ts';
import * as say from '../../ui/say.ts';
import { assertSaved, nameUnsentPages } from '../picking/choosePages.ts';
import { insertPage } from './newPages.ts';
import { PageAliases } from './pageAliases.ts';
import { relocatePage } from './relocatePage.ts';
import { confirmRemoval, editsToRestore, removePages } from './removePages.ts';
import { slugFromFileName, titleFromSlug, titleOfText } from './pageNames.ts';
import { addressIn, childrenOf, folderOf, layoutAt, pageAtPath, type PageTree, parentIn } from './pagePaths.ts';

/** The file name of a page with children. */
const readme = 'README.md';

const filesAreFixed = t(
  'The files in ".assets" cannot be changed here. Paste a file into a page to add it, or use the app of the service.',
);

const onlyPages = t(
  'A change request contains only pages and their files. Settings and files of tools cannot be stored in it.',
);

interface DeletedPage {
  page: Page;
  revisionBefore: string;
  /** The texts that VS Code may have read before the deletion: the text on the server, and the unsent text. */
  texts: readonly (string | undefined)[];
}

/**
 * Creates, renames, moves and deletes pages of change requests as files and folders of the explorer. Each operation
 * makes the same change as the page command, with its message and its "Undo".
 */
export class PageFolders implements FolderOperations, vscode.Disposable {
  readonly #app: App;
  readonly #writer: PageWriter;
  readonly #aliases: PageAliases;
  /** Folders that were created for future pages. */
  readonly #newFolders = new Set<string>();
  /** Deleted pages, by `documentKey`. VS Code undoes a deletion by writing the old text. */
  readonly #deleted = new Map<string, DeletedPage>();
  /** The last operation. Operations run one at a time, so that none is planned from outdated pages. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(app: App, writer: PageWriter) {
    this.#app = app;
    this.#writer = writer;
    this.#aliases = new PageAliases(app);
  }

  dispose(): void {
    this.#aliases.dispose();
  }

  /** Returns the current address of a page, see `PageAliases`. */
  resolve(uri: vscode.Uri): Promise<vscode.Uri> {
    return this.#aliases.resolve(uri);
  }

  /** Adds the new folders that have no page yet to a listing. */
  async withNewFolders(
    uri: vscode.Uri,
    entries: readonly [string, vscode.FileType][],
  ): Promise<[string, vscode.FileType][]> {
    const address = headAddress(uri);
    if (this.#newFolders.size === 0 || !address) return [...entries];
    const layout = await layoutAt(this.#app, address);
    const added = [...foldersOf(layout).keys()].flatMap((path): [string, vscode.FileType][] => {
      const isNew = this.#newFolders.has(documentKey(contentUri({ ...address, path })));
      const name = posix.basename(path);
      const isIn = folderOf(path) === address.path && !entries.some(([other]) => other === name);
      return isNew && isIn ? [[name, vscode.FileType.Directory]] : [];
    });
    return [...entries, ...added];
  }

  /** Returns whether writing a file creates a new page. */
  async isNewPage(uri: vscode.Uri): Promise<boolean> {
    return (await this.#app.content.lookUp(uri)) === undefined;
  }

  /** Creates a page from a new file, which is empty or a copy. */
  createFile(uri: vscode.Uri, text: string): Promise<void> {
    return this.#change(t('create the page'), uri, async tree => {
      const { path } = addressIn(uri);
      const deleted = this.#deleted.get(documentKey(uri));
      if (deleted?.texts.includes(text)) return this.#restore(uri, tree, deleted);
      if (posix.basename(path) === readme) return this.#fillFolder(uri, tree, text);
      const slug = slugFromFileName(posix.basename(path));
      await this.#insert(uri, tree, { slug, title: titleOfText(text) || titleFromSlug(slug), text, isFile: true });
    });
  }

  /** Creates a page for a new folder. */
  createDirectory(uri: vscode.Uri): Promise<void> {
    return this.#change(t('create the page'), uri, async tree => {
      const { path } = addressIn(uri);
      if (tree.folders.has(path)) throw vscode.FileSystemError.FileExists(uri);
      const slug = slugFromFileName(posix.basename(path));
      const page = await this.#insert(uri, tree, { slug, title: titleFromSlug(slug), text: '', isFile: false });
      const folder = page && contentUri({ ...addressIn(uri), path: page.path.replace(/\.md$/, '') });
      if (folder) this.#newFolders.add(documentKey(folder));
    });
  }

  /** Renames or moves a page. VS Code has already deleted a page that is to be replaced. */
  rename(uri: vscode.Uri, newUri: vscode.Uri): Promise<void> {
    return this.#change(t('rename the page'), uri, async tree => {
      const [from, to] = [addressIn(uri), headAddress(newUri)];
      if (!to || keyOfAddress(from) !== keyOfAddress(to)) {
        throw new Failure(t('Pages can be moved within their change request only. Nothing was moved.'));
      }
      const page = pageAtPath(tree, from.path);
      const isFile = tree.layout.byPath.has(from.path);
      const name = posix.basename(to.path);
      // A page with the file name "README.md" is named after its folder.
      const newSlug = name === readme ? page.slug : slugFromFileName(name);
      const folder = folderOf(to.path);
      const other = tree.layout.byPath.get(to.path)?.page ?? tree.folders.get(posix.join(folder, newSlug ?? ''));
      if (other && other.id !== page.id) throw vscode.FileSystemError.FileExists(newUri);
      const into = folder === folderOf(from.path) ? undefined : parentIn(tree, to.path);
      if (into !== undefined) assertMovable(page, into);
      const slug = newSlug === page.slug ? undefined : newSlug;
      // A title that equals the old file name follows the new one.
      const isNamedAfterFile = slug !== undefined && page.title === titleFromSlug(page.slug ?? '');
      const location = {
        ...(slug !== undefined && { slug }),
        ...(isNamedAfterFile && { title: titleFromSlug(slug) }),
        ...(into !== undefined && { into, at: childrenOf(tree, into).length }),
      };
      if (Object.keys(location).length === 0) return;
      await relocatePage(this.#app, { ...tree, page }, location, { isFileOperation: true });
      await this.#aliases.remember(newUri, page, isFile);
    });
  }

  /**
   * Deletes a page. VS Code has asked for confirmation, but does not know about unsent texts, nor that deleting
   * "README.md" deletes all pages below it.
   */
  delete(uri: vscode.Uri): Promise<void> {
    return this.#change(t('delete the page'), uri, async tree => {
      const { path } = addressIn(uri);
      const page = pageAtPath(tree, path);
      const all = [...withChildren([page])];
      assertSaved(tree, all);
      const hasPagesBelow = posix.basename(path) === readme && all.length > 1;
      if (hasPagesBelow || (await nameUnsentPages(this.#app, tree, all))) await confirmRemoval(this.#app, tree, [page]);
      const isFile = tree.layout.byPath.has(path);
      // If the text cannot be read, VS Code has not read it either.
      const stored = isFile ? await tree.snapshot.markdown(page.id).catch(() => undefined) : undefined;
      const texts = [stored, this.#writer.drafts.get(documentKey(uri))?.text];
      const { revisionBefore } = await removePages(this.#app, tree, [page], { isFileOperation: true });
      if (isFile) this.#deleted.set(documentKey(uri), { page, revisionBefore, texts });
    });
  }

  async #restore(uri: vscode.Uri, { place }: PageTree, { page, revisionBefore }: DeletedPage): Promise<void> {
    await changePages(this.#app.content, place, editsToRestore([page], revisionBefore), allPagesExist);
    this.#deleted.delete(documentKey(uri));
    await this.#aliases.remember(uri, page, true);
    say.status(tEscaped`"${page.title}" is there again.`);
  }

  async #insert(
    uri: vscode.Uri,
    tree: PageTree,
    { slug, title, text, isFile }: { slug: string; title: string; text: string; isFile: boolean },
  ): Promise<PageEntry | undefined> {
    const parent = parentIn(tree, addressIn(uri).path);
    const into = parent === null ? {} : { into: parent };
    const page = { title, slug, document: { markdown: text }, ...into };
    const entry = await insertPage(this.#app, tree.place, page, { isFileOperation: true });
    if (entry) await this.#aliases.remember(uri, entry.page, isFile);
    return entry;
  }

  /** Sets the text of a page that is written as the "README.md" of its folder, as when a folder is copied. */
  async #fillFolder(uri: vscode.Uri, { folders, layout, snapshot }: PageTree, text: string): Promise<void> {
    const page = folders.get(folderOf(addressIn(uri).path));
    const entry = page && layout.byId.get(page.id);
    const address = entry && uriOf(snapshot.place, entry);
    const known = address && (await this.#writer.find(address));
    if (!known) throw new Failure(t('"README.md" is the page of its folder. Choose another name.'));
    await this.#writer.send(address, text, { known });
  }

  /** Runs an operation after earlier ones. Converts failures to file system errors with a sentence for the user. */
  async #change(action: string, uri: vscode.Uri, run: (tree: PageTree) => Promise<void>): Promise<void> {
    const turn = this.#queue.then(async () => run(await this.#tree(uri)));
    // The caller receives the error.
    this.#queue = turn.catch(() => undefined);
    try {
      await turn;
    } catch (error) {
      if (error instanceof vscode.FileSystemError) throw error;
      // A refusal is not logged, because VS Code shows its reason.
      const isRefused = error instanceof Failure || isCancellation(error);
      if (!isRefused) this.#app.failures.log(`Could not ${action} ${uri.path}.`, error);
      const sentence = isCancellation(error) ? t('Canceled. Nothing was changed.') : failureMessage(action, error);
      throw isRefused ? vscode.FileSystemError.NoPermissions(sentence) : vscode.FileSystemError.Unavailable(sentence);
    }
  }

  /** Reads the pages. Throws a Failure if they cannot be edited. */
  async #tree(uri: vscode.Uri): Promise<PageTree> {
    const { path } = addressIn(uri);
    if (/^\.assets(?:\/|$)/.test(path)) throw new Failure(filesAreFixed);
    if (path.startsWith('.')) throw new Failure(onlyPages);
    const place = await this.#writer.requirePlace(uri);
    const snapshot = await this.#app.content.snapshot(versionOf(place));
    const layout = await snapshot.pages();
    return { place, snapshot, layout, pages: [], folders: foldersOf(layout) };
  }
}
