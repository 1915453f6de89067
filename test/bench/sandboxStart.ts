import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compare } from './measure.ts';

// From nothing to the line that says where the sandbox is, with the sample, against Node that starts and says something.
const root = join(import.meta.dirname, '../..');
const start = (...args: string[]) => ({
  async run() {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill();
    await once(child, 'exit');
  },
});

await compare(
  'Starting the sandbox with its sample',
  { name: 'node', ...start('--eval', 'console.log(0); setTimeout(() => {}, 1000)') },
  [
    { name: 'bundle', ...start('dist/sandbox-cli.js') },
    { name: 'sources', ...start('src/sandbox/main.ts') },
  ],
  {},
  15,
);
