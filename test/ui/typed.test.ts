import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import type { FaultyServer } from '../host/faultyServer.ts';
import {
  addToReview,
  commentAction,
  commentIn,
  openReply,
  reply,
  sendComment,
  startThread,
  thread,
} from '../host/threads.ts';
import { waitForCount } from '../host/locators.ts';
import type { Workbench } from '../host/workbench.ts';
import type { Service } from './service.ts';
import { changeRequestRow, openSpace, setStage, shareWindow, type Stage } from './stage.ts';

const number = 8;
const title = 'Two-point mooring';

// Unfinished and unsent texts must be offered again after a reload.
describe('unfinished comments', () => {
  let service: Service;
  let server: FaultyServer;
  let workbench: Workbench;

  // The panel would take space from the threads.
  const settings = { 'comments.openView': 'never' };

  function begin(stage: Stage): void {
    ({ service, server, workbench } = stage);
  }

  const modified = () => workbench.page.locator('.editor.modified');
  const stored = (text: string) => service.comments(number).filter(({ markdown }) => markdown === text);
  const storedReplies = (text: string) =>
    service.state.commentReplies.all().filter(({ markdown }) => markdown === text);

  /** Opens the page as a diff, after these comments were added to it. */
  async function openPage(...comments: string[]): Promise<void> {
    for (const comment of comments) await service.comment(number, title, comment);
    await openSpace(workbench);
    await workbench.expandRow(changeRequestRow(workbench, number));
    await workbench.openFrom(workbench.treeRow(title), modified().getByText('upstream anchor').first());
    for (const comment of comments) await commentIn(thread(workbench, comment), comment).waitFor();
  }

  /** Types into the focused form, and waits until the text is stored. */
  async function type(text: string): Promise<void> {
    await workbench.page.keyboard.insertText(text);
    await eventually(() =>
      assert.ok(
        workbench.storedDrafts().some(draft => draft.includes(text)),
        `not kept: ${text}`,
      ),
    );
  }

  /** Sends an offered draft. */
  async function sendOffered(text: string): Promise<void> {
    const draft = commentIn(thread(workbench, text), 'not sent');
    await draft.getByText(text).waitFor();
    await waitForCount(workbench.page.locator('.review-comment').filter({ hasText: text }), 1);
    await commentAction(draft, 'Send');
    await draft.waitFor({ state: 'detached' });
  }

  const questions = [
    ['Two-point mooring', 'Which two?'],
    ['Drop the downstream anchor', 'Which anchor?'],
  ] as const;

  /** Approves with a summary, which the prompt already contains if it was entered before. */
  async function finish(summary: string): Promise<void> {
    await workbench.treeRow('Tidewell').waitFor();
    // Without an open page of the change request, the command would ask which one.
    await modified().getByText(questions[0][0]).first().waitFor();
    await workbench.runCommand('View: Focus Active Editor Group');
    await workbench.runCommand('Marginalia: Finish Review...');
    await workbench.choose('Approve');
    await workbench.enter(summary, 'A summary for the author');
  }

  describe('in a window that is reloaded or switched', () => {
    shareWindow({ settings }, begin);

    it('a new comment is offered on its page after a reload', async () => {
      await openPage();
      await startThread(modified(), 'Two-point mooring');
      await type('Half a thou');
      await workbench.reload();
      await sendOffered('Half a thou');
      const comment = await eventually(() => stored('Half a thou')[0] ?? assert.fail('not sent'));
      assert.ok(comment.page);
      // An unsent draft takes no replies. Once it is sent, VS Code would add a second reply button.
      const replies = thread(workbench, 'Half a thou').locator('.review-thread-reply-button');
      await waitForCount(replies, 1);
    });

    it('a new comment is only in its box while the review page is in front of it', async () => {
      const proposed = await service.propose('Say it better', title, 'Drop the anchor.\n\nPay out the line.\n');
      await service.comment(proposed, title, 'Said before.');
      await openSpace(workbench);
      await workbench.expandRow(changeRequestRow(workbench, proposed));
      await workbench.treeRow(title).click();
      await startThread(modified(), 'Pay out the line');
      await type('Unfinished');
      await workbench.contextMenu(changeRequestRow(workbench, proposed), 'Open Review Page');
      const reviewPage = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
      await reviewPage.locator('.thread').getByText('Said before.').waitFor();
      await waitForCount(reviewPage.locator('textarea'), 0);
      await workbench.treeRow(title).click();
      const widget = thread(workbench, 'Unfinished');
      await widget.locator('.comment-form .view-lines').getByText('Unfinished').click();
      await waitForCount(workbench.page.locator('.review-comment').filter({ hasText: 'Unfinished' }), 0);
    });

    it('a reply is offered in its conversation after a reload', async () => {
      await openPage('The first one.', 'The second one.');
      await openReply(thread(workbench, 'The second one.'));
      await type('Half a rep');
      await workbench.reload();
      await sendOffered('Half a rep');
      const row = await eventually(() => storedReplies('Half a rep')[0] ?? assert.fail('not sent'));
      assert.equal(row.comment, stored('The second one.')[0]?.id);
    });

    it('a reply is offered in its conversation although another one was started in the same window', async () => {
      await openPage('The first one.');
      await startThread(modified(), 'Two-point mooring');
      await sendComment(workbench, 'Begun here.');
      await commentIn(thread(workbench, 'Begun here.'), 'Begun here.').waitFor();
      await workbench.runCommand('View: Close All Editors');
      await workbench.treeRow(title).click();
      await openReply(thread(workbench, 'The first one.'));
      await type('Half a rep');
      await workbench.reload();
      await sendOffered('Half a rep');
      const row = await eventually(() => storedReplies('Half a rep')[0] ?? assert.fail('not sent'));
      assert.equal(row.comment, stored('The first one.')[0]?.id);
    });

    it('a reply that was being sent is offered after a reload, and exists once', async () => {
      await openPage('Any news?');
      server.fail({ kind: 'held' }, /^POST .*\/replies$/, 1);
      await reply(workbench, thread(workbench, 'Any news?'), 'On its way.');
      await server.waiting();
      await workbench.reload();
      await server.recover();
      await sendOffered('On its way.');
      await eventually(() => assert.equal(storedReplies('On its way.').length, 1));
    });

    it('a reply that arrived during a reload is not offered', async () => {
      await openPage('Any news?');
      server.fail({ kind: 'late' }, /^POST .*\/replies$/, 1);
      await reply(workbench, thread(workbench, 'Any news?'), 'Arrived.');
      await server.waiting();
      await workbench.reload();
      await commentIn(thread(workbench, 'Any news?'), 'Arrived.').waitFor();
      await server.recover();
      await waitForCount(workbench.page.getByText('not sent'), 0);
      assert.equal(storedReplies('Arrived.').length, 1);
    });

    it('a reply survives signing out with its box open', async () => {
      await openPage('Still there?');
      await openReply(thread(workbench, 'Still there?'));
      await type('Half an ans');
      await workbench.runCommand('Marginalia: Sign Out');
      await workbench.answer('Sign Out');
      await thread(workbench, 'Still there?').waitFor({ state: 'detached' });
      await workbench.reload();
      await workbench.control.signIn({ url: server.url, token: service.token });
      await sendOffered('Half an ans');
      await eventually(() => assert.equal(storedReplies('Half an ans').length, 1));
    });

    it('a review that is interrupted by two reloads continues: nothing is lost or duplicated', async () => {
      await openPage();
      for (const [line, text] of questions) {
        await startThread(modified(), line);
        await addToReview(workbench, text);
      }
      server.fail({ kind: 'late' }, /^POST .*\/comments$/, 1);
      await finish('Well done.');
      await server.waiting();
      await workbench.reload();
      await server.recover();
      server.fail({ kind: 'late' }, /^POST .*\/reviews$/, 1);
      await finish('Well done.');
      await server.waiting();
      await workbench.reload();
      await server.recover();
      await finish('Well done.');
      await workbench.notification(/You approved #8/).waitFor();
      for (const [, text] of questions) assert.equal(stored(text).length, 1, text);
      const id = service.changeRequest(number)?.id;
      const reviews = service.state.reviews.all().filter(row => row.changeRequest === id && row.reviewer === 'mira');
      assert.deepEqual(
        reviews.map(({ status }) => status),
        ['approved'],
      );
    });
  });

  describe('in a window whose extension host crashes', () => {
    setStage({ signedIn: true, settings }, begin);

    it('a new comment is offered after a crash, and pending comments stay pending', async () => {
      await openPage();
      await startThread(modified(), 'Drop the downstream anchor');
      await addToReview(workbench, 'Which anchor?');
      await workbench.runCommand('Marginalia: Comment on the Whole Page');
      await workbench.page.locator('.review-widget .comment-form .monaco-editor.focused').waitFor();
      await type('Half a thou');
      const pending = workbench.page.locator('[id="marginalia.marginalia.marginalia.pending"]');
      await pending.filter({ hasText: '1 pending' }).waitFor();
      workbench.crash();
      // The old items stay visible until VS Code notices that the extension host has ended.
      await pending.waitFor({ state: 'detached' });
      await pending.filter({ hasText: '1 pending' }).waitFor({ timeout: 60_000 });
      // VS Code shows no threads in an editor that was open when its extensions ended.
      await workbench.runCommand('View: Close All Editors');
      await openPage();
      await sendOffered('Half a thou');
      await pending.filter({ hasText: '1 pending' }).waitFor();
      assert.deepEqual([stored('Half a thou').length, stored('Which anchor?').length], [1, 0]);
    });
  });
});
