import assert from 'node:assert/strict';
import type { FaultyServer } from '../host/faultyServer.ts';
import type { Workbench } from '../host/workbench.ts';
import { openSpace, setStage } from './stage.ts';

describe('a service that is not reached', function () {
  this.timeout(120_000);
  let server: FaultyServer;
  let workbench: Workbench;

  setStage({ signedIn: true }, async stage => {
    ({ server, workbench } = stage);
    await openSpace(workbench);
    await workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: '#8 ' }).waitFor();
  });

  const rows = () => workbench.page.locator('.sidebar .monaco-list-row').allInnerTexts();
  const offline = () => workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'Not reached since' });

  it('leaves the rows where they are, below one that says so and leads back', async () => {
    const before = await rows();
    await server.refuse();
    await workbench.runCommand('Marginalia: Refresh');
    await offline().waitFor();
    const [top = '', ...below] = await rows();
    assert.match(top, /^Not reached since \d\d:\d\d\s*shown as of a moment ago$/);
    // The last row may have left the view.
    assert.deepEqual(below, before.slice(0, below.length));
    assert.ok(below.length > before.length - 2);
    await workbench.expand('Merged');
    await workbench.page.getByText('Not read yet').waitFor();
    await server.recover();
    await offline().click();
    await offline().waitFor({ state: 'detached' });
    await workbench.page.getByText('Not read yet').waitFor({ state: 'detached' });
  });

  it('is tried again with the button of the row', async () => {
    await server.refuse();
    await workbench.runCommand('Marginalia: Refresh');
    await offline().waitFor();
    await server.recover();
    await offline().hover();
    await offline().getByRole('button', { name: 'Try Again' }).click();
    await offline().waitFor({ state: 'detached' });
  });
});
