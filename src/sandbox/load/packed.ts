import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Folder } from '../gitSync/folder.ts';

/** A folder in one file, as scripts/packedFolder.mjs writes it: texts as they are, everything else as base64. */
type Packed = Record<string, string | { base64: string }>;

/** Reads a folder that was packed into one file. */
export function readPacked(file: string): Folder {
  const packed = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Packed;
  const files = Object.entries(packed).map(([path, content]) => {
    const read = () => (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64'));
    return [path, read] as const;
  });
  return { files: new Map(files), warnings: [] };
}
