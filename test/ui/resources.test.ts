import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import type { Service } from './service.ts';
import { shareWindow, themes } from './stage.ts';

for (const theme of themes) {
  describe(`resources of an organization, ${theme}`, function () {
    let service: Service;
    let workbench: Workbench;
    let page: Page;

    // The inserted text must not be completed or indented by the editor.
    const settings = { 'editor.autoClosingBrackets': 'never', 'editor.autoIndent': 'none' };
    shareWindow({ settings: { ...settings, 'workbench.colorTheme': theme } }, stage => {
      ({ service, workbench } = stage);
      ({ page } = workbench);
    });

    async function ask<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
      const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${service.url}/v1${path}`, { method, headers, ...text });
      assert.ok(response.ok, `${method} ${path}: ${response.status}`);
      return (await response.json()) as T;
    }

    const line = (text: string) => page.locator('.view-line', { hasText: text }).first();

    /** Replaces a line of the editor. */
    async function replace(from: string, to: string): Promise<void> {
      await line(from).click();
      await page.locator('.editor-instance .monaco-editor.focused').waitFor();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await page.keyboard.insertText(to);
    }

    it('are rows, and documents that are changed by saving them', async () => {
      await workbench.openView('Marginalia');
      for (const label of ['Tidewell', 'Administration', 'Members', 'Teams']) await workbench.expand(label);
      await page.locator('.sidebar .monaco-list-row', { hasText: 'Field engineering' }).waitFor();
      await workbench.screenshot(`resources administration ${theme}`);
      for (const label of ['Administration', 'Sites', 'Heron documentation', 'Sections']) await workbench.expand(label);
      await workbench.screenshot(`resources site ${theme}`);
      const row = page.locator('.sidebar .monaco-list-row', { hasText: 'Heron documentation' });
      await row.click({ button: 'right' });
      await page.locator('.monaco-menu .action-label', { hasText: 'Open as JSON' }).waitFor();
      await workbench.screenshot(`resources menu ${theme}`);
      await page.locator('.monaco-menu .action-label', { hasText: 'Open as JSON' }).click();
      await line('"visibility"').waitFor();
      await replace('"visibility"', '  "visibility": "p"');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+Space');
      await page.locator('.suggest-widget.visible').waitFor();
      await workbench.screenshot(`resources completion ${theme}`);
      await page.keyboard.press('Escape');
      await replace('"visibility"', '  "visibility": "public",');
      await replace('"title"', '  "title": "Herons",');
      await workbench.screenshot(`resources document ${theme}`);
      await page.keyboard.press('Control+s');
      await eventually(async () => {
        const { title } = await ask<{ title: string }>('/orgs/tidewell/sites/heron-docs');
        assert.equal(title, 'Herons');
      });
      await page.locator('.sidebar .monaco-list-row', { hasText: 'Herons' }).waitFor();
    });

    // Each of these tests needs its own window, so they run with one theme only.
    if (theme.includes('Dark')) return;

    it('show a diff when another user has changed the same field', async () => {
      await workbench.openView('Marginalia');
      await workbench.runCommand('Marginalia: Open as JSON');
      await workbench.screenshot(`resources kinds ${theme}`);
      await workbench.pick('Site');
      await workbench.choose('Tidewell');
      await workbench.pick('Heron documentation');
      await line('"title"').waitFor();
      await replace('"title"', '  "title": "Mine",');
      await ask('/orgs/tidewell/sites/heron-docs', 'PATCH', { title: 'Theirs' });
      await page.keyboard.press('Control+s');
      await page.locator('.diff-editor, .monaco-diff-editor').first().waitFor();
      await line('"title": "Theirs"').waitFor();
      await workbench.screenshot(`resources clash ${theme}`);
    });

    it('keep unsaved text and its base after a reload', async () => {
      await workbench.openView('Marginalia');
      await workbench.runCommand('Marginalia: Open as JSON');
      await workbench.pick('Site');
      await workbench.choose('Tidewell');
      await workbench.pick('Heron documentation');
      await line('"title"').waitFor();
      await replace('"title"', '  "title": "Typed",');
      await eventually(() => assert.ok(workbench.backups().some(text => text.includes('"Typed"'))));
      await workbench.reload();
      await line('"title": "Typed"').waitFor();
      await ask('/orgs/tidewell/sites/heron-docs', 'PATCH', { visibility: 'unlisted' });
      await line('"title"').click();
      await page.keyboard.press('Control+s');
      await eventually(async () => {
        const { title, visibility } = await ask<Record<string, unknown>>('/orgs/tidewell/sites/heron-docs');
        assert.deepEqual({ title, visibility }, { title: 'Typed', visibility: 'unlisted' });
      });
      await line('"visibility": "unlisted"').waitFor();
    });

    it('are created from a document, or from a name', async () => {
      await workbench.openView('Marginalia');
      await workbench.runCommand('Marginalia: Create Site...');
      await workbench.choose('Tidewell');
      await line('"title": ""').waitFor();
      await replace('"title"', '  "title": "x",');
      await page.locator('.editor-actions [aria-label="Create"]').click();
      await page.locator('.notification-toast').first().waitFor();
      await workbench.screenshot(`resources refused ${theme}`);
      await replace('"title"', '  "title": "Handbook",');
      await page.locator('.editor-actions [aria-label="Create"]').click();
      await eventually(async () => {
        const { items } = await ask<{ items: { title: string }[] }>('/orgs/tidewell/sites');
        assert.ok(items.some(({ title }) => title === 'Handbook'));
      });
      await line('"title": "Handbook"').waitFor();
      await workbench.screenshot(`resources created ${theme}`);
    });
  });
}
