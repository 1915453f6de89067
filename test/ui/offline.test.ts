import assert from 'node:assert/strict';
import type { FaultyServer } from '../host/faultyServer.ts';
import type { Workbench } from '../host/workbench.ts';
import { openSpace, shareWindow } from './stage.ts';

/** Evaluates to the first words of the description of the top row, with their right edge in pixels. */
const readAge = `(() => {
  const text = document.querySelector('.sidebar .monaco-list-row .label-description').firstChild;
  const [words] = /^updated now/.exec(text.data);
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, words.length);
  return { words, right: range.getBoundingClientRect().right };
})()`;

describe('an offline service', () => {
  let server: FaultyServer;
  let workbench: Workbench;

  shareWindow({}, async stage => {
    ({ server, workbench } = stage);
    await openSpace(workbench);
    await workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: '#8 ' }).waitFor();
  });

  const rows = () => workbench.page.locator('.sidebar .monaco-list-row').allInnerTexts();
  const offline = () => workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'Not reached' });

  it('leaves the rows, below an offline indicator that retries', async () => {
    const before = await rows();
    await server.refuse();
    await workbench.runCommand('Marginalia: Refresh');
    await offline().waitFor();
    const [top = '', ...below] = await rows();
    assert.match(top, /^Not reached\s*updated (now|.+ ago) · since \d{1,2}:\d\d\s[AP]M$/);
    // The last row may no longer be visible.
    assert.deepEqual(below, before.slice(0, below.length));
    assert.ok(below.length > before.length - 2);
    await workbench.expand('Merged');
    await workbench.page.getByText('Not read yet').waitFor();
    await server.recover();
    await offline().click();
    await offline().waitFor({ state: 'detached' });
    await workbench.page.getByText('Not read yet').waitFor({ state: 'detached' });
  });

  it('shows the indicator when a gateway answers instead, with a readable age in a narrow view', async () => {
    server.fail({ kind: 'html', status: 502 });
    await workbench.runCommand('Marginalia: Refresh');
    await offline().waitFor();
    const age = await workbench.page.evaluate<{ words: string; right: number }>(readAge);
    assert.match(age.words, /^updated (now|.+ ago)$/);
    const { x = 0 } = (await workbench.page.locator('.sidebar').boundingBox()) ?? {};
    assert.ok(age.right - x < 300, `it ends ${age.right - x} pixels from the left`);
    await offline().hover();
    await workbench.page.getByText('answered by something that is not the service').waitFor();
    await server.recover();
    await offline().click();
    await offline().waitFor({ state: 'detached' });
  });

  it('is retried with the button of the row', async () => {
    await server.refuse();
    await workbench.runCommand('Marginalia: Refresh');
    await offline().waitFor();
    await server.recover();
    await offline().hover();
    await offline().getByRole('button', { name: 'Try Again' }).click();
    await offline().waitFor({ state: 'detached' });
  });
});
