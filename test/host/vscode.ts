import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { chromium as playwright, type Browser } from 'playwright-core';
import { chromium, floor, latest } from '../../scripts/setup.mjs';

export interface Server {
  /** Where it listens. Who opens a window needs `addressOf`. */
  readonly url: string;
  /** The address of a window, with the token without which the server gives nothing away. */
  addressOf(query: string): string;
  /** Settles when the server is gone, whoever ended it. */
  readonly ended: Promise<unknown>;
  /** What the server printed so far: of interest when something went wrong. */
  output(): string;
  stop(): Promise<void>;
  /** Ends its extension hosts as a crash does. Gives how many there were. */
  killExtensionHosts(): number;
}

export interface ServerOptions {
  dataDir: string;
  port?: number;
  /** How long extension hosts outlive their window, to be found again after a lost connection. */
  graceSeconds?: number;
  env?: NodeJS.ProcessEnv;
  args?: string[];
}

const build = process.env.MARGINALIA_TEST_FLOOR ? floor : latest;

/** The folder of the extensions that VS Code brings. */
export const builtInExtensions = join(dirname(build.main), '../extensions');

/** For tests that open folders without being asked whether these are trusted. */
export const withoutTrust = '--disable-workspace-trust';

/**
 * Starts the server build of VS Code. Its extension hosts inherit `env`. Whoever reaches it has the files and a terminal
 * of the user: loopback keeps out neither other users of this machine nor pages of the web, so it asks for a token.
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
    // A process group of its own, so that its extension hosts can be ended with it.
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

/** The IDs of the processes in the group of a server that run extensions. */
function extensionHostsOf({ pid }: ChildProcess): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'pgid=', '-o', 'args='], { encoding: 'utf8' });
  return listed.split('\n').flatMap(line => {
    const [, id, group, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(group) === pid && args.includes('--type=extensionHost') ? [Number(id)] : [];
  });
}

/** A new token in a file, never on the command line, which every user of the machine can read. */
function writeToken(dataDir: string): { token: string; file: string } {
  const token = randomBytes(24).toString('base64url');
  const file = join(dataDir, 'connection-token');
  makePrivate(dataDir);
  // Written anew: a file that was there before may be open elsewhere, or have other rights.
  rmSync(file, { force: true });
  writeFileSync(file, token, { mode: 0o600, flag: 'wx' });
  return { token, file };
}

function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** Installs a packaged extension the way a user does it. */
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
  // Who starts it closes it; playwright ends it in any case when this process exits.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return playwright.launch({ executablePath: chromium, args, ...signals });
}

// Nothing but the extension and what was asked for.
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
