import type { Browser, FrameLocator, Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { explain } from '../host/explain.ts';
import { type FaultyServer, startFaultyServer } from '../host/faultyServer.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '../host/workbench.ts';
import { launchBrowser } from '../host/vscode.ts';
import { type Service, startService } from './service.ts';

/** What a test finds: a service with the sample and a VS Code that was just opened, both its own. */
export interface Stage {
  readonly service: Service;
  /** The way from one to the other, on which things can be made to go wrong. */
  readonly server: FaultyServer;
  readonly workbench: Workbench;
}

interface Wishes extends Pick<WorkbenchOptions, 'settings' | 'folder' | 'isControlled' | 'isRestricted'> {
  signedIn: boolean;
  /** Whether the service has the documented operations alone. */
  documentedOnly?: boolean;
}

/** Those in which screenshots are taken to be looked at. No test finds anything else in another: in CI one will do. */
export const themes = ['Default Light Modern', 'Default Dark Modern'].slice(0, process.env.CI ? 1 : 2);

let browser: Promise<Browser> | undefined;
/** The window that tests share, once one of them has opened it. */
let sharedWindow: Workbench | undefined;

// The script of the pictures uses this, too, where mocha is not.
if ('after' in globalThis) {
  after(async () => {
    await closeSharedWindow();
    await (await browser)?.close();
  });
}

/**
 * Sets a stage for each test of the describe around, so that no test sees what another one left, and has it prepared.
 * A test that fails, or whose preparation fails, says what was on the screen.
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

/** Shows the tree, open as far as the space that the tests are about. */
export async function openSpace(workbench: Workbench): Promise<void> {
  await workbench.openView('Marginalia');
  for (const label of ['Tidewell', 'Products', 'Heron', '🪶 Heron manual']) await workbench.expand(label);
}

/** The row of a change request in the open tree. */
export function changeRequestRow(workbench: Workbench, number: number): Locator {
  return workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: `#${number} ` });
}

/** Opens a changed page with the button of its row, and waits for its editor. */
export async function openPageOfRow(workbench: Workbench, title: string, editor: Locator): Promise<void> {
  // VS Code tells the command nothing of a row that is drawn again in that moment.
  await eventually(async () => {
    await workbench.rowAction(title, 'Open Page');
    await editor.waitFor({ timeout: 5000 });
  });
}

/**
 * Sets a stage for each test in one window, which these tests share in all files and which is reset after each. Each
 * test has a service of its own. For tests that do not depend on a window that was just opened; they may
 * reload it.
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
    // Under a name of its own, so that what the extension remembers of other tests is of another server.
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
    // After a failure, the next test is not to suffer from what this one has left.
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

/** Resets a shared window. A failure costs time, not the test: it is reported, and the next test gets a new window. */
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
  if (error instanceof Error) explain(error, ...(await workbench.report(`failed ${test?.fullTitle()}`)));
}

/** Waits for the fonts that a webview uses and returns the families of those that it has loaded. */
export function loadedFonts(webview: FrameLocator): Promise<string[]> {
  return webview.locator('body').evaluate(async () => {
    await document.fonts.ready;
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    return [...new Set(loaded.map(({ family }) => family))];
  });
}
