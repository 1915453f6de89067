import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { HttpError } from '../errors.ts';
import { databaseName, isCutOff, isEmptied, prepareDataFolder, moveAside, DataFolderError } from './dataFolder.ts';
import { migrate, schemaVersion } from './migrations.ts';
import { isPackedRevision, packRevision, unpackRevision } from './packedRevisions.ts';
import type { PackedRevision } from './packedRevisions.ts';
import type { RevisionRow } from './rows.ts';
import type { State } from './state.ts';
import type { AnyTable, JournalEntry, Row, RowWrite } from './table.ts';

/**
 * SQLite error codes: file locked by another process, input or output error, damaged file, full disk, file that is no
 * database.
 */
const busy = 5;
const failed = 10;
const corrupt = 11;
const full = 13;
const notADatabase = 26;

/** Persistent storage for the state. */
export interface Store {
  /** True if nothing was ever stored here. */
  readonly isNew: boolean;
  /** Sentences about the state of the folder. */
  readonly warnings: readonly string[];
  /** Stores all writes on disk, or throws and stores none. */
  commit(writes: readonly RowWrite[]): void;
  close(): void;
}

/**
 * Opens a data folder and loads its rows into the state. The folder has one SQLite file with one table of JSON rows:
 * SQLite provides the write-ahead log, crash recovery and a lock against a second process; all reads use memory.
 */
export async function openStore(folder: string, state: State): Promise<Store> {
  const { database, isNew, warnings } = await openFolder(folder, state).catch((error: unknown) => {
    throw new Error(`Could not open the data folder '${folder}': ${reasonOf(error)}`, { cause: error });
  });
  const commit = createCommit(database, state);
  return {
    isNew,
    warnings,
    commit: writes => {
      try {
        commit(writes);
      } catch (error) {
        throw notStored(error, folder);
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function createCommit(database: DatabaseSync, state: State): Store['commit'] {
  const put = database.prepare(
    'INSERT INTO rows (sequence, kind, id, json) VALUES (?, ?, ?, ?) ON CONFLICT (sequence) DO UPDATE SET json = excluded.json',
  );
  const remove = database.prepare('DELETE FROM rows WHERE sequence = ?');
  return writes => {
    if (writes.length === 0) return;
    database.exec('BEGIN');
    try {
      for (const { table, id, before } of lastWrites(writes)) {
        const entry = table.entry(id);
        if (before && before.sequence !== entry?.sequence) remove.run(before.sequence);
        if (entry) put.run(entry.sequence, table.kind, id, JSON.stringify(asStored(state, table, entry.row)));
      }
      database.exec('COMMIT');
    } catch (error) {
      // SQLite itself rolls back when the disk is full.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}

/** Returns an HTTP error for a write that the disk refused, and other errors unchanged. */
function notStored(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  if (code !== full && code !== failed) return error;
  const message =
    code === full
      ? `No changes were saved: the disk of the data folder '${folder}' is full. Free some space and try again.`
      : `No changes were saved: the data folder '${folder}' could not be written. Check its disk space and quota, and try again.`;
  return new HttpError(507, message);
}

/** Returns a revision without the parts it shares with its parent, so that an edit does not store all pages again. */
function asStored({ revisions }: State, table: AnyTable, row: Row): object {
  const revision = table === revisions ? revisions.find(row.id) : undefined;
  const base = revision && revisions.find(revision.parents[0] ?? '');
  return base?.space === revision?.space && revision && base ? packRevision(revision, base) : row;
}

interface Opened {
  database: DatabaseSync;
  isNew: boolean;
}

/** Opens a folder. Puts an unreadable database aside, never deletes it, and creates a new one. */
async function openFolder(folder: string, state: State): Promise<Opened & { warnings: string[] }> {
  const warnings = prepareDataFolder(folder);
  try {
    if (isEmptied(folder)) throw new Damage('nothing but its log is left');
    if (isCutOff(folder)) throw new Damage('its end is missing');
    return { ...(await openDatabase(folder, state)), warnings };
  } catch (error) {
    const reason = damageIn(error);
    if (reason === undefined) throw error;
    const aside = moveAside(folder);
    warnings.push(
      `The data in '${folder}' is damaged and was put aside as '${aside}': ${reason}. ` +
        'The sandbox begins anew, with a new token. ' +
        `If you have a backup, stop the sandbox and put it in place of '${databaseName}'.`,
    );
    prepareDataFolder(folder);
    return { ...(await openDatabase(folder, state)), warnings };
  }
}

async function openDatabase(folder: string, state: State): Promise<Opened> {
  // The module is loaded lazily, because Node prints a warning that this module is experimental, and few sandboxes need
  // it.
  const sqlite = await import('node:sqlite');
  const database = new sqlite.DatabaseSync(join(folder, databaseName));
  try {
    prepare(database);
    const entries = readEntries(database, state);
    for (const { kind, ...entry } of entries) state.load(kind, entry);
    return { database, isNew: entries.length === 0 };
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync): void {
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
  const version = schemaVersion(database);
  if (!isSandboxDatabase(database))
    throw new DataFolderError(`its '${databaseName}' is not data of a sandbox. Name another folder.`);
  database.exec(
    'CREATE TABLE IF NOT EXISTS rows (sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL)',
  );
  migrate(database, version);
  database.exec('COMMIT; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
}

function isSandboxDatabase(database: DatabaseSync): boolean {
  const all = `SELECT s.name || '.' || c.name AS name FROM sqlite_schema AS s, pragma_table_info(s.name) AS c`;
  const columns = database.prepare(all).all();
  return columns.length === 0 || columns.map(({ name }) => name).join() === expectedColumns;
}

const expectedColumns = 'rows.sequence,rows.kind,rows.id,rows.json';

interface StoredEntry extends JournalEntry<Row> {
  kind: string;
}

/** Reads all rows before the state is changed, so that damaged data never fills it by half. */
function readEntries(database: DatabaseSync, state: State): StoredEntry[] {
  const revisions = new Map<string, RevisionRow>();
  const rows = database.prepare('SELECT sequence, kind, json FROM rows ORDER BY sequence').iterate();
  return Array.from(rows, ({ sequence, kind, json }) => {
    if (typeof kind !== 'string' || typeof json !== 'string') throw new Damage('a row of it is cut off');
    if (!state.hasKind(kind)) {
      throw new DataFolderError(
        `it has rows of the unknown kind '${kind}', as another version of the sandbox writes them. ` +
          'Start that one, or name another folder.',
      );
    }
    const row = parseRow(json);
    const isRevision = kind === state.revisions.kind;
    return { kind, sequence: Number(sequence), row: isRevision ? unpackedIn(revisions, row) : row };
  });
}

function parseRow(json: string): Row {
  try {
    return JSON.parse(json) as Row;
  } catch {
    throw new Damage('a row of it is cut off');
  }
}

/** Returns a stored revision as a row; the revisions that it refers to come earlier. */
function unpackedIn(revisions: Map<string, RevisionRow>, row: Row): RevisionRow {
  const stored = row as RevisionRow | PackedRevision;
  const base = isPackedRevision(stored) ? revisions.get(stored.base) : undefined;
  if (isPackedRevision(stored) && !base) throw new Damage('a revision lacks the one that it follows');
  const revision = isPackedRevision(stored) && base ? unpackRevision(stored, base) : (stored as RevisionRow);
  revisions.set(revision.id, revision);
  return revision;
}

/** Returns the first write of each row, which knows the row before all writes. */
function lastWrites(writes: readonly RowWrite[]): Iterable<RowWrite> {
  const byRow = new Map<string, RowWrite>();
  for (const write of writes) {
    const key = `${write.table.kind}/${write.id}`;
    if (!byRow.has(key)) byRow.set(key, write);
  }
  return byRow.values();
}

/** Thrown for data that can no longer be read. */
class Damage extends Error {}

function damageIn(error: unknown): string | undefined {
  const isDamage = error instanceof Damage || [corrupt, notADatabase].includes(codeOf(error) ?? 0);
  return isDamage && error instanceof Error ? error.message : undefined;
}

function reasonOf(error: unknown): string {
  if (codeOf(error) === busy) return 'another sandbox is using it. Stop that one, or name another folder.';
  if (codeOf(error) === full) return 'the disk is full. Free some space, or name another folder.';
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof DataFolderError ? message : `${message}. Name a folder that can be written.`;
}

/** Returns the primary SQLite error code, without the bits of the extended code. */
function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}
