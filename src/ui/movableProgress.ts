import * as vscode from 'vscode';
import { plain } from '../api/words.ts';
import { orCancellation, type Progress } from './progress.ts';

/** Long work whose progress a page can show with a way to stop it. A notification shows it whenever the page does not. */
export class MovableProgress {
  readonly #stopping = new AbortController();
  readonly #moved = new vscode.EventEmitter<void>();
  #isOnPage: boolean;

  constructor(isOnPage: boolean) {
    this.#isOnPage = isOnPage;
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Tells whether a page shows the progress now. */
  moveToPage(isOnPage: boolean): void {
    if (isOnPage === this.#isOnPage) return;
    this.#isOnPage = isOnPage;
    this.#moved.fire();
  }

  /** Runs the work. Throws CancellationError when it is stopped, in whichever place. */
  async run<T>(title: string, work: (progress: Progress) => Promise<T>): Promise<T> {
    let message = '';
    let notification: Notification | undefined;
    const follow = () => {
      if (this.#isOnPage) notification?.hide();
      notification = this.#isOnPage ? undefined : showNotification(title, message, () => this.stop());
    };
    const moving = this.#moved.event(follow);
    follow();
    const { signal } = this.#stopping;
    const report = (text: string) => {
      message = text;
      notification?.report(text);
    };
    try {
      return await orCancellation(work({ signal, report }), signal);
    } finally {
      moving.dispose();
      notification?.hide();
    }
  }
}

interface Notification {
  report: (message: string) => void;
  hide: () => void;
}

function showNotification(title: string, message: string, stop: () => void): Notification {
  const options = { location: vscode.ProgressLocation.Notification, title: plain(title, 400), cancellable: true };
  const hidden = Promise.withResolvers<void>();
  let latest = message;
  let report = (text: string): void => void (latest = text);
  void vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(stop);
    report = text => progress.report({ message: plain(text) });
    if (latest !== '') report(latest);
    await hidden.promise;
  });
  return { report: text => report(text), hide: hidden.resolve };
}
