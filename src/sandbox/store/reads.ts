/** Something that can be read and changes now and then: a row, or the rows that have a key. */
export interface Part {
  changes: number;
  /** Who noted it last: nobody needs to note it twice. */
  notedBy?: number;
}

let lastId = 0;

/** What was read while something was made of it, with how often each part had changed by then. */
export class Seen {
  readonly #id = ++lastId;
  /** Parts, and behind each its changes: thousands of these are looked through for one list. */
  readonly #noted: (Part | number)[] = [];
  #others: Seen[] | undefined;

  /** How many parts, and others, were noted. */
  get size(): number {
    return this.#noted.length / 2 + (this.#others?.length ?? 0);
  }

  note(part: Part): void {
    if (part.notedBy === this.#id) return;
    part.notedBy = this.#id;
    this.#noted.push(part, part.changes);
  }

  /** Notes all that was seen for something that is a part of what is made. */
  include(other: Seen): void {
    (this.#others ??= []).push(other);
  }

  /** Whether everything would be read again as it was. */
  isUnchanged(): boolean {
    const noted = this.#noted;
    for (let index = 0; index < noted.length; index += 2) {
      if ((noted[index] as Part).changes !== noted[index + 1]) return false;
    }
    return this.#others?.every(other => other.isUnchanged()) ?? true;
  }
}

/** Notes what is read while something is made of it: that stays true as long as none of it changes. */
export class Reads {
  #seen: Seen | undefined;

  get isNoting(): boolean {
    return this.#seen !== undefined;
  }

  /** What is made within something else is a part of that. */
  during<T>(make: () => T): { made: T; seen: Seen } {
    const [seen, around] = [new Seen(), this.#seen];
    this.#seen = seen;
    try {
      return { made: make(), seen };
    } finally {
      this.#seen = around;
      this.include(seen);
    }
  }

  note(part: Part): void {
    this.#seen?.note(part);
  }

  include(seen: Seen): void {
    this.#seen?.include(seen);
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
