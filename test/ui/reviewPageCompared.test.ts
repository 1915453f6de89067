import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import { otherJson } from '../host/faultyServer.ts';
import { waitForCount } from '../host/locators.ts';
import { setReviewPage } from './reviewPageStage.ts';

describe('comparison on the review page', () => {
  const on = setReviewPage();
  const { open, page, read } = on;

  it('shows the diff since a page was viewed, or since a conversation started', async () => {
    await open();
    const glossary = await read('Glossary');
    const row = glossary.locator('.row.discussed').first();
    const thread = row.locator('.thread').first();
    await thread.waitFor();
    await glossary.getByRole('checkbox', { name: 'Viewed' }).check();
    const [words = ''] = /\w+ \w+/.exec((await row.locator('.side.after .prose').textContent()) ?? '') ?? [];
    const before = await on.service.markdown(8, 'Glossary');
    await on.service.edit(8, 'Glossary', before.replace(words, `${words}, of all things,`));
    await on.workbench.runCommand('Marginalia: Refresh');
    await glossary.getByText('Changed since you viewed it').waitFor();
    await glossary.getByRole('button', { name: 'Fold Glossary' }).click();
    await thread.getByText('What changed since').click();
    await thread.locator('ins').getByText('of all things').waitFor();
    await thread.getByRole('button', { name: 'Compare the Page' }).click();
    await on.workbench.tab('Glossary (since').first().waitFor();
  });

  it('switches between the last visit and the main content', async () => {
    await open();
    const glossary = await read('Glossary');
    await glossary.getByText('Before main content').waitFor();
    const pages = 9;
    await waitForCount(on.frame.locator('.page'), pages);
    await on.service.edit(8, 'Glossary', 'Nothing is left of it.');
    await on.workbench.runCommand('Marginalia: Refresh');
    await glossary.getByText('Nothing is left of it.').first().waitFor();
    await on.frame.getByRole('button', { name: 'Compare Since…' }).click();
    await on.workbench.pick('When I last looked');
    await on.frame
      .locator('#changes')
      .getByText(/^since you last looked, /)
      .waitFor();
    await waitForCount(on.frame.locator('.page'), 1);
    await glossary.getByText('Before an earlier revision').waitFor();
    // The content of a page may arrive before the list of changes.
    on.server.fail({ kind: 'held' }, /\/changes$/, 1);
    await on.frame.getByRole('button', { name: 'Show All Changes' }).click();
    await on.server.waiting();
    await glossary.locator('.side.before').getByText('Heron Link').first().waitFor();
    on.server.release();
    await waitForCount(on.frame.locator('.page'), pages);
    await glossary.getByText('Before main content').waitFor();
  });

  it('lists the changes since then, including new ones of others, and says so above', async () => {
    await open();
    await read('Glossary');
    await on.service.edit(8, 'Permits', 'Nothing is left of it.');
    // Changing the subject fetches the change request again.
    await on.frame.getByRole('button', { name: 'Change Subject…' }).click();
    const banner = on.frame.getByText('has changed since it was shown');
    await banner.waitFor();
    await on.workbench.page.keyboard.press('Escape');
    await on.frame.getByRole('button', { name: 'Compare Since…' }).click();
    await on.workbench.pick('When I last looked');
    await page('Permits').getByText('Nothing is left of it.').waitFor();
    await waitForCount(on.frame.locator('.page'), 1);
    await banner.waitFor({ state: 'detached' });
    await on.frame
      .locator('.summary')
      .getByText(/^Since you last looked, .*: 1 page edited\.$/)
      .waitFor();
    await on.service.revert(8, 'Permits');
    await on.workbench.runCommand('Marginalia: Refresh');
    await on.frame.getByText('No page has changed since then.').waitFor();
    await on.frame.getByRole('button', { name: 'Show All Changes' }).click();
    await on.frame
      .locator('.summary')
      .getByText(/^9 pages/)
      .waitFor();
  });

  it('labels the base side only in split mode, and only for pages that exist on both sides', async () => {
    await on.service.remove(8, 'Two-point mooring');
    await open();
    const glossary = await read('Glossary');
    await glossary.getByText('Before main content').waitFor();
    const deleted = await read('Two-point mooring');
    await deleted.locator('.row.removed').first().waitFor();
    await waitForCount(deleted.getByText('Before main content'), 0);
    await on.frame.getByRole('button', { name: 'One Column' }).click();
    await on.frame.locator('.page.filled .body.one').first().waitFor();
    // Pages are drawn one after another.
    await on.frame.getByText('Before main content').first().waitFor({ state: 'detached' });
  });

  it('shows a deleted page as it was with its conversations, without a link to an editor', async () => {
    await on.service.remove(8, 'Two-point mooring');
    await open();
    const deleted = await read('Two-point mooring');
    await deleted.getByRole('button', { name: 'More about Two-point mooring' }).click();
    await deleted.getByRole('button', { name: 'Comment on the Page' }).waitFor();
    await waitForCount(deleted.getByRole('button', { name: 'Show in the Editor' }), 0);
    await deleted.getByRole('button', { name: 'Comment on the Page' }).click();
    await on.frame.locator('textarea:focus').fill('Why is it gone?');
    await on.frame.getByRole('button', { name: 'Comment Now' }).click();
    await eventually(() => {
      const comments = on.service.comments(8).filter(({ markdown }) => markdown.includes('Why is it gone?'));
      assert.equal(comments.length, 1);
    });
    await on.frame.locator('textarea').waitFor({ state: 'detached' });
    await deleted.locator('.thread').getByText('Why is it gone?').waitFor();
    await waitForCount(on.frame.locator('#conversation .thread').getByText('Why is it gone?'), 0);
  });

  it('shows a comment on a block of a deleted page at that block, in split and unified mode', async () => {
    await on.service.remove(8, 'Two-point mooring');
    await open();
    const deleted = await read('Two-point mooring');
    const block = deleted.locator('.row').filter({ hasText: 'Both anchors get the full load' });
    await block.hover();
    await block.getByRole('button', { name: 'Comment on This Block' }).first().click();
    await on.frame.locator('textarea:focus').fill('Keep this one.');
    await on.frame.getByRole('button', { name: 'Comment Now' }).click();
    const isThere = async () => {
      const thread = block.locator('.thread').filter({ hasText: 'Keep this one.' });
      await thread.locator('blockquote').getByText('Both anchors get the full load').waitFor();
      await waitForCount(on.frame.locator('.thread').filter({ hasText: 'Keep this one.' }), 1);
    };
    await isThere();
    await on.frame.getByRole('button', { name: 'One Column' }).click();
    await on.frame.locator('.page.filled .body.one').first().waitFor();
    await isThere();
  });

  it('folds the text of an unchanged page, and shows its other changes', async () => {
    await on.service.rename(8, 'Choose a site', 'Choose a place');
    await open();
    const renamed = await read('Choose a place');
    await renamed.getByText('Its text is the same.').waitFor();
    await renamed.locator('.properties').getByText('“Choose a site”').waitFor();
    // Only the row above both sides is shown.
    await waitForCount(renamed.locator('.row'), 1);
    await renamed.locator('.folded').click();
    await renamed.locator('.row.same').nth(2).waitFor();
  });

  it('collapses a removed block into one line when only the result is shown', async () => {
    const number = await on.service.propose('Say less', 'Two-point mooring', 'Pay out the line.\n');
    await on.workbench.runCommand('Marginalia: Refresh');
    await open(number);
    await read('Two-point mooring');
    await on.frame.getByRole('button', { name: 'After Only' }).click();
    const removed = on.frame.locator('.row.removed').first();
    await removed.getByText(/^Removed /).waitFor();
    await waitForCount(removed.locator('.prose'), 0);
    await removed.getByRole('button', { name: 'Show', exact: true }).click();
    await removed.locator('.prose').waitFor();
    await removed.locator('.side:focus').waitFor();
    await on.frame.getByRole('button', { name: 'One Column' }).click();
    // Removed and added blocks are distinguished by more than their color in each mode.
    const bar = () => removed.locator('.side').evaluate(side => getComputedStyle(side).borderLeftStyle);
    await eventually(async () => assert.equal(await bar(), 'dashed'));
  });

  it('shows the current state and title of a page that has changed since', async () => {
    await on.service.rename(8, 'Glossary', 'Terms');
    const created = otherJson(json => JSON.parse(JSON.stringify(json).replaceAll('"page_edited"', '"page_created"')));
    on.server.fail(created, /\/changes$/);
    await open();
    await page('Terms').locator('header .icon-created').waitFor();
    await on.server.recover();
    await on.service.rename(8, 'Terms', 'Glossary');
    await on.service.edit(8, 'Glossary', 'Nothing is left of it.');
    await on.workbench.runCommand('Marginalia: Refresh');
    await page('Glossary').locator('header .icon-edited').waitFor();
    await page('Glossary').getByRole('button', { name: 'Fold Glossary' }).waitFor();
    await page('Glossary').getByRole('button', { name: 'More about Glossary' }).waitFor();
  });
});
