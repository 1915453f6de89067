import assert from 'node:assert/strict';
import type { Page } from '../../../src/model/content/layout.ts';
import { haveExpressionsInTitles } from '../../../src/model/content/fetching.ts';
import { plainTitle, withPlainTitles } from '../../../src/model/content/titles.ts';

const expression = (text: string) => `<code class="expression">${text}</code>`;

describe('page titles', () => {
  it('show the values of their expressions, or the source of unknown expressions', () => {
    const title = `Run ${expression('space.vars.MY\\_PRODUCT')} for ${expression('a &amp;&amp; b')}`;
    const values = new Map([['space.vars.MY_PRODUCT', 'Heron']]);
    assert.equal(
      plainTitle(title, text => values.get(text)),
      'Run Heron for a && b',
    );
    assert.equal(
      plainTitle('Use `<code>`', () => 'x'),
      'Use `<code>`',
    );
  });

  it('are resolved for nested pages too', () => {
    const page = (title: string, pages: Page[] = []) =>
      ({ id: title, title, type: 'document', pages }) as unknown as Page;
    const pages = [page('One', [page(expression('space.vars.a'))])];
    assert.equal(haveExpressionsInTitles(pages), true);
    assert.equal(haveExpressionsInTitles([page('One', [page('Two')])]), false);
    const [one] = withPlainTitles(pages, { a: 'A' });
    assert.equal(one?.pages?.[0]?.title, 'A');
  });
});
