import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import { type Service, space } from './service.ts';
import { setStage, type Stage } from './stage.ts';

const number = 8;
const folder = `marginalia://sandbox/spaces/${space}/change-requests/${number}/`;

let service: Service;
let workbench: Workbench;

async function begin(stage: Stage): Promise<void> {
  ({ service, workbench } = stage);
  await row('README.md').waitFor();
}

/** Returns a row of the explorer. */
function row(name: string): Locator {
  return workbench.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`);
}

/** Types the name of a row that is being created or renamed. */
async function enterName(name: string): Promise<void> {
  const box = workbench.page.locator('.explorer-folders-view .monaco-inputbox input');
  await box.waitFor();
  await box.fill(name);
  await workbench.page.keyboard.press('Enter');
}

function newFileButton(): Locator {
  return workbench.page.locator('.explorer-viewlet, .sidebar').getByRole('button', { name: 'New File...' }).first();
}

const lastPage = async () => (await service.topPages(number)).at(-1);

describe('a change request opened as a folder', () => {
  setStage({ signedIn: true, folder }, begin);

  it('supports new files, renaming and deleting in the explorer, and shows the order of pages', async () => {
    const { page } = workbench;
    await row('README.md').click();
    await row('README.md').hover();
    await newFileButton().click();
    await enterName('anchor-chains.md');
    await eventually(async () => assert.equal(await lastPage(), 'Anchor chains'));
    await row('anchor-chains.md').click();
    await workbench.screenshot('folder with a new page');
    await page.keyboard.press('F2');
    await enterName('chain-locker.md');
    await eventually(async () => assert.equal(await lastPage(), 'Chain locker'));
    await row('chain-locker.md').click();
    await page.keyboard.press('Delete');
    await workbench.answer('Delete');
    await eventually(async () => assert.notEqual(await lastPage(), 'Chain locker'));
    await row('chain-locker.md').waitFor({ state: 'detached' });
    await workbench.screenshot('folder');
  });

  it('opens the search and the pages of Marginalia with the shortcuts for file search', async () => {
    const { page } = workbench;
    await row('README.md').click();
    await page.keyboard.press('Control+Shift+F');
    await workbench.quickInput.filter({ hasText: 'Search Heron manual' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+P');
    await workbench.quickInput.filter({ hasText: 'Go to Page' }).waitFor();
    await workbench.screenshot('folder go to page');
    await workbench.choose('Glossary');
    await workbench.editor('glossary.md').getByText('Glossary').first().waitFor();
  });
});

describe('a change request opened as a folder on a server without page edits', () => {
  setStage({ signedIn: true, folder, documentedOnly: true }, begin);

  it('offers no new file', async () => {
    await row('README.md').click();
    await row('README.md').hover();
    await eventually(async () => assert.equal(await newFileButton().getAttribute('aria-disabled'), 'true'));
    await workbench.screenshot('folder read-only');
  });
});
