import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import { type Service, space } from './service.ts';
import { changeRequestRow, openSpace, shareWindow, type Stage } from './stage.ts';

let service: Service;
let workbench: Workbench;
let number: number;

async function begin(stage: Stage): Promise<void> {
  ({ service, workbench } = stage);
  const root = service.state.revisions.get(service.state.spaces.get(space).revision).pages;
  const page = root.find(({ type }) => type === 'document')?.title ?? assert.fail('no page');
  number = await service.propose('Put in order', page, 'A page.\n');
  for (const title of ['Anchors', 'Chains']) await service.addPage(number, title);
  await openSpace(workbench);
  await workbench.expandRow(changeRequestRow(workbench, number));
}

/** Returns the row of a page below "All pages". The row of a change has a checkbox. */
function pageRow(title: string): Locator {
  const { page } = workbench;
  return page.locator('.sidebar .monaco-list-row', { hasText: title, hasNot: page.locator('.monaco-checkbox') });
}

/** Opens the list of pages, and moves the focus down to a page with the arrow key, which opens nothing. */
async function focusRow(title: string): Promise<void> {
  const allPages = workbench.treeRow('All pages');
  // A click on a row that is being redrawn has no effect.
  await eventually(async () => {
    await allPages.locator('.label-name').click();
    await allPages.and(workbench.page.locator('[aria-expanded="true"]')).waitFor({ timeout: 3000 });
  });
  await pageRow(title).waitFor();
  const focused = workbench.page.locator('.sidebar .monaco-list-row.focused');
  await eventually(async () => {
    if ((await focused.textContent())?.includes(title)) return;
    await workbench.page.keyboard.press('ArrowDown');
    assert.fail(`the focus is not on ${title} yet`);
  });
}

const lastPages = async () => (await service.topPages(number)).slice(-2);

describe('pages of a change request in the tree', () => {
  shareWindow({}, begin);

  it('are renamed with F2, in the focused row', async () => {
    await focusRow('Anchors');
    await workbench.page.keyboard.press('F2');
    await workbench.enter('Anchoring', 'The new title');
    await workbench.enter('anchoring', 'The last part of the address');
    await eventually(async () => assert.deepEqual(await lastPages(), ['Anchoring', 'Chains']));
    await pageRow('Anchoring').waitFor();
  });

  it('are deleted with Delete after a confirmation, and restored with "Undo"', async () => {
    await focusRow('Chains');
    await workbench.page.keyboard.press('Delete');
    await workbench.answer('Delete');
    await eventually(async () => assert.equal((await lastPages()).includes('Chains'), false));
    await workbench.notification('Deleted "Chains".').getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => assert.deepEqual(await lastPages(), ['Anchors', 'Chains']));
  });

  it('are dragged before others', async () => {
    await workbench.expand('All pages');
    await pageRow('Anchors').waitFor();
    await pageRow('Chains').dragTo(pageRow('Anchors'));
    await workbench.answer('Before');
    await eventually(async () => assert.deepEqual(await lastPages(), ['Chains', 'Anchors']));
    await workbench.notification('Moved "Chains".').waitFor();
    await workbench.screenshot('pages dragged');
  });
});
