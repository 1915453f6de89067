import { crc32, inflateRawSync } from 'node:zlib';
import { decodeUtf8 } from './decodeText.ts';
import { notImported } from './notImported.ts';

export interface Archive {
  /** What is in the files, by their paths in the archive. */
  files: Map<string, Buffer>;
  /** Paths that only lead to another file. */
  links: string[];
}

const mostEntries = 10_000;
/** What all files may have together once they are unpacked: a few bytes can be made to unpack to any number of them. */
const mostBytes = 100 * 1024 * 1024;

/** Unpacks an archive, the files with a wanted path only; `advice` is for those whose file is none. */
export function readZip(bytes: Buffer, isWanted: (path: string) => boolean, advice: string): Archive {
  try {
    const entries = entriesOf(bytes, advice).filter(({ path }) => isWanted(path));
    const size = entries.reduce((sum, entry) => sum + entry.size, 0);
    if (size > mostBytes) throw tooMuch(`it unpacks to ${size} bytes, and more than ${mostBytes} are not taken`);
    const files = entries.filter(({ isLink }) => !isLink).map(entry => [entry.path, unpack(bytes, entry)] as const);
    return { files: new Map(files), links: entries.filter(({ isLink }) => isLink).map(({ path }) => path) };
  } catch (error) {
    // What `node:zlib` and buffers say of bytes that are wrong or missing has a code; all else is our own.
    if (error instanceof Error && 'code' in error) throw damaged(error.message);
    throw error;
  }
}

interface Entry {
  path: string;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  isLink: boolean;
  /** Where the archive has it. */
  start: number;
}

/** Reads the directory at the end of the archive: what stands before each file may be incomplete. */
function entriesOf(bytes: Buffer, advice: string): Entry[] {
  const end = bytes.lastIndexOf('PK\x05\x06', -22, 'latin1');
  if (end < 0) throw notImported('it is no zip, or only the beginning of one', advice);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff) throw tooMuch('it is in the format for large archives, ZIP64');
  if (count > mostEntries) throw tooMuch(`it has ${count} entries, and more than ${mostEntries} are not taken`);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw damaged('its directory is broken');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(offset => bytes.readUInt16LE(at + offset));
    const name = nameOf(bytes.subarray(at + 46, at + 46 + (nameLength ?? 0)));
    const path = pathOf(name);
    if (!/[/\\]$/.test(name)) entries.push(entryAt(bytes, at, path));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

function entryAt(bytes: Buffer, at: number, path: string): Entry {
  const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) !== 0;
  if (isEncrypted) throw notImported(`'${path}' in it is encrypted`, 'Make the zip without a password.');
  return {
    path,
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    isLink: ((bytes.readUInt32LE(at + 38) >>> 16) & 0o170000) === 0o120000,
    start: bytes.readUInt32LE(at + 42),
  };
}

function unpack(bytes: Buffer, { path, method, crc, packedSize, size, start }: Entry): Buffer {
  const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
  const packed = bytes.subarray(from, from + packedSize);
  if (method !== 0 && method !== 8) throw damaged(`'${path}' is compressed in a way that only few programs know`);
  // One byte more than announced is an error, so that no file unpacks to more than was counted.
  const content = method === 0 ? Buffer.from(packed) : inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  if (content.length !== size || crc32(content) !== crc)
    throw damaged(`'${path}' is not what it was when it was packed`);
  return content;
}

/** Names are in UTF-8, or in the letters of the system that the zip was made on, which it does not name. */
function nameOf(name: Buffer): string {
  return decodeUtf8(name) ?? name.toString('latin1');
}

function pathOf(name: string): string {
  const parts = name.split(/[/\\]/);
  const isOutside = parts.includes('..') || /^(?:[/\\]|[a-z]:)/i.test(name) || /[\u0000-\u001f]/.test(name);
  if (isOutside) {
    throw notImported(`it has a file that leads out of its folder, ${JSON.stringify(name)}`, 'Make the zip anew.');
  }
  return parts.filter(part => part !== '' && part !== '.').join('/');
}

function tooMuch(reason: string) {
  return notImported(reason, 'Split it into several zips.');
}

function damaged(reason: string) {
  return notImported(`it is a damaged zip: ${reason}`, 'Make the zip anew.');
}
