import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { documentKey } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import { isCachedOnDisk, type Place } from '../content/snapshot.ts';
import type { Conversation } from './requests.ts';
import type { DiskCache } from '../content/diskCache.ts';
import { readComment, readReply } from './readable.ts';
import type { Placement } from './placement.ts';

/** Cached comments are refetched after this many milliseconds, even if nothing indicates a change. */
const readAgainAfter = 5000;

interface Context {
  content: Content;
  place: () => Promise<Place>;
  /** Returns the number of open comments, as far as it is known. */
  openComments: () => Promise<number>;
  /** Returns true if all comments are loaded. */
  isKnown: () => boolean;
  /** Shows the cached comments on a document. */
  take: (document: vscode.Uri, snapshot: CachedComments) => Promise<void>;
  /** Returns true if an editor shows the document. */
  isOpen: (document: vscode.Uri) => boolean;
  /** Fetches the comments on a document. */
  read: (document: vscode.Uri) => void;
  /** Returns the loaded comments that are to be cached. */
  known: () => Promise<Known>;
}

interface Known {
  /** Documents whose comments are all loaded. */
  documents: readonly vscode.Uri[];
  conversations: readonly (Conversation & { placement: Placement })[];
  /** Returns true if replies may exist that are not loaded. */
  isUnread: (id: string) => boolean;
}

/**
 * The disk cache of a discussion. Cached comments are shown at once and refetched if there was a change, else after a
 * delay if the document is still open: browsing through pages sends no requests.
 */
export class CommentCache {
  readonly #context: Context;
  readonly #after: number;
  readonly #store: CommentCacheFile;
  /** Whether the cached comments suffice for now, by document key. */
  readonly #showing = new Map<string, Promise<boolean>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #keeping: Promise<void> | undefined;
  #isToBeKept = false;

  constructor(context: Context, after = readAgainAfter) {
    this.#context = context;
    this.#after = after;
    this.#store = new CommentCacheFile(context.content.disk);
  }

  /** Shows the cached comments when a document is first in view. Resolves to true if they suffice for now. */
  suffices(document: vscode.Uri): Promise<boolean> {
    const key = documentKey(document);
    const known = this.#showing.get(key);
    if (known) return known;
    // If the cache fails, the comments are fetched, which reports any problem.
    const showing = this.#show(key, document).catch(() => false);
    this.#showing.set(key, showing);
    return showing;
  }

  /** Marks the cached comments on a document as replaced by a fetch. */
  overtake(document: vscode.Uri): void {
    const key = documentKey(document);
    clearTimeout(this.#timers.get(key));
    this.#showing.set(key, isOvertaken);
  }

  /** Caches the loaded comments on disk. Changes during a write lead to one further write. */
  keep(): void {
    this.#isToBeKept = true;
    this.#keeping ??= this.#keepAll().finally(() => (this.#keeping = undefined));
  }

  /** The pending write, if there is one. */
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
        if (isCachedOnDisk(await this.#context.place())) await this.#keepOnce();
      } catch {
        // Comments that cannot be cached are fetched again by the next window.
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
      // Serializing takes long, so the editor shows the comments first.
      await setImmediate();
      await this.#store.write(document, { state, conversations: onDocument, unread });
    }
  }

  async #show(key: string, document: vscode.Uri): Promise<boolean> {
    const snapshot = isCachedOnDisk(await this.#context.place()) ? await this.#store.read(document) : undefined;
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

  /**
   * Returns the revision and the number of open comments, which indicate a change without a request for the comments.
   */
  async #state(): Promise<string> {
    const { head } = await this.#context.content.snapshot(await this.#context.place());
    return `${head.revision} ${await this.#context.openComments()}`;
  }
}

/** Returns a filter for the conversations on a document. Rough placements match no document. */
function isOn(document: vscode.Uri): (conversation: { placement: Placement }) => boolean {
  const key = documentKey(document);
  return ({ placement }) => !placement.isRough && documentKey(placement.uri) === key;
}

const isOvertaken = Promise.resolve(false);

/** Cached comments on a document. */
export interface CachedComments {
  /** When the comments were cached, in milliseconds since 1970. */
  asOf: number;
  /** Revision and comment count at that time, compared to detect new comments. */
  state: string;
  conversations: Conversation[];
  /** IDs of conversations with missing replies. */
  unread: string[];
}

/** Documents with more conversations than this are not cached. */
const mostKept = 300;
/** An unchanged entry is written again after this many milliseconds, to update its time. */
const writtenAgainAfter = 60_000;

/** The comments on documents, cached on disk for the next window. */
export class CommentCacheFile {
  readonly #disk: DiskCache;
  /** The last entry written for each document. */
  readonly #written = new Map<string, { text: string; asOf: number }>();
  #writing: Promise<void> = Promise.resolve();

  constructor(disk: DiskCache) {
    this.#disk = disk;
  }

  async read(document: vscode.Uri): Promise<CachedComments | undefined> {
    const snapshot = await this.#disk.get(fileOf(document), isSaid);
    return snapshot && { ...snapshot, conversations: snapshot.conversations.flatMap(readConversation) };
  }

  /**
   * Replaces the cached comments on a document, unless they are unchanged or too many. Writes run one after the other.
   */
  write(document: vscode.Uri, snapshot: Omit<CachedComments, 'asOf'>): Promise<void> {
    const key = documentKey(document);
    const asOf = Date.now();
    const text = JSON.stringify(snapshot);
    const before = this.#written.get(key);
    const isKnown = before?.text === text && asOf - before.asOf < writtenAgainAfter;
    if (isKnown || snapshot.conversations.length > mostKept) return this.#writing;
    this.#written.set(key, { text, asOf });
    this.#writing = this.#writing.then(() => this.#disk.put(fileOf(document), { asOf, ...snapshot }));
    return this.#writing;
  }
}

function fileOf(document: vscode.Uri): readonly [string, ...string[]] {
  return [document.authority, 'said', documentKey(document)];
}

/** Returns true if the value is a cache entry. Its conversations are not checked. */
function isSaid(value: unknown): value is CachedComments {
  const { asOf, conversations, unread } = (value ?? {}) as Partial<CachedComments>;
  const isTime = typeof asOf === 'number' && !Number.isNaN(new Date(asOf).getTime());
  return isTime && Array.isArray(conversations) && Array.isArray(unread);
}

/** Reads a cached conversation like one from a server. Returns an empty list if it is unusable. */
function readConversation(value: Partial<Conversation> | null): Conversation[] {
  const { comment, replies, isCut } = value ?? {};
  const read = readComment(comment);
  if (!read) return [];
  const all = Array.isArray(replies) ? replies.flatMap(reply => readReply(reply)?.resource ?? []) : [];
  return [{ comment: read.resource, replies: all, isCut: isCut === true }];
}
