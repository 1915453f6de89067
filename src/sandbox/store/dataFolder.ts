import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

/** The database of a data folder; SQLite puts its log beside it, with the same name and an ending. */
export const databaseName = 'sandbox.sqlite';

/** Why a data folder is not used, with what to do. */
export class Refusal extends Error {}

/**
 * Makes a data folder and the file of its database, and closes both to other users of this machine: the token lies in
 * them. Gives what somebody should know of that.
 */
export function prepareDataFolder(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: privateFolder });
  const warnings = isOpenToOthers(folder) ? closeFolder(folder) : [];
  for (const ending of endings) mustBeFile(folder, databaseName + ending);
  // SQLite gives its log the mode of its database.
  if (!existsSync(join(folder, databaseName))) closeSync(openSync(join(folder, databaseName), 'a', privateFile));
  for (const path of ownFiles(folder)) {
    if (isOpenToOthers(path)) chmodSync(path, privateFile);
  }
  return warnings;
}

/** The database, and what SQLite writes beside it. */
const endings = ['', '-wal', '-shm', '-journal'];

/** Refuses a link before it is opened: what it leads to may belong to something else. */
function mustBeFile(folder: string, name: string): void {
  const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
  if (!stats || stats.isFile()) return;
  throw new Refusal(
    stats.isSymbolicLink()
      ? `its '${name}' is a symbolic link. Replace it with the file that it points to, or name another folder.`
      : `its '${name}' is not a file. Move it, or name another folder.`,
  );
}

/** Renames a database that cannot be read, with its log, so that the folder can be begun anew. Gives its new name. */
export function putAside(folder: string): string {
  const moment = new Date()
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .replace('T', '-');
  const aside = freeName(folder, `${databaseName}.damaged-${moment}`);
  for (const ending of endings) {
    const path = join(folder, databaseName + ending);
    if (existsSync(path)) renameSync(path, join(folder, aside + ending));
  }
  return aside;
}

function freeName(folder: string, wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(join(folder, name)); number++) name = `${wanted}-${number}`;
  return name;
}

/** Whether there is a log without what it belongs to: SQLite would delete it. */
export function isEmptied(folder: string): boolean {
  const path = join(folder, databaseName);
  return sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0;
}

/**
 * Tells whether the end of a database is missing. SQLite itself takes a file that ends within its last page for a whole
 * one, and a file of one byte for a new one. With a log beside it, it restores what is missing.
 */
export function isCutOff(folder: string): boolean {
  const path = join(folder, databaseName);
  const size = sizeOf(path);
  if (size === 0 || sizeOf(`${path}-wal`) > 0) return false;
  const header = Buffer.alloc(headerSize);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, headerSize, 0);
  } finally {
    closeSync(file);
  }
  // A page of 64 kB is written as 1.
  const pageSize = header.readUInt16BE(16) === 1 ? 0x10000 : header.readUInt16BE(16);
  return size < headerSize || size < pageSize * header.readUInt32BE(28);
}

/** https://sqlite.org/fileformat.html#the_database_header */
const headerSize = 100;

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const privateFolder = 0o700;
const privateFile = 0o600;

function closeFolder(folder: string): string[] {
  const names = readdirSync(folder);
  const other = names.find(name => !isOwn(name));
  if (other !== undefined) {
    throw new Refusal(
      `other users of this machine can look into it, and it holds other things, such as '${other}'. ` +
        `Name a folder of its own, or close this one to them: chmod 700 '${folder}'`,
    );
  }
  chmodSync(folder, privateFolder);
  if (names.length === 0) return [];
  return [
    `The data folder '${folder}' was open to other users of this machine, and is closed to them now. ` +
      'Who looked into it knows the token: to have another one, begin with a new folder.',
  ];
}

/** On Windows, modes mean nothing: what lies in the folder of a user is closed to others by inheritance. */
function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}

function ownFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => isOwn(entry.name) && entry.isFile())
    .map(entry => join(folder, entry.name));
}

function isOwn(name: string): boolean {
  return name.toLowerCase().startsWith(databaseName);
}
