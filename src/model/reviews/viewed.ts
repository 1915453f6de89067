import { type ChangeRequestPlace, storageKeyOf } from '../content/changeRequests.ts';
import { forgetOldest, type Memory } from './oldest.ts';

/** The form in which marks are kept. What a newer version has written is left alone. */
const version = 1;

/** Of how many change requests marks are kept: those that were marked last. */
const most = 500;

/** The marks of a change request: the content of each page and file that was viewed, by its ID. */
interface Kept {
  version: number;
  /** When it was marked last, in milliseconds since 1970. */
  at: number;
  contents: Readonly<Record<string, string>>;
}

/** What the user has viewed of change requests: not pages, but their contents, so that one that is changed is not viewed. */
export class Viewed {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Whether this content of a page or file has been viewed. */
  has(place: ChangeRequestPlace, id: string, content: string): boolean {
    const { contents } = this.#of(place);
    return Object.hasOwn(contents, id) && contents[id] === content;
  }

  /** Whether a page or file was viewed when it had another content. */
  hadOther(place: ChangeRequestPlace, id: string, content: string): boolean {
    const { contents } = this.#of(place);
    return Object.hasOwn(contents, id) && contents[id] !== content;
  }

  /** Marks contents by the IDs of their pages and files, or takes their marks away. */
  async mark(place: ChangeRequestPlace, marked: ReadonlyMap<string, string>, isViewed: boolean): Promise<void> {
    const stored = this.#of(place);
    if (stored.version > version) return;
    const contents = { ...stored.contents };
    for (const [id, content] of marked) {
      if (isViewed) contents[id] = content;
      else delete contents[id];
    }
    const isEmpty = Object.keys(contents).length === 0;
    await this.#memory.update(
      prefix + storageKeyOf(place),
      isEmpty ? undefined : { version, at: Date.now(), contents },
    );
    await forgetOldest(this.#memory, prefix, most);
  }

  #of(place: ChangeRequestPlace): Kept {
    const stored: unknown = this.#memory.get(prefix + storageKeyOf(place));
    return isKept(stored) ? stored : { version, at: 0, contents: {} };
  }
}

const prefix = 'viewed ';

function isKept(value: unknown): value is Kept {
  const { version, at, contents } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>;
  return typeof version === 'number' && typeof at === 'number' && typeof contents === 'object' && contents !== null;
}
