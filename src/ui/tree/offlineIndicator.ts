import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError, isOutage } from '../../api/errors.ts';
import { reasonOf } from '../../api/failure.ts';
import { formatAge, formatTimeOrDateTime } from '../../api/time.ts';
import { markTrusted } from '../trusted.ts';
import type { TreeLevel } from './level.ts';
import type { Node } from './node.ts';

/** The interval in milliseconds at which the age in the row is updated. */
const minute = 60_000;

/** Shows one row above the tree while the service answers no requests, instead of one error in each list. */
export class OfflineIndicator {
  readonly #levels: ReadonlyMap<string, TreeLevel>;
  readonly #draw: (row?: Node) => void;
  #outage: { since: number; error: unknown } | undefined;
  /** The row as last drawn. */
  #row: Node | undefined;
  #clock: NodeJS.Timeout | undefined;
  /** Failed lists are reloaded automatically only once. If that fails as well, the user has to retry. */
  #canReload = true;

  /** `draw` redraws the given row, or the top of the tree without one. */
  constructor(levels: ReadonlyMap<string, TreeLevel>, draw: (row?: Node) => void) {
    this.#levels = levels;
    this.#draw = draw;
  }

  /** Records the outcome of loading a list. */
  noteLoad({ serviceError }: TreeLevel): void {
    if (serviceError !== undefined) this.#outage = { since: this.#outage?.since ?? Date.now(), error: serviceError };
    else if (this.#failed().length === 0) this.reset();
  }

  /** Returns the row above the top rows, if there is one. */
  rows(): Node[] {
    clearInterval(this.#clock);
    this.#row = this.#newRow();
    if (this.#row) this.#clock = setInterval(() => this.update(), minute);
    return this.#row ? [this.#row] : [];
  }

  /** Redraws the row if its text has changed. */
  update(): void {
    const row = this.#newRow();
    if (!row || !this.#row) return row === this.#row ? undefined : this.#draw();
    if (row.accessibleLabel !== this.#row.accessibleLabel) this.#draw(Object.assign(this.#row, row));
  }

  /** Marks lists that could not be loaded as stale, because the service has answered a request. */
  handleResponse(): void {
    const failed = this.#canReload ? this.#failed().filter(level => isOutage(level.serviceError)) : [];
    if (failed.length === 0) return;
    this.#canReload = false;
    for (const level of failed) level.isStale = true;
    this.#draw();
  }

  /** Allows another automatic reload, because the user has asked for a retry. */
  allowRetry(): void {
    this.#canReload = true;
  }

  reset(): void {
    this.#outage = undefined;
    this.#canReload = true;
  }

  dispose(): void {
    clearInterval(this.#clock);
  }

  /** Returns the lists that still show older rows because their last load failed. */
  #failed(): TreeLevel[] {
    return [...this.#levels.values()].filter(({ isStale, serviceError }) => !isStale && serviceError !== undefined);
  }

  #newRow(): Node | undefined {
    if (!this.#outage) return undefined;
    const { since, error } = this.#outage;
    if (isApiError(error, 'signedOut')) return signInRow(reasonOf(error));
    const times = [...this.#levels.values()].flatMap(({ fetchedAt }) => fetchedAt ?? []);
    const age = times.length === 0 ? undefined : formatAge(Math.min(...times), vscode.env.language);
    const start = formatTimeOrDateTime(since, vscode.env.language) ?? '';
    const isRateLimited = isApiError(error, 'rateLimited');
    const sentence = isRateLimited ? rateLimitedSentence(start, age) : notReachedSentence(start, age);
    return markTrusted({
      id: 'offline',
      label: isRateLimited ? t('Too many requests') : t('Not reached'),
      // Narrow views show only the beginning, so the age comes first.
      description: [age ? t`updated ${age}` : t('nothing read yet'), t`since ${start}`].join(' · '),
      tooltip: `${sentence}\n${reasonOf(error)}`,
      accessibleLabel: [sentence, t('Try again')].join(' '),
      icon: new vscode.ThemeIcon(
        isRateLimited ? 'watch' : 'debug-disconnect',
        new vscode.ThemeColor('list.warningForeground'),
      ),
      contextValue: 'offline',
      command: { command: 'marginalia.tree.tryAgain', title: t('Try Again') },
    });
  }
}

function notReachedSentence(start: string, age: string | undefined): string {
  return age
    ? t`Not reached since ${start}; last updated ${age}.`
    : t`Not reached since ${start}; nothing has been read yet.`;
}

function rateLimitedSentence(start: string, age: string | undefined): string {
  return age
    ? t`Too many requests since ${start}; last updated ${age}.`
    : t`Too many requests since ${start}; nothing has been read yet.`;
}

function signInRow(reason: string): Node {
  return markTrusted({
    id: 'signedOut',
    label: t('Sign in again'),
    description: reason,
    tooltip: reason,
    accessibleLabel: t`Sign in again. ${reason}`,
    icon: new vscode.ThemeIcon('account', new vscode.ThemeColor('list.warningForeground')),
    contextValue: 'signedOut',
    command: { command: 'marginalia.session.signInAgain', title: t('Sign In Again') },
  });
}
