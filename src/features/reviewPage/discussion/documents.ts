import type * as vscode from 'vscode';
import type { FailureLog } from '../../../api/failure.ts';
import type { DeletedPages } from '../../../model/discussions/deletedPages.ts';
import type { Pages } from '../pages/pages.ts';

interface DocumentsContext {
  pages: Pick<Pages, 'deletedPages' | 'documents'>;
  overview: vscode.Uri;
  log: FailureLog;
}

/** Looks up the documents of the parts of the review page. Each lookup table is read only once, also if that fails. */
export class PartDocuments {
  readonly #context: DocumentsContext;
  #documents: Promise<((id: string) => vscode.Uri | undefined) | undefined> | undefined;
  #deletedPages: Promise<DeletedPages> | undefined;

  constructor(models: DocumentsContext) {
    this.#context = models;
  }

  /**
   * Returns the document of a page; the base document if the page is deleted; the overview for an empty ID. Undefined
   * if the pages cannot be read.
   */
  async of(id: string): Promise<vscode.Uri | undefined> {
    if (id === '') return this.#context.overview;
    this.#documents ??= this.#readDocuments();
    const documents = await this.#documents;
    return documents && (documents(id) ?? (await this.deletedPages()).get(id)?.uri);
  }

  deletedPages(): Promise<DeletedPages> {
    this.#deletedPages ??= this.#context.pages.deletedPages();
    return this.#deletedPages;
  }

  async #readDocuments() {
    try {
      return await this.#context.pages.documents();
    } catch (error) {
      // The threads keep their documents. Otherwise, a comment that was just sent would be reported as failed.
      this.#context.log.log('Could not list the pages.', error);
      return undefined;
    }
  }
}
