import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { State } from './state.ts';
import type { Row, Write } from './table.ts';

/** SQLite's codes for a file that another process has locked, and for one that is no database. */
const busy = 5;
const notADatabase = 26;
const file = 'sandbox.sqlite';

/** Where the state outlives the process. */
export interface Store {
  /** Whether nothing was ever stored here. */
  readonly isNew: boolean;
  load(state: State): void;
  /** Returns when the writes are on disk, all of them or, when it throws, none. */
  commit(writes: readonly Write[]): void;
  close(): void;
}

/**
 * Opens a data folder. One SQLite file with one table of JSON rows: SQLite brings the write-ahead log, the recovery after
 * a kill and the lock that keeps a second process out; everything else is in memory.
 */
export async function openSqlite(folder: string): Promise<Store> {
  const database = await openDatabase(folder).catch((error: unknown) => {
    throw new Error(`Could not open the data folder '${folder}': ${reasonOf(error)}`, { cause: error });
  });
  const first = database.prepare('SELECT 1 FROM rows LIMIT 1');
  const all = database.prepare('SELECT sequence, kind, json FROM rows ORDER BY sequence');
  const put = database.prepare(
    'INSERT INTO rows (sequence, kind, id, json) VALUES (?, ?, ?, ?) ON CONFLICT (sequence) DO UPDATE SET json = excluded.json',
  );
  const remove = database.prepare('DELETE FROM rows WHERE sequence = ?');

  return {
    isNew: first.get() === undefined,
    load(state) {
      for (const { sequence, kind, json } of all.iterate()) {
        state.load(String(kind), { sequence: Number(sequence), row: JSON.parse(String(json)) as Row });
      }
    },
    commit(writes) {
      if (writes.length === 0) return;
      database.exec('BEGIN');
      try {
        for (const { table, id, before } of lastWrites(writes)) {
          const entry = table.entry(id);
          if (before && before.sequence !== entry?.sequence) remove.run(before.sequence);
          if (entry) put.run(entry.sequence, table.kind, id, JSON.stringify(entry.row));
        }
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

async function openDatabase(folder: string): Promise<DatabaseSync> {
  mkdirSync(folder, { recursive: true });
  // Imported here, because Node announces with a warning that this module is young, and few sandboxes need it.
  const sqlite = await import('node:sqlite');
  const database = new sqlite.DatabaseSync(join(folder, file));
  try {
    prepare(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function prepare(database: DatabaseSync): void {
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
  const tables = database.prepare('SELECT name FROM sqlite_schema').all();
  if (tables.some(({ name }) => name !== 'rows')) throw new Error(notOurs);
  database.exec(`
    COMMIT;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS rows (sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL);
    COMMIT;
  `);
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

const notOurs = `its '${file}' is not data of a sandbox. Name another folder.`;

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  if (code === busy) return 'another sandbox is using it. Stop that one, or name another folder.';
  if (code === notADatabase) return notOurs;
  const message = error instanceof Error ? error.message : String(error);
  return message === notOurs ? notOurs : `${message}. Name a folder that can be written.`;
}
