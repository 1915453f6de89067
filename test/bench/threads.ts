import type { Page } from 'playwright-core';
import type { State } from '../../src/sandbox/store/state.ts';
import { addSpace, fillAcme } from '../sandbox/acme.ts';
import { onFloor, printFigure } from './measure.ts';
import { startService } from './service.ts';
import { openWindows } from './windows.ts';
import { addChangeRequest, addComments, addPages } from './world.ts';

// Measures how long it takes until the threads of a page of 200 kB are visible, and until the window has responded
// without noticeable delay for a second. The floor is the page without threads.
const bounds = new Map([
  [100, 1500],
  [1000, 3000],
]);
const rounds = 5;
/** Delay in milliseconds that a person does not notice. */
const noticed = 100;

const kinds = [0, ...bounds.keys()];
// The first page loads what all others share, so it is not measured.
const pages = Array.from({ length: rounds }, () => kinds)
  .flat()
  .map((threads, index) => ({ number: index + 2, threads }));
pages.unshift({ number: 1, threads: 0 });

function fill(state: State): void {
  fillAcme(state);
  const space = addSpace(state, 'long');
  const content = addPages(state, space, 1, 200_000);
  for (const { number, threads } of pages) {
    addComments(state, { space, changeRequest: addChangeRequest(state, space, number) }, content, threads);
  }
}

const service = await startService(fill);
const windows = await openWindows(service);
const timesByCount = new Map<number, number[]>(kinds.map(threads => [threads, []]));
const answers = new Map<number, number[]>(kinds.map(threads => [threads, []]));
try {
  await windows.run('threads', {
    pages: () => pages,
    aside: () => service.take(),
    opening: (_: unknown, page: Page) => page.evaluate('benchLongTasks.length = 0; benchStart = performance.now(); 0'),
    async opened({ number, threads }: (typeof pages)[number], page: Page) {
      const editor = page.locator(`.monaco-editor[data-uri*="/change-requests/${number}/"]`);
      const thread = '.comment-range-glyph[class*=comment-thread], .review-widget';
      await editor
        .locator(threads > 0 ? thread : '.view-line')
        .first()
        .waitFor({ timeout: 300_000 });
      const times = {
        visible: await page.evaluate<number>('performance.now() - benchStart'),
        answers: await quiet(page),
      };
      if (number === 1) return;
      timesByCount.get(threads)?.push(times.visible);
      answers.get(threads)?.push(Math.max(times.visible, times.answers));
    },
  });
} finally {
  await windows.close();
  await service.close();
}

for (const [threads, bound] of bounds) {
  const printTimes = (name: string, times: typeof timesByCount, atMost?: number[]) => {
    const figure = { name: `${threads.toLocaleString('en')} threads: ${name}`, unit: 'ms', ...(atMost && { atMost }) };
    printFigure(onFloor(figure, times.get(threads) ?? [], times.get(0) ?? []));
  };
  printTimes('shown', timesByCount);
  printTimes('the window answers', answers, [bound]);
}

/**
 * Waits until the page has had no noticeable delay for a second. Returns the end of the last one, in milliseconds since
 * the start.
 */
function quiet(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise(resolve => {
    const began = performance.now();
    const look = setInterval(() => {
      const busy = benchLongTasks.filter(([start, end]) => end - start > ${noticed}).map(([, end]) => end);
      const last = Math.max(benchStart, ...busy);
      if (performance.now() - Math.max(began, last) < 1000) return;
      clearInterval(look);
      resolve(last - benchStart);
    }, 100);
  })`);
}
