import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { FromPage, ToPage } from '../../src/webview/reviewPage/messages.ts';
import { eventually } from '../host/eventually.ts';
import { whileBusy } from './busy.ts';
import {
  changed,
  commentOf,
  headOf,
  listed,
  canComment,
  pagesOf,
  setPageScript,
  type Thread,
  threadOf,
} from './reviewPageScript.ts';

/** Most of these characters are keys of the page. */
const words = 'even so, just view x + 123 or skip? fungi';

/** The messages that the page sends without any user action. */
const unasked: ReadonlySet<FromPage['type']> = new Set([
  'keys',
  'ready',
  'reading',
  'show',
  'markSeen',
  'count',
  'since',
  'type',
]);

describe('letters typed on the review page', () => {
  const script = setPageScript();
  const { post, sent } = script;
  let page: Page;

  beforeEach(async () => {
    ({ page } = script);
    await post({ type: 'head', head: headOf('A') }, canComment, pagesOf(listed('one'), listed('two')));
    await post({ type: 'page', id: 'one', mode: 'split', facts: [], rows: [{ ...changed, line: 0 }] });
    await postThreads(ownThread());
    await page.locator('.thread').focus();
    await allow();
  });

  const ownThread = (more: Partial<Thread> = {}) => threadOf('t', { comments: [commentOf('Mine')], ...more });
  const postThreads = (...threads: Thread[]) => post({ type: 'threads', id: 'one', threads, hasMore: false });

  /** Confirms that nothing is about to take the focus, as the extension does when no command is running. */
  async function allow(): Promise<void> {
    const { id } = (await sent('keys')).at(-1) ?? assert.fail('The page asks whether letters are keys.');
    await post({ type: 'keys', id });
  }

  const type = (text = words) => page.keyboard.type(text, { delay: 20 });
  const box = () => page.locator('textarea:focus').inputValue();

  async function assertNothingDone(): Promise<void> {
    const all = await page.evaluate(() => (window as unknown as { sent: FromPage[] }).sent);
    assert.deepEqual(
      all.filter(message => !unasked.has(message.type)),
      [],
    );
    assert.equal(await page.locator('.body.split').count(), 1, 'it is shown in the same way');
    assert.equal(await page.locator('dialog, .is-viewed').count(), 0);
  }

  for (const [key, before] of [
    ['c', ''],
    ['r', ''],
    ['e', 'Mine'],
  ] as const) {
    it(`go into the box that ${key} opens`, async () => {
      await whileBusy(() => type(key + words));
      assert.equal(await box(), before + words);
      await assertNothingDone();
    });
  }

  it('go into the box of a reply, even if the page is redrawn around it', async () => {
    const redraws: readonly (() => Promise<void>)[] = [
      () => postThreads(ownThread({ state: 'resolved' })),
      () => post({ type: 'reload' }),
      () => post({ type: 'page', id: 'one', mode: 'split', facts: [], rows: [{ ...changed, line: 0 }] }),
      () => post(pagesOf(listed('two'), listed('one'))),
      () => post(pagesOf(listed('one', { isViewed: true }), listed('two'))),
      () => postThreads(threadOf('another')),
      () => post(pagesOf(listed('two'))),
    ];
    const part = Math.ceil(words.length / (redraws.length + 1));
    await page.keyboard.press('r');
    // The composer is empty at first.
    for (const [index, redraw] of redraws.entries()) {
      await redraw();
      await type(words.slice(index * part, (index + 1) * part));
    }
    await type(words.slice(redraws.length * part));
    assert.equal(await box(), words);
    assert.deepEqual([await sent('mark'), await sent('setResolved'), await sent('open')], [[], [], []]);
  });

  for (const key of ['F1', 'Control+Shift+P']) {
    it(`are not shortcuts after ${key}, which may open something in VS Code, and press no button`, async () => {
      await page.getByRole('button', { name: 'Resolve the Conversation' }).focus();
      await page.keyboard.press(key);
      await whileBusy(() => type());
      const { id } = (await sent('keys')).at(-1) ?? assert.fail('The page asks whether letters are keys.');
      // The events follow each other immediately, because a user who pauses does not continue to type.
      await page.evaluate(
        ({ text, answer }) => {
          const press = (letter: string) =>
            document.activeElement?.dispatchEvent(
              new KeyboardEvent('keydown', { key: letter, bubbles: true, cancelable: true }),
            );
          press('e');
          window.dispatchEvent(new MessageEvent('message', { data: answer }));
          [...text].forEach(press);
        },
        { text: words, answer: { type: 'keys', id } satisfies ToPage },
      );
      await assertNothingDone();
    });
  }

  it('are not shortcuts after a button that makes VS Code ask something, until it has asked', async () => {
    await page.getByRole('button', { name: 'Apply' }).click();
    await type(`x${words}`);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await allow();
    assert.equal((await sent('apply')).length, 1);
    assert.deepEqual([await sent('mark'), await sent('setResolved'), await sent('open')], [[], [], []]);
  });

  for (const key of ['c', 'r', 'e']) {
    it(`go into the box that ${key} opens even if it was pressed as soon as the page had the focus again`, async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await type(key + words);
      assert.equal(await page.locator('textarea').count(), 0);
      await allow();
      assert.equal(await box(), (key === 'e' ? 'Mine' : '') + words);
      await assertNothingDone();
    });
  }

  it('are not inserted when they end a chord of the extension', async () => {
    await page.keyboard.press('c');
    await page.keyboard.press('Alt+m');
    await page.keyboard.press('v');
    await type('vivid');
    assert.equal(await box(), 'vivid');
  });

  it('are shortcuts after a chord that is pressed in a box while that is being sent', async () => {
    await page.keyboard.press('r');
    await page.keyboard.type('An answer');
    await page.keyboard.press('Control+Enter');
    const { draft } = (await sent('send')).at(-1) ?? assert.fail('It is sent.');
    // The events follow each other as fast as an experienced user presses the keys.
    await page.evaluate(closing => {
      const press = (key: string, more: KeyboardEventInit = {}) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
        );
      press('m', { code: 'KeyM', altKey: true });
      press('v');
      window.dispatchEvent(
        new MessageEvent('message', { data: { type: 'draftState', draft: closing, state: 'sent' } }),
      );
      press('f');
    }, draft);
    await page.locator('dialog').waitFor();
  });

  it('are the summary after f, even before the review has been loaded', async () => {
    const offers = [{ verdict: 'comment', title: 'Comment', meaning: 'So.', isRefused: false }] as const;
    const toSend: ToPage = { type: 'toSend', toSend: { pending: [], offers, summary: '' } };
    await whileBusy(async () => {
      await type(`f${words.slice(0, 20)}`);
      await post(toSend);
      await type(words.slice(20));
    });
    assert.equal(await box(), words);
    // A busy browser reports the close event after the next key.
    await page.evaluate(() => {
      document.querySelector('dialog')?.close();
      const key = new KeyboardEvent('keydown', { key: 'f', code: 'KeyF', bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(key);
    });
    await post(toSend);
    await page.locator('input:focus').waitFor();
    await type();
    assert.equal(await box(), words);
    assert.deepEqual(await sent('submit'), []);
  });

  it('do not reopen Finish Review that was closed before the extension reports a change', async () => {
    await page.keyboard.press('f');
    // A busy browser reports the close event after the next message.
    await page.evaluate(
      data => {
        document.querySelector('dialog')?.close();
        window.dispatchEvent(new MessageEvent('message', { data }));
      },
      { type: 'head', head: headOf('A') },
    );
    assert.equal(await page.locator('dialog[open]').count(), 0);
  });

  it('are shortcuts by key position on other keyboard layouts', async () => {
    await page.evaluate(() => {
      const key = new KeyboardEvent('keydown', { key: 'с', code: 'KeyC', bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(key);
    });
    await page.locator('textarea:focus').waitFor();
  });

  it('go to a section after g, and do nothing else there', async () => {
    await type('gx');
    await page.locator('#checks h2:focus').waitFor();
    await type('gv');
    await assertNothingDone();
  });
});

describe('the active page of the review page', () => {
  const script = setPageScript();

  it('is reported to the extension: the one with the focus', async () => {
    await script.post({ type: 'head', head: headOf('A') }, canComment, pagesOf(listed('one'), listed('two')));
    for (const id of ['two', 'one', 'two']) await script.page.locator(`.page[data-id=${id}] h3`).focus();
    await eventually(async () => {
      const ids = (await script.sent('reading')).map(({ id }) => id);
      assert.deepEqual(ids.slice(-3), ['two', 'one', 'two']);
    });
  });
});
