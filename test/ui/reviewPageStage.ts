import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import { space } from './service.ts';
import { openSpace, setStage, shareWindow, type Stage } from './stage.ts';

/** The environment of a test of the review page: the stage with the tree open, and helpers for the page. */
export interface ReviewPageStage extends Stage {
  readonly frame: FrameLocator;
  /** Opens the review page of a change request, and closes what takes space from it. */
  open: (number?: number) => Promise<void>;
  /** Returns the part of the review page for a page of the change request. */
  page: (title: string) => Locator;
  /** Returns that part once its content is loaded. */
  read: (title: string) => Promise<Locator>;
  /** Presses a plain letter once letters are keys of the page. */
  press: (key: string) => Promise<void>;
  /** Types in the composer that a click on `begin` opens, and adds the comment to the review. */
  hold: (begin: Locator, text: string) => Promise<void>;
}

const settings = { 'comments.openView': 'never' };

/** Creates a stage for each test of the enclosing `describe`, in a window that the tests share. */
export function setReviewPage(): ReviewPageStage {
  let stage: Stage | undefined;
  shareWindow({ settings }, newStage => (stage = newStage));
  return reviewPageOn(() => stage ?? assert.fail('There is a stage while a test runs.'));
}

/** Creates a stage with a new window for each test, which may reload it. */
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
    get frame() {
      return stage().workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    },
    async open(number = 8) {
      const { frame, workbench } = on;
      await workbench.control.execute('workbench.action.closeSidebar');
      const overview = `/spaces/${space}/change-requests/${number}.md`;
      await workbench.control.executeOn('marginalia.changeRequest.openReviewPage', overview);
      await frame.getByRole('heading', { name: `#${number}` }).waitFor();
    },
    page: title => on.frame.locator('.page').filter({ has: on.frame.getByRole('heading', { name: title }) }),
    async read(title) {
      const page = on.page(title);
      await eventually(async () => {
        await page.getByRole('heading', { name: title }).first().scrollIntoViewIfNeeded();
        await on.page(title).and(on.frame.locator('.filled')).waitFor({ timeout: 3000 });
      });
      return page;
    },
    press: key => pressKey(on.workbench, on.frame, key),
    async hold(begin, text) {
      await begin.click();
      await on.frame.locator('textarea:focus').fill(text);
      await on.frame.getByRole('button', { name: 'Add to Review' }).click();
      await on.frame.getByText('In your review, only you see it').waitFor();
    },
  };
  return on;
}

/** Presses a plain letter on the review page once letters are keys. */
export async function pressKey({ page }: Workbench, frame: FrameLocator, key: string): Promise<void> {
  await waitForKeys(frame);
  await page.keyboard.press(key);
}

/** Resolves when letters are keys: the page has the focus, none of its fields has, and nothing is about to take it. */
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
