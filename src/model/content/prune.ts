import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Deletes the oldest documents in all subfolders of a folder until at most `capacity` remain. */
export async function prune(folder: string, capacity: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: { path: string; mtimeMs: number }[] = [];
  for (const { parentPath, name } of entries.filter(entry => entry.isFile())) {
    const path = join(parentPath, name);
    files.push({ path, mtimeMs: (await stat(path)).mtimeMs });
  }
  const oldest = files.sort((a, b) => b.mtimeMs - a.mtimeMs).slice(capacity);
  for (const { path } of oldest) await rm(path);
}
