import * as vscode from 'vscode';
import { baseAddress, Client } from '../../api/client.ts';
import { failedAs } from '../../api/errors.ts';
import { Failure, reasonOf } from '../../api/failure.ts';
import type { Http } from '../../api/http.ts';
import { touches, type Write } from '../../api/writes.ts';
import { proxySettings } from './proxy.ts';
import { addressOn, addressViolation, type Connection, connectionId, type ResourceAddress } from './connection.ts';

export interface Credentials {
  url: string;
  token: string;
}

interface SignInOptions {
  /** Whether the account is still there after the window closes. */
  isStored?: boolean;
  signal?: AbortSignal;
}

interface Account {
  id: string;
  label: string;
  url: string;
}

/** A server that has not answered for a while. */
export interface Waiting {
  host: string;
  /** Settles when it has answered, or will not. */
  answered: Promise<unknown>;
}

/** That a server has acknowledged a write. */
export interface Announcement {
  connection: Connection;
  /** What is another now than before. */
  touched: ReadonlySet<ResourceAddress>;
  /** Who sent the write and has taken in its result already. */
  by: object | undefined;
}

const accountsKey = 'accounts';
const tokenKey = (id: string) => `token ${id}`;

/** Who is signed in where. Accounts and tokens are kept in SecretStorage, so that all windows see the same. */
export class Session implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<void>();
  /** Fires when a connection comes, goes, or becomes the current one. */
  readonly onDidChange = this.#didChange.event;
  readonly #didSignOut = new vscode.EventEmitter<Connection>();
  readonly onDidSignOut = this.#didSignOut.event;
  readonly #didRefuseEnvironment = new vscode.EventEmitter<string>();
  /** Fires with the reason when the server and the token of the environment cannot be used. */
  readonly onDidRefuseEnvironment = this.#didRefuseEnvironment.event;
  readonly #didBeginToWait = new vscode.EventEmitter<Waiting>();
  /** Fires when a server takes long. */
  readonly onDidBeginToWait = this.#didBeginToWait.event;
  readonly #didWrite = new vscode.EventEmitter<Announcement>();
  /** Fires once for every write that a server has acknowledged. */
  readonly onDidWrite = this.#didWrite.event;
  readonly #didLoseAccess = new vscode.EventEmitter<Connection>();
  /** Fires when a server refuses the token of a connection. */
  readonly onDidLoseAccess = this.#didLoseAccess.event;

  readonly #context: Pick<vscode.ExtensionContext, 'secrets'>;
  readonly #log: vscode.LogOutputChannel;
  readonly #connections = new Map<string, Connection>();
  #current: Connection | undefined;
  #isDisposed = false;
  #http: Promise<Http> | undefined;
  #restored: Promise<void> | undefined;
  readonly #listening: vscode.Disposable;

  constructor(context: Pick<vscode.ExtensionContext, 'secrets'>, log: vscode.LogOutputChannel) {
    this.#context = context;
    this.#log = log;
    this.#listening = vscode.Disposable.from(
      context.secrets.onDidChange(({ key }) => key === accountsKey && void this.#readAccounts()),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('http')) void this.#closeHttp();
      }),
    );
  }

  get current(): Connection | undefined {
    return this.#current;
  }

  get connections(): Connection[] {
    return [...this.#connections.values()];
  }

  /** The connection that an address names, after stored accounts have been read. */
  async find(id: string): Promise<Connection | undefined> {
    await this.restore();
    return this.#connections.get(id);
  }

  /** The current connection; without one, an error that says how to sign in. */
  async require(): Promise<Connection> {
    await this.restore();
    if (this.#current) return this.#current;
    throw new Failure('Nobody is signed in. Run "Marginalia: Sign In", or "Marginalia: Try the Sandbox".');
  }

  /** Reads the stored accounts, and signs in with MARGINALIA_URL and MARGINALIA_TOKEN where they are set. Once. */
  restore(): Promise<void> {
    this.#restored ??= this.#restore();
    return this.#restored;
  }

  /** Checks address and token with the server and makes it the current connection. */
  async signIn({ url, token }: Credentials, options: SignInOptions = {}): Promise<Connection> {
    const { isStored = true, signal } = options;
    const violation = addressViolation(url);
    if (violation) throw new Failure(`Could not sign in: the address is wrong. ${violation}`);
    const api = this.#client(baseAddress(url), token.trim());
    await check(api, signal);
    const isKnown = await api.offers('GET /user', {}, { signal });
    const user = isKnown ? await api.request('GET /user', {}, { signal }) : undefined;
    const id = connectionId(api, user?.id ?? token);
    const host = id === 'sandbox' ? 'Sandbox' : new URL(api.url).host;
    const label = user ? `${user.displayName} (${host})` : host;
    const connection: Connection = { id, label, api, user, isStored };
    if (isStored) await this.#store({ id, label, url: api.url }, token.trim());
    this.#add(connection);
    this.use(connection);
    return connection;
  }

  use(connection: Connection): void {
    this.#current = connection;
    this.#didChange.fire();
  }

  async signOut(connection: Connection): Promise<void> {
    this.#connections.delete(connection.id);
    if (this.#current?.id === connection.id) this.#current = this.connections[0];
    if (connection.isStored) {
      const accounts = (await this.#accounts()).filter(account => account.id !== connection.id);
      await this.#context.secrets.store(accountsKey, JSON.stringify(accounts));
      await this.#context.secrets.delete(tokenKey(connection.id));
    }
    this.#didSignOut.fire(connection);
    this.#didChange.fire();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listening.dispose();
    this.#didChange.dispose();
    this.#didSignOut.dispose();
    this.#didRefuseEnvironment.dispose();
    this.#didBeginToWait.dispose();
    this.#didWrite.dispose();
    this.#didLoseAccess.dispose();
    void this.#closeHttp();
  }

  async #restore(): Promise<void> {
    await this.#readAccounts();
    const { MARGINALIA_URL: url, MARGINALIA_TOKEN: token } = process.env;
    if (!url || !token) return;
    try {
      await this.signIn({ url, token }, { isStored: false });
    } catch (error) {
      this.#didRefuseEnvironment.fire(error instanceof Failure ? error.message : reasonOf(error));
    }
  }

  /** Brings the connections in line with the stored accounts, which another window may have changed. */
  async #readAccounts(): Promise<void> {
    const accounts = await this.#accounts();
    for (const connection of this.connections) {
      const isGone = connection.isStored && !accounts.some(account => account.id === connection.id);
      if (isGone) this.#connections.delete(connection.id);
    }
    for (const { id, label, url } of accounts) {
      const token = await this.#context.secrets.get(tokenKey(id));
      if (!token || this.#connections.has(id)) continue;
      this.#add({ id, label, api: this.#client(url, token), user: undefined, isStored: true });
    }
    const isGone = !this.#current || !this.#connections.has(this.#current.id);
    if (isGone) this.#current = this.connections[0];
    this.#didChange.fire();
  }

  async #accounts(): Promise<Account[]> {
    return JSON.parse((await this.#context.secrets.get(accountsKey)) ?? '[]') as Account[];
  }

  async #store(account: Account, token: string): Promise<void> {
    await this.#context.secrets.store(tokenKey(account.id), token);
    const others = (await this.#accounts()).filter(({ id }) => id !== account.id);
    await this.#context.secrets.store(accountsKey, JSON.stringify([...others, account]));
  }

  #add(connection: Connection): void {
    connection.api.onWrite(write => this.#didWrite.fire(announcementOf(connection, write)));
    connection.api.onSignedOut(() => {
      const isKnown = this.#connections.get(connection.id) === connection;
      if (isKnown) this.#didLoseAccess.fire(connection);
    });
    this.#connections.set(connection.id, connection);
  }

  #client(url: string, token: string): Client {
    return new Client({
      url,
      token,
      http: () => this.#openHttp(),
      log: line => this.#note(line),
      slow: (host, answered) => this.#didBeginToWait.fire({ host, answered }),
    });
  }

  /** A reply may arrive after the window has begun to close, and with it the log. */
  #note(line: string): void {
    if (!this.#isDisposed) this.#log.debug(line);
  }

  #openHttp(): Promise<Http> {
    this.#http ??= import('../../api/http.ts').then(({ createHttp }) => {
      return createHttp({ proxy: proxySettings() });
    });
    return this.#http;
  }

  async #closeHttp(): Promise<void> {
    const http = this.#http;
    this.#http = undefined;
    await (await http)?.close();
  }
}

function announcementOf(connection: Connection, write: Write): Announcement {
  const touched = new Set([...touches(write)].map(path => addressOn(connection, path)));
  return { connection, touched, by: write.by };
}

/** Asks the service for something that every caller may see, and says which of address and token is wrong. */
async function check(api: Client, signal: AbortSignal | undefined): Promise<void> {
  try {
    await api.request('GET /orgs', { query: { limit: 1 } }, { signal });
  } catch (error) {
    if (failedAs(error, 'signedOut')) {
      throw new Failure(
        `Could not sign in: the token is wrong. The server at ${api.url} answers but refuses it; ` +
          'check that it is complete, has not expired and belongs to this server.',
        { cause: error },
      );
    }
    if (failedAs(error, 'forbidden')) {
      throw new Failure(`Could not sign in: the token is valid, but may not list organizations. ${reasonOf(error)}`, {
        cause: error,
      });
    }
    if (failedAs(error, 'notFound', 'notOffered', 'invalid', 'notService', 'unreachable')) {
      throw new Failure(`Could not sign in: the address ${api.url} is wrong. ${reasonOf(error)}`, { cause: error });
    }
    throw error;
  }
}
