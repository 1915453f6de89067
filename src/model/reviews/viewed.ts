import { type ChangeRequestPlace, storageKeyOf } from '../content/changeRequests.ts';
import { pruneOldest, type PrunableState } from './pruneOldest.ts';

/** Format version of stored marks. Entries of a newer version are left unchanged. */
const version = 1;

/** Maximum number of change requests with stored marks. The least recently marked ones are deleted. */
const maxEntries = 500;

/** The marks of a change request: the content key of each viewed page and file, by its ID. */
interface Kept {
  version: number;
  /** When a mark was last set or removed, in milliseconds since 1970. */
  at: number;
  contents: Readonly<Record<string, string>>;
}

/** Remembers which contents of change requests the user has viewed. A page that changes is no longer viewed. */
export class ViewedMarks {
  readonly #memory: PrunableState;

  constructor(memory: PrunableState) {
    this.#memory = memory;
  }

  /** Returns true if this content of a page or file has been viewed. */
  has(place: ChangeRequestPlace, id: string, content: string): boolean {
    const { contents } = this.#of(place);
    return Object.hasOwn(contents, id) && contents[id] === content;
  }

  /** Returns true if a page or file was viewed with other content. */
  hadOtherContent(place: ChangeRequestPlace, id: string, content: string): boolean {
    const { contents } = this.#of(place);
    return Object.hasOwn(contents, id) && contents[id] !== content;
  }

  /** Marks contents as viewed or not viewed, by the IDs of their pages and files. */
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
    await pruneOldest(this.#memory, prefix, maxEntries);
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
