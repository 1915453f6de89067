import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, type FailureLog } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import { documentKey } from '../content/address.ts';
import {
  type ChangeRequestPlace,
  hasEnded,
  changeRequestName,
  describeStatus,
  untilAborted,
} from '../content/changeRequests.ts';
import { atRevision, type Content, fileSystemError, versionOf } from '../content/content.ts';
import type { Session } from '../session/session.ts';
import { InsertedFiles } from './insertedFiles.ts';
import { isUnsaved, openDocumentsOf, hasText } from './openDocuments.ts';
import { type OpenPage, OpenPages, type WritingStorage } from './openPages.ts';
import { type PageBase, type PageDraft, PageDrafts } from './pageDrafts.ts';
import { PageEditing } from './pageEditing.ts';
import { type ContentEdit, sendEdits } from './pageEdits.ts';
import { PageConflict, PageSaveQueue, type PageSaveResult, PendingSaveCanceled } from './pageSaveQueue.ts';
import { requireEditable, readOnlySentence } from './readOnlyReasons.ts';
import { UnsentFiles } from './unsentFiles.ts';

/** Milliseconds to wait for VS Code to report that a document was saved. */
const saveEventTimeoutMs = 3000;

/** A finished save, as listeners receive it. */
export interface PageSaveEvent extends PageSaveResult {
  uri: vscode.Uri;
  place: ChangeRequestPlace;
  page: string;
  /** The text of the page on the server after the save; undefined if it could not be read. */
  stored: string | undefined;
}

/** A text that was not sent, because someone else has changed the same parts of the page. */
export interface PageSaveConflict {
  uri: vscode.Uri;
  title: string;
  conflict: PageConflict;
}

/** A text that was sent. It is compared by identity, because an equal text may be sent again. */
interface Written {
  text: string;
  /** Time of the draft that was sent with it. */
  draftSavedAt: number | undefined;
}

/** A text of a page that was not typed in an editor, such as one with an applied suggestion. */
export interface PageChange {
  uri: vscode.Uri;
  place: ChangeRequestPlace;
  /** ID of the page. */
  page: string;
  title: string;
  text: string;
  /** The version of the page that the text was edited from. */
  base: PageBase;
}

interface Sending {
  /** The version that the text was edited from, if it differs from the one that the editors of the page show. */
  known?: OpenPage;
  /** True if the text comes from the editor of the address. */
  isFromEditor?: boolean;
  /** Cancels sending. The caller shows the progress then. */
  signal?: AbortSignal | undefined;
}

/** Saves texts of pages, on this computer or on the server. */
export class PageWriter implements vscode.Disposable {
  readonly #willSend = new vscode.EventEmitter<{ title: string; sending: Promise<unknown> }>();
  /** Fires when a text is about to be sent whose sender shows no progress. */
  readonly onWillSend = this.#willSend.event;
  readonly #didChangeFile = new vscode.EventEmitter<vscode.Uri>();
  /** Fires when the file of a page must be read again, because its text was sent. */
  readonly onDidChangeFile = this.#didChangeFile.event;
  readonly #didSave = new vscode.EventEmitter<PageSaveEvent>();
  /** Fires when a text was sent and read back. */
  readonly onDidSave = this.#didSave.event;
  readonly #didConflict = new vscode.EventEmitter<PageSaveConflict>();
  readonly onDidConflict = this.#didConflict.event;
  readonly editing: PageEditing;
  readonly drafts: PageDrafts;
  /** Local copies of pages in which edits are suggested, until they are sent. */
  readonly suggestedEdits: PageDrafts;
  readonly openPages: OpenPages;
  readonly unsentFiles: UnsentFiles;
  readonly insertedFiles: InsertedFiles;
  readonly #content: Content;
  readonly #saves: PageSaveQueue;
  /** Texts just sent, by `documentKey`, until VS Code reports the save and the page is read back. */
  readonly #written = new Map<string, Written>();
  readonly #conflicts = new Map<string, PageSaveConflict>();
  readonly #lastSaves = new Map<string, PageSaveEvent>();
  readonly #failures: FailureLog;
  /** The last change to a draft. Changes run one at a time, so that none is based on a draft that another replaces. */
  #draftQueue: Promise<unknown> = Promise.resolve();

  constructor(session: Session, content: Content, storage: WritingStorage, failures: FailureLog) {
    const { globalStorageUri, workspaceState } = storage;
    this.#failures = failures;
    this.editing = new PageEditing(session, content);
    this.drafts = new PageDrafts(vscode.Uri.joinPath(globalStorageUri, 'pageDrafts'));
    this.suggestedEdits = new PageDrafts(vscode.Uri.joinPath(globalStorageUri, 'suggestedEdits'));
    this.openPages = new OpenPages(workspaceState);
    this.#content = content;
    this.unsentFiles = new UnsentFiles(vscode.Uri.joinPath(globalStorageUri, 'pageFiles'));
    this.insertedFiles = new InsertedFiles(content, this.drafts, this.unsentFiles, failures);
    this.#saves = new PageSaveQueue(content, this.unsentFiles);
  }

  /** Returns the text of a page that was just sent, as the editor has it; undefined if there is a later draft. */
  justSentText(document: string): string | undefined {
    const written = this.#written.get(document);
    const draft = this.drafts.get(document);
    return draft && draft.savedAt !== written?.draftSavedAt ? undefined : written?.text;
  }

  /** Returns the unresolved conflict of a page. */
  conflictOf(document: string): PageSaveConflict | undefined {
    return this.#conflicts.get(document);
  }

  /** Returns the last save of a page in this window, while it can be undone. */
  lastSaveOf(document: string): PageSaveEvent | undefined {
    return this.#lastSaves.get(document);
  }

  /** Stores a text on this computer without sending it. */
  async saveDraft(uri: vscode.Uri, text: string): Promise<void> {
    const document = documentKey(uri);
    const { drafts, openPages } = this;
    const known = openPages.get(document) ?? (await this.#findWithoutBase(uri));
    if (!known) throw new Failure(t('Could not find the page of this text. Copy your text to keep it.'));
    await this.#inDraftQueue(async () => {
      await drafts.refresh();
      const { page, title, base, draftSavedAt } = openPages.get(document) ?? known;
      assertDraftSeen(drafts.get(document), { title, draftSavedAt });
      if (text === base?.text) await drafts.delete(document, draftSavedAt);
      else this.#markDraft(await drafts.save({ document, page, title, text, base }));
    });
    // VS Code now requests the state of the file that it has written, so the stored state must go.
    openPages.release(document);
  }

  /** Deletes a draft and the files that only this draft names. */
  async discardDraft({ document, savedAt, text }: PageDraft): Promise<void> {
    await this.drafts.delete(document, savedAt);
    await this.insertedFiles.deleteNamedIn(vscode.Uri.parse(document, true), text);
  }

  /** Sends a draft, whether its page is open or not. After a cancellation, it stays a draft unless it was sent. */
  async sendDraft(draft: PageDraft, signal?: AbortSignal): Promise<void> {
    const { document, text } = draft;
    const uri = openDocumentsOf(document)[0]?.uri ?? vscode.Uri.parse(document, true);
    await this.send(uri, text, isUnsaved(uri) ? { signal } : { known: openPageFromDraft(draft), signal });
  }

  /**
   * Sends a text. Throws if it was not sent, or if that is unknown; after a cancellation an AbortError, and a
   * SaveCanceled if the request was pending.
   */
  async send(uri: vscode.Uri, text: string, sending: Sending = {}): Promise<void> {
    const document = documentKey(uri);
    const { drafts, openPages } = this;
    const isAlike = (one: vscode.TextDocument) =>
      (sending.isFromEditor && one.uri.toString() === uri.toString()) || hasText(one, text);
    const isShown = openDocumentsOf(document).every(isAlike);
    const { signal } = sending;
    const preparing = this.#saves.prepare(this.#prepare(uri, sending.known));
    const { place, draft, known } = await (signal ? untilAborted(preparing, signal) : preparing);
    const { page, title, base } = known;
    const saving = this.#saves.save(place, { page, title, text, base, signal });
    if (!signal) this.#willSend.fire({ title, sending: saving });
    let saved: PageSaveResult;
    try {
      saved = await saving.catch(resultOfCanceled);
    } catch (error) {
      if (error instanceof PageConflict) {
        this.#conflicts.set(document, { uri, title, conflict: error });
        this.#didConflict.fire({ uri, title, conflict: error });
      }
      throw error;
    }
    this.#conflicts.delete(document);
    const written = { text, draftSavedAt: draft?.savedAt };
    this.#written.set(document, written);
    // Changes by others are merged but not shown yet, so the next text, made from this one, is merged with them again.
    const next = { text, revision: saved.text === text ? saved.revision : '' };
    const draftSavedAt = openPages.get(document)?.draftSavedAt ?? known.draftSavedAt;
    // Editors with another text keep the version that their text was edited from.
    if (isShown) openPages.set(document, { page, title: saved.title, base: next, draftSavedAt });
    void this.#readBack({ ...saved, uri, place, page }, written);
    try {
      await drafts.delete(document, draft?.savedAt);
      if (isShown) await this.#rebaseDraft(document, next);
      await this.insertedFiles.deleteNamedIn(uri, text);
    } catch (error) {
      this.#failures.log(`Could not update the unsent text of "${title}" on this computer after it was sent.`, error);
    }
  }

  /** Looks up what is known of a page before its text is sent. `edited` is the version that was edited. */
  async #prepare(uri: vscode.Uri, edited?: OpenPage) {
    const { drafts, openPages } = this;
    const document = documentKey(uri);
    const place = await this.requirePlace(uri);
    await drafts.refresh();
    const draft = drafts.get(document);
    const known =
      edited ?? openPages.get(document) ?? (draft && openPageFromDraft(draft)) ?? (await this.#findWithoutBase(uri));
    if (!known) throw new Failure(t('This page is no longer in the change request. Copy your text to keep it.'));
    assertDraftSeen(draft, known);
    return { place, draft, known };
  }

  /**
   * Sends a text that was not typed in an editor, merged with later changes by others, and reads it back. Editors then
   * show it, and it can be undone like a save. Throws if it was not sent, or if that is unknown.
   */
  async change({ uri, place, ...change }: PageChange, signal?: AbortSignal): Promise<PageSaveEvent> {
    const { page, title } = change;
    const result = await this.#saves.save(place, { ...change, signal }).catch((error: unknown) => {
      if (!(error instanceof PageConflict)) throw error;
      throw new Failure(
        tEscaped`"${title}" has just changed in the same place, so nothing was sent. Look at it again.`,
        {
          cause: error,
        },
      );
    });
    const changed = { ...result, uri, place, page };
    const isSent = result.revisionBefore !== undefined;
    // The text counts as sent even if it cannot be read back.
    const stored = isSent ? await this.#stored(changed).catch(() => undefined) : undefined;
    const saved = { ...changed, stored };
    if (isSent) this.#lastSaves.set(documentKey(uri), saved);
    this.#didChangeFile.fire(uri);
    return saved;
  }

  /** Uses their version as the new base, so that the next save replaces it. */
  rebaseOntoTheirs({ uri, conflict: { theirs } }: PageSaveConflict): void {
    const document = documentKey(uri);
    const { openPages } = this;
    const known = openPages.get(document);
    if (known) openPages.set(document, { ...known, base: theirs });
    this.#conflicts.delete(document);
  }

  /**
   * Reverts a page to the version before its last save. `sendWith` may show the progress of the request. Throws a
   * Failure if the page has changed since.
   */
  async undo(
    { uri, place, page, title, stored, revisionBefore }: PageSaveEvent,
    sendWith: (send: (signal?: AbortSignal) => Promise<void>, isDone: () => Promise<boolean>) => Promise<void> = send =>
      send(),
  ): Promise<void> {
    if (isUnsaved(uri)) {
      throw new Failure(tEscaped`"${title}" has changes that are not saved. Save or revert them first.`);
    }
    const content = this.#content;
    const changeRequest = await content.changeRequests.fetch(place);
    if (hasEnded(changeRequest)) {
      throw new Failure(
        tEscaped`Could not undo the save of "${title}": ${changeRequestName(changeRequest)} is ${describeStatus(changeRequest.status)}.`,
      );
    }
    const textAt = async (revision: string) => (await content.snapshot(atRevision(place, revision))).markdown(page);
    const before = await textAt(changeRequest.revision);
    if (stored === undefined || revisionBefore === undefined) {
      throw new Failure(
        tEscaped`Could not undo the save of "${title}": the page could not be read after it was saved. Edit the page instead.`,
      );
    }
    if (before !== stored) {
      throw new Failure(
        tEscaped`Could not undo the save of "${title}": the page has changed since then, and undoing would lose that. Edit the page instead.`,
      );
    }
    const isDone = async () => (await textAt((await content.changeRequests.fetch(place)).revision)) !== before;
    const lookUp = async () => ((await isDone()) ? { result: undefined } : undefined);
    await sendWith(async signal => {
      const edit: ContentEdit = { operation: 'revert_page', page, revision: revisionBefore };
      const reply = await sendEdits(place, [edit], { lookUp, signal });
      if (reply) content.changeRequests.add(place, reply, performance.now());
    }, isDone);
    this.#lastSaves.delete(documentKey(uri));
    this.#didChangeFile.fire(uri);
  }

  /** Fetches a page as it is on the server; undefined if it is not in the change request. */
  async find(uri: vscode.Uri): Promise<(OpenPage & { base: PageBase }) | undefined> {
    const content = this.#content;
    const entry = await content.lookUp(uri).catch((error: unknown) => {
      throw fileSystemError(uri, error);
    });
    if (entry?.kind !== 'page') return undefined;
    const { page, snapshot } = entry;
    const text = await snapshot.editableMarkdown(page.id);
    return { page: page.id, title: page.title, base: { text, revision: snapshot.head.revision } };
  }

  /** Returns the change request in which a page can be edited. Throws a Failure if it cannot be edited. */
  async requirePlace(uri: vscode.Uri): Promise<ChangeRequestPlace> {
    const place = await this.editing.placeOf(uri);
    if (typeof place === 'string') throw new Failure(readOnlySentence(place));
    await requireEditable(this.editing, place);
    return place;
  }

  dispose(): void {
    this.editing.dispose();
    this.drafts.dispose();
    this.suggestedEdits.dispose();
    this.#willSend.dispose();
    this.#didChangeFile.dispose();
    this.#didSave.dispose();
    this.#didConflict.dispose();
  }

  /**
   * Fetches the page of a text whose base is unknown, such as one that VS Code has restored. The current version is not
   * its base, because that would overwrite changes by others.
   */
  async #findWithoutBase(uri: vscode.Uri): Promise<OpenPage | undefined> {
    const present = await this.find(uri);
    return present && { ...present, base: undefined };
  }

  /** Reads a sent page back, and fires `onDidChangeFile` once VS Code has reported the save. */
  async #readBack(saved: Omit<PageSaveEvent, 'stored'>, written: Written): Promise<void> {
    const { uri, revisionBefore } = saved;
    const document = documentKey(uri);
    const saveEvent = waitForSaveEvent(uri);
    // The page is saved even if it cannot be read back. The editor reads it later then.
    const stored = revisionBefore === undefined ? undefined : await this.#stored(saved).catch(() => undefined);
    await saveEvent;
    const isLast = this.#written.get(document) === written;
    if (isLast) this.#written.delete(document);
    this.#didChangeFile.fire(uri);
    if (revisionBefore === undefined) return;
    if (isLast) this.#lastSaves.set(document, { ...saved, stored });
    this.#didSave.fire({ ...saved, stored });
  }

  /** Reads the text of a page in the revision that a save created. */
  async #stored({ place, page, revision }: Omit<PageSaveEvent, 'stored'>): Promise<string> {
    const content = this.#content;
    const stored = await (await content.snapshot(atRevision(place, revision))).editableMarkdown(page);
    const snapshot = await content.snapshot(versionOf(place));
    // The editor reads the page again, so the text is cached to save a request.
    if (snapshot.head.revision === revision) await snapshot.setMarkdown(page, stored);
    return stored;
  }

  /** Records that an editor of this window has created a draft. */
  #markDraft(draft: PageDraft): void {
    const { openPages } = this;
    const { document, savedAt } = draft;
    openPages.set(document, { ...(openPages.get(document) ?? openPageFromDraft(draft)), draftSavedAt: savedAt });
  }

  /** Sets the sent text as the base of a draft that was saved while the text was being sent. */
  async #rebaseDraft(document: string, base: PageBase): Promise<void> {
    await this.#inDraftQueue(async () => {
      const { drafts, openPages } = this;
      const draft = drafts.get(document);
      const isOwn = draft?.savedAt === openPages.get(document)?.draftSavedAt;
      if (draft && isOwn) this.#markDraft(await drafts.save({ ...draft, base }));
    });
  }

  #inDraftQueue(run: () => Promise<void>): Promise<void> {
    const turn = this.#draftQueue.then(run);
    // The caller receives the error.
    this.#draftQueue = turn.catch(() => undefined);
    return turn;
  }
}

/** Thrown if a save was cancelled while its request was pending, and the text is not on the server as far as is known. */
export class SaveCanceled extends Error {
  override readonly name = 'AbortError';
  /** True if the look-up failed, so that the text may be on the server. */
  readonly isUnknown: boolean;

  constructor(cause: unknown, { isUnknown }: { isUnknown: boolean }) {
    super(undefined, { cause });
    this.isUnknown = isUnknown;
  }
}

/** Returns the result of a cancelled save if it was done. Throws a SaveCanceled if not, and any other error as it is. */
async function resultOfCanceled(error: unknown): Promise<PageSaveResult> {
  if (!(error instanceof PendingSaveCanceled)) throw error;
  const result = await error.lookUp().catch((cause: unknown) => {
    throw new SaveCanceled(cause, { isUnknown: true });
  });
  if (!result) throw new SaveCanceled(error, { isUnknown: false });
  return result;
}

export function openPageFromDraft({ page, title, base, savedAt }: PageDraft): OpenPage {
  return { page, title, base, draftSavedAt: savedAt };
}

/** Throws if another window has saved a draft that this window has not loaded. */
function assertDraftSeen(draft: PageDraft | undefined, known: Pick<OpenPage, 'title' | 'draftSavedAt'>): void {
  if (!draft || draft.savedAt === known.draftSavedAt) return;
  throw new Failure(
    tEscaped`Another window saved a different unsent text of "${known.title}". Copy your text, run "File: Revert File" to load the other one, then paste yours.`,
  );
}

/** Resolves when VS Code has reported the save of a document, or after a timeout. */
function waitForSaveEvent(uri: vscode.Uri): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isOpen = openDocumentsOf(documentKey(uri)).length > 0;
  const timer = setTimeout(resolve, isOpen ? saveEventTimeoutMs : 0);
  const listening = vscode.workspace.onDidSaveTextDocument(document => {
    if (document.uri.toString() === uri.toString()) resolve();
  });
  return promise.finally(() => {
    clearTimeout(timer);
    listening.dispose();
  });
}
