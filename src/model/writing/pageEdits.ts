import { failedAs } from '../../api/errors.ts';
import { NotOffered } from '../../api/failure.ts';
import type { WriteOptions } from '../../api/client.ts';
import type { Input, Schema } from '../../api/routes.ts';
import { type ChangeRequest, type ChangeRequestPlace, parametersOf } from '../content/changeRequests.ts';

/** The operation that edits the pages of a change request, which only some servers offer. */
export const pageEditsRoute = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content';

export type ContentEdit = Schema<'ContentEdit'>;

/** The largest number of edits that one request may have. */
export const maxEditsPerRequest = 50;

export const pageEditsUnsupported =
  'This server does not support editing pages: it lacks "POST .../change-requests/{id}/content". ' +
  'Import content into the change request, or edit the page in the app of the service.';

/** Makes edits to the content of a change request, all or none. Returns the change request where the reply has one. */
export async function sendEdits(
  place: ChangeRequestPlace,
  changes: ContentEdit[],
  options: WriteOptions<undefined>,
): Promise<ChangeRequest | undefined> {
  try {
    const input = { ...parametersOf(place), body: { changes } };
    const reply: unknown = await place.connection.api.optional(pageEditsRoute, input, options);
    return isChangeRequest(reply) ? reply : undefined;
  } catch (error) {
    throw failedAs(error, 'notOffered') ? new NotOffered(pageEditsUnsupported, { cause: error }) : error;
  }
}

/**
 * Returns whether a server takes page edits. It is asked with a request that lacks its edits, which a server that has the
 * operation refuses as invalid. A server that does not answer is taken for one that has it: then a save is tried.
 */
export async function probePageEdits(place: ChangeRequestPlace): Promise<boolean> {
  const input = { ...parametersOf(place), body: {} } as Input<typeof pageEditsRoute>;
  try {
    await place.connection.api.optional(pageEditsRoute, input);
    return true;
  } catch (error) {
    return !failedAs(error, 'notOffered');
  }
}

function isChangeRequest(reply: unknown): reply is ChangeRequest {
  const { revision, status } = { ...(reply as Partial<ChangeRequest> | undefined) };
  return typeof revision === 'string' && typeof status === 'string';
}
