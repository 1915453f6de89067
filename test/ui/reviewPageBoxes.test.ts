import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import type { FaultyServer } from '../host/faultyServer.ts';
import { waitForValue } from '../host/locators.ts';
import type { Workbench } from '../host/workbench.ts';
import type { Service } from './service.ts';
import { changeRequestRow, openSpace, shareWindow } from './stage.ts';

const text = 'Drop the upstream anchor.\n\nPay out the line.\n';
const title = 'Two-point mooring';
const posts = /^POST .*\/comments$/;

// Tests of concurrent changes and fast typing while a comment is typed or sent on the review page.
describe('comment boxes of the review page', () => {
  let service: Service;
  let server: FaultyServer;
  let workbench: Workbench;
  let frame: FrameLocator;
  let number: number;

  shareWindow({ settings: { 'comments.openView': 'never' } }, async stage => {
    ({ service, server, workbench } = stage);
    frame = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    number = await service.propose('Say it better', title, text);
    await openSpace(workbench);
    await workbench.contextMenu(changeRequestRow(workbench, number), 'Open Review Page');
    await block().waitFor();
  });

  const block = (): Locator => frame.locator('.row .side.after').filter({ hasText: 'Pay out the line' });
  const box = (): Locator => frame.locator('textarea');
  const saying = (words: string) => service.comments(number).filter(({ markdown }) => markdown === words);

  /** Types into a new composer on the block. */
  async function type(words: string): Promise<void> {
    await block().hover();
    await block().getByRole('button', { name: 'Comment on This Block' }).click();
    await box().fill(words);
  }

  it('are locked while they send, store nothing then, and send once', async () => {
    await type('Which line?');
    server.fail({ kind: 'held' }, posts, 1);
    await frame.getByRole('button', { name: 'Comment Now' }).dblclick();
    await server.waiting();
    await frame.getByText('Sending…').waitFor();
    await box().and(frame.locator('[readonly]')).waitFor();
    await frame.getByRole('button', { name: 'Add to Review', disabled: true }).waitFor();
    server.release();
    await frame.locator('.thread.open').getByText('Which line?').waitFor();
    await box().waitFor({ state: 'detached' });
    assert.equal(saying('Which line?').length, 1);
  });

  it('keep their text when the conversation was deleted, and ask where to send it', async () => {
    await service.comment(number, title, 'A question');
    await workbench.runCommand('Marginalia: Refresh');
    await frame.locator('.thread.open').getByText('A question').waitFor();
    await frame.getByRole('button', { name: 'Reply…' }).click();
    await box().fill('Half an answer');
    await frame.getByText('Draft kept').waitFor();
    const [{ id } = assert.fail('no comment')] = saying('A question');
    service.state.comments.delete(id);
    service.state.keepWrites();
    await workbench.runCommand('Marginalia: Refresh');
    await frame.locator('.thread').getByText('A question').waitFor({ state: 'detached' });
    await waitForValue(box(), 'Half an answer');
    await frame.getByRole('button', { name: 'Reply', exact: true }).click();
    await workbench.quickInput.getByText('The conversation that you replied to was deleted.').waitFor();
    await workbench.page.keyboard.press('Escape');
    await waitForValue(box(), 'Half an answer');
    assert.deepEqual(saying('Half an answer'), []);
    await frame.getByRole('button', { name: 'Reply', exact: true }).click();
    await workbench.choose('Comment on the Page');
    await frame.locator('.thread.open').getByText('Half an answer').waitFor();
    assert.ok(saying('> A question\n\nHalf an answer')[0]?.page);
  });

  it('keep their text when the mode changes, and when the page leaves the change request', async () => {
    await type('Which line?');
    await frame.getByText('Draft kept').waitFor();
    await frame.getByRole('button', { name: 'One Column' }).click();
    await frame.locator('.body.one').first().waitFor();
    await waitForValue(box(), 'Which line?');
    await service.revert(number, title);
    await workbench.runCommand('Marginalia: Refresh');
    await frame.locator('.page').waitFor({ state: 'detached' });
    await waitForValue(box(), 'Which line?');
    await frame.getByRole('button', { name: 'Comment Now' }).click();
    await eventually(() => assert.equal(saying('Which line?').length, 1));
  });

  it('keep the focus when the page is redrawn, and stay visible', async () => {
    await type('Which');
    await workbench.page.setViewportSize({ width: 700, height: 700 });
    await frame.locator('.body.one').first().waitFor();
    await workbench.page.keyboard.type(' line?');
    await waitForValue(box(), 'Which line?');
    await box().evaluate(field => field.scrollIntoView({ block: 'end', behavior: 'instant' }));
    await eventually(async () => {
      const [field, bar] = [await box().boundingBox(), await frame.locator('.bar .end').boundingBox()];
      if (!field || !bar) assert.fail('Both are to be seen.');
      assert.ok(field.y + field.height <= bar.y, 'The bar at the bottom covers nothing of it.');
    });
  });

  describe('offer members and emoji while the user types', () => {
    const list = (): Locator => frame.getByRole('listbox');
    /** Returns the selected option. The focus stays in the composer. */
    const chosen = (name: string | RegExp): Locator => frame.getByRole('option', { name, selected: true });
    const typed = (words: string) => waitForValue(box(), words);

    it('by keyboard, and insert them in the format of the service', async () => {
      const { keyboard } = workbench.page;
      await service.comment(number, title, 'A question');
      await workbench.runCommand('Marginalia: Refresh');
      await frame.locator('.thread.open').getByText('A question').waitFor();
      await type('Dear ');
      await keyboard.type('@');
      await chosen(/^Mira Aaltonen takes part/).waitFor();
      await keyboard.press('ArrowUp');
      await chosen(/ member /).waitFor();
      await eventually(async () => {
        const id = (await box().getAttribute('aria-activedescendant')) ?? assert.fail('The box names nothing.');
        assert.match(await frame.locator(`#${id}`).innerText({ timeout: 3000 }), /member/);
      });
      await keyboard.type('ju');
      await chosen(/^Jun Takahashi/).waitFor();
      await keyboard.press('Enter');
      await typed('Dear @jun ');
      await list().waitFor({ state: 'hidden' });
      await box().and(frame.locator(':not([aria-activedescendant])')).waitFor();
      await keyboard.type('and @am');
      await chosen(/^Amara Okonkwo/).waitFor();
      await keyboard.press('Escape');
      await list().waitFor({ state: 'hidden' });
      // Escape has only closed the list, so the typed word is continued as text.
      await keyboard.type('ara, well done :tada');
      await chosen('🎉 :tada:').waitFor();
      await keyboard.press('Tab');
      await typed('Dear @jun and @amara, well done 🎉');
      await keyboard.press('Control+z');
      await typed('Dear @jun and @amara, well done :tada');
      await keyboard.press('End');
      await keyboard.type(' :tada');
      await chosen('🎉 :tada:').waitFor();
      await keyboard.press('Control+Enter');
      await frame.getByText('Dear @Jun Takahashi and @Amara Okonkwo, well done :tada :tada').waitFor();
      await eventually(() => assert.equal(saying('Dear @jun and @amara, well done :tada :tada').length, 1));
    });

    it('by mouse, within a narrow and low window, and drop outdated results', async () => {
      const { page } = workbench;
      const { keyboard } = page;
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await page.setViewportSize({ width: 370, height: 450 });
      await type('Dear ');
      server.fail({ kind: 'held' }, /\/members$/, 1);
      await keyboard.type('@');
      await server.waiting();
      await keyboard.type(' :eyes');
      await chosen('👀 :eyes:').waitFor();
      server.release();
      await eventually(() => assert.ok(server.requests.some(one => /\/members$/.test(one))));
      await keyboard.press('Enter');
      await typed('Dear @ 👀');
      await keyboard.type(' @lu');
      const lucia = frame.getByRole('option', { name: /^Lucía/ });
      await lucia.waitFor();
      const isWithin = () =>
        list().evaluate(one => {
          const { left: leftEdge, right, top, bottom } = one.getBoundingClientRect();
          return leftEdge >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
        });
      await eventually(async () => assert.ok(await isWithin(), 'The list is all in the window.'));
      await lucia.click();
      await typed('Dear @ 👀 @lucia ');
      await frame.locator('textarea:focus').waitFor();
    });
  });
});
