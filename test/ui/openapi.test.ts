import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addVersion } from '../../src/sandbox/operations/openapi/openapiProcessing.ts';
import { largeDescription } from '../api/openapi/largeDescription.ts';
import { eventually } from '../host/eventually.ts';
import { setStage, shareWindow, type Stage } from './stage.ts';

const text = (operation: string) => `openapi: 3.1.0
info:
  title: Lamps
  version: '1'
paths:
  /lamps:
${operation}`;
const older = text(
  `    get:
      parameters:
        - { name: color, in: query, schema: { type: string, enum: [red, green] } }
      responses:
        '200': { description: All lamps }
`,
);
const newer = text(
  `    get:
      parameters:
        - { name: color, in: query, required: true, schema: { type: string, enum: [red] } }
      responses:
        '200': { description: All lamps }
    post:
      responses:
        '201': { description: A new lamp }
`,
);

describe('an OpenAPI spec', () => {
  let stage: Stage;

  shareWindow({}, opened => (stage = opened));

  it('shows what programs will notice of a new version beside the diff of the texts', async () => {
    const { service, workbench } = stage;
    const spec = service.state.openApiSpecs.all().find(({ slug }) => slug === 'heron-api') ?? assert.fail('no spec');
    for (const version of [older, newer]) addVersion(service.state, service.state.openApiSpecs.get(spec.id), version);
    service.state.keepWrites();
    await workbench.openView('Marginalia');
    for (const label of ['Tidewell', 'OpenAPI specs', 'heron-api']) await workbench.expand(label);
    const latest = workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'latest' });
    await latest.hover();
    await latest.getByRole('button', { name: 'Compare with Previous Version' }).click();
    await workbench.page.locator('.editor.modified .view-line', { hasText: 'required: true' }).waitFor();
    const preview = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    await preview.getByRole('heading', { name: 'Changes that break programs' }).waitFor();
    await preview.getByText('The parameter color (query) is required.').waitFor();
  });
});

// Nothing has started the extension yet.
describe('an OpenAPI spec in the folder of a new window', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marginalia-openapi-'));
  let stage: Stage;

  before(() => {
    writeFileSync(join(folder, 'lamps.yaml'), newer);
    writeFileSync(join(folder, 'large.yaml'), largeDescription(60_000));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  setStage({ signedIn: true, folder }, opened => (stage = opened));

  it('is pushed from the menu of its file, and says in its row which one that was', async () => {
    const { service, workbench } = stage;
    await workbench.contextMenu(workbench.treeRow('lamps.yaml'), 'Push OpenAPI Spec...');
    // What takes the focus meanwhile takes no question away.
    const box = workbench.page.locator('.quick-input-widget .quick-input-box input');
    const focusEditor = async () => {
      await box.waitFor();
      await workbench.treeRow('lamps.yaml').click();
    };
    await focusEditor();
    await workbench.pick('New spec');
    await focusEditor();
    await workbench.enter('lamps', 'Slug of the new spec in "Tidewell"');
    await eventually(() => assert.ok(service.state.openApiSpecs.all().some(({ slug }) => slug === 'lamps')));
    await workbench.treeRow('lamps.yaml').click();
    await workbench.editor('lamps.yaml').getByText('A new lamp').waitFor();
    const item = workbench.page.locator('.monaco-menu').getByRole('menuitem', { name: 'Push OpenAPI Spec...' });
    // The menu closes when the buttons of the editor are drawn again.
    await eventually(async () => {
      if (!(await item.isVisible())) {
        await workbench.page.locator('.editor-actions [aria-label="More Actions..."]').click({ timeout: 3000 });
      }
      await item.waitFor({ timeout: 3000 });
    });
    await workbench.page.keyboard.press('Escape');
    await workbench.openView('Marginalia');
    for (const label of ['Tidewell', 'OpenAPI specs']) await workbench.expand(label);
    const row = workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: /^lampsfrom lamps\.yaml/ });
    await row.waitFor();
  });

  it('is asked for before a file of 12 MB is checked, which can be cancelled', async () => {
    const { service, workbench } = stage;
    await workbench.contextMenu(workbench.treeRow('large.yaml'), 'Push OpenAPI Spec...');
    await workbench.pick('New spec');
    await workbench.enter('large', 'Slug of the new spec in "Tidewell"');
    const checking = workbench.notification('Checking large.yaml').first();
    await checking.getByRole('button', { name: 'Cancel' }).click();
    await checking.waitFor({ state: 'detached' });
    assert.ok(!service.state.openApiSpecs.all().some(({ slug }) => slug === 'large'));
  });
});
