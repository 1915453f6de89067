import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { waitForValue } from '../host/locators.ts';
import { setReviewPage } from './reviewPageStage.ts';

describe('scroll position of the review page', () => {
  const on = setReviewPage();
  const { open, page, read } = on;

  /** Opens the review page. Returns a page and a block in the middle of it. */
  async function begin(): Promise<{ moorings: Locator; block: Locator }> {
    await open();
    const moorings = await read('Moorings');
    await moorings.locator('.thread').nth(3).waitFor();
    return { moorings, block: moorings.locator('.row .side.after').filter({ hasText: 'deep, fast, with a bridge' }) };
  }

  /** Reads the block, switches to another tab and returns, while the content above the pages is still loading. */
  async function comeBack(): Promise<{ block: Locator; top: () => Promise<number>; before: number }> {
    const { block } = await begin();
    await block.evaluate(one => one.scrollIntoView({ block: 'start', behavior: 'instant' }));
    // The position is relative to the frame, which may move in the window.
    const top = () => block.evaluate(one => one.getBoundingClientRect().top);
    const before = await top();
    // The reading position is stored a moment after the last movement.
    await on.frame.locator('.outline .to[aria-current=true]').getByText('Moorings').waitFor();
    await goElsewhere();
    on.server.fail({ kind: 'held' }, /^GET .*\/(requested-reviewers|reviews|comments)$/);
    await on.workbench.tab('#8').first().click();
    await block.waitFor();
    await on.server.waiting();
    return { block, top, before };
  }

  async function goElsewhere(): Promise<void> {
    await on.workbench.runCommand('Help: Welcome');
    await on.frame.locator('.head').waitFor({ state: 'detached' });
  }

  async function haveTheRest(): Promise<void> {
    await on.server.recover();
    await on.frame.getByRole('region', { name: 'Reviewers' }).waitFor();
    await on.frame.locator('#conversation .thread').first().waitFor();
  }

  it('keeps the current block and its box visible when the mode changes', async () => {
    const { moorings, block } = await begin();
    await block.scrollIntoViewIfNeeded();
    await block.hover();
    await block.getByRole('button', { name: 'Comment on This Block' }).click();
    await on.frame.locator('textarea:focus').fill('Half a thought');
    await on.frame.locator('textarea').press('Escape');
    await on.frame.locator('.row .side.after:focus').waitFor();
    const top = async () => (await block.boundingBox())?.y ?? NaN;
    // The end of the page above is visible. That page is not the one being read, and its height changes.
    const bar = (await on.frame.getByRole('navigation', { name: 'Review' }).boundingBox()) ?? assert.fail('no bar');
    const tooLow = async () => ((await moorings.boundingBox())?.y ?? NaN) - bar.y - bar.height - 24;
    await on.workbench.page.mouse.wheel(0, await tooLow());
    await eventually(async () => assert.ok(Math.abs(await tooLow()) < 4));
    for (const [key, mode] of [
      ['2', 'one'],
      ['3', 'after'],
      ['1', 'split'],
    ] as const) {
      const before = await top();
      await on.press(key);
      await moorings.locator(`.body.${mode}`).waitFor();
      await eventually(async () =>
        assert.ok(Math.abs((await top()) - before) < 4, `${mode}: ${before}, ${await top()}`),
      );
      await waitForValue(on.frame.locator('textarea'), 'Half a thought');
    }
  });

  it('gives pages the space of a hidden outline, and goes from a viewed page to the next', async () => {
    await open();
    const moorings = await read('Moorings');
    const boxOf = async (element: Locator) => (await element.boundingBox()) ?? assert.fail('not there');
    const { width } = await boxOf(moorings);
    const block = moorings.locator('.row .side.after').first();
    await block.click();
    await on.press('j');
    await block.and(on.frame.locator(':focus')).waitFor({ state: 'detached' });
    await on.press('o');
    await on.frame.locator('.columns.without-outline').waitFor();
    await eventually(async () => assert.ok((await boxOf(moorings)).width > width + 200));
    await moorings.getByRole('checkbox', { name: 'Viewed' }).check();
    const next = page('Single-point mooring').first();
    await next.locator('h3:focus').waitFor();
    const below = async () => {
      const bar = await boxOf(on.frame.locator('.bar'));
      return (await boxOf(next)).y - bar.y - bar.height;
    };
    await eventually(async () => assert.ok(Math.abs(await below()) < 8, String(await below())));
  });

  it('goes from a commented block to its conversation, and can comment on the page from its menu', async () => {
    await open();
    const moorings = await read('Moorings');
    const block = moorings.locator('.row.discussed .side.after').first();
    await block.getByRole('button', { name: 'Go to the Conversation' }).click();
    await moorings.locator('.row.discussed').first().locator('.thread:focus').waitFor();
    await moorings.getByRole('button', { name: 'More about Moorings' }).click();
    await moorings.getByRole('button', { name: 'Comment on the Page' }).click();
    await on.frame.locator('textarea:focus').fill('All of it is better now.');
    await on.frame.getByRole('button', { name: 'Comment Now' }).click();
    // After sending, the focus is on the new conversation.
    await moorings.locator('.body > .beside .thread:focus').getByText('All of it is better now.').waitFor();
    const comment =
      on.service.comments(8).find(({ markdown }) => markdown === 'All of it is better now.') ?? assert.fail();
    assert.deepEqual([comment.page === undefined, comment.node], [false, undefined]);
  });

  it('is restored to the last block, even if content above it loads later', async () => {
    const { top, before } = await comeBack();
    await haveTheRest();
    await eventually(async () => assert.ok(Math.abs((await top()) - before) < 4, `${before}, ${await top()}`));
  });

  it('follows the user to another place while content above is still loading', async () => {
    const { block, top, before } = await comeBack();
    await eventually(async () => assert.ok(Math.abs((await top()) - before) < 4));
    await block.hover();
    await on.workbench.page.mouse.wheel(0, -300);
    await eventually(async () => assert.ok((await top()) - before > 200, 'it is scrolled'));
    await haveTheRest();
    assert.ok((await top()) - before > 200, 'it is not brought back');
  });

  it('is restored to the last conversation', async () => {
    await open();
    const last = on.frame.locator('#conversation .thread').last();
    await last.scrollIntoViewIfNeeded();
    const top = () => last.evaluate(one => one.getBoundingClientRect().top);
    const before = await top();
    assert.ok(before > 0);
    await on.frame.locator('.section-link[aria-current=true]').getByText('Conversation').waitFor();
    await goElsewhere();
    await on.workbench.tab('#8').first().click();
    await last.waitFor();
    await on.frame.getByRole('region', { name: 'Reviewers' }).waitFor();
    await eventually(async () => assert.ok(Math.abs((await top()) - before) < 4, `${before}, ${await top()}`));
  });
});
