import { writeFileSync } from 'node:fs';
import { type MochaOptions, reporters, type Runner, type Test } from 'mocha';
import { limitComparisons } from './comparisons.ts';
import { setMessage } from './explain.ts';

/** Maximum number of lines in a failure message, so that it fits on one screen with its title. */
const maxLines = 40;
/** Number of last lines that are kept, because they describe the window. */
const lastLines = 15;
const maxLineLength = 400;

/**
 * Mocha's default reporter, which also writes results to MARGINALIA_TEST_RESULT for the summary of scripts/test.mjs.
 */
export class Reporter extends reporters.Spec {
  constructor(runner: Runner, options?: MochaOptions) {
    super(runner, options);
    limitComparisons();
    runner.once('end', () => {
      const isNothing = this.stats.tests === 0 && this.stats.failures === 0;
      if (isNothing) reporters.Base.consoleLog('No test was run: none of these files has one with such a title.');
    });
    const file = process.env.MARGINALIA_TEST_RESULT;
    if (file) {
      const failures: { title: string; error: Error }[] = [];
      runner.on('fail', (test: Test, error: Error) => failures.push({ title: test.fullTitle(), error }));
      runner.once('end', () => {
        const { passes, pending } = this.stats;
        // The file is written at the end, because listeners of a failure append details to its message.
        const failed = failures.map(({ title, error }) => describeFailure(title, error));
        writeFileSync(file, JSON.stringify({ passes, failures: this.stats.failures, pending, failed }));
      });
    }
  }

  override epilogue(): void {
    for (const { err } of this.failures) if (err) setMessage(err, linesOnScreen(err.message).join('\n'));
    super.epilogue();
  }
}

/** Returns the title, the message with expected and actual values, and the line of the test. */
export function describeFailure(title: string, { message, stack = '' }: Error): string {
  const place = lineOfTest(stack.slice(stack.indexOf(message) + message.length));
  return [title, ...linesOnScreen(message), ...place].join('\n  ');
}

function linesOnScreen(message: string): string[] {
  const lines = message.split('\n');
  const omitted = lines.length - maxLines + 1;
  const shortened =
    omitted > 1
      ? [...lines.slice(0, maxLines - lastLines - 1), `... and ${omitted} more lines`, ...lines.slice(-lastLines)]
      : lines;
  return shortened.map(line => {
    const rest = line.length - maxLineLength;
    return rest > 0 ? `${line.slice(0, maxLineLength)}... and ${rest} more characters` : line;
  });
}

/** Returns the line of the test file in a stack trace, otherwise that of a helper: `at test/ui/day.test.ts:12:5`. */
function lineOfTest(frames: string): string[] {
  const places = [...frames.matchAll(/^.*\b(test\/[^\s():]+\.ts:\d+:\d+)/gm)].map(([, place]) => `at ${place}`);
  const place = places.find(place => place.includes('.test.ts')) ?? places[0];
  return place === undefined ? [] : [place];
}

// Mocha takes the default export of the module that --reporter names.
export default Reporter;
