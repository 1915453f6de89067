import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { Session } from '../session/session.ts';
import type { Draft, Surface } from './draft.ts';
import { DraftFiles, watchDrafts } from './draftFiles.ts';
import { windowName } from './windowName.ts';

/** Where a text belongs. */
type Place = Pick<Draft, 'discussion' | 'conversation' | 'edited'>;

interface Keeping {
  /** Told in a sentence what cannot be read or kept. */
  notice: (sentence: string) => void;
  /** The name of this window. */
  window?: string;
  /** Names the account that is signed in at a connection. */
  accountOf?: Session['accountOf'];
}

/** Texts that the service does not have. They outlive the window, until they are sent or thrown away. */
export class Drafts implements vscode.Disposable {
  readonly #didFind = new vscode.EventEmitter<void>();
  /** Fires when other texts are to be offered, or the same ones in other places. */
  readonly onDidFind = this.#didFind.event;
  readonly #files: DraftFiles;
  readonly #accountOf: Session['accountOf'];
  readonly #all = new Map<string, Draft>();
  /** Those of earlier windows; of this window, the text is still where it was typed. */
  readonly #offered = new Set<string>();
  /** Those of #left that are being changed in one of the places that offer them. */
  readonly #changing = new Map<string, Surface>();
  readonly #sending = new Set<string>();
  /** Those that are being sent and whose box is gone meanwhile. */
  readonly #homeless = new Set<string>();
  /** What all windows hold back, as last seen on disk or written there. */
  #seen = new Set<string>();
  /** Counts what is kept and dropped here, so that what was read before does not undo it. */
  #changes = 0;
  readonly #folder: string;
  #loading: Promise<void> | undefined;
  #watching: Promise<vscode.Disposable> | undefined;
  #isDisposed = false;

  constructor(folder: vscode.Uri, { notice, window = windowName(), accountOf = () => undefined }: Keeping) {
    this.#folder = folder.fsPath;
    this.#accountOf = accountOf;
    this.#files = new DraftFiles(this.#folder, window, notice);
  }

  /** Takes over what windows that are gone have left, and watches for more. Only the first call does so. */
  load(): Promise<void> {
    if (!this.#loading) {
      this.#loading = this.look();
      this.#watching = watchDrafts(this.#folder, () => void this.look());
    }
    return this.#loading;
  }

  /** True if there are comments on disk that are pending until a review is finished. Loads none of them. */
  hasPendingFiles(): Promise<boolean> {
    return this.#files.hasPending();
  }

  /** Looks whether a window that is gone has left texts. */
  async look(): Promise<void> {
    if (this.#isDisposed) return;
    const changes = this.#changes;
    const claimed = await this.#files.claim();
    const news = claimed.filter(
      draft => draft.pending === undefined || (changes === this.#changes && this.#isNews(draft)),
    );
    for (const draft of news) {
      this.#all.set(draft.id, draft);
      this.#offered.add(draft.id);
    }
    const isGone = changes === this.#changes && this.#forgetGone(claimed);
    if (isGone || news.length > 0) this.#didFind.fire();
  }

  /** Tells that another account is signed in, which has other texts. */
  followAccount(): void {
    if (this.#all.size > 0) this.#didFind.fire();
  }

  /** The account that is signed in where a text belongs; undefined where nobody is. */
  accountOf({ discussion }: Pick<Draft, 'discussion'>): string | undefined {
    return this.#accountOf(discussion.replace(/\/.*/, ''));
  }

  /** Whether a text is for the account that is signed in. A text of which nobody knows the account is for everybody. */
  isOfAccount(draft: Draft): boolean {
    return draft.account === undefined || draft.account === (this.accountOf(draft) ?? draft.account);
  }

  get(id: string): Draft | undefined {
    return this.#all.get(id);
  }

  /** The texts of a discussion that have to be shown for the user to find them again: everywhere, or in one place. */
  leftIn(discussion: string, surface?: Surface): Draft[] {
    const isVisible = ({ id }: Draft) => (surface ? this.isOffered(id, surface) : this.isLeft(id));
    return this.#ofAccount().filter(draft => draft.discussion === discussion && isVisible(draft));
  }

  /** Whether a text is offered in a place. While it is being changed in another one, it is not. */
  isOffered(id: string, surface: Surface): boolean {
    return this.isLeft(id) && (this.#changing.get(id) ?? surface) === surface;
  }

  /** What is held back in a discussion, or in all, in the order in which it is sent. */
  pendingIn(discussion?: string): Draft[] {
    const isMeant = (draft: Draft) => draft.pending !== undefined && [undefined, draft.discussion].includes(discussion);
    return this.#ofAccount()
      .filter(isMeant)
      .sort((one, other) => placeOf(one) - placeOf(other));
  }

  /** Holds something back, to be sent after all that is held back already. */
  async hold(draft: Draft): Promise<void> {
    const last = placeOf(this.pendingIn().at(-1));
    await this.keep({ ...draft, pending: Math.max(Date.now(), last + 1) });
    this.#changing.delete(draft.id);
    this.#offered.add(draft.id);
    this.#didFind.fire();
  }

  /** Whether there is a text that is meant. */
  has(isMeant: (draft: Draft) => boolean): boolean {
    return this.#ofAccount().some(isMeant);
  }

  /** The first text that is left and meant, and not held back. */
  findLeft(isMeant: (draft: Draft) => boolean): Draft | undefined {
    const isFree = ({ id, pending }: Draft) => pending === undefined && this.isLeft(id) && !this.#changing.has(id);
    return this.#ofAccount().find(draft => isFree(draft) && isMeant(draft));
  }

  /** The first text that is meant and still where it was typed in this window. */
  findOwn(isMeant: (draft: Draft) => boolean): Draft | undefined {
    return this.#ofAccount().find(draft => !this.isLeft(draft.id) && isMeant(draft));
  }

  /** The first text that is meant, not held back, and was typed by another account than the one that is signed in. */
  findOfOther(isMeant: (draft: Draft) => boolean): Draft | undefined {
    const isOfOther = (draft: Draft) => draft.pending === undefined && !this.isOfAccount(draft);
    return [...this.#all.values()].find(draft => isOfOther(draft) && isMeant(draft));
  }

  /** Returns the texts that match, those of other accounts too. */
  filterAll(isMatch: (draft: Draft) => boolean): Draft[] {
    return [...this.#all.values()].filter(isMatch);
  }

  /** Forgets what was typed in this window to change a comment. */
  async dropEdit(comment: string): Promise<void> {
    const edits = this.#ofAccount().filter(({ id, edited }) => edited === comment && !this.isLeft(id));
    for (const { id } of edits) await this.drop(id);
  }

  isLeft(id: string): boolean {
    return this.#offered.has(id);
  }

  /** Shows a text no more, without forgetting it. */
  hide(id: string): void {
    this.#offered.delete(id);
    this.#changing.delete(id);
    this.#homeless.delete(id);
  }

  /** Hides a text from the other surface while it is changed in this one. Pending comments stay visible in both. */
  changeIn(id: string, surface: Surface): void {
    const isShared = this.#all.get(id)?.pending !== undefined;
    if (isShared || !this.isLeft(id) || this.#changing.get(id) === surface) return;
    this.#changing.set(id, surface);
    this.#didFind.fire();
  }

  /** Stops offering a text, because a box shows it again. */
  take(id: string): void {
    this.hide(id);
    this.#didFind.fire();
  }

  /** Offers a text because its box is gone; if it is being sent, only once that has failed. */
  leave(id: string): void {
    const draft = this.#all.get(id);
    if (!draft) return;
    if (this.isSending(id)) {
      this.#homeless.add(id);
      return;
    }
    if (isBlank(draft)) return void this.drop(id);
    this.#changing.delete(id);
    this.#offered.add(id);
    this.#didFind.fire();
  }

  isSending(id: string): boolean {
    return this.#sending.has(id);
  }

  /** Runs what sends a text, which is not offered meanwhile. */
  async whileSending<T>(id: string, send: () => Promise<T>): Promise<T> {
    const isShared = this.#all.get(id)?.pending !== undefined;
    if (this.isSending(id)) throw new Failure('It is being sent just now. Wait until that has ended.');
    this.#sending.add(id);
    let isTaken = false;
    try {
      if (isShared && !(isTaken = await this.#files.take(id))) throw new Failure(takenMessage);
      return await send();
    } catch (error) {
      this.#sending.delete(id);
      if (this.#homeless.has(id)) this.leave(id);
      throw error;
    } finally {
      if (isTaken && this.#all.has(id)) await this.#files.giveBack(id);
      this.#sending.delete(id);
      this.#homeless.delete(id);
    }
  }

  async keep(typed: Draft): Promise<void> {
    this.#changes++;
    const before = this.#all.get(typed.id);
    const account = typed.account ?? before?.account ?? this.accountOf(typed);
    const draft = account === undefined ? typed : { ...typed, account };
    this.#all.set(draft.id, draft);
    const isShared = before?.pending !== undefined || (this.isLeft(draft.id) && !this.#changing.has(draft.id));
    if (isShared && before?.text !== draft.text) this.#didFind.fire();
    if (isBlank(draft)) return this.#files.remove(draft.id);
    const isWritten = await this.#files.write(draft);
    if (isWritten && draft.pending !== undefined) this.#seen.add(draft.id);
  }

  async drop(id: string): Promise<void> {
    this.hide(id);
    this.#changes++;
    const isKnown = this.#all.delete(id);
    // Where it was dropped a moment ago, its file may still be there.
    await this.#files.remove(id);
    if (isKnown) this.#didFind.fire();
  }

  /** Forgets the text that is now sent. What belongs elsewhere, is held back or on its way itself may say the same. */
  async sent({ discussion, conversation, edited }: Place, text: string): Promise<void> {
    // Of what is typed it may not be known yet which conversation it belongs to.
    const mayBeThere = (draft: Draft) =>
      draft.conversation === conversation || (draft.conversation === undefined && !this.isLeft(draft.id));
    const isThere = (draft: Draft) => draft.discussion === discussion && draft.edited === edited && mayBeThere(draft);
    const isOwn = ({ id, pending }: Draft) => pending === undefined && !this.isSending(id);
    const isSent = (draft: Draft) => isThere(draft) && draft.text.trim() === text.trim() && isOwn(draft);
    const same = this.#ofAccount().filter(isSent);
    for (const { id } of same) await this.drop(id);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#didFind.dispose();
    void this.#watching?.then(watching => watching.dispose());
    this.#files.release();
  }

  /** The texts of the accounts that are signed in. */
  #ofAccount(): Draft[] {
    return [...this.#all.values()].filter(draft => this.isOfAccount(draft));
  }

  /** Whether what is held back is not known, or was another in the window before. */
  #isNews(draft: Draft): boolean {
    const known = this.#all.get(draft.id);
    return !this.isSending(draft.id) && JSON.stringify(known) !== JSON.stringify(draft);
  }

  /** Forgets what another window has sent, or thrown away; tells whether there is any. */
  #forgetGone(claimed: readonly Draft[]): boolean {
    const ids = new Set(claimed.filter(({ pending }) => pending !== undefined).map(({ id }) => id));
    const gone = [...this.#seen].filter(id => !ids.has(id) && !this.isSending(id) && this.#all.delete(id));
    for (const id of gone) this.hide(id);
    // What this window tries to send may be gone because another one has: that is found out when it has been tried.
    this.#seen = new Set([...ids, ...[...this.#seen].filter(id => this.isSending(id))]);
    return gone.length > 0;
  }
}

/** The drafts in the storage of the extension. */
export function draftsIn(
  storage: vscode.Uri,
  failures: { show: (action: string, error: unknown) => unknown },
  session: Pick<Session, 'accountOf' | 'onDidChange'>,
): Drafts {
  const notice = (sentence: string) => failures.show('keep texts', new Failure(sentence));
  const accountOf = (connection: string) => session.accountOf(connection);
  const drafts = new Drafts(vscode.Uri.joinPath(storage, 'drafts'), { notice, accountOf });
  // The session is disposed with the drafts.
  session.onDidChange(() => drafts.followAccount());
  return drafts;
}

/** Whether a text has no words: its box is still there, but nothing is lost with it. */
export function isBlank({ text, resolved }: Pick<Draft, 'text' | 'resolved'>): boolean {
  return text.trim() === '' && resolved === undefined;
}

const takenMessage =
  'Another window sends this just now, or has sent it. Refresh to see what is there, then finish the review again.';

function placeOf(draft: Draft | undefined): number {
  return draft?.pending ?? 0;
}
