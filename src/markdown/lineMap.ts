import { diffIndices } from 'node-diff3';

/** Returns where each line of a text is in another version of it, by zero-based line. A deleted line is at the one before. */
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
