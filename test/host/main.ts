// Runs the tests of test/features inside VS Code: the one named in MARGINALIA_VSCODE, else the server build.
// With --documented-only, against a service that offers nothing but the documented operations.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { node, root, setUp } from '../../scripts/setup.mjs';

const desktop = process.env.MARGINALIA_VSCODE;
await setUp(...(desktop === undefined ? (['vscode', 'browser'] as const) : []));

const dataDir = mkdtempSync(join(tmpdir(), 'marginalia-code-'));
try {
  await runTests({
    vscodeExecutablePath: desktop ?? join(import.meta.dirname, 'server-host.ts'),
    extensionDevelopmentPath: root,
    extensionTestsPath: join(root, '.vscode-test/out/run.cjs'),
    launchArgs: ['--disable-extensions', `--user-data-dir=${dataDir}`],
    extensionTestsEnv: {
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      ...(process.argv.includes('--documented-only') && { MARGINALIA_TEST_SERVER: 'documented-only' }),
    },
  });
} catch (error) {
  console.error(error instanceof TestRunFailedError ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
