import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import { documentKey } from '../content/address.ts';
import { type ChangeRequestPlace, hasEnded, nameOf } from '../content/changeRequests.ts';
import { type Content, fileSystemError, versionOf } from '../content/content.ts';
import type { Session } from '../session/session.ts';
import { openDocumentsOf } from './openDocuments.ts';
import { type OpenPage, OpenPages, type WritingStorage } from './openPages.ts';
import { type PageDraft, PageDrafts } from './pageDrafts.ts';
import { PageEditing } from './pageEditing.ts';
import { sendEdits } from './pageEdits.ts';
import { PageConflict, PageSaves, type SavedPage } from './pageSaves.ts';
import { readOnlySentence } from './readOnlyReasons.ts';

/** Milliseconds to wait for VS Code to report that a document was saved. */
const noteMs = 3000;

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
  readonly #written = new Map<string, string>();
  readonly #conflicts = new Map<string, Conflicting>();
  readonly #lastSaves = new Map<string, PageSaved>();

  constructor(session: Session, content: Content, { globalStorageUri, workspaceState }: WritingStorage) {
    this.editing = new PageEditing(session, content);
    this.drafts = new PageDrafts(vscode.Uri.joinPath(globalStorageUri, 'pageDrafts'));
    this.openPages = new OpenPages(workspaceState);
    this.#content = content;
    this.#saves = new PageSaves(content);
  }

  /** The text of a page that was just sent, as the editor knows it. */
  written(document: string): string | undefined {
    return this.#written.get(document);
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
    await drafts.refresh();
    const known = openPages.get(document) ?? (await this.learn(uri));
    if (!known) throw new Failure('Could not find the page of this text. Copy your text to keep it.');
    const { page, title, base } = known;
    demandSeen(drafts.get(document), known);
    if (text === base?.text) {
      await drafts.delete(document, known.draftSavedAt);
      openPages.set(document, { page, title, base });
    } else {
      const { savedAt } = await drafts.save({ document, page, title, text, base });
      openPages.set(document, { page, title, base, draftSavedAt: savedAt });
    }
    // VS Code now asks for the state of the file that it has written, not of the one before.
    openPages.release(document);
  }

  /** Sends a draft, whether its page is open or not. */
  async sendDraft({ document, text }: PageDraft): Promise<void> {
    await this.send(openDocumentsOf(document)[0]?.uri ?? vscode.Uri.parse(document, true), text);
  }

  /** Sends a text. Throws where it was not sent, or it is not known whether it was. */
  async send(uri: vscode.Uri, text: string): Promise<void> {
    const document = documentKey(uri);
    const { drafts, openPages } = this;
    const place = await this.#demandPlace(uri);
    await drafts.refresh();
    const draft = drafts.get(document);
    const known = openPages.get(document) ?? (draft && knownOf(draft)) ?? (await this.learn(uri));
    if (!known) throw new Failure('This page is no longer in the change request. Copy your text to keep it.');
    demandSeen(draft, known);
    const { page, title, base } = known;
    const sending = this.#saves.save(place, { page, title, text, base });
    this.#didBegin.fire({ title, sending });
    let saved: SavedPage;
    try {
      saved = await sending;
    } catch (conflict) {
      if (conflict instanceof PageConflict) {
        this.#conflicts.set(document, { uri, title, conflict });
        this.#didConflict.fire({ uri, title, conflict });
      }
      throw conflict;
    }
    this.#conflicts.delete(document);
    this.#written.set(document, text);
    await drafts.delete(document, draft?.savedAt);
    openPages.set(document, { page, title: saved.title, base: { text: saved.text, revision: saved.revision } });
    void this.#readBack({ ...saved, uri, place, page });
  }

  /** Uses their version as the new base, so that the next save replaces it. */
  acceptTheirs({ uri, conflict: { theirs } }: Conflicting): void {
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
    const { openPages } = this;
    const content = this.#content;
    const entry = await content.lookUp(uri).catch((error: unknown) => {
      throw fileSystemError(uri, error);
    });
    if (entry?.kind !== 'page') return undefined;
    const { page, snapshot } = entry;
    const text = await snapshot.markdown(page.id);
    const known = { page: page.id, title: page.title, base: { text, revision: snapshot.head.revision } };
    openPages.set(documentKey(uri), known);
    return known;
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
  async #readBack(saved: Omit<PageSaved, 'stored'>): Promise<void> {
    const { uri, place, page, title, revision } = saved;
    const document = documentKey(uri);
    const { openPages } = this;
    const content = this.#content;
    const sent = this.#written.get(document);
    const isNoted = noted(uri);
    let stored: string | undefined;
    try {
      const snapshot = await content.snapshot(versionOf(place));
      // In a later revision others may have written: the next save finds that.
      if (snapshot.head.revision === revision) stored = await snapshot.markdown(page);
    } catch {
      // It is saved, whether it can be read or not; the editor reads it when it is reached again.
    }
    await isNoted;
    const isLast = this.#written.get(document) === sent;
    if (isLast && stored !== undefined) openPages.set(document, { page, title, base: { text: stored, revision } });
    if (isLast) this.#written.delete(document);
    this.#didSend.fire(uri);
    if (saved.revisionBefore === undefined) return;
    this.#lastSaves.set(document, { ...saved, stored });
    this.#didSave.fire({ ...saved, stored });
  }
}

export function knownOf({ page, title, base, savedAt }: PageDraft): OpenPage {
  return { page, title, base, draftSavedAt: savedAt };
}

/** Throws if another window has saved a draft that this window has not loaded. */
function demandSeen(draft: PageDraft | undefined, known: OpenPage): void {
  if (!draft || draft.savedAt === known.draftSavedAt) return;
  throw new Failure(
    words`Another window saved a different unsent text of "${known.title}". Copy your text, run "File: Revert File" to load the other one, then paste yours.`,
  );
}

/** Resolves when VS Code has noted that a document is saved. */
function noted(uri: vscode.Uri): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isOpen = openDocumentsOf(documentKey(uri)).length > 0;
  const timer = setTimeout(resolve, isOpen ? noteMs : 0);
  const listening = vscode.workspace.onDidSaveTextDocument(document => {
    if (document.uri.toString() === uri.toString()) resolve();
  });
  return promise.finally(() => {
    clearTimeout(timer);
    listening.dispose();
  });
}
