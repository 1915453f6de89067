import assert from 'node:assert/strict';
import { parseBlocks } from '../../src/markdown/blocks.ts';

// A long text is read in parts; see `longText` in src/markdown/lexer.ts.
describe('blocks of a page of 100 kB', () => {
  const sentence = 'The gauge at the weir is read every ten minutes. ';

  for (const [type, markdown] of [
    ['paragraph', 'One\ntwo'],
    ['heading', '## One'],
    ['list-unordered', '- One\n\n  two\n\n- three'],
    ['list-ordered', '1. One\n\n       code\n2. two'],
    ['blockquote', '> One\n>\n> two'],
    ['code', '    One\n\n    two'],
    ['code', '```\nOne\n\ntwo\n```'],
    ['table', '| One |\n| --- |\n| two |'],
    ['markup', '<p>One\ntwo</p>'],
    ['hint', '{% hint style="info" %}\nOne\n\ntwo\n{% endhint %}'],
    ['expandable', '<details>\n\n<summary>One</summary>\n\ntwo\n\n</details>'],
  ] as const) {
    it(`are those of its parts: ${type} ${JSON.stringify(markdown)}`, () => {
      const parts = Array.from({ length: 100 }, (_, index) =>
        index % 2 === 0 ? markdown : sentence.repeat(40).trim(),
      );
      let line = 0;
      const expected = parts.map((part, index) => {
        const start = line;
        const end = start + part.split('\n').length - 1;
        line = end + 2;
        return { type: index % 2 === 0 ? type : 'paragraph', start, end };
      });
      const blocks = parseBlocks(parts.join('\n\n'));
      assert.deepEqual(
        blocks.map(({ type, start, end }) => ({ type, start, end })),
        expected,
      );
    });
  }

  for (const [type, before, after] of [
    ['markup', '<!--', '-->'],
    ['markup', '<pre>', '</pre>'],
    ['markup', '<script>', '</script>'],
    ['code', '```', '```'],
    ['definition', '[a]: b "', '"'],
  ] as const) {
    it(`are one when it contains blank lines: ${before}`, () => {
      const blocks = parseBlocks(`${before}\n${`${sentence.repeat(20)}\n\n`.repeat(100)}${after}\n`);
      assert.deepEqual(
        blocks.map(block => block.type),
        [type],
      );
    });
  }
});
