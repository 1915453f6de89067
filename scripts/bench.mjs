// npm run bench -- [NAME ...] [--check] [--record]: measures the packaged extension, the client and the sandbox, all but what
// takes minutes without a name. --check fails where there is more of something than there may be; --record keeps what
// was measured in test/bench/figures.json, and makes the tables of test/bench/README.md and the charts of it.
import { node, run, setUp } from './setup.mjs';

try {
  await setUp('vscode', 'browser');
  const code = await run('npm', ['run', '--silent', 'package']);
  if (code !== 0) throw new Error('Nothing was measured: the extension could not be packaged. See the output above.');
  process.exitCode = await run(node, ['test/bench/run.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
