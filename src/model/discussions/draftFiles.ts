import { readdirSync, renameSync, rmdirSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Draft } from './draft.ts';
import { isGone } from './windowName.ts';

/** The form in which drafts are written. Before version 1 they had no number and lay in the folder itself. */
const version = 1;
/** Subfolder of comments that are pending until a review is finished. All windows share it. */
const pendingFolder = 'pending';
const damaged = 'damaged';
/** What is not sent yet is for its user alone, also on a machine that others use. */
const ownFolder = 0o700;
const ownFile = 0o600;
/** Days after which a window on another machine is taken for gone. */
const daysAway = 7;

/** What can be wrong with a draft. */
type Wrong = 'keep' | 'remove' | 'newer' | 'damaged';

/**
 * Drafts on disk: each a file of its own, in a folder for each window. What a window has left that is gone belongs to
 * the first that moves it into its own folder.
 */
export class DraftFiles {
  readonly #folder: string;
  readonly #windowFolder: string;
  readonly #notice: (sentence: string) => void;
  readonly #reported = new Set<Wrong>();
  /** What is held back and was taken for this window alone. */
  readonly #taken = new Set<string>();
  #queue: Promise<unknown> = Promise.resolve();

  /** `notice` is told in a sentence what cannot be read or kept, once for each kind. */
  constructor(folder: string, window: string, notice: (sentence: string) => void) {
    this.#folder = folder;
    this.#windowFolder = join(folder, window);
    this.#notice = notice;
  }

  async hasPending(): Promise<boolean> {
    return (await namesIn(join(this.#folder, pendingFolder))).some(name => name.endsWith('.json'));
  }

  /** Tells whether it is on disk now. */
  write(draft: Draft): Promise<boolean> {
    return this.#inTurn(async () => {
      try {
        const path = this.#pathOf(draft);
        await mkdir(dirname(path), { recursive: true, mode: ownFolder });
        // A crash leaves the old text or the new one, never half of it.
        await writeFile(`${path}.new`, JSON.stringify({ version, ...draft }), { flush: true, mode: ownFile });
        await rename(`${path}.new`, path);
        // Another window that sends what is held back would leave what this one kept of it while it was typed.
        if (path !== this.#ownPath(draft.id)) await rm(this.#ownPath(draft.id), { force: true });
        return true;
      } catch (error) {
        this.#say(
          'keep',
          `What you type cannot be kept on this disk, so that a reload would lose it: ${String(error)}.`,
        );
        return false;
      }
    });
  }

  remove(id: string): Promise<void> {
    return this.#inTurn(async () => {
      try {
        this.#taken.delete(id);
        for (const path of [this.#ownPath(id), this.#sharedPath(id)]) await rm(path, { force: true, maxRetries: 3 });
        // A window that crashed while it added the draft to the review may have left a second copy in its folder.
        const folders = (await namesIn(this.#folder)).filter(name => name !== damaged && !name.endsWith('.json'));
        for (const name of folders) {
          // There may be files, too, such as those that a file manager makes.
          await rm(join(this.#folder, name, `${id}.json`), { force: true }).catch(() => undefined);
        }
      } catch (error) {
        // The service has the text: that it is still on this disk must not sound as if it had not.
        this.#say(
          'remove',
          `A text that was sent cannot be removed from this disk, and may be offered again: ${String(error)}.`,
        );
      }
    });
  }

  /** Takes over the drafts of windows that are gone. Gives what is held back, too, whichever window holds it. */
  claim(): Promise<Draft[]> {
    return this.#inTurn(async () => {
      const drafts = await this.#claimFrom(this.#folder);
      for (const name of await namesIn(this.#folder)) {
        const folder = join(this.#folder, name);
        const isOthers =
          ![damaged, pendingFolder].includes(name) && folder !== this.#windowFolder && !name.endsWith('.json');
        if (!isOthers || !(isGone(name) || (await isOld(folder)))) continue;
        drafts.push(...(await this.#claimFrom(folder)));
        // What a newer version has written stays in it.
        await rmdir(folder).catch(() => undefined);
      }
      const pending = await this.#claimFrom(join(this.#folder, pendingFolder));
      const pendingIds = new Set(pending.map(({ id }) => id));
      for (const { id } of drafts) {
        if (!pendingIds.has(id)) continue;
        // What cannot be removed is not offered all the same.
        await rm(this.#ownPath(id), { force: true }).catch(() => undefined);
      }
      const isLeft = ({ id, pending }: Draft) => pending === undefined && !pendingIds.has(id);
      return [...drafts.filter(isLeft), ...pending];
    });
  }

  /** Takes what is held back for this window alone, so that no other one sends it; tells whether it is still there. */
  take(id: string): Promise<boolean> {
    return this.#inTurn(async () => {
      try {
        await mkdir(this.#windowFolder, { recursive: true, mode: ownFolder });
        await rename(this.#sharedPath(id), this.#ownPath(id));
        this.#taken.add(id);
        return true;
      } catch {
        // Another window has sent it, or does so just now.
        return false;
      }
    });
  }

  /** Gives it back to all windows. */
  giveBack(id: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#taken.delete(id);
      // What cannot be moved is found by the next window.
      await rename(this.#ownPath(id), this.#sharedPath(id)).catch(() => undefined);
    });
  }

  /** Leaves what is kept to the next window, which otherwise waits until it sees that this one is gone. */
  release(): void {
    try {
      const isEmpty = readdirSync(this.#windowFolder).length === 0;
      if (isEmpty) rmdirSync(this.#windowFolder);
      else renameSync(this.#windowFolder, join(this.#folder, `left-${randomUUID()}`));
    } catch {
      // Nothing was kept, or the disk lets nothing be moved: then it waits.
    }
  }

  async #claimFrom(folder: string): Promise<Draft[]> {
    const drafts: Draft[] = [];
    for (const name of (await namesIn(folder)).filter(name => name.endsWith('.json'))) {
      const path = join(folder, name);
      // Another window may be quicker at each step.
      const draft = await this.#claimOne(path, basename(name, '.json')).catch(() => undefined);
      if (draft) drafts.push(draft);
    }
    return drafts;
  }

  async #claimOne(path: string, id: string): Promise<Draft | undefined> {
    const value = parsed(await readFile(path, 'utf8'));
    if (isNewer(value)) {
      this.#say(
        'newer',
        'A text that was not sent was written by a newer version of Marginalia. It is left as it is; update Marginalia to send it.',
      );
      return undefined;
    }
    const draft = draftIn(value, id);
    const target = draft ? this.#pathOf(draft) : join(this.#folder, damaged, basename(path));
    await mkdir(dirname(target), { recursive: true, mode: ownFolder });
    // What is held back stays where it is; a move would be taken for news.
    if (target !== path) await rename(path, target);
    if (!draft) this.#say('damaged', `A text that was not sent could not be read. It was put aside in ${target}.`);
    return draft;
  }

  /** Says what is wrong, once: a sentence names the file, and there may be many. */
  #say(wrong: Wrong, sentence: string): void {
    if (this.#reported.has(wrong)) return;
    this.#reported.add(wrong);
    this.#notice(sentence);
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(run);
    // Who asked for it hears of a failure.
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  #pathOf({ id, pending }: Draft): string {
    const isShared = pending !== undefined && !this.#taken.has(id);
    return isShared ? this.#sharedPath(id) : this.#ownPath(id);
  }

  #ownPath(id: string): string {
    return join(this.#windowFolder, `${id}.json`);
  }

  #sharedPath(id: string): string {
    return join(this.#folder, pendingFolder, `${id}.json`);
  }
}

/** Calls back when drafts of other windows may have come or gone. */
export async function watchDrafts(folder: string, changed: () => void): Promise<{ dispose(): void }> {
  try {
    await mkdir(join(folder, pendingFolder), { recursive: true, mode: ownFolder });
    const watchers = [folder, join(folder, pendingFolder)].map(one => watch(one, { persistent: false }, changed));
    for (const watcher of watchers) watcher.on('error', () => watcher.close());
    return { dispose: () => watchers.forEach(watcher => watcher.close()) };
  } catch {
    // Not every disk can be watched; it is looked at when the window gets the focus.
    return { dispose: () => {} };
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // The folder is made with the first draft.
    return [];
  }
}

async function isOld(folder: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(folder);
    return Date.now() - mtimeMs > daysAway * 24 * 3600_000;
  } catch {
    // It is gone, or leads nowhere: there is nothing to take over.
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // What is no JSON is damaged.
    return undefined;
  }
}

function isNewer(value: unknown): boolean {
  return isObject(value) && typeof value['version'] === 'number' && value['version'] > version;
}

/** The draft in what was read; undefined when it is none. It has the ID that its file is named after. */
function draftIn(value: unknown, id: string): Draft | undefined {
  if (!isObject(value)) return undefined;
  const { version: _, ...draft } = value;
  const { account, discussion, text, target, conversation, edited, attempt, pending, resolved, isLineUnknown } = draft;
  const areTexts = [account, conversation, edited].every(one => one === undefined || typeof one === 'string');
  const isWhole = typeof discussion === 'string' && typeof text === 'string' && isObject(target) && areTexts;
  const isHeldBack = isMaybe(pending, 'number') && [resolved, isLineUnknown].every(one => isMaybe(one, 'boolean'));
  if (!isWhole || !isHeldBack || !(attempt === undefined || isAttempt(attempt))) return undefined;
  return { ...(draft as object), id } as Draft;
}

function isMaybe(value: unknown, type: 'number' | 'boolean'): boolean {
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
