import type { Browser, FrameLocator, Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { appendDetails } from '../host/explain.ts';
import { type FaultyServer, startFaultyServer } from '../host/faultyServer.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '../host/workbench.ts';
import { launchBrowser } from '../host/vscode.ts';
import { type Service, startService } from './service.ts';

/** The environment of a test: a service with the sample, and a VS Code that was just opened. */
export interface Stage {
  readonly service: Service;
  /** The proxy between the service and VS Code, which can simulate faults. */
  readonly server: FaultyServer;
  readonly workbench: Workbench;
}

interface Wishes extends Pick<WorkbenchOptions, 'settings' | 'folder' | 'isControlled' | 'isRestricted' | 'language'> {
  signedIn: boolean;
  /** True if the service offers only the documented operations. */
  documentedOnly?: boolean;
}

/** The themes in which screenshots are taken. Tests do not depend on the theme, so CI uses only one. */
export const themes = ['Default Light Modern', 'Default Dark Modern'].slice(0, process.env.CI ? 1 : 2);

let browser: Promise<Browser> | undefined;
/** The window that tests share, once one of them has opened it. */
let sharedWindow: Workbench | undefined;

// The script that takes screenshots uses this module as well, without Mocha.
if ('after' in globalThis) {
  after(async () => {
    await closeSharedWindow();
    await (await browser)?.close();
  });
}

/**
 * Creates a stage for each test of the enclosing `describe`, and prepares it. Nothing is left from other tests. If a
 * test or its preparation fails, a report of the window is added to the error.
 */
export function setStage(wishes: Wishes, prepare: (stage: Stage) => unknown): void {
  let stage: Stage | undefined;
  beforeEach(async function () {
    stage = await openStage(wishes);
    try {
      await prepare(stage);
    } catch (error) {
      await explainFailure(stage, error, this.currentTest);
      throw error;
    }
  });
  afterEach(async function () {
    if (!stage) return;
    if (this.currentTest?.isFailed()) await explainFailure(stage, this.currentTest.err, this.currentTest);
    await closeStage(stage);
    stage = undefined;
  });
}

/** Shows the tree, expanded down to the space that the tests use. */
export async function openSpace(workbench: Workbench): Promise<void> {
  await workbench.openView('Marginalia');
  for (const label of ['Tidewell', 'Products', 'Heron', '🪶 Heron manual']) await workbench.expand(label);
}

/** Returns the row of a change request in the tree. */
export function changeRequestRow(workbench: Workbench, number: number): Locator {
  return workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: `#${number} ` });
}

/** Opens a changed page with the button of its row, and waits for its editor. */
export async function openPageOfRow(workbench: Workbench, title: string, editor: Locator): Promise<void> {
  // VS Code passes no row to the command if the row is being redrawn at that moment.
  await eventually(async () => {
    await workbench.rowAction(title, 'Open Page');
    await editor.waitFor({ timeout: 5000 });
  });
}

/**
 * Creates a stage for each test in one window, which the tests of all files share and which is reset after each test.
 * Each test has its own service. The tests may reload the window, but must not depend on a new one.
 */
export function shareWindow(
  { documentedOnly = false, settings = {} }: Pick<Wishes, 'documentedOnly' | 'settings'>,
  prepare: (stage: Stage) => unknown,
): void {
  let stage: Stage | undefined;
  beforeEach(async function () {
    browser ??= launchBrowser();
    sharedWindow ??= await openWorkbench({ isControlled: true, browser: await browser });
    const workbench = sharedWindow;
    const service = await startService({ documentedOnly });
    // The server has its own name, so that the extension does not use cached data of other tests.
    const server = await startFaultyServer(service.url, 'service of a test');
    stage = { service, server, workbench };
    try {
      await workbench.control.configure(settings);
      await workbench.control.signIn({ url: server.url, token: service.token });
      await prepare(stage);
    } catch (error) {
      await explainFailure(stage, error, this.currentTest);
      throw error;
    }
  });
  afterEach(async function () {
    if (!stage) return;
    const isFailed = this.currentTest?.isFailed() ?? false;
    if (isFailed) await explainFailure(stage, this.currentTest?.err, this.currentTest);
    // After a failure, the next test gets a new window, because the state of this one is unknown.
    if (isFailed || !(await wasReset(stage.workbench))) await closeSharedWindow();
    await stage.server.close();
    await stage.service.close();
    stage = undefined;
  });
}

async function closeSharedWindow(): Promise<void> {
  await sharedWindow?.close();
  sharedWindow = undefined;
}

/** Resets a shared window. A failure is reported and only costs time: the next test gets a new window. */
async function wasReset(workbench: Workbench): Promise<boolean> {
  try {
    await workbench.reset();
    return true;
  } catch (error) {
    console.error('The window could not be reset, so the next test opens a new one.', error);
    return false;
  }
}

async function openStage({ signedIn, documentedOnly = false, ...wishes }: Wishes): Promise<Stage> {
  const service = await startService({ documentedOnly });
  const server = await startFaultyServer(service.url);
  const env: Record<string, string> = signedIn ? { MARGINALIA_URL: server.url, MARGINALIA_TOKEN: service.token } : {};
  browser ??= launchBrowser();
  return { service, server, workbench: await openWorkbench({ env, ...wishes, browser: await browser }) };
}

async function closeStage({ service, server, workbench }: Stage): Promise<void> {
  await workbench.close();
  await server.close();
  await service.close();
}

async function explainFailure({ workbench }: Stage, error: unknown, test: Mocha.Test | undefined): Promise<void> {
  if (error instanceof Error) appendDetails(error, ...(await workbench.report(`failed ${test?.fullTitle()}`)));
}

/** Waits for the fonts of a webview, and returns the families of the loaded ones. */
export function loadedFonts(webview: FrameLocator): Promise<string[]> {
  return webview.locator('body').evaluate(async () => {
    await document.fonts.ready;
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    return [...new Set(loaded.map(({ family }) => family))];
  });
}
