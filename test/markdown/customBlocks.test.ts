import assert from 'node:assert/strict';
import { allBlocks } from '../../src/markdown/block.ts';
import { parseBlocks } from '../../src/markdown/blocks.ts';
import { customBlocks } from '../../src/markdown/customBlocks.ts';
import { findTagProblems } from '../../src/markdown/tagProblems.ts';

/** Returns the text of a snippet with its default placeholders and the first of each list of choices. */
function textOf(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
    .replace(/\$\{\d+:([^}]*)\}/g, '$1')
    .replace(/\$\d+/g, 'text');
}

describe('custom blocks that can be inserted', () => {
  for (const [name, { snippet, parent, title }] of customBlocks) {
    it(`have no problems: ${title()}`, () => {
      const text = textOf(snippet);
      const whole = parent === undefined ? text : `{% ${parent} %}\n${text}\n{% end${parent} %}`;
      assert.deepEqual(findTagProblems(whole), []);
      assert.doesNotMatch(text, /\$[{\d]/);
      const blocks = allBlocks(parseBlocks(whole));
      const isRead = blocks.some(({ type, tag }) => type !== 'paragraph' && type !== 'markup' && tag !== `end${name}`);
      assert.ok(isRead, whole);
      assert.ok(!blocks.some(({ type, source }) => type === 'paragraph' && source.includes('{%')), whole);
    });
  }
});
