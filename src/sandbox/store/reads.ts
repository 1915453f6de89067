/** Something that can be read and changes now and then: a row, or the rows that have a key. */
export interface Part {
  changes: number;
}

/** What was read, with how often each of it had changed by then. */
export type Seen = ReadonlyMap<Part, number>;

/** Whether what was read would be read again as it was. */
export function isUnchanged(seen: Seen): boolean {
  for (const [part, changes] of seen) if (part.changes !== changes) return false;
  return true;
}

/** Notes what is read while something is made of it: that stays true as long as none of it changes. */
export class Reads {
  #seen: Map<Part, number> | undefined;

  get isNoting(): boolean {
    return this.#seen !== undefined;
  }

  during<T>(make: () => T): { made: T; seen: Seen } {
    const seen = new Map<Part, number>();
    this.#seen = seen;
    try {
      return { made: make(), seen };
    } finally {
      this.#seen = undefined;
    }
  }

  note(part: Part): void {
    this.#seen?.set(part, part.changes);
  }
}

/** Parts by their names; only those that somebody noted take room. */
export class Parts {
  readonly #reads: Reads;
  readonly #parts = new Map<string, Part>();

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  read(name: string): void {
    if (!this.#reads.isNoting) return;
    let part = this.#parts.get(name);
    if (!part) this.#parts.set(name, (part = { changes: 0 }));
    this.#reads.note(part);
  }

  change(name: string): void {
    const part = this.#parts.get(name);
    if (part) part.changes++;
  }
}
