import * as vscode from 'vscode';
import type { Content } from '../content/content.ts';
import type { Session } from '../session/session.ts';
import { OpenPages } from './openPages.ts';
import { PageDrafts } from './pageDrafts.ts';
import { PageEditing } from './pageEditing.ts';
import type { PageWriter } from './pageWriter.ts';

type Storage = Pick<vscode.ExtensionContext, 'globalStorageUri'> &
  Partial<Pick<vscode.ExtensionContext, 'workspaceState'>>;

/** What is known of pages that are being edited. */
export class Writing implements vscode.Disposable {
  readonly editing: PageEditing;
  readonly drafts: PageDrafts;
  readonly openPages: OpenPages;
  readonly #content: Content;
  #writer: Promise<PageWriter> | undefined;

  constructor(session: Session, content: Content, { globalStorageUri, workspaceState }: Storage) {
    this.#content = content;
    this.editing = new PageEditing(session, content);
    this.drafts = new PageDrafts(vscode.Uri.joinPath(globalStorageUri, 'pageDrafts'));
    this.openPages = new OpenPages(workspaceState);
  }

  /** What saves pages, loaded with the first page that is opened or sent. */
  loadWriter(): Promise<PageWriter> {
    this.#writer ??= import('./pageWriter.ts').then(({ PageWriter }) => {
      const { editing, drafts, openPages } = this;
      return new PageWriter({ content: this.#content, editing, drafts, openPages });
    });
    return this.#writer;
  }

  dispose(): void {
    this.editing.dispose();
    this.drafts.dispose();
    void this.#writer?.then(writer => writer.dispose());
  }
}
