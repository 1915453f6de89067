import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Credentials } from '../../src/model/session/session.ts';
import { eventually } from './eventually.ts';

/** Does in a window what would take seconds by mouse and keyboard: the client of windowControl/extension.cjs. */
export class WindowControl {
  readonly #socket: string;

  constructor(socket: string) {
    this.#socket = socket;
  }

  /** Waits until the window has begun with its extensions. */
  async ready(): Promise<void> {
    await eventually(() => this.#call('ready'));
  }

  /** Gives the ID of the process that runs the extensions. */
  async processId(): Promise<number> {
    return Number(await this.#call('processId'));
  }

  /** Runs a command, and waits until it has ended. */
  async execute(command: string, ...args: unknown[]): Promise<void> {
    await this.#call('execute', command, ...args);
  }

  /** Runs a command on what the extension has at this path for who is signed in. */
  async executeOn(command: string, path: string): Promise<void> {
    await this.#call('executeOn', command, path);
  }

  /** Gives the user settings these values, and those that it set before their defaults. */
  async configure(settings: Record<string, unknown>): Promise<void> {
    await this.#call('configure', settings);
  }

  async signIn(credentials: Credentials): Promise<void> {
    await this.#call('signIn', credentials);
  }

  /** Begins to sign out, about which the extension asks. */
  async signOut(): Promise<void> {
    await this.#call('signOut');
  }

  /** Closes all editors, without what was changed in them. */
  async closeEditors(): Promise<void> {
    await this.#call('closeEditors');
  }

  async #call(method: string, ...args: unknown[]): Promise<unknown> {
    const call = request({ socketPath: this.#socket, method: 'POST' });
    call.end(JSON.stringify({ method, args }));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const answer = await text(response);
    if (response.statusCode !== 200) throw new Error(`The window could not do "${method}": ${answer}`);
    return JSON.parse(answer);
  }
}
