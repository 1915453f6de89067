import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { State } from './state.ts';
import type { Row, Write } from './table.ts';

/** SQLite's code for a file that another process has locked. */
const sqliteBusy = 5;

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
export async function openStore(folder: string): Promise<Store> {
  mkdirSync(folder, { recursive: true });
  // Imported here, because Node announces with a warning that this module is young, and few sandboxes need it.
  const sqlite = await import('node:sqlite');
  const database = new sqlite.DatabaseSync(join(folder, 'sandbox.sqlite'));
  try {
    prepare(database);
  } catch (error) {
    database.close();
    throw isBusy(error) ? new Error(inUse(folder)) : error;
  }
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

function prepare(database: DatabaseSync): void {
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
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

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

function inUse(folder: string): string {
  return `Could not open the data folder '${folder}': another sandbox is using it. Stop that one, or name another folder.`;
}
