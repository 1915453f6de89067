import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { addressViolation, bearerToken, serverAddress, tokenViolation } from '../../api/credentials.ts';
import { Failure, reasonOf, SignedOut } from '../../api/failure.ts';
import type { Http } from '../../api/http.ts';
import { normalizeUser } from '../../api/normalize.ts';
import { tEscaped } from '../../api/escape.ts';
import type { ResourcePath } from '../../api/resources.ts';
import { ListSettings } from '../reviews/queries.ts';
import { proxySettings } from './proxy.ts';
import { type Account, Accounts } from './accounts.ts';
import { accountName, addressOfPath, type Connection, connectionId, type ResourceAddress } from './connection.ts';

export interface Credentials {
  url: string;
  token: string;
}

interface SignInOptions {
  /** False if the account is only used until the window closes. */
  isStored?: boolean;
  signal?: AbortSignal;
}

/** A server that has not answered for a while. */
export interface SlowResponse {
  host: string;
  /** Settles when the server has answered, the request has failed, or the time to wait has passed. */
  answered: Promise<unknown>;
  /** The time of the next request, in milliseconds since 1970, if the server has asked to wait. */
  until?: number | undefined;
}

/** A change on a server, which has acknowledged a write or finished processing one. */
export interface Announcement {
  connection: Connection;
  /** The resources and lists that have changed. */
  touched: ReadonlySet<ResourceAddress>;
  /** Resources that have changed, but need not be fetched because the cache has been updated. */
  locallyUpdated?: ReadonlySet<ResourceAddress>;
  /** Sender of the write, which has applied its result already. */
  sender: object | undefined;
}

/** The accounts that are signed in. They are stored in SecretStorage, which all windows share. */
export class Session implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<void>();
  /** Fires when a connection is added, removed, or becomes the current one. */
  readonly onDidChange = this.#didChange.event;
  readonly #didSignOut = new vscode.EventEmitter<Connection>();
  readonly onDidSignOut = this.#didSignOut.event;
  readonly #didRestore = new vscode.EventEmitter<void>();
  /** Fires once, when the stored accounts have been read. */
  readonly onDidRestore = this.#didRestore.event;
  readonly #didNotice = new vscode.EventEmitter<string>();
  /** Fires with a sentence about a problem that no action of the user has caused. */
  readonly onDidNotice = this.#didNotice.event;
  readonly #didStall = new vscode.EventEmitter<SlowResponse>();
  /** Fires when a server is slow to answer. */
  readonly onDidStall = this.#didStall.event;
  readonly #didReceiveResponse = new vscode.EventEmitter<void>();
  /** Fires with each response from the server of the current connection. */
  readonly onDidReceiveResponse = this.#didReceiveResponse.event;
  readonly #didRecoverLostReply = new vscode.EventEmitter<string>();
  /** Fires with the host of a server that has performed a write although its reply was lost. */
  readonly onDidRecoverLostReply = this.#didRecoverLostReply.event;
  readonly #didWrite = new vscode.EventEmitter<Announcement>();
  /** Fires once for every write that a server has acknowledged, and when it has finished processing one. */
  readonly onDidWrite = this.#didWrite.event;
  readonly #didLoseAccess = new vscode.EventEmitter<Connection>();
  /** Fires when a server refuses the token of a connection. */
  readonly onDidLoseAccess = this.#didLoseAccess.event;

  readonly #accounts: Accounts;
  readonly #memory: vscode.Memento;
  /** The tokens of the stored connections, to detect a new one from another window. */
  readonly #tokens = new Map<string, string>();
  /** Number of sign-ins and sign-outs in this window. */
  #changes = 0;
  /** IDs of connections that are signed out, but still stored. */
  readonly #signingOut = new Set<string>();
  /** Connections whose token their server refuses. Signing in again creates a new connection. */
  readonly refused = new WeakSet<Connection>();
  readonly #log: vscode.LogOutputChannel;
  readonly #connections = new Map<string, Connection>();
  /** The labels of current and former connections, by ID. */
  readonly #labels = new Map<string, string>();
  #current: Connection | undefined;
  #isDisposed = false;
  #http: Promise<Http> | undefined;
  #storedAccountsRead: Promise<void> | undefined;
  #restored: Promise<void> | undefined;
  readonly #subscriptions: vscode.Disposable;

  constructor(
    context: Pick<vscode.ExtensionContext, 'secrets'> & { globalState: vscode.Memento },
    log: vscode.LogOutputChannel,
  ) {
    this.#accounts = new Accounts(context.secrets, sentence => this.#didNotice.fire(sentence));
    this.#memory = context.globalState;
    this.#log = log;
    this.#subscriptions = vscode.Disposable.from(
      this.#accounts.onDidChange(() => void this.#readAccounts()),
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

  /** Returns the connection with an ID, after stored accounts have been read. */
  async find(id: string): Promise<Connection | undefined> {
    await this.restore();
    return this.#connections.get(id);
  }

  /** Returns the name of the account that is signed in at a connection, see `Connection.account`. */
  accountOf(id: string): string | undefined {
    return this.#connections.get(id)?.account;
  }

  /** Returns the error for an address whose connection does not exist. */
  signedOut(id: string): SignedOut {
    const name = this.#labels.get(id) ?? id;
    return new SignedOut(
      tEscaped`Nobody is signed in as "${name}". Sign in with "Marginalia: Sign In" to see this document.`,
    );
  }

  /** Returns the current connection. Throws SignedOut if there is none. */
  async require(): Promise<Connection> {
    await this.restore();
    if (this.#current) return this.#current;
    throw new SignedOut();
  }

  /** Reads the stored accounts once, without a request to any server. */
  readStored(): Promise<void> {
    this.#storedAccountsRead ??= this.#readAccounts();
    return this.#storedAccountsRead;
  }

  /** Reads the stored accounts, and signs in with MARGINALIA_URL and MARGINALIA_TOKEN if they are set. Runs once. */
  restore(): Promise<void> {
    this.#restored ??= this.#restore().finally(() => this.#didRestore.fire());
    return this.#restored;
  }

  /** Checks address and token with the server, and makes the new connection the current one. Throws if one is wrong. */
  async signIn(credentials: Credentials, options: SignInOptions = {}): Promise<Connection> {
    const { isStored = true, signal } = options;
    const wrongAddress = addressViolation(credentials.url);
    if (wrongAddress) throw new Failure(tEscaped`Could not sign in: the address is wrong. ${wrongAddress}`);
    const wrongToken = tokenViolation(credentials.token);
    if (wrongToken) throw new Failure(tEscaped`Could not sign in: ${wrongToken}`);
    const token = bearerToken(credentials.token);
    const connect = await this.#connector();
    const api = connect(serverAddress(credentials.url), token);
    const { verifyConnection, fetchCurrentUser } = await import('./verifyConnection.ts');
    const asked = fetchCurrentUser(api, signal);
    // A wrong address or token is reported by `check` first.
    asked.catch(() => undefined);
    await verifyConnection(api, signal);
    const user = await asked;
    const id = connectionId(api, user?.id ?? token);
    const host = id === 'sandbox' ? 'Sandbox' : new URL(api.url).host;
    const userName = normalizeUser(user)?.displayName;
    const label = user ? `${userName} (${host})` : host;
    const account = { id, label, url: api.url, token, ...(user && { user: user.id }), ...(userName && { userName }) };
    const isKept = isStored && (await this.#accounts.add(account));
    const name = accountName(id, user?.id ?? account.token, this.#memory);
    const connection: Connection = { id, account: name, label, api, user, userName, isStored: isKept };
    if (isKept) this.#tokens.set(id, account.token);
    this.#changes++;
    this.#add(connection);
    this.setCurrent(connection);
    return connection;
  }

  setCurrent(connection: Connection): void {
    this.#current = connection;
    this.#didChange.fire();
  }

  async signOut(connection: Connection): Promise<void> {
    this.#connections.delete(connection.id);
    if (this.#current?.id === connection.id) this.#current = this.connections[0];
    this.#signingOut.add(connection.id);
    try {
      if (connection.isStored) await this.#accounts.remove(connection.id);
    } finally {
      this.#signingOut.delete(connection.id);
      this.#changes++;
    }
    this.#didSignOut.fire(connection);
    this.#didChange.fire();
  }

  /** Announces that a resource has changed, for example because the server has finished processing a write. */
  announceChange(connection: Connection, touched: ResourceAddress): void {
    this.#didWrite.fire({ connection, touched: new Set([touched]), sender: undefined });
  }

  /** Announces a change that need not be fetched because the cache has been updated, for example a count. */
  announceLocalUpdate(connection: Connection, known: ResourceAddress): void {
    this.#didWrite.fire({ connection, touched: new Set(), locallyUpdated: new Set([known]), sender: undefined });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#subscriptions.dispose();
    this.#didChange.dispose();
    this.#didSignOut.dispose();
    this.#didNotice.dispose();
    this.#didStall.dispose();
    this.#didReceiveResponse.dispose();
    this.#didRecoverLostReply.dispose();
    this.#didRestore.dispose();
    this.#didWrite.dispose();
    this.#didLoseAccess.dispose();
    void this.#closeHttp();
  }

  async #restore(): Promise<void> {
    await this.readStored();
    const { MARGINALIA_URL: url, MARGINALIA_TOKEN: token } = process.env;
    if (!url || !token) return;
    try {
      await this.signIn({ url, token }, { isStored: false });
    } catch (error) {
      const reason = error instanceof Failure ? error.message : reasonOf(error);
      this.#didNotice.fire(t`MARGINALIA_URL and MARGINALIA_TOKEN were not used. ${reason}`);
    }
  }

  /** Updates the connections from the stored accounts, which another window may have changed. */
  async #readAccounts(): Promise<void> {
    let accounts: Account[];
    let changes: number;
    const connect = await this.#connector();
    // Accounts that were read during a sign-in or sign-out of this window may be stale.
    do {
      changes = this.#changes;
      accounts = (await this.#accounts.all()).filter(({ id }) => !this.#signingOut.has(id));
    } while (changes !== this.#changes);
    const before = [this.#current, ...this.connections];
    const gone = this.connections.filter(
      ({ id, isStored }) => isStored && !accounts.some(account => account.id === id),
    );
    for (const { id } of gone) this.#connections.delete(id);
    for (const { id, label, url, token, user, userName } of accounts) {
      const known = this.#connections.get(id);
      const isCurrent = known && (!known.isStored || this.#tokens.get(id) === token);
      if (isCurrent) continue;
      this.#tokens.set(id, token);
      this.#add({
        id,
        account: accountName(id, user ?? token, this.#memory),
        label,
        api: connect(url, token),
        user: user ? { id: user } : undefined,
        userName,
        isStored: true,
      });
    }
    this.#current = (this.#current && this.#connections.get(this.#current.id)) ?? this.connections[0];
    for (const connection of gone) this.#didSignOut.fire(connection);
    const after = [this.#current, ...this.connections];
    // The accounts also change when this window stores one itself, without a change of connections.
    const isChanged = after.length !== before.length || after.some((connection, index) => connection !== before[index]);
    if (isChanged) this.#didChange.fire();
  }

  #add(connection: Connection): void {
    connection.api.onWrite(({ sender }, paths) =>
      this.#didWrite.fire({ connection, touched: addressesOf(connection, paths), sender }),
    );
    connection.api.onSignedOut(() => {
      const isKnown = this.#connections.get(connection.id) === connection;
      if (!isKnown) return;
      this.refused.add(connection);
      this.#didLoseAccess.fire(connection);
    });
    const chosenUser = new ListSettings(this.#memory).caller(connection);
    connection.chosenUserId = chosenUser?.id;
    connection.userName ??= chosenUser?.name;
    this.#connections.set(connection.id, connection);
    this.#labels.set(connection.id, connection.label);
  }

  /** Returns a function that creates clients. Their code is loaded when the first account is used. */
  async #connector(): Promise<(url: string, token: string) => Client> {
    const { Client } = await import('../../api/client.ts');
    return (url, token) => {
      const client = new Client({
        url,
        token,
        http: () => this.#openHttp(),
        log: line => this.#note(line),
        onSlow: (host, answered, until) => this.#didStall.fire({ host, answered, until }),
        onResponse: () => {
          if (this.#current?.api === client) this.#didReceiveResponse.fire();
        },
        onDidRecoverLostReply: host => this.#didRecoverLostReply.fire(host),
      });
      return client;
    };
  }

  /** Logs a line, unless the window is closing: a late response may arrive after the log is disposed. */
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

function addressesOf(connection: Connection, paths: ReadonlySet<ResourcePath>): Announcement['touched'] {
  return new Set([...paths].map(path => addressOfPath(connection, path)));
}
