import type * as vscode from 'vscode';

/** A value that is created on first use, usually by code that is imported then. */
export class Lazy<T extends vscode.Disposable> implements vscode.Disposable {
  readonly #create: () => Promise<T>;
  #loading: Promise<T> | undefined;
  #value: T | undefined;
  #isDisposed = false;

  constructor(create: () => Promise<T>) {
    this.#create = create;
  }

  get valueIfLoaded(): T | undefined {
    return this.#value;
  }

  /** Creates the value. Concurrent and later calls share it. */
  load(): Promise<T> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#value?.dispose();
  }

  async #load(): Promise<T> {
    const value = await this.#create();
    this.#value = value;
    if (this.#isDisposed) value.dispose();
    return value;
  }
}
