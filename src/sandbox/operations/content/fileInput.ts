import type { Schema } from '../../../api/routes.ts';
import type { Download } from '../../import/download.ts';
import { HttpError } from '../../errors.ts';

export interface IncomingFile {
  name: string;
  bytes: Buffer;
  ref?: string;
  contentType?: string;
}

const maxBase64Bytes = 1024 * 1024;

/** Fetches or decodes the bytes of all files in the edits. */
export async function fetchInputFiles(
  download: Download,
  edits: readonly Schema<'ContentEdit'>[],
): Promise<IncomingFile[]> {
  const inputs = edits.flatMap((edit, index) =>
    edit.operation === 'insert_files'
      ? edit.files.map((file, at) => ({ file, field: `body.changes[${index}].files[${at}]` }))
      : [],
  );
  return Promise.all(inputs.map(({ file, field }) => fetchFile(download, file, field)));
}

async function fetchFile(download: Download, file: Schema<'FileInput'>, field: string) {
  const { name, ref, contentType, url, base64 } = file;
  assertName(name, `${field}.name`);
  if (contentType !== undefined) assertMediaType(contentType, `${field}.contentType`);
  if ((url === undefined) === (base64 === undefined)) {
    throw new HttpError(400, `${field} must have either 'url' or 'base64'.`);
  }
  const bytes = url === undefined ? decode(base64 ?? '', field) : (await download(url, field)).bytes;
  return { name, bytes, ...(ref !== undefined && { ref }), ...(contentType !== undefined && { contentType }) };
}

/** Throws if a file name is a path: it must be one segment of an address. */
function assertName(name: string, field: string): void {
  const isName = name.trim() !== '' && name.length <= 255 && !/[/\\\u0000-\u001f]/.test(name) && !/^\.\.?$/.test(name);
  if (!isName) throw new HttpError(400, `${field} must be the name of a file, without a folder.`);
}

/** Throws for media types that cannot be sent as a header when the file is downloaded. */
function assertMediaType(contentType: string, field: string): void {
  if (/^[\w.+-]+\/[\w.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(contentType)) return;
  throw new HttpError(400, `${field} must be a media type, such as image/png.`);
}

function decode(base64: string, field: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(base64)) throw new HttpError(400, `${field}.base64 is not base64.`);
  if (bytes.length <= maxBase64Bytes) return bytes;
  throw new HttpError(400, `${field}.base64 holds more than 1 MB. Send the file by its 'url' instead.`);
}
