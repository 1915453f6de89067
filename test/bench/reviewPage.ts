import { setTimeout } from 'node:timers/promises';
import type { FrameLocator, Page } from 'playwright-core';
import type { State } from '../../src/sandbox/store/state.ts';
import { addSpace, fillAcme } from '../sandbox/acme.ts';
import { median, onFloor, rounded, printFigure } from './measure.ts';
import { startService, type Traffic } from './service.ts';
import { tasksIn } from './tasks.ts';
import { openWindows } from './windows.ts';
import { addChanges, addComments, addPages, addRemarks, allPages, markdownOf } from './world.ts';

// Measures how soon the review page shows content, how many requests it sends, and how long it blocks frames while the
// user scrolls through all of it: 200 changed pages of 20 kB, or 5,000 comments. The floor is a static page with as
// much text in the same kind of panel.
const pageCount = 200;
const size = 20_000;
/** Milliseconds for which a frame may be blocked, unless the floor blocks one for longer. */
const frame = 50;
/** The maximum time of scrolling in milliseconds, in steps of a thousand pixels. */
const longest = 40_000;

/** The change requests: long ones, whose content is fetched anew each time, and one with many comments. */
const long = [1, 2, 3, 4, 5];
const discussed = 6;
/** The pages opened in turn. The first ones load code for the others, so medians count. */
const kinds = [...long.flatMap(number => ['empty', number]), 'as long', 'empty', discussed];

function fill(state: State): void {
  fillAcme(state);
  for (const number of long) {
    const space = addSpace(state, `review-${number}`);
    addChanges(state, space, number, addPages(state, space, pageCount, size), pageCount, edit);
  }
  const talk = addSpace(state, `review-${discussed}`);
  const tops = addPages(state, talk, 3, size);
  const changeRequest = addChanges(state, talk, discussed, tops, 3, edit);
  addComments(state, { space: talk, changeRequest }, allPages(tops).slice(0, 1), 2500);
  addRemarks(state, changeRequest, 2500);
}

/** Changes a heading, a paragraph, a list and a table, one block in twelve. */
function edit(markdown: string): string {
  return markdown
    .replace('Part 0', 'The new part')
    .replaceAll(/number (\d+) of (.*?) reports/g, (all, number: string, title: string) =>
      Number(number) % 4 === 3 ? `number ${number} of **${title}** tells` : all,
    )
    .replaceAll(/\| drift \| (\d*)4 \|/g, '| drift | $15 |');
}

interface Seen {
  first: number;
  /** Milliseconds of processor time of each task of the window during scrolling, in order. */
  tasks: number[];
  /** The number of conversations drawn for the whole change request. */
  conversations: number;
  heap: number;
  hostHeap: number;
  opening: Traffic | undefined;
  scrolling: Traffic | undefined;
}

const service = await startService(fill);
const windows = await openWindows(service);
const seen = new Map<string | number, Seen[]>();
await service.prepare(
  long.flatMap(number => {
    const pages = Array.from({ length: pageCount }, (_, index) => `page/review-${number}-page-${index}`);
    const versions = [`change-requests/${number}/content`, `revisions/review-${number}-1`];
    return pages.flatMap(page => versions.map(version => `/spaces/review-${number}/${version}/${page}`));
  }),
);
let began = 0;
let now: Seen | undefined;
try {
  await windows.run('reviewPage', {
    kinds: () => kinds,
    heapsOf: () => [long[0], discussed],
    aside: () => service.take(),
    still: (kind: string) => (kind === 'empty' ? '<p>Hello</p>' : stillText()),
    opening: () => void (began = Date.now()),
    async opened(kind: string | number, page: Page) {
      const content = contentOf(page);
      const first = await firstContent(page, kind);
      const opening = await service.take();
      const tasks = kind === 'empty' ? [] : await scrolled(page, content);
      const scrolling = await service.take();
      const conversations = await content.locator('#conversation .thread').count();
      now = { first, tasks, conversations, heap: await heapOf(page), hostHeap: 0, opening, scrolling };
    },
    read({ kind, heap }: { kind: string | number; heap: number }) {
      if (now) seen.set(kind, [...(seen.get(kind) ?? []), { ...now, hostHeap: heap }]);
    },
  });
} finally {
  await windows.close();
  await service.close();
}

const floor = seen.get('empty') ?? [];
const still = seen.get('as long') ?? [];
const measured = [
  { name: `${pageCount} changed pages`, numbers: long },
  { name: '5,000 comments', numbers: [discussed] },
];
for (const { name, numbers } of measured) {
  const isLong = numbers === long;
  const all = numbers.flatMap(number => seen.get(number) ?? []);
  const firsts = all.map(({ first }) => first);
  const ratioAtMost = isLong ? { ratioAtMost: 4 } : {};
  printFigure(
    onFloor(
      { name: `${name}: first content`, unit: 'ms', ...ratioAtMost },
      firsts,
      floor.map(({ first }) => first),
    ),
  );
  for (const [what, of] of [
    [
      '999 of 1,000 tasks hold a frame up for less than',
      (tasks: number[]) => tasks.at(-Math.ceil(tasks.length / 1000)),
    ],
    ['the longest task', (tasks: number[]) => tasks.at(-1)],
  ] as const) {
    const held = ({ tasks }: Seen) => of(tasks) ?? Number.NaN;
    const floors = still.map(held);
    const atMost = [Math.max(frame, rounded(median(floors)))];
    printFigure(onFloor({ name: `${name}: ${what} while it is scrolled`, unit: 'ms', atMost }, all.map(held), floors));
  }
  const megabytes = (of: (one: Seen) => number, some: readonly Seen[]) => some.map(one => of(one) / 1e6);
  const heap = ({ heap }: Seen) => heap;
  printFigure(
    onFloor({ name: `${name}: heap of the window`, unit: 'MB' }, megabytes(heap, all), megabytes(heap, floor)),
  );
  const [more = Number.NaN] = megabytes(({ hostHeap }) => hostHeap, all.slice(0, 1)).map(rounded);
  printFigure({ name: `${name}: heap of the extension host, more`, unit: 'MB', value: [more], atMost: [40] });
  const { opening, scrolling, conversations = Number.NaN } = all[0] ?? {};
  const unit = 'requests / one after another';
  printFigure({
    name: `${name}: opening`,
    unit,
    value: [opening?.requests ?? Number.NaN, opening?.trips ?? Number.NaN],
  });
  if (isLong) {
    // Two texts per page, including the pages shown when it was opened. A slow window has not drawn all of them yet.
    const asked = [opening, scrolling].flatMap(one => Object.entries(one?.asked ?? {}));
    const ofPages = asked.reduce((sum, [route, count]) => sum + (/\/page\//.test(route) ? count : 0), 0);
    const pages = new Set([opening, scrolling].flatMap(one => [...(one?.pages ?? [])]));
    const value = [rounded(ofPages / pages.size)];
    printFigure({ name: `${name}: each that comes into view`, unit: 'requests', value, atMost: [2] });
  } else {
    const value = [conversations];
    printFigure({ name: `${name}: drawn of 2,500 on the whole`, unit: 'conversations', value, atMost: [50] });
  }
  if (process.env['MARGINALIA_BENCH_VERBOSE']) console.log(opening?.asked, scrolling?.asked);
}

function contentOf(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}

/** Returns the milliseconds from opening until the content is drawn, as the page reports it. */
async function firstContent(page: Page, kind: string | number): Promise<number> {
  const first = typeof kind === 'string' ? '.still p' : kind !== discussed ? '.page.filled .row' : '.thread';
  const look = `new Promise(done => requestAnimationFrame(function look() {
    if (!document.querySelector('${first}')) return requestAnimationFrame(look);
    requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
  }))`;
  for (;;) {
    const frame = page.frames().find(one => one.name() === 'active-frame' || one.url().includes('/fake.html'));
    // A frame that is not filled yet is soon replaced by another one.
    const at = await frame?.evaluate<number>(look).catch(() => undefined);
    if (at !== undefined) return at - began;
    await setTimeout(5);
  }
}

/** Scrolls until the end of the page is visible. Returns the durations of the window's tasks. */
async function scrolled(page: Page, content: FrameLocator): Promise<number[]> {
  await content.locator('body').hover();
  const frame = page.frames().find(one => one.name() === 'active-frame' || one.url().includes('/fake.html'));
  const isEnd =
    'innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && !document.querySelector(".page:not(.filled)")';
  return tasksIn(page, async () => {
    const start = performance.now();
    while (performance.now() - start < longest) {
      await page.mouse.wheel(0, 1000);
      if (await frame?.evaluate<boolean>(`new Promise(done => requestAnimationFrame(() => done(${isEnd})))`)) break;
    }
  });
}

/** Returns the bytes that scripts use in the window and its webviews, after a garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Returns HTML with the text of all pages of a long change request, in as many blocks. */
function stillText(): string {
  const texts = Array.from({ length: pageCount }, (_, index) => markdownOf(`Page ${index}`, size));
  const block = (text: string) => `<p>${text}</p>`;
  return texts.map(text => text.split('\n\n').map(block).join('')).join('');
}
