import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { otherJson } from '../host/faultyServer.ts';
import { waitForCount, waitForValue } from '../host/locators.ts';
import { type ReviewPageStage, setReviewPage, setReviewPageAlone } from './reviewPageStage.ts';
import { changeRequestRow, openSpace } from './stage.ts';

describe('the review page in every state', () => {
  const on = setReviewPage();
  const { open, read, hold } = on;
  const filter = () => filterOn(on);
  const threads = (): Locator => on.frame.locator('.page .thread');

  async function archive(): Promise<void> {
    const { id } = on.service.changeRequest(8);
    const row = on.service.state.changeRequests.get(id) ?? assert.fail();
    on.service.state.changeRequests.put({ ...row, status: 'archived' });
    on.service.state.keepWrites();
    await on.workbench.runCommand('Marginalia: Refresh');
    await on.frame.getByText('Nothing more is said here: it is archived.').waitFor();
  }

  it('shows pending comments, whatever the filter', async () => {
    await open();
    const moorings = await read('Moorings');
    await moorings.locator('.thread').nth(3).waitFor();
    await filter().selectOption('resolved');
    const block = moorings.locator('.row .side.after').filter({ hasText: 'deep, fast, with a bridge' });
    await block.hover();
    await hold(block.getByRole('button', { name: 'Comment on This Block' }), 'For later');
  });

  it('lists the same waiting and unread conversations as the tree, until they are seen', async () => {
    await open();
    await read('Moorings');
    await filter().focus();
    const count = async (name: string) => {
      const option = filter().locator('option', { hasText: new RegExp(`^${name} \\(\\d+\\)$`) });
      await option.waitFor({ state: 'attached' });
      return Number(/\d+/.exec((await option.textContent()) ?? '')?.[0]);
    };
    const [waiting, unread, everything] = [
      await count('Waiting for My Answer'),
      await count('Unread'),
      await count('All'),
    ];
    assert.ok(unread > 0 && unread <= everything, `${unread} of ${everything} are unread`);
    await filter().selectOption('waiting');
    await eventually(async () => assert.ok((await threads().count()) <= waiting));
    await filter().selectOption('all');
    await on.workbench.runCommand('View: Close Editor');
    await open();
    await filter().focus();
    await eventually(async () => assert.ok((await count('Unread')) < unread, 'what was in view has been seen'));
  });

  it('collapses the middle of a long timeline with a count, and expands it', async () => {
    const { id: changeRequest, revision, space, createdAt } = on.service.changeRequest(8);
    const fields = { space, changeRequest, revision, postedBy: 'jun', reactions: [], status: 'open' as const };
    for (let day = 1; day <= 12; day++) {
      const postedAt = new Date(Date.parse(createdAt) + day * 86_400_000).toISOString();
      on.service.state.comments.put({ ...fields, id: `said-${day}`, postedAt, markdown: `Remark ${day}.` });
    }
    on.service.state.keepWrites();
    await open();
    const timeline = on.frame.getByRole('region', { name: 'Timeline' });
    const events = timeline.getByRole('listitem');
    const more = timeline.getByRole('button', { name: /^Show \d+ more events$/ });
    await more.waitFor();
    await waitForCount(events, 9);
    const folded = await events.allTextContents();
    const count = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0]);
    await more.click();
    await more.waitFor({ state: 'detached' });
    await timeline.locator('h3:focus').waitFor();
    await waitForCount(events, 8 + count);
    const all = await events.allTextContents();
    assert.match(all[0] ?? '', /opened it/);
    assert.deepEqual(folded, [...all.slice(0, 2), `Show ${count} more events`, ...all.slice(-6)]);
  });

  it('counts posted comments on the change request and its pages, without drafts and pending ones', async () => {
    await open();
    const comments = on.service.comments(8);
    const onChangeRequest = comments.filter(({ page }) => page === undefined);
    const words = `${onChangeRequest.length} on the change request, ${comments.length - onChangeRequest.length} on pages`;
    await on.frame.locator('#conversation').getByText(words).waitFor();
    const open8 = onChangeRequest.filter(({ status }) => status === 'open').length;
    const bar = on.frame.getByRole('navigation', { name: 'Review' });
    await bar.getByRole('button', { name: `Conversation ${open8}` }).waitFor();
    await bar.getByRole('button', { name: 'Changes 9' }).waitFor();
    await bar.getByRole('button', { name: 'Files 1' }).waitFor();
    const blocking = await on.frame
      .locator('#checks .check')
      .filter({ hasText: /^not yet: / })
      .count();
    await bar.getByRole('button', { name: blocking > 0 ? `Checks ${blocking}` : 'Checks' }).waitFor();
    await hold(on.frame.getByRole('button', { name: 'Comment on the Change Request' }), 'For later');
    await on.frame.locator('#conversation').getByText(words).waitFor();
    const you = on.frame.getByRole('region', { name: 'Reviewers' }).getByRole('listitem').filter({ hasText: '(you)' });
    await you.getByText('Reviewing').waitFor();
    await you.getByText('1 pending').waitFor();
    await waitForCount(on.frame.getByText('Reviewing', { exact: true }), 1);
    await on.frame.getByRole('button', { name: 'Discard' }).click();
    await on.workbench.page.getByRole('button', { name: 'Discard' }).click();
    await you.getByText('Waiting').waitFor();
  });

  it('marks read conversations as read in the editor, too', async () => {
    // Expanding the change request may load its conversations, so it is done first.
    await openSpace(on.workbench);
    await on.workbench.expandRow(changeRequestRow(on.workbench, 8));
    await on.workbench
      .treeRow('Moorings')
      .filter({ hasText: /\d open/ })
      .waitFor();
    await open();
    const glossary = await read('Glossary');
    await glossary.locator('.thread').first().waitFor();
    await on.workbench.runCommand('View: Close All Editors');
    await on.workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    const { page: window } = on.workbench;
    await window.locator('.sidebar .monaco-list-row').filter({ hasText: 'Glossary' }).first().click();
    const thread = window
      .locator('.review-widget .comment-body')
      .or(window.locator('.editor.modified .comment-thread-unresolved'));
    await thread.first().waitFor();
  });

  it('shows in place why a page cannot be read, and keeps the others', async () => {
    on.server.fail({ kind: 'status', status: 500 }, /\/page\//);
    await open();
    const first = on.frame.locator('.page').first();
    await on.frame.getByRole('button', { name: 'Changes' }).click();
    await first.getByRole('alert').waitFor();
    await on.server.recover();
    await first.getByRole('button', { name: 'Try Again' }).click();
    await first.locator('.row').first().waitFor();
    await on.server.refuse();
    await on.workbench.runCommand('Marginalia: Refresh');
    const banner = on.frame.locator('.banner');
    await banner.getByText(/cannot be reached: this is as of \w{3} \d{1,2}, \d{4}/).waitFor();
    await on.frame.locator('body').evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await eventually(async () => {
      const { y = 0, height = 0 } = (await banner.boundingBox()) ?? {};
      const heading = await on.frame.getByRole('heading', { name: '#8' }).boundingBox();
      assert.ok(heading && heading.y >= y + height, 'the subject is to be read below it');
    });
    await first.locator('.row').first().waitFor();
    await first.evaluate(one => {
      one.scrollIntoView({ behavior: 'instant' });
      scrollBy({ top: 120, behavior: 'instant' });
    });
    await eventually(async () => {
      const { y = 0, height = 0 } = (await banner.boundingBox()) ?? {};
      const header = await first.locator('> header').boundingBox();
      assert.ok(header && y > 0 && header.y >= y + height, 'the title of the page, too');
    });
    await on.server.recover();
    await banner.getByRole('button', { name: 'Try Again' }).click();
    await banner.getByText('cannot be reached').waitFor({ state: 'detached' });
    await first.locator('.row').first().waitFor();
  });

  it('accepts a comment on a page that is still loading, and keeps the focus in it', async () => {
    on.server.fail({ kind: 'held' }, /\/page\//);
    await open();
    const first = on.frame.locator('.page').first();
    await on.frame.getByRole('button', { name: 'Changes' }).click();
    await on.server.waiting();
    await first.getByRole('button', { name: /^More about/ }).click();
    await first.getByRole('button', { name: 'Comment on the Page' }).click();
    await on.frame.locator('textarea:focus').fill('Half a thought');
    await on.server.recover();
    on.server.release();
    await first.locator('.row').first().waitFor();
    await waitForValue(first.locator('textarea:focus'), 'Half a thought');
  });

  it('is locked when its review has ended, and says so', async () => {
    await open();
    const moorings = await read('Moorings');
    await moorings.getByRole('button', { name: 'Reply…' }).first().waitFor();
    await archive();
    await on.frame.locator('.bar').getByRole('button', { name: 'Finish Review' }).waitFor({ state: 'detached' });
    await on.frame.getByRole('button', { name: 'Comment on the Change Request' }).waitFor({ state: 'hidden' });
    await waitForCount(on.frame.getByRole('button', { name: 'Reply…' }), 0);
    await threads().nth(3).waitFor();
  });

  it('still sends pending comments when its review has ended', async () => {
    await open();
    const moorings = await read('Moorings');
    await hold(moorings.getByRole('button', { name: 'Reply…' }).first(), 'Too late?');
    await archive();
    await on.frame.locator('.bar').getByRole('button', { name: 'Finish Review' }).click();
    await on.frame.getByRole('dialog').getByRole('button', { name: 'Send 1 Pending' }).click();
    await on.frame.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(on.service.state.commentReplies.all().some(({ markdown }) => markdown === 'Too late?'));
  });

  it('loads the changes that the server does not list', async () => {
    const part = otherJson(json => {
      const { changes, ...others } = json as { changes: unknown[] };
      return { ...others, changes: changes.slice(0, 2), more: changes.length - 2 };
    });
    on.server.fail(part, /\/changes$/);
    await open();
    await waitForCount(on.frame.locator('.page'), 2);
    await on.frame.getByRole('button', { name: /^Load \d+ More Changes$/ }).click();
    await on.frame.locator('.page').nth(8).waitFor();
    await on.frame.getByRole('button', { name: /^Load/ }).waitFor({ state: 'hidden' });
  });

  it('renders the last 50 conversations on the change request, and the others on demand', async () => {
    const { id: changeRequest, revision, space } = on.service.changeRequest(8);
    const fields = { space, changeRequest, revision, postedBy: 'jun', reactions: [], status: 'open' as const };
    for (let index = 0; index < 60; index++) {
      const postedAt = new Date(Date.UTC(2026, 10, 1, 10, index)).toISOString();
      on.service.state.comments.put({ ...fields, id: `said-${index}`, postedAt, markdown: `Remark ${index}.` });
    }
    on.service.state.keepWrites();
    const all = on.service.comments(8).filter(({ page }) => page === undefined).length;
    await open();
    const drawn = on.frame.locator('#conversation .thread');
    await waitForCount(drawn, 50);
    await on.frame.getByRole('button', { name: `Show ${all - 50} Earlier of ${all - 50}` }).click();
    await drawn.nth(all - 1).waitFor();
    await on.frame
      .locator('#conversation .thread:focus')
      .filter({ hasText: `Remark ${60 - 51}.` })
      .waitFor();
  });
});

describe('the filter of the review page', () => {
  const on = setReviewPageAlone();
  const { open, read } = on;
  const filter = () => filterOn(on);

  it('shows the matching conversations, also next to the blocks, and counts the hidden ones', async () => {
    await open();
    const moorings = await read('Moorings');
    await moorings.locator('.thread').nth(3).waitFor();
    // A composer with text stays visible with any filter.
    await moorings.locator('.thread.open').first().getByRole('button', { name: 'Reply…' }).click();
    await on.frame.locator('textarea:focus').fill('Half an answer');
    await on.frame.getByText('Draft kept').waitFor();
    await filter().focus();
    await filter()
      .locator('option', { hasText: /^Resolved \(\d+\)$/ })
      .waitFor({ state: 'attached' });
    await filter().selectOption('resolved');
    await waitForCount(moorings.locator('.thread'), 2);
    await waitForValue(on.frame.locator('textarea'), 'Half an answer');
    await eventually(async () => {
      const all = await filter().locator('option', { hasText: /^All/ }).textContent();
      const hidden = Number(/\d+/.exec((await on.frame.locator('.filter [role=status]').textContent()) ?? '')?.[0]);
      assert.ok(hidden > 3 && hidden <= Number(/\d+/.exec(all ?? '')?.[0]), `${hidden} of ${all}`);
    });
    await on.frame.getByText('Draft kept').waitFor();
    await on.workbench.reload();
    await read('Moorings');
    await moorings.locator('.thread').nth(1).waitFor();
    await waitForValue(filter(), 'resolved');
    await waitForValue(on.frame.locator('textarea'), 'Half an answer');
    await moorings.getByRole('button', { name: '2 hidden' }).click();
    await moorings.locator('.thread').nth(3).waitFor();
    await waitForValue(filter(), 'all');
    // The button is removed, so the focus moves.
    await moorings.locator('h3:focus').waitFor();
    await filter().selectOption('resolved');
    await on.frame.getByRole('button', { name: 'Show All', exact: true }).click();
    await on.frame.locator('.filter select:focus').waitFor();
  });
});

function filterOn({ frame }: ReviewPageStage): Locator {
  return frame.getByRole('combobox', { name: 'Which conversations are shown' });
}
