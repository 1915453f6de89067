import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, FrameLocator, Keyboard, Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { waitForCount, waitForValue } from '../host/locators.ts';
import type { Workbench } from '../host/workbench.ts';
import { changeFiles, withDrawing } from '../sandbox/files.ts';
import { pressKey } from './reviewPageStage.ts';
import { isFullSize } from '../size.ts';
import { type Service, space } from './service.ts';
import { changeRequestRow, loadedFonts, openSpace, shareWindow, type Stage } from './stage.ts';

const settings = { 'comments.openView': 'never' };

let workbench: Workbench;
let service: Service;
let keyboard: Keyboard;
let reviewPage: FrameLocator;

async function begin(stage: Stage): Promise<void> {
  ({ workbench, service } = stage);
  ({ keyboard } = workbench.page);
  reviewPage = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await openSpace(workbench);
  await changeRequestRow(workbench, 8).locator('.label-name').first().click();
  await reviewPage.locator('.page').nth(8).waitFor();
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await reviewPage.getByRole('heading', { name: '#8' }).click();
}

const field = (): Locator => reviewPage.locator('textarea:focus');
const dialog = (): Locator => reviewPage.getByRole('dialog', { name: 'Finish Review of #8' });
const verdict = (title: string, state = ''): Locator =>
  dialog().locator('.choice').filter({ hasText: title }).locator(`input${state}`);
const finish = (): Locator => reviewPage.locator('.bar').getByRole('button', { name: 'Finish Review' });

/** Returns the first page after it was read, which happens when it comes into view. */
async function firstPage(): Promise<Locator> {
  await reviewPage.getByRole('button', { name: 'Changes' }).click();
  const page = reviewPage.locator('.page.filled').first();
  await page.waitFor();
  return page;
}

/** Presses a plain letter, and waits for its effect. */
async function press(key: string, seen: Locator): Promise<void> {
  await pressKey(workbench, reviewPage, key);
  await seen.first().waitFor();
}

describe('the review page', () => {
  shareWindow({ settings }, begin);

  it('supports a whole review by keyboard: read, comment, reply, mark as viewed, finish', async () => {
    const before = service.comments(8).length;
    await press('u', reviewPage.locator('.page h3:focus'));
    await reviewPage.locator('.section-link[aria-current=true]').getByText('Changes').waitFor();
    await reviewPage.locator('.outline .to[aria-current=true]').getByText('Glossary').waitFor();
    await reviewPage.locator('.page.filled .row.change').first().waitFor();
    await press('j', reviewPage.locator('.row.change .side:focus'));
    await press('c', field());
    // Letters that are keys elsewhere are text in a composer.
    await keyboard.type('just kidding, never prefer jargon');
    await reviewPage.getByText('Draft kept').waitFor();
    await keyboard.press('Control+Shift+Enter');
    await reviewPage.getByText('In your review, only you see it').waitFor();
    await finish().getByText('pending: 1').waitFor();
    assert.equal(service.comments(8).length, before, 'it waits for the review');
    await press('n', reviewPage.locator('.thread.open:focus'));
    await press('r', field());
    await keyboard.type('An answer');
    // After a review has begun, the first button adds to it.
    await keyboard.press('Control+Enter');
    await finish().getByText('pending: 2').waitFor();
    await keyboard.press('Alt+m');
    await keyboard.press('v');
    await reviewPage.getByText('1 of 10 viewed').waitFor();
    await press('f', verdict('Comment', ':focus'));
    await dialog().getByText('1 comment and 1 reply will go out').waitFor();
    await dialog().getByText('1 of 10 viewed. Not yet: ').waitFor();
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await dialog().getByRole('button', { name: 'Send 2 Pending and Approve' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.type('Well done.');
    await keyboard.press('Control+Enter');
    await dialog().waitFor({ state: 'detached' });
    await reviewPage
      .getByRole('region', { name: 'Reviewers' })
      .getByRole('listitem')
      .filter({ hasText: '(you)' })
      .getByText('Approved')
      .waitFor();
    const sent = service.comments(8).map(({ markdown }) => markdown);
    assert.ok(sent.includes('just kidding, never prefer jargon'));
    assert.ok(service.state.commentReplies.all().some(({ markdown }) => markdown === 'An answer'));
    await reviewPage.getByText('In your review, only you see it').waitFor({ state: 'detached' });
  });

  it('shows its shortcuts in a dialog that takes all keys', async () => {
    await firstPage();
    const help = reviewPage.getByRole('dialog', { name: 'Keyboard' });
    await press('Shift+Slash', help);
    await keyboard.press('v');
    await keyboard.press('Shift+Slash');
    await help.waitFor({ state: 'detached' });
    // This later key takes effect, so the earlier one would have had its effect by now.
    await press('j', reviewPage.locator('.side:focus'));
    await reviewPage.getByText('0 of 10 viewed').waitFor();
    // This is the key of VS Code's accessibility help.
    await press('Shift+Alt+F1', help);
  });

  it('goes from a block to its source, and back to the block', async () => {
    await firstPage();
    await reviewPage.locator('.row.added .side.after').first().focus();
    await press('s', workbench.editor('change-requests/8').getByText('Older pages call it rode'));
    // The review page opens at the position of the cursor.
    await workbench.page
      .locator('[id="status.editor.selection"]')
      .getByText(/^Ln (?!1,)/)
      .waitFor();
    await workbench.runCommand('Marginalia: Open Review Page');
    await reviewPage.locator('.row.added .side.after:focus').filter({ hasText: 'Mooring line' }).waitFor();
  });

  it('shows changes of others on request, without moving before', async () => {
    const first = await firstPage();
    const pages = await reviewPage.locator('.page').count();
    await press('j', reviewPage.locator('.row.change .side:focus'));
    await press('c', field());
    await keyboard.type('Half a thou');
    await reviewPage.getByText('Draft kept').waitFor();
    const box = first.locator('textarea');
    await service.edit(8, 'Glossary', 'Nothing is left of it.');
    await service.edit(8, 'Permits', 'Changed, too.');
    // Changing the subject fetches the change request again.
    await reviewPage.getByRole('button', { name: 'Change Subject…' }).click();
    await reviewPage.getByText('has changed since it was shown').waitFor();
    await keyboard.press('Escape');
    await first.getByText('Mooring line').first().waitFor();
    assert.equal(await reviewPage.locator('.page').count(), pages, 'what has come is not listed yet');
    await waitForCount(reviewPage.locator('.news'), 0);
    // The banner leads a user who reads elsewhere to the changes.
    await reviewPage.getByRole('button', { name: 'Checks' }).click();
    await reviewPage.locator('.banner').getByRole('button', { name: 'Show' }).focus();
    await keyboard.press('Enter');
    await first.getByText('Nothing is left of it.').waitFor();
    await reviewPage.getByText('has changed since it was shown').waitFor({ state: 'detached' });
    await reviewPage.locator('.page').nth(pages).waitFor();
    const banner = reviewPage.getByRole('status').filter({ hasText: 'Since it was shown: 2 pages edited.' });
    await banner.waitFor();
    const marks = reviewPage.locator('.page > header').getByText('Changed since it was shown');
    await waitForCount(marks, 2);
    const change = first.locator('.row:has(.side:focus)').filter({ hasText: 'since it was shown' });
    await eventually(async () => {
      const { y = -1 } = (await change.boundingBox()) ?? {};
      assert.ok(y > 0 && y < (workbench.page.viewportSize()?.height ?? 0), 'the first change is in view');
    });
    assert.equal(await field().count(), 0);
    await waitForValue(box, 'Half a thou');
    await banner.getByRole('button', { name: 'Hide Marks' }).click();
    await waitForCount(reviewPage.locator('.news'), 0);
    await banner.waitFor({ state: 'detached' });
    await service.edit(8, 'Glossary', 'Something is there again.');
    // A refresh shows the changes without the banner.
    await workbench.runCommand('Marginalia: Refresh');
    await first.getByText('Something is there again.').waitFor();
    await waitForCount(reviewPage.getByText('has changed since it was shown'), 0);
  });

  it('compares a replaced image with the former one side by side, with a slider, and alternating', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="720" height="340"><path d="M0 0h99v99z"/></svg>';
    changeFiles(service, { space, number: 8 }, files =>
      files.map(file => (file.name === 'mooring-two.svg' ? withDrawing(service, file, drawing) : file)),
    );
    await workbench.runCommand('Marginalia: Refresh');
    const card = reviewPage.locator('#files li').filter({ hasText: 'mooring-two.svg' });
    // Pages on the way to the files grow when they are read.
    await eventually(async () => {
      await reviewPage.getByRole('button', { name: 'Files' }).click();
      await card.getByText(`→ ${drawing.length} bytes`).waitFor({ timeout: 3000 });
    });
    const [before, after] = [card.getByRole('img', { name: /before$/ }), card.getByRole('img', { name: /after$/ })];
    const lefts = async () => [await before.boundingBox(), await after.boundingBox()].map(box => box?.x);
    await eventually(async () => {
      const widths = [before, after].map(one => one.evaluate(image => (image as HTMLImageElement).naturalWidth));
      assert.deepEqual(await Promise.all(widths), [720, 720]);
    });
    await eventually(async () => {
      const [first = 0, right = 0] = await lefts();
      assert.ok(first < right, 'they are beside each other');
    });

    await card.getByRole('button', { name: 'Slider' }).click();
    const slider = card.getByRole('slider', { name: 'How much is shown of mooring-two.svg as it was' });
    await slider.focus();
    await keyboard.press('End');
    await eventually(async () => {
      const [one, other] = await lefts();
      assert.equal(one, other, 'one is above the other');
    });
    /** Returns which image is visible in the middle. */
    const seen = () =>
      before.evaluate(image => {
        image.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = image.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.getAttribute('alt');
      });
    await eventually(async () => assert.equal(await seen(), 'mooring-two.svg, before'));
    await keyboard.press('Home');
    await eventually(async () => assert.equal(await seen(), 'mooring-two.svg, after'));

    await card.getByRole('button', { name: 'Blink' }).click();
    await after.waitFor({ state: 'visible' });
    await before.waitFor({ state: 'visible' });
    await card.getByRole('button', { name: 'Stop' }).click();
    await card.getByRole('button', { name: 'Go On' }).waitFor();
    const isFirst = await before.isVisible();
    /** Waits until only one of the images is visible. */
    const isOnly = (first: boolean) =>
      eventually(async () => assert.deepEqual([await before.isVisible(), await after.isVisible()], [first, !first]));
    const blink = card.getByRole('button', { name: 'Blink', pressed: true });
    await blink.focus();
    await keyboard.press('Space');
    await isOnly(!isFirst);
    await card.getByRole('button', { name: 'Switch' }).click();
    await isOnly(isFirst);

    await workbench.page.emulateMedia({ reducedMotion: 'reduce' });
    await card.getByRole('button', { name: 'Beside' }).click();
    await card.getByRole('button', { name: 'Blink' }).click();
    await card.getByRole('button', { name: 'Go On' }).waitFor();
  });
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The themes, each with the class that VS Code gives the body of a webview. */
const themes = {
  'Default Light Modern': 'vscode-light',
  'Default Dark Modern': 'vscode-dark',
  'Default High Contrast': 'vscode-high-contrast:not(.vscode-high-contrast-light)',
  'Default High Contrast Light': 'vscode-high-contrast-light',
};
const widths = [1490, 950, 530, 370];

describe('the review page of a reloaded window', () => {
  shareWindow({ settings }, begin);

  it('keeps an unfinished comment in place after switching tabs and a reload, and sends it then', async () => {
    await firstPage();
    assert.deepEqual(await loadedFonts(reviewPage), ['codicon']);
    await reviewPage.locator('.row.change .side.after').first().hover();
    await reviewPage
      .locator('.row.change .side.after')
      .first()
      .getByRole('button', { name: 'Comment on This Block' })
      .click();
    await field().fill('Half a');
    await reviewPage.getByText('Draft kept').waitFor();
    await workbench.runCommand('Help: Welcome');
    await reviewPage.locator('.head').waitFor({ state: 'detached' });
    await workbench.tab('#8').first().click();
    const box = reviewPage.locator('.page textarea');
    await waitForValue(box, 'Half a');
    await box.fill('Half a thought');
    await reviewPage.getByText('Draft kept').waitFor();
    await workbench.reload();
    await waitForValue(box, 'Half a thought');
    await box.fill('A whole thought');
    await reviewPage.getByRole('button', { name: 'Comment Now' }).click();
    await reviewPage.locator('.thread.open').getByText('A whole thought').waitFor();
    await box.waitFor({ state: 'detached' });
    const { node, page } = service.comments(8).find(({ markdown }) => markdown === 'A whole thought') ?? assert.fail();
    assert.ok(node && page);
  });
});

describe('accessibility of the review page', function () {
  this.timeout(360_000);
  shareWindow({ settings }, begin);

  it('keeps "Finish Review" on one line in narrow windows', async () => {
    await firstPage();
    for (const width of [1300, 1000, 960, 900, 860, 800, 760, 700, 500]) {
      await workbench.page.setViewportSize({ width, height: 900 });
      await eventually(async () => {
        const button = (await finish().boundingBox()) ?? assert.fail('The button is on the screen.');
        assert.ok(button.height < 36, `${button.height} px high in a window of ${width} px`);
        assert.ok(button.x + button.width <= width, `cut off in a window of ${width} px`);
      });
    }
  });

  it('passes axe without horizontal scrolling, in every theme and width', async () => {
    const frame = await (await reviewPage.locator('body').elementHandle())?.ownerFrame();
    if (!frame) assert.fail('The page is in a frame.');
    // The content security policy of the page does not apply to scripts that the debugger evaluates.
    await frame.evaluate(axe);
    const first = await firstPage();
    await service.edit(8, 'Glossary', `${await service.markdown(8, 'Glossary')}\n\nMarked as new.`);
    await workbench.runCommand('Marginalia: Refresh');
    await first.locator('.row .news').waitFor();
    await reviewPage.locator('.row.change .side.after').first().hover();
    await reviewPage
      .locator('.row.change .side.after')
      .first()
      .getByRole('button', { name: 'Comment on This Block' })
      .click();
    await reviewPage.getByRole('combobox', { name: 'Which conversations are shown' }).selectOption('resolved');
    const field = reviewPage.locator('.composer textarea');
    const check = async (theme: string, width: number) => {
      await workbench.page.setViewportSize({ width, height: 900 });
      await reviewPage
        .locator(`.body.${width > 800 ? 'split' : 'one'}`)
        .first()
        .waitFor();
      const mode = width > 800 ? 'Side by Side' : 'One Column';
      await reviewPage.getByRole('button', { name: mode, pressed: true }).waitFor();
      await assertAccessible(frame, 'html', `${theme}, ${width}`);
      await field.fill('');
      await field.evaluate(one => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await field.press('@');
      await reviewPage.locator('#offers').getByRole('option', { selected: true }).waitFor();
      await assertAccessible(frame, '#offers, .composer', `completion, ${theme}, ${width}`);
      await field.press('Escape');
      await reviewPage.getByRole('listbox').waitFor({ state: 'hidden' });
    };
    for (const [index, [theme, kind]] of Object.entries(themes).entries()) {
      await workbench.control.configure({ ...settings, 'workbench.colorTheme': theme });
      await reviewPage.locator(`body.${kind}`).waitFor();
      // At the widths in between, nothing has a color that does not occur at the first or last width.
      for (const width of isFullSize || index === 0 ? widths : [1490, 370]) await check(theme, width);
      await finish().click();
      await verdict('Comment', ':focus').waitFor();
      await assertAccessible(frame, 'dialog', `${theme}, finishing`);
      await dialog().getByRole('button', { name: 'Cancel' }).click();
    }
  });
});

/** Asserts that axe finds nothing in parts of the page, and that nothing is outside of the window. */
async function assertAccessible(frame: Frame, parts: string, message: string): Promise<void> {
  // The completion list is placed again after the page has scrolled.
  await eventually(async () => assert.deepEqual(await outside(frame), [], message));
  const violations = await frame.evaluate(async (parts: string) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    return (await axe.run(parts)).violations.map(({ id, nodes }) => {
      const places = nodes.map(({ html }) => html).slice(0, 3);
      return `${id}: ${places.join(' ')}`;
    });
  }, parts);
  assert.deepEqual(violations, [], message);
}

/** Returns what is wider than the window, and the completion list where it is outside of the window. */
function outside(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const wide = [document.documentElement, ...document.querySelectorAll('dialog')]
      .filter(one => one.scrollWidth > Math.min(one.clientWidth + 1, innerWidth))
      .map(one => `${one.localName} of ${one.scrollWidth} pixels in a window of ${innerWidth}`);
    const list = document.querySelector('#offers')?.getBoundingClientRect() ?? new DOMRect();
    const isWithin = list.x >= 0 && list.right <= innerWidth && list.y >= 0 && list.bottom <= innerHeight;
    const box = document.activeElement?.getBoundingClientRect();
    const places = { list, box, innerWidth, innerHeight };
    return [...wide, ...(isWithin ? [] : [JSON.stringify(places)])];
  });
}
