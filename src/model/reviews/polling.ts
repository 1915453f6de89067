import type * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';

/** Milliseconds between two looks, while something changes, and at most. */
const shortest = 60_000;
const longest = 30 * 60_000;
const slower = 1.5;

/**
 * Looks now and then whether something is another, as long as somebody can see it: less and less often where nothing
 * changes or the service fails, and not before that wants to be asked again.
 */
export class Polling implements vscode.Disposable {
  readonly #isSeen: () => boolean;
  readonly #look: () => Promise<boolean>;
  #wait = shortest;
  #last = Date.now();
  /** Until when the service wants to be left alone. */
  #notBefore = 0;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  /** `look` tells whether something is another than before. */
  constructor(isSeen: () => boolean, look: () => Promise<boolean>) {
    this.#isSeen = isSeen;
    this.#look = look;
  }

  /** Somebody has begun to look. */
  wake(): void {
    if (!this.#isSeen()) return;
    this.#wait = shortest;
    this.#lookIn(Math.max(this.#last + shortest, this.#notBefore) - Date.now());
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  #lookIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isDisposed) this.#timer = setTimeout(() => void this.#lookNow(), Math.max(milliseconds, 0));
  }

  async #lookNow(): Promise<void> {
    this.#timer = undefined;
    // Whoever begins to look wakes this.
    if (!this.#isSeen()) return;
    this.#last = Date.now();
    const later = Math.min(this.#wait * slower, longest);
    try {
      this.#wait = (await this.#look()) ? shortest : later;
    } catch (error) {
      const { retryAfter = 0 } = error instanceof ApiError ? error : {};
      this.#wait = later;
      this.#notBefore = Date.now() + retryAfter * 1000;
    }
    this.#lookIn(Math.max(this.#wait, this.#notBefore - Date.now()));
  }
}
