import assert from 'node:assert/strict';
import { waitForCount } from '../host/locators.ts';
import type { Workbench } from '../host/workbench.ts';
import { type Service, space } from './service.ts';
import { changeRequestRow, openSpace, shareWindow, themes } from './stage.ts';

const long = 'A line as long as an author writes it who leaves it to the editor where it is broken. '.repeat(8);

/**
 * Evaluates to the number of pixels by which the text of the page in the multi-file diff exceeds each of its two sides.
 */
const overhang = `['original', 'modified'].map(side => {
  // VS Code keeps an entry without text for the other file, which may come first.
  const editors = [...document.querySelectorAll('.multiDiffEntry .editor.' + side)];
  const linesOf = editor => [...editor.querySelectorAll('.view-line > span')];
  const editor = editors.find(one => linesOf(one).some(line => line.textContent.length > 20));
  if (!editor) return undefined;
  const lines = linesOf(editor);
  const right = Math.max(...lines.map(line => line.getBoundingClientRect().right));
  return Math.max(0, Math.round(right - editor.getBoundingClientRect().right));
})`;

for (const theme of themes) {
  describe(`changes of a change request (${theme})`, () => {
    let service: Service;
    let workbench: Workbench;
    let number: number;
    let page: string;
    let picture: string;

    shareWindow({ settings: { 'workbench.colorTheme': theme } }, async stage => {
      ({ service, workbench } = stage);
      const { revisions, spaces } = service.state;
      const { pages, files } = revisions.get(spaces.get(space).revision);
      page = pages.find(({ type }) => type === 'document')?.title ?? assert.fail('no page');
      // The text of the page in the main content has long lines as well.
      number = await service.propose('Say it at length', page, `${long}\n`);
      const [before, other] = files.filter(({ name }) => name.endsWith('.png'));
      assert.ok(before && other);
      picture = before.name;
      const revision = revisions.get(service.changeRequest(number).revision);
      const changed = { ...other, id: before.id, name: before.name };
      revisions.put({ ...revision, files: revision.files.map(file => (file.id === before.id ? changed : file)) });
      await openSpace(workbench);
    });

    it('are wrapped on both sides, even at first, and named by page titles', async () => {
      await changeRequestRow(workbench, number).hover();
      await changeRequestRow(workbench, number).getByRole('button', { name: 'Open All Changes' }).click();
      const header = workbench.page.locator('.multiDiffEntry .header').filter({ hasText: page });
      await header.first().waitFor();
      await workbench.page.waitForFunction(`(${overhang}).every(pixels => pixels === 0)`);
      await workbench.screenshot(`all changes ${theme}`);
      assert.deepEqual(await workbench.page.evaluate(overhang), [0, 0]);
    });

    it('of an image are shown as images on both sides', async () => {
      await workbench.expandRow(changeRequestRow(workbench, number));
      const { page: window } = workbench;
      await workbench.openFrom(workbench.treeRow(picture), window.locator('iframe.webview.ready').nth(1));
      for (const side of [0, 1]) {
        const viewer = window.frameLocator('iframe.webview.ready').nth(side).frameLocator('iframe#active-frame');
        await viewer.locator('img').waitFor();
      }
      await workbench.screenshot(`changed image ${theme}`);
      await waitForCount(window.locator('iframe.webview.ready'), 2);
    });
  });
}
