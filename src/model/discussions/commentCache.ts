import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { documentKey } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import { isCachedOnDisk, type Place } from '../content/snapshot.ts';
import type { Conversation } from './requests.ts';
import type { DiskCache } from '../content/diskCache.ts';
import { parseComment, parseCommentReply } from './parseComments.ts';
import type { Placement } from './placement.ts';

/** Cached comments are refetched after this many milliseconds, even if nothing indicates a change. */
const refetchDelayMs = 5000;

interface Context {
  content: Content;
  place: () => Promise<Place>;
  /** Returns the number of open comments, as far as it is known. */
  openComments: () => Promise<number>;
  /** Returns true if all comments are loaded. */
  isFullyLoaded: () => boolean;
  /** Shows the cached comments on a document. */
  showCached: (document: vscode.Uri, snapshot: CachedComments) => Promise<void>;
  /** Returns true if an editor shows the document. */
  isOpen: (document: vscode.Uri) => boolean;
  /** Fetches the comments on a document. */
  fetch: (document: vscode.Uri) => void;
  /** Returns the loaded comments that are to be cached. */
  loadedComments: () => Promise<LoadedComments>;
}

interface LoadedComments {
  /** Documents whose comments are all loaded. */
  documents: readonly vscode.Uri[];
  conversations: readonly (Conversation & { placement: Placement })[];
  /** Returns true if replies may exist that are not loaded. */
  hasMissingReplies: (id: string) => boolean;
}

/**
 * The disk cache of a discussion. Cached comments are shown at once and refetched if there was a change, else after a
 * delay if the document is still open: browsing through pages sends no requests.
 */
export class CommentCache {
  readonly #context: Context;
  readonly #refetchDelayMs: number;
  readonly #file: CommentCacheFile;
  /** Whether the cached comments suffice for now, by document key. */
  readonly #sufficiency = new Map<string, Promise<boolean>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #pendingSave: Promise<void> | undefined;
  #isSaveRequested = false;

  constructor(context: Context, after = refetchDelayMs) {
    this.#context = context;
    this.#refetchDelayMs = after;
    this.#file = new CommentCacheFile(context.content.disk);
  }

  /** Shows the cached comments when a document is first in view. Resolves to true if they suffice for now. */
  showCached(document: vscode.Uri): Promise<boolean> {
    const key = documentKey(document);
    const known = this.#sufficiency.get(key);
    if (known) return known;
    // If the cache fails, the comments are fetched, which reports any problem.
    const showing = this.#show(key, document).catch(() => false);
    this.#sufficiency.set(key, showing);
    return showing;
  }

  /** Marks the cached comments on a document as replaced by a fetch. */
  invalidate(document: vscode.Uri): void {
    const key = documentKey(document);
    clearTimeout(this.#timers.get(key));
    this.#sufficiency.set(key, replacedByFetch);
  }

  /** Caches the loaded comments on disk. Changes during a write lead to one further write. */
  save(): void {
    this.#isSaveRequested = true;
    this.#pendingSave ??= this.#saveWhileRequested().finally(() => (this.#pendingSave = undefined));
  }

  /** The pending write, if there is one. */
  get pendingSave(): Promise<void> | undefined {
    return this.#pendingSave;
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  async #saveWhileRequested(): Promise<void> {
    while (this.#isSaveRequested) {
      this.#isSaveRequested = false;
      try {
        if (isCachedOnDisk(await this.#context.place())) await this.#saveOnce();
      } catch {
        // Comments that cannot be cached are fetched again by the next window.
      }
    }
  }

  async #saveOnce(): Promise<void> {
    const state = await this.#state();
    const { documents, conversations, hasMissingReplies } = await this.#context.loadedComments();
    for (const document of documents) {
      const onDocument = conversations
        .filter(isOn(document))
        .map(({ comment, replies, isCut }) => ({ comment, replies, isCut }));
      const unread = onDocument.map(({ comment }) => comment.id).filter(hasMissingReplies);
      // Serializing takes long, so the editor shows the comments first.
      await setImmediate();
      await this.#file.write(document, { state, conversations: onDocument, unread });
    }
  }

  async #show(key: string, document: vscode.Uri): Promise<boolean> {
    const snapshot = isCachedOnDisk(await this.#context.place()) ? await this.#file.read(document) : undefined;
    const isOver = () => this.#sufficiency.get(key) === replacedByFetch;
    if (!snapshot || isOver() || this.#context.isFullyLoaded()) return false;
    await this.#context.showCached(document, snapshot);
    if (snapshot.state !== (await this.#state()) || isOver()) return false;
    const timer = setTimeout(() => {
      this.invalidate(document);
      if (this.#context.isOpen(document)) this.#context.fetch(document);
    }, this.#refetchDelayMs);
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

const replacedByFetch = Promise.resolve(false);

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
const maxConversations = 300;
/** An unchanged entry is written again after this many milliseconds, to update its time. */
const rewriteAfterMs = 60_000;

/** The comments on documents, cached on disk for the next window. */
export class CommentCacheFile {
  readonly #disk: DiskCache;
  /** The last entry written for each document. */
  readonly #written = new Map<string, { text: string; asOf: number }>();
  #pendingWrites: Promise<void> = Promise.resolve();

  constructor(disk: DiskCache) {
    this.#disk = disk;
  }

  async read(document: vscode.Uri): Promise<CachedComments | undefined> {
    const snapshot = await this.#disk.get(fileOf(document), isCachedComments);
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
    const isKnown = before?.text === text && asOf - before.asOf < rewriteAfterMs;
    if (isKnown || snapshot.conversations.length > maxConversations) return this.#pendingWrites;
    this.#written.set(key, { text, asOf });
    this.#pendingWrites = this.#pendingWrites.then(() => this.#disk.put(fileOf(document), { asOf, ...snapshot }));
    return this.#pendingWrites;
  }
}

function fileOf(document: vscode.Uri): readonly [string, ...string[]] {
  return [document.authority, 'said', documentKey(document)];
}

/** Returns true if the value is a cache entry. Its conversations are not checked. */
function isCachedComments(value: unknown): value is CachedComments {
  const { asOf, conversations, unread } = (value ?? {}) as Partial<CachedComments>;
  const isTime = typeof asOf === 'number' && !Number.isNaN(new Date(asOf).getTime());
  return isTime && Array.isArray(conversations) && Array.isArray(unread);
}

/** Reads a cached conversation like one from a server. Returns an empty list if it is unusable. */
function readConversation(value: Partial<Conversation> | null): Conversation[] {
  const { comment, replies, isCut } = value ?? {};
  const read = parseComment(comment);
  if (!read) return [];
  const all = Array.isArray(replies) ? replies.flatMap(reply => parseCommentReply(reply)?.resource ?? []) : [];
  return [{ comment: read.resource, replies: all, isCut: isCut === true }];
}
