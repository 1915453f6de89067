import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { Session } from '../session/session.ts';
import type { Draft, DraftSurface } from './draft.ts';
import { DraftFiles, watchDrafts } from './draftFiles.ts';
import { windowName } from './windowName.ts';

/** The discussion, conversation and message that a draft belongs to. */
type Place = Pick<Draft, 'discussion' | 'conversation' | 'edited'>;

interface DraftsOptions {
  /** Receives a sentence about drafts that cannot be read or stored. */
  notice: (sentence: string) => void;
  window?: string;
  /** Returns the name of the account that is signed in at a connection. */
  accountOf?: Session['accountOf'];
}

/** Texts that are not sent yet, stored on disk until they are sent or discarded. */
export class Drafts implements vscode.Disposable {
  readonly #didChangeOffered = new vscode.EventEmitter<void>();
  /** Fires when the offered drafts, or the places that offer them, have changed. */
  readonly onDidChangeOffered = this.#didChangeOffered.event;
  readonly #files: DraftFiles;
  readonly #accountOf: Session['accountOf'];
  readonly #all = new Map<string, Draft>();
  /**
   * Drafts of earlier windows, and drafts whose box is gone. Other texts are still in the box where they were typed.
   */
  readonly #offered = new Set<string>();
  /** Offered drafts that are being edited, with the surface that edits them. */
  readonly #editing = new Map<string, DraftSurface>();
  readonly #sending = new Set<string>();
  /** Drafts whose box was closed while they are being sent. */
  readonly #closedWhileSending = new Set<string>();
  /** Pending drafts of all windows, as last seen on disk or written there. */
  #pendingOnDisk = new Set<string>();
  /** Number of changes in this window. A read of the disk that overlaps a change does not undo it. */
  #changeCount = 0;
  readonly #folder: string;
  #loading: Promise<void> | undefined;
  #watching: Promise<vscode.Disposable> | undefined;
  #isDisposed = false;

  constructor(folder: vscode.Uri, { notice, window = windowName(), accountOf = () => undefined }: DraftsOptions) {
    this.#folder = folder.fsPath;
    this.#accountOf = accountOf;
    this.#files = new DraftFiles(this.#folder, window, notice);
  }

  /** Claims the drafts of closed windows, and watches for more. Later calls return the first result. */
  load(): Promise<void> {
    if (!this.#loading) {
      this.#loading = this.refresh();
      this.#watching = watchDrafts(this.#folder, () => void this.refresh());
    }
    return this.#loading;
  }

  /** Returns true if there are pending drafts on disk, without loading them. */
  hasPendingFiles(): Promise<boolean> {
    return this.#files.hasPending();
  }

  /** Claims the drafts of closed windows, and follows the pending drafts of all windows. */
  async refresh(): Promise<void> {
    if (this.#isDisposed) return;
    const changes = this.#changeCount;
    const claimed = await this.#files.claimAll();
    const newDrafts = claimed.filter(
      draft => draft.pending === undefined || (changes === this.#changeCount && this.#isChangedOnDisk(draft)),
    );
    for (const draft of newDrafts) {
      this.#all.set(draft.id, draft);
      this.#offered.add(draft.id);
    }
    const isGone = changes === this.#changeCount && this.#dropRemoved(claimed);
    if (isGone || newDrafts.length > 0) this.#didChangeOffered.fire();
  }

  /** Notifies listeners that another account has signed in, which has other drafts. */
  followAccount(): void {
    if (this.#all.size > 0) this.#didChangeOffered.fire();
  }

  /** Returns the account that is signed in at the draft's connection; undefined if there is none. */
  accountOf({ discussion }: Pick<Draft, 'discussion'>): string | undefined {
    return this.#accountOf(discussion.replace(/\/.*/, ''));
  }

  /**
   * Returns false if another account than the draft's is signed in. A draft without an account is for every account.
   */
  isOfAccount(draft: Draft): boolean {
    return draft.account === undefined || draft.account === (this.accountOf(draft) ?? draft.account);
  }

  get(id: string): Draft | undefined {
    return this.#all.get(id);
  }

  /** Returns the drafts of a discussion that are offered anywhere, or on one surface. */
  offeredIn(discussion: string, surface?: DraftSurface): Draft[] {
    const isVisible = ({ id }: Draft) => (surface ? this.isOfferedOn(id, surface) : this.isOffered(id));
    return this.#ofAccount().filter(draft => draft.discussion === discussion && isVisible(draft));
  }

  /** Returns true if a surface offers a draft. While one surface edits it, the other does not offer it. */
  isOfferedOn(id: string, surface: DraftSurface): boolean {
    return this.isOffered(id) && (this.#editing.get(id) ?? surface) === surface;
  }

  /** Returns the pending drafts of a discussion, or of all, in the order of sending. */
  pendingIn(discussion?: string): Draft[] {
    const isMatch = (draft: Draft) => draft.pending !== undefined && [undefined, draft.discussion].includes(discussion);
    return this.#ofAccount()
      .filter(isMatch)
      .sort((one, other) => sendingOrderOf(one) - sendingOrderOf(other));
  }

  /** Returns the unconfirmed change of a pending draft, typed in this window or an earlier one. */
  changeOf(pending: string): Draft | undefined {
    return [...this.#all.values()].find(draft => draft.changes === pending && this.isOfAccount(draft));
  }

  /** Returns the IDs of pending drafts that have an unconfirmed change in any window. */
  async idsWithUnconfirmedChange(): Promise<ReadonlySet<string>> {
    const known = [...this.#all.values()].filter(draft => this.isOfAccount(draft));
    const all = [...known, ...(await this.#files.readChanges()).filter(({ id }) => !this.#all.has(id))];
    const isOther = ({ text, changes = '' }: Draft) => text.trim() !== this.#all.get(changes)?.text.trim();
    return new Set(all.flatMap(draft => (draft.changes !== undefined && isOther(draft) ? [draft.changes] : [])));
  }

  /** Stores a change apart from its pending draft, which is sent unchanged until the change is confirmed. */
  async storeChange(pending: Draft, { id, text }: Pick<Draft, 'id' | 'text'>): Promise<void> {
    // An offered change stays in the box that offers it.
    if (text.trim() === pending.text.trim() && !this.isOffered(id)) return this.drop(id);
    const isNew = !this.#all.has(id);
    await this.store({ ...pending, pending: undefined, attempt: undefined, changes: pending.id, id, text });
    if (isNew) this.#didChangeOffered.fire();
  }

  /** Replaces the text of a pending draft with the confirmed change. */
  async confirmChange(pending: Draft, text: string): Promise<void> {
    await this.store({ ...pending, text });
    await this.dropChanges(pending.id);
  }

  /** Drops the unconfirmed changes of a pending draft. */
  async dropChanges(pending: string): Promise<void> {
    for (const { id, changes } of this.#all.values()) if (changes === pending) await this.drop(id);
  }

  /** Makes a draft pending, to be sent after all other pending drafts. */
  async makePending(draft: Draft): Promise<void> {
    const last = sendingOrderOf(this.pendingIn().at(-1));
    await this.store({ ...draft, pending: Math.max(Date.now(), last + 1) });
    this.#editing.delete(draft.id);
    this.#offered.add(draft.id);
    this.#didChangeOffered.fire();
  }

  /** Returns true if a draft of the signed-in accounts matches. */
  has(isMatch: (draft: Draft) => boolean): boolean {
    return this.#ofAccount().some(isMatch);
  }

  /** Returns the first matching draft that is offered, not being edited and not pending. */
  findOffered(isMatch: (draft: Draft) => boolean): Draft | undefined {
    const isFree = ({ id, pending }: Draft) => pending === undefined && this.isOffered(id) && !this.#editing.has(id);
    return this.#ofAccount().find(draft => isFree(draft) && isMatch(draft));
  }

  /** Returns the first matching draft that is still in its box in this window. */
  findInBox(isMatch: (draft: Draft) => boolean): Draft | undefined {
    return this.#ofAccount().find(draft => !this.isOffered(draft.id) && isMatch(draft));
  }

  /** Returns the first matching draft of another account that is not pending. */
  findOfOtherAccount(isMatch: (draft: Draft) => boolean): Draft | undefined {
    const isOfOther = (draft: Draft) => draft.pending === undefined && !this.isOfAccount(draft);
    return [...this.#all.values()].find(draft => isOfOther(draft) && isMatch(draft));
  }

  /** Returns the matching drafts of all accounts. */
  filterAll(isMatch: (draft: Draft) => boolean): Draft[] {
    return [...this.#all.values()].filter(isMatch);
  }

  /** Drops what was typed in this window to edit a comment. */
  async dropEdit(comment: string): Promise<void> {
    const edits = this.#ofAccount().filter(({ id, edited }) => edited === comment && !this.isOffered(id));
    for (const { id } of edits) await this.drop(id);
  }

  isOffered(id: string): boolean {
    return this.#offered.has(id);
  }

  /** Stops offering a draft without dropping it. */
  hide(id: string): void {
    this.#offered.delete(id);
    this.#editing.delete(id);
    this.#closedWhileSending.delete(id);
  }

  /** Hides a draft from the other surface while this one edits it. Pending drafts stay visible on both. */
  startEditing(id: string, surface: DraftSurface): void {
    const isShared = this.#all.get(id)?.pending !== undefined;
    if (isShared || !this.isOffered(id) || this.#editing.get(id) === surface) return;
    this.#editing.set(id, surface);
    this.#didChangeOffered.fire();
  }

  /** Stops offering a draft because a box shows it again. */
  returnToBox(id: string): void {
    this.hide(id);
    this.#didChangeOffered.fire();
  }

  /** Offers a draft whose box is gone. A draft that is being sent is offered only if that fails. */
  offer(id: string): void {
    const draft = this.#all.get(id);
    if (!draft) return;
    if (this.isSending(id)) {
      this.#closedWhileSending.add(id);
      return;
    }
    if (isBlank(draft)) return void this.drop(id);
    this.#editing.delete(id);
    this.#offered.add(id);
    this.#didChangeOffered.fire();
  }

  isSending(id: string): boolean {
    return this.#sending.has(id);
  }

  /** Runs `send` while the draft is not offered. Throws a Failure if it is already being sent. */
  async whileSending<T>(id: string, send: () => Promise<T>): Promise<T> {
    const isShared = this.#all.get(id)?.pending !== undefined;
    if (this.isSending(id)) throw new Failure(t('It is being sent just now. Wait until that has ended.'));
    this.#sending.add(id);
    let isTaken = false;
    let isFailed = true;
    try {
      if (isShared && !(isTaken = await this.#files.claimPending(id))) throw new Failure(alreadySendingMessage);
      const result = await send();
      isFailed = false;
      return result;
    } finally {
      if (isTaken && this.#all.has(id)) await this.#files.unclaimPending(id);
      // A read of the disk that began before must not drop the draft.
      this.#changeCount++;
      this.#sending.delete(id);
      if (this.#closedWhileSending.delete(id) && isFailed) this.offer(id);
    }
  }

  async store(typed: Draft): Promise<void> {
    this.#changeCount++;
    const before = this.#all.get(typed.id);
    const account = typed.account ?? before?.account ?? this.accountOf(typed);
    const draft = account === undefined ? typed : { ...typed, account };
    this.#all.set(draft.id, draft);
    const isShared = before?.pending !== undefined || (this.isOffered(draft.id) && !this.#editing.has(draft.id));
    if (isShared && before?.text !== draft.text) this.#didChangeOffered.fire();
    if (isBlank(draft)) return this.#files.remove(draft.id);
    const isWritten = await this.#files.write(draft);
    if (isWritten && draft.pending !== undefined) this.#pendingOnDisk.add(draft.id);
  }

  async drop(id: string): Promise<void> {
    this.hide(id);
    this.#changeCount++;
    const known = this.#all.get(id);
    this.#all.delete(id);
    if (known) this.#offerChanges(known);
    // The file may still exist even if the draft was dropped a moment ago.
    await this.#files.remove(id);
    if (known) this.#didChangeOffered.fire();
  }

  /**
   * Drops the drafts of a text that was just sent. Equal texts that belong elsewhere, are pending or are being sent
   * stay.
   */
  async dropSent({ discussion, conversation, edited }: Place, text: string): Promise<void> {
    // The conversation of a text that is still being typed may be unknown.
    const canBeCurrent = (draft: Draft) =>
      draft.conversation === conversation || (draft.conversation === undefined && !this.isOffered(draft.id));
    const isThere = (draft: Draft) => draft.discussion === discussion && draft.edited === edited && canBeCurrent(draft);
    const isOwn = ({ id, pending }: Draft) => pending === undefined && !this.isSending(id);
    const isSent = (draft: Draft) => isThere(draft) && draft.text.trim() === text.trim() && isOwn(draft);
    const same = this.#ofAccount().filter(isSent);
    for (const { id } of same) await this.drop(id);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#didChangeOffered.dispose();
    void this.#watching?.then(watching => watching.dispose());
    this.#files.releaseFolder();
  }

  /** Returns the drafts of the signed-in accounts, without changes of pending drafts (see `changeOf`). */
  #ofAccount(): Draft[] {
    const isChange = ({ changes = '' }: Draft) => this.#all.get(changes)?.pending !== undefined;
    return [...this.#all.values()].filter(draft => this.isOfAccount(draft) && !isChange(draft));
  }

  /** Offers the changes of a pending draft that is gone as drafts of their own, unless they equal its text. */
  #offerChanges({ id: pending, text: before }: Draft): void {
    for (const { id, text, changes } of this.#all.values()) {
      if (changes !== pending) continue;
      if (text.trim() === before.trim()) void this.drop(id);
      else this.#offered.add(id);
    }
  }

  /** Returns true if a draft from disk is unknown or differs from the loaded one, and is not being sent. */
  #isChangedOnDisk(draft: Draft): boolean {
    const known = this.#all.get(draft.id);
    return !this.isSending(draft.id) && JSON.stringify(known) !== JSON.stringify(draft);
  }

  /** Drops pending drafts that another window has sent or discarded. Returns true if there were any. */
  #dropRemoved(claimed: readonly Draft[]): boolean {
    const ids = new Set(claimed.filter(({ pending }) => pending !== undefined).map(({ id }) => id));
    const isGone = (id: string) => !ids.has(id) && !this.isSending(id);
    const gone = [...this.#pendingOnDisk].filter(isGone).flatMap(id => this.#all.get(id) ?? []);
    for (const draft of gone) {
      this.#all.delete(draft.id);
      this.hide(draft.id);
      this.#offerChanges(draft);
    }
    // If another window has sent a draft that is being sent here, that is detected after the attempt.
    this.#pendingOnDisk = new Set([...ids, ...[...this.#pendingOnDisk].filter(id => this.isSending(id))]);
    return gone.length > 0;
  }
}

/** Returns the drafts in the storage of the extension. */
export function createDrafts(
  storage: vscode.Uri,
  failures: { show: (action: string, error: unknown) => unknown },
  session: Pick<Session, 'accountOf' | 'onDidChange'>,
): Drafts {
  const notice = (sentence: string) => failures.show(t('keep texts'), new Failure(sentence));
  const accountOf = (connection: string) => session.accountOf(connection);
  const drafts = new Drafts(vscode.Uri.joinPath(storage, 'drafts'), { notice, accountOf });
  // The listener is never disposed, because the session is disposed with the drafts.
  session.onDidChange(() => drafts.followAccount());
  return drafts;
}

/** Returns true if the draft has neither text nor resolution, so that nothing is lost with it. */
export function isBlank({ text, resolved }: Pick<Draft, 'text' | 'resolved'>): boolean {
  return text.trim() === '' && resolved === undefined;
}

const alreadySendingMessage = t(
  'Another window sends this just now, or has sent it. Refresh to see what is there, then finish the review again.',
);

function sendingOrderOf(draft: Draft | undefined): number {
  return draft?.pending ?? 0;
}
