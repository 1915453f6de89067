import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Credentials } from '../../src/model/session/session.ts';
import { eventually } from './eventually.ts';

/** Controls a window directly, because mouse and keyboard would take seconds. Calls windowControl/extension.cjs. */
export class WindowControl {
  readonly #socket: string;

  constructor(socket: string) {
    this.#socket = socket;
  }

  /** Waits until the window and its extensions have started. */
  async ready(): Promise<void> {
    await eventually(() => this.#call('ready'));
  }

  /** Returns the ID of the extension host process. */
  async processId(): Promise<number> {
    return Number(await this.#call('processId'));
  }

  /** Runs a command, and waits until it has finished. */
  async execute(command: string, ...args: unknown[]): Promise<void> {
    await this.#call('execute', command, ...args);
  }

  /** Runs a command on the extension's resource at a path of the current account. */
  async executeOn(command: string, path: string): Promise<void> {
    await this.#call('executeOn', command, path);
  }

  /** Sets user settings, and resets those that earlier calls have set. */
  async configure(settings: Record<string, unknown>): Promise<void> {
    await this.#call('configure', settings);
  }

  async signIn(credentials: Credentials): Promise<void> {
    await this.#call('signIn', credentials);
  }

  /** Starts to sign out, for which the extension asks for confirmation. */
  async signOut(): Promise<void> {
    await this.#call('signOut');
  }

  /** Closes all editors and discards their changes. */
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
