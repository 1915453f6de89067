import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { HttpError } from '../errors.ts';
import { databaseName, isCutOff, isEmptied, prepareDataFolder, putAside, Refusal } from './dataFolder.ts';
import { migrate, versionOf } from './migrations.ts';
import { isPacked, packed, unpacked } from './packedRevisions.ts';
import type { PackedRevision } from './packedRevisions.ts';
import type { RevisionRow } from './rows.ts';
import type { State } from './state.ts';
import type { AnyTable, Entry, Row, Write } from './table.ts';

/**
 * SQLite's codes for a file that another process has locked, for one that cannot be read or written, for a damaged one, for
 * a full disk, and for a file that is no database.
 */
const busy = 5;
const failed = 10;
const corrupt = 11;
const full = 13;
const notADatabase = 26;

/** Where the state outlives the process. */
export interface Store {
  /** Whether nothing was ever stored here. */
  readonly isNew: boolean;
  /** What somebody should know of the folder, each in a sentence. */
  readonly warnings: readonly string[];
  /** Returns when the writes are on disk, all of them or, when it throws, none. */
  commit(writes: readonly Write[]): void;
  close(): void;
}

/**
 * Opens a data folder and puts what is stored there into the state. One SQLite file with one table of JSON rows: SQLite
 * brings the write-ahead log, the recovery after a kill and the lock that keeps a second process out; everything else is
 * in memory.
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
      // SQLite takes the writes back itself when the disk is full.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}

/** The refusal of a write that the disk did not take; other errors stay as they are. */
function notStored(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  if (code !== full && code !== failed) return error;
  const message =
    code === full
      ? `No changes were saved: the disk of the data folder '${folder}' is full. Free some space and try again.`
      : `No changes were saved: the data folder '${folder}' could not be written. Check its disk space and quota, and try again.`;
  return new HttpError(507, message);
}

/** A revision without what it has in common with the one that it follows: an edit is stored, not all pages again. */
function asStored({ revisions }: State, table: AnyTable, row: Row): object {
  const revision = table === revisions ? revisions.find(row.id) : undefined;
  const base = revision && revisions.find(revision.parents[0] ?? '');
  return base?.space === revision?.space && revision && base ? packed(revision, base) : row;
}

interface Opened {
  database: DatabaseSync;
  isNew: boolean;
}

/** Opens a folder, with a new database where the old one is beyond reading: that one is put aside, never deleted. */
async function openFolder(folder: string, state: State): Promise<Opened & { warnings: string[] }> {
  const warnings = prepareDataFolder(folder);
  try {
    if (isEmptied(folder)) throw new Damage('nothing but its log is left');
    if (isCutOff(folder)) throw new Damage('its end is missing');
    return { ...(await openDatabase(folder, state)), warnings };
  } catch (error) {
    const reason = damageIn(error);
    if (reason === undefined) throw error;
    const aside = putAside(folder);
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
  // Imported here, because Node announces with a warning that this module is young, and few sandboxes need it.
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
  const version = versionOf(database);
  if (!isOurs(database)) throw new Refusal(`its '${databaseName}' is not data of a sandbox. Name another folder.`);
  database.exec(
    'CREATE TABLE IF NOT EXISTS rows (sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL)',
  );
  migrate(database, version);
  database.exec('COMMIT; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
}

function isOurs(database: DatabaseSync): boolean {
  const all = `SELECT s.name || '.' || c.name AS name FROM sqlite_schema AS s, pragma_table_info(s.name) AS c`;
  const columns = database.prepare(all).all();
  return columns.length === 0 || columns.map(({ name }) => name).join() === ownColumns;
}

const ownColumns = 'rows.sequence,rows.kind,rows.id,rows.json';

interface StoredEntry extends Entry<Row> {
  kind: string;
}

/** All rows, before any is put into the state: a state is not filled by half with what turns out to be damaged. */
function readEntries(database: DatabaseSync, state: State): StoredEntry[] {
  const revisions = new Map<string, RevisionRow>();
  const rows = database.prepare('SELECT sequence, kind, json FROM rows ORDER BY sequence').iterate();
  return Array.from(rows, ({ sequence, kind, json }) => {
    if (typeof kind !== 'string' || typeof json !== 'string') throw new Damage('a row of it is cut off');
    if (!state.hasKind(kind)) {
      throw new Refusal(
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

/** A stored revision as a row; those that it may refer to come before it. */
function unpackedIn(revisions: Map<string, RevisionRow>, row: Row): RevisionRow {
  const stored = row as RevisionRow | PackedRevision;
  const base = isPacked(stored) ? revisions.get(stored.base) : undefined;
  if (isPacked(stored) && !base) throw new Damage('a revision lacks the one that it follows');
  const revision = isPacked(stored) && base ? unpacked(stored, base) : (stored as RevisionRow);
  revisions.set(revision.id, revision);
  return revision;
}

/** One write per row, with what the row was before the first of them. */
function lastWrites(writes: readonly Write[]): Iterable<Write> {
  const byRow = new Map<string, Write>();
  for (const write of writes) {
    const key = `${write.table.kind}/${write.id}`;
    if (!byRow.has(key)) byRow.set(key, write);
  }
  return byRow.values();
}

/** What is wrong with data that nobody can read any more. */
class Damage extends Error {}

function damageIn(error: unknown): string | undefined {
  const isDamage = error instanceof Damage || [corrupt, notADatabase].includes(codeOf(error) ?? 0);
  return isDamage && error instanceof Error ? error.message : undefined;
}

function reasonOf(error: unknown): string {
  if (codeOf(error) === busy) return 'another sandbox is using it. Stop that one, or name another folder.';
  if (codeOf(error) === full) return 'the disk is full. Free some space, or name another folder.';
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof Refusal ? message : `${message}. Name a folder that can be written.`;
}

/** The code of an error of SQLite; its higher bits only say more about the same thing. */
function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}
