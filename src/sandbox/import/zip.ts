import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl';
import { decodeUtf8 } from './decodeText.ts';
import { notImported } from './notImported.ts';

export interface Archive {
  /** The contents of files, by their paths in the archive. */
  files: Map<string, Buffer>;
  /** Paths of symbolic links. */
  links: string[];
}

const maxEntries = 10_000;
/** The limit for the unpacked size of all files together, because a small archive can unpack to any size. */
const maxBytes = 100 * 1024 * 1024;
/** The mask of the file type in Unix file attributes, and the type of a symbolic link. */
const [fileTypeMask, symbolicLinkType] = [0o170000, 0o120000];

/** Unpacks the files for which `isWanted` returns true. `advice` is part of the error for bytes that are no archive. */
export async function readZip(bytes: Buffer, isWanted: (path: string) => boolean, advice: string): Promise<Archive> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false }).catch(() => {
    throw notImported('it is no zip, or only the beginning of one', advice);
  });
  const entries = (await entriesOf(archive)).filter(({ path }) => isWanted(path));
  const size = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (size > maxBytes) throw tooMuch(`it unpacks to ${size} bytes, and more than ${maxBytes} are not taken`);
  const unpacked: Archive = { files: new Map(), links: [] };
  for (const { path, entry } of entries) {
    if (isLink(entry)) unpacked.links.push(path);
    else unpacked.files.set(path, await unpack(archive, path, entry));
  }
  return unpacked;
}

interface Named {
  path: string;
  entry: Entry;
}

/** Returns the entries of the archive, except for its folders. */
async function entriesOf(archive: ZipFile): Promise<Named[]> {
  const { entryCount } = archive;
  if (entryCount > maxEntries) throw tooMuch(`it has ${entryCount} entries, and more than ${maxEntries} are not taken`);
  const entries: Named[] = [];
  for (const entry of await orDamaged(listed(archive))) {
    // Many programs write names in UTF-8 without setting its flag.
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
    const name = decodeUtf8(fileNameRaw) ?? getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
    const path = name.replaceAll('\\', '/');
    if (validateFileName(path) !== null || /[\u0000-\u001f]/.test(path)) {
      throw notImported(`it has a file that leads out of its folder, ${JSON.stringify(name)}`, 'Make the zip anew.');
    }
    if (!path.endsWith('/')) entries.push({ path: withoutEmptyParts(path), entry });
  }
  return entries;
}

async function listed(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  return entries;
}

function withoutEmptyParts(path: string): string {
  return path
    .split('/')
    .filter(part => part !== '' && part !== '.')
    .join('/');
}

async function unpack(archive: ZipFile, path: string, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted()) throw notImported(`'${path}' in it is encrypted`, 'Make the zip without a password.');
  if (!entry.canDecodeFileData()) throw damaged(`'${path}' is compressed in a way that only few programs know`);
  // The library fails for a file that unpacks to more bytes than its header states.
  const content = await orDamaged(archive.openReadStreamPromise(entry).then(buffer));
  if (crc32(content) !== entry.crc32) throw damaged(`'${path}' is not what it was when it was packed`);
  return content;
}

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & fileTypeMask) === symbolicLinkType;
}

async function orDamaged<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw damaged(error instanceof Error ? error.message : String(error));
  }
}

function tooMuch(reason: string) {
  return notImported(reason, 'Split it into several zips.');
}

function damaged(reason: string) {
  return notImported(`it is a damaged zip: ${reason}`, 'Make the zip anew.');
}
