import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import type { Service } from './service.ts';
import { shareWindow, themes } from './stage.ts';

for (const theme of themes) {
  describe(`a request document, ${theme}`, function () {
    let service: Service;
    let workbench: Workbench;

    // The inserted text must not be completed or indented by the editor.
    const settings = { 'editor.autoClosingBrackets': 'never', 'editor.autoIndent': 'none' };
    shareWindow({ settings: { ...settings, 'workbench.colorTheme': theme } }, stage => {
      ({ service, workbench } = stage);
    });

    it('is picked, filled in and sent, and its reply opens beside it', async () => {
      const { page } = workbench;
      await workbench.runCommand('Marginalia: Send Request...');
      await page
        .locator('.quick-input-widget .monaco-list-row')
        .filter({ hasText: 'organizations of the caller' })
        .waitFor();
      await workbench.screenshot(`request picker ${theme}`);
      // The list is long, and only visible rows exist.
      await workbench.quickInput.locator('.quick-input-box input').fill('subject or status');
      await workbench.pick('PATCH /spaces/{spaceId}/change-requests/{changeRequestId}');
      const editor = page.locator('.editor-instance', { hasText: '"operation"' });
      await editor.locator('.view-line', { hasText: 'spaceId' }).first().waitFor();
      await editor.locator('.view-lines').click();
      await editor.locator('.monaco-editor.focused').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.insertText(
        JSON.stringify(
          {
            operation: 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}',
            path: { spaceId: 'heron-manual', changeRequestId: '8' },
            body: { subject: 'Sent by hand' },
          },
          null,
          2,
        ),
      );
      await page.locator('.editor-actions [aria-label="Send"]').click();
      const dialog = page.locator('.monaco-dialog-box');
      await dialog.waitFor();
      await workbench.screenshot(`request question ${theme}`);
      await dialog.locator('.monaco-button', { hasText: 'Send' }).click();
      await eventually(() => assert.equal(service.changeRequest(8).subject, 'Sent by hand'));
      await page.locator('.view-line', { hasText: '"subject": "Sent by hand"' }).nth(1).waitFor();
      await workbench.screenshot(`request reply ${theme}`);
    });
  });
}
