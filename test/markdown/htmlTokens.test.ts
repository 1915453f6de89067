import assert from 'node:assert/strict';
import { attributesOf, tokenizeHtml } from '../../src/markdown/htmlTokens.ts';

describe('HTML tokens', () => {
  const cases: [title: string, html: string, tokens: string[]][] = [
    ['are tags and the text between them', 'a<B>c</b >d', ['text a', 'start b <B>', 'text c', 'end b </b >', 'text d']],
    ['do not contain comments', '<!-- <b> -->a<!-->b', ['text a', 'text b']],
    ['contain a comment that does not end as text', 'a<!-- <b> -', ['text a<!-- <b> -']],
    ['contain a tag that does not end as text', 'a<b c="<i>', ['text a<b c="<i>']],
    ['contain declarations as text', '<!doctype html><?a b?><b>', ['text <!doctype html><?a b?>', 'start b <b>']],
    ['contain the tags inside a script', '<script><b>', ['start script <script>', 'start b <b>']],
    ['have a tag end behind the quotes of its attributes', '<a b="c>d">e', ['start a <a b="c>d">', 'text e']],
    ['keep line ends and characters of two units', '😀\r\n<b\r\n>', ['text 😀\r\n', 'start b <b\r\n>']],
  ];
  for (const [title, html, tokens] of cases) {
    it(title, () => {
      const actual = tokenizeHtml(html);
      assert.deepEqual(
        actual.map(token => [token.kind, ...(token.kind === 'text' ? [] : [token.name]), token.source].join(' ')),
        tokens,
      );
      for (const { source, start, end } of actual) assert.equal(html.slice(start, end), source);
    });
  }

  it('distinguish an attribute without a value from one with an empty value', () => {
    assert.deepEqual(tokenizeHtml('<a b c="" d = \'\'>'), [
      {
        kind: 'start',
        name: 'a',
        attributes: [
          { name: 'b', value: undefined },
          { name: 'c', value: '' },
          { name: 'd', value: '' },
        ],
        source: '<a b c="" d = \'\'>',
        start: 0,
        end: 17,
      },
    ]);
  });
});

describe('attributes of an HTML tag', () => {
  const cases: [title: string, html: string, attributes: Record<string, string>][] = [
    ['have names in lower case', '<a B=c d-E="f">', { b: 'c', 'd-e': 'f' }],
    ['have decoded values', '<a b="&lt;&#39;&eacute;&amp;amp;" c=?d=1&copy=2>', { b: "<'é&amp;", c: '?d=1&copy=2' }],
    ['have the value true without a value', '<a b>', { b: 'true' }],
    ['keep the first of two with the same name', '<a b="c" B="d">', { b: 'c' }],
    ['do not include a stray quote', '<a b="c"" d="e">', { b: 'c', d: 'e' }],
    ['are those of the first tag', '<a b="c"><d e="f">', { b: 'c' }],
    ['are none in a tag that does not end', '<a b="c"', {}],
  ];
  for (const [title, html, attributes] of cases) {
    it(title, () => assert.deepEqual(attributesOf(html), attributes));
  }
});
