import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';
import type { Schema } from '../../api/routes.ts';
import type { Caller } from '../caller.ts';
import { contentTypeOf } from './contentTypes.ts';
import { HttpError } from '../errors.ts';
import type { FileRow, RevisionRow } from '../store/rows.ts';
import type { HttpReply } from '../reply/httpReply.ts';
import { assertSigned, signedAddress } from '../reply/signedAddresses.ts';
import type { State } from '../store/state.ts';

/** Presents a file of one revision; its `downloadURL` gives these bytes even after the file changes or is deleted. */
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

/** Serves the file content that a `downloadURL` refers to. */
export function serveFile(state: State, url: URL): HttpReply {
  assertSigned(state, url);
  const [, , fileId = '', revisionId = ''] = url.pathname.split('/').map(decodeURIComponent);
  const file = state.revisions.find(revisionId)?.files.find(({ id }) => id === fileId);
  const blob = file && state.blobs.find(file.blob);
  if (!blob) throw new HttpError(404, `There is no file at ${url.pathname}.`);
  const headers = {
    'content-type': file.contentType,
    'cache-control': 'private, max-age=31536000, immutable',
    // A picture may contain scripts and a file may be anything, so nothing may run on this origin.
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, bytes: Buffer.from(blob.base64, 'base64') };
}

/** Stores the bytes of a file; equal bytes are stored once. */
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
    // The file is no image, or has a format that `image-size` cannot measure.
    return undefined;
  }
}

/**
 * Returns a stand-in for a Git object ID, derived from the content's ID: hashing all content for a list takes too long.
 */
export function gitId(contentId: string): string {
  return createHash('sha1').update(contentId).digest('hex');
}
