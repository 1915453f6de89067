import assert from 'node:assert/strict';
import { BlocksHtml } from '../../src/markdown/review/blocksHtml.ts';
import { comparePagesResumable } from '../../src/markdown/review/compare.ts';
import { rowsHtml } from '../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../src/markdown/review/rows.ts';
import { runSync, type Resumable } from '../../src/markdown/resumable.ts';
import { assertLinear } from '../growth.ts';
import { sized } from '../size.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const attributes = (count: number) =>
  numbers(count)
    .map(index => `data-${index}="b"`)
    .join(' ');

/** Pages of a given size, each of which is hard to read in another way. */
const pages: Record<string, (count: number) => string> = {
  'nested blocks': count =>
    `${'<details>\n<summary>a</summary>\n\n'.repeat(count)}a\n\n${'</details>\n\n'.repeat(count)}`,
  'unclosed blocks': count => '<details><summary>a</summary>\n\n'.repeat(count),
  'nested hints': count => `${'{% hint style="info" %}\n'.repeat(count)}a\n${'{% endhint %}\n'.repeat(count)}`,
  'nested quotes': count => `${'> '.repeat(count)}a`,
  'nested marks': count => '<b>a '.repeat(count),
  'nested closed marks': count => `${'<i>a '.repeat(count)}b${' c</i>'.repeat(count)}`,
  'marks in many marks': count => `${'<b>'.repeat(90)}${'<i>a</i> '.repeat(count)}`,
  'nested emphasis': count => `${'*a **b '.repeat(count / 2)}c${'** d*'.repeat(count / 2)}`,
  'a list': count => '- a *b* c\n'.repeat(count),
  'many rows': count => `| a | b |\n| - | - |\n${'| c | a |\n'.repeat(count)}`,
  'many columns': count => `|${' a |'.repeat(count)}\n|${' - |'.repeat(count)}\n|${' a |'.repeat(count)}\n`,
  'attributes of a tag': count => `{% embed url="a" ${attributes(count)} %}`,
  'attributes between words': count => `<span ${attributes(count)}>${'a '.repeat(count)}</span>`,
  'attributes of a link': count => `b <a href="a" ${attributes(count)}>${'a '.repeat(count)}</a>`,
  words: count => 'A *gauge* at the weir. '.repeat(count),
  code: count => `\`\`\`\n${'a b c\n'.repeat(count)}\`\`\``,
};

const edits: Record<string, (page: string) => string> = {
  'the same': page => page,
  'with one change': page => page.replace(/a(?=[^a]*$)/, 'z'),
  'with many changes': page => page.replace(/\ba\b/g, (a, at: number) => (at % 5 === 0 ? 'z' : a)),
};

function* render(before: string, after: string): Resumable<string> {
  const rows = rowsOf(yield* comparePagesResumable({ markdown: before }, { markdown: after }));
  const html = yield* rowsHtml(new BlocksHtml({ image: () => undefined }, 'm', { isFolding: true }), rows, 'split');
  return html.map(sides => Object.values(sides).join('')).join('');
}

/** Runs all steps and returns how many there were. */
function countSteps(steps: Resumable<unknown>): number {
  let count = 1;
  while (!steps.next().done) count++;
  return count;
}

describe('comparison of two versions of a page', function () {
  this.timeout(300_000);
  for (const [name, page] of Object.entries(pages)) {
    it(`takes linear time with rendering: ${name}`, () => {
      for (const [edit, edited] of Object.entries(edits)) {
        const work = (size: number) => runSync(render(page(size), edited(page(size))));
        assertLinear(work, sized(3000), `${name}, ${edit}`);
      }
    });
  }

  for (const name of ['words', 'code', 'a list']) {
    it(`takes linear time when everything has changed: ${name}`, () => {
      const rewritten = (page: string) => page.replace(/\b[a-z]+\b/gi, (word, at: number) => `${word}${at % 97}`);
      const work = (size: number) => {
        const page = pages[name]?.(size) ?? '';
        return runSync(render(page, rewritten(page)));
      };
      assertLinear(work, sized(3000), name);
    });
  }

  const paragraphs = (count: number, word: string) =>
    numbers(count)
      .map(index => `Paragraph ${index * 7} of the ${word} says ${index} ${word}s.`)
      .join('\n\n');
  const table = (columns: number, title: string) =>
    `${numbers(columns)
      .map(index => `| ${title} ${index} `)
      .join('')}|\n${'| - '.repeat(columns)}|\n`;
  const reframed: Record<string, (count: number) => [before: string, after: string]> = {
    'that got a container': count => [
      paragraphs(count, 'buoy'),
      `{% hint %}\n${paragraphs(count, 'buoy')}\n{% endhint %}`,
    ],
    'that became list items': count => [
      paragraphs(count, 'buoy'),
      `* ${paragraphs(count, 'anchor').replace(/\n\n/g, '\n* ')}`,
    ],
    'that are in other containers': count => [
      paragraphs(count, 'buoy').replace(/^(?=.)/gm, '> '),
      paragraphs(count, 'anchor').replace(/.+/g, '{% hint %}\n$&\n{% endhint %}'),
    ],
    'that became a table': count => [
      paragraphs(count, 'buoy').replace(/\n\n/g, ' '),
      `| a |\n| - |\n${paragraphs(count, 'buoy').replace(/\n\n/g, '\n').replace(/.+/g, '| $& |')}`,
    ],
    'whose table has other columns, and one more': count => [table(count, 'Before'), table(count + 1, 'After')],
  };
  for (const [name, pair] of Object.entries(reframed)) {
    it(`takes linear time in the number of blocks: ${name}`, () => {
      assertLinear(size => runSync(render(...pair(size))), sized(2000), name);
    });
  }

  it('runs in more slices when the page is longer', () => {
    for (const name of ['a list', 'many rows', 'many columns', 'words', 'code']) {
      const page = pages[name]?.(3000) ?? '';
      const count = countSteps(render(page, page));
      assert.ok(count > 30, `${count} steps for ${name}`);
    }
  });
});

describe('content that is nested too deeply', () => {
  const flat = /Nested too deep: the inner levels are shown flat/;

  it('is shown flat, with all its text and a note', () => {
    const page = `${'<b>a '.repeat(300)}end`;
    const html = runSync(render(page, page));
    assert.match(html, flat);
    assert.equal(html.match(/<b>/g)?.length, 2 * 100);
    assert.equal(html.replace(/<[^>]*>/g, '').match(/\ba\b/g)?.length, 2 * 300);
  });

  it('is noted for blocks, too', () => {
    const page = (count: number) => `${'{% hint %}\n'.repeat(count)}a\n${'{% endhint %}\n'.repeat(count)}`;
    assert.match(runSync(render(page(300), page(300))), flat);
    assert.doesNotMatch(runSync(render(page(15), page(15))), flat);
  });

  it('ends at its actual end on the page', () => {
    const page = `${'<b>'.repeat(110)}a${'</b>'.repeat(110)} <i>b</i>`;
    assert.match(runSync(render(page, page)), /<\/b> <i>b<\/i>/);
  });

  it('is not noted with less nesting', () => {
    const page = '<b>a '.repeat(100);
    assert.doesNotMatch(runSync(render(page, page)), flat);
  });
});
