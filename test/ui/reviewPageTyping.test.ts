import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import { waitForCount, waitForValue } from '../host/locators.ts';
import { whileBusy } from './busy.ts';
import { setReviewPage, waitForKeys } from './reviewPageStage.ts';

/** Most of these characters are keys of the page. */
const words = 'even so, just view x + 123 or skip? fungi';

const title = 'Two-point mooring';
const text = 'Drop the upstream anchor.\n\nPay out the line.\n';

describe('fast typing on the review page on a busy machine', () => {
  const on = setReviewPage();
  let number: number;

  beforeEach(async () => {
    number = await on.service.propose('Say it better', title, text);
    await on.open(number);
    await block().waitFor();
  });

  const block = () => on.frame.locator('.row .side.after').filter({ hasText: 'Pay out' }).first();
  const thread = () => on.frame.locator('.thread.open');
  const box = () => on.frame.locator('textarea:focus');
  const type = (letters: string) => on.workbench.page.keyboard.type(letters, { delay: 20 });
  const texts = () => on.service.comments(number).map(({ markdown }) => markdown);

  const waitForFocus = () =>
    eventually(async () => assert.ok(await on.frame.locator('html').evaluate(() => document.hasFocus())));

  /** Sends a comment on the block. */
  async function comment(markdown: string): Promise<void> {
    await block().focus();
    await waitForKeys(on.frame);
    await type('c');
    await on.workbench.page.keyboard.insertText(markdown);
    await on.workbench.page.keyboard.press('Control+Enter');
    await thread().waitFor();
    await waitForCount(on.frame.locator('textarea'), 0);
  }

  /** Asserts that the page is unchanged: nothing is viewed, opened or begun, and no conversation is resolved. */
  async function assertNothingDone(): Promise<void> {
    const { page } = on.workbench;
    assert.equal(await on.frame.locator('dialog, .is-viewed, .thread.resolved').count(), 0);
    assert.equal(await on.frame.getByRole('button', { name: 'Side by Side', pressed: true }).count(), 1);
    await waitForCount(page.locator('.tabs-container .tab'), 1);
  }

  it('fills the boxes of c, e and r, even while the page is redrawn', async () => {
    await block().focus();
    await waitForKeys(on.frame);
    await whileBusy(() => type(`c${words}`));
    await waitForValue(box(), words);
    await on.workbench.page.keyboard.press('Control+Enter');
    await thread().getByText(words).waitFor();
    await thread().focus();
    await waitForKeys(on.frame);
    await whileBusy(() => type(`e${words}`));
    await waitForValue(box(), words + words);
    await on.workbench.page.keyboard.press('Control+Enter');
    await thread()
      .getByText(words + words)
      .waitFor();
    await thread().focus();
    await waitForKeys(on.frame);
    await whileBusy(async () => {
      const drawn = on.service
        .edit(number, title, `Look around.\n\n${text}`)
        .then(() => on.workbench.control.execute('marginalia.tree.refresh'));
      await type(`r${words}`);
      await drawn;
    });
    await on.frame.getByText('Look around.').first().waitFor();
    await waitForValue(box(), words);
    await assertNothingDone();
  });

  it('triggers no shortcut after F1: the palette gets the text typed since it opened', async () => {
    const { page, quickInput } = on.workbench;
    await block().focus();
    await waitForKeys(on.frame);
    await whileBusy(async () => {
      await page.keyboard.press('F1');
      await type(words);
    });
    const input = quickInput.locator('input').first();
    await input.waitFor();
    const typed = (await input.inputValue()).replace(/^>/, '');
    assert.ok(words.endsWith(typed) && typed !== '', typed);
    await page.keyboard.press('Escape');
    await waitForKeys(on.frame);
    await assertNothingDone();
  });

  it('fills the box of r after a suggestion has been applied, and after a question', async () => {
    const { workbench } = on;
    await comment('```suggestion\nPay out the long line.\n```');
    await thread().getByRole('button', { name: 'Apply' }).click();
    await workbench.answer('Apply');
    await thread().focus();
    await whileBusy(() => type(`r${words}`));
    await waitForValue(box(), words);
    await on.frame.getByText('Pay out the long line.').first().waitFor();
    await waitForValue(box(), words);
    await workbench.page.keyboard.press('Control+Enter');
    await thread().getByText(words).waitFor();
    await thread().getByRole('button', { name: 'Delete the Comment…' }).first().click();
    await workbench.answer('Cancel');
    await thread().focus();
    await whileBusy(() => type(`c${words}`));
    await waitForValue(box(), words);
    await assertNothingDone();
    assert.equal(texts().length, 1);
  });

  it('triggers no shortcut between the palette and the prompt of its command', async () => {
    const { workbench, frame } = on;
    await block().focus();
    await waitForKeys(frame);
    await frame.locator('html').evaluate(html => {
      const observer = new MutationObserver(() => {
        if (html.dataset['keys'] === 'on') html.dataset['wereOn'] = 'true';
      });
      observer.observe(html, { attributeFilter: ['data-keys'] });
    });
    // The extension host receives the command and the focus of the page at once.
    const extensions = await workbench.control.processId();
    process.kill(extensions, 'SIGSTOP');
    try {
      await workbench.runCommand('Marginalia: Open from Link...');
      await waitForFocus();
    } finally {
      process.kill(extensions, 'SIGCONT');
    }
    await workbench.quickInput.filter({ hasText: 'Open from Link' }).waitFor();
    assert.equal(await frame.locator('html').getAttribute('data-were-on'), null);
    await workbench.page.keyboard.press('Escape');
  });

  it('triggers no shortcut after a command with a prompt', async () => {
    const { workbench } = on;
    await block().focus();
    await waitForKeys(on.frame);
    await whileBusy(async () => {
      await workbench.runCommand('Marginalia: Open from Link...');
      await type(words);
    });
    const input = workbench.quickInput.locator('input').first();
    await workbench.quickInput.filter({ hasText: 'Open from Link' }).waitFor();
    assert.ok(words.endsWith(await input.inputValue()));
    await workbench.page.keyboard.press('Escape');
    await assertNothingDone();
  });
});
