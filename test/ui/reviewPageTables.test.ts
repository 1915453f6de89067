import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { go, setRenderedPage } from './renderedPage.ts';

const table = (...rows: string[][]) => {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '-'), ...body].map(cells => `| ${cells.join(' | ')} |`).join('\n');
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const long = (count: number, edit: (row: number) => string = () => 'usual') =>
  table(
    ['Name', 'Meaning'],
    ...numbers(count).map(row => [`variable_${row}`, `Meaning ${row} of ${edit(row)} length.`]),
  );
const code = (count: number, edit: (line: number) => string = () => 'a') =>
  `\`\`\`\n${numbers(count)
    .map(line => `line ${line} ${edit(line)}`)
    .join('\n')}\n\`\`\``;

/** Returns the words in table cells that are broken across lines. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    for (const cell of document.querySelectorAll('.prose :is(td, th)')) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\w+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (tops.size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });

describe('tables on the review page', () => {
  const rendered = setRenderedPage();

  const fields = (limit: string) =>
    table(
      ['Field', 'Type', 'Default', 'Constraint', 'Description'],
      ['**Object Name**', '`string`', '*(GameObject name)*', `Required. Max ${limit} characters.`, 'Tells it apart.'],
      ['**Port**', '`integer`', '4102', 'Between 1024 and 49151.', 'The number of the port that is listened to.'],
    );
  for (const [width, mode] of [
    [1440, 'split'],
    [1100, 'split'],
    [900, 'split'],
    [900, 'one'],
    [480, 'split'],
    [320, 'after'],
  ] as const) {
    it(`keep words whole in a window of ${width} pixels: ${mode}`, async () => {
      const page = await rendered.show({ before: fields('50'), after: fields('60'), width, mode });
      assert.deepEqual(await brokenWords(page), []);
      const { scrolled, outside } = await page.evaluate(() => ({
        scrolled: document.documentElement.scrollWidth - innerWidth,
        outside: [...document.querySelectorAll('.marginalia-scroll')].filter(
          one => one.getBoundingClientRect().right > innerWidth,
        ).length,
      }));
      assert.deepEqual({ scrolled: Math.max(scrolled, 0), outside }, { scrolled: 0, outside: 0 });
    });
  }

  it('scroll horizontally when words need more room, both sides together and by keyboard', async () => {
    const wide = (word: string) =>
      table(
        numbers(9).map(n => `Column_${n}`),
        numbers(9).map(n => `${word}_${n}`),
      );
    const page = await rendered.show({ before: wide('before_it_was_made'), after: wide('after_it_was_made') });
    assert.deepEqual(await brokenWords(page), []);
    const scrollers = page.locator('.marginalia-scroll');
    const widths = await scrollers.evaluateAll(all => all.map(one => one.scrollWidth > one.clientWidth));
    assert.deepEqual(widths, [true, true]);
    await scrollers.last().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    const lefts = () => scrollers.evaluateAll(all => all.map(({ scrollLeft }) => Math.round(scrollLeft)));
    await eventually(async () => {
      const [before = 0, after = 0] = await lefts();
      assert.ok(after > 0 && before === after, `${before} and ${after}`);
    });
  });

  it('align each cell with its former one, even if rows were added, removed or became longer', async () => {
    const words = 'These words need several lines in a column that is as narrow as this one is.';
    const before = table(['Name', 'Meaning'], ['a', 'One'], ['b', 'Two'], ['gone', 'Three'], ['d', 'Four']);
    const after = table(
      ['Name', 'Meaning'],
      ['a', `One. ${words}`],
      ['new', 'Five'],
      ['b', 'Two'],
      ['d', `Four ${words}`],
    );
    const page = await rendered.show({ before, after });
    const tops = () =>
      page.evaluate(() =>
        ['before', 'after'].map(side =>
          [...document.querySelectorAll(`.side.${side} tr`)].map(row => {
            const { top, height } = row.getBoundingClientRect();
            return [Math.round(top), Math.round(height)].join();
          }),
        ),
      );
    await eventually(async () => {
      const [leftTops = [], rightTops = []] = await tops();
      assert.equal(leftTops.length, 6);
      assert.deepEqual(leftTops, rightTops);
    });
    const lefts = await page.evaluate(() =>
      ['before', 'after'].map(side => {
        const start = document.querySelector(`.side.${side} table`)?.getBoundingClientRect().left ?? 0;
        const cells = [...document.querySelectorAll(`.side.${side} th`)];
        return cells.map(cell => Math.round(cell.getBoundingClientRect().left - start));
      }),
    );
    assert.deepEqual(lefts[0], lefts[1]);
    assert.equal(await page.locator('.side.before tr.marginalia-nothing').count(), 1);
    assert.equal(await page.locator('.side.after tr.marginalia-nothing').count(), 1);
  });

  for (const mode of ['split', 'one', 'after'] as const) {
    it(`fold unchanged rows, and show each changed one when navigating: ${mode}`, async () => {
      const edit = (row: number) => (row === 411 || row === 540 ? 'unusual' : 'usual');
      const page = await rendered.show({ before: long(600), after: long(600, edit), mode });
      const side = page.locator('.side.after');
      const rows = side.locator('tbody:not([hidden]) > tr');
      assert.equal(await rows.count(), 2 * 7 + 3);
      await side.getByRole('button', { name: '408 unchanged rows' }).waitFor();
      for (const row of [411, 540]) {
        await go(page, 'nextChange');
        const focused = page.locator('tr:focus');
        assert.match(await focused.innerText(), new RegExp(`variable_${row}\\b`));
        await eventually(async () => assert.ok(await isInView(page)));
      }
      await go(page, 'previousChange');
      assert.match(await page.locator('tr:focus').innerText(), /variable_411\b/);
    });
  }

  const isInView = (page: Page) =>
    page.evaluate(() => {
      const { top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
      return top > 80 && bottom < innerHeight;
    });

  it('scroll to a changed cell outside of the viewport', async () => {
    const wide = (word: string) =>
      table(
        numbers(12).map(n => `Long_column_name_${n}`),
        [...numbers(11).map(() => 'a'), word],
      );
    const page = await rendered.show({ before: wide('before'), after: wide('after') });
    await go(page, 'nextChange');
    await eventually(async () => {
      const cell = await page.locator('.side.after td').last().boundingBox();
      const box = await page.locator('.side.after .marginalia-scroll').boundingBox();
      assert.ok(cell && box && cell.x >= box.x && cell.x < box.x + box.width);
    });
  });

  it('unfold on both sides at once, and keep the focus', async () => {
    const page = await rendered.show({ before: long(60), after: long(60, row => (row === 30 ? 'unusual' : 'usual')) });
    await page.locator('.side.after').getByRole('button', { name: '27 unchanged rows' }).press('Enter');
    for (const side of ['before', 'after']) {
      assert.ok(await page.locator(`.side.${side}`).getByText('variable_0').isVisible());
      assert.equal(await page.locator(`.side.${side} .marginalia-unfold`).count(), 1);
    }
    assert.ok(await page.locator('.side.after .marginalia-scroll:focus').isVisible());
  });

  it('fold nothing on a new page', async () => {
    const page = await rendered.show({ before: '', after: long(60), kind: 'created' });
    assert.equal(await page.locator('.side.after td').count(), 120);
    assert.equal(await page.locator('.marginalia-unfold').count(), 0);
  });
});

describe('code on the review page', () => {
  const rendered = setRenderedPage();

  it('folds unchanged lines, aligns lines with their former ones, and navigates to each change', async () => {
    const before = code(400, line => (line === 300 ? 'old' : 'a'));
    const after = code(400, line => (line === 100 ? 'b\nmore\nand more' : 'a'));
    const page = await rendered.show({ before, after });
    assert.equal(await page.locator('.side.after .marginalia-unfold').count(), 3);
    for (const text of ['line 100 b', 'line 300 a']) {
      await go(page, 'nextChange');
      assert.equal(await page.locator('.marginalia-line:focus').innerText(), text);
    }
    const tops = await page
      .locator('.marginalia-line:visible', { hasText: 'line 300' })
      .evaluateAll(lines => lines.map(line => Math.round(line.getBoundingClientRect().top)));
    assert.equal(tops.length, 2);
    assert.equal(tops[0], tops[1]);
  });

  it('keeps line numbers correct after folded lines', async () => {
    const numbered = (line: string) =>
      `{% code lineNumbers="true" %}\n${code(50, at => (at === 40 ? line : 'a'))}\n{% endcode %}`;
    const page = await rendered.show({ before: numbered('b'), after: numbered('c'), mode: 'one' });
    const numbersOf = await page
      .locator('.marginalia-line:visible')
      .evaluateAll(lines => lines.map(line => getComputedStyle(line, '::after').content.replace(/[^\d]/g, '')));
    assert.deepEqual(numbersOf, ['38', '39', '40', '41', '41', '42', '43', '44', '45', '46', '47', '48', '49', '50']);
  });

  for (const theme of ['light', 'high-contrast', 'high-contrast-light']) {
    it(`aligns changed lines with the others, after their numbers, in a ${theme} theme`, async () => {
      const numbered = (line: string) =>
        `{% code lineNumbers="true" %}\n${code(3, at => (at === 1 ? line : 'a'))}\n{% endcode %}`;
      for (const mode of ['split', 'one', 'after'] as const) {
        const page = await rendered.show({ before: numbered('b'), after: numbered('c'), mode });
        await page.locator('body').evaluate((body, name) => body.classList.add(`vscode-${name}`), theme);
        const starts = await page.locator('.side.after .marginalia-line:visible').evaluateAll(lines =>
          lines.map(line => {
            const range = document.createRange();
            range.selectNodeContents(line);
            return Math.round(range.getBoundingClientRect().left);
          }),
        );
        assert.ok(starts.length >= 3);
        assert.equal(new Set(starts).size, 1, `${mode}: ${starts.join()}`);
        await page.close();
      }
    });
  }
});
