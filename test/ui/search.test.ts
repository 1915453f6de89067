import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import { waitForValue } from '../host/locators.ts';
import { thread } from '../host/threads.ts';
import type { Workbench } from '../host/workbench.ts';
import { type Service, space } from './service.ts';
import { changeRequestRow, openSpace, shareWindow, themes } from './stage.ts';

const text = `A page with links.

See [the moorings](hardware/moorings/two-points.md) before you launch.
`;

for (const theme of themes) {
  describe(`search, ${theme}`, function () {
    let service: Service;
    let workbench: Workbench;

    shareWindow({ settings: { 'workbench.colorTheme': theme } }, async stage => {
      ({ service, workbench } = stage);
      await openSpace(workbench);
    });

    it('leads from words to the heading of a page, from a title to the page, and from a name to its row', async () => {
      const { page, quickInput } = workbench;
      const rows = quickInput.locator('.monaco-list-row');
      await page.locator('.sidebar .pane-header[aria-label^="Documentation"]').hover();
      await page.locator('.sidebar .pane-header [aria-label="Search..."]').click();
      await quickInput.locator('input').first().fill('leaves and weed');
      await rows.filter({ hasText: 'Moorings › Loads' }).waitFor();
      await workbench.screenshot(`search ${theme}`);
      await workbench.pick('Moorings › Loads');
      await workbench.editor('/content/hardware/moorings').locator('.view-line', { hasText: '## Loads' }).waitFor();
      await workbench.screenshot(`search opened ${theme}`);

      await page.keyboard.press('Control+t');
      const input = quickInput.locator('.quick-input-box input');
      await waitForValue(input, '#');
      await input.fill('#point mooring');
      // VS Code itself finds headings of open documents with these words.
      const byTitle = rows.filter({ hasText: 'Single-point mooring' }).filter({ hasText: 'Heron manual' });
      await byTitle.waitFor();
      await workbench.screenshot(`page by title ${theme}`);
      await byTitle.click();
      await workbench.tab('Single-point mooring').waitFor();

      await workbench.runCommand('Marginalia: Go to...');
      await rows.filter({ hasText: 'Heron documentation' }).waitFor();
      await workbench.screenshot(`go to ${theme}`);
      await workbench.pick('Heron documentation');
      await workbench.treeRow('Heron documentation').and(page.locator('.focused')).waitFor();
    });

    // Tests of behaviour that does not depend on the theme run once.
    if (theme.includes('Dark')) return;

    it('lists broken links, and writes a comment about one', async () => {
      const { page } = workbench;
      const root = service.state.revisions.get(service.state.spaces.get(space).revision).pages;
      const title = root.find(({ type }) => type === 'document')?.title ?? assert.fail('no page');
      const number = await service.propose('Link to the moorings', title, text);
      await workbench.runCommand('Marginalia: Refresh');
      await changeRequestRow(workbench, number).waitFor();
      await workbench.moreActions(changeRequestRow(workbench, number), 'Find Broken Links in Change Request');
      await workbench.notification('1 broken link in').getByRole('button', { name: 'Show' }).click();
      const problem = page.locator('.markers-panel .monaco-list-row', { hasText: 'two-points.md' });
      await problem.waitFor();
      await workbench.screenshot(`broken links ${theme}`);
      await problem.dblclick();
      const link = workbench.editor(`change-requests/${number}`).getByText('two-points');
      await link.first().waitFor();
      const comment = page.locator('.monaco-hover a', { hasText: 'Comment with This Finding' });
      // A hover appears when the mouse rests on text that already exists.
      await eventually(async () => {
        await page.mouse.move(5, 5);
        await link.first().hover();
        await comment.waitFor({ timeout: 3000 });
      });
      await workbench.screenshot(`broken link ${theme}`);
      await comment.click();
      await thread(workbench, 'leads nowhere').waitFor();
      await page.mouse.move(5, 5);
      await comment.waitFor({ state: 'hidden' });
      await workbench.screenshot(`comment on a broken link ${theme}`);
      assert.equal(service.comments(number).length, 0);
    });
  });
}
