import { extname } from 'node:path';

/** Media types of files that are content in any folder. Files of other types are content only among the assets. */
const media: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.apng': 'image/apng',
    '.avif': 'image/avif',
    '.bmp': 'image/bmp',
    '.gif': 'image/gif',
    '.ico': 'image/x-icon',
    '.jpeg': 'image/jpeg',
    '.jpg': 'image/jpeg',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.tif': 'image/tiff',
    '.tiff': 'image/tiff',
    '.webp': 'image/webp',
    '.mp3': 'audio/mpeg',
    '.ogg': 'audio/ogg',
    '.wav': 'audio/wav',
    '.mov': 'video/quicktime',
    '.mp4': 'video/mp4',
    '.webm': 'video/webm',
    '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    '.pdf': 'application/pdf',
    '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    '.csv': 'text/csv',
    '.zip': 'application/zip',
  }),
);

const others: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.css': 'text/css',
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.json': 'application/json',
    '.md': 'text/markdown',
    '.txt': 'text/plain',
    '.xml': 'application/xml',
    '.yaml': 'application/yaml',
    '.yml': 'application/yaml',
  }),
);

export function contentTypeOf(name: string): string {
  const extension = extname(name).toLowerCase();
  return media.get(extension) ?? others.get(extension) ?? 'application/octet-stream';
}

/** Returns true if a file of a documentation folder belongs to its content. */
export function isAsset(path: string): boolean {
  return /(?:^|\/)\.gitbook\/assets\//.test(path) || media.has(extname(path).toLowerCase());
}
