// Installs everything needed to build, test and try this project that is missing. Runs on Node 20 without any package.
// Manual use: node scripts/setup.mjs [vscode] [floor] [browser]
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const node = join(root, 'node_modules/node/bin/node');
export const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** The server builds of VS Code used in test/host: the current one, and the lowest one that the manifest allows. */
export const latest = serverBuild('server', node);
export const floor = serverBuild('floor', join(root, '.vscode-test/floor/node_modules/node/bin/node'));

/**
 * Installs the npm packages and the named parts: 'vscode' for the server build of VS Code, 'floor' for the lowest
 * supported one, 'browser' for Chromium.
 */
export async function setUp(...needs) {
  await installPackages();
  if (needs.includes('vscode')) {
    await installVSCode();
  }
  if (needs.includes('floor')) {
    await installFloor();
  }
  if (needs.includes('browser')) {
    await installBrowser();
  }
}

/** Runs a program in the project folder with the project's Node first on the PATH. Resolves to its exit code. */
export function run(command, args, { cwd = root, env = {}, timeoutSeconds, output = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`, ...env },
      stdio: ['ignore', output, output],
      // The program gets its own process group, because a signal to npm alone would leave its child processes running.
      detached: true,
    });
    const stop = signal => process.kill(-child.pid, signal);
    const giveUp = () => {
      console.error(`${command} ${args.join(' ')} did not end within ${timeoutSeconds} seconds and is stopped.`);
      stop('SIGTERM');
    };
    const timer = timeoutSeconds && setTimeout(giveUp, timeoutSeconds * 1000);
    // This process waits until the program has cleaned up after itself.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    signals.forEach(signal => process.on(signal, stop));
    const settle = () => {
      clearTimeout(timer);
      signals.forEach(signal => process.off(signal, stop));
    };
    child.on('error', error => (settle(), reject(error)));
    child.on('exit', code => (settle(), resolve(code ?? 1)));
  });
}

async function installPackages() {
  if (existsSync(node) && isInstalled(root, join(root, 'package-lock.json'))) {
    return;
  }
  say('installing the npm packages of package-lock.json');
  await mustRun('npm', ['ci', '--no-audit', '--no-fund']);
}

async function installVSCode() {
  if (isBuildInstalled(latest) && existsSync(join(vscodeOf(latest), 'extensions/node_modules'))) {
    return;
  }
  say(`installing the server build of VS Code into ${latest.dir} (about 600 MB, half a minute, once)`);
  await installBuild(latest);
  // Runs the post-install step of VS Code, which `--ignore-scripts` has skipped, without building native parts.
  await mustRun('npm', ['run', '--ignore-scripts', 'postinstall'], { cwd: dirname(dirname(vscodeOf(latest))) });
}

async function installFloor() {
  if (isBuildInstalled(floor) && existsSync(floor.node)) {
    return;
  }
  say(`installing the lowest VS Code that is supported into ${floor.dir} (about 430 MB, half a minute, once)`);
  await installBuild(floor);
  await mustRun('npm', ['rebuild', 'node', '--no-audit', '--no-fund'], { cwd: floor.dir });
  // The browser loads VS Code's modules from a folder beside VS Code.
  const modules = join(vscodeOf(floor), 'node_modules');
  rmSync(modules, { recursive: true, force: true });
  symlinkSync(join(floor.dir, 'node_modules'), modules, 'junction');
}

function serverBuild(name, node) {
  const dir = join(root, '.vscode-test', name);
  return { name, dir, node, main: join(dir, 'node_modules/code-server/lib/vscode/out/server-main.js') };
}

function isBuildInstalled({ name, dir, main }) {
  return existsSync(main) && isInstalled(dir, join(root, `test/host/vscode-${name}/package-lock.json`));
}

/**
 * Installs without building native parts, which takes minutes: they are for proxies, log files and desktop features.
 */
async function installBuild({ name, dir }) {
  mkdirSync(dir, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(root, `test/host/vscode-${name}`, file), join(dir, file));
  }
  await mustRun('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: dir });
}

/** The folder of VS Code itself in a server build. */
function vscodeOf({ main }) {
  return dirname(dirname(main));
}

async function installBrowser() {
  if (!process.env.CHROMIUM) {
    await installDebianPackages(['chromium-headless-shell', 'fonts-noto-color-emoji'], 'to open VS Code in the tests');
  }
  if (!existsSync(chromium)) {
    throw new Error(`Could not find Chromium at ${chromium}. Install it, or name its path in CHROMIUM.`);
  }
}

// Compares the lock file with the record that npm writes after a complete installation.
function isInstalled(dir, lockFile) {
  const record = join(dir, 'node_modules/.package-lock.json');
  if (!existsSync(record)) {
    return false;
  }
  const present = readPackages(record);
  return Object.entries(readPackages(lockFile)).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
  );
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

async function installDebianPackages(names, purpose) {
  // On other systems than Debian packages cannot be checked, and a missing program fails with its own message.
  const missing = hasProgram('dpkg-query') && hasProgram('apt-get') ? names.filter(name => !hasPackage(name)) : [];
  if (missing.length === 0) {
    return;
  }
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !succeeds('sudo', ['-n', 'true'])) {
    throw new Error(
      `Could not install the Debian packages ${missing.join(' ')}, needed ${purpose}: not running as root, and sudo ` +
        `asks for a password. Run this first: sudo apt-get install ${missing.join(' ')}`,
    );
  }
  say(`installing the Debian packages ${missing.join(' ')}, needed ${purpose}`);
  const [command, ...before] = [...(isRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive'];
  await run(command, [...before, 'apt-get', 'update', '-q']); // Where this fails, the lists may still be good enough.
  await mustRun(command, [...before, 'apt-get', 'install', '-q', '-y', '--no-install-recommends', ...missing]);
}

function hasPackage(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${db:Status-Status}\n', name], { encoding: 'utf8' });
  return stdout.split('\n').includes('installed');
}

function hasProgram(name) {
  return succeeds('sh', ['-c', `command -v ${name}`]);
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

async function mustRun(command, args, options = {}) {
  // The environment that npm sets for this script (its Node, its log level) must not apply to the npm started here.
  const own = { npm_config_user_agent: undefined, npm_config_loglevel: undefined };
  const code = await run(command, args, { ...options, env: { ...own, ...options.env } });
  if (code !== 0) {
    throw new Error(
      `Could not set up: "${command} ${args.join(' ')}" ended with exit code ${code}. See its output above.`,
    );
  }
}

function say(text) {
  console.log(`Set-up: ${text} ...`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUp(...process.argv.slice(2)).catch(error => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
