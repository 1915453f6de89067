import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { chromium as playwright, type Browser } from 'playwright-core';
import { chromium, floor, latest } from '../../scripts/setup.mjs';

export interface Server {
  /** The address without the token; use `addressOf` to open a window. */
  readonly url: string;
  /** Returns the address of a window, with the token that the server requires. */
  addressOf(query: string): string;
  /** Resolves when the server has ended for any reason. */
  readonly ended: Promise<unknown>;
  /** Returns the output of the server so far, for error messages. */
  output(): string;
  stop(): Promise<void>;
  /** Kills the extension hosts of the server, like a crash. Returns how many there were. */
  killExtensionHosts(): number;
}

export interface ServerOptions {
  dataDir: string;
  port?: number;
  /** How many seconds extension hosts outlive their window, so that it can reconnect. */
  graceSeconds?: number;
  env?: NodeJS.ProcessEnv;
  args?: string[];
}

const build = process.env.MARGINALIA_TEST_FLOOR ? floor : latest;

/** The folder of VS Code's built-in extensions. */
export const builtInExtensions = join(dirname(build.main), '../extensions');

/** Disables the prompt whether a folder is trusted. */
export const withoutTrust = '--disable-workspace-trust';

/**
 * Starts the server build of VS Code. Its extension hosts inherit `env`. Its clients can use the user's files and a
 * terminal, and other users of the machine and web pages can reach the loopback address, so the server requires a
 * token.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { dataDir, port = 0, env = {}, args = [], graceSeconds = 5 } = options;
  const { token, file } = writeToken(dataDir);
  const child = spawn(
    build.node,
    [
      ...[build.main, '--accept-server-license-terms', '--disable-telemetry', '--disable-websocket-compression'],
      ...['--host', '127.0.0.1', '--port', String(port), '--connection-token-file', file],
      ...[`--reconnection-grace-time=${graceSeconds}`, '--server-data-dir', dataDir, ...args],
    ],
    // The server gets its own process group, so that its extension hosts can be ended with it.
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const read = outputOf(child);
  const output = () => read().replaceAll(token, '...');
  const ended = once(child, 'exit');
  const killGroup = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killGroup);
  const stop = async () => {
    signalGroup(child, 'SIGTERM');
    await ended;
    killGroup();
    process.off('exit', killGroup);
  };
  const url = await listening(child, output);
  const killExtensionHosts = () => {
    const hosts = extensionHostsOf(child);
    for (const host of hosts) process.kill(host, 'SIGKILL');
    return hosts.length;
  };
  return { url, addressOf: query => `${url}/?tkn=${token}&${query}`, ended, output, stop, killExtensionHosts };
}

/** Returns the IDs of the extension host processes in the process group of a server. */
function extensionHostsOf({ pid }: ChildProcess): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'pgid=', '-o', 'args='], { encoding: 'utf8' });
  return listed.split('\n').flatMap(line => {
    const [, id, group, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(group) === pid && args.includes('--type=extensionHost') ? [Number(id)] : [];
  });
}

/** Writes a new token to a file. Every user of the machine could read it on the command line. */
function writeToken(dataDir: string): { token: string; file: string } {
  const token = randomBytes(24).toString('base64url');
  const file = join(dataDir, 'connection-token');
  makePrivate(dataDir);
  // The file is created again, because an existing one may be open elsewhere or have other permissions.
  rmSync(file, { force: true });
  writeFileSync(file, token, { mode: 0o600, flag: 'wx' });
  return { token, file };
}

function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** Installs a packaged extension like a user does. */
export async function installExtension(vsix: string, dataDir: string): Promise<void> {
  if (!existsSync(vsix)) {
    throw new Error(`Could not install ${vsix}: there is no such file. Run "npm run package" first.`);
  }
  const args = ['--accept-server-license-terms', '--server-data-dir', dataDir, '--install-extension', vsix, '--force'];
  const child = spawn(build.node, [build.main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = outputOf(child);
  const [code] = await once(child, 'close');
  if (code !== 0) {
    throw new Error(`Could not install ${vsix} in VS Code:\n${output()}`);
  }
}

/** Writes the user settings of a server that is started later with the same folder. */
export function writeSettings(dataDir: string, settings: Record<string, unknown> = {}): void {
  mkdirSync(join(dataDir, 'data/User'), { recursive: true });
  writeFileSync(join(dataDir, 'data/User/settings.json'), JSON.stringify({ ...quiet, ...settings }, null, 2));
}

export function launchBrowser(): Promise<Browser> {
  const args = [
    ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--no-first-run'],
    ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  ];
  // The caller closes the browser; Playwright closes it in any case when this process exits.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return playwright.launch({ executablePath: chromium, args, ...signals });
}

// Settings that disable everything except the extension.
const quiet = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'remote.autoForwardPorts': false,
  // With any other source, VS Code lists the open files of all processes every few seconds.
  'remote.autoForwardPortsSource': 'output',
  'telemetry.telemetryLevel': 'off',
  'git.enabled': false,
  'files.autoSave': 'off',
};

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-Number(pid), signal);
  } catch {
    // The group has already ended.
  }
}

function listening(child: ChildProcess & { stdout: Readable }, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout.on('data', () => {
      const port = /Extension host agent listening on (\d+)/.exec(output())?.[1];
      if (port !== undefined) {
        resolve(`http://127.0.0.1:${port}`);
      }
    });
    child.once('exit', () => reject(new Error(`The VS Code server did not start:\n${output()}`)));
  });
}

function outputOf({ stdout, stderr }: { stdout: Readable; stderr: Readable }): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream.on('data', chunk => (output += chunk));
  }
  return () => output;
}
