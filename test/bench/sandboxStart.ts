import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../src/sandbox/index.ts';
import { compare } from './measure.ts';
import { fillBig } from './sandboxWorld.ts';

// Measures the time from the start of the process to the line with the sandbox's address. With the sample, the floor is
// a Node process that prints a line; with the data of a large service, it is one that reads the rows.
const root = join(import.meta.dirname, '../..');
const start = (...args: string[]) => ({
  async run() {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill();
    await once(child, 'exit');
  },
});
const saying = 'console.log(0); setTimeout(() => {}, 1000)';

await compare(
  'Starting the sandbox with its sample',
  { name: 'node', ...start('--eval', saying) },
  [
    { name: 'bundle', ...start('dist/sandbox-cli.js') },
    { name: 'sources', ...start('src/sandbox/main.ts') },
  ],
  {},
  15,
);

const data = mkdtempSync(join(tmpdir(), 'marginalia-bench-'));
try {
  await (await createSandbox({ data, fill: fillBig })).close();
  const file = JSON.stringify(join(data, 'sandbox.sqlite'));
  const reading = `const rows = new (require('node:sqlite').DatabaseSync)(${file}).prepare('SELECT json FROM rows').all();
    globalThis.kept = rows.map(({ json }) => JSON.parse(json)); ${saying}`;
  const quiet = '--disable-warning=ExperimentalWarning';
  await compare(
    'Starting the sandbox with 10,000 change requests, 100,000 comments and 5,000 pages',
    { name: 'node that reads the rows', ...start(quiet, '--eval', reading) },
    [{ name: 'bundle', ...start(quiet, 'dist/sandbox-cli.js', '--data', data) }],
    { bundle: 3 },
    7,
  );
} finally {
  rmSync(data, { recursive: true });
}
