/** The maximum number of bytes of files in memory. */
const capacity = 32 * 1024 ** 2;

interface CachedFile {
  bytes: Promise<Uint8Array>;
  /** The size in bytes; 0 until the download ends. */
  size: number;
}

/** Caches the bytes of recently opened files: VS Code reads a file more than once to open it. */
export class RecentFiles {
  /** The most recently used file is last. */
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

  /** Evicts the least recently used files above the capacity, but never the last one. */
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
