import type * as vscode from 'vscode';

type GlobalState = vscode.ExtensionContext['globalState'];

/**
 * Stores one value at a time. VS Code's reply to each write replaces the extension's copy of the state, so a value that
 * is updated during that write would be lost.
 */
export class SequentialState implements GlobalState {
  readonly #state: GlobalState;
  /** The values that are not stored yet, by their keys. */
  readonly #pending = new Map<string, { value: unknown }>();
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(state: GlobalState) {
    this.#state = state;
  }

  keys(): readonly string[] {
    const stored = this.#state.keys().filter(key => !this.#pending.has(key));
    return [...stored, ...[...this.#pending].flatMap(([key, { value }]) => (value === undefined ? [] : [key]))];
  }

  get<T>(key: string): T | undefined;
  get<T>(key: string, defaultValue: T): T;
  get<T>(key: string, defaultValue?: T): T | undefined {
    const pending = this.#pending.get(key);
    if (!pending) return this.#state.get(key, defaultValue);
    return pending.value === undefined ? defaultValue : (pending.value as T);
  }

  /** Resolves when the value is stored. */
  update(key: string, value: unknown): Promise<void> {
    const pending = { value };
    this.#pending.set(key, pending);
    const write = async () => {
      try {
        await this.#state.update(key, value);
      } finally {
        if (this.#pending.get(key) === pending) this.#pending.delete(key);
      }
    };
    // A failed write rejects only its own promise.
    const written = this.#lastWrite.then(write, write);
    this.#lastWrite = written;
    return written;
  }

  setKeysForSync(keys: readonly string[]): void {
    this.#state.setKeysForSync(keys);
  }
}

/** Returns the context with a global state that stores one value at a time. */
export function withSequentialState(context: vscode.ExtensionContext): vscode.ExtensionContext {
  const globalState = new SequentialState(context.globalState);
  return Object.create(context, { globalState: { value: globalState } }) as vscode.ExtensionContext;
}
