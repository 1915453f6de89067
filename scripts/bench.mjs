// npm run bench -- [NAME ...] [--check] [--record]: measures the packaged extension, the client and the sandbox. Without a
// name, it skips what takes minutes. --check fails if a figure exceeds its limit. --record stores the figures in
// test/bench/figures.json, and writes the tables of test/bench/README.md and its charts.
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
