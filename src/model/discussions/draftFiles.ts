import { readdirSync, renameSync, rmdirSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import type { Draft } from './draft.ts';
import { isWindowClosed } from './windowName.ts';

/** Format version of draft files. Before version 1, files had no version and lay in the folder itself. */
const version = 1;
/** Subfolder of pending drafts, which all windows share. */
const pendingFolder = 'pending';
const damaged = 'damaged';
/** Permissions that keep other users of the machine from reading drafts. */
const privateFolderMode = 0o700;
const privateFileMode = 0o600;
/** The folder of a window on another machine counts as abandoned after this many days. */
const abandonedAfterDays = 7;

/** Kinds of problems with draft files. */
type Problem = 'keep' | 'remove' | 'newer' | 'damaged';

/**
 * Drafts on disk, one file each, in one folder for each window. The first window that claims the drafts of a closed
 * window gets them.
 */
export class DraftFiles {
  readonly #folder: string;
  readonly #windowFolder: string;
  readonly #notice: (sentence: string) => void;
  readonly #reported = new Set<Problem>();
  /** IDs of pending drafts that this window has claimed to send them. */
  readonly #claimed = new Set<string>();
  #queue: Promise<unknown> = Promise.resolve();

  /** `notice` receives a sentence about the first problem of each kind. */
  constructor(folder: string, window: string, notice: (sentence: string) => void) {
    this.#folder = folder;
    this.#windowFolder = join(folder, window);
    this.#notice = notice;
  }

  async hasPending(): Promise<boolean> {
    return (await namesIn(join(this.#folder, pendingFolder))).some(name => name.endsWith('.json'));
  }

  /** Returns true if the draft was written. */
  write(draft: Draft): Promise<boolean> {
    return this.#enqueue(async () => {
      try {
        const path = this.#pathOf(draft);
        await mkdir(dirname(path), { recursive: true, mode: privateFolderMode });
        // Renaming a complete file keeps the old or the new text intact if the process crashes.
        await writeFile(`${path}.new`, JSON.stringify({ version, ...draft }), { flush: true, mode: privateFileMode });
        await rename(`${path}.new`, path);
        // The copy from typing must go: another window that sends the pending draft would not remove it.
        if (path !== this.#ownPath(draft.id)) await rm(this.#ownPath(draft.id), { force: true });
        return true;
      } catch (error) {
        this.#report(
          'keep',
          t`What you type cannot be kept on this disk, so that a reload would lose it: ${String(error)}.`,
        );
        return false;
      }
    });
  }

  remove(id: string): Promise<void> {
    return this.#enqueue(async () => {
      try {
        this.#claimed.delete(id);
        for (const path of [this.#ownPath(id), this.#sharedPath(id)]) await rm(path, { force: true, maxRetries: 3 });
        // A window that crashed while it added the draft to the review may have left a second copy in its folder.
        const folders = (await namesIn(this.#folder)).filter(name => name !== damaged && !name.endsWith('.json'));
        for (const name of folders) {
          // The folder may contain files, such as those of a file manager, in which nothing can be removed.
          await rm(join(this.#folder, name, `${id}.json`), { force: true }).catch(() => undefined);
        }
      } catch (error) {
        // The text was sent, so the message must not sound like a failure to send.
        this.#report(
          'remove',
          t`A text that was sent cannot be removed from this disk, and may be offered again: ${String(error)}.`,
        );
      }
    });
  }

  /** Claims the drafts of closed windows. Returns these and all pending drafts, whichever window wrote them. */
  claimAll(): Promise<Draft[]> {
    return this.#enqueue(async () => {
      const drafts = await this.#claimFrom(this.#folder);
      for (const name of await namesIn(this.#folder)) {
        const folder = join(this.#folder, name);
        const isOthers =
          ![damaged, pendingFolder].includes(name) && folder !== this.#windowFolder && !name.endsWith('.json');
        if (!isOthers || !(isWindowClosed(name) || (await isOld(folder)))) continue;
        drafts.push(...(await this.#claimFrom(folder)));
        // The folder may still contain drafts of a newer version.
        await rmdir(folder).catch(() => undefined);
      }
      const pending = await this.#claimFrom(join(this.#folder, pendingFolder));
      const pendingIds = new Set(pending.map(({ id }) => id));
      for (const { id } of drafts) {
        if (!pendingIds.has(id)) continue;
        // A duplicate that cannot be removed is left out of the result anyway.
        await rm(this.#ownPath(id), { force: true }).catch(() => undefined);
      }
      const isLeft = ({ id, pending }: Draft) => pending === undefined && !pendingIds.has(id);
      return [...drafts.filter(isLeft), ...pending];
    });
  }

  /** Returns the unconfirmed changes of pending drafts in all windows. */
  readChanges(): Promise<Draft[]> {
    return this.#enqueue(async () => {
      const changes: Draft[] = [];
      for (const name of await namesIn(this.#folder)) {
        if ([damaged, pendingFolder].includes(name) || name.endsWith('.json')) continue;
        for (const file of (await namesIn(join(this.#folder, name))).filter(file => file.endsWith('.json'))) {
          // Another window may have removed the file.
          const text = await readFile(join(this.#folder, name, file), 'utf8').catch(() => '');
          const draft = draftIn(parsed(text), basename(file, '.json'));
          if (draft?.changes !== undefined) changes.push(draft);
        }
      }
      return changes;
    });
  }

  /** Claims a pending draft, so that no other window sends it. Returns false if another window has claimed it. */
  claimPending(id: string): Promise<boolean> {
    return this.#enqueue(async () => {
      try {
        await mkdir(this.#windowFolder, { recursive: true, mode: privateFolderMode });
        await rename(this.#sharedPath(id), this.#ownPath(id));
        this.#claimed.add(id);
        return true;
      } catch {
        // Another window has sent the draft or is sending it.
        return false;
      }
    });
  }

  /** Makes a claimed draft available to all windows again. */
  unclaimPending(id: string): Promise<void> {
    return this.#enqueue(async () => {
      this.#claimed.delete(id);
      // A draft that cannot be moved is claimed by the next window.
      await rename(this.#ownPath(id), this.#sharedPath(id)).catch(() => undefined);
    });
  }

  /** Renames the folder of this window, so that other windows can claim its drafts at once. */
  releaseFolder(): void {
    try {
      const isEmpty = readdirSync(this.#windowFolder).length === 0;
      if (isEmpty) rmdirSync(this.#windowFolder);
      else renameSync(this.#windowFolder, join(this.#folder, `left-${randomUUID()}`));
    } catch {
      // Nothing was stored, or the folder cannot be renamed: its drafts are claimed once this process has ended.
    }
  }

  async #claimFrom(folder: string): Promise<Draft[]> {
    const drafts: Draft[] = [];
    for (const name of (await namesIn(folder)).filter(name => name.endsWith('.json'))) {
      const path = join(folder, name);
      // Another window may claim the file first.
      const draft = await this.#claimOne(path, basename(name, '.json')).catch(() => undefined);
      if (draft) drafts.push(draft);
    }
    return drafts;
  }

  async #claimOne(path: string, id: string): Promise<Draft | undefined> {
    const value = parsed(await readFile(path, 'utf8'));
    if (isNewer(value)) {
      this.#report(
        'newer',
        t(
          'A text that was not sent was written by a newer version of Marginalia. It is left as it is; update Marginalia to send it.',
        ),
      );
      return undefined;
    }
    const draft = draftIn(value, id);
    const target = draft ? this.#pathOf(draft) : join(this.#folder, damaged, basename(path));
    await mkdir(dirname(target), { recursive: true, mode: privateFolderMode });
    // A pending draft stays in place: moving it would trigger the watchers of all windows.
    if (target !== path) await rename(path, target);
    if (!draft) this.#report('damaged', t`A text that was not sent could not be read. It was put aside in ${target}.`);
    return draft;
  }

  /** Reports each kind of problem once, since many files may have it. */
  #report(wrong: Problem, sentence: string): void {
    if (this.#reported.has(wrong)) return;
    this.#reported.add(wrong);
    this.#notice(sentence);
  }

  #enqueue<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(run);
    // The caller receives the error.
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  #pathOf({ id, pending }: Draft): string {
    const isShared = pending !== undefined && !this.#claimed.has(id);
    return isShared ? this.#sharedPath(id) : this.#ownPath(id);
  }

  #ownPath(id: string): string {
    return join(this.#windowFolder, `${id}.json`);
  }

  #sharedPath(id: string): string {
    return join(this.#folder, pendingFolder, `${id}.json`);
  }
}

/** Calls `changed` when drafts of other windows may have appeared or disappeared. */
export async function watchDrafts(folder: string, changed: () => void): Promise<{ dispose(): void }> {
  try {
    await mkdir(join(folder, pendingFolder), { recursive: true, mode: privateFolderMode });
    const watchers = [folder, join(folder, pendingFolder)].map(one => watch(one, { persistent: false }, changed));
    for (const watcher of watchers) watcher.on('error', () => watcher.close());
    return { dispose: () => watchers.forEach(watcher => watcher.close()) };
  } catch {
    // Some disks cannot be watched: drafts are then read again when the window gets the focus.
    return { dispose: () => {} };
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // The folder is created with the first draft.
    return [];
  }
}

async function isOld(folder: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(folder);
    return Date.now() - mtimeMs > abandonedAfterDays * 24 * 3600_000;
  } catch {
    // The folder was removed or is a broken link: there is nothing to claim.
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Invalid JSON counts as damaged.
    return undefined;
  }
}

function isNewer(value: unknown): boolean {
  return isObject(value) && typeof value['version'] === 'number' && value['version'] > version;
}

/** Returns the draft in parsed JSON, with the ID from its file name; undefined if it is not a valid draft. */
function draftIn(value: unknown, id: string): Draft | undefined {
  if (!isObject(value)) return undefined;
  const { version: _, ...draft } = value;
  const { account, discussion, text, target, conversation, conversationText, edited } = draft;
  const { attempt, pending, resolved, isLineUnknown, changes } = draft;
  const areTexts = [account, conversation, conversationText, edited, changes].every(one => isMaybe(one, 'string'));
  const isWhole = typeof discussion === 'string' && typeof text === 'string' && isObject(target) && areTexts;
  const isHeldBack = isMaybe(pending, 'number') && [resolved, isLineUnknown].every(one => isMaybe(one, 'boolean'));
  if (!isWhole || !isHeldBack || !(attempt === undefined || isAttempt(attempt))) return undefined;
  return { ...(draft as object), id } as Draft;
}

function isMaybe(value: unknown, type: 'number' | 'boolean' | 'string'): boolean {
  return value === undefined || typeof value === type;
}

function isAttempt(value: unknown): boolean {
  return (
    isObject(value) && typeof value['text'] === 'string' && isObject(value['target']) && Array.isArray(value['alike'])
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
