import * as vscode from 'vscode';
import { hideBusyIndicator } from './busyIndicator.ts';
import { cancellationOnAbort, type Progress, type ProgressNotification, showProgress } from './progress.ts';

/** Shows the progress of long work on a page, and in a notification while the page does not show it. */
export class MovableProgress {
  readonly #stopping = new AbortController();
  readonly #didMove = new vscode.EventEmitter<void>();
  #isOnPage: boolean;

  constructor(isOnPage: boolean) {
    this.#isOnPage = isOnPage;
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Sets whether a page shows the progress. */
  setOnPage(isOnPage: boolean): void {
    if (isOnPage === this.#isOnPage) return;
    this.#isOnPage = isOnPage;
    this.#didMove.fire();
  }

  /** Runs the work. Throws CancellationError when the user stops it on the page or in the notification. */
  async run<T>(title: string, work: (progress: Progress) => Promise<T>): Promise<T> {
    let message = '';
    let notification: ProgressNotification | undefined;
    const follow = () => {
      if (this.#isOnPage) notification?.hide();
      notification = this.#isOnPage ? undefined : showProgress(title, message, () => this.stop());
    };
    const moving = this.#didMove.event(follow);
    follow();
    const { signal } = this.#stopping;
    const report = (text: string) => {
      message = text;
      notification?.report(text);
    };
    try {
      return await hideBusyIndicator(() => cancellationOnAbort(work({ signal, report }), signal));
    } finally {
      moving.dispose();
      notification?.hide();
    }
  }
}
