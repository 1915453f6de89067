import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty repository folder, so that settings of outer folders do not apply to its files. */
export function temporaryRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'marginalia-repository-'));
  mkdirSync(join(folder, '.git'));
  return folder;
}
