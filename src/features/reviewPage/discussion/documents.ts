import type * as vscode from 'vscode';
import type { FailureLog } from '../../../api/failure.ts';
import type { DeletedPages } from '../../../model/discussions/deletedPages.ts';
import type { Pages } from '../pages/pages.ts';

interface DocumentsContext {
  pages: Pick<Pages, 'deletedPages' | 'documents'>;
  overview: vscode.Uri;
  log: FailureLog;
}

/** The documents of the parts of the review page at one time. What they are found by is read once, also where that fails. */
export class PartDocuments {
  readonly #models: DocumentsContext;
  #present: Promise<((id: string) => vscode.Uri | undefined) | undefined> | undefined;
  #deletedPages: Promise<DeletedPages> | undefined;

  constructor(models: DocumentsContext) {
    this.#models = models;
  }

  /**
   * Finds the document of a page, or of the whole change request; that of a deleted page is the page as it was. Undefined
   * for a page where the pages cannot be read.
   */
  async of(id: string): Promise<vscode.Uri | undefined> {
    if (id === '') return this.#models.overview;
    this.#present ??= this.#readPresent();
    const present = await this.#present;
    return present && (present(id) ?? (await this.deletedPages()).get(id)?.uri);
  }

  deletedPages(): Promise<DeletedPages> {
    this.#deletedPages ??= this.#models.pages.deletedPages();
    return this.#deletedPages;
  }

  async #readPresent() {
    try {
      return await this.#models.pages.documents();
    } catch (error) {
      // The threads keep their documents: otherwise, a comment that was just sent would be reported as failed.
      this.#models.log.log('Could not read which pages there are.', error);
      return undefined;
    }
  }
}
