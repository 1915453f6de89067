import { writeFileSync } from 'node:fs';
import { type MochaOptions, reporters, type Runner, type Test } from 'mocha';

/**
 * How often a test that has failed is tried again: CI's machine may be busy with something else. The report says which
 * ones were, and why, for somebody to look into.
 */
export const retries = process.env.CI ? 1 : 0;

/** Mocha's own report, and its figures in the file MARGINALIA_TEST_RESULT for scripts/test.mjs to add up. */
export class Reporter extends reporters.Spec {
  constructor(runner: Runner, options?: MochaOptions) {
    super(runner, options);
    runner.on('retry', (test: Test, error: Error) => {
      reporters.Base.consoleLog(`    Tried again: ${test.fullTitle()}\n${error.stack ?? error.message}`);
    });
    runner.once('end', () => {
      const isNothing = this.stats.tests === 0 && this.stats.failures === 0;
      if (isNothing) reporters.Base.consoleLog('No test was run: none of these files has one with such a title.');
    });
    const file = process.env.MARGINALIA_TEST_RESULT;
    if (file) {
      const failed: string[] = [];
      runner.on('fail', (test: Test) => failed.push(test.fullTitle()));
      runner.once('end', () => {
        const { passes, failures, pending } = this.stats;
        writeFileSync(file, JSON.stringify({ passes, failures, pending, failed }));
      });
    }
  }
}

// Mocha takes the default export of the module that --reporter names.
export default Reporter;
