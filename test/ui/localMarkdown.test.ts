import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryRepository } from '../host/repository.ts';
import { setStage, type Stage } from './stage.ts';

describe('a local Markdown file', () => {
  let stage: Stage;
  const folder = temporaryRepository();

  before(() => {
    writeFileSync(join(folder, 'notes.md'), '# Notes\n\n{% include "a.md" %}\n');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  setStage({ signedIn: true, folder }, opened => (stage = opened));

  it('is previewed without requests to the service, which are sent only on demand', async () => {
    const { workbench, server } = stage;
    await workbench.treeRow('notes.md').click();
    await workbench.editor('notes.md').getByText('include').waitFor();
    await workbench.runCommand('Markdown: Open Preview');
    const preview = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    // The plugin is loaded before the preview shows anything.
    await preview.getByText('{% include "a.md" %}').waitFor();
    // VS Code has requested the accounts before it shows their menu.
    await workbench.page.locator('.activitybar .action-item:has([aria-label^="Accounts"])').click();
    await workbench.page.locator('.monaco-menu').waitFor();
    await workbench.page.keyboard.press('Escape');
    assert.deepEqual(server.requests, []);

    await workbench.openView('Marginalia');
    await workbench.treeRow('Tidewell').waitFor();
    assert.notDeepEqual(server.requests, []);
  });
});
