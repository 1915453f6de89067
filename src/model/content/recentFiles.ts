/** How many bytes of files are kept at hand. */
const capacity = 32 * 1024 ** 2;

interface CachedFile {
  bytes: Promise<Uint8Array>;
  /** 0 until they are there. */
  size: number;
}

/** The bytes of the files that were opened last: VS Code asks for them more than once to open one. */
export class RecentFiles {
  /** The last used stands last. */
  readonly #files = new Map<string, CachedFile>();

  get(key: string, download: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const file = this.#files.get(key) ?? { bytes: download(), size: 0 };
    const isNew = !this.#files.delete(key);
    this.#files.set(key, file);
    if (isNew) {
      const arrived = ({ length }: Uint8Array) => {
        file.size = length;
        this.#trim();
      };
      file.bytes.then(arrived).catch(() => {
        // A failure is not cached: it goes to the caller, and the next call sends the request again.
        this.#files.delete(key);
      });
    }
    return file.bytes;
  }

  clear(): void {
    this.#files.clear();
  }

  /** Lets go of those that were not used for longest, but never of the last. */
  #trim(): void {
    let total = 0;
    for (const { size } of this.#files.values()) total += size;
    for (const [key, { size }] of [...this.#files].slice(0, -1)) {
      if (total <= capacity) return;
      total -= size;
      if (size > 0) this.#files.delete(key);
    }
  }
}
