import { type ChangeRequestPlace, parametersOf } from '../content/changeRequests.ts';
import type { Comment } from '../discussions/requests.ts';

/** Number of open conversations by page ID. Those about the whole change request have an empty ID. */
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

/** The current number of open comments, and counts by page that may add up to it. */
interface Known {
  open: number;
  known: OpenComments | undefined;
  before: OpenComments | undefined;
}

/** Returns the counts by page, fetched only if no known counts add up to `open`; undefined if they are unchanged. */
export async function countOpenComments(
  place: ChangeRequestPlace,
  { open, known, before = new Map() }: Known,
): Promise<OpenComments | undefined> {
  const isKnown = known !== undefined && totalOf(known) === open;
  if (isKnown ? areSame(known, before) : totalOf(before) === open) return undefined;
  return isKnown ? known : readOpenComments(place);
}

function totalOf(counts: OpenComments): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function areSame(one: OpenComments, other: OpenComments): boolean {
  return one.size === other.size && [...one].every(([page, count]) => other.get(page) === count);
}

/** Fetches the open comments of a change request and counts them by page. */
async function readOpenComments(place: ChangeRequestPlace): Promise<OpenComments> {
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments';
  const input = { ...parametersOf(place), query: { status: 'open' } } as const;
  return openOnPages(await place.connection.api.listAll(route, input));
}
