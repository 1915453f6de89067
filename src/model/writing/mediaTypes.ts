import { posix } from 'node:path';

/** The image types that browsers show, by the type names of `image-size`. */
const images: ReadonlyMap<string, { ending: string; contentType: string }> = new Map([
  ...['png', 'gif', 'webp', 'avif', 'bmp', 'tiff'].map(
    type => [type, { ending: `.${type}`, contentType: `image/${type}` }] as const,
  ),
  ['jpg', { ending: '.jpg', contentType: 'image/jpeg' }],
  ['svg', { ending: '.svg', contentType: 'image/svg+xml' }],
  ['ico', { ending: '.ico', contentType: 'image/x-icon' }],
]);

const otherTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.csv': 'text/csv',
    '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    '.json': 'application/json',
    '.md': 'text/markdown',
    '.mov': 'video/quicktime',
    '.mp3': 'audio/mpeg',
    '.mp4': 'video/mp4',
    '.pdf': 'application/pdf',
    '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    '.txt': 'text/plain',
    '.webm': 'video/webm',
    '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    '.xml': 'application/xml',
    '.yaml': 'application/yaml',
    '.yml': 'application/yaml',
    '.zip': 'application/zip',
  }),
);

/** The extensions of the images that can be inserted, without dots. */
export const imageEndings: readonly string[] = [
  ...[...images.values()].map(({ ending }) => ending.slice(1)),
  'jpeg',
  'tif',
];

/** Returns the media type of a file. Returns undefined if it is named as an image but browsers cannot show it. */
export async function mediaTypeOf(
  bytes: Uint8Array,
  { name, type }: { name: string; type: string },
): Promise<{ contentType: string; isImage: boolean; ending?: string } | undefined> {
  const ending = posix.extname(name).toLowerCase();
  const isCalledImage = type.startsWith('image/') || imageEndings.includes(ending.slice(1));
  if (!isCalledImage) {
    const isMediaType = /^[a-z]+\/[\w.+-]+$/.test(type);
    return { contentType: otherTypes.get(ending) ?? (isMediaType ? type : 'application/octet-stream'), isImage: false };
  }
  const image = images.get((await imageKind(bytes)) ?? '');
  if (!image) return undefined;
  // Browsers would not show an image whose extension contradicts its bytes.
  const isNamed = ending.replace('.jpeg', '.jpg').replace(/^\.tif$/, '.tiff') === image.ending;
  return { contentType: image.contentType, isImage: true, ending: isNamed ? ending : image.ending };
}

async function imageKind(bytes: Uint8Array): Promise<string | undefined> {
  const { default: imageSize } = await import('image-size');
  try {
    return imageSize(bytes).type;
  } catch {
    // The library throws for files that are no image.
    return undefined;
  }
}
