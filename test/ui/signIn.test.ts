import assert from 'node:assert/strict';
import type { FaultyServer } from '../host/faultyServer.ts';
import { waitForValue } from '../host/locators.ts';
import type { Workbench } from '../host/workbench.ts';
import type { Service } from './service.ts';
import { setStage } from './stage.ts';

describe('signing in', () => {
  let service: Service;
  let workbench: Workbench;

  setStage({ signedIn: false }, async stage => {
    ({ service, workbench } = stage);
    await workbench.openView('Marginalia');
  });

  const welcome = () => workbench.page.locator('.welcome-view-content').filter({ hasText: 'Review and publish' });

  it('is offered, and so is the sandbox, when nobody is signed in', async () => {
    await welcome().getByRole('button', { name: 'Sign In' }).waitFor();
    await welcome().getByRole('button', { name: 'Try the Sandbox' }).waitFor();
    await welcome().locator('a', { hasText: 'How to create one' }).waitFor();
  });

  it('says in the token prompt where to create one', async () => {
    await welcome().getByRole('button', { name: 'Sign In' }).click();
    await workbench.enter(service.url, 'Address of the server');
    const link = workbench.quickInput.filter({ hasText: 'developer settings' }).getByText('How to create one');
    assert.equal(await link.evaluate(element => element.tagName), 'A');
    await workbench.page.keyboard.press('Escape');
  });

  it('reports errors, and works with the right token', async () => {
    await welcome().getByRole('button', { name: 'Sign In' }).click();
    await workbench.enter(service.url, 'Address of the server');
    await workbench.enter('wrong', 'API token');
    const message = workbench.notification('the token is wrong');
    await message.getByRole('button', { name: 'Show Log' }).waitFor();
    await message.getByRole('button', { name: 'Try Again' }).click();
    const box = workbench.quickInput.locator('.quick-input-box input');
    await workbench.quickInput.filter({ hasText: 'Address of the server' }).waitFor();
    await waitForValue(box, service.url);
    await box.press('Enter');
    await workbench.quickInput.filter({ hasText: 'API token' }).waitFor();
    await waitForValue(box.and(workbench.page.locator('[type=password]')), 'wrong');
    await workbench.enter(service.token, 'API token');
    await workbench.treeRow('Tidewell').waitFor();
    assert.ok(!workbench.log().includes(service.token));

    await workbench.page.locator('.activitybar .action-item:has([aria-label^="Accounts"])').click();
    await workbench.page.locator('.monaco-menu').getByText('Mira Aaltonen').waitFor();
    await workbench.page.keyboard.press('Escape');

    await workbench.runCommand('Marginalia: Sign Out');
    await workbench.answer('Sign Out');
    await welcome().getByRole('button', { name: 'Sign In' }).waitFor();
  });

  it('is not needed for the sandbox', async () => {
    await welcome().getByRole('button', { name: 'Try the Sandbox' }).click();
    await workbench.treeRow('Tidewell').waitFor();
  });
});

describe('a reopened window', () => {
  let server: FaultyServer;
  let workbench: Workbench;

  setStage({ signedIn: true }, async stage => {
    ({ server, workbench } = stage);
    server.fail({ kind: 'held' }, /^GET/);
    await workbench.openView('Marginalia');
  });

  it('does not ask to sign in while it loads the accounts', async () => {
    const welcome = workbench.page.locator('.welcome-view-content').filter({ visible: true });
    await welcome.getByText('Looking for your accounts').first().waitFor();
    assert.equal(await welcome.getByRole('button', { name: 'Sign In' }).count(), 0);
    await server.recover();
    await workbench.treeRow('Tidewell').waitFor();
  });
});
