import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import { openPageOfRow, openSpace, setStage } from './stage.ts';

/**
 * Tasks of users, a word that they type for each, and the command. The title of the command does not contain the word.
 */
const tasks = [
  ['approve a change', 'approve', 'Finish Review...'],
  ['find my token', 'token', 'Sign In...'],
  ['fix a typo', 'typo', 'Create Change Request...'],
  ['look for help', 'tutorial', 'Get Started'],
  ['try it without an account', 'demo', 'Try the Sandbox'],
  ['send my API description', 'swagger', 'Push OpenAPI Spec...'],
  ['find dead links', 'dead links', 'Find Broken Links in Space'],
  ['bring the site online', 'deploy', 'Publish Site'],
  ['get the latest main content', 'rebase', 'Update Change Request from Main Content'],
  ['log out', 'logout', 'Sign Out'],
] as const;

describe('the command palette', () => {
  let workbench: Workbench;
  setStage({ signedIn: true }, stage => {
    ({ workbench } = stage);
  });

  it('finds at least 9 of 10 tasks in its first three results by words that are not in the titles', async () => {
    await openSpace(workbench);
    await workbench.expandRow(workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: '#8 ' }));
    await openPageOfRow(workbench, 'Moorings', workbench.editor('moorings'));
    const missed: string[] = [];
    for (const [task, words, title] of tasks) {
      assert.ok(!title.toLowerCase().includes(words), task);
      const rows = await firstRows(words);
      if (!rows.some(row => row.includes(`: ${title}`))) missed.push(`${task}: ${rows.join(' | ')}`);
    }
    assert.ok(missed.length <= 1, missed.join('\n'));
  });

  /** Types into the palette, and returns its first rows. */
  async function firstRows(words: string): Promise<string[]> {
    const { page, quickInput } = workbench;
    await page.keyboard.press('F1');
    const input = quickInput.locator('.quick-input-box input');
    const list = quickInput.locator('.monaco-list-row');
    await input.fill('>qxqxqx');
    await quickInput.getByText('No matching commands').waitFor();
    await input.fill(`>${words}`);
    let rows: string[] = [];
    await eventually(async () => {
      rows = await list.evaluateAll(all => all.slice(0, 3).map(row => row.getAttribute('aria-label') ?? ''));
      assert.ok(rows.length > 0 && !rows[0]?.includes('No matching'), words);
    });
    await page.keyboard.press('Escape');
    return rows;
  }
});
