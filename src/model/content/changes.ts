import { failedAs } from '../../api/errors.ts';
import type { Schema } from '../../api/routes.ts';
import { type ChangeRequestPlace, parametersOf } from './changeRequests.ts';

export type Change = Schema<'Change'>;
export type Verb = 'created' | 'edited' | 'deleted' | 'moved';

/** What a change is about; other things than pages and files cannot be opened. */
export interface ChangeSubject {
  name: string;
  verb: Verb;
  /** The path of a page, or what else it is. */
  detail: string;
  /** ID of the page. */
  page?: string;
  /** ID of the file. */
  file?: string;
}

/** What a change request changes, and how many changes more the server does not list; undefined where it tells none. */
export async function readChanges(
  place: ChangeRequestPlace,
  signal?: AbortSignal,
): Promise<{ changes: Change[]; more: number } | undefined> {
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes';
  const input = { ...parametersOf(place), query: { limit: 1000 } };
  try {
    const { changes, more = 0 } = await place.connection.api.optional(route, input, { signal });
    return { changes, more };
  } catch (error) {
    if (failedAs(error, 'notOffered')) return undefined;
    throw error;
  }
}

/** The page that a change is about, or the file, with the name and the kind of the change. */
export function subjectOf(change: Change): ChangeSubject {
  const verb = (/_(created|edited|deleted|moved)$/.exec(change.type)?.[1] ?? 'edited') as Verb;
  if ('page' in change) {
    const { id, title, path } = change.page;
    return { name: title, page: id, detail: path ?? '', verb };
  }
  if ('file' in change) return { name: change.file.name, file: change.file.id, detail: 'file', verb };
  if ('reusableContent' in change) return { name: change.reusableContent.title, detail: 'reusable content', verb };
  if ('tag' in change) return { name: change.tag.label, detail: 'tag', verb };
  return { name: Object.keys(change.variables).join(', '), detail: 'variables', verb };
}

/** How a change is called on the screen. */
export const verbWords: Record<Verb, string> = {
  created: 'added',
  edited: 'edited',
  deleted: 'deleted',
  moved: 'moved',
};
