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
  number = await service.propose('Add pictures', page, 'A page.\n');
  for (const title of ['Anchors', 'Chains']) await service.addPage(number, title);
  await service.edit(number, 'Anchors', 'Drop it.\n');
  await openSpace(workbench);
  await workbench.expandRow(changeRequestRow(workbench, number));
  await workbench.expand('All pages');
}

/** Returns the row of a page below "All pages". The row of a change has a checkbox. */
function pageRow(title: string): Locator {
  const { page } = workbench;
  return page.locator('.sidebar .monaco-list-row', { hasText: title, hasNot: page.locator('.monaco-checkbox') });
}

const editor = () => workbench.editor('/anchors.md');
const lines = () => editor().locator('.view-lines');

/** Opens the page and puts the cursor at its end. */
async function openPage(): Promise<void> {
  await pageRow('Anchors').locator('.label-name').click();
  await lines().getByText('Drop it.').click();
  await workbench.page.keyboard.press('Control+End');
}

const stored = () => service.markdown(number, 'Anchors');
const filesNamed = (start: string) => {
  const { files } = service.state.revisions.get(service.changeRequest(number).revision);
  return files.filter(({ name }) => name.startsWith(start));
};

describe('in a page that is edited', () => {
  shareWindow({}, begin);

  it('an image is pasted and uploaded on save, and text is pasted as text', async () => {
    const { page } = workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const before = filesNamed('image').length;
    await openPage();
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(8, 8);
      canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
      const image = await canvas.convertToBlob({ type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    });
    await page.keyboard.press('Control+V');
    await lines().getByText('.assets/image').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+End');
    await page.evaluate(() => navigator.clipboard.writeText(' Then rest.'));
    await page.keyboard.press('Control+V');
    await lines().getByText('Then rest.').waitFor();
    await workbench.screenshot('image pasted');
    await page.keyboard.press('Control+S');
    await eventually(async () => assert.match(await stored(), /!\[image\]\(\/files\/[^)]+\) Then rest\./));
    assert.equal(filesNamed('image').length, before + 1);
    await lines().getByText('/files/').waitFor();
  });

  it('a page of the tree is dropped with Shift as a link', async () => {
    const { page } = workbench;
    await openPage();
    const text = (await lines().getByText('Drop it.').boundingBox()) ?? assert.fail('the text is not there');
    await pageRow('Chains').hover();
    await page.mouse.down();
    await page.mouse.move(text.x + 80, text.y + 4, { steps: 5 });
    await page.keyboard.down('Shift');
    await page.mouse.move(text.x + text.width - 1, text.y + 5, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await lines().getByText('[Chains](chains.md)').waitFor();
    await workbench.screenshot('page dropped');
    await page.keyboard.press('Control+S');
    await eventually(async () => assert.match(await stored(), /\[Chains\]\(chains\.md\)/));
  });
});
