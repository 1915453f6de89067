import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { documentKey } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import { isKeptOnDisk, type Place } from '../content/snapshot.ts';
import { Kept, type Said } from './kept.ts';
import type { Placement } from './placements.ts';
import type { Conversation } from './requests.ts';

/** Milliseconds after which it is read again what an earlier window knew, if nothing tells that there is more. */
const readAgainAfter = 5000;

interface Context {
  content: Content;
  place: () => Promise<Place>;
  /** How many comments are open, as far as that is known. */
  openComments: () => Promise<number>;
  /** Whether everything was read that was said. */
  isKnown: () => boolean;
  /** Shows what was known on a document. */
  take: (document: vscode.Uri, snapshot: Said) => Promise<void>;
  /** Whether a document is in an editor. */
  isOpen: (document: vscode.Uri) => boolean;
  /** Reads what was said on a document. */
  read: (document: vscode.Uri) => void;
  /** What is known now, to be kept. */
  known: () => Promise<Known>;
}

interface Known {
  /** The documents of which everything is known that was said there. */
  documents: readonly vscode.Uri[];
  conversations: readonly (Conversation & { placement: Placement })[];
  /** Whether there may be replies that are not known. */
  isUnread: (id: string) => boolean;
}

/**
 * What an earlier window knew of a discussion. It is shown at once, and read again where something tells that there is
 * more; else when somebody still looks after a while, so that who passes by asks for nothing.
 */
export class Earlier {
  readonly #context: Context;
  readonly #after: number;
  readonly #store: Kept;
  /** Whether that will do for now, by the keys of the documents. */
  readonly #showing = new Map<string, Promise<boolean>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #keeping: Promise<void> | undefined;
  #isToBeKept = false;

  constructor(context: Context, after = readAgainAfter) {
    this.#context = context;
    this.#after = after;
    this.#store = new Kept(context.content.disk);
  }

  /** Shows on first sight what was known on a document. Tells whether that will do for now. */
  suffices(document: vscode.Uri): Promise<boolean> {
    const key = documentKey(document);
    const known = this.#showing.get(key);
    if (known) return known;
    // Who reads it from the service hears what is wrong.
    const showing = this.#show(key, document).catch(() => false);
    this.#showing.set(key, showing);
    return showing;
  }

  /** Takes in that what is said on a document is read now. */
  overtake(document: vscode.Uri): void {
    const key = documentKey(document);
    clearTimeout(this.#timers.get(key));
    this.#showing.set(key, isOvertaken);
  }

  /** Keeps what is known now for the next window; what is heard of while that is written is kept together, afterwards. */
  keep(): void {
    this.#isToBeKept = true;
    this.#keeping ??= this.#keepAll().finally(() => (this.#keeping = undefined));
  }

  /** Settles when nothing is being kept any more. */
  get saved(): Promise<void> | undefined {
    return this.#keeping;
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  async #keepAll(): Promise<void> {
    while (this.#isToBeKept) {
      this.#isToBeKept = false;
      try {
        if (isKeptOnDisk(await this.#context.place())) await this.#keepOnce();
      } catch {
        // What is not kept is read anew by the next window.
      }
    }
  }

  async #keepOnce(): Promise<void> {
    const state = await this.#state();
    const { documents, conversations, isUnread } = await this.#context.known();
    for (const document of documents) {
      const onDocument = conversations
        .filter(isOn(document))
        .map(({ comment, replies, isCut }) => ({ comment, replies, isCut }));
      const unread = onDocument.map(({ comment }) => comment.id).filter(isUnread);
      // It is much to write down, and whoever asked for what is said here is to see it first.
      await setImmediate();
      await this.#store.write(document, { state, conversations: onDocument, unread });
    }
  }

  async #show(key: string, document: vscode.Uri): Promise<boolean> {
    const snapshot = isKeptOnDisk(await this.#context.place()) ? await this.#store.read(document) : undefined;
    const isOver = () => this.#showing.get(key) === isOvertaken;
    if (!snapshot || isOver() || this.#context.isKnown()) return false;
    await this.#context.take(document, snapshot);
    if (snapshot.state !== (await this.#state()) || isOver()) return false;
    const timer = setTimeout(() => {
      this.overtake(document);
      if (this.#context.isOpen(document)) this.#context.read(document);
    }, this.#after);
    this.#timers.set(key, timer);
    return true;
  }

  /** The newest content, and how many comments are open: by these it is told without a question that there is more. */
  async #state(): Promise<string> {
    const { head } = await this.#context.content.snapshot(await this.#context.place());
    return `${head.revision} ${await this.#context.openComments()}`;
  }
}

/** What is not looked at has no place yet, and is on none of them. */
function isOn(document: vscode.Uri): (conversation: { placement: Placement }) => boolean {
  const key = documentKey(document);
  return ({ placement }) => !placement.isRough && documentKey(placement.uri) === key;
}

const isOvertaken = Promise.resolve(false);
