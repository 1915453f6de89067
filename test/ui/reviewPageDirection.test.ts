import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ListedPage, ToPage } from '../../src/webview/reviewPage/messages.ts';
import { setRenderedPage } from './renderedPage.ts';

const persian = [
  '# راهنما\n\nاین یک پاراگراف فارسی با `code` و English در میان است.',
  '* مورد اول\n* مورد دوم',
  '{% hint style="info" %}\nنکته: نسخه 3.2 را نصب کنید.\n{% endhint %}',
  '| ستون | مقدار |\n|---|---|\n| یک | ۱ |',
  '```\nnpm install # نصب\n```',
  'An English paragraph.',
].join('\n\n');

/** Returns the side of its box on which a text or its marker begins. */
const startsAt = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(element => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return text.left - box.left < box.right - text.right ? 'left' : 'right';
    });

describe('the review page of right-to-left text', () => {
  const rendered = setRenderedPage();
  const side = '.side.after';

  it('aligns headings, paragraphs, lists, hints and cells at the right, and code at the left', async () => {
    const page = await rendered.show({ before: '', after: persian, kind: 'created' });
    for (const selector of ['h3', 'p:has(code)', 'li p', '.marginalia-hint p', 'td', 'td + td', 'th']) {
      assert.equal(await startsAt(page, `${side} .prose ${selector}`), 'right', selector);
    }
    assert.equal(await startsAt(page, `${side} .marginalia-line`), 'left');
    assert.equal(await startsAt(page, `${side} p:has-text("An English paragraph")`), 'left');
    const directions = await page
      .locator(`${side} :is(ul, table, .marginalia-hint, pre, p > code)`)
      .evaluateAll(all => all.map(one => `${one.localName} ${getComputedStyle(one).direction}`));
    assert.deepEqual(directions.toSorted(), ['code ltr', 'div rtl', 'pre ltr', 'table rtl', 'ul rtl']);
  });

  it('aligns changed and unchanged blocks, with equal margins on both sides', async () => {
    const rights: ToPage = { type: 'rights', canComment: true, canEdit: true, pending: 0, isStopped: false };
    const after = persian.replace('مورد دوم', 'مورد سوم').replace('3.2', '3.3');
    const page = await rendered.show({ before: persian, after, width: 1000, more: [rights] });
    const roomsOn = (side: string) =>
      page
        .locator(`.side.${side} .prose`)
        .filter({ visible: true })
        .evaluateAll(all =>
          all.map(one => {
            const { right = 0 } = one.closest('.side')?.getBoundingClientRect() ?? {};
            return Math.round(right - one.getBoundingClientRect().right);
          }),
        );
    const rooms = [...(await roomsOn('before')), ...(await roomsOn('after'))];
    assert.ok(rooms.length > 4, rooms.join());
    assert.equal(new Set(rooms).size, 1, rooms.join());
  });

  it('has the first column at the right', async () => {
    const page = await rendered.show({ before: '', after: persian, kind: 'created' });
    const [first = 0, last = 0] = await page
      .locator(`${side} th`)
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().left));
    assert.ok(first > last, `${first} and ${last}`);
  });

  it('sets the direction of titles, comments and input by their own text', async () => {
    const comment = { id: 'c', author: 'مریم', isYou: false, isNew: false, isEdited: false, markdown: 'سلام' };
    const may = { canEdit: false, canDelete: false, isSuggestion: false, canApply: false, reactions: [] };
    const thread = {
      id: 't',
      state: 'open' as const,
      label: '',
      isEarlier: false,
      canReply: true,
      excerpt: '',
      fits: [],
    };
    const html = '<p>سلام، نسخه 3.2.</p><p>Hello.</p>';
    const threads: ToPage = {
      ...{ type: 'threads', id: 'p', hasMore: false },
      threads: [{ ...thread, comments: [{ ...comment, ...may, html }] }],
    };
    const page = await rendered.show({ before: 'a', after: 'b', title: 'معرفی', more: [threads] });
    assert.equal(await startsAt(page, '.comment p:has-text("سلام")'), 'right');
    assert.equal(await startsAt(page, '.comment p:has-text("Hello")'), 'left');
    for (const selector of ['.page h3', '.comment header b']) {
      assert.equal(
        await page
          .locator(selector)
          .first()
          .evaluate(one => getComputedStyle(one).direction),
        'rtl',
        selector,
      );
    }
    await page.getByRole('button', { name: 'Reply…' }).click();
    await page.locator('textarea:focus').fill('پاسخ');
    assert.equal(await page.locator('textarea').evaluate(one => getComputedStyle(one).direction), 'rtl');
  });
});

describe('pages of the review page', () => {
  const rendered = setRenderedPage();

  for (const [kind, before, after] of [
    ['created', '', '# New\n\nA text.'],
    ['deleted', '# Old\n\nA text.', ''],
  ] as const) {
    it(`have the full width in split mode when they are ${kind}`, async () => {
      const page = await rendered.show({ before, after, kind });
      const [body, ...sides] = await page
        .locator('.body, .side:visible')
        .evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().width)));
      assert.equal(sides.length, 2);
      for (const width of sides) assert.equal(width, body);
    });
  }

  for (const kind of ['created', 'deleted'] as const) {
    it(`show no other changes when they are ${kind} without text, such as groups`, async () => {
      const page = await rendered.show({ before: '', after: '', kind });
      assert.doesNotMatch(await page.locator('.page').first().innerText(), /changed|same/);
    });
  }

  it('keep both sides when one page has both', async () => {
    const page = await rendered.show({ before: 'A text.', after: 'A text.\n\nMore.' });
    assert.equal(await page.locator('.side.nothing:visible').count(), 1);
  });

  it('are distinguished by path when titles are equal', async () => {
    const listed = (id: string, title: string): ListedPage => ({
      ...{ id, title, path: `${id}/quick`, ancestors: ['Start'], kind: 'edited', isViewed: false },
      ...{ isViewedBefore: false, conversations: 0 },
    });
    const pages = [listed('p', 'Quick Start'), listed('x', 'Quick Start'), listed('y', 'Quick start with Y')];
    const more: ToPage = { type: 'pages', pages, files: [], others: [], more: 0 };
    const page = await rendered.show({ before: 'a', after: 'b', more: [more] });
    const outline = await page.locator('.outline .names').allInnerTexts();
    assert.deepEqual(
      outline.map(text => text.replace(/\s+/g, ' ').trim()),
      ['Quick Start p/quick', 'Quick Start x/quick', 'Quick start with Y'],
    );
    const names = await page.locator('.page > header .name').allInnerTexts();
    assert.deepEqual(
      names.map(text => text.replace(/\s+/g, ' ').trim()),
      [...['Quick Start p/quick', 'Quick Start x/quick', 'Quick start with Y Start']],
    );
    await page.getByRole('checkbox', { name: 'Quick Start (x/quick): viewed' }).waitFor();
  });
});
