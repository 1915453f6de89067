// Second half of npm start: runs the packaged extension in VS Code until Ctrl-C. Everything is installed before.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { node, root } from '../../scripts/setup.mjs';
import { installExtension, startServer, writeSettings } from './vscode.ts';

interface StartOptions {
  content?: string;
  desktop: boolean;
  port?: number;
  /** The folder of VS Code's settings and state; by default the usual folder. */
  dataDir?: string;
}

const options: StartOptions = JSON.parse(String(process.argv[2]));
const vsix = join(root, 'dist/marginalia.vsix');
const dataDir = options.dataDir ?? join(root, '.vscode-test/npm-start');

const interrupted = new Promise<void>(resolve => {
  // The handlers are registered permanently, because a terminal also sends the signal to npm, and the second signal
  // must not interrupt the clean-up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
});
try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();

async function start(): Promise<void> {
  const sandbox = await startSandbox();
  const env = { MARGINALIA_URL: sandbox.url, MARGINALIA_TOKEN: sandbox.token };
  // Settings that the user changed are kept.
  if (!existsSync(join(dataDir, 'data/User/settings.json'))) {
    writeSettings(dataDir);
  }
  const code = await (options.desktop ? openDesktop(env) : openServer(env));
  await Promise.race([interrupted, code.ended, sandbox.ended]);
  await code.stop();
  await sandbox.stop();
}

async function openServer(env: NodeJS.ProcessEnv) {
  await installExtension(vsix, dataDir);
  // The grace time lets a laptop reconnect to its extension host after sleep.
  const server = await startServer({ dataDir, port: options.port ?? 0, env, graceSeconds: 3 * 3600 });
  const address = server.addressOf('ew=true');
  console.log(`\nVS Code with Marginalia, signed in to the sandbox: ${address}`);
  console.log('The address opens it for whoever has it: keep it to yourself. Ctrl-C stops it.\n');
  return server;
}

/** Starts `code` from the PATH in a separate process, because an existing one would not get this environment. */
async function openDesktop(env: NodeJS.ProcessEnv) {
  const userData = join(dataDir, 'data');
  const userFolders = ['--user-data-dir', userData, '--extensions-dir', join(dataDir, 'desktop-extensions')];
  // Electron refuses to run as root with its sandbox.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const { status } = spawnSync('code', [...userFolders, ...asRoot, '--install-extension', vsix, '--force'], {
    stdio: 'inherit',
  });
  if (status !== 0) {
    throw new Error('Could not install the extension in the desktop VS Code. See the output above.');
  }
  const code = spawn('code', [...userFolders, ...asRoot, '--new-window', '--wait'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  console.log('\nVS Code with Marginalia, signed in to the sandbox, opens in a window. Ctrl-C closes it.\n');
  const stop = async () => {
    code.kill();
    endProcessOf(join(userData, 'code.lock'));
  };
  return { ended: once(code, 'exit'), stop };
}

// `code` only asks VS Code to open a window; VS Code itself writes its process ID into this file.
function endProcessOf(lockFile: string): void {
  if (existsSync(lockFile)) {
    try {
      process.kill(Number(readFileSync(lockFile, 'utf8')));
    } catch {
      // The process has already ended.
    }
  }
}

async function startSandbox() {
  const content = options.content === undefined ? [] : ['--content', options.content];
  const child = spawn(node, [join(root, 'dist/sandbox-cli.js'), ...content], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill());
  const ended = once(child, 'exit');
  const line = once(createInterface(child.stdout), 'line');
  const first = await Promise.race([line, ended.then(() => undefined)]);
  if (first === undefined) {
    throw new Error('Could not start the sandbox. See the output above.');
  }
  const { url, token }: { url: string; token: string } = JSON.parse(first[0]);
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url, token, ended, stop };
}
