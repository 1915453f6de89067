import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ToPage } from '../../src/webview/reviewPage/messages.ts';
import { waitForCount, waitForValue } from '../host/locators.ts';
import { setRenderedPage, post } from './renderedPage.ts';
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

describe('a conversation on the review page', () => {
  const { page, postThread } = setThread();

  it('shows the text of its first comment without Markdown while it is collapsed', async () => {
    const comment = commentOf('c', {
      author: 'Jun',
      markdown: '> See **the** [log](https://log.example)',
      isYou: false,
    });
    await postThread({ state: 'resolved', excerpt: 'See the log', comments: [comment] });
    const folded = page().locator('.folding');
    await folded.getByText('See the log').waitFor();
    assert.doesNotMatch(await folded.innerText(), /[*>[\]]/);
  });

  it('hides the middle of a long conversation with a count, and shows all on demand', async () => {
    const textsOf = async () => page().locator('.thread .comment .prose, .thread .fold').allInnerTexts();
    for (const [count, expected] of [
      [4, ['1', '2', '3', '4']],
      [5, ['1', 'Show 2 more', '4', '5']],
      [9, ['1', 'Show 6 more', '8', '9']],
    ] as const) {
      const texts = Array.from({ length: count }, (_, index) => `${index + 1}`);
      const comments = texts.map(text => commentOf(text, { id: `${count}-${text}`, html: `<p>${text}</p>` }));
      await postThread({ id: `of ${count}`, comments });
      assert.deepEqual(await textsOf(), expected);
      if (count === 4) continue;
      await page()
        .getByRole('button', { name: /^Show \d more$/ })
        .click();
      assert.deepEqual(await textsOf(), texts);
    }
  });

  it('shows who has reacted, including users without a name', async () => {
    const reactions = [
      { emoji: '👍', count: 3, isYours: true, names: ['Jun Sato', 'Tomasz Nowak'] },
      { emoji: '👀', count: 3, isYours: false, names: ['Jun Sato'] },
      { emoji: '🎉', count: 1, isYours: false, names: [] },
      { emoji: '🚀', count: 1, isYours: true, names: [] },
    ];
    await postThread({ comments: [commentOf('c', { reactions })] });
    const titles = await page()
      .locator('.chip')
      .evaluateAll(chips => chips.map(chip => (chip as unknown as { title: string }).title));
    assert.deepEqual(titles, [
      'You, Jun Sato, and Tomasz Nowak reacted with 👍',
      'Jun Sato and 2 other people reacted with 👀',
      '1 person reacted with 🎉',
      'You reacted with 🚀',
    ]);
  });

  it('has different icons for discarding a draft and deleting a comment', async () => {
    const sent = commentOf('c', { author: 'Mira Aaltonen', isSuggestion: false, reactions: [] });
    const pending = { ...sent, id: 'd', draft: 'pending' } as const;
    await postThread({ comments: [sent, pending] });
    const drawing = (name: string) =>
      page().getByRole('button', { name }).locator('.icon').last().getAttribute('class');
    const deleting = await drawing('Delete the Comment');
    const discarding = await drawing('Discard');
    assert.ok(deleting);
    assert.notEqual(discarding, deleting);
    await page().getByRole('button', { name: 'Edit', exact: true }).click();
    await waitForValue(page().locator('textarea'), 'c');
    assert.equal(await drawing('Leave as It Was'), discarding);
    await page().locator('.reply').click();
    assert.equal(await drawing('Discard'), discarding);
  });

  it('shows a pending comment under the name of its author', async () => {
    const pending = commentOf('c', { author: 'Mira Aaltonen', draft: 'pending', reactions: [] });
    await postThread({ comments: [pending] });
    const header = page().locator('.comment > header');
    await header.getByText('Mira Aaltonen').waitFor();
    await header.getByText('(you)').waitFor();
    assert.equal(await header.locator('.avatar').innerText(), 'MA');
  });

  it('shows no initial of "You" when the name is unknown', async () => {
    await postThread({ comments: [commentOf('c', { author: 'You', draft: 'pending', reactions: [] })] });
    const header = page().locator('.comment > header');
    await header.locator('.avatar .icon-person').waitFor({ state: 'attached' });
    assert.equal(await header.getByText('(you)').count(), 0);
  });
});

describe('the summary of a review on the review page', () => {
  const script = setPageScript();

  it('is next to its verdict, whichever is loaded first', async () => {
    const { page, post } = script;
    const verdicts = [{ comment: 'summary', verdict: 'Changes requested', tone: 'bad' as const }];
    const comment = (id: string) => threadOf(id, { comments: [commentOf(id)] });
    const header = (id: string) => page.locator(`[data-comment="${id}"] > header`);
    await post({ type: 'head', head: headOf('A') }, canComment);
    await post({ type: 'threads', id: '', threads: [comment('summary'), comment('other')], hasMore: false });
    await post({ type: 'head', head: { ...headOf('A'), verdicts } });
    await header('summary').getByText('Changes requested').waitFor();
    assert.equal(await header('other').locator('.verdict').count(), 0);
    await post({ type: 'threads', id: '', threads: [comment('other')], hasMore: false });
    await post({ type: 'threads', id: '', threads: [comment('summary'), comment('other')], hasMore: false });
    await header('summary').getByText('Changes requested').waitFor();
  });
});

describe('buttons of a block on the review page', function () {
  this.timeout(60_000);
  const rendered = setRenderedPage();
  const phrase = 'as it was, with as many words as it takes to reach the end of the line, and to go on, ';
  const text = phrase.repeat(6);
  const blocks = [
    `A paragraph ${text}`,
    'Short as it was',
    `## A heading ${phrase}${phrase}`,
    `- An item ${text}`,
    `> A quotation ${text}`,
    `| Column one ${phrase} | Column two |\n| --- | --- |\n| A cell ${text} | Another cell |`,
    `\`\`\`\nCode ${text}\n\`\`\``,
    `\`\`\`js\nconst was = '${text}';\n\`\`\``,
    `{% hint style="info" %}\nA hint ${text}\n{% endhint %}`,
    `${'כפי שהיה עם הרבה מילים '.repeat(20)} was`,
    `## ${'כפי שהיה עם הרבה מילים '.repeat(8)} was`,
  ];
  const before = blocks.join('\n\n');

  for (const mode of ['split', 'one', 'after'] as const) {
    for (const width of [1440, 900, 480]) {
      it(`cover no text (${mode}, ${width} px)`, async () => {
        const after = before.replaceAll('was', 'is');
        const page = await rendered.show({ before, after, mode, width, more: [canComment] });
        await waitForCount(page.locator('.row.change'), blocks.length);
        assert.ok((await page.locator('.side > .tools').count()) >= blocks.length);
        assert.deepEqual(await page.evaluate(coveredTexts), []);
      });
    }
  }
});

/** Returns the texts of the page that buttons of blocks cover, without texts that are scrolled out of view. */
function coveredTexts(): string[] {
  const boxes = [...document.querySelectorAll('.side > .tools')].map(tools => tools.getBoundingClientRect());
  const range = document.createRange();
  const walker = document.createTreeWalker(document.querySelector('.page') ?? document.body, NodeFilter.SHOW_TEXT);
  const covered: string[] = [];
  while (walker.nextNode()) {
    const { parentElement } = walker.currentNode;
    if (!parentElement?.checkVisibility() || parentElement.closest('.tools')) continue;
    range.selectNodeContents(walker.currentNode);
    let clip = new DOMRect(0, -1e6, innerWidth, 1e7);
    for (let one: Element | null = parentElement; one; one = one.parentElement) {
      if (getComputedStyle(one).overflowX === 'visible') continue;
      const rect = one.getBoundingClientRect();
      const start = Math.max(rect.left, clip.left);
      clip = new DOMRect(start, clip.top, Math.min(rect.right, clip.right) - start, clip.height);
    }
    const isCovered = [...range.getClientRects()].some(rect =>
      boxes.some(
        box =>
          Math.min(rect.right, clip.right) > box.left + 1 &&
          Math.max(rect.left, clip.left) < box.right - 1 &&
          rect.bottom > box.top + 1 &&
          rect.top < box.bottom - 1,
      ),
    );
    if (isCovered) covered.push(walker.currentNode.textContent ?? '');
  }
  return covered;
}

describe('a review that is being sent from the review page', () => {
  const script = setPageScript();

  it('is cancelled by the button that closed the dialog before', async () => {
    const { page, post, sent } = script;
    await post({ type: 'head', head: headOf('A') }, canComment, pagesOf(listed('one')));
    await page.getByRole('button', { name: 'Finish Review' }).click();
    const offers = [{ verdict: 'approved', title: 'Approve', meaning: 'So.', isRefused: false }] as const;
    await post({ type: 'toSend', toSend: { pending: [], offers, verdict: 'approved', summary: '' } });
    const dialog = page.locator('dialog');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('button', { name: 'Stop Sending' }).click();
    assert.equal((await sent('stop')).length, 1);
    await dialog.getByText('Stopping…').waitFor();
    await post({ type: 'finished', why: 'It was canceled.', isBegun: true });
    await dialog.getByText('It was canceled.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await sent('stop')).length, 1);
  });
});

describe('the dialog of a review that is being sent', () => {
  const script = setPageScript();
  const offers = [{ verdict: 'approved', title: 'Approve', meaning: 'So.', isRefused: false }] as const;
  const pending = ['First', 'Second'].map(text => ({ kind: 'comment' as const, text }));
  const toSend = { pending, offers, verdict: 'approved', summary: 'Well done.' } as const;
  const dialog = () => script.page.locator('dialog');
  const open = () => script.page.getByRole('button', { name: 'Finish Review' }).click();

  beforeEach(async () => {
    await script.post({ type: 'head', head: headOf('A') }, canComment, pagesOf(listed('one')));
    await open();
  });

  it('shows progress when it is reopened, and reports that it does', async () => {
    const { page, post, sent } = script;
    await post({ type: 'toSend', toSend });
    await dialog().getByRole('button', { name: 'Send 2 Pending and Approve' }).click();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await open();
    assert.deepEqual(await sent('showsSending'), [{ type: 'showsSending', isShown: false }]);
    await post({ type: 'toSend', toSend: { ...toSend, sent: 1 } });
    await dialog().getByText('1 of 2 is sent').waitFor();
    await waitForCount(dialog().locator('li.sent'), 1);
    await post({ type: 'sending', sent: 2 });
    await waitForCount(dialog().locator('li.sent'), 2);
    await dialog().getByRole('button', { name: 'Stop Sending' }).click();
    assert.equal((await sent('showsSending')).at(-1)?.isShown, true);
    assert.deepEqual([(await sent('stop')).length, (await sent('submit')).length], [1, 1]);
  });

  it('offers no second sending before the first has ended', async () => {
    const { post } = script;
    await post({ type: 'toSend', toSend });
    const send = dialog().getByRole('button', { name: 'Send 2 Pending and Approve' });
    await send.click();
    await dialog().getByRole('button', { name: 'Stop Sending' }).waitFor();
    assert.equal(await send.isDisabled(), true);
    await post({ type: 'finished', why: 'It was canceled.', isBegun: false });
    await dialog().getByText('It was canceled.').waitFor();
    assert.equal(await send.isEnabled(), true);
  });

  it('sends nothing twice after a reload, and is locked meanwhile', async () => {
    const { page, post, sent } = script;
    await post({ type: 'toSend', toSend: { ...toSend, sent: 0 } });
    await dialog().getByRole('button', { name: 'Stop Sending' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('#summary').pressSequentially(' Or not.');
    await waitForValue(page.locator('#summary'), 'Well done.');
    assert.deepEqual(await sent('submit'), []);
    await post({ type: 'finished', isBegun: false });
    await dialog().waitFor({ state: 'detached' });
  });

  it('stays closed when it was closed before the sending was cancelled elsewhere', async () => {
    const { page, post } = script;
    await post({ type: 'toSend', toSend });
    await dialog().getByRole('button', { name: 'Send 2 Pending and Approve' }).click();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await post({ type: 'finished', why: 'It was canceled.', isBegun: true, isCancelled: true });
    await waitForCount(dialog(), 0);
    await open();
    await post({ type: 'toSend', toSend: { ...toSend, stopped: 'It was stopped.' } });
    await dialog().getByRole('button', { name: 'Continue' }).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).waitFor();
  });
});

describe('the toolbar of the review page', () => {
  const rendered = setRenderedPage();
  let page: Page;
  const link = (name: string) => page.locator('.section-link', { hasText: name });
  const current = () => page.locator('.section-link[aria-current]');

  /** Shows a page with this number of paragraphs, and a file. */
  async function show(paragraphs: number): Promise<void> {
    const before = Array.from({ length: paragraphs }, (_, index) => `Paragraph ${index} as it was.`).join('\n\n');
    const file = { id: 'f', name: 'f.pdf', kind: 'created', change: 'added', isPicture: false, quote: '' } as const;
    const one = { id: 'p', title: 'Page', path: 'docs/page', ancestors: [], kind: 'edited', conversations: 0 } as const;
    const pages = [{ ...one, isViewedBefore: false }];
    const more: ToPage = { type: 'pages', pages, files: [file], others: [], more: 0 };
    page = await rendered.show({ before, after: before.replaceAll('was', 'is'), more: [more] });
    // The blocks are drawn in parts, which makes the page longer.
    await waitForCount(page.locator('.row.change'), paragraphs);
  }

  it('marks the visible section from the start', async () => {
    await show(1);
    await current().and(link('Conversation')).waitFor();
  });

  for (const name of ['Files', 'Checks', 'Changes', 'Conversation']) {
    for (const [paragraphs, length] of [
      [1, 'short'],
      [12, 'long'],
    ] as const) {
      it(`marks ${name} after going there, even if it is not at the top of a ${length} page`, async () => {
        await show(paragraphs);
        await link('Changes').click();
        await link(name).click();
        await page.locator(`#${name.toLowerCase()} h2:focus`).waitFor();
        await current().and(link(name)).waitFor();
        assert.equal(await current().count(), 1);
      });
    }
  }

  it('marks the last section at the end of a page, and the visible one above it', async () => {
    await show(60);
    const scroll = (end: number) => page.evaluate(top => scrollTo({ top, behavior: 'instant' }), end);
    await scroll(1e6);
    await current().and(link('Checks')).waitFor();
    await scroll(1000);
    await current().and(link('Changes')).waitFor();
    await scroll(0);
    await current().and(link('Conversation')).waitFor();
  });
});

describe('inline code on the review page', () => {
  const rendered = setRenderedPage();

  it('has readable changes and characters in a high contrast theme with a dark background', async () => {
    const before = '`if (isAdmin) return` and `zero\u200bwidth`';
    const page = await rendered.show({ before, after: before.replace(')', '\u200b)').replace('return', 'exit') });
    await page.locator('body').evaluate(({ classList, style }) => {
      classList.add('vscode-high-contrast-light');
      style.setProperty('--vscode-textPreformat-background', '#09345f');
      style.setProperty('--vscode-textPreformat-foreground', '#fff');
    });
    const contrasts = await page
      .locator('.prose code :is(ins, del, .marginalia-invisible):visible')
      .evaluateAll(contrastsOf);
    assert.ok(contrasts.length >= 5, contrasts.join());
    for (const contrast of contrasts) assert.ok(contrast >= 4.5, contrasts.join());
  });
});

describe('a comment box on the review page', () => {
  const rendered = setRenderedPage();

  it('contains its title when it is narrow', async () => {
    const box =
      '{% swagger-parameter name="signature" in="header" type="authorization" %}\nText.\n{% endswagger-parameter %}';
    const column = `{% column %}\n${box}\n{% endcolumn %}\n`;
    const after = `{% columns %}\n${column.repeat(4)}{% endcolumns %}`;
    const page = await rendered.show({ before: 'a', after, width: 480 });
    const excesses = await page.locator('.marginalia-box > .marginalia-title').evaluateAll(all =>
      all.map(title => {
        const range = document.createRange();
        range.selectNodeContents(title);
        const { right = 0 } = title.parentElement?.getBoundingClientRect() ?? {};
        return Math.round(range.getBoundingClientRect().right - right);
      }),
    );
    assert.equal(excesses.length, 4);
    for (const excess of excesses) assert.ok(excess <= 0, `${excess} px`);
  });
});

describe('reviewers on the review page', () => {
  const rendered = setRenderedPage();

  it('show the age of a verdict on one line, even in languages that do not abbreviate it', async () => {
    const when = { short: 'vor 10 Monaten', full: '' };
    const reviewers = [{ name: 'Tomasz Wójcik', verdict: 'Genehmigt', tone: 'good', when, isYou: false } as const];
    for (const width of [1440, 1240, 480]) {
      const more: ToPage[] = [{ type: 'head', head: { ...headOf('A'), reviewers } }];
      const page = await rendered.show({ before: 'a', after: 'b', width, more });
      const { height = Infinity } = (await page.locator('.person .when').boundingBox()) ?? {};
      assert.ok(height < 26, `${height} px at a width of ${width} px`);
      await page.close();
    }
  });
});

describe('an unsent reply on the review page', () => {
  const rendered = setRenderedPage();

  it('is the only reply box of its conversation', async () => {
    const unsent = commentOf('Half a thought', { draft: 'unsent', reactions: [] });
    const threads = [threadOf('sent', { comments: [commentOf('First words'), unsent] })];
    const page = await rendered.show({
      before: 'a',
      after: 'b',
      more: [canComment, { type: 'threads', id: 'p', threads, hasMore: false }],
    });
    const thread = page.locator('.thread');
    await thread.getByRole('textbox').waitFor();
    assert.equal(await thread.getByRole('textbox').count(), 1);
    await thread.getByRole('button', { name: 'Reply…' }).waitFor({ state: 'hidden' });
    await thread.getByRole('button', { name: 'Resolve the Conversation' }).waitFor();
  });
});

describe('the review page in a window of 300 px', () => {
  const rendered = setRenderedPage();
  const texts = { before: 'As it was.', after: 'As it is.' };
  const pending = Array.from({ length: 9 }, (_, index) => ({ kind: 'comment' as const, text: `Comment ${index}` }));
  const offers = [
    { verdict: 'approved', title: 'Approve', meaning: 'It can be merged as it is.', isRefused: false },
    { verdict: 'changes-requested', title: 'Request Changes', meaning: 'Something has to change.', isRefused: false },
  ] as const;
  const toSend = { pending, offers, verdict: 'changes-requested', summary: '' } as const;

  it('shows a verdict on one line below the name, even on hover', async () => {
    const verdicts = [{ comment: 'summary', verdict: 'Changes requested', tone: 'bad' as const }];
    const comment = commentOf('summary', { author: 'Tomasz Wójcik', isYou: false, isNew: false, reactions: [] });
    const more: ToPage[] = [
      canComment,
      { type: 'head', head: { ...headOf('A'), verdicts } },
      { type: 'threads', id: '', threads: [threadOf('t', { comments: [comment] })], hasMore: false },
    ];
    const page = await rendered.show({ ...texts, width: 300, more });
    const header = page.locator('[data-comment="summary"] > header');
    const heightOf = async (what: string) => (await header.locator(what).boundingBox())?.height ?? Infinity;
    await header.getByText('Changes requested').waitFor();
    for (const point of [() => page.mouse.move(0, 0), () => header.hover()]) {
      await point();
      assert.ok((await heightOf('.verdict')) < 26, `${await heightOf('.verdict')} px`);
      const { width = 0 } = (await header.locator('b').boundingBox()) ?? {};
      assert.ok(width > 40, `the name has ${width} px`);
    }
  });

  it('keeps the buttons of a long dialog visible, including the one that cancels sending', async () => {
    const checks = Array.from({ length: 5 }, () => ({
      text: 'Somebody was asked to review it.',
      tone: 'bad' as const,
    }));
    const head: ToPage = { type: 'head', head: { ...headOf('A'), checks } };
    const page = await rendered.show({ ...texts, width: 300, more: [canComment, head] });
    await page.setViewportSize({ width: 300, height: 500 });
    await page.getByRole('button', { name: 'Finish Review' }).click();
    const dialog = page.locator('dialog');
    const assertInSight = async (name: RegExp) => {
      const button = dialog.getByRole('button', { name });
      await button.waitFor();
      const { y = Infinity, height = 0 } = (await button.boundingBox()) ?? {};
      assert.ok(y + height <= 500, `${name} ends at ${y + height} px`);
    };
    await post(page, { type: 'toSend', toSend });
    await assertInSight(/^Send 9 Pending and Request Changes/);
    await page.keyboard.press('Control+Enter');
    await assertInSight(/^Stop Sending$/);
  });
});

/** Opens the review page for each test of the enclosing `describe`, with a page that can be discussed. */
function setThread(): { page: () => Page; postThread: (more: Partial<Thread>) => Promise<void> } {
  const script = setPageScript();
  beforeEach(async () => {
    await script.post({ type: 'head', head: headOf('A') }, canComment, pagesOf(listed('one')));
    await script.post({ type: 'page', id: 'one', mode: 'split', facts: [], rows: [{ ...changed, line: 0 }] });
  });
  return {
    page: () => script.page,
    postThread: more => script.post({ type: 'threads', id: 'one', threads: [threadOf('t', more)], hasMore: false }),
  };
}

/** Returns the contrast between the color of each element and the background behind it. Runs in the page. */
function contrastsOf(elements: Element[]): number[] {
  const luminanceOf = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? [])
      .slice(0, 3)
      .map(part => Number(part) / 255)
      .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element);
    return /, 0\)$/.test(backgroundColor) && element.parentElement
      ? backgroundOf(element.parentElement)
      : backgroundColor;
  };
  return elements.map(element => {
    const luminances = [luminanceOf(getComputedStyle(element).color), luminanceOf(backgroundOf(element))];
    return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
  });
}
