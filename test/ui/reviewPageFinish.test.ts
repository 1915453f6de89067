import assert from 'node:assert/strict';
import type { FrameLocator, Keyboard, Locator } from 'playwright-core';
import type { FaultyServer } from '../host/faultyServer.ts';
import { waitForCount, waitForValue } from '../host/locators.ts';
import type { Workbench } from '../host/workbench.ts';
import { pressKey } from './reviewPageStage.ts';
import type { Service } from './service.ts';
import { changeRequestRow, openSpace, shareWindow, type Stage } from './stage.ts';

const settings = { 'comments.openView': 'never' };

// Tests that finish a review on the review page with the keyboard.
describe('finishing a review', () => {
  let service: Service;
  let server: FaultyServer;
  let workbench: Workbench;
  let keyboard: Keyboard;
  let frame: FrameLocator;

  async function begin(stage: Stage): Promise<void> {
    ({ service, server, workbench } = stage);
    ({ keyboard } = workbench.page);
    frame = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    await openSpace(workbench);
    await workbench.contextMenu(changeRequestRow(workbench, 8), 'Open Review Page');
    await frame.locator('.page').first().waitFor();
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await frame.getByRole('heading', { name: '#8' }).click();
  }

  const dialog = (): Locator => frame.getByRole('dialog', { name: 'Finish Review of #8' });
  const summary = (): Locator => dialog().getByRole('textbox', { name: /^Summary optional/ });
  const saying = (text: string) => service.comments(8).filter(({ markdown }) => markdown === text);

  /** Presses a plain letter, and waits for its effect. */
  async function press(key: string, seen: Locator): Promise<void> {
    await pressKey(workbench, frame, key);
    await seen.first().waitFor();
  }

  const open = () => press('f', dialog().locator('input:focus, .primary:focus'));

  /** Adds a comment on the whole change request to the review. */
  async function hold(text: string): Promise<void> {
    await pressKey(workbench, frame, 'g');
    await press('c', frame.locator('#conversation h2:focus'));
    await press('c', frame.locator('textarea:focus'));
    await keyboard.type(text);
    await frame.getByText('Draft kept').waitFor();
    await keyboard.press('Control+Shift+Enter');
    await frame.getByText('In your review, only you see it').first().waitFor();
  }

  describe('on a server with all operations', () => {
    shareWindow({ settings }, begin);

    it('sends the saved text of a pending comment that is being edited, and then edits it', async () => {
      await hold('As it was');
      await frame.getByRole('button', { name: 'Edit', exact: true }).click();
      await frame.getByRole('textbox', { name: 'Change the pending comment' }).fill('Half a chan');
      await frame.getByText('Draft kept').waitFor();
      await keyboard.press('Escape');
      await open();
      const sentence = '1 pending comment is still being changed: it goes out as saved last, without the change.';
      await dialog().getByText(sentence).waitFor();
      await dialog().getByText('being changed', { exact: true }).waitFor();
      await keyboard.press('Control+Enter');
      await dialog().waitFor({ state: 'detached' });
      assert.equal(saying('As it was').length, 1);
      const box = frame.getByRole('textbox', { name: 'Change the comment' });
      await waitForValue(box, 'Half a chan');
      await frame.getByRole('button', { name: 'Save', exact: true }).click();
      await box.waitFor({ state: 'detached' });
      assert.deepEqual([saying('As it was').length, saying('Half a chan').length], [0, 1]);
    });

    it('keeps its summary after Escape and a reload, with the focus where it was', async () => {
      await press('u', frame.locator('.page h3:focus'));
      await open();
      // Letters are text here, and not keys.
      await keyboard.type('vivid, just half a');
      await waitForValue(summary(), 'vivid, just half a');
      await summary().fill('just half a');
      await keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await frame.locator('.page h3:focus').waitFor();
      await open();
      await dialog().getByRole('textbox', { name: 'Summary optional when you approve' }).waitFor();
      await waitForValue(summary(), 'just half a');
      await waitForCount(frame.locator('.page.is-viewed'), 0);
      await summary().fill('just half a thought');
      await keyboard.press('Escape');
      await workbench.reload();
      await frame.locator('.bar').getByRole('button', { name: 'Finish Review' }).click();
      await waitForValue(summary(), 'just half a thought');
      await dialog().getByRole('button', { name: 'Comment', exact: false }).last().click();
      await dialog().waitFor({ state: 'detached' });
      assert.equal(saying('just half a thought').length, 1);
    });

    it('shows an error midway, and continues from there, even after a reload', async () => {
      await hold('First of all');
      await open();
      await dialog().getByText('1 comment will go out').waitFor();
      await dialog().getByText('Request Changes').click();
      await dialog().getByRole('textbox', { name: 'Summary optional', exact: true }).waitFor();
      await summary().fill('Not yet.');
      server.fail({ kind: 'status', status: 403 }, /^POST .*\/reviews$/);
      await keyboard.press('Control+Enter');
      await dialog().getByText('1 pending comment was sent').waitFor();
      await dialog().getByRole('button', { name: 'Continue' }).waitFor();
      await dialog().locator('li.sent').waitFor();
      await keyboard.press('Escape');
      await frame.getByRole('button', { name: 'Stopped: Finish Review' }).waitFor();
      await workbench.reload();
      await server.recover();
      await frame.locator('.bar').getByRole('button', { name: 'Finish Review' }).click();
      await dialog().getByText('1 of 1 that were pending is sent').waitFor();
      await waitForValue(summary(), 'Not yet.');
      await dialog().locator('.primary:focus').waitFor();
      await keyboard.press('Enter');
      await dialog().waitFor({ state: 'detached' });
      const { id } = service.changeRequest(8);
      const ours = service.state.reviews.by('changeRequest', id).filter(({ reviewer }) => reviewer === 'mira');
      assert.deepEqual(
        ours.map(({ status }) => status),
        ['changes-requested'],
      );
      assert.deepEqual([saying('First of all').length, saying('Not yet.').length], [1, 1]);
    });

    it('shows progress in the visible dialog or notification, and can be cancelled there', async () => {
      const stop = () => dialog().getByRole('button', { name: 'Stop Sending' });
      const notification = () => workbench.notification('Sending your review of #8').first();
      const isInDialog = async () => {
        await stop().waitFor();
        await notification().waitFor({ state: 'detached' });
      };
      const isInNotification = () => notification().getByRole('button', { name: 'Cancel' }).waitFor();
      server.fail({ kind: 'held' }, /^POST .*\/reviews$/);
      await open();
      await dialog().getByText('Approve', { exact: true }).first().click();
      await keyboard.press('Control+Enter');
      await isInDialog();
      await keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await isInNotification();
      await press('f', stop());
      await isInDialog();
      await workbench.runCommand('File: New Untitled Text File');
      await isInNotification();
      await workbench.page.getByRole('tab', { name: /^#8/ }).click();
      await isInDialog();
      await workbench.runCommand('View: Close Editor');
      await isInNotification();
      await notification().getByRole('button', { name: 'Cancel' }).click();
      await workbench.notification('Sending your review of #8 was canceled.').first().waitFor();
      await server.recover();
    });
  });

  describe('on a server with only the documented operations', () => {
    shareWindow({ settings, documentedOnly: true }, begin);

    it('posts a comment that contains the verdict', async () => {
      await hold('First of all');
      await open();
      await keyboard.press('ArrowUp');
      await keyboard.press('ArrowUp');
      await dialog().getByRole('button', { name: 'Send 1 Pending and Approve' }).waitFor();
      await keyboard.press('Tab');
      await keyboard.type('Well done.');
      await keyboard.press('Control+Enter');
      await dialog().waitFor({ state: 'detached' });
      await frame.locator('#conversation').getByText('Approved.').waitFor();
      assert.deepEqual([saying('First of all').length, saying('**Approved.**\n\nWell done.').length], [1, 1]);
    });
  });
});
