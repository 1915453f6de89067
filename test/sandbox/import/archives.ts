import { strToU8, zipSync } from 'fflate';

/** Creates a zip of these files, by their paths. */
export function zip(files: Record<string, string | Uint8Array>): Uint8Array {
  const bytes = ([name, content]: [string, string | Uint8Array]) =>
    [name, typeof content === 'string' ? strToU8(content) : content] as const;
  return zipSync(Object.fromEntries(Object.entries(files).map(bytes)));
}

/** Finds the directory of a zip. */
export function directoryOf(archive: Uint8Array): { bytes: Buffer; end: number; entries: number[] } {
  const bytes = Buffer.from(archive);
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const entries: number[] = [];
  for (let at = bytes.readUInt32LE(end + 16); at < end; at += 46 + lengthsAt(bytes, at)) entries.push(at);
  return { bytes, end, entries };
}

function lengthsAt(bytes: Buffer, at: number): number {
  return bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
}
