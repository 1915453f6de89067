// npm test: everything that can be checked, suites beside each other, on a machine with nothing but Node 20 and npm.
// Ends with one line: "N passed, N failed", and ", N skipped" where tests were skipped.
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, setUp } from './setup.mjs';
import { groupsOf, secondRunFiles, suites, testFiles } from './suites.mjs';

/** True for `npm run test:full`, which runs everything at full size. */
const isFull = Boolean(process.env.MARGINALIA_TEST_FULL);
const total = { passes: 0, failures: 0, pending: 0 };
/** The failures, repeated at the end of the report, which may be long. */
const failures = [];
/** The duration of each suite. */
const durations = [];
// In CI, Mocha colours its output even if it is not a terminal.
const colorSettings = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
const results = mkdtempSync(join(tmpdir(), 'marginalia-test-'));
/** Folders whose tests take long and need neither VS Code nor the output of other builds. */
const slowFolders = ['sandbox', 'conformance'].map(inTests);

try {
  await setUp();
  // Tests without an editor run while the editors are installed, which mainly waits for the network.
  const [installed] = await Promise.allSettled([setUp('vscode', 'floor', 'browser'), runWithoutEditor()]);
  if (installed.status === 'rejected') throw installed.reason;
  // The longest suites come first and the shortest last, so that both runners are busy until the end.
  const queue = [
    ...groupsOf(4, testFiles('host')).map(files => ['host', ['--built', ...files]]),
    ...groupsOf(2, isFull ? testFiles('host') : secondRunFiles()).map(files => [
      'host:documented',
      ['--built', ...files],
    ]),
    ['node', slowFolders],
    // Each group of files shares one browser and one window.
    ...groupsOf(6, testFiles('ui')).map(files => ['ui', ['--built', ...files]]),
  ];
  const runNext = async () => {
    for (let next; (next = queue.shift());) await runSuite(...next);
  };
  // Tests in a window also wait, so fewer windows would leave the processors idle. More would exceed the time limits of
  // the tests on a slow machine.
  await Promise.all(Array.from({ length: 2 }, runNext));
} catch (error) {
  total.failures++;
  console.error(error instanceof Error ? error.message : error);
} finally {
  rmSync(results, { recursive: true, force: true });
}

for (const failure of failures) console.log(`\nFailed in ${failure}`);
console.log(`\n${durations.join('\n')}\n`);
console.log(`${total.passes} passed, ${total.failures} failed${total.pending > 0 ? `, ${total.pending} skipped` : ''}`);
process.exitCode = total.failures > 0 ? 1 : 0;

async function runWithoutEditor() {
  const folders = suites.node.map(inTests).filter(folder => !slowFolders.includes(folder));
  await Promise.all([runSuite('node', folders), runChecks()]);
  await runCheck('package');
  await runCheck('build:tests');
}

async function runChecks() {
  for (const check of ['check:types', 'check:lint', 'check:format', 'check:generated']) await runCheck(check);
}

async function runCheck(name) {
  console.log(`\n${name}`);
  if ((await run('npm', ['run', '--silent', name], { env: colorSettings })) !== 0) {
    console.error(`${name} failed.`);
    total.failures++;
  }
}

function inTests(folder) {
  return `test/${folder}/`;
}

/** Runs parts of a suite. Its output is printed when it has ended, because another suite runs at the same time. */
async function runSuite(name, parts) {
  const title = [`test:${name}`, ...parts.slice(0, 3), ...(parts.length > 3 ? ['...'] : [])].join(' ');
  const file = join(results, title.replaceAll(/\W/g, '-'));
  const env = {
    ...colorSettings,
    MARGINALIA_TEST_RESULT: `${file}.json`,
    CI: process.env.CI ?? 'true',
    // Tests start many processes and threads with the same code.
    NODE_COMPILE_CACHE: join(results, 'compiled'),
  };
  const output = openSync(`${file}.log`, 'w');
  const args = ['run', '--silent', `test:${name}`, '--', ...parts];
  const began = performance.now();
  const code = await run('npm', args, { env, output, timeoutSeconds: 1800 });
  durations.push(`${title}: ${Math.round((performance.now() - began) / 1000)} s`);
  console.log(`\n${title}\n${readFileSync(`${file}.log`, 'utf8')}`);
  const hasResult = existsSync(`${file}.json`);
  const result = hasResult ? JSON.parse(readFileSync(`${file}.json`, 'utf8')) : { passes: 0, failures: 0, pending: 0 };
  for (const key of Object.keys(total)) {
    total[key] += result[key];
  }
  failures.push(...(result.failed ?? []).map(failure => `${title}: ${failure}`));
  // The suite ended before its report, or failed outside of its tests.
  if (!hasResult || (code !== 0 && result.failures === 0)) {
    const reason = hasResult ? '' : ' before its report. Its output above names the test that was running';
    failures.push(`${title}: it ended with exit code ${code}${reason}.`);
    total.failures++;
  }
}
