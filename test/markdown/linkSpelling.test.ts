import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { respellLinks } from '../../src/markdown/linkSpelling.ts';

interface Site {
  /** The path of the page with the links. */
  path: string;
  /** The paths of the pages, by their IDs. */
  pages: Record<string, string>;
}

const pages = { moorings: 'hardware/moorings.md', glossary: 'glossary.md', 'two words': 'hardware/two words.md' };
const site: Site = { path: 'guides/setup.md', pages };
const movedPage: Site = { path: 'guides/first/setup.md', pages };
const movedTarget: Site = { ...site, pages: { ...pages, moorings: 'sea/moorings.md' } };
const bothMoved: Site = { ...movedPage, pages: movedTarget.pages };

/** Returns a function that finds a page by its path; for other relative links, it returns the path. */
function targetOn({ path, pages }: Site) {
  const byPath = new Map(Object.entries(pages).map(([id, path]) => [path, id]));
  return (link: string) => {
    if (link === '' || /^(?:[a-z]+:|\/)/.test(link)) return undefined;
    const linked = posix.join(posix.dirname(path), decodeURIComponent(link));
    return { id: byPath.get(linked) ?? linked, relativePath: posix.relative(posix.dirname(path), linked) };
  };
}

function respell(earlierText: string, laterText: string, later: Site) {
  return respellLinks(
    { text: earlierText, findTarget: targetOn(site) },
    { text: laterText, findTarget: targetOn(later) },
  );
}

/** Asserts that a text is respelled as the later one. */
function assertSame(earlierText: string, laterText: string, later: Site): void {
  assert.notEqual(earlierText, laterText);
  assert.equal(respell(earlierText, laterText, later).text, laterText);
}

describe('links of a former text, rewritten for the current page path', () => {
  const link = 'See [moorings](../hardware/moorings.md).\n';

  it('follow a moved page that contains the links', () => {
    assertSame(link, 'See [moorings](../../hardware/moorings.md).\n', movedPage);
  });

  it('follow a moved target', () => {
    assertSame(link, 'See [moorings](../sea/moorings.md).\n', movedTarget);
  });

  it('follow a page that is moved next to a target to which the old link would now lead', () => {
    assertSame(link, 'See [moorings](moorings.md).\n', { path: 'hardware/setup.md', pages });
  });

  it('follow both', () => {
    assertSame(link, 'See [moorings](../../sea/moorings.md).\n', bothMoved);
  });

  for (const [name, earlierText, laterText] of [
    ['a link with an anchor', '[x](../hardware/moorings.md#loads)', '[x](../../hardware/moorings.md#loads)'],
    ['a link with a title', '[x](../hardware/moorings.md "Loads")', '[x](../../hardware/moorings.md "Loads")'],
    ['a link in angle brackets', '[x](<../hardware/two words.md#a>)', '[x](<../../hardware/two words.md#a>)'],
    ['an encoded space', '[x](../hardware/two%20words.md)', '[x](../../hardware/two%20words.md)'],
    ['a space that must be encoded', '[x](<../hardware/two words.md>)', '[x](../../hardware/two%20words.md)'],
    ['an image', '![x](../.assets/map.png)', '![x](../../.assets/map.png)'],
    ['an escape', '[x](../a\\_b.md)', '[x](../../a\\_b.md)'],
    ['an entity', '[x](../a&amp;b.md)', '[x](../../a&amp;b.md)'],
    ['a link in HTML', '<a href="../glossary.md">x</a>', '<a href="../../glossary.md">x</a>'],
    ['an image in HTML', "<p><img src='../.assets/a.png'></p>", "<p><img src='../../.assets/a.png'></p>"],
    [
      'an HTML block',
      '<div>\n<a href="../glossary.md">x</a>\n</div>',
      '<div>\n<a href="../../glossary.md">x</a>\n</div>',
    ],
    ['a link reference definition', '[x][a]\n\n[a]: ../glossary.md "T"', '[x][a]\n\n[a]: ../../glossary.md "T"'],
    [
      'a link in a tag',
      '{% content-ref url="../glossary.md" %}\nx\n{% endcontent-ref %}',
      '{% content-ref url="../../glossary.md" %}\nx\n{% endcontent-ref %}',
    ],
    ['an included text', '{% include "../.gitbook/a.md" %}', '{% include "../../.gitbook/a.md" %}'],
    ['a link in a table', '| a |\n| - |\n| [x](../glossary.md) |', '| a |\n| - |\n| [x](../../glossary.md) |'],
  ] as const) {
    it(`follow the page in ${name}`, () => assertSame(earlierText, laterText, movedPage));
  }

  it('are unchanged in code', () => {
    const code = '`[x](../glossary.md)`\n\n```md\n[x](../glossary.md)\n```\n\n';
    const { text } = respell(`${code}[x](../glossary.md)\n`, `${code}[x](../../glossary.md)\n`, movedPage);
    assert.equal(text, `${code}[x](../../glossary.md)\n`);
  });

  it('are unchanged when a link now has another target, without affecting other lines', () => {
    const earlierText = '[a](../glossary.md)\n\n[b](../hardware/moorings.md)\n\n[c](../glossary.md)\n';
    const laterText = '[a](../../hardware/moorings.md)\n\n[b](../../hardware/moorings.md)\n\n[c](../../glossary.md)\n';
    assert.equal(
      respell(earlierText, laterText, movedPage).text,
      '[a](../../glossary.md)\n\n[b](../../hardware/moorings.md)\n\n[c](../../glossary.md)\n',
    );
  });

  it('are unchanged without a link to the same target, to the web, by ID, and to a heading', () => {
    const text = '[a](../hardware/moorings.md) [b](https://example.com/a.md) [c](/files/f1) [d](#loads)\n';
    assert.equal(respell(text, '[a](../../glossary.md) [c](/files/f1)\n', movedPage).text, text);
  });

  it('are unchanged when nothing was moved and only the link was edited', () => {
    assert.equal(respell('[a](../glossary.md)', '[a](../guides/../glossary.md)', site).text, '[a](../glossary.md)');
  });

  it('keep a changed anchor', () => {
    const { text } = respell('[a](../glossary.md#one)', '[a](../../glossary.md#two)', movedPage);
    assert.equal(text, '[a](../../glossary.md#one)');
  });

  it('follow two differently written links to one page separately', () => {
    assertSame(
      '[a](../glossary.md) [b](./../glossary.md)',
      '[a](../../glossary.md) [b](./../../glossary.md)',
      movedPage,
    );
  });

  it('take no HTML that is invalid in Markdown', () => {
    const laterText = '<a href="../../hardware/two words.md">x</a>\n\n[x](../../hardware/two%20words.md)\n';
    const { text } = respell('[x](../hardware/two%20words.md)\n', laterText, movedPage);
    assert.equal(text, '[x](../../hardware/two%20words.md)\n');
  });

  it('move no line, with any line ends', () => {
    const lines = ['# A', '', '[x](../glossary.md)', '', '- [y](../hardware/moorings.md)', '  [z](../glossary.md)', ''];
    for (const end of ['\n', '\r\n', '\r']) {
      const earlierText = lines.join(end);
      assertSame(earlierText, earlierText.replaceAll('../', '../../'), movedPage);
    }
  });

  it('return how the links were written', () => {
    const { originals } = respell('[x](<../glossary.md#a>)', '[x](<../../glossary.md#a>)', movedPage);
    assert.deepEqual([...originals], [[5, '../glossary.md']]);
  });

  it('return for each link separately how it was written', () => {
    const swapped: Site = { ...site, pages: { ...pages, moorings: 'glossary.md', glossary: 'hardware/moorings.md' } };
    const { text, originals } = respell(link + '[b](../glossary.md)', '[moorings](../glossary.md)\n', swapped);
    assert.equal(text, 'See [moorings](../glossary.md).\n[b](../glossary.md)');
    assert.deepEqual([...originals], [[text.indexOf('../'), '../hardware/moorings.md']]);
  });
});
