import assert, { AssertionError } from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';

/**
 * Maximum number of lines of two compared values, because the memory of a comparison grows with the square of that
 * number.
 */
const maxComparedLines = 4000;
/** Number of lines that are quoted before and after the first difference. */
const linesBefore = 3;
const linesAfter = 8;

/**
 * Makes `deepEqual` report only the first difference of two large values. Node compares them line by line, which takes
 * minutes and gigabytes for some ten thousand lines, so that the process ends before the failure is reported.
 */
export function limitComparisons(): void {
  const compare: typeof assert.deepStrictEqual = assert.deepStrictEqual;
  const deepEqual = (actual: unknown, expected: unknown, message?: string | Error): void => {
    if (isDeepStrictEqual(actual, expected)) return;
    const difference = message instanceof Error ? undefined : firstDifference(actual, expected, message);
    if (difference === undefined) compare(actual, expected, message);
    throw new AssertionError({ message: difference, operator: 'fail', stackStartFn: deepEqual });
  };
  Object.assign(assert, { deepEqual, deepStrictEqual: deepEqual });
}

/** Quotes the lines around the first difference of two values; undefined for values that Node can compare as a whole. */
function firstDifference(
  actual: unknown,
  expected: unknown,
  message = 'Expected values to be strictly deep-equal.',
): string | undefined {
  const [one, other] = [linesOf(actual), linesOf(expected)];
  if (one.length + other.length <= maxComparedLines) return undefined;
  const different = one.findIndex((line, index) => line !== other[index]);
  const first = different < 0 ? one.length : different;
  const quote = (sign: string, lines: string[]) =>
    lines.slice(first, first + linesAfter).map(line => `${sign} ${line}`);
  return [
    `${message} The first difference is in line ${first + 1} of ${one.length}:`,
    '+ actual - expected',
    '',
    ...one.slice(Math.max(0, first - linesBefore), first).map(line => `  ${line}`),
    ...quote('+', one),
    ...quote('-', other),
  ].join('\n');
}

function linesOf(value: unknown): string[] {
  const whole = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity, breakLength: Infinity };
  return inspect(value, { ...whole, compact: false, sorted: true }).split('\n');
}
