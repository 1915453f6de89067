import type * as vscode from 'vscode';
import { documentKey } from '../content/address.ts';
import type { Disk } from '../content/disk.ts';
import { readComment, readReply } from './readable.ts';
import type { Conversation } from './requests.ts';

/** What was said on a document, as it was known then. */
export interface Said {
  /** In milliseconds since 1970. */
  asOf: number;
  /** What was known of the whole by which it is told that more was said since. */
  state: string;
  conversations: Conversation[];
  /** IDs of those whose replies are not all there. */
  unread: string[];
}

/** With more conversations than this, what was said on a document is read anew by each window. */
const mostKept = 300;
/** Milliseconds after which it is written again though nothing is another. */
const writtenAgainAfter = 60_000;

/** What was said on the documents that were looked at, kept on disk for the next window. */
export class Kept {
  readonly #disk: Disk;
  /** What was written of each document last. */
  readonly #written = new Map<string, { text: string; asOf: number }>();
  #writing: Promise<void> = Promise.resolve();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  async read(document: vscode.Uri): Promise<Said | undefined> {
    const snapshot = await this.#disk.get(fileOf(document), isSaid);
    return snapshot && { ...snapshot, conversations: snapshot.conversations.flatMap(readConversation) };
  }

  /** Keeps this in place of what was kept, one after the other. */
  write(document: vscode.Uri, snapshot: Omit<Said, 'asOf'>): Promise<void> {
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

/** Whether something is what was written here, as far as its conversations are not looked at. */
function isSaid(value: unknown): value is Said {
  const { asOf, conversations, unread } = (value ?? {}) as Partial<Said>;
  const isTime = typeof asOf === 'number' && !Number.isNaN(new Date(asOf).getTime());
  return isTime && Array.isArray(conversations) && Array.isArray(unread);
}

/** A conversation as far as it can be used, as one that a server sent. */
function readConversation(value: Partial<Conversation> | null): Conversation[] {
  const { comment, replies, isCut } = value ?? {};
  const read = readComment(comment);
  if (!read) return [];
  const all = Array.isArray(replies) ? replies.flatMap(reply => readReply(reply)?.resource ?? []) : [];
  return [{ comment: read.resource, replies: all, isCut: isCut === true }];
}
