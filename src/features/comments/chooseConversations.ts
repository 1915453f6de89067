import type { LineRange } from '../../model/discussions/placement.ts';

/** A conversation and its line. Conversations about the whole page have a line above the first one. */
export interface ConversationCandidate {
  id: string;
  line: number;
}

/** Maximum number of threads on a page. Each costs VS Code as much time as drawing some frames. */
export const maxThreads = 30;
/** If a page has more conversations than this, its threads are collapsed at first. */
export const maxExpanded = 20;

/** Returns the IDs of the conversations that get a thread: those in use, then those nearest to the visible lines. */
export function chooseConversations(
  candidates: readonly ConversationCandidate[],
  visible: readonly LineRange[],
  idsInUse: ReadonlySet<string>,
): Set<string> {
  if (candidates.length <= maxThreads) return new Set(candidates.map(({ id }) => id));
  const [staying, others] = [true, false].map(stays => candidates.filter(({ id }) => idsInUse.has(id) === stays));
  const seen = visible.length > 0 ? visible : [{ start: 0, end: 0 }];
  const far = ({ line }: ConversationCandidate) =>
    Math.min(...seen.map(({ start, end }) => Math.max(start - line, line - end, 0)));
  const nearest = (others ?? []).map(one => ({ id: one.id, far: far(one) })).sort((one, other) => one.far - other.far);
  const room = Math.max(maxThreads - (staying?.length ?? 0), 0);
  return new Set([...(staying ?? []), ...nearest.slice(0, room)].map(({ id }) => id));
}
