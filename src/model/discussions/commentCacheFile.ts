import type * as vscode from 'vscode';
import { documentKey } from '../content/address.ts';
import type { DiskCache } from '../content/diskCache.ts';
import { readComment, readReply } from './readable.ts';
import type { Conversation } from './requests.ts';

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
