import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import { KeyboardUser } from './keyboard.ts';
import { type Service, space } from './service.ts';
import { changeRequestRow, openSpace, shareWindow, type Stage } from './stage.ts';

const title = 'Two-point mooring';
const subject = 'Moor it better';
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let service: Service;
let workbench: Workbench;
let number: number;

function begin(stage: Stage): void {
  ({ service, workbench } = stage);
}

/** Waits for the change request that was created. */
async function findCreated(): Promise<void> {
  const isCreated = (row: { space: string; subject: string }) => row.space === space && row.subject === subject;
  const row = await eventually(() => service.state.changeRequests.all().find(isCreated) ?? assert.fail('not created'));
  ({ number } = row);
}

/** Waits until the change request has a page with this text, or without it. */
const stored = (page: string, text: RegExp) =>
  eventually(async () => assert.match(await service.markdown(number, page), text));
const notStored = (page: string, text: RegExp) =>
  eventually(async () => assert.doesNotMatch(await service.markdown(number, page), text));

/** Returns the paths and texts of the published pages, by title. */
function published(): Map<string, { path: string; markdown: string }> {
  const { state } = service;
  const { pages } = state.revisions.get(state.spaces.get(space).revision);
  const all = (rows: typeof pages): typeof pages => rows.flatMap(row => [row, ...all(row.pages ?? [])]);
  return new Map(
    all(pages).map(row => {
      const markdown = row.documentId === undefined ? '' : state.documents.get(row.documentId).markdown;
      return [row.title, { path: row.path ?? '', markdown }];
    }),
  );
}

// A change from the published page to the merged change request, as users make it. The result is checked in the
// sandbox.
describe('the day of a writer', () => {
  let folder: string;

  shareWindow({ settings: { 'comments.openView': 'never' } }, begin);

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'marginalia-writer-'));
    writeFileSync(join(folder, 'anchor.png'), Buffer.from(onePixel, 'base64'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('works by keyboard', async function () {
    // Its many steps take four times as long on a busy machine.
    this.timeout(480_000);
    const keyboard = new KeyboardUser(workbench);
    /** Waits for a focused editor whose URI contains this part. */
    const focused = async (uriPart: string): Promise<Locator> => {
      const uri = `[data-uri*=${JSON.stringify(uriPart)}]`;
      const editor = workbench.page.locator(`.editor-instance .monaco-editor.focused${uri}`);
      await editor.waitFor();
      return editor;
    };
    const goToPage = async (page: string, uriPart: string) => {
      await keyboard.run('Marginalia: Go to Page...');
      await keyboard.choose(page, 'Go to Page');
      await focused(uriPart);
    };
    const append = async (text: string) => {
      await keyboard.press('Control+End');
      await keyboard.type(text);
      await keyboard.press('Control+s');
    };

    await keyboard.run('Marginalia: Search...');
    await keyboard.choose(title, 'Search All Organizations');
    await focused('/content/hardware/moorings/two-point');
    await keyboard.run('Marginalia: Propose a Change Here...');
    await keyboard.enter(subject, 'Propose a Change');
    await focused('/change-requests/');
    await findCreated();
    await append('\n\nCount the shackles.');
    await stored(title, /Count the shackles\.$/m);

    // A second writer changes the line as well.
    const text = await service.markdown(number, title);
    await service.edit(number, title, text.replace('shackles.', 'shackles. Write it down.'));
    await append(' Twice.');
    await workbench.page.locator('.editor.original').getByText('Write it down.').waitFor();
    await keyboard.run('Marginalia: Use Mine');
    await stored(title, /Count the shackles\. Twice\.$/m);
    await workbench.page.locator('.editor.original').waitFor({ state: 'detached' });

    await keyboard.run('Marginalia: New Page...');
    await keyboard.enter('Ice anchors', 'New Page');
    const newPage = await focused('/ice-anchors');
    await keyboard.type('Screw it in.\n\n');
    await keyboard.run('Marginalia: Insert Image...');
    const image = newPage.getByText('.assets/anchor.png');
    // The dialog may change typed text while it lists its first folder.
    await eventually(async () => {
      if (await image.isVisible()) return;
      await workbench.quickInput.locator('.quick-input-box input').fill(join(folder, 'anchor.png'), { timeout: 5000 });
      await keyboard.press('Enter');
      await image.waitFor({ timeout: 5000 });
    });
    await keyboard.press('Escape');
    await keyboard.press('Control+s');
    await stored('Ice anchors', /^# Ice anchors\n\nScrew it in\.\n\n!\[anchor\]\(\/files\//);

    await goToPage('Bridge mounts', '/bridge-mounts');
    await keyboard.run('Marginalia: Rename Page...');
    await keyboard.enter('Bridge mounting', 'Rename Page', 'The new title');
    await keyboard.enter('bridge-mounting', 'Rename Page', 'The last part of the address');
    await workbench.notification('Renamed "Bridge mounts" to "Bridge mounting".').waitFor();

    await goToPage('Spare parts', '/spare-parts');
    await keyboard.run('Marginalia: Move Page to...');
    await keyboard.choose('Moorings', 'Move "Spare parts"');
    await workbench.notification('Moved "Spare parts".').waitFor();

    await goToPage('Low water', '/low-water');
    await keyboard.run('Marginalia: Delete Page');
    await keyboard.confirm('Delete');
    await workbench.notification('Deleted "Low water".').waitFor();

    await service.suggest(number, title, 'Count the shackles. Twice.', 'Count all shackles twice.');
    await goToPage(title, '/two-point');
    await keyboard.run('Marginalia: Refresh');
    await keyboard.run('Marginalia: Apply Suggestions...');
    await keyboard.accept('Count all shackles twice.', 'Apply Suggestions');
    await stored(title, /^Count all shackles twice\.$/m);

    await goToPage('Glossary', '/glossary');
    await append('Oops.');
    await stored('Glossary', /Oops\./);
    await keyboard.run('Marginalia: Revert Page');
    await keyboard.confirm('Revert');
    await notStored('Glossary', /Oops\./);

    const before = published();
    await keyboard.run('Marginalia: Merge Change Request');
    await keyboard.confirm('Merge');
    await workbench.notification('is merged into the main content').waitFor();
    const after = published();
    assert.match(after.get(title)?.markdown ?? '', /\n\nCount all shackles twice\.$/m);
    assert.match(after.get('Ice anchors')?.markdown ?? '', /^# Ice anchors\n\nScrew it in\.\n\n!\[anchor\]/);
    const paths = (pages: typeof after) =>
      ['Ice anchors', 'Bridge mounts', 'Bridge mounting', 'Spare parts', 'Low water'].map(
        page => pages.get(page)?.path,
      );
    const bridge = 'hardware/moorings/bridge-mounts';
    assert.deepEqual(paths(before), [
      undefined,
      bridge,
      undefined,
      'hardware/spare-parts',
      'deploy/extremes/low-water',
    ]);
    assert.deepEqual(paths(after), [
      'hardware/moorings/ice-anchors',
      undefined,
      'hardware/moorings/bridge-mounting',
      'hardware/moorings/spare-parts',
      undefined,
    ]);
    assert.equal(after.get('Glossary')?.markdown, before.get('Glossary')?.markdown);
  });

  it('works by mouse', async () => {
    const { page, control } = workbench;
    const editor = (uriPart: string) => workbench.editor(uriPart);
    /** Returns the row of a page below "All pages". The row of a change has a checkbox. */
    const pageRow = (text: string) =>
      page.locator('.sidebar .monaco-list-row', { hasText: text, hasNot: page.locator('.monaco-checkbox') });
    /** Types after a text at the end of a line, which may be wrapped. */
    const typeBehind = async (uriPart: string, words: string, text: string) => {
      await editor(uriPart).getByText(words).last().click();
      await page.keyboard.press('End');
      await page.keyboard.type(text);
    };
    const save = () => page.keyboard.press('Control+s');

    await control.executeOn('vscode.open', `/spaces/${space}/content/hardware/moorings/two-point.md`);
    await editor('/content/').getByText('Start downstream.').waitFor();
    await page.locator('.editor-actions').getByRole('button', { name: 'Propose a Change' }).click();
    await workbench.enter(subject, 'What the change request will do');
    await editor('/change-requests/').getByText('Start downstream.').waitFor();
    await findCreated();
    await typeBehind('/change-requests/', 'out the rest.', ' Count.');
    await save();
    await stored(title, /Count\.$/m);

    // A second writer changes the line as well.
    const text = await service.markdown(number, title);
    await service.edit(number, title, text.replace('Count.', 'Count. Note it.'));
    await typeBehind('/change-requests/', 'Count.', ' Twice.');
    await save();
    await page.locator('.editor.original').getByText('Note it.').waitFor();
    await page.locator('.editor-actions').getByRole('button', { name: 'Use Theirs' }).click();
    await workbench.notification('with their version').waitFor();
    await page.locator('.editor.original').waitFor({ state: 'detached' });

    await openSpace(workbench);
    await workbench.expandRow(changeRequestRow(workbench, number));
    await workbench.rowAction('All pages', 'New Page');
    await workbench.enter('Ice anchors', 'The title of the page');
    await editor('/ice-anchors').waitFor();
    // A second click on a row that opens slowly would close it again.
    await eventually(async () => {
      await workbench.expand('All pages');
      await pageRow('Ice anchors').waitFor({ timeout: 5000 });
    });
    await workbench.contextMenu(pageRow('Ice anchors'), /^Rename Page/);
    await workbench.enter('Screw anchors', 'The new title');
    await workbench.enter('screw-anchors', 'The last part of the address');
    await pageRow('Screw anchors').waitFor();
    await workbench.clearNotifications();
    await pageRow('Screw anchors').dragTo(pageRow('Heron manual').last());
    await workbench.answer('Below');
    await workbench.notification('Moved "Screw anchors".').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.statusbar').getByText('Moved "Screw anchors" back.').waitFor();
    await workbench.contextMenu(pageRow('Screw anchors'), 'Delete Page');
    await workbench.answer('Delete');
    await pageRow('Screw anchors').waitFor({ state: 'detached' });

    const row = changeRequestRow(workbench, number);
    await row.hover();
    await row.getByRole('button', { name: /^Merge/ }).click();
    await workbench.answer('Merge');
    await workbench.notification('is merged into the main content').waitFor();
    const pages = published();
    assert.match(pages.get(title)?.markdown ?? '', /Count\. Note it\.$/m);
    assert.equal(pages.has('Screw anchors') || pages.has('Ice anchors'), false);
  });
});
