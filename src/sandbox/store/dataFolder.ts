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

/** The file name of the database in a data folder. SQLite puts its log beside it, with the same name and a suffix. */
export const databaseName = 'sandbox.sqlite';

/** Thrown if a data folder cannot be used. The message says why and what to do. */
export class DataFolderError extends Error {}

/**
 * Creates a data folder and its database file, and restricts both to the current user, because they contain the token.
 * Returns warnings to show.
 */
export function prepareDataFolder(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: privateFolder });
  const warnings = isOpenToOthers(folder) ? closeFolder(folder) : [];
  for (const ending of suffixes) assertFile(folder, databaseName + ending);
  // SQLite gives its log the mode of its database.
  if (!existsSync(join(folder, databaseName))) closeSync(openSync(join(folder, databaseName), 'a', privateFile));
  for (const path of ownFiles(folder)) {
    if (isOpenToOthers(path)) chmodSync(path, privateFile);
  }
  return warnings;
}

/** The suffixes of the database and of the files that SQLite creates beside it. */
const suffixes = ['', '-wal', '-shm', '-journal'];

/** Throws if the path is no regular file, before it is opened: a link may lead to an unrelated file. */
function assertFile(folder: string, name: string): void {
  const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
  if (!stats || stats.isFile()) return;
  throw new DataFolderError(
    stats.isSymbolicLink()
      ? `its '${name}' is a symbolic link. Replace it with the file that it points to, or name another folder.`
      : `its '${name}' is not a file. Move it, or name another folder.`,
  );
}

/** Renames an unreadable database and its log, so that a new one can be created. Returns the new name. */
export function moveAside(folder: string): string {
  const moment = new Date()
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .replace('T', '-');
  const aside = freeName(folder, `${databaseName}.damaged-${moment}`);
  for (const ending of suffixes) {
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

/** Returns true if the database is missing but its log exists: SQLite would delete the log. */
export function isEmptied(folder: string): boolean {
  const path = join(folder, databaseName);
  return sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0;
}

/**
 * Returns true if the end of a database is missing. SQLite does not detect a file that ends within its last page, and
 * takes a file of one byte for a new database. If a log exists, SQLite restores the missing part.
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
  // The header stores a page size of 64 kB as 1.
  const pageSize = header.readUInt16BE(16) === 1 ? 0x10000 : header.readUInt16BE(16);
  return size < headerSize || size < pageSize * header.readUInt32BE(28);
}

/** Size of the database header in bytes, see https://sqlite.org/fileformat.html#the_database_header */
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
    throw new DataFolderError(
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

/** Returns true if other users have access. Windows ignores modes: the folder of a user is protected by inheritance. */
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
