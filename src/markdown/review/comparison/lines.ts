import { diffArrays } from 'diff';
import type { LineChange } from '../change.ts';
import { mergeSmallGaps, type Gap } from './mergeSmallGaps.ts';

/** Maximum number of different lines. Beyond it, unchanged lines are not searched. */
const maxEditLength = 1_000;

/** Compares code line by line. */
export function linesBetween(before: string, after: string): LineChange[] {
  const [linesBefore, linesAfter] = [before.split('\n'), after.split('\n')];
  const parts = diffArrays(linesBefore, linesAfter, { maxEditLength });
  if (!parts) return [...linesOf('removed', linesBefore), ...linesOf('added', linesAfter)];
  const gaps: Gap<string>[] = [];
  for (const { value, added, removed } of parts) {
    const last = gaps.at(-1);
    if (last && removed) last.before = value;
    else if (last && added) last.after = value;
    else {
      const same = added || removed ? [] : value;
      gaps.push({ sameBefore: same, same, before: removed ? value : [], after: added ? value : [] });
    }
  }
  return mergeSmallGaps(gaps, lineReading).flatMap(gap => [
    ...linesOf('same', gap.same),
    ...linesOf('removed', gap.before),
    ...linesOf('added', gap.after),
  ]);
}

const lineReading = {
  sizeOf: (lines: readonly string[]) => lines.reduce((sum, line) => sum + Math.max(line.trim().length, 1), 0),
  // A single unchanged bracket or empty line between two changes is insignificant.
  isIsland: (same: readonly string[]) => same.length === 1 && same.every(line => !/[\p{L}\p{N}]/u.test(line)),
  hasEnd: (lines: readonly string[]) => lines.some(line => !line.trim()),
  maxIsland: 400,
};

function linesOf(kind: LineChange['kind'], lines: readonly string[]): LineChange[] {
  return lines.map(text => ({ kind, text }));
}
