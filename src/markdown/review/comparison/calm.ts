/** What is the same, and what is not behind it. */
export interface Gap<T> {
  sameBefore: readonly T[];
  same: readonly T[];
  before: readonly T[];
  after: readonly T[];
}

/** How the parts of a text are read. */
interface Reading<T> {
  /** How much parts say. */
  sizeOf: (parts: readonly T[]) => number;
  /** Whether what stays between two replaced parts says nothing by itself. */
  isIsland: (same: readonly T[]) => boolean;
  /** Whether a clause or a passage ends within parts. */
  hasEnd: (parts: readonly T[]) => boolean;
  /** The greatest size of what is taken for changed so that a text has no more than `maxMarks`. */
  maxIsland: number;
}

/** Nobody reads a text in which more passages than these are marked as removed or added. */
export const maxMarks = 12;

/** Below this size a text is short enough to be read word by word, however much of it is new. */
const minRewritten = 60;

/**
 * Takes what lies between changes, and says less than they do, for changed: single words that stay make no sentence. What
 * was written anew is shown clause by clause or as a whole.
 */
export function calm<T>(gaps: readonly Gap<T>[], reading: Reading<T>): Gap<T>[] {
  if (isRewritten(gaps, reading))
    return joined(
      gaps,
      gaps.map(() => true),
    );
  const joins = gaps.map((gap, index) => {
    const previous = gaps[index - 1];
    return previous !== undefined && isReplaced(previous) && isReplaced(gap) && reading.isIsland(gap.same);
  });
  const calmer = joinClauses(joined(gaps, joins), reading);
  return limitMarks(calmer, reading);
}

/** Of a text that was written anew, what is left by chance tells nothing. */
function isRewritten<T>(gaps: readonly Gap<T>[], { sizeOf }: Reading<T>): boolean {
  const keptSize = gaps.reduce((sum, { same }) => sum + sizeOf(same), 0);
  const changed = changedSize(gaps, sizeOf);
  return changed > 8 * keptSize && changed > minRewritten;
}

/** Joins the changes of a clause of which little is left. */
function joinClauses<T>(gaps: readonly Gap<T>[], { sizeOf, hasEnd }: Reading<T>): Gap<T>[] {
  const joins = gaps.map(() => false);
  let first = 0;
  for (let next = 1; next <= gaps.length; next++) {
    const gap = gaps[next];
    if (gap && isChanged(gap) && !hasEnd(gap.same)) continue;
    const clause = gaps.slice(first, next);
    const keptSize = clause.slice(1).reduce((sum, { same }) => sum + sizeOf(same), 0);
    const isNew = clause.length > 2 && changedSize(clause, sizeOf) > 2 * keptSize;
    if (isNew) joins.fill(true, first + 1, next);
    first = next;
  }
  return joined(gaps, joins);
}

/** Joins the changes with the least between them until few enough are left. */
function limitMarks<T>(gaps: readonly Gap<T>[], { sizeOf, maxIsland }: Reading<T>): Gap<T>[] {
  let marks = gaps.reduce((sum, gap) => sum + marksOf(gap), 0);
  if (marks <= maxMarks) return [...gaps];
  const inner = [...gaps.entries()].filter(([index, gap]) => index > 0 && isChanged(gap));
  const bySize = inner.map(([index, { same }]) => ({ index, size: sizeOf(same) }));
  const joins = gaps.map(() => false);
  // What is joined is removed and added as a whole.
  const marksAt = (index: number, isJoined: boolean | undefined) => (isJoined ? 2 : marksOf(gaps[index]));
  for (const { index, size } of bySize.sort((one, other) => one.size - other.size)) {
    if (marks <= maxMarks || size > maxIsland) break;
    marks += 2 - marksAt(index - 1, joins[index - 1]) - marksAt(index, joins[index + 1]);
    joins[index] = true;
  }
  return joined(gaps, joins);
}

function marksOf<T>(gap: Gap<T> | undefined): number {
  return (gap?.before.length ? 1 : 0) + (gap?.after.length ? 1 : 0);
}

/** Puts those gaps for which `joins` is true into the ones before them. */
function joined<T>(gaps: readonly Gap<T>[], joins: readonly boolean[]): Gap<T>[] {
  const result: { sameBefore: readonly T[]; same: readonly T[]; before: T[]; after: T[] }[] = [];
  for (const [index, { sameBefore, same, before, after }] of gaps.entries()) {
    const last = result.at(-1);
    if (!last || !joins[index]) result.push({ sameBefore, same, before: [...before], after: [...after] });
    else {
      for (const part of [sameBefore, before]) for (const one of part) last.before.push(one);
      for (const part of [same, after]) for (const one of part) last.after.push(one);
    }
  }
  return result;
}

function changedSize<T>(gaps: readonly Gap<T>[], sizeOf: (parts: readonly T[]) => number): number {
  return gaps.reduce((sum, { before, after }) => sum + sizeOf(before) + sizeOf(after), 0);
}

function isChanged<T>({ before, after }: Gap<T>): boolean {
  return before.length > 0 || after.length > 0;
}

function isReplaced<T>({ before, after }: Gap<T>): boolean {
  return before.length > 0 && after.length > 0;
}
