import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, statSync } from 'node:fs';
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
  // SQLite gives its log the mode of its database.
  if (!existsSync(join(folder, databaseName))) closeSync(openSync(join(folder, databaseName), 'a', privateFile));
  for (const path of ownFiles(folder)) {
    if (isOpenToOthers(path)) chmodSync(path, privateFile);
  }
  return warnings;
}

/** Renames a database that cannot be read, with its log, so that the folder can be begun anew. Gives its new name. */
export function putAside(folder: string): string {
  const moment = new Date()
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .replace('T', '-');
  const aside = freeName(folder, `${databaseName}.damaged-${moment}`);
  for (const ending of ['', '-wal', '-shm', '-journal']) {
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
  const sizeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(databaseName) === 0 && sizeOf(`${databaseName}-wal`) > 0;
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
    .filter(entry => isOwn(entry.name) && !entry.isDirectory())
    .map(entry => join(folder, entry.name));
}

function isOwn(name: string): boolean {
  return name.toLowerCase().startsWith(databaseName);
}
