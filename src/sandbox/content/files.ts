import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';
import type { Schema } from '../../api/routes.ts';
import type { Caller } from '../caller.ts';
import { contentTypeOf } from './contentTypes.ts';
import { HttpError } from '../errors.ts';
import type { FileRow, RevisionRow } from '../store/rows.ts';
import type { HttpReply } from '../reply/httpReply.ts';
import { mustBeSigned, signedAddress } from '../reply/signedAddresses.ts';
import type { State } from '../store/state.ts';

/** A file as it is in one revision; its address goes on to give these bytes, whatever becomes of the file. */
export function presentFile(
  caller: Caller,
  revision: RevisionRow,
  { id, name, contentType, size, dimensions, blob, path = `.gitbook/assets/${name}` }: FileRow,
  options: { git: boolean } = { git: false },
): Schema<'File'> {
  return {
    object: 'file',
    id,
    name,
    contentType,
    size,
    downloadURL: downloadUrl(caller, revision, { id, name }),
    ...(dimensions && { dimensions }),
    ...(options.git && { git: { oid: gitId(blob), path } }),
  };
}

export function downloadUrl(
  caller: Pick<Caller, 'state' | 'origin'>,
  revision: RevisionRow,
  { id, name }: Pick<FileRow, 'id' | 'name'>,
): string {
  return signedAddress(caller, `/files/${encodeURIComponent(id)}/${revision.id}/${encodeURIComponent(name)}`);
}

/** Serves the bytes behind a `downloadURL`. */
export function serveFile(state: State, url: URL): HttpReply {
  mustBeSigned(state, url);
  const [, , fileId = '', revisionId = ''] = url.pathname.split('/').map(decodeURIComponent);
  const file = state.revisions.find(revisionId)?.files.find(({ id }) => id === fileId);
  const blob = file && state.blobs.find(file.blob);
  if (!blob) throw new HttpError(404, `There is no file at ${url.pathname}.`);
  const headers = {
    'content-type': file.contentType,
    'cache-control': 'private, max-age=31536000, immutable',
    // A picture may hold scripts, and a file may be anything: none of it runs on this origin.
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, bytes: Buffer.from(blob.base64, 'base64') };
}

/** Keeps the bytes of a file; equal bytes are kept once. */
export function putFile(
  state: State,
  { id = state.newId(), name, bytes, contentType = contentTypeOf(name) }: NewFile,
): FileRow {
  const blob = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  if (!state.blobs.has(blob)) state.blobs.put({ id: blob, base64: bytes.toString('base64') });
  const dimensions = contentType.startsWith('image/') ? dimensionsOf(bytes) : undefined;
  return { id, name, contentType, size: bytes.length, ...(dimensions && { dimensions }), blob };
}

interface NewFile {
  id?: string;
  name: string;
  bytes: Buffer;
  contentType?: string | undefined;
}

function dimensionsOf(bytes: Buffer): FileRow['dimensions'] {
  try {
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch {
    // Not a picture, whatever its name says, or one of a kind that nobody here can measure.
    return undefined;
  }
}

/** What Git would know a version of content by: made of its ID here, as reading all content for a list takes too long. */
export function gitId(contentId: string): string {
  return createHash('sha1').update(contentId).digest('hex');
}
