import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes down in the folder MARGINALIA_TEST_DATA which test runs; its process may end before it can report anything. */
export function noteCurrentTest(title: string | undefined): void {
  const folder = process.env['MARGINALIA_TEST_DATA'];
  if (folder === undefined) return;
  if (title === undefined) rmSync(fileIn(folder), { force: true });
  else writeFileSync(fileIn(folder), title);
}

/** Returns the title of the test that runs, or that ended with its process; undefined once all have ended. */
export function currentTest(folder: string): string | undefined {
  return existsSync(fileIn(folder)) ? readFileSync(fileIn(folder), 'utf8') : undefined;
}

function fileIn(folder: string): string {
  return join(folder, 'current-test');
}
