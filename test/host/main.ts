// Builds the extension and its tests and runs them inside VS Code: the one named in MARGINALIA_VSCODE, otherwise the
// server build, which with MARGINALIA_TEST_FLOOR is the lowest version that the manifest allows. Arguments are the test
// files to run; without arguments, all are run. --documented-only: against a server with only the documented
// operations; --grep TEXT: only tests whose title contains the text; --built: with the output of "npm run build:tests".
// See scripts/try.mjs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { node, root, run, setUp } from '../../scripts/setup.mjs';

const { values: flags, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: 'string' },
    'documented-only': { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
});

const server = process.env.MARGINALIA_TEST_FLOOR ? 'floor' : 'vscode';
const desktop = server === 'floor' ? undefined : process.env.MARGINALIA_VSCODE;
await setUp(...(desktop === undefined ? ([server, 'browser'] as const) : []));
if (!flags.built) {
  // The built code must not be older than the sources.
  await build([]);
  await build(['--tests', ...files]);
}

const dataDir = mkdtempSync(join(tmpdir(), 'marginalia-code-'));
try {
  await runTests({
    vscodeExecutablePath: desktop ?? join(import.meta.dirname, 'server-host.ts'),
    extensionDevelopmentPath: root,
    extensionTestsPath: join(root, '.vscode-test/out/run.cjs'),
    launchArgs: ['--disable-extensions', `--user-data-dir=${dataDir}`],
    extensionTestsEnv: {
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      ...(flags['documented-only'] && { MARGINALIA_TEST_SERVER: 'documented-only' }),
      ...(flags.grep !== undefined && { MARGINALIA_TEST_GREP: flags.grep }),
      ...(files.length > 0 && { MARGINALIA_TEST_FILES: files.join(',') }),
    },
  });
} catch (error) {
  console.error(error instanceof TestRunFailedError ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function build(args: string[]): Promise<void> {
  if ((await run(node, ['esbuild.mjs', ...args])) === 0) return;
  console.error('No test was run: the sources could not be built. See the output above.');
  process.exit(1);
}
