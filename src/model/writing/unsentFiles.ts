import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { assetNameIn } from '../../markdown/assetNames.ts';
import { type ContentAddress, contentUri, headAddress, isComparedWithHead } from '../content/address.ts';
import { numberedNames } from './fileNames.ts';

/** Format version of stored files. */
const version = 1;
/** Permissions that keep other users of the machine from reading files. */
const privateFolder = 0o700;
const privateFile = 0o600;
/** Unused files are deleted after this many days: the text that named them was discarded without a save. */
const pruneAfterDays = 30;

/** A file that was inserted into a page of a change request and is not uploaded yet. */
export interface UnsentFile {
  /** The address of the file in the change request, without a title. */
  address: string;
  name: string;
  contentType: string;
  bytes: Uint8Array;
  /** Milliseconds since 1970. */
  savedAt: number;
}

export type NewFile = Pick<UnsentFile, 'name' | 'contentType' | 'bytes'>;

/**
 * Returns whether a document is a file of a change request at its newest revision. Pages may name the file from any
 * folder.
 */
export function isFileOfChangeRequest(uri: vscode.Uri): boolean {
  return !isComparedWithHead(uri) && addressOfFile(uri)?.version.kind === 'changeRequest';
}

/**
 * Stores inserted files on disk beside the drafts, where all windows share them. They survive a reload, a crash and a
 * sign-out, until they are uploaded.
 */
export class UnsentFiles {
  readonly #folder: string;

  constructor(folder: vscode.Uri) {
    this.#folder = folder.fsPath;
  }

  /**
   * Stores a file and returns its name. A taken name gets a number; an identical stored file, as after an undo, is
   * reused. Rejects if the disk cannot be written.
   */
  async add(page: ContentAddress, file: NewFile, isTaken: (name: string) => boolean): Promise<string> {
    let free = '';
    for (free of numberedNames(file.name)) {
      if (!isTaken(free) && (await this.#write({ ...page, path: `.assets/${free}` }, { ...file, name: free }))) break;
    }
    return free;
  }

  /** Returns the unsent file at an address, if any. */
  async get(uri: vscode.Uri): Promise<UnsentFile | undefined> {
    const address = addressOfFile(uri);
    const file = address && (await readUnsentFile(this.#pathOf(address)));
    return file && address.path.endsWith(`/${file.name}`) ? file : undefined;
  }

  async delete(uri: vscode.Uri): Promise<void> {
    const address = addressOfFile(uri);
    if (address) await rm(this.#pathOf(address), { force: true, maxRetries: 3 });
  }

  /** Deletes old files that no text names any more. */
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

  /**
   * Writes a file and returns true, unless another file has its address. A file that a crash has left damaged is
   * replaced.
   */
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
    // Some disks and servers ignore the case of names.
    return join(this.#folderOf(address), `${hashOf(address.path.toLowerCase())}.json`);
  }

  #folderOf({ connection, space, version }: ContentAddress): string {
    return join(this.#folder, hashOf(contentUri({ connection, space, version, path: '' }).toString()));
  }
}

/**
 * Parses the address of a file. All files are in `.assets/` of their version, whatever the folder of the page that
 * names them.
 */
function addressOfFile(uri: vscode.Uri): ContentAddress | undefined {
  const address = headAddress(uri);
  const name = address && assetNameIn(address.path);
  return address && name !== undefined ? { ...address, path: `.assets/${name}` } : undefined;
}

/**
 * Reads a file; undefined if it is missing, damaged or of another format version. Throws if the disk cannot be read.
 */
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
    // The folder is created with the first file.
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
