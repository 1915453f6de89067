import type { Page } from 'playwright-core';
import type { State } from '../../src/sandbox/store/state.ts';
import { printFigure } from './measure.ts';
import { startService, type Traffic } from './service.ts';
import { openWindows } from './windows.ts';
import { addChangeRequest, addChanges, addComments, addPages, allPages, fillOrganization } from './world.ts';

// Measures how many requests each step of a reviewer's day takes, and how many of them one after another.

const unit = 'requests / one after another';
/** The limits of each step: requests, and requests one after another. */
const bounds = new Map([
  ['Sign-in and first view', [2, 1]],
  // The requests for the organizations and for the change requests of the only one run in parallel.
  ['Badge, after the first view', [2, 2]],
  ['Open the organization', [2, 1]],
  ['Open a collection', [1, 1]],
  ['Open a space', [2, 1]],
  // The last request is sent once per window, after the page is shown: it detects whether the server has revisions.
  ['Open a page, cold', [4, 3]],
  ['Open the next page', [1, 1]],
  ['Open a page again', [0, 0]],
  ['Open a page of another day', [0, 0]],
  ['Open another one offline', [0, 0]],
  ['Open a page among 5,000 comments', [5, 3]],
  ['Refresh that change request', [6, 2]],
  ['Open the diff of a page', [5, 3]],
  ['Open the diff of another page', [2, 1]],
  ['Comment on it', [1, 1]],
  ['Comment on the main content among 300 comments', [1, 1]],
  ['Comment while 10,000 rows are shown', [2, 1]],
]);

function fill(state: State): void {
  fillOrganization(state, 'manual', 'talk', 'tides');
  const manual = state.spaces.get('manual');
  const tops = addPages(state, manual, 1000);
  const pages = allPages(tops);
  const discussed = addChangeRequest(state, manual, 1, { subject: 'Five thousand comments' });
  addComments(state, { space: manual, changeRequest: discussed }, pages, 5000);
  addChanges(state, manual, 2, tops, 200);
  addChangeRequest(state, manual, 3, { subject: 'No comments' });
  const talk = state.spaces.get('talk');
  addComments(state, { space: talk }, addPages(state, talk, 1), 300);
  const tides = state.spaces.get('tides');
  addPages(state, tides, 1);
  for (let number = 1; number <= 10_000; number++) addChangeRequest(state, tides, number);
}

const service = await startService(fill);
const windows = await openWindows(service);
let clicks = 0;
const hearers = {
  aside: () => service.take(),
  probe: () => service.revisionsProbe(),
  clicks: (count: number) => (clicks = count),
  refuse: () => service.refuse(),
  recover: () => service.recover(),
  // VS Code opens no comment box before it knows the commenting ranges.
  ready: (_: unknown, page: Page) => page.locator('.comment-range-glyph').first().waitFor(),
  async type(text: string, page: Page) {
    await page.locator('.review-widget .comment-form .monaco-editor.focused').waitFor();
    await page.keyboard.type(text);
  },
  press: (key: string, page: Page) => page.keyboard.press(key),
  async step({ name }: { name: string }) {
    if (name === 'Sign-in and first view') {
      const { firstView, afterwards } = await service.takeFirstView();
      printTraffic(name, firstView);
      return printTraffic('Badge, after the first view', afterwards);
    }
    if (name === 'Open a page, cold') await service.revisionsProbe();
    const traffic = await service.take();
    const isSent = Object.keys(traffic.asked).some(asked => asked.startsWith('POST'));
    if (name.startsWith('Comment') && !isSent) throw new Error(`Could not measure "${name}": nothing was sent.`);
    if (name === 'Load all 10,000 change requests') printClicks(name, traffic);
    else printTraffic(name, traffic);
  },
  async unread(name: string) {
    await service.take();
    printFigure({ name, unit, value: [], atMost: bounds.get(name) ?? [] });
  },
};
try {
  await windows.run('requests', hearers);
  await windows.run('requestsLater', hearers);
} finally {
  await windows.close();
  await service.close();
}

function printTraffic(name: string, { requests, trips, asked }: Traffic): void {
  const atMost = bounds.get(name);
  printFigure({ name, unit, value: [requests, trips], ...(atMost && { atMost }) });
  if (process.env['MARGINALIA_BENCH_VERBOSE']) console.log(asked);
}

function printClicks(name: string, { requests }: Traffic): void {
  printFigure({ name, unit: 'requests / clicks', value: [requests, clicks], atMost: [11, 9] });
}
