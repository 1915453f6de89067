import assert from 'node:assert/strict';
import { allBlocks } from '../../src/markdown/block.ts';
import { parseBlocks, placePage } from '../../src/markdown/index.ts';
import { plainText } from '../../src/markdown/plainText.ts';
import { blockKeys } from '../../src/markdown/reading/blockKeys.ts';
import { toDocument } from '../../src/markdown/reading/toDocument.ts';
import { toMarkdown } from '../../src/markdown/writing/toMarkdown.ts';
import { sized } from '../size.ts';
import { factors, isLinear, processorTime } from '../growth.ts';

/** Fragments that an author could repeat to slow down readers. */
const fragments = [
  ...['[', '![', '![a', '](', '[](', '[a](', '![a](b', '[a][', '[a]: b', '[^', '[^a]: b', '[[', '[`', '[a](b "'],
  ...[
    '<',
    '<a ',
    '<img ',
    '<!--',
    '</a',
    '<br ',
    '<source ',
    '<details',
    '<details>',
    '<details><summary>',
    '<p ',
    '<b>',
  ],
  ...[
    '<table',
    '<table><tr>',
    '<tr',
    '<figure',
    '<figure>',
    '<figure><figcaption>',
    '<div>',
    '<div ',
    '<http://',
    '<a href="',
  ],
  ...['{% ', '{% hint', '{% hint a', '{% hint %}', '{% a="', '{% code %}', '{% include "a"', '{%', '{{'],
  ...[
    '<pre>',
    '<pre><code>',
    '<pre><code></pre>',
    '{% hint %}a{% endhint %} ',
    '{% a b="',
    "{% a '",
    '{% @a/b %} ',
    '{% a ` ',
  ],
  ...[
    '*',
    '_',
    '**a',
    '**a *',
    '*a _b',
    '_a *',
    '~~',
    '~',
    '`',
    '`a``',
    '```',
    '~~~',
    '$$',
    '$$a',
    ':::',
    '\\',
    '&',
    '&#',
  ],
  ...[
    '> ',
    '- ',
    '1. ',
    '- [ ] ',
    '# ',
    '|',
    '| a ',
    '---',
    '=',
    'http://',
    'www.',
    '@',
    'a@',
    'a',
    ' ',
    '\t',
    '\u202e',
    '\0',
  ],
];

/** The ways in which a fragment is repeated on a page. */
const pages: Record<string, (fragment: string, count: number) => string> = {
  'in one line': (fragment, count) => fragment.repeat(count),
  'line by line': (fragment, count) => `${fragment}\n`.repeat(count / 2),
  'block by block': (fragment, count) => `${fragment}\n\n`.repeat(count / 3),
  'within a sentence': (fragment, count) => `a ${`${fragment} b `.repeat(count)}`,
};

/** Returns the milliseconds that each function takes to read a page. */
function timesOf(markdown: string): Map<string, number> {
  const times = new Map<string, number>();
  const timed = <T>(reader: string, read: () => T): T => {
    const start = processorTime();
    const result = read();
    times.set(reader, processorTime() - start);
    return result;
  };
  const blocks = timed('its blocks', () => parseBlocks(markdown));
  timed('its plain text', () => plainText(markdown));
  timed('keys of its blocks', () => blockKeys(markdown));
  const keys = allBlocks(blocks).map((_, index) => `key ${index}`);
  const edited = `Something else.\n\n${markdown.slice(0, 40)} more ${markdown.slice(40)}`;
  timed('keys of its blocks after an edit', () => blockKeys(edited, { markdown, keys }));
  const document = timed('its document', () => toDocument(markdown, keys));
  timed('the Markdown of its document', () => toMarkdown(document));
  timed('places of its nodes', () => placePage(document, markdown));
  timed('places of its nodes after an edit', () => placePage(document, edited));
  return times;
}

/** Returns the functions whose time grows faster than the page, by the shortest times of several attempts. */
function slowReaders(page: (count: number) => string, floor: number): string[] {
  let slow = [...timesOf(page(4 * few))].filter(([, time]) => time > floor).map(([reader]) => reader);
  const small = new Map<string, number>();
  for (const factor of factors) {
    const large = new Map<string, number>();
    for (let attempt = 0; attempt < 8 && slow.length > 0; attempt++) {
      keepLeast(small, timesOf(page(few)));
      keepLeast(large, timesOf(page(factor * few)));
      slow = slow.filter(reader => !isLinear(small.get(reader) ?? 0, large.get(reader) ?? 0, factor, floor));
    }
  }
  return slow;
}

function keepLeast(least: Map<string, number>, times: ReadonlyMap<string, number>): void {
  for (const [reader, time] of times) least.set(reader, Math.min(time, least.get(reader) ?? Infinity));
}

const few = sized(1500);

describe('parsing a page with repeated text', function () {
  this.timeout(300_000);
  let floor: number;
  before(() => {
    const prose = 'Nothing in it is repeated for the sake of the reader, and *some* of it is `marked`.\n\n'.repeat(few);
    // The first run includes compilation.
    const [, ...times] = Array.from({ length: 4 }, () => Math.max(...timesOf(prose).values()));
    floor = Math.min(...times);
  });

  for (const [name, page] of Object.entries(pages)) {
    it(`${name} takes linear time`, () => {
      const slow = fragments.flatMap(fragment =>
        slowReaders(count => page(fragment, count), floor).map(reader => `${JSON.stringify(fragment)}: ${reader}`),
      );
      assert.deepEqual(slow, []);
    });
  }

  it('takes linear time with different text each time', () => {
    const names: Record<string, (index: number) => string> = {
      'tags of ever new names': index => `{% tag${index} %}`,
      'code in ever more marks': index => `${'`'.repeat(index % 200)}a `,
      'marks in marks': index => `${'*_'[index % 2]}${index}`,
      headings: index => `# Heading ${index}\n\n`,
      'rows of a table': index => `${index ? '' : '<table>'}<tr><td>${index}</td></tr>`,
    };
    const slow = Object.entries(names).flatMap(([name, make]) => {
      const page = (count: number) => Array.from({ length: count }, (_, index) => make(index)).join('\n');
      return slowReaders(page, floor).map(reader => `${name}: ${reader}`);
    });
    assert.deepEqual(slow, []);
  });

  it('takes linear time for one long run of characters', () => {
    const runs: Record<string, (count: number) => string> = {
      'blanks in a line': count => `a${' '.repeat(10 * count)}b`,
      'blanks in a comment': count => `a <!--${' '.repeat(10 * count)}-->`,
      'letters before a footnote': count => `${'x'.repeat(10 * count)} b[^1]\n\n[^1]: Note`,
    };
    const slow = Object.entries(runs).flatMap(([name, page]) =>
      slowReaders(page, floor).map(reader => `${name}: ${reader}`),
    );
    assert.deepEqual(slow, []);
  });

  it('takes no longer for nested lists than for one long list', () => {
    const nested = Array.from({ length: sized(800) }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');
    const item = '- an item of a list that holds no other\n';
    const flat = item.repeat(nested.length / item.length);
    let slow = [...timesOf(nested).keys()];
    for (let attempt = 0; attempt < 6 && slow.length > 0; attempt++) {
      const [deep, shallow] = [timesOf(nested), timesOf(flat)];
      slow = slow.filter(reader => (deep.get(reader) ?? 0) > 5 * (shallow.get(reader) ?? 0) + floor);
    }
    assert.deepEqual(slow, []);
  });
});
