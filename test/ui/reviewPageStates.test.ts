import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { type FaultyServer, otherJson } from '../host/faultyServer.ts';
import type { Workbench } from '../host/workbench.ts';
import type { Service } from './service.ts';
import { changeRequestRow, openSpace, setStage, type Stage } from './stage.ts';

describe('the review page in every state', function () {
  this.timeout(120_000);
  let service: Service;
  let server: FaultyServer;
  let workbench: Workbench;
  let shown: FrameLocator;

  setStage({ signedIn: true, settings: { 'comments.openView': 'never' } }, async (stage: Stage) => {
    ({ service, server, workbench } = stage);
    shown = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    await openSpace(workbench);
  });

  async function open(number = 8): Promise<void> {
    await workbench.contextMenu(changeRequestRow(workbench, number), 'Open Review Page');
    await shown.getByRole('heading', { name: `#${number}` }).waitFor();
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  }

  const page = (title: string): Locator =>
    shown.locator('.page').filter({ has: shown.getByRole('heading', { name: title }) });
  const filter = (): Locator => shown.getByRole('combobox', { name: 'Which conversations are shown' });
  const threads = (): Locator => shown.locator('.page .thread');

  /** A page once it and what was said on it is there. */
  async function read(title: string): Promise<Locator> {
    await eventually(async () => {
      await page(title).getByRole('heading', { name: title }).first().scrollIntoViewIfNeeded();
      await shown
        .locator('.page.filled')
        .filter({ has: shown.getByRole('heading', { name: title }) })
        .waitFor({ timeout: 3000 });
    });
    return page(title);
  }

  /** Begins to write, and adds it to the review. */
  async function hold(begin: Locator, text: string): Promise<void> {
    await begin.click();
    await shown.locator('textarea:focus').fill(text);
    await shown.getByRole('button', { name: 'Add to Review' }).click();
    await shown.getByText('In your review, only you see it').waitFor();
  }

  async function archive(): Promise<void> {
    const { id } = service.changeRequest(8);
    const row = service.state.changeRequests.get(id) ?? assert.fail();
    service.state.changeRequests.put({ ...row, status: 'archived' });
    service.state.keepWrites();
    await workbench.runCommand('Marginalia: Refresh');
    await shown.getByText('Nothing more is said here: it is archived.').waitFor();
  }

  it('shows the conversations that a filter lists, beside the blocks too, and says how many it hides', async () => {
    await open();
    const moorings = await read('Moorings');
    await moorings.locator('.thread').nth(3).waitFor();
    // A box with something in it stays, whatever is chosen.
    await moorings.locator('.thread.open').first().getByRole('button', { name: 'Reply…' }).click();
    await shown.locator('textarea:focus').fill('Half an answer');
    await shown.getByText('Draft kept').waitFor();
    await filter().focus();
    await filter()
      .locator('option', { hasText: /^Resolved \(\d+\)$/ })
      .waitFor({ state: 'attached' });
    await filter().selectOption('resolved');
    await eventually(async () => assert.equal(await moorings.locator('.thread').count(), 2));
    assert.equal(await shown.locator('textarea').inputValue(), 'Half an answer');
    const all = await filter().locator('option', { hasText: /^All/ }).textContent();
    const hidden = Number(/\d+/.exec((await shown.locator('.filter [role=status]').textContent()) ?? '')?.[0]);
    assert.ok(hidden > 3 && hidden <= Number(/\d+/.exec(all ?? '')?.[0]), `${hidden} of ${all}`);
    await shown.getByText('Draft kept').waitFor();
    await workbench.reload();
    await read('Moorings');
    await moorings.locator('.thread').nth(1).waitFor();
    assert.equal(await filter().inputValue(), 'resolved');
    assert.equal(await shown.locator('textarea').inputValue(), 'Half an answer');
    await moorings.getByRole('button', { name: '2 hidden' }).click();
    await moorings.locator('.thread').nth(3).waitFor();
    assert.equal(await filter().inputValue(), 'all');
    // The button is gone; the focus is not.
    await moorings.locator('h3:focus').waitFor();
    await filter().selectOption('resolved');
    await shown.getByRole('button', { name: 'Show All', exact: true }).click();
    await shown.locator('.filter select:focus').waitFor();
  });

  it('shows what is held back, whatever the filter lists', async () => {
    await open();
    const moorings = await read('Moorings');
    await moorings.locator('.thread').nth(3).waitFor();
    await filter().selectOption('resolved');
    const block = moorings.locator('.row .side.after').filter({ hasText: 'deep, fast, with a bridge' });
    await block.hover();
    await hold(block.getByRole('button', { name: 'Comment on This Block' }), 'For later');
  });

  it('lists as waiting and unread what the list of conversations does, until it has been seen', async () => {
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
    await workbench.runCommand('View: Close Editor');
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await open();
    await filter().focus();
    await eventually(async () => assert.ok((await count('Unread')) < unread, 'what was in view has been seen'));
  });

  it('keeps the block that is read, and its box, in view when the mode is another', async () => {
    await open();
    const moorings = await read('Moorings');
    await moorings.locator('.thread').nth(3).waitFor();
    const block = moorings.locator('.row .side.after').filter({ hasText: 'deep, fast, with a bridge' });
    await block.scrollIntoViewIfNeeded();
    await block.hover();
    await block.getByRole('button', { name: 'Comment on This Block' }).click();
    await shown.locator('textarea:focus').fill('Half a thought');
    await shown.locator('textarea').press('Escape');
    await shown.locator('.row .side.after:focus').waitFor();
    const top = async () => (await block.boundingBox())?.y ?? NaN;
    // The page above ends in sight: it is not what is read, and changes its height.
    const header = (await moorings.boundingBox())?.y ?? NaN;
    const bar = (await shown.getByRole('navigation', { name: 'Review' }).boundingBox()) ?? assert.fail('no bar');
    await workbench.page.mouse.wheel(0, header - bar.y - bar.height - 24);
    await eventually(async () => assert.ok(Math.abs(((await moorings.boundingBox())?.y ?? NaN) - header) > 1));
    for (const [key, mode] of [
      ['2', 'one'],
      ['3', 'after'],
      ['1', 'split'],
    ] as const) {
      const before = await top();
      await eventually(async () => {
        await workbench.page.keyboard.press(key);
        await moorings.locator(`.body.${mode}`).waitFor({ timeout: 3000 });
      });
      await eventually(async () =>
        assert.ok(Math.abs((await top()) - before) < 4, `${mode}: ${before}, ${await top()}`),
      );
      assert.equal(await shown.locator('textarea').inputValue(), 'Half a thought');
    }
  });

  it('gives pages the room of an outline that is hidden, and leads from one that is viewed to the next', async () => {
    await open();
    const moorings = await read('Moorings');
    const boxOf = async (element: Locator) => (await element.boundingBox()) ?? assert.fail('not there');
    const { width } = await boxOf(moorings);
    await moorings.locator('.row .side.after').first().click();
    await eventually(async () => {
      await workbench.page.keyboard.press('o');
      await shown.locator('.columns.without-outline').waitFor({ timeout: 3000 });
    });
    assert.ok((await boxOf(moorings)).width > width + 200);
    await moorings.getByRole('checkbox', { name: 'Viewed' }).check();
    const next = page('Single-point mooring').first();
    await next.locator('h3:focus').waitFor();
    const below = async () => {
      const bar = await boxOf(shown.locator('.bar'));
      return (await boxOf(next)).y - bar.y - bar.height;
    };
    await eventually(async () => assert.ok(Math.abs(await below()) < 8, String(await below())));
  });

  it('leads from a discussed block to its conversation, and is written on as a whole by its menu', async () => {
    await open();
    const moorings = await read('Moorings');
    const block = moorings.locator('.row.discussed .side.after').first();
    await block.getByRole('button', { name: 'Go to the Conversation' }).click();
    await moorings.locator('.row.discussed').first().locator('.thread:focus').waitFor();
    await moorings.getByRole('button', { name: 'More about Moorings' }).click();
    await moorings.getByRole('button', { name: 'Comment on the Page' }).click();
    await shown.locator('textarea:focus').fill('All of it is better now.');
    await shown.getByRole('button', { name: 'Comment Now' }).click();
    // Who has written goes on at the conversation.
    await moorings.locator('.body > .beside .thread:focus').getByText('All of it is better now.').waitFor();
    const said = service.comments(8).find(({ markdown }) => markdown === 'All of it is better now.') ?? assert.fail();
    assert.deepEqual([said.page === undefined, said.node], [false, undefined]);
  });

  it('says what has changed since somebody viewed it, or began a conversation, and shows that', async () => {
    await open();
    const glossary = await read('Glossary');
    const row = glossary.locator('.row.discussed').first();
    const thread = row.locator('.thread').first();
    await thread.waitFor();
    await glossary.getByRole('checkbox', { name: 'Viewed' }).check();
    const [words = ''] = /\w+ \w+/.exec((await row.locator('.side.after .prose').textContent()) ?? '') ?? [];
    const before = await service.markdown(8, 'Glossary');
    await service.edit(8, 'Glossary', before.replace(words, `${words}, of all things,`));
    await workbench.runCommand('Marginalia: Refresh');
    await glossary.getByText('Changed since you viewed it').waitFor();
    await glossary.getByRole('button', { name: 'Fold Glossary' }).click();
    await thread.getByText('What changed since').click();
    await thread.locator('ins').getByText('of all things').waitFor();
    await thread.getByRole('button', { name: 'Compare the Page' }).click();
    await workbench.tab('Glossary (since').first().waitFor();
  });

  it('compares with what it was when it was last looked at, and with the main content again', async () => {
    await open();
    const glossary = await read('Glossary');
    await glossary.getByText('Before main content').waitFor();
    const pages = await shown.locator('.page').count();
    await service.edit(8, 'Glossary', 'Nothing is left of it.');
    await workbench.runCommand('Marginalia: Refresh');
    await glossary.getByText('Nothing is left of it.').first().waitFor();
    await shown.getByRole('button', { name: 'Compare Since…' }).click();
    await workbench.pick('When I last looked');
    await shown
      .locator('#changes')
      .getByText(/^since you last looked, /)
      .waitFor();
    await eventually(async () => assert.equal(await shown.locator('.page').count(), 1));
    await glossary.getByText('Before an earlier revision').waitFor();
    // What a page says may be there before it is listed what is changed.
    server.fail({ kind: 'held' }, /\/changes$/, 1);
    await shown.getByRole('button', { name: 'Show All Changes' }).click();
    await server.waiting();
    await glossary.locator('.side.before').getByText('Heron Link').first().waitFor();
    server.release();
    await eventually(async () => assert.equal(await shown.locator('.page').count(), pages));
    await glossary.getByText('Before main content').waitFor();
  });

  it('lists what has changed since then, also what others have changed meanwhile, and says so above', async () => {
    await open();
    await read('Glossary');
    await service.edit(8, 'Permits', 'Nothing is left of it.');
    // Whoever is about to change the subject has it asked for again.
    await shown.getByRole('button', { name: 'Change Subject…' }).click();
    const banner = shown.getByText('has changed since it was shown');
    await banner.waitFor();
    await workbench.page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'Compare Since…' }).click();
    await workbench.pick('When I last looked');
    await page('Permits').getByText('Nothing is left of it.').waitFor();
    assert.equal(await shown.locator('.page').count(), 1);
    await banner.waitFor({ state: 'detached' });
    await shown
      .locator('.summary')
      .getByText(/^Since you last looked, .*: 1 page edited\.$/)
      .waitFor();
    await service.revert(8, 'Permits');
    await workbench.runCommand('Marginalia: Refresh');
    await shown.getByText('No page has changed since then.').waitFor();
    await shown.getByRole('button', { name: 'Show All Changes' }).click();
    await shown
      .locator('.summary')
      .getByText(/^9 pages/)
      .waitFor();
  });

  it('says what a page was before only where both sides are shown, of one that was and will be', async () => {
    await service.remove(8, 'Two-point mooring');
    await open();
    const glossary = await read('Glossary');
    await glossary.getByText('Before main content').waitFor();
    const deleted = await read('Two-point mooring');
    await deleted.locator('.row.removed').first().waitFor();
    assert.equal(await deleted.getByText('Before main content').count(), 0);
    await shown.getByRole('button', { name: 'One Column' }).click();
    await shown.locator('.page.filled .body.one').first().waitFor();
    assert.equal(await shown.getByText('Before main content').count(), 0);
  });

  it('has a deleted page discussed as it was, and leads to no editor of it', async () => {
    await service.remove(8, 'Two-point mooring');
    await open();
    const deleted = await read('Two-point mooring');
    await deleted.getByRole('button', { name: 'More about Two-point mooring' }).click();
    await deleted.getByRole('button', { name: 'Comment on the Page' }).waitFor();
    assert.equal(await deleted.getByRole('button', { name: 'Show in the Editor' }).count(), 0);
    await deleted.getByRole('button', { name: 'Comment on the Page' }).click();
    await shown.locator('textarea:focus').fill('Why is it gone?');
    await shown.getByRole('button', { name: 'Comment Now' }).click();
    await eventually(() => {
      const said = service.comments(8).filter(({ markdown }) => markdown.includes('Why is it gone?'));
      assert.equal(said.length, 1);
    });
    await shown.locator('textarea').waitFor({ state: 'detached' });
  });

  it('folds the middle of a long timeline, says how much that is, and unfolds it', async () => {
    const { id: changeRequest, revision, space, createdAt } = service.changeRequest(8);
    const said = { space, changeRequest, revision, postedBy: 'jun', reactions: [], status: 'open' as const };
    for (let day = 1; day <= 12; day++) {
      const postedAt = new Date(Date.parse(createdAt) + day * 86_400_000).toISOString();
      service.state.comments.put({ ...said, id: `said-${day}`, postedAt, markdown: `Remark ${day}.` });
    }
    service.state.keepWrites();
    await open();
    const timeline = shown.getByRole('region', { name: 'Timeline' });
    const events = timeline.getByRole('listitem');
    const more = timeline.getByRole('button', { name: /^Show \d+ more events$/ });
    await more.waitFor();
    const folded = await events.allTextContents();
    assert.equal(folded.length, 9);
    const count = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0]);
    await more.click();
    await more.waitFor({ state: 'detached' });
    await timeline.locator('h3:focus').waitFor();
    const all = await events.allTextContents();
    assert.match(all[0] ?? '', /opened it/);
    assert.deepEqual(folded, [...all.slice(0, 2), `Show ${count} more events`, ...all.slice(-6)]);
    assert.equal(all.length, 8 + count, 'as many come as it said');
  });

  it('counts what is said on the change request and on its pages, without what is only typed or held back', async () => {
    await open();
    const said = service.comments(8);
    const here = said.filter(({ page }) => page === undefined);
    const words = `${here.length} on the change request, ${said.length - here.length} on pages`;
    await shown.locator('#conversation').getByText(words).waitFor();
    const open8 = here.filter(({ status }) => status === 'open').length;
    const bar = shown.getByRole('navigation', { name: 'Review' });
    await bar.getByRole('button', { name: `Conversation ${open8}` }).waitFor();
    await bar.getByRole('button', { name: 'Changes 9' }).waitFor();
    await bar.getByRole('button', { name: 'Files 1' }).waitFor();
    const blocking = await shown
      .locator('#checks .check')
      .filter({ hasText: /^not yet: / })
      .count();
    await bar.getByRole('button', { name: blocking > 0 ? `Checks ${blocking}` : 'Checks' }).waitFor();
    await hold(shown.getByRole('button', { name: 'Comment on the Change Request' }), 'For later');
    await shown.locator('#conversation').getByText(words).waitFor();
    const you = shown.getByRole('region', { name: 'Reviewers' }).getByRole('listitem').filter({ hasText: '(you)' });
    await you.getByText('Reviewing').waitFor();
    await you.getByText('1 pending').waitFor();
    assert.equal(await shown.getByText('Reviewing', { exact: true }).count(), 1);
    await shown.getByRole('button', { name: 'Discard' }).click();
    await workbench.page.getByRole('button', { name: 'Discard' }).click();
    await you.getByText('Waiting').waitFor();
  });

  it('comes back to the block that was read, also where what stands above comes later', async () => {
    await open();
    const moorings = await read('Moorings');
    await moorings.locator('.thread').nth(3).waitFor();
    const block = moorings.locator('.row .side.after').filter({ hasText: 'deep, fast, with a bridge' });
    await block.evaluate(one => one.scrollIntoView({ block: 'start', behavior: 'instant' }));
    // In its frame, which may be elsewhere in the window then.
    const top = () => block.evaluate(one => one.getBoundingClientRect().top);
    const before = await top();
    // Where somebody reads is kept a moment after the last movement.
    await shown.locator('.outline .to[aria-current=true]').getByText('Moorings').waitFor();
    await workbench.runCommand('Help: Welcome');
    await shown.locator('.head').waitFor({ state: 'detached' });
    server.fail({ kind: 'held' }, /^GET .*\/(requested-reviewers|reviews|comments)$/);
    await workbench.tab('#8').first().click();
    await block.waitFor();
    await server.waiting();
    await server.recover();
    server.release();
    await shown.getByRole('region', { name: 'Reviewers' }).waitFor();
    await shown.locator('#conversation .thread').first().waitFor();
    await eventually(async () => assert.ok(Math.abs((await top()) - before) < 4, `${before}, ${await top()}`));
  });

  it('leaves who goes on where that leads, while something above is still to come', async () => {
    await open();
    const moorings = await read('Moorings');
    await moorings.locator('.thread').nth(3).waitFor();
    const block = moorings.locator('.row .side.after').filter({ hasText: 'deep, fast, with a bridge' });
    await block.evaluate(one => one.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const top = () => block.evaluate(one => one.getBoundingClientRect().top);
    const before = await top();
    await shown.locator('.outline .to[aria-current=true]').getByText('Moorings').waitFor();
    await workbench.runCommand('Help: Welcome');
    await shown.locator('.head').waitFor({ state: 'detached' });
    server.fail({ kind: 'held' }, /^GET .*\/(requested-reviewers|reviews|comments)$/);
    await workbench.tab('#8').first().click();
    await block.waitFor();
    await server.waiting();
    await eventually(async () => assert.ok(Math.abs((await top()) - before) < 4));
    await block.hover();
    await workbench.page.mouse.wheel(0, -300);
    await eventually(async () => assert.ok((await top()) - before > 200, 'it is scrolled'));
    await server.recover();
    server.release();
    await shown.getByRole('region', { name: 'Reviewers' }).waitFor();
    await shown.locator('#conversation .thread').first().waitFor();
    assert.ok((await top()) - before > 200, 'it is not brought back');
  });

  it('comes back to the conversation that was read', async () => {
    await open();
    const last = shown.locator('#conversation .thread').last();
    await last.scrollIntoViewIfNeeded();
    const top = () => last.evaluate(one => one.getBoundingClientRect().top);
    const before = await top();
    assert.ok(before > 0);
    await shown.locator('.section-link[aria-current=true]').getByText('Conversation').waitFor();
    await workbench.runCommand('Help: Welcome');
    await shown.locator('.head').waitFor({ state: 'detached' });
    await workbench.tab('#8').first().click();
    await last.waitFor();
    await shown.getByRole('region', { name: 'Reviewers' }).waitFor();
    await eventually(async () => assert.ok(Math.abs((await top()) - before) < 4, `${before}, ${await top()}`));
  });

  it('folds the text of a page that is the same, and says what else has changed', async () => {
    await service.rename(8, 'Choose a site', 'Choose a place');
    await open();
    const renamed = await read('Choose a place');
    await renamed.getByText('Its text is the same.').waitFor();
    await renamed.locator('.properties').getByText('“Choose a site”').waitFor();
    assert.equal(await renamed.locator('.row').count(), 1, 'nothing but what stands above both sides');
    await renamed.locator('.folded').click();
    await renamed.locator('.row.same').nth(2).waitFor();
  });

  it('leaves the conversations that it has read to the editor, too', async () => {
    await open();
    const glossary = await read('Glossary');
    await glossary.locator('.thread').first().waitFor();
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    const { page: window } = workbench;
    await changeRequestRow(workbench, 8).locator('.monaco-tl-twistie').click();
    await window.locator('.sidebar .monaco-list-row').filter({ hasText: 'Glossary' }).first().click();
    const thread = window
      .locator('.review-widget .comment-body')
      .or(window.locator('.editor.modified .comment-thread-unresolved'));
    await thread.first().waitFor();
  });

  it('has a removed block in one line where only what will be is shown, to be unfolded', async () => {
    const number = await service.propose('Say less', 'Two-point mooring', 'Pay out the line.\n');
    await workbench.runCommand('Marginalia: Refresh');
    await open(number);
    await read('Two-point mooring');
    await shown.getByRole('button', { name: 'After Only' }).click();
    const removed = shown.locator('.row.removed').first();
    await removed.getByText(/^Removed /).waitFor();
    assert.equal(await removed.locator('.prose').count(), 0);
    await removed.getByRole('button', { name: 'Show', exact: true }).click();
    await removed.locator('.prose').waitFor();
    await removed.locator('.side:focus').waitFor();
    await shown.getByRole('button', { name: 'One Column' }).click();
    // What is gone is told from what is new by more than its colour, in each mode.
    const bar = () => removed.locator('.side').evaluate(side => getComputedStyle(side).borderLeftStyle);
    await eventually(async () => assert.equal(await bar(), 'dashed'));
  });

  it('says in its place why a page cannot be read, and keeps what is shown of the others', async () => {
    server.fail({ kind: 'status', status: 500 }, /\/page\//);
    await open();
    const first = shown.locator('.page').first();
    await shown.getByRole('button', { name: 'Changes' }).click();
    await first.getByRole('alert').waitFor();
    await server.recover();
    await first.getByRole('button', { name: 'Try Again' }).click();
    await first.locator('.row').first().waitFor();
    await server.refuse();
    await workbench.runCommand('Marginalia: Refresh');
    const banner = shown.locator('.banner');
    await banner.getByText(/cannot be reached: this is as of \d{4}-/).waitFor();
    await shown.locator('body').evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await eventually(async () => {
      const { y = 0, height = 0 } = (await banner.boundingBox()) ?? {};
      const heading = await shown.getByRole('heading', { name: '#8' }).boundingBox();
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
    await server.recover();
    await banner.getByRole('button', { name: 'Try Again' }).click();
    await banner.getByText('cannot be reached').waitFor({ state: 'detached' });
    await first.locator('.row').first().waitFor();
  });

  it('takes a comment on a page that is still to be read, and keeps the focus where that is written', async () => {
    server.fail({ kind: 'held' }, /\/page\//);
    await open();
    const first = shown.locator('.page').first();
    await shown.getByRole('button', { name: 'Changes' }).click();
    await server.waiting();
    await first.getByRole('button', { name: /^More about/ }).click();
    await first.getByRole('button', { name: 'Comment on the Page' }).click();
    await shown.locator('textarea:focus').fill('Half a thought');
    await server.recover();
    server.release();
    await first.locator('.row').first().waitFor();
    assert.equal(await first.locator('textarea:focus').inputValue(), 'Half a thought');
  });

  it('says of a page what has become of it by now, and what it is called', async () => {
    const other = otherJson(json =>
      JSON.parse(
        JSON.stringify(json).replaceAll('"page_edited"', '"page_created"').replaceAll('"Glossary"', '"Terms"'),
      ),
    );
    server.fail(other, /\/changes$/);
    await open();
    await page('Terms').locator('header .icon-created').waitFor();
    await server.recover();
    await service.edit(8, 'Glossary', 'Nothing is left of it.');
    await workbench.runCommand('Marginalia: Refresh');
    await page('Glossary').locator('header .icon-edited').waitFor();
    await page('Glossary').getByRole('button', { name: 'Fold Glossary' }).waitFor();
    await page('Glossary').getByRole('button', { name: 'More about Glossary' }).waitFor();
  });

  it('takes nothing in when its review has ended, and says so in a line', async () => {
    await open();
    const moorings = await read('Moorings');
    await moorings.getByRole('button', { name: 'Reply…' }).first().waitFor();
    await archive();
    await shown.getByRole('button', { name: 'Finish Review' }).waitFor({ state: 'detached' });
    await shown.getByRole('button', { name: 'Comment on the Change Request' }).waitFor({ state: 'hidden' });
    assert.equal(await shown.getByRole('button', { name: 'Reply…' }).count(), 0);
    assert.ok((await threads().count()) > 3);
  });

  it('still sends what was held back when its review has ended', async () => {
    await open();
    const moorings = await read('Moorings');
    await hold(moorings.getByRole('button', { name: 'Reply…' }).first(), 'Too late?');
    await archive();
    await shown.getByRole('button', { name: 'Finish Review' }).click();
    await shown.getByRole('dialog').getByRole('button', { name: 'Send 1 Pending' }).click();
    await shown.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(service.state.commentReplies.all().some(({ markdown }) => markdown === 'Too late?'));
  });

  it('loads the changes that the server does not list', async () => {
    const part = otherJson(json => {
      const { changes, ...others } = json as { changes: unknown[] };
      return { ...others, changes: changes.slice(0, 2), more: changes.length - 2 };
    });
    server.fail(part, /\/changes$/);
    await open();
    await shown.locator('.page').nth(1).waitFor();
    assert.equal(await shown.locator('.page').count(), 2);
    await shown.getByRole('button', { name: /^Load \d+ More Changes$/ }).click();
    await shown.locator('.page').nth(8).waitFor();
    await shown.getByRole('button', { name: /^Load/ }).waitFor({ state: 'hidden' });
  });

  it('draws the last fifty conversations on the change request, and the others when they are wanted', async () => {
    const { id: changeRequest, revision, space } = service.changeRequest(8);
    const said = { space, changeRequest, revision, postedBy: 'jun', reactions: [], status: 'open' as const };
    for (let index = 0; index < 60; index++) {
      const postedAt = new Date(Date.UTC(2026, 10, 1, 10, index)).toISOString();
      service.state.comments.put({ ...said, id: `said-${index}`, postedAt, markdown: `Remark ${index}.` });
    }
    service.state.keepWrites();
    const all = service.comments(8).filter(({ page }) => page === undefined).length;
    await open();
    const drawn = shown.locator('#conversation .thread');
    await drawn.nth(49).waitFor();
    assert.equal(await drawn.count(), 50);
    await shown.getByRole('button', { name: `Show ${all - 50} Earlier of ${all - 50}` }).click();
    await drawn.nth(all - 1).waitFor();
    await shown
      .locator('#conversation .thread:focus')
      .filter({ hasText: `Remark ${60 - 51}.` })
      .waitFor();
  });
});
