/** A common part of two texts, and the differing parts after it. */
export interface Gap<T> {
  sameBefore: readonly T[];
  same: readonly T[];
  before: readonly T[];
  after: readonly T[];
}

/** The functions by which the parts of a text are judged. */
interface Reading<T> {
  /** Returns the amount of text in parts. */
  sizeOf: (parts: readonly T[]) => number;
  /** Returns true if a common part between two replaced parts is insignificant by itself. */
  isIsland: (same: readonly T[]) => boolean;
  /** Returns true if a clause or a passage ends within parts. */
  hasEnd: (parts: readonly T[]) => boolean;
  /** Maximum size of common parts that are marked as changed to keep a text within `maxMarks`. */
  maxIsland: number;
}

/** Maximum number of marked passages in a text. With more, it becomes unreadable. */
export const maxMarks = 12;

/** Texts below this size are readable word by word, however much of them is new. */
const minRewritten = 60;

/**
 * Marks common parts between changes as changed if they are smaller than the changes, because single unchanged words
 * are no readable text. Rewritten text is shown clause by clause, or as a whole.
 */
export function mergeSmallGaps<T>(gaps: readonly Gap<T>[], reading: Reading<T>): Gap<T>[] {
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

/** Returns true if most of the text is new, so that its common parts are accidental. */
function isRewritten<T>(gaps: readonly Gap<T>[], { sizeOf }: Reading<T>): boolean {
  const keptSize = gaps.reduce((sum, { same }) => sum + sizeOf(same), 0);
  const changed = changedSize(gaps, sizeOf);
  return changed > 8 * keptSize && changed > minRewritten;
}

/** Joins the changes of a clause of which little is unchanged. */
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

/** Joins the changes with the smallest common parts between them until `maxMarks` is kept. */
function limitMarks<T>(gaps: readonly Gap<T>[], { sizeOf, maxIsland }: Reading<T>): Gap<T>[] {
  let marks = gaps.reduce((sum, gap) => sum + marksOf(gap), 0);
  if (marks <= maxMarks) return [...gaps];
  const inner = [...gaps.entries()].filter(([index, gap]) => index > 0 && isChanged(gap));
  const bySize = inner.map(([index, { same }]) => ({ index, size: sizeOf(same) }));
  const joins = gaps.map(() => false);
  // Joined changes are one removed and one added passage.
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

/** Merges each gap for which `joins` is true into the one before it. */
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
