/** Creates objects that exist once in a window, on first use. */
export class Singletons<Context> {
  readonly #context: () => Context;
  /** Objects by the functions that created them. */
  readonly #instances = new Map<(context: Context) => unknown, unknown>();

  constructor(context: () => Context) {
    this.#context = context;
  }

  /** Returns what a function creates. Only the first call with the same function runs it. */
  get<T>(create: (context: Context) => T): T {
    if (!this.#instances.has(create)) this.#instances.set(create, create(this.#context()));
    // The function that is the key determines the type.
    return this.#instances.get(create) as T;
  }
}
