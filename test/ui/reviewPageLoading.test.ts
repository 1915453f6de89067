import assert from 'node:assert/strict';
import type { ToPage } from '../../src/webview/reviewPage/messages.ts';
import { setRenderedPage } from './renderedPage.ts';
import { canComment, headOf, listed, pagesOf, setPageScript } from './reviewPageScript.ts';

const many = Array.from({ length: 60 }, (_, index) => listed(`page ${index}`, { isViewed: index % 2 === 1 }));

describe('the review page while its pages are loading', () => {
  const script = setPageScript();
  const { post, sent } = script;
  const rendered = setRenderedPage();

  it('names the mode for the first page when it is ready, and does not request that page', async () => {
    assert.deepEqual(await sent('ready'), [{ type: 'ready', mode: 'split' }]);
    const list = { ...pagesOf(...many), first: 'page 0' } as ToPage;
    await post({ type: 'head', head: headOf('A') }, canComment, list);
    const next = script.page.getByRole('heading', { name: 'page 2', exact: true });
    await next.scrollIntoViewIfNeeded();
    await script.page.waitForFunction(() =>
      (window as unknown as { sent: { type: string; id?: string }[] }).sent.some(
        ({ type, id }) => type === 'show' && id === 'page 2',
      ),
    );
    assert.ok(!(await sent('show')).some(({ id }) => id === 'page 0'));
  });

  it('reserves the final height for pages outside of the viewport', async () => {
    const page = await rendered.show({ before: 'Before\n', after: 'After\n', more: [pagesOf(listed('p'), ...many)] });
    const heights = await page.locator('.page').evaluateAll(pages =>
      pages.slice(-2).map(element => {
        const far = (element as HTMLElement).offsetHeight;
        (element as HTMLElement).style.contentVisibility = 'visible';
        return { far, near: (element as HTMLElement).offsetHeight };
      }),
    );
    assert.deepEqual(
      heights.map(({ far }) => far),
      heights.map(({ near }) => near),
    );
    assert.ok(heights.some(({ far }) => far < 50) && heights.some(({ far }) => far > 500), 'A viewed page is folded.');
  });
});
