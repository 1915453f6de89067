import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import { setStage } from './stage.ts';

describe('after choosing the sandbox', () => {
  let workbench: Workbench;

  setStage({ signedIn: false, settings: { 'comments.openView': 'never' } }, async stage => {
    ({ workbench } = stage);
    await workbench.openView('Marginalia');
  });

  it('the first change request that waits is selected, and nothing opens', async () => {
    await workbench.page.locator('.welcome-view-content').getByRole('button', { name: 'Try the Sandbox' }).click();
    await workbench.page.locator('.sidebar .monaco-list-row.selected').filter({ hasText: '#' }).waitFor();
    const waiting = workbench.page.locator('.sidebar .monaco-list-row[aria-level="2"]').first();
    await eventually(async () => {
      assert.match((await waiting.getAttribute('class')) ?? '', /\bselected\b/);
    });
    assert.equal(await workbench.page.locator('.tabs-container .tab').count(), 0);
  });
});
