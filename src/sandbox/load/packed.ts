import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Folder, ReadFile } from '../gitSync/folder.ts';

/** Reads a folder that scripts/packed.mjs made one file of: a line with the lengths of its files, then their bytes. */
export function readPacked(file: string): Folder {
  const bytes = brotliDecompressSync(readFileSync(file));
  let end = bytes.indexOf('\n');
  const index = JSON.parse(bytes.toString('utf8', 0, end++)) as [path: string, length: number][];
  const files = index.map(([path, length]): [string, ReadFile] => {
    const content = bytes.subarray(end, (end += length));
    return [path, () => content];
  });
  return { files: new Map(files), warnings: [] };
}
