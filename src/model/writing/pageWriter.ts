import * as vscode from 'vscode';
import { Failure, type FailureLog } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import { documentKey } from '../content/address.ts';
import { type ChangeRequestPlace, hasEnded, nameOf } from '../content/changeRequests.ts';
import { type Content, fileSystemError, versionOf } from '../content/content.ts';
import type { Session } from '../session/session.ts';
import { isUnsaved, openDocumentsOf, showsText } from './openDocuments.ts';
import { type OpenPage, OpenPages, type WritingStorage } from './openPages.ts';
import { type PageBase, type PageDraft, PageDrafts } from './pageDrafts.ts';
import { PageEditing } from './pageEditing.ts';
import { sendEdits } from './pageEdits.ts';
import { PageConflict, PageSaves, type SavedPage } from './pageSaves.ts';
import { readOnlySentence } from './readOnlyReasons.ts';

/** Milliseconds to wait for VS Code to report that a document was saved. */
const saveEventTimeoutMs = 3000;

/** A finished save, as listeners receive it. */
export interface PageSaved extends SavedPage {
  uri: vscode.Uri;
  place: ChangeRequestPlace;
  page: string;
  /** What the page says now on the server; undefined where it could not be read. */
  stored: string | undefined;
}

/** A text that was not sent, since somebody else has changed the same parts of the page. */
export interface Conflicting {
  uri: vscode.Uri;
  title: string;
  conflict: PageConflict;
}

/** A text that was sent, by identity: the same text may be sent again. */
interface Written {
  text: string;
  /** Which draft was sent with it. */
  draftSavedAt: number | undefined;
}

interface Sending {
  /** What the text was made from, where that is not what the editors of the page show. */
  known?: OpenPage;
  /** Whether the text comes from the editor of the address. */
  isFromEditor?: boolean;
}

/** Saves the texts of pages: on this computer, or on the server. */
export class PageWriter implements vscode.Disposable {
  readonly #didBegin = new vscode.EventEmitter<{ title: string; sending: Promise<unknown> }>();
  /** Fires when a text is about to be sent. */
  readonly onDidBegin = this.#didBegin.event;
  readonly #didSend = new vscode.EventEmitter<vscode.Uri>();
  /** Fires when the file of a page is to be read again, since its text was sent. */
  readonly onDidSend = this.#didSend.event;
  readonly #didSave = new vscode.EventEmitter<PageSaved>();
  /** Fires when a text was sent and read back. */
  readonly onDidSave = this.#didSave.event;
  readonly #didConflict = new vscode.EventEmitter<Conflicting>();
  readonly onDidConflict = this.#didConflict.event;
  readonly editing: PageEditing;
  readonly drafts: PageDrafts;
  readonly openPages: OpenPages;
  readonly #content: Content;
  readonly #saves: PageSaves;
  /** Texts just sent, by `documentKey`, until VS Code reports the save and the page is read back. */
  readonly #written = new Map<string, Written>();
  readonly #conflicts = new Map<string, Conflicting>();
  readonly #lastSaves = new Map<string, PageSaved>();
  readonly #failures: FailureLog;
  /** The last change to a draft: one at a time, so that none is made from what another replaces. */
  #draftQueue: Promise<unknown> = Promise.resolve();

  constructor(session: Session, content: Content, storage: WritingStorage, failures: FailureLog) {
    const { globalStorageUri, workspaceState } = storage;
    this.#failures = failures;
    this.editing = new PageEditing(session, content);
    this.drafts = new PageDrafts(vscode.Uri.joinPath(globalStorageUri, 'pageDrafts'));
    this.openPages = new OpenPages(workspaceState);
    this.#content = content;
    this.#saves = new PageSaves(content);
  }

  /** The text of a page that was just sent, as the editor knows it, unless a later one is a draft already. */
  written(document: string): string | undefined {
    const written = this.#written.get(document);
    const draft = this.drafts.get(document);
    return draft && draft.savedAt !== written?.draftSavedAt ? undefined : written?.text;
  }

  /** The conflict of a page that nobody has resolved yet. */
  conflictOf(document: string): Conflicting | undefined {
    return this.#conflicts.get(document);
  }

  /** The last save of a page in this window, as long as it can be undone. */
  lastSaveOf(document: string): PageSaved | undefined {
    return this.#lastSaves.get(document);
  }

  /** Keeps a text on this computer. Nothing is sent. */
  async saveDraft(uri: vscode.Uri, text: string): Promise<void> {
    const document = documentKey(uri);
    const { drafts, openPages } = this;
    const known = openPages.get(document) ?? (await this.learn(uri));
    if (!known) throw new Failure('Could not find the page of this text. Copy your text to keep it.');
    await this.#inDraftQueue(async () => {
      await drafts.refresh();
      const { page, title, base, draftSavedAt } = openPages.get(document) ?? known;
      assertDraftSeen(drafts.get(document), { title, draftSavedAt });
      if (text === base?.text) await drafts.delete(document, draftSavedAt);
      else this.#markDraft(await drafts.save({ document, page, title, text, base }));
    });
    // VS Code now asks for the state of the file that it has written, not of the one before.
    openPages.release(document);
  }

  /** Sends a draft, whether its page is open or not. */
  async sendDraft(draft: PageDraft): Promise<void> {
    const { document, text } = draft;
    const uri = openDocumentsOf(document)[0]?.uri ?? vscode.Uri.parse(document, true);
    await this.send(uri, text, isUnsaved(uri) ? {} : { known: knownOf(draft) });
  }

  /** Sends a text. Throws where it was not sent, or it is not known whether it was. */
  async send(uri: vscode.Uri, text: string, sending: Sending = {}): Promise<void> {
    const document = documentKey(uri);
    const { drafts, openPages } = this;
    const isAlike = (one: vscode.TextDocument) =>
      (sending.isFromEditor && one.uri.toString() === uri.toString()) || showsText(one, text);
    const isShown = openDocumentsOf(document).every(isAlike);
    const place = await this.#demandPlace(uri);
    await drafts.refresh();
    const draft = drafts.get(document);
    const known = sending.known ?? openPages.get(document) ?? (draft && knownOf(draft)) ?? (await this.learn(uri));
    if (!known) throw new Failure('This page is no longer in the change request. Copy your text to keep it.');
    assertDraftSeen(draft, known);
    const { page, title, base } = known;
    const saving = this.#saves.save(place, { page, title, text, base });
    this.#didBegin.fire({ title, sending: saving });
    let saved: SavedPage;
    try {
      saved = await saving;
    } catch (conflict) {
      if (conflict instanceof PageConflict) {
        this.#conflicts.set(document, { uri, title, conflict });
        this.#didConflict.fire({ uri, title, conflict });
      }
      throw conflict;
    }
    this.#conflicts.delete(document);
    const written = { text, draftSavedAt: draft?.savedAt };
    this.#written.set(document, written);
    // What others have changed is merged but not shown yet: the next text, made from this one, is merged with it again.
    const next = { text, revision: saved.text === text ? saved.revision : '' };
    const draftSavedAt = openPages.get(document)?.draftSavedAt ?? known.draftSavedAt;
    // Editors that show another text go on from what they were made from.
    if (isShown) openPages.set(document, { page, title: saved.title, base: next, draftSavedAt });
    void this.#readBack({ ...saved, uri, place, page }, written);
    try {
      await drafts.delete(document, draft?.savedAt);
      if (isShown) await this.#rebaseDraft(document, next);
    } catch (error) {
      this.#failures.log(
        words`Could not update the unsent text of "${title}" on this computer after it was sent.`,
        error,
      );
    }
  }

  /** Uses their version as the new base, so that the next save replaces it. */
  rebaseOntoTheirs({ uri, conflict: { theirs } }: Conflicting): void {
    const document = documentKey(uri);
    const { openPages } = this;
    const known = openPages.get(document);
    if (known) openPages.set(document, { ...known, base: theirs });
    this.#conflicts.delete(document);
  }

  /** Puts a page back to what it was before its last save, unless somebody has changed it since. */
  async undo({ uri, place, page, title, stored, revisionBefore }: PageSaved): Promise<void> {
    const content = this.#content;
    const changeRequest = await content.changeRequests.fresh(place);
    if (hasEnded(changeRequest)) {
      throw new Failure(
        words`Could not undo the save of "${title}": ${nameOf(changeRequest)} is ${changeRequest.status}.`,
      );
    }
    const textNow = async () => (await content.snapshot(versionOf(place))).markdown(page);
    const before = await textNow();
    if (stored === undefined || revisionBefore === undefined) {
      throw new Failure(
        words`Could not undo the save of "${title}": the page could not be read after it was saved. Edit the page instead.`,
      );
    }
    if (before !== stored) {
      throw new Failure(
        words`Could not undo the save of "${title}": the page has changed since then, and undoing would lose that. Edit the page instead.`,
      );
    }
    const lookUp = async () => {
      await content.changeRequests.fresh(place);
      return (await textNow()) === before ? undefined : { result: undefined };
    };
    const reply = await sendEdits(place, [{ operation: 'revert_page', page, revision: revisionBefore }], { lookUp });
    if (reply) content.changeRequests.learn(place, reply, performance.now());
    this.#lastSaves.delete(documentKey(uri));
    this.#didSend.fire(uri);
  }

  /** Fetches a page and records it as the base; undefined if it is not in the change request. */
  async learn(uri: vscode.Uri): Promise<OpenPage | undefined> {
    const known = await this.find(uri);
    if (known) this.openPages.set(documentKey(uri), known);
    return known;
  }

  /** Fetches a page as it is on the server; undefined if it is not in the change request. */
  async find(uri: vscode.Uri): Promise<(OpenPage & { base: PageBase }) | undefined> {
    const content = this.#content;
    const entry = await content.lookUp(uri).catch((error: unknown) => {
      throw fileSystemError(uri, error);
    });
    if (entry?.kind !== 'page') return undefined;
    const { page, snapshot } = entry;
    const text = await snapshot.markdown(page.id);
    return { page: page.id, title: page.title, base: { text, revision: snapshot.head.revision } };
  }

  dispose(): void {
    this.editing.dispose();
    this.drafts.dispose();
    this.#didBegin.dispose();
    this.#didSend.dispose();
    this.#didSave.dispose();
    this.#didConflict.dispose();
  }

  /** Throws where a page cannot be edited. Where its status is not known yet, the save itself looks. */
  async #demandPlace(uri: vscode.Uri): Promise<ChangeRequestPlace> {
    const { editing } = this;
    const reason = await editing.readOnlyReason(uri);
    const place = await editing.placeOf(uri);
    if (reason && reason !== 'unknown') throw new Failure(readOnlySentence(reason));
    if (typeof place === 'string') throw new Failure(readOnlySentence(place));
    return place;
  }

  /** Reads a page that was sent, and has it shown once VS Code has noted that it is written. */
  async #readBack(saved: Omit<PageSaved, 'stored'>, written: Written): Promise<void> {
    const { uri, revisionBefore } = saved;
    const document = documentKey(uri);
    const saveEvent = waitForSaveEvent(uri);
    // It is saved, whether it can be read or not; the editor reads it when it is reached again.
    const stored = revisionBefore === undefined ? undefined : await this.#stored(saved).catch(() => undefined);
    await saveEvent;
    const isLast = this.#written.get(document) === written;
    if (isLast) this.#written.delete(document);
    this.#didSend.fire(uri);
    if (revisionBefore === undefined) return;
    if (isLast) this.#lastSaves.set(document, { ...saved, stored });
    this.#didSave.fire({ ...saved, stored });
  }

  /** What a page says in the revision that a save has made. */
  async #stored({ place, page, revision }: Omit<PageSaved, 'stored'>): Promise<string> {
    const { connection, space } = place;
    const content = this.#content;
    const version = { kind: 'revision', revision } as const;
    const stored = await (await content.snapshot({ connection, space, version })).markdown(page);
    const snapshot = await content.snapshot(versionOf(place));
    // The editor reads the page again, which need not be asked for twice.
    if (snapshot.head.revision === revision) await snapshot.read(`markdown ${page}`, isString, async () => stored);
    return stored;
  }

  /** Notes that the editors of this window have made a draft. */
  #markDraft(draft: PageDraft): void {
    const { openPages } = this;
    const { document, savedAt } = draft;
    openPages.set(document, { ...(openPages.get(document) ?? knownOf(draft)), draftSavedAt: savedAt });
  }

  /** Has the draft that was made while a text was sent begin with that text. */
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
    // The caller gets the failure.
    this.#draftQueue = turn.catch(() => undefined);
    return turn;
  }
}

export function knownOf({ page, title, base, savedAt }: PageDraft): OpenPage {
  return { page, title, base, draftSavedAt: savedAt };
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Throws if another window has saved a draft that this window has not loaded. */
function assertDraftSeen(draft: PageDraft | undefined, known: Pick<OpenPage, 'title' | 'draftSavedAt'>): void {
  if (!draft || draft.savedAt === known.draftSavedAt) return;
  throw new Failure(
    words`Another window saved a different unsent text of "${known.title}". Copy your text, run "File: Revert File" to load the other one, then paste yours.`,
  );
}

/** Resolves when VS Code has noted that a document is saved. */
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
