import { AsyncLocalStorage } from 'node:async_hooks';
import * as vscode from 'vscode';

/** How long a command may run in milliseconds before the status bar shows it. */
export const busyDelayMs = 1000;

const running = new AsyncLocalStorage<BusyIndicator>();

/** Runs a command, and shows its title in the status bar while it takes long and shows nothing else. */
export async function runWithBusyIndicator<T>(title: string, run: () => T | Promise<T>): Promise<T> {
  const indicator = new BusyIndicator(title);
  indicator.startTimer();
  try {
    return await running.run(indicator, run);
  } finally {
    indicator.dispose();
  }
}

/** Hides the indicator of the running command while a prompt or other progress is visible. */
export async function hideBusyIndicator<T>(during: () => Thenable<T>): Promise<T> {
  const indicator = running.getStore();
  indicator?.pause();
  try {
    return await during();
  } finally {
    indicator?.resume();
  }
}

class BusyIndicator {
  readonly #title: string;
  #timer: NodeJS.Timeout | undefined;
  #hide: (() => void) | undefined;
  #isDisposed = false;
  /** The number of visible prompts and other progress, which may be nested. */
  #pauses = 0;

  constructor(title: string) {
    this.#title = title;
  }

  startTimer(): void {
    if (this.#isDisposed || this.#pauses > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(), busyDelayMs);
  }

  pause(): void {
    this.#pauses++;
    this.#stop();
  }

  resume(): void {
    this.#pauses--;
    this.startTimer();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#hide?.();
    this.#hide = undefined;
  }

  #show(): void {
    const hidden = Promise.withResolvers<void>();
    this.#hide = hidden.resolve;
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: this.#title },
      () => hidden.promise,
    );
  }
}
