import type * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';

/** Shortest and longest time between two checks, in milliseconds. */
const shortest = 60_000;
const longest = 30 * 60_000;
const slower = 1.5;

/**
 * Checks for changes repeatedly while the result is visible: less and less often if nothing changes or the service
 * fails, and never before the time that the service asks for.
 */
export class Polling implements vscode.Disposable {
  readonly #isVisible: () => boolean;
  readonly #check: () => Promise<boolean>;
  #wait = shortest;
  #last = Date.now();
  /** Time before which no request may be sent, in milliseconds since 1970. */
  #notBefore = 0;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  /** `look` checks for changes and returns true if there was one. */
  constructor(isSeen: () => boolean, look: () => Promise<boolean>) {
    this.#isVisible = isSeen;
    this.#check = look;
  }

  /** Resumes polling when the result becomes visible. */
  resume(): void {
    if (!this.#isVisible()) return;
    this.#wait = shortest;
    this.#checkIn(Math.max(this.#last + shortest, this.#notBefore) - Date.now());
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  #checkIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isDisposed) this.#timer = setTimeout(() => void this.#checkNow(), Math.max(milliseconds, 0));
  }

  async #checkNow(): Promise<void> {
    this.#timer = undefined;
    // `resume` continues polling when the result becomes visible again.
    if (!this.#isVisible()) return;
    this.#last = Date.now();
    const later = Math.min(this.#wait * slower, longest);
    try {
      this.#wait = (await this.#check()) ? shortest : later;
    } catch (error) {
      const { retryAfter = 0 } = error instanceof ApiError ? error : {};
      this.#wait = later;
      this.#notBefore = Date.now() + retryAfter * 1000;
    }
    this.#checkIn(Math.max(this.#wait, this.#notBefore - Date.now()));
  }
}
