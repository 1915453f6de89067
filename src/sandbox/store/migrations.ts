import type { DatabaseSync } from 'node:sqlite';
import { Refusal } from './dataFolder.ts';

/** What makes data of one version into data of the next, from version 0 on. Nothing ever leaves this list. */
const migrations: readonly ((database: DatabaseSync) => void)[] = [
  // Version 0 is the first release, which wrote no version: its rows are those of version 1.
  () => {},
  // In version 2 a revision may name another one for the pages that it has in common with it. Older rows do not.
  () => {},
];

/** The version of the data that this sandbox writes. It grows by what rows are read differently, or not at all. */
const dataVersion = migrations.length;

/** The version of stored data; refuses data of a newer one. */
export function versionOf(database: DatabaseSync): number {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version <= dataVersion) return version;
  throw new Refusal(
    `a newer sandbox wrote it (version ${version} of the data, and this one knows up to ${dataVersion}). ` +
      'Start that one, or name another folder.',
  );
}

/** Brings stored data of an older version to the present one, within a transaction. */
export function migrate(database: DatabaseSync, version: number): void {
  if (version === dataVersion) return;
  for (const step of migrations.slice(version)) step(database);
  database.exec(`PRAGMA user_version = ${dataVersion}`);
}
