import type * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { documentKey, parseContentUri } from '../content/address.ts';
import type { Content } from '../content/content.ts';

interface VisibleDocument {
  uri: vscode.Uri;
  /** ID of the page; undefined for the document of comments on the whole space or change request. */
  page: Promise<string | undefined>;
  /** The last known page, used while `page` is looked up again. */
  last?: { page: string | undefined } | undefined;
}

/** The documents of a discussion that are in view. */
export class VisibleDocuments {
  readonly #content: Pick<Content, 'lookUp'>;
  /** By document key. */
  readonly #documents = new Map<string, VisibleDocument>();

  constructor(content: Pick<Content, 'lookUp'>) {
    this.#content = content;
  }

  has(document: vscode.Uri): boolean {
    return this.#documents.has(documentKey(document));
  }

  /** Returns true if the document was not in view before. */
  add(document: vscode.Uri): boolean {
    if (this.has(document)) return false;
    this.#note(document);
    return true;
  }

  delete(document: vscode.Uri): void {
    this.#documents.delete(documentKey(document));
  }

  /** Returns the page ID of a document; undefined for the document of comments on the whole space or change request. */
  pageOf(document: vscode.Uri): Promise<string | undefined> {
    return (this.#documents.get(documentKey(document)) ?? this.#note(document)).page;
  }

  /** Returns all documents, with their last known pages. Documents whose page does not exist are left out. */
  async documents(): Promise<{ uri: vscode.Uri; page: string | undefined }[]> {
    const all = [...this.#documents.values()];
    const results = await Promise.allSettled(
      all.map(async ({ uri, page, last }) => ({ uri, page: last ? last.page : await page })),
    );
    return results.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  }

  /** Looks up all pages again: after an edit, an address may belong to another page. */
  follow(): void {
    for (const { uri, last } of [...this.#documents.values()]) this.#note(uri, last);
  }

  #note(uri: vscode.Uri, last?: VisibleDocument['last']): VisibleDocument {
    const key = documentKey(uri);
    const looked: VisibleDocument = { uri, page: this.#find(uri), last };
    this.#documents.set(key, looked);
    looked.page.then(
      page => (looked.last = { page }),
      () => {
        // Callers receive the error, and the next call tries again.
        if (this.#documents.get(key) === looked) this.#documents.delete(key);
      },
    );
    return looked;
  }

  async #find(uri: vscode.Uri): Promise<string | undefined> {
    const address = parseContentUri(uri);
    // Only the overview of a change request has no content address.
    if (!address) return undefined;
    const match = await this.#content.lookUp(uri);
    if (match?.kind !== 'page') throw new Failure('The page is not there any more. Refresh to see what is there now.');
    const [first] = (await match.snapshot.pages()).byPath.values();
    // The first page of a space shows the comments on the whole space.
    return address.version.kind === 'main' && first?.page.id === match.page.id ? undefined : match.page.id;
  }
}
