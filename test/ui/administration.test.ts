import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import type { Service } from './service.ts';
import { setStage } from './stage.ts';

const description = (version: number) => `openapi: 3.1.0
info: { title: Lamps, version: '${version}' }
paths: {}
`;

describe('setting up an organization', function () {
  const folder = mkdtempSync(join(tmpdir(), 'marginalia-administration-'));
  let service: Service;
  let workbench: Workbench;

  before(() => {
    writeFileSync(join(folder, 'lamps.yaml'), description(1));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  // The inserted text must not be completed or indented by the editor.
  const settings = { 'editor.autoClosingBrackets': 'never', 'editor.autoIndent': 'none' };
  setStage({ signedIn: true, settings, folder }, stage => ({ service, workbench } = stage));

  /** Runs a command that asks for an organization and then for a name. */
  async function create(what: string, name: string): Promise<void> {
    await workbench.runCommand(`Marginalia: Create ${what}...`);
    await workbench.choose('Tidewell');
    await workbench.enter(name, 'is called');
    // The next prompt would replace this one before the command has received its answer.
    await workbench.quickInput.waitFor({ state: 'hidden' });
  }

  const spaceCalled = (title: string) => service.state.spaces.all().find(one => one.title === title);
  const row = (label: string) => workbench.page.locator('.sidebar .monaco-list-row', { hasText: label });

  it('creates a collection with spaces, a team, a site, a spec and a translation', async () => {
    const { page } = workbench;
    await workbench.openView('Marginalia');
    await workbench.expand('Tidewell');
    await create('Collection', 'Guides');
    await create('Space', 'First steps');
    await create('Space', 'Next steps');
    // A row must have its final position before it is dragged.
    for (const title of ['Guides', 'First steps', 'Next steps']) await row(title).waitFor();
    for (const title of ['First steps', 'Next steps']) {
      await row(title).dragTo(row('Guides'));
      await workbench.answer('Move');
      await eventually(() => {
        const guides = service.state.collections.all().find(one => one.title === 'Guides');
        assert.equal(spaceCalled(title)?.parent, guides?.id);
      });
      await row(title).waitFor({ state: 'detached' });
    }
    await workbench.screenshot('administration dragged');
    await create('Team', 'Writers');
    await eventually(() => assert.ok(service.state.teams.all().some(({ title }) => title === 'Writers')));

    await workbench.runCommand('Marginalia: Create Site...');
    await workbench.choose('Tidewell');
    const editor = page.locator('.editor-instance', { hasText: '"spaces"' });
    await editor.locator('.view-line', { hasText: '"title"' }).waitFor();
    await editor.locator('.view-lines').click();
    await editor.locator('.monaco-editor.focused').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    const { id } = spaceCalled('First steps') ?? assert.fail('There is no such space.');
    await page.keyboard.insertText(JSON.stringify({ title: 'Lamps', visibility: 'share-link', spaces: [id] }));
    await page.locator('.editor-actions [aria-label="Create"]').click();
    const site = () => service.state.sites.all().find(({ title }) => title === 'Lamps');
    await eventually(() => assert.ok(site()));
    await workbench.tab('Lamps').waitFor();
    await page.locator('.view-line', { hasText: '"basename"' }).waitFor();

    await workbench.runCommand('Marginalia: Create Section...');
    await workbench.choose('Tidewell');
    await workbench.pick('Lamps');
    await workbench.pick('Next steps');
    await workbench.enter('What comes next', 'What readers see');
    await eventually(() => {
      const sections = service.state.siteSections.all().filter(one => one.site === site()?.id);
      assert.ok(sections.some(({ title }) => title === 'What comes next'));
    });
    await workbench.runCommand('Marginalia: Create Share Link...');
    await workbench.choose('Tidewell');
    await workbench.pick('Lamps');
    await workbench.enter('For partners', 'whom it is for');
    await eventually(() => assert.ok(service.state.shareLinks.all().some(({ name }) => name === 'For partners')));
    await workbench.runCommand('Marginalia: Publish Site');
    await workbench.pick('Lamps');
    await workbench.answer('Publish');
    await eventually(() => assert.equal(site()?.published, true));

    const spec = () => service.state.openApiSpecs.all().find(({ slug }) => slug === 'lamps');
    const versions = () => service.state.openApiSpecVersions.all().filter(one => one.spec === spec()?.id);
    await create('Translation', 'German');
    await eventually(() => assert.ok(service.state.translations.all().some(({ title }) => title === 'German')));
    for (const version of [1, 2]) {
      writeFileSync(join(folder, 'lamps.yaml'), description(version));
      await workbench.openView('Explorer');
      await workbench.contextMenu(workbench.treeRow('lamps.yaml'), 'Push OpenAPI Spec...');
      await workbench.pick(version === 1 ? 'New spec' : 'lamps');
      if (version === 1) await workbench.enter('lamps', 'Slug of the new spec in "Tidewell"');
      await eventually(() => assert.equal(versions().length, version));
    }
    await workbench.screenshot('administration done');
  });
});
