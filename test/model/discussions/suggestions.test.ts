import assert from 'node:assert/strict';
import { asSuggestion, suggestionIn, withDifference } from '../../../src/model/discussions/suggestions.ts';

describe('a suggestion in a text', () => {
  for (const [what, lines] of [
    ['code', '```js\nlet a;\n```'],
    ['code in a longer fence', '````md\n```js\nlet a;\n```\n````'],
    ['what looks like a suggestion', '```suggestion\na\n```'],
    ['code in a sentence', 'Call ``a ` b`` now.'],
    ['nothing', ''],
  ] as const) {
    it(`proposes the lines that it was made of: ${what}`, () => {
      const text = `Please:\n\n${asSuggestion(lines)}\n\nThanks.`;
      assert.equal(suggestionIn(text), lines);
    });
  }

  it('is shown as a difference in a fence that no line of it ends', () => {
    const shown = withDifference(asSuggestion('```js\nlet b;\n```'), '```js\nlet a;\n```');
    assert.equal(shown, '````diff\n ```js\n-let a;\n+let b;\n ```\n````');
  });
});
