import { isAbort, isApiError } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import { hasConflictMarks } from '../../markdown/conflictMarks.ts';
import { bodyAfterFrontMatter } from '../../markdown/frontMatter.ts';
import { type ChangeRequestPlace, hasEnded, changeRequestName, describeStatus } from '../content/changeRequests.ts';
import { addressOfChangeRequest } from '../content/changeRequests.ts';
import { atRevision, type Content } from '../content/content.ts';
import type { Page } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';
import type { FileTargets } from './fileTargets.ts';
import type { PageBase } from './pageDrafts.ts';
import type { PageEdit } from './pageEdit.ts';
import { maxEditsPerRequest, sendEdits } from './pageEdits.ts';
import type { UnsentFiles } from './unsentFiles.ts';

/** VS Code calls `writeFile` for all files of one "Save All" within this many milliseconds. */
const batchDelayMs = 20;

/** A text to send. */
export interface PageSaveRequest {
  /** ID of the page. */
  page: string;
  title: string;
  text: string;
  /** The version of the page when it was opened; undefined if unknown. */
  base: PageBase | undefined;
  /**
   * Cancels the save while it waits, and afterwards aborts its request, unless that sends texts with other signals, too.
   */
  signal?: AbortSignal | undefined;
}

/** The result of sending a text. */
export interface PageSaveResult {
  /** The text that was sent: the user's text, merged with changes by others. */
  text: string;
  /** The text of the page on the server before the save. */
  before: string;
  /** The title of the page after the save. */
  title: string;
  /** The revision that the save created, or the newest one if nothing had to be sent. */
  revision: string;
  /** The revision before the save, for undoing it; undefined if nothing was sent. */
  revisionBefore?: string;
}

/** Thrown if someone else may have changed the same parts of a page. */
export class PageConflict extends Failure {
  /** The version from which the text was edited; undefined if unknown. */
  readonly base: PageBase | undefined;
  readonly theirs: PageBase;

  constructor(message: string, { base, theirs }: { base: PageBase | undefined; theirs: PageBase }) {
    super(message);
    this.base = base;
    this.theirs = theirs;
  }
}

/** Thrown if a save was cancelled while its request was pending. The server may have stored the text. */
export class PendingSaveCanceled extends Error {
  override readonly name = 'AbortError';
  /** Looks up the result; undefined if the server has not stored the text. */
  readonly lookUp: () => Promise<PageSaveResult | undefined>;

  constructor(cause: unknown, lookUp: PendingSaveCanceled['lookUp']) {
    super(undefined, { cause });
    this.lookUp = lookUp;
  }
}

interface Pending extends PageSaveRequest {
  /** True once its request is being sent. */
  isSending: boolean;
  resolve: (saved: PageSaveResult) => void;
  reject: (error: unknown) => void;
}

/** The text of a page on the server, and the text to send. */
interface Texts {
  text: string;
  before: string;
}

interface Edit {
  pending: Pending;
  text: string;
  /** The text of the page on the server before the save. */
  before: string;
  edit: PageEdit;
}

/** Sends texts of pages. Texts that are saved together go in one request for each change request. */
export class PageSaveQueue {
  readonly #content: Content;
  readonly #unsentFiles: UnsentFiles;
  /** Saves that are not being sent yet, by the address of their change request. */
  readonly #pending = new Map<string, Pending[]>();
  /** The last request for each change request. Requests run one at a time. */
  readonly #queues = new Map<string, Promise<void>>();
  /** Texts that are being prepared and may belong to a "Save All" that is not sent yet. */
  readonly #preparations = new Set<Promise<unknown>>();

  constructor(content: Content, unsentFiles: UnsentFiles) {
    this.#content = content;
    this.#unsentFiles = unsentFiles;
  }

  /** Holds back the texts that are not being sent yet until another one is prepared, and returns that one. */
  async prepare<T>(preparation: Promise<T>): Promise<T> {
    this.#preparations.add(preparation);
    try {
      return await preparation;
    } finally {
      this.#preparations.delete(preparation);
    }
  }

  /**
   * Sends a text. Throws PageConflict, another Failure or an ApiError; as far as is known, nothing is sent then. Throws
   * an AbortError after a cancellation, or a PendingSaveCanceled.
   */
  save(place: ChangeRequestPlace, save: PageSaveRequest): Promise<PageSaveResult> {
    const { promise, resolve, reject } = Promise.withResolvers<PageSaveResult>();
    const key = addressOfChangeRequest(place);
    const gathered = this.#pending.get(key);
    const pending = { ...save, resolve, reject, isSending: false };
    const { signal } = save;
    const cancel = () => {
      if (!pending.isSending) reject(signal?.reason);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    // A second text of the same page is merged with the first one, so it is sent after it.
    if (gathered?.every(({ page }) => page !== save.page)) {
      gathered.push(pending);
      return promise;
    }
    const saves = [pending];
    this.#pending.set(key, saves);
    const last = this.#queues.get(key) ?? Promise.resolve();
    const queue = last.then(async () => {
      await new Promise(go => setTimeout(go, batchDelayMs));
      await Promise.allSettled(this.#preparations);
      // Texts that are prepared now join this batch.
      await new Promise(go => setImmediate(go));
      if (this.#pending.get(key) === saves) this.#pending.delete(key);
      await this.#send(place, saves).catch((error: unknown) => saves.forEach(({ reject }) => reject(error)));
    });
    this.#queues.set(key, queue);
    return promise;
  }

  /** Settles each save separately: a conflict on one page does not hold back the others. */
  async #send(place: ChangeRequestPlace, saves: readonly Pending[]): Promise<void> {
    const changeRequest = await this.#content.changeRequests.fetch(place);
    if (hasEnded(changeRequest)) {
      const { status } = changeRequest;
      throw new Failure(
        tEscaped`${changeRequestName(changeRequest)} is ${describeStatus(status)}, so its pages can no longer be edited. Copy your text and propose it in a new change request.`,
      );
    }
    const [{ createPageEdit }, { FileTargets }] = await Promise.all([
      import('./pageEdit.ts'),
      import('./fileTargets.ts'),
    ]);
    let { revision } = changeRequest;
    const files = new FileTargets(this.#content, this.#unsentFiles, place, revision);
    const merged = new Map<Pending, Texts>();
    for (const pending of saves) {
      try {
        pending.signal?.throwIfAborted();
        merged.set(pending, await this.#textsFor(place, await withFileTargets(pending, files), revision));
      } catch (error) {
        pending.reject(error);
      }
    }
    // Files are uploaded only for pages that are sent.
    const toSend = [...merged].filter(([{ signal }]) => !signal?.aborted);
    await files.upload(toSend.map(([, { text }]) => text));
    const edits: Edit[] = [];
    for (const [pending, { text: mergedText, before }] of merged) {
      try {
        pending.signal?.throwIfAborted();
        const text = files.finish(mergedText);
        const edit = createPageEdit(before, text, { id: pending.page, title: pending.title });
        if (edit) edits.push({ pending, text, before, edit });
        else pending.resolve({ text, before, title: pending.title, revision });
      } catch (error) {
        pending.reject(error);
      }
    }
    for (let start = 0; start < edits.length; start += maxEditsPerRequest) {
      revision = await this.#sendOrSplit(place, edits.slice(start, start + maxEditsPerRequest), revision);
    }
  }

  /**
   * Sends edits, settles their saves and returns the newest revision. The service accepts all edits of a request or
   * none, so a refused request is sent again in halves: one page must not hold back the others.
   */
  async #sendOrSplit(place: ChangeRequestPlace, all: readonly Edit[], revisionBefore: string): Promise<string> {
    const edits = all.filter(({ pending }) => !pending.signal?.aborted);
    if (edits.length === 0) return revisionBefore;
    for (const { pending } of edits) pending.isSending = true;
    try {
      const revision = await this.#sendTogether(place, edits);
      for (const edit of edits) edit.pending.resolve(resultOf(edit, { revision, revisionBefore }));
      return revision;
    } catch (error) {
      if (edits.length > 1 && isApiError(error, 'invalid', 'notFound')) {
        for (const { pending } of edits) pending.isSending = false;
        const half = Math.ceil(edits.length / 2);
        const revision = await this.#sendOrSplit(place, edits.slice(0, half), revisionBefore);
        return this.#sendOrSplit(place, edits.slice(half), revision);
      }
      for (const edit of edits) {
        const lookUp = () => this.#lookUp(place, edit, revisionBefore);
        edit.pending.reject(isAbort(error) ? new PendingSaveCanceled(error, lookUp) : error);
      }
      return revisionBefore;
    }
  }

  async #lookUp(place: ChangeRequestPlace, edit: Edit, revisionBefore: string): Promise<PageSaveResult | undefined> {
    const { revision } = await this.#content.changeRequests.fetch(place);
    const snapshot = await this.#content.snapshot(atRevision(place, revision));
    return (await isStored(edit, snapshot)) ? resultOf(edit, { revision, revisionBefore }) : undefined;
  }

  /** Returns the text of the page on the server, and the text to send. */
  async #textsFor(place: ChangeRequestPlace, save: PageSaveRequest, revision: string): Promise<Texts> {
    const { text, base, page, title } = save;
    if (hasConflictMarks(text)) {
      throw new Failure(
        tEscaped`"${title}" still has conflict markers (<<<<<<<, =======, >>>>>>>). Keep one of the versions between them, delete the markers, then save again.`,
      );
    }
    if (base?.revision === revision) return { text, before: base.text };
    const before = await this.#textAt(place, revision, page).catch((error: unknown) => {
      if (!isApiError(error, 'notFound')) throw error;
      throw new Failure(
        tEscaped`"${title}" is no longer in change request #${place.number}: someone deleted it. Copy your text to keep it.`,
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
      tEscaped`Someone else may have changed the same parts of "${title}". Your text was not sent. Compare both versions, then choose "Use Theirs", "Use Mine" or "Edit Both Versions".`,
      { base, theirs: { text: before, revision } },
    );
  }

  async #sendTogether(place: ChangeRequestPlace, edits: readonly Edit[]): Promise<string> {
    const { changeRequests } = this.#content;
    const changes = edits.map(({ edit }) => edit);
    const lookUp = async () => {
      const { revision } = await changeRequests.fetch(place);
      const snapshot = await this.#content.snapshot(atRevision(place, revision));
      const areStored = await Promise.all(edits.map(edit => isStored(edit, snapshot)));
      return areStored.every(Boolean) ? { result: undefined } : undefined;
    };
    const signals = new Set(edits.map(({ pending }) => pending.signal));
    const [signal] = signals.size === 1 ? signals : [];
    const reply = await sendEdits(place, changes, { lookUp, ...(signal && { signal }) });
    if (!reply) return (await changeRequests.fetch(place)).revision;
    changeRequests.add(place, reply, performance.now());
    return reply.revision;
  }

  async #textAt(place: ChangeRequestPlace, revision: string, page: string): Promise<string> {
    return (await this.#content.snapshot(atRevision(place, revision))).editableMarkdown(page);
  }
}

/**
 * Replaces the names of uploaded files by their IDs, so that an already sent text can be merged with its stored
 * version. A base that is a revision stays unchanged.
 */
async function withFileTargets(save: PageSaveRequest, files: FileTargets): Promise<PageSaveRequest> {
  const { base } = save;
  const text = await files.resolveIn(save.text);
  return { ...save, text, base: base?.revision === '' ? { ...base, text: await files.resolveIn(base.text) } : base };
}

function resultOf(
  { pending, text, before, edit }: Edit,
  revisions: Pick<PageSaveResult, 'revision' | 'revisionBefore'>,
): PageSaveResult {
  return { text, before, title: edit.title ?? pending.title, ...revisions };
}

/** Returns true if a page has the content that was sent. The service may reformat its Markdown. */
async function isStored({ pending, text, before, edit }: Edit, snapshot: Snapshot): Promise<boolean> {
  const { operation, page: id, document, ...fields } = edit;
  if (Object.keys(fields).length > 0) {
    const page = (await snapshot.pages()).byId.get(pending.page)?.page;
    const isSet = ([name, value]: [string, unknown]) => (page?.[name as keyof Page] || '') === (value || '');
    if (!Object.entries(fields).every(isSet)) return false;
  }
  if (!document) return true;
  const stored = await snapshot.editableMarkdown(pending.page);
  // The service stores front matter apart from the body.
  const wordsOf = (markdown: string) =>
    bodyAfterFrontMatter(markdown)
      .text.replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return stored === text || (stored !== before && wordsOf(stored) === wordsOf(text));
}
