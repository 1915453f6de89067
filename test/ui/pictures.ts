// Takes the pictures of the README in a light and a dark theme: npm run pictures. With --all, also takes pictures of
// every view for manual inspection, in .vscode-test/screenshots.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, setUp } from '../../scripts/setup.mjs';
import { openWorkbench, type Workbench } from '../host/workbench.ts';
import { type Service, startService } from './service.ts';
import { openSpace } from './stage.ts';

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const themes = { light: 'Default Light Modern', dark: 'Default Dark Modern' };
const shots = join(root, '.vscode-test/screenshots');
mkdirSync(shots, { recursive: true });
await setUp('vscode', 'browser');

for (const [name, theme] of Object.entries(themes)) {
  await takePictures(name, theme);
}

async function takePictures(name: string, theme: string): Promise<void> {
  const service = await startService();
  const workbench = await openWorkbench({
    env: { MARGINALIA_URL: service.url, MARGINALIA_TOKEN: service.token },
    settings: { 'workbench.colorTheme': theme, 'comments.openView': 'never', 'editor.minimap.enabled': false },
    viewport: { width: 1440, height: 900 },
  });
  try {
    const picture = (view: string) => join(root, `media/${view}-${name}.png`);
    await openWideView(workbench);
    await publish(workbench, picture('publish'));
    await openTree(workbench);
    await reviewPage(workbench, picture('review-page'));
    await comment(workbench, picture('comment'));
    if (values.all) {
      await everything(workbench, name);
      await nothingAndTrouble(workbench, name, service);
    }
  } catch (error) {
    await workbench.screenshot('picture that failed');
    throw error;
  } finally {
    await workbench.close();
    await service.close();
  }
}

async function openWideView(workbench: Workbench): Promise<void> {
  await workbench.openView('Marginalia');
  const bar = (await workbench.page.locator('.part.sidebar').boundingBox()) ?? { x: 0, width: 0 };
  const { mouse } = workbench.page;
  await mouse.move(bar.x + bar.width + 2, 450);
  await mouse.down();
  await mouse.move(440, 450, { steps: 5 });
  await mouse.up();
}

async function openTree(workbench: Workbench): Promise<void> {
  await openSpace(workbench);
  await workbench.expandRow(row(workbench, '#8 '));
}

function row(workbench: Workbench, text: string) {
  return workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: text }).first();
}

/** Takes a picture of changes on the review page, with conversations in the margin. */
async function reviewPage(workbench: Workbench, path: string): Promise<void> {
  const { page } = workbench;
  await row(workbench, '#8 ').locator('.label-name').first().click();
  const frame = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await frame.locator('.page').nth(1).waitFor();
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await frame
    .locator('.page')
    .nth(1)
    .evaluate(element => element.scrollIntoView({ behavior: 'instant' }));
  await frame.locator('.page.filled').nth(1).locator('.thread').first().waitFor();
  await frame
    .locator('.page.filled img')
    .first()
    .evaluate((image: HTMLImageElement) => image.decode());
  await frame.locator('.bar.scrolled').waitFor();
  await page.mouse.move(20, 880);
  await page.screenshot({ path });
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
}

/** Takes a picture of the rows of a site, and of the confirmation before it is published. */
async function publish(workbench: Workbench, path: string): Promise<void> {
  for (const label of ['Tidewell', 'Sites', 'Handbook for partners']) await workbench.expand(label);
  await workbench.contextMenu(workbench.treeRow('Handbook for partners'), 'Publish Site');
  await workbench.dialog.waitFor();
  await workbench.page.screenshot({ path });
  await workbench.page.keyboard.press('Escape');
  await workbench.dialog.waitFor({ state: 'detached' });
}

/** Takes a picture of a page as a diff with a thread at its line. */
async function comment(workbench: Workbench, path: string): Promise<void> {
  await row(workbench, 'edited').click();
  await workbench.page.locator('.editor.modified .comment-range-glyph').first().waitFor();
  const body = workbench.page.locator('.review-widget .comment-body').first();
  const glyph = workbench.page.locator('.editor.modified .comment-thread-unresolved').first();
  await body.or(glyph).first().waitFor();
  if (!(await body.isVisible())) await glyph.click();
  await body.waitFor();
  await workbench.page.mouse.move(900, 880);
  await workbench.page.screenshot({ path });
}

async function everything(workbench: Workbench, name: string): Promise<void> {
  const { page } = workbench;
  const shot = (view: string) => page.screenshot({ path: join(shots, `${name}-${view}.png`) });
  await shot('tree');
  await row(workbench, 'Overview and discussion').click();
  await workbench.editor('change-requests/8').getByText('Reviewers').waitFor();
  await page.locator('.review-widget').first().waitFor();
  await shot('overview');
  await workbench.runCommand('Marginalia: Open Preview');
  const frame = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await frame.getByRole('heading', { name: 'Changes' }).waitFor();
  await shot('overview-preview');
  await workbench.runCommand('View: Close All Editors');
  await row(workbench, 'edited').click();
  await page.locator('.editor.modified .comment-range-glyph').first().waitFor();
  await shot('diff');
  await workbench.runCommand('View: Close All Editors');
  await row(workbench, '#8 ').hover();
  await row(workbench, '#8 ').getByRole('button', { name: 'Open All Changes' }).click();
  await page.locator('.multiDiffEntry').nth(1).waitFor();
  await shot('all-changes');
  await workbench.runCommand('View: Close All Editors');
  await row(workbench, '#8 ').hover();
  await row(workbench, '#8 ').getByRole('button', { name: 'Merge Change Request' }).click();
  await workbench.dialog.waitFor();
  await shot('merge');
  await page.keyboard.press('Escape');
  await workbench.contextMenu(row(workbench, '#8 '), 'Request Reviewers...');
  await workbench.quickInput.locator('.monaco-list-row').first().waitFor();
  await shot('reviewers');
  await page.keyboard.press('Escape');
  await workbench.runCommand('View: Close All Editors');
  await row(workbench, 'Moorings').hover();
  await row(workbench, 'Moorings').getByRole('button', { name: 'Open Page' }).click();
  await page.locator('.review-widget').first().waitFor();
  await shot('page');
  await workbench.runCommand('Marginalia: Open Preview');
  await frame.getByRole('img', { name: 'mooring line' }).waitFor();
  await shot('page-preview');
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('Comments: Focus on Comments View');
  await page.locator('.comments-panel .monaco-list-row').first().waitFor();
  await shot('comments-panel');
  await row(workbench, 'mooring-line-parts.svg').click();
  await page.getByText('720x200').waitFor();
  await shot('file');
}

/** Takes pictures of empty lists, and of messages after the server has stopped. */
async function nothingAndTrouble(workbench: Workbench, name: string, service: Service): Promise<void> {
  const { page } = workbench;
  await workbench.expand('Open Rivers Network');
  await page.getByText('Volunteer field guide').waitFor();
  await page.locator('.sidebar .monaco-list-row').filter({ hasText: 'Sites' }).last().click();
  await page.getByText('No sites').waitFor();
  await page.screenshot({ path: join(shots, `${name}-empty.png`) });
  await service.close();
  await workbench.runCommand('Marginalia: Refresh');
  await page.getByText('Not reached').first().waitFor();
  await page.screenshot({ path: join(shots, `${name}-trouble.png`) });
  await workbench.runCommand('Marginalia: Publish Site');
  await workbench.notification('cannot be reached').waitFor();
  await page.screenshot({ path: join(shots, `${name}-trouble-command.png`) });
}
