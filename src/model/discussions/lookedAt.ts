import type * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { documentKey, parseContentUri } from '../content/address.ts';
import type { Content } from '../content/content.ts';

interface Looked {
  uri: vscode.Uri;
  /** ID of the page; undefined for what is about everything. */
  page: Promise<string | undefined>;
  /** What it was when that was known last. */
  last?: { page: string | undefined } | undefined;
}

/** The documents of a discussion that somebody looks at. */
export class LookedAt {
  readonly #content: Pick<Content, 'lookUp'>;
  /** By what is the same for all addresses of a document. */
  readonly #documents = new Map<string, Looked>();

  constructor(content: Pick<Content, 'lookUp'>) {
    this.#content = content;
  }

  has(document: vscode.Uri): boolean {
    return this.#documents.has(documentKey(document));
  }

  /** Tells whether it was not looked at before. */
  add(document: vscode.Uri): boolean {
    if (this.has(document)) return false;
    this.#note(document);
    return true;
  }

  delete(document: vscode.Uri): void {
    this.#documents.delete(documentKey(document));
  }

  /** The ID of the page of a document; undefined for the one that comments on everything are shown in. */
  pageOf(document: vscode.Uri): Promise<string | undefined> {
    return (this.#documents.get(documentKey(document)) ?? this.#note(document)).page;
  }

  /** All of them with the pages, as far as these are known already where they are; those that are not there are left out. */
  async documents(): Promise<{ uri: vscode.Uri; page: string | undefined }[]> {
    const all = [...this.#documents.values()];
    const results = await Promise.allSettled(
      all.map(async ({ uri, page, last }) => ({ uri, page: last ? last.page : await page })),
    );
    return results.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  }

  /** Looks the pages up again: after an edit other ones may be under the same addresses. */
  follow(): void {
    for (const { uri, last } of [...this.#documents.values()]) this.#note(uri, last);
  }

  #note(uri: vscode.Uri, last?: Looked['last']): Looked {
    const key = documentKey(uri);
    const looked: Looked = { uri, page: this.#find(uri), last };
    this.#documents.set(key, looked);
    looked.page.then(
      page => (looked.last = { page }),
      () => {
        // Who waits hears of a failure; the next one asks again.
        if (this.#documents.get(key) === looked) this.#documents.delete(key);
      },
    );
    return looked;
  }

  async #find(uri: vscode.Uri): Promise<string | undefined> {
    const address = parseContentUri(uri);
    // What is not a page is the overview.
    if (!address) return undefined;
    const match = await this.#content.lookUp(uri);
    if (match?.kind !== 'page') throw new Failure('The page is not there any more. Refresh to see what is there now.');
    const [first] = (await match.snapshot.pages()).byPath.values();
    // Comments on all of a space are shown on its first page.
    return address.version.kind === 'main' && first?.page.id === match.page.id ? undefined : match.page.id;
  }
}
