import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../host/faultyServer.ts';
import { waitForCount } from '../host/locators.ts';
import type { Workbench } from '../host/workbench.ts';
import { pressKey } from './reviewPageStage.ts';
import type { Service } from './service.ts';
import { setStage } from './stage.ts';

const steps = [
  'Try the sandbox',
  'Open a change request',
  'Comment on a block',
  'Finish a review',
  'Sign in to your server',
];

describe('the first minutes', () => {
  let service: Service;
  let server: FaultyServer;
  let workbench: Workbench;
  let frame: FrameLocator;

  setStage({ signedIn: false, settings: { 'comments.openView': 'never' } }, async stage => {
    ({ service, workbench } = stage);
    // Its name tells it from a sandbox.
    server = await startFaultyServer(service.url, 'server of a company');
    frame = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    await workbench.openView('Marginalia');
  });
  afterEach(() => server.close());

  const walkthrough = () => workbench.page.locator('.gettingStartedContainer').filter({ visible: true });
  const step = (title: string) => walkthrough().locator('.getting-started-step').filter({ hasText: title });
  const isDone = (title: string) => step(title).getByRole('checkbox', { checked: true });
  const selectedRow = (): Locator => workbench.page.locator('.sidebar .monaco-list-row.selected');
  const openSteps = () => workbench.runCommand('Marginalia: Get Started');
  const welcome = () => workbench.page.locator('.welcome-view-content').filter({ hasText: 'Review and publish' });

  it('follow a walkthrough, which ticks each step when it is done', async () => {
    const { page } = workbench;
    await welcome().getByText('Get Started', { exact: true }).click();
    await walkthrough().locator('h2', { hasText: 'Get Started with Marginalia' }).waitFor();
    await waitForCount(walkthrough().locator('.getting-started-step'), steps.length);
    assert.equal(await walkthrough().getByRole('checkbox', { checked: true }).count(), 0);

    await step('Try the sandbox').getByRole('button', { name: 'Try the Sandbox' }).click();
    await isDone('Try the sandbox').waitFor();

    await selectedRow().filter({ hasText: '#' }).click();
    await frame.locator('.page').first().waitFor();
    await openSteps();
    await isDone('Open a change request').waitFor();
    assert.equal(await walkthrough().getByRole('checkbox', { checked: true }).count(), 2);

    await workbench.tab('#').first().click();
    await frame.locator('.page').first().waitFor();
    await frame.locator('.page h2, .page h3').first().click();
    await pressKey(workbench, frame, 'j');
    await pressKey(workbench, frame, 'c');
    await frame.locator('textarea:focus').waitFor();
    await page.keyboard.type('Which line is this?');
    await frame.getByText('Draft kept').waitFor();
    await page.keyboard.press('Control+Enter');
    await frame.locator('.comment', { hasText: 'Which line is this?' }).first().waitFor();
    await openSteps();
    await isDone('Comment on a block').waitFor();

    await workbench.tab('#').first().click();
    await frame.getByRole('button', { name: 'Finish Review' }).first().click();
    const dialog = frame.getByRole('dialog', { name: /^Finish Review/ });
    await dialog.getByRole('radio', { name: 'Approve' }).check();
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await openSteps();
    await isDone('Finish a review').waitFor();
    assert.equal(await isDone('Sign in to your server').count(), 0);

    await step('Sign in to your server').click();
    await step('Sign in to your server').getByRole('button', { name: 'Sign In...' }).click();
    await workbench.enter(server.url, 'Address of the server');
    await workbench.enter(service.token, 'API token');
    await waitForCount(walkthrough().getByRole('checkbox', { checked: true }), steps.length);
  });

  it('select the first change request that waits, and open nothing, after the sandbox was chosen', async () => {
    await welcome().getByRole('button', { name: 'Try the Sandbox' }).click();
    await selectedRow().filter({ hasText: '#' }).waitFor();
    const waiting = workbench.page.locator('.sidebar .monaco-list-row[aria-level="2"]').first();
    await eventually(async () => {
      assert.match((await waiting.getAttribute('class')) ?? '', /\bselected\b/);
    });
    assert.equal(await workbench.page.locator('.tabs-container .tab').count(), 0);
  });
});
