import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes an empty folder that is the root of a repository, so that nothing outside of it tells what its files are. */
export function temporaryRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'marginalia-repository-'));
  mkdirSync(join(folder, '.git'));
  return folder;
}
