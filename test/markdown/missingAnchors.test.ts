import assert from 'node:assert/strict';
import { createMissingAnchorTest } from '../../src/markdown/missingAnchors.ts';
import { assertLinear } from '../growth.ts';

const page = `## First steps

## First steps

### <a href="#own-name" id="own-name"></a>Named by hand

## Q&A

## 1. Set up

## Über uns

{% tabs %}
{% tab title="On Windows" %}
### In a tab
{% endtab %}
{% endtabs %}

<details>

<summary>More to know</summary>

Words.

</details>

A <span id="in-a-paragraph">word</span>.
`;

describe('an anchor', () => {
  const isMissing = createMissingAnchorTest(page, 'The page');

  for (const anchor of [
    'first-steps',
    'First-Steps',
    'first-steps-1',
    'own-name',
    'named-by-hand',
    'q-and-a',
    'qa',
    'id-1.-set-up',
    '1-set-up',
    'über-uns',
    '%C3%BCber-uns',
    'uber-uns',
    'ueber-uns',
    'on-windows',
    'in-a-tab',
    'more-to-know',
    'in-a-paragraph',
    'the-page',
    'top',
    '',
    ':~:text=anything',
  ]) {
    it(`is found: #${anchor}`, () => assert.equal(isMissing(anchor), false));
  }

  for (const anchor of ['no-such', 'first-steps-2', 'first', 'set-up', 'uns', 'нет-такого', '%', 'q-and-b']) {
    it(`is missing: #${anchor}`, () => assert.equal(isMissing(anchor), true));
  }

  for (const [what, markdown] of [
    ['includes other content', '{% include "../.gitbook/includes/a.md" %}\n'],
    [
      'shows an OpenAPI operation',
      '{% openapi-operation spec="a" path="/b" method="get" %}\n{% endopenapi-operation %}\n',
    ],
    ['shows a block of an integration', '{% @vendor/block %}\n'],
    ['has a heading with an expression', '## <code class="expression">space.vars.name</code>\n'],
    ['has a heading in another script', '## 介绍\n'],
  ] as const) {
    it(`is not checked on a page that ${what}`, () =>
      assert.equal(createMissingAnchorTest(markdown, 'A')('no-such'), false));
  }

  it('in another script is checked on a page in that script', () => {
    const isMissingThere = createMissingAnchorTest('## Введение\n\n## Введение\n', 'Страница');
    assert.equal(isMissingThere('введение'), false);
    assert.equal(isMissingThere('введение-1'), false);
    assert.equal(isMissingThere('нет-такого'), true);
  });

  it('is checked quickly, whatever a heading contains', () => {
    const hostile = createMissingAnchorTest(`## ${'aé'.repeat(5000)}b\n`, 'A');
    const start = performance.now();
    assert.equal(hostile('a'.repeat(50_000)), true);
    assert.ok(performance.now() - start < 2000);
  });

  for (const [what, heading] of [
    ['Latin letters', (index: number) => `Heading number ${index} of a generated page`],
    ['another script', (index: number) => `Заголовок ${index} страницы`],
  ] as const) {
    it(`is checked in linear time on a page with many headings in ${what}`, () => {
      const work = (size: number) => {
        const headings = Array.from({ length: size }, (_, index) => `## ${heading(index)}\n`);
        const isMissingThere = createMissingAnchorTest(headings.join('\n'), 'A');
        for (let index = 0; index < size; index++) {
          const anchor = heading(index).toLowerCase().replaceAll(' ', '-');
          assert.equal(isMissingThere(`${anchor}-gone-1`), true);
        }
      };
      assertLinear(work, 250, `headings in ${what}`);
    });
  }

  it('is checked once, however many links have it', () => {
    const headings = Array.from({ length: 2000 }, (_, index) => `## Заголовок ${index} a\n`).join('\n');
    const work = (links: number) => {
      const isMissingThere = createMissingAnchorTest(headings, 'A');
      const start = performance.now();
      for (let link = 0; link < links; link++) assert.equal(isMissingThere('no-such'), true);
      return performance.now() - start;
    };
    work(1);
    const once = Math.max(work(1), 0.5);
    assert.ok(work(10_000) < 100 * once);
  });

  it('is checked in code, which has no headings', () => {
    assert.equal(createMissingAnchorTest('```md\n## Shown\n```\n', 'A')('shown'), true);
  });
});
