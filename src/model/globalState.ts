import type * as vscode from 'vscode';

type GlobalState = vscode.ExtensionContext['globalState'];

/**
 * A global state that writes one value after another. VS Code answers each write with all that it has stored then, and
 * replaces what the extension has in memory by it: a value that was updated since that write began would be lost.
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
    // A write that failed is told to its own caller, and does not stop the next one.
    const written = this.#lastWrite.then(write, write);
    this.#lastWrite = written;
    return written;
  }

  setKeysForSync(keys: readonly string[]): void {
    this.#state.setKeysForSync(keys);
  }
}

/** The context of an extension, with a global state that loses no value. */
export function withSequentialState(context: vscode.ExtensionContext): vscode.ExtensionContext {
  const globalState = new SequentialState(context.globalState);
  return Object.create(context, { globalState: { value: globalState } }) as vscode.ExtensionContext;
}
