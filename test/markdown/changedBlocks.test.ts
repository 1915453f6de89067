import assert from 'node:assert/strict';
import { haveCommonChange } from '../../src/markdown/changedBlocks.ts';

const base = '# Title\n\nOne.\n\n- First\n- Second\n\n{% hint style="info" %}\nNote.\n{% endhint %}\n\nEnd.\n';

/** Returns a change that replaces words of the base. */
const change = (words: string, others: string, from = base) => ({ base: from, proposed: from.replace(words, others) });

describe('two changes of a page', () => {
  for (const [what, one, other] of [
    ['rewrite one paragraph', change('One.', 'Mine.'), change('One.', 'Theirs.')],
    ['rewrite one list item', change('First', 'Mine'), change('First', 'Theirs')],
    ['change and delete a block', change('One.\n\n', ''), change('One.', 'Theirs.')],
    ['change a block in a hint', change('Note.', 'Mine.'), change('Note.', 'Theirs.')],
    [
      'change a block of different bases',
      change('One.', 'Mine.'),
      change('One.', 'Theirs.', base.replace('End.', 'Another end.')),
    ],
  ] as const) {
    it(`change the same block: they ${what}`, () => {
      assert.equal(haveCommonChange(one, other), true);
      assert.equal(haveCommonChange(other, one), true);
    });
  }

  for (const [what, one, other] of [
    ['change different paragraphs', change('One.', 'Mine.'), change('End.', 'Theirs.')],
    ['change different list items', change('First', 'Mine'), change('Second', 'Theirs')],
    ['change nothing', change('One.', 'One.'), change('One.', 'One.')],
    ['only add blocks', change('End.', 'Mine.\n\nEnd.'), change('End.', 'Theirs.\n\nEnd.')],
    ['only move a block', change('One.\n\n', ''), { base, proposed: `${base.replace('One.\n\n', '')}\nOne.\n` }],
    ['start from an empty page', { base: '', proposed: 'Mine.' }, { base: '', proposed: 'Theirs.' }],
    [
      'change one of several equal blocks',
      change('One.', 'Mine.', 'One.\n\nOne.\n'),
      { base: 'One.\n\nOne.\n', proposed: 'One.\n\nTheirs.\n' },
    ],
  ] as const) {
    it(`change no common block: they ${what}`, () => {
      assert.equal(haveCommonChange(one, other), false);
    });
  }
});
