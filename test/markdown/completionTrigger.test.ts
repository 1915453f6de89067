import assert from 'node:assert/strict';
import { completionTriggerAt, isInCode } from '../../src/markdown/completionTrigger.ts';

describe('the completion trigger', () => {
  const begun: [text: string, word: string | undefined][] = [
    ['@', '@'],
    ['Ask @ju', '@ju'],
    ['Ask (@Lucía', '@Lucía'],
    ['First.\n@am', '@am'],
    ['Well done :tad', ':tad'],
    [':+1', ':+1'],
    ['mira@tidewell', undefined],
    ['At 10:30', undefined],
    ['Note: ', undefined],
    ['Ask @jun then', undefined],
    ['', undefined],
  ];
  for (const [text, word] of begun) {
    it(`is ${word ? `"${word}"` : 'nothing'} at the end of ${JSON.stringify(text)}`, () => {
      const { mark = '', typed = '' } = completionTriggerAt(text) ?? {};
      assert.equal(`${mark}${typed}`, word ?? '');
    });
  }

  const code: [text: string, isCode: boolean][] = [
    ['Use `@', true],
    ['Use `a` and @', false],
    ['Use `` ` `` and @', false],
    ['Use `` a` @', true],
    ['One ` on a line.\n@', false],
    ['```suggestion\n@', true],
    ['```suggestion\n@Input()\n```\n@', false],
    ['````\n```\n@', true],
    ['~~~ js\n```\n@', true],
    ['~~~\na\n~~~~\n@', false],
    ['> ```\n> @', true],
    ['``` a ```\n@', false],
    ['```\na\n``` b\n@', true],
  ];
  for (const [text, isCode] of code) {
    it(`is ${isCode ? '' : 'not '}in code at the end of ${JSON.stringify(text)}`, () => {
      assert.equal(isInCode(text), isCode);
    });
  }

  it('is found quickly in a long text of marks and backticks', () => {
    const started = performance.now();
    for (const text of [' @'.repeat(50_000), '`'.repeat(100_000), '` `` '.repeat(20_000), '```\n'.repeat(25_000)]) {
      completionTriggerAt(text);
      isInCode(text);
    }
    assert.ok(performance.now() - started < 1000);
  });
});
