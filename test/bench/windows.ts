import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as esbuild from 'esbuild';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/setup.mjs';
import { installExtension, launchBrowser, startServer, withoutTrust, writeSettings } from '../host/vscode.ts';
import type { BenchService } from './service.ts';

/** Handlers of the messages that a script sends from inside VS Code, by name. The return value is the answer. */
export type MessageHandlers = Record<string, (message: never, page: Page) => unknown>;

/** A VS Code with the packaged extension and an empty one, whose windows are opened one by one. */
export interface Windows {
  /** Opens a window, runs `test/bench/host/<name>.ts` in its extension host, and closes it. */
  run(name: string, hearers: MessageHandlers): Promise<void>;
  close(): Promise<void>;
}

/** Starts VS Code. `settings` are user settings in addition to those of all benches. */
export async function openWindows(service?: BenchService, settings: object = {}): Promise<Windows> {
  const folder = mkdtempSync(join(tmpdir(), 'marginalia-bench-'));
  const dataDir = join(folder, 'data');
  const developed = makeExtension(folder, 'developed');
  await installExtension(join(root, 'dist/marginalia.vsix'), dataDir);
  await installExtension(packageOf(makeExtension(folder, 'empty')), dataDir);
  const extensions = join(dataDir, 'extensions');
  const name = readdirSync(extensions).find(one => one.startsWith('marginalia.')) ?? '';
  const scripts = await bundle(join(extensions, name, 'bench'));
  // The objects that the extension creates with the API must be caught from the beginning, whichever way it is
  // activated.
  if (service) loadFirst(join(extensions, name, 'dist/extension.js'), "require('../bench/catch.cjs').catchAll();");
  // Neither the Comments panel nor the editors of the previous window open by themselves.
  writeSettings(dataDir, { 'comments.openView': 'never', 'workbench.editor.restoreEditors': false, ...settings });
  const control = await startControl();
  const server = await startServer({
    dataDir,
    // Without the test driver, VS Code accepts neither an extension under development nor tests.
    args: ['--enable-smoke-test-driver', withoutTrust],
    env: {
      MARGINALIA_BENCH: control.url,
      MARGINALIA_URL: service?.url,
      MARGINALIA_TOKEN: service?.token,
    },
  });
  const browser = await launchBrowser();
  // All windows share a context, in which VS Code stores state for the next window.
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  return {
    async run(name, hearers) {
      const page = await context.newPage();
      control.hear = async (what, message) => {
        if (what === 'failed') throw new Error(`Could not measure: "${name}" failed in VS Code.\n${String(message)}`);
        return hearers[what]?.(message as never, page);
      };
      const { promise: ended, resolve } = Promise.withResolvers<unknown>();
      await page.exposeFunction('codeAutomationExit', resolve);
      await page.exposeFunction('codeAutomationLog', () => undefined);
      await page.addInitScript(observer);
      const at = (path: string) => `vscode-remote://${new URL(server.url).host}${path}`;
      const payload = [
        ['extensionDevelopmentPath', at(developed)],
        ['extensionTestsPath', at(join(scripts, `${name}.cjs`))],
        ['skipWelcome', 'true'],
      ];
      await page.goto(server.addressOf(`ew=true&payload=${encodeURIComponent(JSON.stringify(payload))}`));
      await Promise.race([ended, control.failed]);
      // Leaving the page lets the extension host end by itself; closing the browser at once does not.
      await page.goto('about:blank');
      await page.close();
    },
    async close() {
      await browser.close();
      await server.stop();
      control.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Records the times at which the page did not respond for 50 milliseconds or more. */
const observer = `globalThis.benchLongTasks = [];
new PerformanceObserver(list => {
  for (const { startTime, duration } of list.getEntries()) benchLongTasks.push([startTime, startTime + duration]);
}).observe({ type: 'longtask' });`;

function loadFirst(file: string, line: string): void {
  writeFileSync(file, `${line}\n${readFileSync(file, 'utf8')}`);
}

/** Creates an extension that does nothing when it is activated. */
function makeExtension(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  const manifest = { name, publisher: 'bench', version: '1.0.0', engines: { vscode: '^1.105.0' }, main: './main.js' };
  const files = {
    'package.json': JSON.stringify({ ...manifest, license: 'MIT', activationEvents: [`onCommand:${name}.never`] }),
    'main.js': 'exports.activate = () => {};',
    'README.md': 'Does nothing.',
    LICENSE: 'MIT',
  };
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
  return path;
}

function packageOf(extension: string): string {
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--out', 'extension.vsix'];
  execFileSync(join(root, 'node_modules/.bin/vsce'), args, { cwd: extension, stdio: 'ignore' });
  return join(extension, 'extension.vsix');
}

/** Bundles the scripts that run in VS Code into the extension's folder, where they get the same `vscode` object. */
async function bundle(outdir: string): Promise<string> {
  await esbuild.build({
    entryPoints: [join(root, 'test/bench/host/*.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    outdir,
    outExtension: { '.js': '.cjs' },
    logLevel: 'warning',
  });
  return outdir;
}

interface Control {
  readonly url: string;
  hear: (what: string, message: unknown) => Promise<unknown>;
  /** Rejects when a handler of a message fails. */
  readonly failed: Promise<never>;
  close(): void;
}

/** Starts the server to which scripts inside VS Code send messages, and whose answers they wait for. */
async function startControl(): Promise<Control> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // The promise may reject before the caller waits for it.
  failed.catch(() => undefined);
  const control = { hear: async (_what: string, _message: unknown): Promise<unknown> => undefined };
  const answer = async (request: IncomingMessage) => {
    const { what, message } = JSON.parse(await text(request)) as { what: string; message: unknown };
    return JSON.stringify((await control.hear(what, message)) ?? null);
  };
  const server = createServer((request, response) => {
    answer(request).then(
      body => response.end(body),
      error => (reject(error), response.destroy()),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(control, { url, failed, close: () => server.close().closeAllConnections() });
}
