import type { DatabaseSync } from 'node:sqlite';
import { DataFolderError } from './dataFolder.ts';

/** Functions that upgrade stored data by one version each, from version 0 on. Entries are never removed. */
const migrations: readonly ((database: DatabaseSync) => void)[] = [
  // Version 0 is the first release, which wrote no version number; its rows equal those of version 1.
  () => {},
  // Since version 2, a revision may refer to another one for the pages they share. Older rows stay valid.
  () => {},
];

/** The version of the data that this sandbox writes. It increases when rows are read differently. */
const dataVersion = migrations.length;

/** Returns the version of stored data. Throws if a newer sandbox wrote it. */
export function schemaVersion(database: DatabaseSync): number {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version <= dataVersion) return version;
  throw new DataFolderError(
    `a newer sandbox wrote it (version ${version} of the data, and this one knows up to ${dataVersion}). ` +
      'Start that one, or name another folder.',
  );
}

/** Upgrades stored data to the current version. Must run in a transaction. */
export function migrate(database: DatabaseSync, version: number): void {
  if (version === dataVersion) return;
  for (const step of migrations.slice(version)) step(database);
  database.exec(`PRAGMA user_version = ${dataVersion}`);
}
