import type * as vscode from 'vscode';

/** Something that is made when it is first wanted, of code that is loaded only then. */
export class Later<T extends vscode.Disposable> implements vscode.Disposable {
  readonly #make: () => Promise<T>;
  #making: Promise<T> | undefined;
  #made: T | undefined;
  #isDisposed = false;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** Undefined until it is there. */
  get made(): T | undefined {
    return this.#made;
  }

  get(): Promise<T> {
    this.#making ??= this.#keep();
    return this.#making;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#made?.dispose();
  }

  async #keep(): Promise<T> {
    const made = await this.#make();
    this.#made = made;
    if (this.#isDisposed) made.dispose();
    return made;
  }
}
