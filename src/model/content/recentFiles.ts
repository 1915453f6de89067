/** How many bytes of files are kept at hand. */
const capacity = 32 * 1024 ** 2;

interface Kept {
  bytes: Promise<Uint8Array>;
  /** 0 until they are there. */
  size: number;
}

/** The bytes of the files that were opened last: VS Code asks for them more than once to open one. */
export class RecentFiles {
  /** The last used stands last. */
  readonly #kept = new Map<string, Kept>();

  get(key: string, download: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const kept = this.#kept.get(key) ?? { bytes: download(), size: 0 };
    const isNew = !this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (isNew) {
      const arrived = ({ length }: Uint8Array) => {
        kept.size = length;
        this.#trim();
      };
      kept.bytes.then(arrived).catch(() => {
        // A failure is not cached: it goes to the caller, and the next call sends the request again.
        this.#kept.delete(key);
      });
    }
    return kept.bytes;
  }

  clear(): void {
    this.#kept.clear();
  }

  /** Lets go of those that were not used for longest, but never of the last. */
  #trim(): void {
    let total = 0;
    for (const { size } of this.#kept.values()) total += size;
    for (const [key, { size }] of [...this.#kept].slice(0, -1)) {
      if (total <= capacity) return;
      total -= size;
      if (size > 0) this.#kept.delete(key);
    }
  }
}
