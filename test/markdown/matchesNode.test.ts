import assert from 'node:assert/strict';
import { allBlocks } from '../../src/markdown/block.ts';
import { parseBlocks, placeComment, placePage } from '../../src/markdown/index.ts';
import { plainText } from '../../src/markdown/plainText.ts';
import { InlineTextMatcher } from '../../src/markdown/placing/inlineTextMatcher.ts';
import { signatureOf } from '../../src/markdown/placing/signatures.ts';
import { assertLinear } from '../growth.ts';
import { createRandom } from '../sandbox/random.ts';
import { document, paragraph } from './documents.ts';
import { randomPage } from './randomPage.ts';

function saysTheSame(text: string, markdown: string): boolean {
  const saying = new InlineTextMatcher(markdown);
  return saying.matchNext(text) && saying.isAtEnd();
}

describe('quick comparison of a text with Markdown', () => {
  for (const [text, markdown] of [
    ['plain words', 'plain words'],
    ['bold, code and _more_', '**bold**, `code` and \\_more\\_'],
    ['see the guide.', 'see [the *guide*](https://example.com/a?b=c).'],
    ['über naïve 日本', '*über* naïve 日本'],
    ['a & b, 1 < 2!', 'a & b, 1 \\< 2!'],
  ] as const) {
    it(`matches: ${markdown}`, () => assert.ok(saysTheSame(text, markdown)));
  }

  it('matches when the text arrives in parts', () => {
    const saying = new InlineTextMatcher('A **bold** [guide](x.md) to `code`.');
    assert.ok(['A ', 'bold', ' ', 'guide', ' to ', 'co', 'de', '.', ''].every(saying.matchNext) && saying.isAtEnd());
  });

  for (const [text, markdown] of [
    ['plain words', 'plain word'],
    ['plain word', 'plain words'],
    ['the guide', 'the [guide](https://example.com) of'],
    ['a word b', 'a ![word](c.png) b'],
    ['a note', 'a[^note]'],
    ['see (this) one', 'see [this](a(b)c) one'],
  ] as const) {
    it(`does not match, or is uncertain: ${markdown}`, () => assert.ok(!saysTheSame(text, markdown)));
  }

  it('matches only when mathematical signatures match, too', () => {
    const blocks = Array.from({ length: 60 }, (_, seed) => allBlocks(parseBlocks(randomPage(seed).markdown))).flat();
    const sources = blocks.map(({ source }) => source).filter(source => source !== '');
    for (const [index, source] of sources.entries()) {
      for (const text of [plainText(source), plainText(sources[index + 1] ?? ''), source]) {
        if (text === source || !saysTheSame(text, source)) continue;
        assert.equal(signatureOf(text), signatureOf(plainText(source)), source);
      }
    }
  });
});

describe('comments whose nodes are gone', () => {
  it('are placed in linear time in the number of comments and the page size', () => {
    const random = createRandom(3);
    const words = () => Array.from({ length: 12 }, () => random.below(36 ** 6).toString(36)).join(' ');
    assertLinear(
      count => {
        const paragraphs = Array.from({ length: count }, words);
        const page = placePage(document(paragraph('a', paragraphs[0] ?? '')), paragraphs.join('\n\n'));
        for (const text of paragraphs) {
          const quoted = { id: 'gone', preview: `${text.replace(/\w{2}$/, '')} and` };
          assert.equal(placeComment(page, { node: quoted }).exactness, 'preview');
        }
      },
      60,
      'as many comments as paragraphs',
    );
  });
});
