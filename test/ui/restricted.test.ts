import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForValue } from '../host/locators.ts';
import type { Workbench } from '../host/workbench.ts';
import type { Service } from './service.ts';
import { openSpace, setStage } from './stage.ts';

describe('in Restricted Mode', () => {
  let service: Service;
  let workbench: Workbench;
  const folder = mkdtempSync(join(tmpdir(), 'marginalia-restricted-'));

  before(() => {
    mkdirSync(join(folder, '.vscode'));
    const settings = { 'marginalia.server.address': 'https://attacker.example', 'http.proxy': 'http://127.0.0.1:9' };
    writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify(settings));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  setStage({ signedIn: false, folder, isRestricted: true }, async stage => {
    ({ service, workbench } = stage);
    await workbench.page.getByText('Restricted Mode is intended').first().waitFor();
  });

  it('the user can sign in and read a page, and the folder cannot change where the token is sent', async () => {
    await workbench.openView('Marginalia');
    await workbench.page.locator('.welcome-view-content').getByRole('button', { name: 'Sign In' }).last().click();
    const address = workbench.quickInput.locator('.quick-input-box input');
    await workbench.quickInput.filter({ hasText: 'Address of the server' }).waitFor();
    await waitForValue(address, 'https://api.gitbook.com');
    await workbench.enter(service.url, 'Address of the server');
    await workbench.enter(service.token, 'API token');
    await openSpace(workbench);
    await workbench.expand('Main content');
    await workbench.expand('Get started');
    const page = workbench.editor('glossary.md').getByText('Glossary').first();
    await workbench.openFrom(workbench.treeRow('Glossary'), page);
  });
});
