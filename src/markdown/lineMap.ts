import { diffIndices } from 'node-diff3';

/**
 * Returns a function that maps zero-based lines of a text to another version of it. A deleted line is mapped to the
 * line before.
 */
export function mapLines(before: string, after: string): (line: number) => number {
  const hunks = diffIndices(before.split(/\r?\n/), after.split(/\r?\n/)).map(({ buffer1, buffer2 }) => {
    return { start: buffer1[0], length: buffer1[1], newStart: buffer2[0], newLength: buffer2[1] };
  });
  return line => {
    const hunk = hunks.findLast(({ start }) => start <= line);
    if (!hunk) return line;
    const { start, length, newStart, newLength } = hunk;
    if (line >= start + length) return line - (start + length) + newStart + newLength;
    return Math.max(0, newStart + Math.min(line - start, newLength - 1));
  };
}
