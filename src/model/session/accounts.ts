import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';

/** A stored account. */
export interface Account {
  id: string;
  label: string;
  url: string;
  token: string;
  /** ID of the user, if the server reports it. */
  user?: string;
  /** Name of the user, if the server reports it. */
  userName?: string;
}

/** Format version of stored accounts. An older one is read, a newer one is left unchanged. */
const version = 1;

const prefix = 'account ';
const damagedPrefix = 'damaged account ';
/** Before version 1, there was one list of all accounts, and a secret for the token of each. */
const oldList = 'accounts';
const oldToken = (id: string) => `token ${id}`;

/**
 * The accounts in the secret storage, which all windows share. Each account is a secret of its own, so that two windows
 * that sign in at once do not undo each other, and an unreadable account does not hide the others.
 */
export class Accounts {
  readonly #secrets: vscode.SecretStorage;
  readonly #notice: (sentence: string) => void;

  /** `notice` receives a sentence about an account that cannot be used. */
  constructor(secrets: vscode.SecretStorage, notice: (sentence: string) => void) {
    this.#secrets = secrets;
    this.#notice = notice;
  }

  /** Calls `listener` when an account was added, changed or removed in any window. */
  onDidChange(listener: () => void): vscode.Disposable {
    return this.#secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix) || key === oldList) listener();
    });
  }

  async all(): Promise<Account[]> {
    const accounts = new Map<string, Account>();
    for (const account of await this.#readLegacy()) accounts.set(account.id, account);
    for (const key of (await this.#secrets.keys()).filter(key => key.startsWith(prefix))) {
      const account = await this.#read(key);
      if (account) accounts.set(account.id, account);
    }
    return [...accounts.values()];
  }

  /** Stores an account. Returns false if that would overwrite an account of a newer version. */
  async add(account: Account): Promise<boolean> {
    const key = prefix + account.id;
    const stored = parsed(await this.#secrets.get(key));
    if (isNewer(stored)) {
      this.#notice(newerMessage);
      return false;
    }
    await this.#secrets.store(key, JSON.stringify({ version, ...account }));
    return true;
  }

  async remove(id: string): Promise<void> {
    await this.#secrets.delete(prefix + id);
    const old = parsed(await this.#secrets.get(oldList));
    if (!Array.isArray(old)) return;
    await this.#secrets.store(oldList, JSON.stringify(old.filter(account => !isAccount(account) || account.id !== id)));
    await this.#secrets.delete(oldToken(id));
  }

  async #read(key: string): Promise<Account | undefined> {
    const text = await this.#secrets.get(key);
    const value = parsed(text);
    if (isNewer(value)) {
      this.#notice(newerMessage);
      return undefined;
    }
    if (isAccount(value) && 'token' in value && typeof value.token === 'string') return value as Account;
    if (text === undefined) return undefined;
    await this.#secrets.store(damagedPrefix + key.slice(prefix.length), text);
    await this.#secrets.delete(key);
    this.#notice(t('A stored account could not be read and was put aside. Sign in again to use it.'));
    return undefined;
  }

  async #readLegacy(): Promise<Account[]> {
    const text = await this.#secrets.get(oldList);
    if (text === undefined) return [];
    const old = parsed(text);
    if (!Array.isArray(old)) {
      await this.#secrets.store(damagedPrefix + oldList, text);
      await this.#secrets.delete(oldList);
      this.#notice(t('The stored accounts could not be read and were put aside. Sign in again.'));
      return [];
    }
    const accounts = await Promise.all(
      old.filter(isAccount).map(async ({ id, label, url }) => {
        const token = await this.#secrets.get(oldToken(id));
        return token ? [{ id, label, url, token }] : [];
      }),
    );
    return accounts.flat();
  }
}

const newerMessage = t(
  'A stored account was written by a newer version of Marginalia. It is left as it is; update Marginalia to use it.',
);

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    // Callers treat invalid JSON as damaged.
    return undefined;
  }
}

function isNewer(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && 'version' in value && typeof value.version === 'number' && value.version > version;
}

function isAccount(value: unknown): value is Pick<Account, 'id' | 'label' | 'url'> {
  if (typeof value !== 'object' || value === null) return false;
  const { id, label, url } = value as Partial<Account>;
  return typeof id === 'string' && typeof label === 'string' && typeof url === 'string' && URL.canParse(url);
}
