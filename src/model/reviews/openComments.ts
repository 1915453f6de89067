import { type ChangeRequestPlace, parametersOf } from '../content/changeRequests.ts';
import type { Comment } from '../discussions/requests.ts';

/** How many conversations are open on each page, by its ID; those about all of a change request have an empty one. */
export type OpenComments = ReadonlyMap<string, number>;

export function openOnPages(comments: readonly (Pick<Comment, 'status' | 'target'> | null)[]): OpenComments {
  const counts = new Map<string, number>();
  for (const comment of comments) {
    if (!comment || comment.status === 'resolved') continue;
    const page = comment.target?.page?.id ?? '';
    counts.set(page, (counts.get(page) ?? 0) + 1);
  }
  return counts;
}

/** What is known of so many open comments. */
interface Known {
  open: number;
  known: OpenComments | undefined;
  before: OpenComments | undefined;
}

/** Counts them anew, asking only where nothing that is known has as many; undefined where they are as they were before. */
export async function countOpen(
  place: ChangeRequestPlace,
  { open, known, before = new Map() }: Known,
): Promise<OpenComments | undefined> {
  const isTold = known !== undefined && totalOf(known) === open;
  if (isTold ? areSame(known, before) : totalOf(before) === open) return undefined;
  return isTold ? known : readOpenComments(place);
}

function totalOf(counts: OpenComments): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function areSame(one: OpenComments, other: OpenComments): boolean {
  return one.size === other.size && [...one].every(([page, count]) => other.get(page) === count);
}

/** Asks for the open comments of a change request: once for a thousand. */
async function readOpenComments(place: ChangeRequestPlace): Promise<OpenComments> {
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments';
  const input = { ...parametersOf(place), query: { status: 'open' } } as const;
  return openOnPages(await place.connection.api.all(route, input));
}
