import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { waitForCount } from '../host/locators.ts';
import { commentIn, react, reaction, reply, sendComment, startThread, thread, threadAction } from '../host/threads.ts';
import type { FaultyServer } from '../host/faultyServer.ts';
import type { Workbench } from '../host/workbench.ts';
import { type Service, space } from './service.ts';
import { changeRequestRow, openPageOfRow, openSpace, setStage, shareWindow, type Stage } from './stage.ts';

const text = `A page for the tests of the user interface.

## Where to begin

The first paragraph of this page says little.

* one item
* another item

The last paragraph says even less.
`;

// The main task as users do it. Each step is checked on the screen and in the sandbox.
let service: Service;
let server: FaultyServer;
let workbench: Workbench;
let number: number;
let page: string;

async function begin(stage: Stage): Promise<void> {
  ({ service, server, workbench } = stage);
  const root = service.state.revisions.get(service.state.spaces.get(space).revision).pages;
  page = root.find(({ type }) => type === 'document')?.title ?? assert.fail('no page');
  number = await service.propose('Say it better', page, text);
  await openSpace(workbench);
}

const row = () => changeRequestRow(workbench, number);
const editor = () => workbench.editor(`change-requests/${number}`);

/** Opens the change request in the tree, and its page from there. */
async function openPage(): Promise<void> {
  await workbench.expandRow(row());
  await openPageOfRow(workbench, page, editor().getByText('The first paragraph'));
}

/** Comments on the line that contains a text. Returns the visible comment. */
async function commentOn(line: string, words: string): Promise<Locator> {
  await startThread(editor(), line);
  await sendComment(workbench, words);
  const comment = commentIn(thread(workbench, words), words);
  await comment.waitFor();
  return comment;
}

describe('reviewing a change request', () => {
  shareWindow({}, begin);

  it('goes from the tree to a page', async () => {
    await openPage();
    await workbench
      .tab(page)
      .and(workbench.page.locator(`[aria-label^=${JSON.stringify(page)}]`))
      .first()
      .waitFor();
  });

  it('shows page titles in tabs and previews, in the diff of all changes, and in the Comments panel', async () => {
    await workbench.expandRow(changeRequestRow(workbench, 8));
    await workbench.openFrom(workbench.treeRow('Overview and discussion'), workbench.tab('Change request #8'));
    await openPageOfRow(workbench, 'Moorings', workbench.editor('change-requests/8').getByText('A mooring has three'));
    await workbench.runCommand('Marginalia: Open Preview');
    const preview = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    // The image arrives last. Until then the preview is redrawn, and a click would be lost.
    await shownImage(preview.getByRole('img').first());
    await preview.getByRole('link', { name: 'Two-point' }).first().click();
    await preview.getByRole('heading', { name: 'Two-point mooring' }).waitFor();
    await workbench.tab('Two-point mooring').waitFor();
    // One tab shows the source, the other one its preview.
    await waitForCount(workbench.tab('Moorings'), 2);
    await shownImage(preview.getByRole('img', { name: 'A buoy between two anchors' }));
    await workbench.runCommand('Comments: Focus on Comments View');
    const rows = workbench.page.locator('.comments-panel .monaco-list-row');
    await rows.filter({ hasText: /^8\.md.*\/Change request #8/ }).waitFor();
    await rows.filter({ hasText: /^ice-over\.md.*\/Ice-over/ }).waitFor();
    await changeRequestRow(workbench, 8).hover();
    await changeRequestRow(workbench, 8).getByRole('button', { name: 'Open All Changes' }).click();
    const headers = workbench.page.locator('.multiDiffEntry .header');
    await headers.filter({ hasText: /^glossary\.md.*\/Glossary$/ }).waitFor();
    await waitForCount(workbench.tab(/\.md/), 0);
  });

  it('shows a diff with one click', async () => {
    await workbench.expandRow(row());
    const text = workbench.page.locator('.editor.modified').getByText('The first paragraph');
    await workbench.openFrom(workbench.treeRow(page), text);
    await workbench.page.locator('.editor.original').waitFor();
    await workbench.tab(`${page} (#${number}, edited)`).waitFor();
  });

  it('sends edits of a page on a manual save, not before', async () => {
    await openPage();
    await editor().getByText('The last paragraph').click();
    await workbench.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await workbench.page.keyboard.press('End');
    await workbench.page.keyboard.type(' Indeed.');
    await editor().getByText('even less. Indeed.').waitFor();
    assert.doesNotMatch(await service.markdown(number, page), /Indeed/);
    await workbench.page.keyboard.press('Control+s');
    await eventually(async () => assert.match(await service.markdown(number, page), /says even less\. Indeed\.$/m));
    await waitForCount(workbench.page.locator('.tab.dirty'), 0);
  });

  it('comments on a line with the mouse', async () => {
    await openPage();
    await commentOn('The first paragraph', 'Which little does it say?');
    const [comment] = service.comments(number);
    assert.equal(comment?.markdown, 'Which little does it say?');
    assert.match(comment?.node?.preview ?? '', /The first paragraph/);
  });

  it('comments on a line with the keyboard', async () => {
    await openPage();
    // VS Code offers the command only after it knows the commenting ranges.
    await editor().locator('.comment-range-glyph').first().waitFor();
    await editor().getByText('another item').click();
    await workbench.page.keyboard.press('End');
    await workbench.runCommand('Comments: Add Comment on Current Selection');
    await editor().locator('.review-widget .comment-form .monaco-editor.focused').waitFor();
    await sendComment(workbench, 'Name it.');
    await commentIn(thread(workbench, 'Name it.'), 'Name it.').waitFor();
    const [comment] = service.comments(number);
    assert.equal(comment?.markdown, 'Name it.');
    assert.match(comment?.node?.preview ?? '', /another item/);
  });

  it('replies', async () => {
    await openPage();
    await commentOn('The last paragraph', 'Less than what?');
    const widget = thread(workbench, 'Less than what?');
    await reply(workbench, widget, 'Than the first.');
    await commentIn(widget, 'Than the first.').waitFor();
    const [comment] = service.comments(number);
    const replies = service.state.commentReplies.all().filter(row => row.comment === comment?.id);
    assert.deepEqual(
      replies.map(({ markdown }) => markdown),
      ['Than the first.'],
    );
  });

  it('reacts', async () => {
    await openPage();
    const shownComment = await commentOn('The last paragraph', 'Good enough for me.');
    await react(shownComment, '👍');
    await reaction(shownComment, '👍').waitFor();
    const [comment] = service.comments(number);
    assert.equal(comment?.reactions[0]?.users[0]?.user, 'mira');
  });

  it('resolves', async () => {
    await openPage();
    await commentOn('The last paragraph', 'Please end it here.');
    await threadAction(thread(workbench, 'Please end it here.'), /^Resolve Conversation/);
    await eventually(() => assert.equal(service.comments(number)[0]?.status, 'resolved'));
    await workbench.page.locator('.comment-range-glyph.comment-thread').first().waitFor();
  });

  it('shows changes of others after one refresh: in rows, conversations and documents', async () => {
    await openPage();
    await commentOn('The last paragraph', 'Is that all?');
    const { id } = service.comments(number)[0] ?? assert.fail('no comment');
    const { state } = service;
    state.commentReplies.put({
      id: 'theirs',
      comment: id,
      postedBy: 'jun',
      postedAt: state.now(),
      markdown: 'It was.',
      reactions: [],
    });
    await service.edit(number, page, text.replace('says even less', 'says all there is'));
    state.changeRequests.put({ ...service.changeRequest(number), subject: 'Say it best' });
    state.keepWrites();
    await workbench.treeRow(page).hover();
    await workbench.page.locator('.sidebar').getByRole('button', { name: 'Refresh' }).first().click();
    await row().filter({ hasText: 'Say it best' }).waitFor();
    await commentIn(thread(workbench, 'Is that all?'), 'It was.').waitFor();
    await editor().getByText('says all there is').waitFor();
  });

  it('opens a link from outside once the user has allowed it', async () => {
    await service.comment(number, page, 'Look at this.');
    const [comment] = service.comments(number);
    const target = { server: server.url, space, changeRequest: String(number), comment: comment?.id ?? '' };
    await workbench.runCommand('Developer: Open URL');
    await workbench.enter(`code-oss://marginalia.marginalia/open?${new URLSearchParams(target)}`);
    await workbench.answer('Open');
    await commentIn(thread(workbench, 'Look at this.'), 'Look at this.').waitFor();
    await editor().getByText('The first paragraph').first().waitFor();
  });

  it('requests a reviewer', async () => {
    await workbench.contextMenu(row(), 'Request Reviewers...');
    await workbench.pickMany('Amara Okonkwo');
    await workbench.enter('Lines chafe.', 'Description in Markdown');
    await workbench.page.locator('.statusbar').getByText('Asked Amara Okonkwo to review').waitFor();
    const { id, description } = service.changeRequest(number);
    assert.match(JSON.stringify(description ?? ''), /Lines chafe\./);
    const asked = service.state.requestedReviewers.all().filter(row => row.changeRequest === id);
    assert.deepEqual(
      asked.map(({ user }) => user),
      ['amara'],
    );
  });

  it('merges', async () => {
    await row().hover();
    await row().getByRole('button', { name: 'Merge Change Request' }).click();
    await workbench.dialog.getByText('A merge cannot be undone from here').waitFor();
    await workbench.answer('Merge');
    await workbench.notification(/is merged into the main content/).waitFor();
    assert.equal(service.changeRequest(number).status, 'merged');
    await row().waitFor({ state: 'detached' });
  });

  it('publishes a site', async () => {
    await workbench.runCommand('Marginalia: Publish Site');
    await workbench.pick('Handbook for partners');
    await workbench.dialog.getByText('share links').waitFor();
    await workbench.answer('Publish');
    await workbench.notification('is published at').waitFor();
    assert.equal(service.state.sites.get('handbook-preview').published, true);
  });

  it('pushes an OpenAPI spec from the active editor', async () => {
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.page.locator('.editor-instance .monaco-editor').click();
    await workbench.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    const spec = { openapi: '3.1.0', info: { title: 'Perch', version: '1' }, paths: {} };
    await workbench.page.keyboard.insertText(JSON.stringify(spec));
    await workbench.runCommand('Change Language Mode');
    await workbench.enter('JSON', 'Select Language Mode');
    await workbench.runCommand('Marginalia: Push OpenAPI Spec...');
    await workbench.pick('New spec');
    await workbench.pick('The file in the editor');
    await workbench.enter('from-the-editor', 'Slug of the new spec');
    await workbench.notification('OpenAPI spec "from-the-editor" is processed').waitFor();
    const pushed = service.state.openApiSpecs.all().find(({ slug }) => slug === 'from-the-editor');
    assert.equal(pushed?.processingState, 'complete');
  });

  it('shows a page with its images in the preview', async () => {
    await workbench.expandRow(changeRequestRow(workbench, 8));
    await openPageOfRow(workbench, 'Moorings', workbench.editor('change-requests/8/hardware/moorings/README'));
    await workbench.runCommand('Marginalia: Open Preview');
    const preview = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    const image = preview.getByRole('img', { name: 'A mooring line with its five parts' });
    await shownImage(image);
    await preview.locator('.marginalia-hint').first().waitFor();
  });
});

describe('reviewing a change request in a separate window', () => {
  setStage({ signedIn: true }, begin);

  it('shows the rendered change request, remembers viewed pages, and opens the source', async () => {
    await service.comment(number, page, 'Is it **ready**?');
    await workbench.contextMenu(row(), 'Open Review Page');
    const frame = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    await frame.getByRole('heading', { name: `#${number} Say it better` }).waitFor();
    await frame.locator('ins, .row.added').filter({ hasText: 'says little' }).first().waitFor();
    await frame.getByRole('region', { name: 'Timeline' }).getByText('Mira Aaltonen opened it').waitFor();
    await frame
      .getByRole('group', { name: 'Conversation of Mira Aaltonen, 1 comment, open' })
      .getByText('Is it ready?')
      .waitFor();
    const { id } = service.comments(number)[0] ?? assert.fail('no comment');
    const { state } = service;
    state.commentReplies.put({
      ...{ id: 'theirs', comment: id, postedBy: 'jun', postedAt: state.now() },
      ...{ markdown: 'Nearly.', reactions: [] },
    });
    state.keepWrites();
    await workbench.runCommand('Marginalia: Refresh');
    await frame.getByText('Nearly.').waitFor();
    await frame.getByRole('button', { name: 'One Column' }).click();
    await frame.locator('.body.one .row.change').first().waitFor();
    await frame.getByRole('checkbox', { name: 'Viewed', exact: true }).first().check();
    await frame.getByText('1 of 1 viewed').waitFor();
    await workbench.reload();
    await frame.getByRole('button', { name: 'One Column', pressed: true }).waitFor();
    await frame.getByText('1 of 1 viewed').waitFor();
    const { keyboard } = workbench.page;
    const press = async (key: string) => {
      await keyboard.press('Alt+m');
      await keyboard.press(key);
    };
    await frame.getByRole('heading', { name: page }).first().click();
    await press('v');
    await frame.getByText('0 of 1 viewed').waitFor();
    await press('u');
    await frame.locator('.page h3:focus').waitFor();
    await frame.locator('.row.change').first().waitFor();
    await press('n');
    await frame.locator('.row.change .side:focus').first().waitFor();
    await press('Shift+C');
    await frame.locator('.thread:focus').waitFor();
    await press('f');
    await frame
      .getByRole('dialog', { name: /^Finish Review/ })
      .getByText('Approve', { exact: true })
      .first()
      .waitFor();
    await keyboard.press('Escape');
    await workbench.quickInput.waitFor({ state: 'hidden' });
    await frame.getByRole('button', { name: 'Change Subject…' }).click();
    await workbench.enter('Say it best');
    await frame.getByRole('heading', { name: `#${number} Say it best` }).waitFor();
    const block = frame.locator('.row.change').filter({ hasText: 'says little' }).locator('.side.after');
    await block.focus();
    await block.getByRole('button', { name: 'Show in the Source' }).click();
    await workbench.editor(`change-requests/${number}`).getByText('The first paragraph').first().waitFor();
  });
});

/** Waits until an image has loaded. */
async function shownImage(image: Locator): Promise<void> {
  await image.waitFor();
  const width = () => image.evaluate(element => ('naturalWidth' in element ? Number(element.naturalWidth) : 0));
  await eventually(async () => assert.ok((await width()) > 0, 'the image is not shown'));
}
