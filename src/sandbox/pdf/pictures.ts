import { inflateSync } from 'node:zlib';
import type { Content } from 'pdfmake';
import type { Book, BookFile } from './book.ts';
import { toPrintableRuns } from './glyphs.ts';
import type { PdfContext } from './context.ts';
import { withLinkStyle, linkTo, refFields } from './inlines.ts';
import { colors } from './style.ts';

interface Shown {
  alt?: string;
  /** The width set by the page, in pixels. */
  width?: string;
  /** The available width, in points. */
  room: number;
}

/** Prints a picture at its natural size or as large as fits; a missing one by its name and address. */
export function pictureContent(context: PdfContext, ref: unknown, { alt = '', width, room }: Shown): Content {
  const { file: id = '', url = '' } = refFields(ref);
  const file = context.book.files[id];
  if (!file || !context.pictures.has(id)) {
    const where = file?.name ?? url;
    const name = alt || where || 'Picture';
    const text = where && where !== name ? `${name} (${where})` : name;
    return { text: toPrintableRuns(text, withLinkStyle({ color: colors.faint }, linkTo(context, ref))) };
  }
  return { ...contentOf(id, file), ...sizeOf(file, Number.parseFloat(width ?? ''), room) };
}

type Print = (pictures: Content[]) => Promise<unknown>;

/** Returns the IDs of pictures that can be printed, because an unreadable one would fail the whole book. */
export async function findPrintablePictures({ files }: Book, print: Print): Promise<Set<string>> {
  const likely = Object.entries(files).filter(([, file]) => isReadable(file));
  const readable = likely.length > 0 ? await areReadable(likely, print) : [];
  return new Set(readable.map(([id]) => id));
}

type Named = [id: string, file: BookFile];

/** Tries to print all pictures, and on failure each half separately. */
async function areReadable(named: readonly Named[], print: Print): Promise<readonly Named[]> {
  try {
    await print(named.map(([id, file]) => ({ ...contentOf(id, file), ...sizeOf(file, NaN, 100) })));
    return named;
  } catch {
    // The cause does not matter: a picture that cannot be printed is replaced by its name.
    if (named.length < 2) return [];
    const half = Math.ceil(named.length / 2);
    return [...(await areReadable(named.slice(0, half), print)), ...(await areReadable(named.slice(half), print))];
  }
}

function isReadable({ contentType, base64 }: BookFile): boolean {
  if (base64 === undefined) return false;
  if (contentType === 'image/png') return isSoundPng(Buffer.from(base64, 'base64'));
  if (contentType === 'image/svg+xml') return Buffer.from(base64, 'base64').includes('</svg>');
  return contentType === 'image/jpeg';
}

/** Returns the data URLs of pictures by file ID, as pdfmake expects them. */
export function bookImages({ files }: Book): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([, { base64, contentType }]) => base64 !== undefined && /^image\/(png|jpeg)$/.test(contentType))
      .map(([id, { base64, contentType }]) => [id, `data:${contentType};base64,${base64}`]),
  );
}

/**
 * Returns true for a valid PNG. Pixels are checked here, because pdfmake throws errors about them that cannot be
 * caught.
 */
function isSoundPng(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 1, 4) !== 'PNG' || bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  const data: Buffer[] = [];
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const from = at + 8;
    const end = from + bytes.readUInt32BE(at);
    if (end > bytes.length) return false;
    if (bytes.toString('latin1', at + 4, from) === 'IDAT') data.push(bytes.subarray(from, end));
  }
  try {
    return isWhole(bytes, inflateSync(Buffer.concat(data)));
  } catch {
    // The pixel data is damaged.
    return false;
  }
}

/** The number of channels of a pixel, by PNG colour type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Returns true if all rows are complete and have known filter types; rows of interlaced pictures are not checked. */
function isWhole(bytes: Buffer, pixels: Buffer): boolean {
  const [bits = 0, color = 0, , , interlacing = 0] = bytes.subarray(24, 29);
  const row = 1 + Math.ceil((bytes.readUInt32BE(16) * (channels[color] ?? 0) * bits) / 8);
  const height = bytes.readUInt32BE(20);
  if (row === 1 || height === 0) return false;
  if (interlacing === 1) return true;
  return (
    pixels.length === row * height &&
    Array.from({ length: height }, (_, at) => pixels[at * row] ?? 9).every(pixel => pixel <= 4)
  );
}

function contentOf(id: string, { contentType, base64 = '' }: BookFile): Content {
  if (contentType !== 'image/svg+xml') return { image: id };
  // An SVG may refer to pictures by address, even to local files, so only embedded ones are read.
  const imageCallback = (address: string) => (/^data:image\/(png|jpe?g);base64,/.test(address) ? address : '');
  const warningCallback = () => {};
  return { svg: Buffer.from(base64, 'base64').toString(), options: { imageCallback, warningCallback } };
}

/** The maximum height of a picture in points, which leaves room for its caption on a sheet. */
const maxHeight = 600;
const pointsPerPixel = 0.75;

function sizeOf({ dimensions }: BookFile, wanted: number, room: number): Pick<Content, 'width' | 'height' | 'fit'> {
  if (!dimensions || !(dimensions.width > 0 && dimensions.height > 0)) return { fit: [room, maxHeight] };
  const natural = (wanted > 0 ? wanted : dimensions.width) * pointsPerPixel;
  const ratio = dimensions.height / dimensions.width;
  const width = Math.min(natural, room, maxHeight / ratio);
  return { width, height: width * ratio };
}
