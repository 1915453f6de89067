import * as vscode from 'vscode';
import type { FailureLog } from '../../api/failure.ts';
import type { Content } from '../content/content.ts';
import type { Session } from '../session/session.ts';
import type { WritingStorage } from './openPages.ts';
import type { PageWriter } from './pageWriter.ts';

/** The lazily loaded part that edits pages. Its code is loaded when the first page is opened or listed. */
export class Writing implements vscode.Disposable {
  readonly #didChangeDrafts = new vscode.EventEmitter<readonly string[]>();
  /** Fires with the documents whose drafts were added, changed or removed. */
  readonly onDidChangeDrafts = this.#didChangeDrafts.event;
  readonly #session: Session;
  readonly #content: Content;
  readonly #storage: WritingStorage;
  readonly #failures: FailureLog;
  #writer: Promise<PageWriter> | undefined;
  #isDisposed = false;

  constructor(session: Session, content: Content, storage: WritingStorage, failures: FailureLog) {
    this.#session = session;
    this.#content = content;
    this.#storage = storage;
    this.#failures = failures;
  }

  load(): Promise<PageWriter> {
    this.#writer ??= this.#load();
    return this.#writer;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#didChangeDrafts.dispose();
    void this.#writer?.then(writer => writer.dispose());
  }

  async #load(): Promise<PageWriter> {
    const { PageWriter } = await import('./pageWriter.ts');
    const writer = new PageWriter(this.#session, this.#content, this.#storage, this.#failures);
    writer.drafts.onDidChange(documents => {
      if (!this.#isDisposed) this.#didChangeDrafts.fire(documents);
    });
    return writer;
  }
}
