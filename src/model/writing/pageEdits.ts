import { t } from '@vscode/l10n';
import { isApiError } from '../../api/errors.ts';
import { UnsupportedOperation } from '../../api/failure.ts';
import type { WriteOptions } from '../../api/client.ts';
import { isId } from '../../api/normalize.ts';
import type { RequestInput, Schema } from '../../api/routes.ts';
import { type ChangeRequest, type ChangeRequestPlace, parametersOf } from '../content/changeRequests.ts';

/** The operation that edits the pages of a change request, which only some servers offer. */
export const pageEditsRoute = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content';

export type ContentEdit = Schema<'ContentEdit'>;

/** Maximum number of edits in one request. */
export const maxEditsPerRequest = 50;

export const pageEditsUnsupported = t(
  'This server does not support editing pages: it lacks "POST .../change-requests/{id}/content". ' +
    'Import content into the change request, or edit the page in the app of the service.',
);

/** The maximum number of files in one edit, and the maximum size of each in bytes. */
export const maxFilesPerEdit = 20;
export const maxFileBytes = 1024 ** 2;

/**
 * Applies edits to the content of a change request, all or none. Returns the change request if the response contains
 * it.
 */
export async function sendEdits(
  place: ChangeRequestPlace,
  changes: readonly ContentEdit[],
  options: WriteOptions<undefined>,
): Promise<ChangeRequest | undefined> {
  const reply = await send(place, { body: { changes: [...changes] } }, options);
  return isChangeRequest(reply) ? reply : undefined;
}

/** Uploads files to a change request, all or none. Returns the data of the reply, which may be empty. */
export async function insertFiles(
  place: ChangeRequestPlace,
  files: readonly Schema<'FileInput'>[],
  options: WriteOptions<undefined>,
): Promise<{ changeRequest?: ChangeRequest; ids?: string[] }> {
  const changes: ContentEdit[] = [{ operation: 'insert_files', files: [...files] }];
  const reply = await send(place, { query: { compat: false }, body: { changes } }, options);
  const { changeRequest = reply, insertedFiles } = { ...(reply as Partial<Schema<'ContentEditResult'>> | undefined) };
  const ids = Array.isArray(insertedFiles) ? insertedFiles.map(file => file?.id).filter(isId) : [];
  return { ...(isChangeRequest(changeRequest) && { changeRequest }), ...(ids.length === files.length && { ids }) };
}

async function send(
  place: ChangeRequestPlace,
  input: Omit<RequestInput<typeof pageEditsRoute>, 'spaceId' | 'changeRequestId'>,
  options: WriteOptions<undefined>,
): Promise<unknown> {
  try {
    return await place.connection.api.optional(pageEditsRoute, { ...parametersOf(place), ...input }, options);
  } catch (error) {
    throw isApiError(error, 'notOffered') ? new UnsupportedOperation(pageEditsUnsupported, { cause: error }) : error;
  }
}

function isChangeRequest(reply: unknown): reply is ChangeRequest {
  const { revision, status } = { ...(reply as Partial<ChangeRequest> | undefined) };
  return typeof revision === 'string' && typeof status === 'string';
}
