import type * as vscode from 'vscode';
import type { Connection, ResourceAddress } from '../session/connection.ts';
import type { Session } from '../session/session.ts';

/**
 * Delay before the first check, and longest delay between two checks, in milliseconds. Each delay is longer than the
 * last.
 */
const first = 3000;
const longest = 60_000;
const slower = 1.5;
/** Maximum number of checks of one resource, which take about three quarters of an hour. */
const maxItems = 50;

interface PolledResource {
  connection: Connection;
  wait: number;
  looks: number;
  timer?: NodeJS.Timeout | undefined;
}

/** Checks resources that the service is processing until it has finished, while they are visible. */
export class ProcessingPoller implements vscode.Disposable {
  readonly #session: Session;
  readonly #isShown: (address: ResourceAddress) => boolean;
  readonly #polled = new Map<ResourceAddress, PolledResource>();
  readonly #subscriptions: vscode.Disposable;

  constructor(session: Session, isShown: (address: ResourceAddress) => boolean) {
    this.#session = session;
    this.#isShown = isShown;
    this.#subscriptions = session.onDidChange(() => this.#forgetAll());
  }

  /** Records whether the service is processing a resource. */
  track(connection: Connection, address: ResourceAddress, isRunning: boolean): void {
    const followed = this.#polled.get(address) ?? { connection, wait: first, looks: 0 };
    if (!isRunning) return this.#forget(address);
    this.#polled.set(address, followed);
    if (followed.timer === undefined && followed.looks < maxItems) this.#pollLater(address, followed);
  }

  dispose(): void {
    this.#forgetAll();
    this.#subscriptions.dispose();
  }

  #pollLater(address: ResourceAddress, followed: PolledResource): void {
    followed.timer = setTimeout(() => {
      followed.timer = undefined;
      // The resource may become visible again.
      if (!this.#isShown(address)) return this.#pollLater(address, followed);
      followed.looks++;
      followed.wait = Math.min(followed.wait * slower, longest);
      // The view that shows the resource fetches it, and calls `track` with the result.
      this.#session.announceChange(followed.connection, address);
    }, followed.wait);
  }

  #forget(address: ResourceAddress): void {
    clearTimeout(this.#polled.get(address)?.timer);
    this.#polled.delete(address);
  }

  #forgetAll(): void {
    for (const address of this.#polled.keys()) this.#forget(address);
  }
}
