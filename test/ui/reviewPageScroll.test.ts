import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ListedPage, ToPage } from '../../src/webview/reviewPage/messages.ts';
import { eventually } from '../host/eventually.ts';
import { waitForCount } from '../host/locators.ts';
import { rowsBetween, setRenderedPage } from './renderedPage.ts';
import { threadOf } from './reviewPageScript.ts';

const paragraphs = 40;
const before = Array.from({ length: paragraphs }, (_, index) => `Paragraph ${index} as it was.`).join('\n\n');
const after = before.replaceAll('as it was', 'as it is now');

describe('scrolling through a review page', function () {
  this.timeout(60_000);
  const rendered = setRenderedPage();

  /** Shows six pages, of which the first ones are long, and scrolls to the second one. */
  async function begin({ areAllRead = true } = {}): Promise<Page> {
    const read = ['p1', ...(areAllRead ? ['p2', 'p3'] : [])].map(filled);
    const page = await rendered.show({ before, after, title: 'First', more: [listed(), ...read] });
    // The blocks are drawn in parts. Before they are complete, the reading position is unknown.
    await waitForCount(page.locator('.row.change'), paragraphs * (1 + read.length));
    await page
      .locator('.page')
      .nth(1)
      .evaluate(one => one.scrollIntoView({ behavior: 'instant' }));
    return page;
  }

  /** Moves on, and shortens the first page while the window scrolls. */
  async function goOn(page: Page, step: 'nextPage' | 'nextChange'): Promise<void> {
    const shorter: ToPage = {
      type: 'page',
      id: 'p',
      mode: 'split',
      facts: [],
      rows: rowsBetween('', 'Short.', 'split'),
    };
    await page.evaluate(
      ([step, shorter]) => {
        const post = (data: unknown) => window.dispatchEvent(new MessageEvent('message', { data }));
        const begun = scrollY;
        addEventListener('scroll', () => scrollY !== begun && post(shorter), { once: true });
        post({ type: 'go', step });
      },
      [step, shorter] as const,
    );
  }

  /** Returns the distance from the bar to the third page, in pixels. */
  const belowBar = (page: Page) =>
    page.evaluate(() => {
      const [bar, next] = ['.bar', '.page:nth-child(3)'].map(one =>
        document.querySelector(one)?.getBoundingClientRect(),
      );
      return (next?.top ?? NaN) - (bar?.bottom ?? NaN);
    });

  async function thirdIsBelowBar(page: Page): Promise<void> {
    await eventually(async () => assert.ok(Math.abs(await belowBar(page)) < 3, String(await belowBar(page))), 5);
  }

  it('goes to the next page even if one above shrinks meanwhile', async () => {
    const page = await begin();
    await goOn(page, 'nextPage');
    await page.locator('.page').nth(2).locator('h3:focus').waitFor();
    await thirdIsBelowBar(page);
  });

  it('stays at the next page when its text arrives later', async () => {
    const page = await begin({ areAllRead: false });
    await page.evaluate(() => {
      const data = { type: 'go', step: 'nextPage' };
      window.dispatchEvent(new MessageEvent('message', { data }));
    });
    await thirdIsBelowBar(page);
    await page.evaluate(data => window.dispatchEvent(new MessageEvent('message', { data })), filled('p2'));
    await waitForCount(page.locator('.page').nth(2).locator('.row.change'), paragraphs);
    await thirdIsBelowBar(page);
  });

  it('goes to the next change even if something above shrinks meanwhile', async () => {
    const page = await begin();
    const blocks = page.locator('.page').nth(1).locator('.row.change .side[tabindex="0"]');
    await waitForCount(blocks, paragraphs);
    await blocks
      .last()
      .evaluate(one => (one as unknown as { focus(options: object): void }).focus({ preventScroll: true }));
    await goOn(page, 'nextChange');
    await page.locator('.page').nth(2).locator('.side:focus').waitFor();
    const fromMiddle = () =>
      page.evaluate(() => {
        const { top = NaN, bottom = NaN } = document.activeElement?.getBoundingClientRect() ?? {};
        return (top + bottom) / 2 - innerHeight / 2;
      });
    await eventually(async () => assert.ok(Math.abs(await fromMiddle()) < 100, String(await fromMiddle())), 5);
  });
});

describe('going to a conversation in the margin', () => {
  const rendered = setRenderedPage();

  for (const [step, first, next, from] of [
    ['nextConversation', 4, 6, 0],
    ['previousConversation', 6, 4, 2000],
  ] as const) {
    it(`never scrolls back, even if others move (${step})`, async () => {
      const threads = [0, 2, 4, 6, 8].map(line => threadOf(`thread ${line}`, { line }));
      const page = await rendered.show({
        before,
        after,
        more: [{ type: 'threads', id: 'p', threads, hasMore: false }],
      });
      await waitForCount(page.locator('.row.change'), paragraphs);
      const thread = (line: number) => page.locator(`[data-thread="thread ${line}"]`);
      await thread(first).evaluate(one => (one as unknown as Focusable).focus({ preventScroll: true }));
      await page.evaluate(
        ([step, top]) => {
          scrollTo({ top, behavior: 'instant' });
          const tops: number[] = [];
          Object.assign(window, { tops });
          addEventListener('scroll', () => tops.push(scrollY));
          window.dispatchEvent(new MessageEvent('message', { data: { type: 'go', step } }));
        },
        [step, from] as const,
      );
      await thread(next).and(page.locator(':focus')).waitFor();
      await page.evaluate(untilStill, from);
      const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops);
      const end = tops.at(-1) ?? assert.fail('It is scrolled.');
      const isBeyond = (top: number) => (from < end ? top > end + 1 : top < end - 1);
      assert.deepEqual(tops.filter(isBeyond), []);
    });
  }
});

/** Resolves when the page has scrolled away from a position and has stopped. */
function untilStill(from: number): Promise<void> {
  return new Promise(resolve => {
    let stillFrames = 0;
    let before = from;
    const look = () => {
      stillFrames = scrollY === before && scrollY !== from ? stillFrames + 1 : 0;
      before = scrollY;
      if (stillFrames < 10) requestAnimationFrame(look);
      else resolve();
    };
    look();
  });
}

interface Focusable {
  focus: (options: object) => void;
}

function listed(): ToPage {
  const pages = ['p', 'p1', 'p2', 'p3', 'p4', 'p5'].map((id): ListedPage => {
    const title = `Page ${id}`;
    return { id, title, path: `docs/${id}`, ancestors: [], kind: 'edited', conversations: 0, isViewedBefore: false };
  });
  const against = { words: 'to the main content', before: 'main content', isSince: false };
  return { type: 'pages', pages, files: [], others: [], more: 0, against };
}

function filled(id: string): ToPage {
  return {
    type: 'page',
    id,
    mode: 'split',
    facts: [{ name: 'Title', before: 'Old', after: 'New' }],
    rows: rowsBetween(before, after, 'split'),
  };
}
