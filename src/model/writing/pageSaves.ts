import { failedAs } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import { hasConflictMarks } from '../../markdown/conflictMarks.ts';
import { type ChangeRequestPlace, hasEnded, nameOf } from '../content/changeRequests.ts';
import { type Content, versionOf } from '../content/content.ts';
import { addressOfChangeRequest } from '../content/changeRequests.ts';
import type { PageBase } from './pageDrafts.ts';
import type { PageEdit } from './pageEdit.ts';
import { maxEditsPerRequest, sendEdits } from './pageEdits.ts';

/** Milliseconds in which VS Code calls `writeFile` for all files of one "Save All". */
const batchDelayMs = 20;

/** A text that is to be sent. */
export interface PageSave {
  /** ID of the page. */
  page: string;
  title: string;
  text: string;
  /** What the page said when it was opened; undefined where that is not known. */
  base: PageBase | undefined;
}

/** What was sent. */
export interface SavedPage {
  /** The text as it was sent: that of the writer, merged with what others have changed meanwhile. */
  text: string;
  /** What the page said on the server before it was sent. */
  before: string;
  /** What the page is called now. */
  title: string;
  /** The revision that the save made; the newest where nothing had to be sent. */
  revision: string;
  /** The revision before it, to which the save can be undone; undefined where nothing was sent. */
  revisionBefore?: string;
}

/** Somebody else has changed the same parts of a page. */
export class PageConflict extends Failure {
  readonly theirs: PageBase;

  constructor(message: string, theirs: PageBase) {
    super(message);
    this.theirs = theirs;
  }
}

interface Pending extends PageSave {
  resolve: (saved: SavedPage) => void;
  reject: (error: unknown) => void;
}

interface Edit {
  pending: Pending;
  text: string;
  /** What the page says on the server before it is sent. */
  before: string;
  edit: PageEdit;
}

/** Sends texts of pages: those that are saved together in one request for each change request. */
export class PageSaves {
  readonly #content: Content;
  /** The saves that are not being sent yet, by the address of their change request. */
  readonly #pending = new Map<string, Pending[]>();
  /** The last request for each change request: one at a time. */
  readonly #queues = new Map<string, Promise<void>>();

  constructor(content: Content) {
    this.#content = content;
  }

  /** Sends a text. Throws PageConflict, another Failure or an ApiError; nothing is sent then, as far as is known. */
  save(place: ChangeRequestPlace, save: PageSave): Promise<SavedPage> {
    const { promise, resolve, reject } = Promise.withResolvers<SavedPage>();
    const key = addressOfChangeRequest(place);
    const gathered = this.#pending.get(key);
    const pending = { ...save, resolve, reject };
    // A second text of the same page is merged with the first one, so it goes after it.
    if (gathered?.every(({ page }) => page !== save.page)) {
      gathered.push(pending);
      return promise;
    }
    const saves = [pending];
    this.#pending.set(key, saves);
    const last = this.#queues.get(key) ?? Promise.resolve();
    const queue = last.then(async () => {
      await new Promise(go => setTimeout(go, batchDelayMs));
      if (this.#pending.get(key) === saves) this.#pending.delete(key);
      await this.#send(place, saves).catch((error: unknown) => saves.forEach(({ reject }) => reject(error)));
    });
    this.#queues.set(key, queue);
    return promise;
  }

  /** Settles each save by itself: a conflict in one page does not hold back the others. */
  async #send(place: ChangeRequestPlace, saves: readonly Pending[]): Promise<void> {
    const changeRequest = await this.#content.changeRequests.fresh(place);
    if (hasEnded(changeRequest)) {
      const { status } = changeRequest;
      throw new Failure(
        words`${nameOf(changeRequest)} is ${status}, so its pages can no longer be edited. Copy your text and propose it in a new change request.`,
      );
    }
    const { editOf } = await import('./pageEdit.ts');
    const edits: Edit[] = [];
    for (const pending of saves) {
      try {
        const { text, before } = await this.#textsFor(place, pending, changeRequest.revision);
        const edit = editOf(before, text, { id: pending.page, title: pending.title });
        if (edit) edits.push({ pending, text, before, edit });
        else pending.resolve({ text, before, title: pending.title, revision: changeRequest.revision });
      } catch (error) {
        pending.reject(error);
      }
    }
    let revision = changeRequest.revision;
    for (let start = 0; start < edits.length; start += maxEditsPerRequest) {
      const chunk = edits.slice(start, start + maxEditsPerRequest);
      const revisionBefore = revision;
      try {
        revision = await this.#sendChunk(place, chunk);
        for (const { pending, text, before, edit } of chunk) {
          pending.resolve({ text, before, title: edit.title ?? pending.title, revision, revisionBefore });
        }
      } catch (error) {
        for (const { pending } of chunk) pending.reject(error);
      }
    }
  }

  /** What the page says on the server, and what it is to say. */
  async #textsFor(
    place: ChangeRequestPlace,
    save: PageSave,
    revision: string,
  ): Promise<{ text: string; before: string }> {
    const { text, base, page, title } = save;
    if (hasConflictMarks(text)) {
      throw new Failure(
        words`"${title}" still has conflict markers (<<<<<<<, =======, >>>>>>>). Keep one of the versions between them, delete the markers, then save again.`,
      );
    }
    if (base?.revision === revision) return { text, before: base.text };
    const before = await this.#current(place, page).catch((error: unknown) => {
      if (!failedAs(error, 'notFound')) throw error;
      throw new Failure(
        words`"${title}" is no longer in change request #${place.number}: someone deleted it. Copy your text to keep it.`,
        { cause: error },
      );
    });
    if (before === text || before === base?.text) return { text, before };
    if (text === base?.text) return { text: before, before };
    if (base) {
      const { mergePages } = await import('./mergePages.ts');
      const merged = mergePages({ base: base.text, mine: text, theirs: before });
      if (merged.conflicts.length === 0) return { text: merged.text, before };
    }
    throw new PageConflict(
      words`Someone else may have changed the same parts of "${title}". Your text was not sent. Compare both versions, then choose "Use Theirs", "Use Mine" or "Edit Both Versions".`,
      { text: before, revision },
    );
  }

  async #sendChunk(place: ChangeRequestPlace, edits: readonly Edit[]): Promise<string> {
    const { changeRequests } = this.#content;
    const changes = edits.map(({ edit }) => edit);
    const lookUp = async () => {
      await changeRequests.fresh(place);
      const stored = await Promise.all(edits.map(({ pending }) => this.#current(place, pending.page)));
      const areStored = edits.every((edit, index) => isStored(edit, stored[index] ?? ''));
      return areStored ? { result: undefined } : undefined;
    };
    const reply = await sendEdits(place, changes, { lookUp });
    if (!reply) return (await changeRequests.fresh(place)).revision;
    changeRequests.learn(place, reply, performance.now());
    return reply.revision;
  }

  async #current(place: ChangeRequestPlace, page: string): Promise<string> {
    return (await this.#content.snapshot(versionOf(place))).markdown(page);
  }
}

/** Whether a page says what was sent. The service may spell it in its own way. */
function isStored({ text, before }: Edit, stored: string): boolean {
  const wordsOf = (markdown: string) => markdown.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return stored === text || (stored !== before && wordsOf(stored) === wordsOf(text));
}
