#!/usr/bin/env node
// Replaces a desktop VS Code: accepts the command line that @vscode/test-electron passes to VS Code, runs it in the
// server build of VS Code with Chromium as its window, and exits with the result of the tests.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { currentTest } from './currentTest.ts';
import { launchBrowser, startServer, withoutTrust, writeSettings, type Server } from './vscode.ts';
import { fewExtensions } from './workbench.ts';

/** Settings for a window without a viewer: drawing would take a third of its processor time. */
const quietSettings = {
  // The Comments panel redraws its whole list for each thread, and tests create thousands of them.
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
 * Runs in the window. Makes it transparent, because Chromium then paints nothing, and provides a key for secrets, which
 * VS Code would request from its server four times for each secret.
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
// The clean-ups run in reverse order at the end.
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
  writeSettings(dataDir, quietSettings);
  // VS Code accepts an extension under development and tests only with the test driver.
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
  // Leaving the page ends the extension host properly; closing the browser does not.
  cleanUps.push(() => page.goto('about:blank').then(() => page.close()));
  const code = await Promise.race([exitCode(page, server, args), failure(page, server)]);
  const test = currentTest(dataDir);
  // VS Code exits with 0 even if the process of the tests crashed.
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

// VS Code's own messages, and console output of tests, are shown on request and if the tests do not finish.
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

/** Rejects when the tests can no longer finish. */
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
    // The handlers are registered permanently, because the terminal and @vscode/test-electron may both send the signal.
    process.on('SIGINT', () => stop(130));
    process.on('SIGTERM', () => stop(143));
  });
}
