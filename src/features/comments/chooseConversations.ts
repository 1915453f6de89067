import type { Lines } from '../../model/discussions/placement.ts';

/** A conversation, by the line on which it stands; what is about all of a page stands above its first one. */
export interface Candidate {
  id: string;
  line: number;
}

/** How many threads a page has: each of them costs VS Code as long as drawing some frames. */
export const maxThreads = 30;
/** With more conversations than this, those of a page are closed until somebody opens them. */
export const maxExpanded = 20;

/** The conversations of a page that get a thread: those that have to keep theirs, then the nearest to what is visible. */
export function chooseConversations(
  candidates: readonly Candidate[],
  visible: readonly Lines[],
  idsInUse: ReadonlySet<string>,
): Set<string> {
  if (candidates.length <= maxThreads) return new Set(candidates.map(({ id }) => id));
  const [staying, others] = [true, false].map(stays => candidates.filter(({ id }) => idsInUse.has(id) === stays));
  const seen = visible.length > 0 ? visible : [{ start: 0, end: 0 }];
  const far = ({ line }: Candidate) => Math.min(...seen.map(({ start, end }) => Math.max(start - line, line - end, 0)));
  const nearest = (others ?? []).map(one => ({ id: one.id, far: far(one) })).sort((one, other) => one.far - other.far);
  const room = Math.max(maxThreads - (staying?.length ?? 0), 0);
  return new Set([...(staying ?? []), ...nearest.slice(0, room)].map(({ id }) => id));
}
