// npm start -- [--content DIR] [--desktop] [--port N]: a VS Code with the packaged extension, signed in to a sandbox, on a
// machine with nothing but Node 20 and npm.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { node, run, setUp } from './setup.mjs';

try {
  // Wrong arguments are reported before minutes of set-up.
  const options = readOptions();
  await setUp(...(options.desktop ? [] : ['vscode']));
  if ((await run('npm', ['run', '--silent', 'package'])) !== 0) {
    throw new Error('Could not start: the extension could not be packaged. See the output above.');
  }
  process.exitCode = await run(node, ['test/host/start.ts', JSON.stringify(options)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      content: { type: 'string' },
      desktop: { type: 'boolean', default: false },
      port: { type: 'string' },
    },
  });
  const { desktop, port } = values;
  // npm runs this script in the project folder, regardless of the folder in which npm was called.
  const content = values.content && resolve(process.env.INIT_CWD ?? '', values.content);
  if (content !== undefined && !existsSync(content)) {
    throw new Error(`Could not start: there is no folder ${content}. Name an existing one with --content.`);
  }
  if (port !== undefined && !(Number(port) > 0 && Number(port) < 65_536)) {
    throw new Error(`Could not start: ${port} is not a port. Give --port a number from 1 to 65535.`);
  }
  if (desktop && spawnSync('code', ['--version'], { stdio: 'ignore' }).status !== 0) {
    throw new Error(
      'Could not start a desktop VS Code: there is no working "code" on the PATH. Install it with the command ' +
        '"Shell Command: Install \'code\' command in PATH" of VS Code, or leave out --desktop.',
    );
  }
  return { content, desktop, port: port && Number(port) };
}
