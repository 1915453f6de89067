import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import { space } from './service.ts';
import { shareWindow } from './stage.ts';

let workbench: Workbench;

describe('a read-only page', () => {
  shareWindow({}, stage => ({ workbench } = stage));

  for (const [version, nextStep] of [
    ['content', 'Propose a Change'],
    ['change-requests/1', 'Propose a Change'],
    ['change-requests/2', 'Reopen Change Request'],
  ] as const) {
    it(`offers the next step within the window: ${version}`, async () => {
      const { page, control } = workbench;
      await control.executeOn('vscode.open', `/spaces/${space}/${version}/hardware/moorings/two-point.md`);
      await workbench.editor(`${version}/`).getByText('Two-point mooring').first().waitFor();
      await page.locator('.editor-actions').getByRole('button', { name: nextStep }).waitFor();
      await page.locator('[id="status.languageStatus"]').click();
      const link = page.locator('.hover-language-status').getByText(nextStep, { exact: true });
      await link.waitFor();
      await workbench.screenshot(`read-only ${version.replace('/', ' ')}`);
      const windowWidth = page.viewportSize()?.width ?? 0;
      // The hover is redrawn when the status changes.
      await eventually(async () => {
        const { x = Infinity, width = 0 } = (await link.boundingBox()) ?? {};
        assert.ok(x + width <= windowWidth, `it ends at ${x + width} of ${windowWidth}`);
      });
      await page.keyboard.press('Escape');
    });
  }
});
