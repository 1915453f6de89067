// Packs a folder into one file, for src/sandbox/load/packed.ts to read: hundreds of small files each cost their name and
// place in an archive, and are packed worse than one.
import { isUtf8 } from 'node:buffer';
import { listFolder } from '../src/sandbox/gitSync/folder.ts';

/** The JSON of a folder: texts as they are, everything else as base64. */
export function packedFolder(folder) {
  const files = [...listFolder(folder).files].map(([path, read]) => {
    const bytes = read();
    return [path, isUtf8(bytes) ? bytes.toString() : { base64: bytes.toString('base64') }];
  });
  return JSON.stringify(Object.fromEntries(files));
}
