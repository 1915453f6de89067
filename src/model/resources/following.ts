import type * as vscode from 'vscode';
import type { Connection, ResourceAddress } from '../session/connection.ts';
import type { Session } from '../session/session.ts';

/** Milliseconds before something that runs is looked at first, and at most between two looks; each takes longer. */
const first = 3000;
const longest = 60_000;
const slower = 1.5;
/** How often the same thing is looked at: for about three quarters of an hour. */
const most = 50;

interface Followed {
  connection: Connection;
  wait: number;
  looks: number;
  timer?: NodeJS.Timeout | undefined;
}

/** Looks at what runs on the service until it is done, as long as somebody can see it. */
export class Following implements vscode.Disposable {
  readonly #session: Session;
  readonly #isShown: (address: ResourceAddress) => boolean;
  readonly #followed = new Map<ResourceAddress, Followed>();
  readonly #listening: vscode.Disposable;

  constructor(session: Session, isShown: (address: ResourceAddress) => boolean) {
    this.#session = session;
    this.#isShown = isShown;
    this.#listening = session.onDidChange(() => this.#forgetAll());
  }

  /** Takes in what is known of something now. */
  note(connection: Connection, address: ResourceAddress, isRunning: boolean): void {
    const followed = this.#followed.get(address) ?? { connection, wait: first, looks: 0 };
    if (!isRunning) return this.#forget(address);
    this.#followed.set(address, followed);
    if (followed.timer === undefined && followed.looks < most) this.#lookLater(address, followed);
  }

  dispose(): void {
    this.#forgetAll();
    this.#listening.dispose();
  }

  #lookLater(address: ResourceAddress, followed: Followed): void {
    followed.timer = setTimeout(() => {
      followed.timer = undefined;
      // It may be seen again later.
      if (!this.#isShown(address)) return this.#lookLater(address, followed);
      followed.looks++;
      followed.wait = Math.min(followed.wait * slower, longest);
      // Whoever shows it asks for it, and says here what came of it.
      this.#session.tellDone(followed.connection, address);
    }, followed.wait);
  }

  #forget(address: ResourceAddress): void {
    clearTimeout(this.#followed.get(address)?.timer);
    this.#followed.delete(address);
  }

  #forgetAll(): void {
    for (const address of this.#followed.keys()) this.#forget(address);
  }
}
