import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Mocha's own report, and its figures in the file MARGINALIA_TEST_RESULT for scripts/test.mjs to add up. */
export class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    runner.once('end', () => {
      const isNothing = this.stats.tests === 0 && this.stats.failures === 0;
      if (isNothing) Mocha.reporters.Base.consoleLog('No test was run: none of these files has one with such a title.');
    });
    const file = process.env.MARGINALIA_TEST_RESULT;
    if (file) {
      runner.once('end', () => {
        const { passes, failures, pending } = this.stats;
        writeFileSync(file, JSON.stringify({ passes, failures, pending }));
      });
    }
  }
}

// Mocha takes the default export of the module that --reporter names.
export default Reporter;
