import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { FromPage, ListedFile, PageThread, ToPage } from '../../src/webview/reviewPage/messages.ts';
import { waitForCount, waitForValue } from '../host/locators.ts';
import {
  changed,
  commentOf,
  headOf,
  listed,
  canComment,
  pagesOf,
  type Part,
  setPageScript,
  type Thread,
  threadOf,
} from './reviewPageScript.ts';

const draft = '0b6c1c8e-6a5c-4d7e-9a55-1f2f3f4f5f6f';

/** Messages of every type with a text in every text field, in the order in which the extension sends them. */
const fileOf = (id: string, name = id): ListedFile => ({
  ...{ id, name, kind: 'edited', change: 'edited', isPicture: false, quote: `On the file “${name}”:` },
});
const messagesWith = (text: string): ToPage[] => [
  { type: 'place', place: { connection: text, space: text, number: 8, drawn: text, previous: text } },
  { type: 'head', head: headOf(text) },
  canComment,
  {
    type: 'pages',
    pages: [
      {
        ...{ id: text, title: text, path: text, ancestors: [text], kind: 'edited', isViewed: false },
        ...{ isViewedBefore: true, conversations: 1, smallChange: text, recentChange: text },
      },
    ],
    files: [
      { ...fileOf(text), isPicture: true, isViewed: true, facts: [{ name: text, before: text }], recentChange: text },
      { ...fileOf(`${text} 2`), kind: 'created' },
    ],
    others: [
      {
        ...{ id: text, name: text, detail: text, kind: 'edited', change: text, hasText: true, canAppearOnPages: true },
        facts: [{ name: text, before: text }],
      },
    ],
    against: { words: text, before: text, isSince: true },
    note: text,
    more: 3,
  },
  {
    type: 'page',
    ...{ id: text, mode: 'split' },
    facts: [{ name: text, before: text, after: text }],
    movedBelow: [{ title: text, before: text, after: text }],
    rows: [
      {
        kind: 'changed',
        label: text,
        before: '<p>a</p>',
        after: '<p>b</p>',
        notes: '',
        count: 1,
        line: 0,
        recentChange: text,
      },
    ],
  },
  { type: 'threads', id: text, threads: [threadOf(text), threadOf(`${text} 2`, { state: 'resolved' })], hasMore: true },
  { type: 'threads', id: '', threads: [threadOf(`${text} 3`)], hasMore: true },
  { type: 'filters', filters: [{ id: text, name: text, count: 2 }] },
  { type: 'talk', events: headOf(text).events },
  { type: 'since', conversation: text, why: text, canCompare: true },
  { type: 'failed', id: text, why: text },
  { type: 'banner', text, label: text },
  { type: 'pictures', id: text, before: 'data:image/png;base64,', after: 'data:image/png;base64,', sizes: text },
  { type: 'pictures', id: text, sizes: text, why: text },
  { type: 'text', id: text, mode: 'split', rows: [], why: text },
  { type: 'pagesFound', id: text, pages: [{ id: text, title: text, path: text }], why: text },
  { type: 'image', address: text, why: text },
  { type: 'go', step: 'finish' },
  {
    type: 'toSend',
    toSend: {
      pending: [{ kind: 'reply', text, page: text }],
      offers: [{ verdict: 'approved', title: text, meaning: text, isRefused: false }],
      ...{ verdict: 'approved', summary: text, stopped: text },
    },
  },
  { type: 'finished', why: text, isBegun: true },
  { type: 'reviewUnavailable', why: text },
  { type: 'completions', id: 1, offers: [{ label: text, description: text, insert: text }] },
];

describe('the review page in a browser', () => {
  const script = setPageScript();
  const { post, sent } = script;
  let page: Page;
  beforeEach(() => ({ page } = script));

  for (const hostile of [
    '<img src=x onerror="ran.push(1)">',
    '"><script>ran.push(1)</script>',
    '" onmouseover="ran.push(1)" data-a="',
    '</div></main><iframe srcdoc="<script>parent.ran.push(1)</script>"></iframe>',
  ]) {
    it(`escapes hostile text in every field of every message: ${hostile}`, async () => {
      for (const message of messagesWith(hostile)) {
        await post(message);
        const dangers = await page.evaluate(() => {
          const selector =
            'script, iframe, object, embed, [onerror], [onmouseover], [data-a], img:not([alt]), img[src=x]';
          const dangers = [...document.body.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML);
          const { ran } = window as unknown as { ran: unknown[] };
          return { dangers: dangers.filter(html => !html.startsWith('<script>"use strict"')), ran };
        });
        assert.deepEqual(dangers, { dangers: [], ran: [] }, message.type);
      }
    });
  }

  it('shows hostile text at its place', async () => {
    const hostile = '<b>$&</b>';
    await post(...messagesWith(hostile).filter(({ type }) => type === 'head'), canComment);
    assert.equal((await page.locator('h1').innerText()).trim(), `#8 ${hostile}`);
    assert.ok((await page.locator('.person .name').innerText()).startsWith(hostile));
    assert.equal(await page.locator('p.summary').innerText(), hostile);
    await post(...messagesWith(hostile).filter(({ type }) => type === 'pages'));
    assert.equal(await page.getByRole('button', { name: hostile, exact: true }).first().innerText(), hostile);
    await post({ type: 'banner', text: hostile, label: hostile });
    assert.ok(await page.getByText(hostile).first().isVisible());
  });

  it('goes to the next change by shortcut even if it is not rendered or listed yet', async () => {
    const next: ToPage = { type: 'go', step: 'nextChange' };
    const focused = () => page.evaluate(() => document.activeElement?.closest('.row, .page')?.textContent ?? '');
    await post({ type: 'head', head: headOf('A') }, canComment, next);
    await post(pagesOf(listed('first'), listed('second')));
    assert.match(await focused(), /^first/);
    const rows = Array.from({ length: 20 }, (_, at) => ({ ...changed, after: `<p>Block ${at}.</p>`, line: at }));
    const message: ToPage = { type: 'page', id: 'first', mode: 'split', facts: [], rows };
    await post(message, ...Array.from({ length: 12 }, () => next));
    assert.match(await focused(), /Block 11\./);
  });

  it('leaves a pending comment unchanged while it is edited', async () => {
    const comment = commentOf('First words', { id: draft, draft: 'pending', reactions: [] });
    await post({ type: 'head', head: headOf('A') }, canComment);
    await post({ type: 'threads', id: '', threads: [threadOf('t', { comments: [comment] })], hasMore: false });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Change the pending comment' }).fill('Other words');
    await page.getByRole('button', { name: 'Leave as It Was' }).click();
    const [{ draft: change } = {}] = (await sent('discard')) as { draft?: string }[];
    assert.ok(change !== undefined && change !== draft);
    assert.deepEqual(await sent('send'), []);
  });

  it('opens the box of a pending comment with its unsaved edit, and keeps that when the comment is sent', async () => {
    const pending = { ...commentOf('First words', { id: draft, draft: 'pending', reactions: [] }) };
    const change = { draft: '00000000-0000-4000-8000-00000000000c', text: 'Half a chan' };
    const listed = (thread: PageThread): ToPage => ({ type: 'threads', id: '', threads: [thread], hasMore: false });
    await post({ type: 'head', head: headOf('A') }, canComment);
    await post(listed(threadOf(draft, { state: 'draft', comments: [{ ...pending, change }] })));
    const box = page.getByRole('textbox', { name: 'Change the pending comment' });
    await waitForValue(box, 'Half a chan');
    await box.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('ge, and mo');
    const unsent = commentOf('Half a chan', { id: change.draft, draft: 'unsent', reactions: [], edited: 'sent' });
    await post(listed(threadOf('sent', { comments: [commentOf('First words', { id: 'sent' }), unsent] })));
    await page.keyboard.type('re');
    await waitForValue(page.getByRole('textbox', { name: 'Change the comment' }), 'Half a change, and more');
    assert.equal(await page.getByRole('textbox').count(), 1);
  });

  const motion = [
    ['only in VS Code', 'no-preference', 'vscode-reduce-motion', 'Go On'],
    ['only in the system', 'reduce', '', 'Go On'],
    ['in neither', 'no-preference', '', 'Stop'],
  ] as const;
  for (const [what, reducedMotion, className, button] of motion) {
    it(`${button === 'Stop' ? 'alternates' : 'does not alternate'} images when reduced motion is on ${what}`, async () => {
      await page.emulateMedia({ reducedMotion });
      await page.evaluate(name => (document.body.className = name), className);
      const files = [{ ...fileOf('f'), isPicture: true }];
      await post({ type: 'pages', pages: [], files, others: [], more: 0 });
      const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
      await post({ type: 'pictures', id: 'f', before: picture, after: picture, sizes: '' });
      await page.getByRole('button', { name: 'Blink' }).click();
      assert.equal(await page.locator('.turns button').last().innerText(), button);
    });
  }

  it('shows other changes, and links to the pages that show them', async () => {
    const other = (id: string, canAppearOnPages: boolean) => {
      const facts = [{ name: 'Value', before: '1', after: '2' }];
      return {
        id,
        name: id,
        detail: 'variable',
        kind: 'edited',
        change: 'edited',
        facts,
        hasText: canAppearOnPages,
        canAppearOnPages,
      } as const;
    };
    const others = [other('edition', true), other('year', false)];
    await post({ type: 'pages', pages: [], files: [], others, more: 0 });
    const items = page.locator('.others > ul > li');
    assert.match(await items.first().innerText(), /edition[^]*variable[^]*Value[^]*1[^]*→[^]*2/);
    assert.equal(await items.last().getByRole('button').count(), 0);
    await page.waitForFunction(() =>
      (window as unknown as { sent: FromPage[] }).sent.some(one => one.type === 'showText'),
    );
    assert.deepEqual(await sent('showText'), [{ type: 'showText', id: 'edition', mode: 'split' }]);
    await post({ type: 'text', id: 'edition', mode: 'split', rows: [{ ...changed, before: '<p>one</p>' }] });
    assert.match(await items.first().innerText(), /one[^]*b/);
    await items.first().getByRole('button', { name: 'Find the Pages That Show It' }).click();
    assert.deepEqual(await sent('findPages'), [{ type: 'findPages', id: 'edition' }]);
    await post({ type: 'pagesFound', id: 'edition', pages: [{ id: 'p', title: 'Editions', path: 'p' }] });
    assert.match(await items.first().innerText(), /One page shows it:/);
    await items.first().getByRole('button', { name: 'Editions' }).click();
    assert.deepEqual(await sent('open'), [{ type: 'open', id: 'p', line: 0 }]);
    await items.first().getByText('What changes on it').click();
    await page.waitForFunction(() => (window as unknown as { sent: FromPage[] }).sent.some(one => one.type === 'show'));
    assert.deepEqual(await sent('show'), [{ type: 'show', id: 'p', mode: 'split' }]);
    const rows = [
      { ...changed, after: '<p>new value</p>' },
      { ...changed, kind: 'same', before: '<p>same</p>', after: '<p>same</p>' },
    ];
    await post({ type: 'page', id: 'p', mode: 'split', facts: [], rows });
    assert.match(await items.first().innerText(), /new value/);
    assert.doesNotMatch(await items.first().innerText(), /same/);
    await post({ type: 'pagesFound', id: 'edition', pages: [], why: 'The server does not answer.' });
    assert.match(await items.first().innerText(), /The server does not answer\./);
  });

  it('ignores replies to requests for a former mode', async () => {
    const other = { id: 'edition', name: 'edition', detail: 'variable', kind: 'edited', change: 'edited', facts: [] };
    const others = [{ ...other, hasText: true, canAppearOnPages: false }];
    await post({ ...pagesOf(listed('first')), others } as unknown as ToPage);
    const rows = (text: string) => [{ ...changed, after: `<p>${text}</p>`, line: 0 }] as Part<'page'>['rows'];
    await page.getByRole('button', { name: 'One Column' }).click();
    await post({ type: 'text', id: 'edition', mode: 'one', rows: rows('new text') });
    await post({ type: 'page', id: 'first', mode: 'one', facts: [], rows: rows('new page') });
    await post({ type: 'text', id: 'edition', mode: 'split', rows: rows('late text') });
    await post({ type: 'page', id: 'first', mode: 'split', facts: [], rows: rows('late page') });
    const words = await page.locator('main').innerText();
    assert.match(words, /new page[^]*new text/);
    assert.doesNotMatch(words, /late/);
  });

  it('shows the paths of pages with equal titles that show a change', async () => {
    const other = { id: 'edition', name: 'edition', detail: 'variable', kind: 'edited', change: 'edited', facts: [] };
    const pages = [listed('hardware/start', { title: 'Start' })];
    const others = [{ ...other, hasText: false, canAppearOnPages: true }];
    await post({ ...pagesOf(...pages), others } as unknown as ToPage);
    const showing = ['Start', 'Editions', 'Notes', 'Notes'].map((title, index) => ({
      ...{ id: `${index}`, title, path: `guide/${index}` },
    }));
    await post({ type: 'pagesFound', id: 'edition', pages: showing });
    assert.deepEqual(await page.locator('.others li li > button').allInnerTexts(), [
      ...['Start (guide/0)', 'Editions', 'Notes (guide/2)', 'Notes (guide/3)'],
    ]);
  });

  it('groups pages with the same small change into one line, which can be expanded', async () => {
    const small = ['a', 'b', 'c', 'd', 'e'].map(id => listed(id, { smallChange: 'Page settings' }));
    const others = [listed('x'), listed('y', { smallChange: 'Icon' }), listed('z')];
    await post(
      { type: 'head', head: headOf('A') },
      canComment,
      pagesOf(...others.slice(0, 2), ...small, others[2] ?? {}),
    );
    const titles = page.locator('.page h3:visible');
    assert.deepEqual(await titles.allInnerTexts(), ['x', 'y', 'z']);
    const line = page.getByRole('button', { name: '5 pages changed in the same way: Page settings' });
    await line.click();
    assert.deepEqual(await titles.allInnerTexts(), ['x', 'y', 'a', 'b', 'c', 'd', 'e', 'z']);
    await line.click();
    assert.deepEqual(await titles.allInnerTexts(), ['x', 'y', 'z']);
    await page.locator('.page-fold').getByRole('checkbox', { name: 'Viewed' }).check();
    const marked = (await sent('mark')).map(({ id, isViewed }) => [id, isViewed]);
    assert.deepEqual(
      marked,
      ['a', 'b', 'c', 'd', 'e'].map(id => [id, true]),
    );
    await page.getByRole('button', { name: /edited: c$/ }).click();
    assert.deepEqual(await titles.allInnerTexts(), ['x', 'y', 'a', 'b', 'c', 'd', 'e', 'z'], 'who goes to one sees it');
  });

  it('shows the new paths of the descendants of a moved page when they are expanded', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment, pagesOf(listed('p', { kind: 'moved' })));
    const movedBelow = ['a', 'b'].map(id => ({ title: id, before: `old/${id}`, after: `new/${id}` }));
    const facts = [{ name: 'Address', before: 'old', after: 'new' }];
    await post({
      type: 'page',
      id: 'p',
      mode: 'split',
      facts,
      movedBelow,
      rows: [{ ...changed, kind: 'same', line: 0 }],
    });
    const below = page.locator('.moved-below');
    assert.equal(await below.getByText('old/a').isVisible(), false);
    await below.getByText('and 2 pages below it have other addresses').click();
    assert.match(await below.innerText(), /a\s*was: old\/a → now: new\/a\s+b\s*was: old\/b → now: new\/b/);
  });

  it('shows both names of a renamed file', async () => {
    const facts = [{ name: 'Name', before: '“a.pdf”', after: '“b.pdf”' }];
    const files = [{ ...fileOf('f', 'b.pdf'), change: 'renamed', facts }];
    await post({ type: 'pages', pages: [], files, others: [], more: 0 });
    assert.match(
      await page.locator('#files li').first().innerText(),
      /b\.pdf[^]*renamed[^]*Name[^]*“a\.pdf”[^]*→[^]*“b\.pdf”/,
    );
  });

  it('shows invisible characters in names as code points', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment, pagesOf(listed('Price\u202Egpj')));
    assert.equal(await page.locator('.page h3').innerText(), 'Price[U+202E]gpj');
    assert.doesNotMatch(await page.locator('#changes').innerText(), /\u202E/);
  });

  it('opens a separate box for each side of a block, and reuses it', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment, pagesOf(listed('p')));
    const row = { ...changed, line: 3, lineBefore: 3 };
    await post({ type: 'page', id: 'p', mode: 'split', facts: [], rows: [row] });
    const before = page.locator('.side.before').getByRole('button', { name: 'Comment on This Block' });
    const after = page.locator('.side.after').getByRole('button', { name: 'Comment on This Block' });
    const box = page.locator('textarea:focus');
    await before.click();
    await box.fill('About what was');
    await after.click();
    await box.fill('About what is');
    await before.click();
    assert.equal(await box.inputValue(), 'About what was');
    assert.equal(await page.locator('.row textarea').count(), 2);
    await box.press('Control+Enter');
    await after.click();
    await box.press('Control+Shift+Enter');
    const sides = (await sent('send')).map(({ target, text, isPending }) => [target, text, isPending]);
    assert.deepEqual(sides, [
      [{ page: 'p', line: 3, side: 'before' }, 'About what was', false],
      [{ page: 'p', line: 3, side: 'after' }, 'About what is', true],
    ]);
  });

  it('adds to the review by default once a review has started, with the same shortcuts', async () => {
    await post({ type: 'head', head: headOf('A') }, { ...canComment, pending: 1 }, pagesOf(listed('p')));
    await post({ type: 'page', id: 'p', mode: 'split', facts: [], rows: [{ ...changed, line: 3 }] });
    await page.locator('.side.after').getByRole('button', { name: 'Comment on This Block' }).click();
    await page.locator('textarea:focus').fill('Held');
    await page.locator('textarea:focus').press('Control+Enter');
    assert.deepEqual(
      (await sent('send')).map(({ isPending }) => isPending),
      [true],
    );
  });

  it('says for how many comments a review must ask for a target', async () => {
    const pending = (['unplaced', 'comment'] as const).map(kind => ({ kind, text: `A ${kind}` }));
    const open = (...all: typeof pending) =>
      post({ type: 'go', step: 'finish' }, { type: 'toSend', toSend: { pending: all, offers: [], summary: '' } });
    await post({ type: 'head', head: headOf('A') }, canComment);
    await open(...pending);
    const dialog = page.getByRole('dialog');
    const lost = 'The conversation of 1 was deleted: you are asked where it should go';
    await dialog.getByText(`1 comment will go out. ${lost}`, { exact: true }).waitFor();
    await dialog.getByText('conversation deleted: A unplaced').waitFor();
    await dialog.press('Escape');
    await open(...pending.slice(0, 1));
    await dialog.getByText(lost, { exact: true }).waitFor();
  });

  it('sends a review with the entered verdict and summary, and then resets the verdict', async () => {
    const offers = (['approved', 'changes-requested', 'comment'] as const).map(verdict => {
      return { verdict, title: verdict, meaning: 'So.', isRefused: verdict === 'approved' };
    });
    const toSend: ToPage = { type: 'toSend', toSend: { pending: [], offers, summary: '' } };
    await post(
      { type: 'head', head: headOf('A') },
      canComment,
      pagesOf(listed('p')),
      { type: 'go', step: 'finish' },
      toSend,
    );
    const dialog = page.getByRole('dialog');
    assert.ok(await dialog.getByRole('radio', { name: 'approved' }).isDisabled());
    await page.clock.install();
    await dialog.getByRole('radio', { name: 'changes-requested' }).check();
    await dialog.getByRole('textbox').fill('Not yet.');
    await dialog.getByRole('textbox').press('Control+Enter');
    await dialog.getByRole('textbox').press('Control+Enter');
    assert.deepEqual(await sent('submit'), [{ type: 'submit', verdict: 'changes-requested', summary: 'Not yet.' }]);
    await page.clock.runFor(1000);
    assert.deepEqual(await sent('summarize'), [], 'a review that is being sent is not saved as a new one');
    await post({ type: 'finished', why: 'The server cannot be reached.', isBegun: false });
    assert.ok(await dialog.getByText('The server cannot be reached.').isVisible());
    await dialog.getByRole('textbox').press('Control+Enter');
    assert.equal((await sent('submit')).length, 2, 'it can be sent again');
    await post({ type: 'finished', isBegun: false });
    await page.locator('dialog').waitFor({ state: 'detached' });
    await post({ type: 'go', step: 'finish' }, toSend);
    assert.ok(await page.getByRole('dialog').getByRole('radio', { name: 'comment', exact: false }).last().isChecked());
  });

  it('collapses a resolved conversation, and not again when it changes after it was expanded', async () => {
    const thread = threadOf('t', { comments: [commentOf('First'), commentOf('Second')] });
    const postThread = (more: Partial<Thread>) =>
      post({ type: 'threads', id: '', threads: [{ ...thread, ...more }], hasMore: false });
    await post({ type: 'head', head: headOf('A') }, canComment);
    const comments = page.locator('#conversation .comment');
    await postThread({});
    assert.equal(await comments.count(), 2);
    await postThread({ state: 'resolved' });
    assert.equal(await comments.count(), 0);
    await page.locator('#conversation .folding').click();
    assert.equal(await comments.count(), 2);
    await postThread({ state: 'resolved', label: 'Resolved by Jun' });
    assert.equal(await comments.count(), 2);
  });

  it('counts pending comments in a collapsed conversation separately', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment);
    const comments = [commentOf('Said'), commentOf('Held back', { draft: 'pending', reactions: [] })];
    const thread = threadOf('t', { state: 'resolved', isEarlier: false, label: '', comments });
    await post({ type: 'threads', id: '', threads: [thread], hasMore: false });
    await page.getByText('Resolved · 1 comment, 1 pending').waitFor();
  });

  it('keeps typed text when its conversation changes or is deleted', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment);
    await post({ type: 'threads', id: '', threads: [threadOf('t')], hasMore: false });
    await page.locator('#conversation .thread').getByRole('button', { name: 'Reply…' }).click();
    await page.locator('textarea:focus').fill('Half an answer');
    await post({ type: 'threads', id: '', threads: [threadOf('t', { label: 'Other' })], hasMore: false });
    assert.equal(await page.locator('textarea:focus').inputValue(), 'Half an answer');
    await post({ type: 'threads', id: '', threads: [], hasMore: false });
    assert.equal(await page.locator('textarea:focus').inputValue(), 'Half an answer');
  });

  it('keeps unchanged conversations, and removes deleted ones', async () => {
    const threads = ['One', 'Two', 'Three'].map(label => threadOf(label, { label }));
    await post({ type: 'head', head: headOf('A') }, { type: 'threads', id: '', threads, hasMore: false });
    await waitForCount(page.locator('#conversation .thread'), 3);
    const changed = [threadOf('Two', { label: 'Second' })];
    await post({ type: 'threads', id: '', threads: changed, ids: ['Three', 'Two'], hasMore: false });
    await waitForCount(page.locator('#conversation .thread'), 2);
    const texts = await page.locator('#conversation .thread').allInnerTexts();
    assert.match(texts.join(), /Three[^]*Second/);
  });

  it('shows an unsent draft only in its box, wherever that was opened', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment);
    await page.getByRole('button', { name: 'Comment on the Change Request' }).click();
    await page.locator('textarea:focus').fill('Half a thought');
    await page.locator('textarea').blur();
    const [{ draft: id } = assert.fail('It is kept.')] = await sent('type');
    const comments = [commentOf('Half a thought', { id, draft: 'unsent', reactions: [] })];
    const unsent = threadOf(id, { state: 'draft', line: 0, isEarlier: false, label: '', comments });
    await post({ type: 'threads', id: '', threads: [unsent], hasMore: false });
    assert.deepEqual(
      [await page.locator('textarea').count(), await page.locator('.thread.draft').isVisible()],
      [1, false],
    );
    assert.ok(await page.locator('textarea').isVisible());
  });

  it('lists only unviewed pages when viewed ones are hidden, and goes to the next of them', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment);
    await post(pagesOf(listed('one'), listed('two', { isViewed: true }), listed('three')));
    const titles = () => page.locator('.outline .to').allInnerTexts();
    assert.equal((await titles()).length, 3);
    await page.evaluate(() => document.querySelector<HTMLInputElement>('.outline .hide input')?.click());
    assert.deepEqual(
      (await titles()).map(title => title.trim().split(/\s/).at(-1)),
      ['one', 'three'],
    );
    await post({ type: 'go', step: 'nextUnviewed' });
    const first = await page.evaluate(() => document.activeElement?.closest('[data-id]')?.getAttribute('data-id'));
    await post({ type: 'go', step: 'nextUnviewed' });
    const second = await page.evaluate(() => document.activeElement?.closest('[data-id]')?.getAttribute('data-id'));
    assert.deepEqual([first, second].toSorted(), ['one', 'three']);
  });

  it('locks a box while its comment is being sent, and unlocks it after a failure', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment);
    await post({ type: 'threads', id: '', threads: [threadOf('t')], hasMore: false });
    await page.locator('#conversation .thread').getByRole('button', { name: 'Reply…' }).click();
    const box = page.getByRole('textbox', { name: 'Reply' });
    await box.fill('An answer');
    await box.press('Control+Enter');
    const [message] = await sent('send');
    const { draft } = message ?? assert.fail('It is sent.');
    await post({ type: 'draftState', draft, state: 'stored' });
    assert.equal(await box.isEditable(), false);
    assert.equal((await sent('send')).length, 1);
    await post({ type: 'draftState', draft, state: 'failed', why: 'The server cannot be reached.' });
    assert.equal(await box.isEditable(), true);
    assert.ok(await page.getByText('The server cannot be reached.').isVisible());
    await post({ type: 'draftState', draft, state: 'sent' });
    assert.equal(await box.count(), 0);
  });

  for (const [label, type] of [
    ['Discard', 'discard'],
    ['Reply', 'send'],
    ['Add to Review', 'send'],
  ] as const) {
    it(`does not save the typed text after "${label}" is pressed`, async () => {
      await post({ type: 'head', head: headOf('A') }, canComment);
      await post({ type: 'threads', id: '', threads: [threadOf('t')], hasMore: false });
      await page.locator('#conversation .thread').getByRole('button', { name: 'Reply…' }).click();
      await page.clock.install();
      await page.getByRole('textbox', { name: 'Reply' }).fill('An answer');
      const composer = page.locator('.composer');
      // A screen reader may press a button without the focus, whose loss would save the text.
      await composer.getByRole('button', { name: label, exact: true }).dispatchEvent('click');
      assert.equal((await sent(type)).length, 1);
      await page.clock.runFor(1000);
      assert.deepEqual(await sent('type'), []);
    });
  }

  it('ignores single-letter shortcuts while the user keeps typing during a send', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment);
    await post({ type: 'threads', id: '', threads: [threadOf('t')], hasMore: false });
    await page.locator('#conversation .thread').getByRole('button', { name: 'Reply…' }).click();
    const box = page.getByRole('textbox', { name: 'Reply' });
    await box.fill('An answer');
    await box.press('Control+Enter');
    const [message] = await sent('send');
    const { draft } = message ?? assert.fail('It is sent.');
    const { id } = (await sent('keys')).at(-1) ?? assert.fail('It is asked whether letters are keys.');
    await post({ type: 'keys', id });
    // The events follow each other faster than a busy machine would deliver them.
    await page.evaluate(closing => {
      const press = (key: string) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      for (const key of 'ev') press(key);
      window.dispatchEvent(
        new MessageEvent('message', { data: { type: 'draftState', draft: closing, state: 'sent' } }),
      );
      for (const key of 'exc') press(key);
    }, draft);
    assert.equal(await page.locator('textarea').count(), 0);
    assert.deepEqual(await sent('setResolved'), []);
  });

  it('hides conversations that the filter omits, unless they contain unsent text', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment);
    const unsent = commentOf('Unsent', { id: draft, draft: 'unsent' });
    const threads = [
      threadOf('listed', { fits: ['mine'] }),
      threadOf('other', { fits: [] }),
      threadOf('answered', { fits: [], comments: [commentOf('Said'), unsent] }),
      threadOf('completionsRequest', { fits: [], state: 'draft' }),
    ];
    await post({ type: 'threads', id: '', threads, hasMore: false });
    const filters = [
      { id: 'all', name: 'All', count: 4 },
      { id: 'mine', name: 'Mine', count: 1 },
    ];
    await post({ type: 'filters', filters });
    await page.getByLabel('Which conversations are shown').selectOption('mine');
    const visibleThreads = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('#conversation .thread')].flatMap(one =>
          one.checkVisibility() ? [one.dataset['thread']] : [],
        ),
      );
    assert.deepEqual((await visibleThreads()).toSorted(), ['answered', 'completionsRequest', 'listed']);
    await page.getByRole('button', { name: 'Show All' }).click();
    assert.equal((await visibleThreads()).length, 4);
  });

  it('keeps the typed summary when the list of pending comments arrives twice', async () => {
    const offers = [{ verdict: 'comment', title: 'Comment', meaning: 'So.', isRefused: false }] as const;
    const toSend: ToPage = { type: 'toSend', toSend: { pending: [], offers, summary: 'Kept' } };
    await post({ type: 'head', head: headOf('A') }, canComment, { type: 'go', step: 'finish' }, toSend);
    const summary = page.getByRole('dialog').getByRole('textbox');
    assert.equal(await summary.inputValue(), 'Kept');
    await summary.fill('Typed');
    await post(toSend);
    assert.equal(await summary.inputValue(), 'Typed');
  });

  it('offers completions for the latest input, and none for a word after Escape', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment);
    await post({ type: 'threads', id: '', threads: [threadOf('t')], hasMore: false });
    await page.locator('#conversation .thread').getByRole('button', { name: 'Reply…' }).click();
    const box = page.getByRole('textbox', { name: 'Reply' });
    const options = page.locator('[role=option]');
    const offer = (label: string) => ({ label, description: 'member', insert: `@${label} ` });
    await box.pressSequentially('For @ju');
    const asked = await sent('completionsRequest');
    assert.deepEqual(
      asked.map(({ typed }) => typed),
      ['', 'j', 'ju'],
    );
    const [first, , last] = asked.map(({ id }) => id);
    assert.ok(first !== undefined && last !== undefined);
    await post({ type: 'completions', id: first, offers: [offer('amara')] });
    assert.equal(await options.count(), 0, 'what was asked for before is overtaken');
    await post({ type: 'completions', id: last, offers: [offer('jun'), offer('julia')] });
    assert.deepEqual(await options.locator('span:first-child').allInnerTexts(), ['jun', 'julia']);
    await box.press('ArrowDown');
    await box.press('Enter');
    assert.equal(await box.inputValue(), 'For @julia ');
    await box.pressSequentially('and @a');
    await post({
      type: 'completions',
      id: (await sent('completionsRequest')).at(-1)?.id ?? 0,
      offers: [offer('amara')],
    });
    assert.equal(await options.count(), 1);
    const count = (await sent('completionsRequest')).length;
    await box.press('Escape');
    await box.pressSequentially('m');
    assert.equal(await box.inputValue(), 'For @julia and @am');
    assert.equal((await sent('completionsRequest')).length, count);
  });

  it('loads an external image once, and shows it again when it is redrawn', async () => {
    const address = 'https://pictures.example/a.png';
    const image = `<p><span class="marginalia-image" data-image="${address}"><span role="img">A buoy</span></span></p>`;
    const row = { ...changed, before: image, after: image, line: 0 };
    const show = () => post({ type: 'page', id: 'p', mode: 'split', facts: [], rows: [row] });
    await post({ type: 'head', head: headOf('A') }, canComment, pagesOf(listed('p')));
    await show();
    const button = page.getByRole('button', { name: 'Show Image A buoy' });
    await button.first().click();
    await button.first().click({ force: true });
    assert.deepEqual(await sent('image'), [{ type: 'image', address }]);
    await post({ type: 'image', address, why: 'It is not there.' });
    assert.equal(await page.getByText('It is not there.').count(), 2);
    await button.first().click();
    assert.equal((await sent('image')).length, 2, 'it can be asked for again');
    const data = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    await post({ type: 'image', address, data });
    const images = page.locator('.prose img');
    assert.equal(await images.count(), 2);
    await post({ type: 'reload' });
    await show();
    await images.last().waitFor({ state: 'attached' });
    assert.equal(await images.first().getAttribute('alt'), 'A buoy');
    assert.equal((await sent('image')).length, 2);
  });

  const cannotComment: ToPage = { ...canComment, canComment: false };
  const go = (...steps: Part<'go'>['step'][]) => post(...steps.map(step => ({ type: 'go', step }) as const));
  const refusals = async () => (await sent('notAllowed')).map(({ why }) => why);
  const nothingIsDone = async () => {
    assert.equal(await page.locator('textarea, dialog').count(), 0);
    assert.deepEqual([...(await sent('setResolved')), ...(await sent('send'))], []);
  };

  for (const [what, head, rights, why] of [
    ['the user may only read', headOf('A'), cannotComment, /^You can read here, but not comment\. .* Commenter\.$/],
    ['its review has ended', { ...headOf('A'), status: 'merged', isOver: true }, canComment, /: it is merged\.$/],
  ] as const) {
    it(`offers no comment boxes when ${what}, and says why on the shortcut`, async () => {
      await post({ type: 'head', head }, rights, pagesOf(listed('p')));
      const comments = [commentOf('Mine', { reactions: [] })];
      await post({ type: 'threads', id: '', threads: [threadOf('t', { comments })], hasMore: false });
      for (const name of ['Finish Review', 'Reply…', 'Resolve the Conversation', 'Edit the Comment']) {
        assert.equal(await page.getByRole('button', { name }).count(), 0, name);
      }
      await page.locator('.thread').focus();
      await go('comment', 'reply', 'resolve', 'edit', 'finish');
      const reasons = await refusals();
      assert.equal(reasons.length, 5);
      for (const one of reasons) assert.match(one, why);
      await nothingIsDone();
    });
  }

  it('explains on the shortcut why a comment cannot be replied to or edited', async () => {
    await post({ type: 'head', head: headOf('A') }, canComment);
    const postThread = (more: Partial<Thread>) =>
      post({ type: 'threads', id: '', threads: [threadOf('t', more)], hasMore: false });
    await postThread({ canReply: false });
    await page.locator('.thread').focus();
    await go('reply', 'resolve', 'edit');
    const noAnswer = 'The service does not let you answer this conversation.';
    assert.deepEqual(await refusals(), [noAnswer, noAnswer, noAnswer]);
    await postThread({ comments: [commentOf('Mine', { canEdit: false })] });
    await go('edit');
    assert.equal((await refusals()).at(-1), 'The service does not let you change this comment.');
    await postThread({ comments: [commentOf('Of others', { isYou: false, canEdit: false })] });
    await go('edit');
    assert.equal((await refusals()).length, 4, 'there is nothing to change');
    await nothingIsDone();
  });

  it('lets a user who may no longer comment edit and send pending comments', async () => {
    const pending = commentOf('Held', { id: draft, draft: 'pending', reactions: [] });
    await post({ type: 'head', head: headOf('A') }, { ...cannotComment, pending: 1 } as ToPage);
    await post({ type: 'threads', id: '', threads: [threadOf('t', { comments: [pending] })], hasMore: false });
    await page.locator('.thread').focus();
    await go('edit');
    assert.equal(await page.locator('textarea:focus').inputValue(), 'Held');
    await go('finish');
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await refusals(), []);
  });

  it('shows nothing about an unknown role', async () => {
    await post({ type: 'head', head: headOf('A') });
    await go('comment', 'finish');
    assert.equal(await page.getByText('You can read here').count(), 0);
    assert.deepEqual(await refusals(), []);
  });

  it('offers only the possible actions above the pages', async () => {
    const names = ['Reopen', 'Update', 'Merge…', 'Request Reviewers…', 'Change Subject…'];
    const top = page.locator('header.head');
    const offered = () =>
      Promise.all(names.map(async name => ((await top.getByRole('button', { name }).count()) > 0 ? name : [])));
    await post({ type: 'head', head: { ...headOf('A'), actions: [] } });
    assert.deepEqual((await offered()).flat(), []);
    await post({ type: 'head', head: headOf('A') });
    assert.deepEqual((await offered()).flat(), names.slice(1));
    await post({ type: 'head', head: { ...headOf('A'), isOver: true, actions: ['reopen', 'setStatus'] } });
    assert.deepEqual((await offered()).flat(), ['Reopen']);
    await top.getByRole('button', { name: 'Reopen' }).click();
    assert.deepEqual(await sent('do'), [{ type: 'do', action: 'reopen' }]);
  });
});
