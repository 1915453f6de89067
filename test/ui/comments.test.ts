import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import type { FaultyServer } from '../host/faultyServer.ts';
import {
  bringIntoSight,
  commentAction,
  commentIn,
  openReply,
  reply,
  replaceText,
  sendComment,
  thread,
} from '../host/threads.ts';
import type { Workbench } from '../host/workbench.ts';
import { type Service, space } from './service.ts';
import { changeRequestRow, openSpace, shareWindow, type Stage } from './stage.ts';

const number = 8;
const title = 'Two-point mooring';

let service: Service;
let server: FaultyServer;
let workbench: Workbench;

const modified = () => workbench.page.locator('.editor.modified');
const stored = (text: string) => service.comments(number).filter(({ markdown }) => markdown === text);
const form = () => workbench.page.locator('.review-widget .comment-form .monaco-editor.focused');
const fails = (method: string) => server.fail({ kind: 'status', status: 500 }, new RegExp(`^${method} .*/comments`));

/** Opens the page as a diff, after these comments were added to it. */
async function openPage(...comments: string[]): Promise<void> {
  for (const comment of comments) await service.comment(number, title, comment);
  await openSpace(workbench);
  await workbench.expandRow(changeRequestRow(workbench, number));
  await workbench.openFrom(workbench.treeRow(title), modified().getByText('upstream anchor').first());
  for (const comment of comments) await commentIn(thread(workbench, comment), comment).waitFor();
}

async function beginOn(what: 'Whole Page' | 'Change Request'): Promise<void> {
  await workbench.runCommand(`Marginalia: Comment on the ${what}`);
  await form().waitFor();
}

function begin(stage: Stage): void {
  ({ service, server, workbench } = stage);
}

// The panel would take space from the threads.
const settings = { 'comments.openView': 'never' };

// Typed text must survive failures of the server, deleted threads and reloads.
describe('typed comments', () => {
  shareWindow({ settings }, begin);

  it('a comment on the whole page stays in its box until the server has stored it', async () => {
    await openPage();
    await beginOn('Whole Page');
    fails('POST');
    await sendComment(workbench, 'About this page.');
    await workbench.notification(/Could not send the comment.*Your text is kept/).waitFor();
    await form().getByText('About this page.').waitFor();
    assert.equal(stored('About this page.').length, 0);
    await server.recover();
    await workbench.page.keyboard.press('Control+Enter');
    await commentIn(thread(workbench, 'About this page.'), 'About this page.').waitFor();
    const comment = await eventually(() => stored('About this page.')[0] ?? assert.fail('not sent'));
    assert.ok(comment.page && !comment.node);
  });

  it('an edit that fails opens its box again', async () => {
    await openPage('Put badly.');
    const comment = () => commentIn(thread(workbench, /Put badly|Better put/), /Put badly|Better put/);
    await commentAction(comment(), 'Edit Comment');
    fails('PUT');
    await replaceText(workbench, comment(), 'Better put.');
    await workbench.notification(/Could not save the comment.*Your text is kept/).waitFor();
    await comment().locator('.edit-container').getByText('Better put.').waitFor();
    await server.recover();
    await replaceText(workbench, comment(), 'Better put.');
    await comment().locator('.comment-body').getByText('Better put.').waitFor();
    // The text is shown at once, before the sandbox has received it.
    await eventually(() => assert.equal(stored('Better put.').length, 1));
  });

  it('a reply to a conversation that was deleted elsewhere is kept, and starts a new one', async () => {
    await openPage('Is this so?');
    const widget = thread(workbench, /Is this so|Still here/);
    await openReply(widget);
    await workbench.page.keyboard.insertText('Still here?');
    await widget.locator('.form-actions .monaco-button:not(.disabled)').first().waitFor();
    const [comment] = stored('Is this so?');
    const path = `/v1/spaces/${space}/change-requests/${number}/comments/${comment?.id}`;
    const headers = { authorization: `Bearer ${service.token}` };
    assert.equal((await fetch(service.url + path, { method: 'DELETE', headers })).status, 205);
    await workbench.runCommand('Marginalia: Refresh');
    await widget.getByText(/^Deleted elsewhere/).waitFor();
    const typed = widget.locator('.comment-form').getByText('Still here?');
    await bringIntoSight(typed);
    await typed.click();
    await workbench.page.keyboard.press('Control+Enter');
    await eventually(() => assert.equal(stored('Still here?').length, 1));
    await commentIn(widget, 'Still here?').waitFor();
  });

  it('a comment on the change request is written in its overview', async () => {
    await openPage();
    await beginOn('Change Request');
    await sendComment(workbench, 'All in all a good change.');
    await commentIn(thread(workbench, 'All in all'), 'All in all a good change.').waitFor();
    const comment = await eventually(() => stored('All in all a good change.')[0] ?? assert.fail('not sent'));
    assert.ok(!comment.page);
    await workbench.tab(`Change request #${number}`).waitFor();
  });
});

describe('typed comments in a reloaded window', () => {
  shareWindow({ settings }, begin);

  it('an unsent reply is offered when the window opens again', async () => {
    await openPage('What do you think?');
    fails('POST');
    await reply(workbench, thread(workbench, 'What do you think?'), 'To be sent later.');
    await workbench.notification(/Could not send the reply.*Your text is kept/).waitFor();
    await server.recover();
    await workbench.reload();
    const draft = commentIn(thread(workbench, 'What do you think?'), 'not sent');
    await draft.getByText('To be sent later.').waitFor();
    await commentAction(draft, 'Send');
    await draft.waitFor({ state: 'detached' });
    const [comment] = stored('What do you think?');
    await eventually(() => {
      const replies = service.state.commentReplies.all().filter(row => row.comment === comment?.id);
      assert.deepEqual(
        replies.map(({ markdown }) => markdown),
        ['To be sent later.'],
      );
    });
  });
});
