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

interface Surroundings {
  content: Content;
  place: () => Promise<Place>;
  /** How many comments are open, as far as that is known. */
  openComments: () => Promise<number>;
  /** Whether everything was read that was said. */
  isKnown: () => boolean;
  /** Shows what was known on a document. */
  take: (document: vscode.Uri, said: Said) => Promise<void>;
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
  readonly #around: Surroundings;
  readonly #after: number;
  readonly #kept: Kept;
  /** Whether that will do for now, by the keys of the documents. */
  readonly #shown = new Map<string, Promise<boolean>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #keeping: Promise<void> | undefined;
  #isToBeKept = false;

  constructor(around: Surroundings, after = readAgainAfter) {
    this.#around = around;
    this.#after = after;
    this.#kept = new Kept(around.content.disk);
  }

  /** Shows on first sight what was known on a document. Tells whether that will do for now. */
  suffices(document: vscode.Uri): Promise<boolean> {
    const key = documentKey(document);
    const known = this.#shown.get(key);
    if (known) return known;
    // Who reads it from the service hears what is wrong.
    const shown = this.#show(key, document).catch(() => false);
    this.#shown.set(key, shown);
    return shown;
  }

  /** Takes in that what is said on a document is read now. */
  overtake(document: vscode.Uri): void {
    const key = documentKey(document);
    clearTimeout(this.#timers.get(key));
    this.#shown.set(key, isOvertaken);
  }

  /** Keeps what is known now for the next window; what is heard of while that is written is kept together, afterwards. */
  keep(): void {
    this.#isToBeKept = true;
    this.#keeping ??= this.#keepAll().finally(() => (this.#keeping = undefined));
  }

  /** Settles when nothing is being kept any more. */
  get kept(): Promise<void> | undefined {
    return this.#keeping;
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  async #keepAll(): Promise<void> {
    while (this.#isToBeKept) {
      this.#isToBeKept = false;
      try {
        if (isKeptOnDisk(await this.#around.place())) await this.#keepOnce();
      } catch {
        // What is not kept is read anew by the next window.
      }
    }
  }

  async #keepOnce(): Promise<void> {
    const state = await this.#state();
    const { documents, conversations, isUnread } = await this.#around.known();
    for (const document of documents) {
      const here = conversations
        .filter(isOn(document))
        .map(({ comment, replies, isCut }) => ({ comment, replies, isCut }));
      const unread = here.map(({ comment }) => comment.id).filter(isUnread);
      // It is much to write down, and whoever asked for what is said here is to see it first.
      await setImmediate();
      await this.#kept.write(document, { state, conversations: here, unread });
    }
  }

  async #show(key: string, document: vscode.Uri): Promise<boolean> {
    const said = isKeptOnDisk(await this.#around.place()) ? await this.#kept.read(document) : undefined;
    const isOver = () => this.#shown.get(key) === isOvertaken;
    if (!said || isOver() || this.#around.isKnown()) return false;
    await this.#around.take(document, said);
    if (said.state !== (await this.#state()) || isOver()) return false;
    const timer = setTimeout(() => {
      this.overtake(document);
      if (this.#around.isOpen(document)) this.#around.read(document);
    }, this.#after);
    this.#timers.set(key, timer);
    return true;
  }

  /** The newest content, and how many comments are open: by these it is told without a question that there is more. */
  async #state(): Promise<string> {
    const { head } = await this.#around.content.snapshot(await this.#around.place());
    return `${head.revision} ${await this.#around.openComments()}`;
  }
}

/** What is not looked at has no place yet, and is on none of them. */
function isOn(document: vscode.Uri): (conversation: { placement: Placement }) => boolean {
  const key = documentKey(document);
  return ({ placement }) => !placement.isRough && documentKey(placement.uri) === key;
}

const isOvertaken = Promise.resolve(false);
