import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ListedFile, ToPage } from '../../src/webview/reviewPage/messages.ts';
import { go, sentBy, setRenderedPage } from './renderedPage.ts';

describe('files on the review page', () => {
  const rendered = setRenderedPage();

  const fileOf = (id: string, name: string, more: Partial<ListedFile> = {}): ListedFile => ({
    ...{ id, name, kind: 'edited', change: 'edited', isPicture: false, isViewed: false },
    ...{ quote: `On the file “${name}”:`, ...more },
  });
  const listing = (...files: ListedFile[]): ToPage => ({
    ...{ type: 'pages', others: [], more: 0, files },
    pages: [
      {
        ...{ id: 'p', title: 'Page', path: 'docs/page', ancestors: [], kind: 'edited', conversations: 0 },
        ...{ isViewed: true, isViewedBefore: false },
      },
    ],
  });
  const open = (...files: ListedFile[]) => rendered.show({ before: 'a', after: 'b', more: [listing(...files)] });
  const card = (page: Page, name: string) => page.locator('#files li').filter({ hasText: name });
  const progress = (page: Page) => page.locator('.bar [role="status"]').innerText();
  const post = (page: Page, message: ToPage) =>
    page.evaluate(data => {
      window.dispatchEvent(new MessageEvent('message', { data }));
    }, message);

  it('have viewed checkboxes, which are counted with the pages, and keep the focus', async () => {
    const page = await open(fileOf('f', 'a.pdf'), fileOf('g', 'b.pdf'));
    assert.match(await progress(page), /^1 of 3/);
    const box = page.getByRole('checkbox', { name: 'Viewed: b.pdf' });
    await box.click();
    assert.deepEqual(await sentBy(page, 'mark'), [{ type: 'mark', id: 'g', isViewed: true }]);
    await post(page, listing(fileOf('f', 'a.pdf'), fileOf('g', 'b.pdf', { isViewed: true })));
    assert.match(await progress(page), /^2 of 3/);
    assert.ok(await box.isChecked());
    assert.ok(await box.evaluate(element => element === document.activeElement));
  });

  it('are visited and marked by shortcut, after the pages', async () => {
    const page = await open(fileOf('f', 'a.pdf', { isViewed: true }), fileOf('g', 'b.pdf'));
    await go(page, 'nextUnviewed');
    assert.equal(await page.locator(':focus').innerText(), 'b.pdf');
    await go(page, 'toggleViewed');
    assert.deepEqual(await sentBy(page, 'mark'), [{ type: 'mark', id: 'g', isViewed: true }]);
  });

  it('have no checkbox when viewed marks are unknown', async () => {
    const { isViewed: _, ...file } = fileOf('f', 'a.pdf');
    const page = await open(file);
    assert.equal(await card(page, 'a.pdf').getByRole('checkbox').count(), 0);
    assert.match(await progress(page), /^1 of 1/);
  });

  it('accept comments, which name their file, by button and by shortcut', async () => {
    const page = await open(fileOf('f', 'a.pdf'), fileOf('g', 'b.pdf'));
    await card(page, 'b.pdf').getByRole('button', { name: 'Comment on b.pdf' }).click();
    const box = page.getByRole('textbox', { name: 'Comment', exact: true });
    await page.keyboard.type('Too large.');
    assert.equal(await box.inputValue(), 'On the file “b.pdf”:\n\nToo large.');
    await card(page, 'a.pdf').getByRole('button', { name: 'a.pdf', exact: true }).focus();
    await go(page, 'comment');
    await page.keyboard.type('Too small.');
    assert.equal(
      await box.inputValue(),
      'On the file “b.pdf”:\n\nToo large.\n\nOn the file “a.pdf”:\n\nToo small.',
      'the words that were typed first stay',
    );
  });

  it('accept no comments of users who may not comment', async () => {
    const page = await rendered.show({
      ...{ before: 'a', after: 'b' },
      more: [
        listing(fileOf('f', 'a.pdf')),
        { type: 'rights', canComment: false, canEdit: false, pending: 0, isStopped: false },
      ],
    });
    assert.equal(await card(page, 'a.pdf').getByRole('button', { name: 'Comment on a.pdf' }).count(), 0);
  });
});
