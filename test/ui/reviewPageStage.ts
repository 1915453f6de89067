import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import { space } from './service.ts';
import { openSpace, setStage, shareWindow, type Stage } from './stage.ts';

/** What a test of the review page finds: the stage with the tree open, what the page shows, and the ways there. */
export interface ReviewPageStage extends Stage {
  readonly shown: FrameLocator;
  /** Opens the review page of a change request, and makes room for it. */
  open: (number?: number) => Promise<void>;
  /** The part of it that a page of the change request has. */
  page: (title: string) => Locator;
  /** The same once that says what it has to say. */
  read: (title: string) => Promise<Locator>;
  /** Presses a plain letter once it is a key of the page. */
  press: (key: string) => Promise<void>;
  /** Writes in the box that this begins, and adds it to the review. */
  hold: (begin: Locator, text: string) => Promise<void>;
}

const settings = { 'comments.openView': 'never' };

/** Sets a stage for each test of the describe around, in a window that they share. */
export function setReviewPage(): ReviewPageStage {
  let stage: Stage | undefined;
  shareWindow({ settings }, newStage => (stage = newStage));
  return reviewPageOn(() => stage ?? assert.fail('There is a stage while a test runs.'));
}

/** The same in a window of its own for each test, which may reload it. */
export function setReviewPageAlone(): ReviewPageStage {
  let stage: Stage | undefined;
  setStage({ signedIn: true, settings, isControlled: true }, async newStage => {
    stage = newStage;
    await openSpace(stage.workbench);
  });
  return reviewPageOn(() => stage ?? assert.fail('There is a stage while a test runs.'));
}

function reviewPageOn(stage: () => Stage): ReviewPageStage {
  const on: ReviewPageStage = {
    get service() {
      return stage().service;
    },
    get server() {
      return stage().server;
    },
    get workbench() {
      return stage().workbench;
    },
    get shown() {
      return stage().workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    },
    async open(number = 8) {
      const { shown, workbench } = on;
      await workbench.control.execute('workbench.action.closeSidebar');
      const overview = `/spaces/${space}/change-requests/${number}.md`;
      await workbench.control.executeOn('marginalia.changeRequest.openReviewPage', overview);
      await shown.getByRole('heading', { name: `#${number}` }).waitFor();
    },
    page: title => on.shown.locator('.page').filter({ has: on.shown.getByRole('heading', { name: title }) }),
    async read(title) {
      const page = on.page(title);
      await eventually(async () => {
        await page.getByRole('heading', { name: title }).first().scrollIntoViewIfNeeded();
        await on.page(title).and(on.shown.locator('.filled')).waitFor({ timeout: 3000 });
      });
      return page;
    },
    press: key => pressKey(on.workbench, on.shown, key),
    async hold(begin, text) {
      await begin.click();
      await on.shown.locator('textarea:focus').fill(text);
      await on.shown.getByRole('button', { name: 'Add to Review' }).click();
      await on.shown.getByText('In your review, only you see it').waitFor();
    },
  };
  return on;
}

/** Presses a plain letter on the review page, once letters are keys there. */
export async function pressKey({ page }: Workbench, frame: FrameLocator, key: string): Promise<void> {
  await waitForKeys(frame);
  await page.keyboard.press(key);
}

/** Waits until letters are keys: the page has the focus, no field in it has, and nothing is about to take it. */
export async function waitForKeys(frame: FrameLocator): Promise<void> {
  await eventually(async () =>
    assert.ok(
      await frame.locator('html[data-keys=on]').evaluate(areKeys, undefined, { timeout: 3000 }),
      'The page does not have the focus, or a field in it has.',
    ),
  );
}

function areKeys(): boolean {
  return document.hasFocus() && !document.activeElement?.matches('textarea, select, input[type="text"]');
}
