import assert from 'node:assert/strict';
import {
  suggestionBlock,
  suggestionIn,
  withDifference,
  withSuggestions,
} from '../../../src/model/discussions/suggestions.ts';

describe('a suggestion in a comment', () => {
  for (const [what, lines] of [
    ['code', '```js\nlet a;\n```'],
    ['code in a longer fence', '````md\n```js\nlet a;\n```\n````'],
    ['text that looks like a suggestion', '```suggestion\na\n```'],
    ['inline code', 'Call ``a ` b`` now.'],
    ['no lines', ''],
  ] as const) {
    it(`contains exactly the suggested lines: ${what}`, () => {
      const text = `Please:\n\n${suggestionBlock(lines)}\n\nThanks.`;
      assert.equal(suggestionIn(text), lines);
    });
  }

  it('is shown as a diff in a fence that is long enough', () => {
    const difference = withDifference(suggestionBlock('```js\nlet b;\n```'), '```js\nlet a;\n```');
    assert.equal(difference, '````diff\n ```js\n-let a;\n+let b;\n ```\n````');
  });
});

describe('a comment with suggestions', () => {
  const text = 'one\ntwo\nthree\nfour\n';
  const at = (start: number, end: number, proposed: string) => ({ lines: { start, end }, proposed });

  it('contains all of them in any order', () => {
    const suggestions = [at(3, 3, '4a\n4b'), at(0, 1, '1'), at(2, 2, '')];
    const { text: changed, applied } = withSuggestions(text, suggestions);
    assert.equal(changed, '1\n4a\n4b\n');
    assert.deepEqual(applied, suggestions);
  });

  it('has no extra blank lines when blocks are deleted', () => {
    const blocks = 'one\n\ntwo\n\nthree\n';
    assert.equal(withSuggestions(blocks, [at(2, 2, '')]).text, 'one\n\nthree\n');
    assert.equal(withSuggestions(blocks, [at(0, 0, ''), at(2, 2, '')]).text, 'three\n');
    assert.equal(withSuggestions(blocks, [at(4, 4, '')]).text.trim(), 'one\n\ntwo');
  });

  it('keeps the first of overlapping suggestions, and counts equal ones', () => {
    const [first, same, longer, other] = [at(1, 1, 'deux'), at(1, 1, 'deux'), at(0, 2, 'x'), at(1, 1, 'dos')];
    const result = withSuggestions(text, [first, same, longer, other]);
    assert.deepEqual(result, {
      text: 'one\ndeux\nthree\nfour\n',
      applied: [first, same],
      overlapping: [longer, other],
    });
  });

  it('is unchanged without suggestions', () => {
    assert.deepEqual(withSuggestions(text, []), { text, applied: [], overlapping: [] });
  });
});
