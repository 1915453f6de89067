import { findSourceMap } from 'node:module';
import { join, resolve } from 'node:path';
import { format } from 'node:util';
import { Mocha, reporters } from 'mocha';
import { noteCurrentTest } from './currentTest.ts';
import { appendDetails, paragraph } from './explain.ts';
import { listenToLogs } from './logs.ts';
import { Reporter } from './reporter.ts';

// Node 22, which the lowest VS Code includes, does not give required modules like this one a default export.
declare module 'mocha' {
  const Mocha: typeof import('mocha');
}

/** Runs the tests of test/model and test/features, which esbuild.mjs bundles into stdin.cjs. VS Code calls this in its extension host (extensionTestsPath). */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  markReport(process.env.MARGINALIA_TEST_MARK ?? '');
  // Listening must begin before the extension creates its log.
  const errors = listenToLogs();
  const grep = process.env.MARGINALIA_TEST_GREP;
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: Reporter,
    color: false,
    // The messages of Node contain the difference already.
    diff: false,
    timeout: 60_000,
    forbidOnly: Boolean(process.env.CI),
    ...(grep === undefined ? {} : { fgrep: grep, failZero: true }),
  });
  mocha.addFile(join(import.meta.dirname, 'stdin.cjs'));
  const failures = await new Promise<number>(done => {
    const runner = mocha.run(done);
    runner.on('test', test => {
      errors.take();
      noteCurrentTest(test.fullTitle());
    });
    runner.on('end', () => noteCurrentTest(undefined));
    runner.on('fail', (_test, error: Error) => {
      error.stack = mapped(error.stack);
      appendDetails(error, paragraph('Errors in the log:', errors.take()));
    });
  });
  if (failures > 0) {
    throw new Error(`${failures} of the tests in VS Code failed.`);
  }
}

// VS Code mixes the output of the tests with its own; a mark separates them (server-host.ts).
function markReport(mark: string): void {
  reporters.Base.consoleLog = (...parts: unknown[]) => console.log(mark + format(...parts));
}

// Maps a stack trace to the sources. Node maps it itself only without another formatter, and VS Code has one.
function mapped(stack = ''): string {
  return stack.replace(/([^\s():]+\.cjs):(\d+):(\d+)/g, (place, file: string, line: string, column: string) => {
    const origin = findSourceMap(resolve(file))?.findOrigin(Number(line), Number(column));
    return origin && 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : place;
  });
}
