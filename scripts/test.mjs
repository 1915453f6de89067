// npm test: everything that can be checked, one suite after the other, on a machine with nothing but Node 20 and npm.
// Ends with one line: "N passed, N failed", and ", N skipped" where tests were skipped.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, setUp } from './setup.mjs';

const total = { passes: 0, failures: 0, pending: 0 };
// In CI mocha colours its output even when nobody looks.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
const results = mkdtempSync(join(tmpdir(), 'marginalia-test-'));

try {
  await setUp('vscode', 'floor', 'browser');
  for (const check of ['check:types', 'check:format', 'check:generated']) {
    await runCheck(check);
  }
  for (const suite of ['node', 'host', 'host:documented', 'ui']) {
    await runSuite(suite);
  }
} catch (error) {
  total.failures++;
  console.error(error instanceof Error ? error.message : error);
} finally {
  rmSync(results, { recursive: true, force: true });
}

const { passes, failures, pending } = total;
console.log(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`);
process.exitCode = failures > 0 ? 1 : 0;

async function runCheck(name) {
  console.log(`\n${name}`);
  if ((await run('npm', ['run', '--silent', name], { env: plain })) !== 0) {
    console.error(`${name} failed.`);
    total.failures++;
  }
}

async function runSuite(name) {
  console.log(`\ntest:${name}`);
  const file = join(results, `${name.replace(':', '-')}.json`);
  const env = { ...plain, MARGINALIA_TEST_RESULT: file, CI: process.env.CI ?? 'true' };
  const code = await run('npm', ['run', '--silent', `test:${name}`], { env, timeoutSeconds: 1800 });
  const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passes: 0, failures: 0, pending: 0 };
  for (const key of Object.keys(total)) {
    total[key] += result[key];
  }
  // A suite that did not get as far as its report, or that went wrong beside its tests.
  if (code !== 0 && result.failures === 0) {
    console.error(`test:${name} ended with exit code ${code}.`);
    total.failures++;
  }
}
