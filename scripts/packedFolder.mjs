// Packs a folder into one file, for src/sandbox/load/packed.ts to read: hundreds of small files each cost their name and
// place in an archive, and are packed worse than one.
import { isUtf8 } from 'node:buffer';
import { brotliCompressSync } from 'node:zlib';
import { listFolder } from '../src/sandbox/gitSync/folder.ts';

/** The JSON of a folder, compressed: texts as they are, everything else as base64. */
export function packedFolder(folder) {
  const files = [...listFolder(folder).files].map(([path, read]) => {
    const bytes = read();
    return [path, isUtf8(bytes) ? bytes.toString() : { base64: bytes.toString('base64') }];
  });
  // A quarter less than what the archive of the extension would make of it.
  return brotliCompressSync(JSON.stringify(Object.fromEntries(files)));
}
