import assert from 'node:assert/strict';
import { hasConflictMarks } from '../../src/markdown/conflictMarks.ts';

const marks = '<<<<<<< ours\nOne.\n=======\nTwo.\n>>>>>>> theirs\n';

describe('conflict markers', () => {
  for (const [what, text] of [
    ['as written by Git', `Before.\n\n${marks}\nAfter.\n`],
    ['with CRLF line ends', marks.replaceAll('\n', '\r\n')],
    ['with an empty side', '<<<<<<<\n=======\nTwo.\n>>>>>>>\n'],
    ['after code', '```\ncode\n```\n\n' + marks],
  ] as const) {
    it(`are found ${what}`, () => assert.equal(hasConflictMarks(text), true));
  }

  for (const [what, text] of [
    ['in a code block', `\`\`\`\n${marks}\`\`\`\n`],
    ['in a code block with tildes', `~~~~ text\n${marks}~~~~\n`],
    ['when one of them is missing', '<<<<<<< ours\nOne.\n'],
    ['in a setext heading', 'Title\n=======\n'],
    ['in an empty page', ''],
  ] as const) {
    it(`are not found ${what}`, () => assert.equal(hasConflictMarks(text), false));
  }

  it('are searched for in linear time on a malicious page', () => {
    const text = '<<<<<<<\n'.repeat(20_000) + '=======\n'.repeat(20_000);
    const began = performance.now();
    assert.equal(hasConflictMarks(text), false);
    assert.ok(performance.now() - began < 5000);
  });
});
