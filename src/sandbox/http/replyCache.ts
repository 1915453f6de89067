import type { HttpReply } from '../reply/httpReply.ts';
import type { Seen } from '../store/reads.ts';
import type { State } from '../store/state.ts';

/** How many bytes of replies are kept; lists of 1,000 items have about one megabyte each. */
const mostBytes = 64 * 1024 * 1024;
/** What a reply takes besides its bytes: for itself, and for each thing that it was made of. */
const [ownBytes, partBytes] = [500, 50];

interface Kept {
  readonly reply: HttpReply;
  readonly seen: Seen;
  /** The version of the state at which it was known to be true. */
  version: number;
}

/**
 * What reads were answered. The answer to a GET follows from who asks, from the address and from what was read for it:
 * it is known until something of that is written. Tests and editors read the same lists over and over.
 */
export class ReplyCache {
  readonly #state: State;
  #size = 0;
  readonly #replies = new Map<string, Kept>();

  constructor(state: State) {
    this.#state = state;
  }

  find(key: string): HttpReply | undefined {
    const kept = this.#replies.get(key);
    if (!kept) return undefined;
    const { version } = this.#state;
    if (kept.version !== version && !kept.seen.isUnchanged()) {
      this.#replies.delete(key);
      this.#size -= sizeOf(kept);
      return undefined;
    }
    kept.version = version;
    return kept.reply;
  }

  /** Keeps a reply with what was read for it, when the state had the given version. */
  keep(key: string, reply: HttpReply, { seen, version }: Pick<Kept, 'seen' | 'version'>): void {
    const kept: Kept = { reply, seen, version };
    const size = sizeOf(kept);
    if (this.#size + size > mostBytes) {
      this.#replies.clear();
      this.#size = 0;
    }
    const before = this.#replies.get(key);
    this.#replies.set(key, kept);
    this.#size += size - (before ? sizeOf(before) : 0);
  }
}

function sizeOf({ reply, seen }: Kept): number {
  return (reply.bytes?.length ?? 0) + ownBytes + partBytes * seen.size;
}
