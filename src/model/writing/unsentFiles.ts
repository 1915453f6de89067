import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { assetNameIn } from '../../markdown/assetNames.ts';
import { type ContentAddress, contentUri, headAddress, isComparedWithHead } from '../content/address.ts';
import { numberedNames } from './fileNames.ts';

/** The form in which files are written. */
const version = 1;
/** Files are readable by their user alone, also on a shared machine. */
const privateFolder = 0o700;
const privateFile = 0o600;
/** Days after which a file is pruned that no draft names: its text was given up without a save. */
const pruneAfterDays = 30;

/** A file that was inserted into a page of a change request and that the service does not have yet. */
export interface UnsentFile {
  /** Its address in the change request, without a title. */
  address: string;
  name: string;
  contentType: string;
  bytes: Uint8Array;
  /** Milliseconds since 1970. */
  savedAt: number;
}

export type NewFile = Pick<UnsentFile, 'name' | 'contentType' | 'bytes'>;

/** Whether a document is a file of a change request, as it is now: a page may name it from any folder. */
export function isFileOfChangeRequest(uri: vscode.Uri): boolean {
  return !isComparedWithHead(uri) && addressOfFile(uri)?.version.kind === 'changeRequest';
}

/**
 * Files that were inserted into pages, on disk beside the drafts: they survive a reload, a crash and a sign-out, until they
 * are uploaded. All windows share them.
 */
export class UnsentFiles {
  readonly #folder: string;

  constructor(folder: vscode.Uri) {
    this.#folder = folder.fsPath;
  }

  /**
   * Stores a file under a name that is free, and returns that; one that is stored already, as after an undo, keeps its
   * name. Rejects where the disk takes nothing.
   */
  async add(page: ContentAddress, file: NewFile, isTaken: (name: string) => boolean): Promise<string> {
    let free = '';
    for (free of numberedNames(file.name)) {
      if (!isTaken(free) && (await this.#write({ ...page, path: `.assets/${free}` }, { ...file, name: free }))) break;
    }
    return free;
  }

  /** Returns the file of an address; undefined where there is none that is not sent. */
  async get(uri: vscode.Uri): Promise<UnsentFile | undefined> {
    const address = addressOfFile(uri);
    const file = address && (await readUnsentFile(this.#pathOf(address)));
    return file && address.path.endsWith(`/${file.name}`) ? file : undefined;
  }

  async delete(uri: vscode.Uri): Promise<void> {
    const address = addressOfFile(uri);
    if (address) await rm(this.#pathOf(address), { force: true, maxRetries: 3 });
  }

  /** Removes old files that are not named any more. */
  async prune(isNamed: (address: string) => boolean): Promise<void> {
    const oldest = Date.now() - pruneAfterDays * 24 * 60 * 60 * 1000;
    for (const folder of (await readNames(this.#folder)).map(name => join(this.#folder, name))) {
      for (const path of (await readNames(folder)).map(name => join(folder, name))) {
        if ((await stat(path)).mtimeMs > oldest) continue;
        const file = await readUnsentFile(path);
        if (!file || !isNamed(file.address)) await rm(path, { force: true, maxRetries: 3 });
      }
    }
  }

  /** Writes a file and returns true, unless another one has its address. A damaged one, which a crash has left, keeps its name. */
  async #write(address: ContentAddress, { bytes, ...file }: NewFile): Promise<boolean> {
    await mkdir(this.#folderOf(address), { recursive: true, mode: privateFolder });
    const stored: StoredFile = {
      version,
      ...file,
      address: contentUri(address).toString(),
      savedAt: Date.now(),
      base64: Buffer.from(bytes).toString('base64'),
    };
    try {
      await writeFile(this.#pathOf(address), JSON.stringify(stored), { flag: 'wx', flush: true, mode: privateFile });
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      const other = await readUnsentFile(this.#pathOf(address));
      return other?.name === file.name && Buffer.from(bytes).equals(other.bytes);
    }
  }

  #pathOf(address: ContentAddress): string {
    // Names that differ only in case are one name for some disks and servers.
    return join(this.#folderOf(address), `${hashOf(address.path.toLowerCase())}.json`);
  }

  #folderOf({ connection, space, version }: ContentAddress): string {
    return join(this.#folder, hashOf(contentUri({ connection, space, version, path: '' }).toString()));
  }
}

/** Parses the address of a file, which is in `.assets/` of its version, wherever the page is that names it. */
function addressOfFile(uri: vscode.Uri): ContentAddress | undefined {
  const address = headAddress(uri);
  const name = address && assetNameIn(address.path);
  return address && name !== undefined ? { ...address, path: `.assets/${name}` } : undefined;
}

/** Reads a file; undefined where it is gone, damaged or of a later version. Throws where the disk cannot be read. */
async function readUnsentFile(path: string): Promise<UnsentFile | undefined> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as unknown;
    if (!isStoredFile(stored)) return undefined;
    const { address, name, contentType, savedAt, base64 } = stored;
    return { address, name, contentType, savedAt, bytes: Buffer.from(base64, 'base64') };
  } catch (error) {
    if (isGone(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // There is no folder before the first file.
    if (isGone(error)) return [];
    throw error;
  }
}

type StoredFile = Omit<UnsentFile, 'bytes'> & { version: number; base64: string };

function isStoredFile(value: unknown): value is StoredFile {
  const { version: form, savedAt, ...others } = { ...(value as Partial<StoredFile> | null) };
  const texts = [others.address, others.name, others.contentType, others.base64];
  return form === version && typeof savedAt === 'number' && texts.every(text => typeof text === 'string');
}

function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
