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

  it('shows the changes of a new version for clients beside the diff of the texts', async () => {
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

// The extension has not been activated yet.
describe('an OpenAPI spec in the folder of a new window', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marginalia-openapi-'));
  let stage: Stage;

  before(() => {
    writeFileSync(join(folder, 'lamps.yaml'), newer);
    writeFileSync(join(folder, 'large.yaml'), largeDescription(60_000));
    writeFileSync(join(folder, 'medium.yaml'), largeDescription(2000));
    writeFileSync(join(folder, 'long.yaml'), largeDescription(5000));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  setStage({ signedIn: true, folder }, opened => (stage = opened));

  it('is pushed from the menu of its file, and shows the file in its row', async () => {
    const { service, workbench } = stage;
    await workbench.contextMenu(workbench.treeRow('lamps.yaml'), 'Push OpenAPI Spec...');
    // The prompt must survive losing the focus.
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
    // The menu closes when the buttons of the editor are redrawn.
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

  it('is picked before a file of 12 MB is checked, which can be cancelled', async () => {
    const { service, workbench } = stage;
    await workbench.contextMenu(workbench.treeRow('large.yaml'), 'Push OpenAPI Spec...');
    await workbench.pick('New spec');
    await workbench.enter('large', 'Slug of the new spec in "Tidewell"');
    const checking = workbench.notification('Checking large.yaml').first();
    await checking.getByRole('button', { name: 'Cancel' }).click();
    await checking.waitFor({ state: 'detached' });
    assert.ok(!service.state.openApiSpecs.all().some(({ slug }) => slug === 'large'));
  });

  /** Shows another file and puts the cursor into it. */
  async function typeElsewhere({ workbench }: Stage): Promise<void> {
    await workbench.treeRow('lamps.yaml').dblclick();
    const editor = workbench.editor('lamps.yaml');
    await editor.getByText('A new lamp').click();
    await editor.and(workbench.page.locator('.focused')).waitFor();
    await workbench.page.keyboard.press('End');
    await workbench.page.keyboard.type('#');
    await editor.locator('.view-line', { hasText: '}#' }).waitFor();
    await workbench.page.keyboard.press('Control+z');
  }

  it('asks the questions after its check even if another element has the focus', async () => {
    const { service, workbench } = stage;
    await workbench.contextMenu(workbench.treeRow('medium.yaml'), 'Push OpenAPI Spec...');
    await workbench.page.keyboard.press('F1');
    await workbench.treeRow('lamps.yaml').click();
    const question = workbench.quickInput.filter({ hasText: 'New spec' });
    await question.waitFor();
    await typeElsewhere(stage);
    await workbench.pick('New spec');
    const slug = workbench.quickInput.filter({ hasText: 'Slug of the new spec in "Tidewell"' });
    await slug.waitFor();
    await typeElsewhere(stage);
    assert.ok(await slug.isVisible());
    await workbench.enter('medium', 'Slug of the new spec in "Tidewell"');
    await workbench.notification('"medium" is processed and ready').waitFor();
    assert.ok(service.state.openApiSpecs.all().some(({ slug }) => slug === 'medium'));
  });

  it('is pushed after a long check without a further question, whatever has the focus', async () => {
    const { service, workbench } = stage;
    await workbench.contextMenu(workbench.treeRow('long.yaml'), 'Push OpenAPI Spec...');
    await workbench.pick('New spec');
    await workbench.enter('heron-api', 'Slug of the new spec in "Tidewell"');
    // A dialog blocks everything else until it is answered.
    await workbench.answer('Replace');
    await workbench.notification('Checking long.yaml').first().waitFor();
    await typeElsewhere(stage);
    await workbench.page.keyboard.press('F1');
    await workbench.notification('"heron-api" is processed and ready').waitFor();
    assert.ok(await workbench.quickInput.isVisible(), 'the palette is open as it was');
    const spec = service.state.openApiSpecs.all().find(({ slug }) => slug === 'heron-api');
    assert.ok(JSON.stringify(spec?.source).includes('/lamps/4999'));
  });
});
