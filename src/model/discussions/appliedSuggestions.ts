import type { Lines } from './placement.ts';

/** Lines of a text, and what is proposed in place of them. */
export interface SuggestedLines {
  lines: Lines;
  proposed: string;
}

/** A text with suggestions in it, and those that are not: they are about lines that another one has replaced. */
export interface TextWithSuggestions<T> {
  text: string;
  applied: T[];
  overlapping: T[];
}

/** Puts suggestions into a text. Of those that are about the same lines, the first is taken, and whatever says the same. */
export function withSuggestions<T extends SuggestedLines>(
  text: string,
  suggestions: readonly T[],
): TextWithSuggestions<T> {
  const taken: T[] = [];
  const applied: T[] = [];
  const overlapping: T[] = [];
  for (const one of suggestions) {
    const others = taken.filter(({ lines }) => lines.start <= one.lines.end && one.lines.start <= lines.end);
    if (others.length === 0) taken.push(one);
    if (others.every(other => isSame(one, other))) applied.push(one);
    else overlapping.push(one);
  }
  const lines = text.split('\n');
  // From the end on, what is above keeps its lines.
  for (const { lines: place, proposed } of taken.toSorted((one, other) => other.lines.start - one.lines.start)) {
    const { start } = place;
    let end = place.end + 1;
    // A block that is deleted takes the blank lines below it along.
    const isWhole = proposed === '' && isBlank(lines[start - 1]);
    while (isWhole && end < lines.length && isBlank(lines[end])) end++;
    lines.splice(start, end - start, ...(proposed === '' ? [] : proposed.split('\n')));
  }
  return { text: lines.join('\n'), applied, overlapping };
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function isSame(one: SuggestedLines, other: SuggestedLines): boolean {
  const isSamePlace = one.lines.start === other.lines.start && one.lines.end === other.lines.end;
  return isSamePlace && one.proposed === other.proposed;
}
