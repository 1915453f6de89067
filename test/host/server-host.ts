#!/usr/bin/env node
// Stands in for a desktop VS Code: takes the command line that @vscode/test-electron gives one, runs it in the server
// build of VS Code with Chromium as its window, and exits with the result of the tests.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { currentTest } from './currentTest.ts';
import { launchBrowser, startServer, withoutTrust, writeSettings, type Server } from './vscode.ts';
import { fewExtensions } from './workbench.ts';

/** Settings for a window that nobody looks at: what it would draw takes a third of its processor time. */
const plain = {
  // The Comments panel draws its whole list again with every thread; tests make thousands of them.
  'comments.openView': 'never',
  'breadcrumbs.enabled': false,
  'editor.bracketPairColorization.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.lightbulb.enabled': 'off',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.stickyScroll.enabled': false,
  'window.commandCenter': false,
  'workbench.editor.editorActionsLocation': 'hidden',
  'workbench.editor.showTabs': 'none',
  'workbench.layoutControl.enabled': false,
  'workbench.reduceMotion': 'on',
};

/**
 * Runs in the window. Chromium lays out what is transparent, and does not paint it. A server build has no key for secrets:
 * without one, VS Code would ask for it four times with every secret that is written, and every test signs in.
 */
const saveTime = `
  const { fetch } = window;
  window.fetch = (...request) =>
    String(request[0]).endsWith('/mint-key') ? Promise.resolve(new Response(new Uint8Array(32))) : fetch(...request);
  addEventListener('DOMContentLoaded', () => {
    if (window === top) document.body.style.opacity = '0';
  });
`;

const mark = `${randomUUID()} `;
const messages: string[] = [];
let anyOutput = false;
let testData: string | undefined;
// From the last one to the first one on the way out.
const cleanUps: (() => unknown)[] = [];
let code = 1;
try {
  code = await Promise.race([runTests(process.argv.slice(2)), stopped()]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}
for (const cleanUp of cleanUps.reverse()) {
  await cleanUp();
}
process.exit(code);

async function runTests(args: string[]): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'marginalia-host-'));
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  testData = dataDir;
  writeSettings(dataDir, plain);
  // Without the test driver VS Code takes neither an extension under development nor tests.
  const server = await startServer({
    dataDir,
    args: ['--enable-smoke-test-driver', '--builtin-extensions-dir', fewExtensions(), withoutTrust],
    env: { MARGINALIA_TEST_MARK: mark, MARGINALIA_TEST_DATA: dataDir },
  });
  cleanUps.push(() => server.stop());
  const browser = await launchBrowser();
  cleanUps.push(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.addInitScript(saveTime);
  // Leaving the page lets the extension host end by itself; closing the browser at once does not.
  cleanUps.push(() => page.goto('about:blank').then(() => page.close()));
  const code = await Promise.race([exitCode(page, server, args), failure(page, server)]);
  const test = currentTest(dataDir);
  // VS Code exits with 0, too, when the process of the tests has crashed.
  if (test !== undefined) throw new Error(`The process of the tests ended during "${test}". No other test was run.`);
  if (!anyOutput) {
    throw new Error(`VS Code did not run the tests. What it said:\n${[...messages, server.output()].join('\n')}`);
  }
  return code;
}

async function exitCode(page: Page, server: Server, args: string[]): Promise<number> {
  const { promise: code, resolve } = Promise.withResolvers<number>();
  await page.exposeFunction('codeAutomationExit', resolve);
  await page.exposeFunction('codeAutomationLog', (_type: string, parts: unknown[]) => log(parts));
  const query = `${place(args)}&payload=${encodeURIComponent(payload(args, server.url))}`;
  await page.goto(server.addressOf(query));
  return code;
}

// VS Code's own messages (and what tests give to console.log) are shown on demand, and when the tests do not finish.
function log(parts: unknown[]): void {
  const text = format(...parts);
  if (text.startsWith(mark)) {
    anyOutput = true;
    console.log(text.slice(mark.length));
  } else if (process.env.MARGINALIA_TEST_VERBOSE) {
    console.log(text);
  } else {
    messages.push(text);
  }
}

function place(args: string[]): string {
  const folder = args.find(arg => !arg.startsWith('-'));
  return folder === undefined ? 'ew=true' : `folder=${encodeURIComponent(folder)}`;
}

function payload(args: string[], url: string): string {
  const remote = ['extensionDevelopmentPath', 'extensionTestsPath'].flatMap(name =>
    args
      .filter(arg => arg.startsWith(`--${name}=`))
      .map(arg => [name, `vscode-remote://${new URL(url).host}${arg.slice(name.length + 3)}`]),
  );
  return JSON.stringify([...remote, ['skipWelcome', 'true']]);
}

/** Settles only when the tests cannot end any more. */
async function failure(page: Page, server: Server): Promise<never> {
  const reason = await Promise.race([
    new Promise<string>(resolve => page.once('crash', () => resolve('its page in Chromium crashed'))),
    new Promise<string>(resolve => page.once('close', () => resolve('Chromium was closed'))),
    server.ended.then(() => 'its server ended'),
  ]);
  const details = [...messages, server.output()].join('\n');
  throw new Error(`VS Code did not finish the tests: ${reason}. What it said:\n${details}`);
}

function stopped(): Promise<number> {
  return new Promise(resolve => {
    const stop = (code: number) => {
      const test = testData && currentTest(testData);
      if (test) console.error(`The tests were stopped during "${test}".`);
      resolve(code);
    };
    // For good: the same wish may come twice, from a terminal and from @vscode/test-electron.
    process.on('SIGINT', () => stop(130));
    process.on('SIGTERM', () => stop(143));
  });
}
