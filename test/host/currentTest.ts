import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the title of the running test to the folder MARGINALIA_TEST_DATA, in case its process crashes before it
 * reports.
 */
export function noteCurrentTest(title: string | undefined): void {
  const folder = process.env['MARGINALIA_TEST_DATA'];
  if (folder === undefined) return;
  if (title === undefined) rmSync(fileIn(folder), { force: true });
  else writeFileSync(fileIn(folder), title);
}

/** Returns the title of the running test, or of the one that crashed its process; undefined after the last test. */
export function currentTest(folder: string): string | undefined {
  return existsSync(fileIn(folder)) ? readFileSync(fileIn(folder), 'utf8') : undefined;
}

function fileIn(folder: string): string {
  return join(folder, 'current-test');
}
