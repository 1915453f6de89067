import * as vscode from 'vscode';
import { failedAs, isNotReached } from '../../api/errors.ts';
import { reasonOf } from '../../api/failure.ts';
import { formatAge, formatTimeOrDateTime } from '../../api/time.ts';
import { own } from '../own.ts';
import type { Level } from './level.ts';
import type { Node } from './node.ts';

/** Milliseconds after which an age in words may be another. */
const minute = 60_000;

/** Whether the service gives lists, as those of a tree find out: where not, one row on top says why, not one in each list. */
export class Reach {
  readonly #levels: ReadonlyMap<string, Level>;
  readonly #draw: (row?: Node) => void;
  #lost: { since: number; error: unknown } | undefined;
  /** The row as it was drawn last. */
  #row: Node | undefined;
  #clock: NodeJS.Timeout | undefined;
  /** Lists are read anew by themselves once; where that fails too, somebody has to try again. */
  #mayReadAnew = true;

  /** `draw` has this row drawn again, or, without one, the top. */
  constructor(levels: ReadonlyMap<string, Level>, draw: (row?: Node) => void) {
    this.#levels = levels;
    this.#draw = draw;
  }

  /** Takes in what came of reading one of the lists. */
  note({ serviceError }: Level): void {
    if (serviceError !== undefined) this.#lost = { since: this.#lost?.since ?? Date.now(), error: serviceError };
    else if (this.#failed().length === 0) this.forget();
  }

  /** What stands above the rows of the top. */
  rows(): Node[] {
    clearInterval(this.#clock);
    this.#row = this.#newRow();
    if (this.#row) this.#clock = setInterval(() => this.update(), minute);
    return this.#row ? [this.#row] : [];
  }

  /** Draws what has to be said now, unless it is to be seen. */
  update(): void {
    const row = this.#newRow();
    if (!row || !this.#row) return row === this.#row ? undefined : this.#draw();
    if (row.spoken !== this.#row.spoken) this.#draw(Object.assign(this.#row, row));
  }

  /** The service has answered somebody: what could not be read is read anew. */
  answered(): void {
    const failed = this.#mayReadAnew ? this.#failed().filter(level => isNotReached(level.serviceError)) : [];
    if (failed.length === 0) return;
    this.#mayReadAnew = false;
    for (const level of failed) level.isStale = true;
    this.#draw();
  }

  /** Somebody tries again. */
  tryAgain(): void {
    this.#mayReadAnew = true;
  }

  forget(): void {
    this.#lost = undefined;
    this.#mayReadAnew = true;
  }

  dispose(): void {
    clearInterval(this.#clock);
  }

  /** The lists that are shown as they were before. */
  #failed(): Level[] {
    return [...this.#levels.values()].filter(({ isStale, serviceError }) => !isStale && serviceError !== undefined);
  }

  #newRow(): Node | undefined {
    if (!this.#lost) return undefined;
    const { since, error } = this.#lost;
    if (failedAs(error, 'signedOut')) return signInRow(reasonOf(error));
    const times = [...this.#levels.values()].flatMap(({ shownAsOf }) => shownAsOf ?? []);
    const age = times.length === 0 ? undefined : formatAge(Math.min(...times), vscode.env.language);
    const start = `since ${formatTimeOrDateTime(since, vscode.env.language)}`;
    const label = 'Not reached';
    const sentence = `${label} ${start}; ${age ? `last updated ${age}` : 'nothing has been read yet'}.`;
    return own({
      id: 'offline',
      label,
      // In a narrow view only the first words are seen.
      description: `${age ? `updated ${age}` : 'nothing read yet'} · ${start}`,
      tooltip: `${sentence}\n${reasonOf(error)}`,
      spoken: `${sentence} Try again`,
      icon: new vscode.ThemeIcon('debug-disconnect', new vscode.ThemeColor('list.warningForeground')),
      contextValue: 'offline',
      command: { command: 'marginalia.tree.tryAgain', title: 'Try Again' },
    });
  }
}

function signInRow(reason: string): Node {
  return own({
    id: 'signedOut',
    label: 'Sign in again',
    description: reason,
    tooltip: reason,
    spoken: `Sign in again. ${reason}`,
    icon: new vscode.ThemeIcon('account', new vscode.ThemeColor('list.warningForeground')),
    contextValue: 'signedOut',
    command: { command: 'marginalia.session.signInAgain', title: 'Sign In Again' },
  });
}
