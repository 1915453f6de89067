import assert from 'node:assert/strict';
import { bodyOf } from '../../../src/features/comments/editorComment.ts';

describe("the body of another user's comment", () => {
  for (const markdown of [
    '[a](command:workbench.action.quit)',
    '![a](https://evil.example/a.png)',
    '<file:///etc/passwd>',
  ]) {
    it(`links only to the web, and loads nothing: ${markdown}`, () => {
      const { value, isTrusted, supportHtml } = bodyOf(markdown);
      assert.doesNotMatch(value, /\]\(command:|!\[a\]|<file:/);
      assert.ok(!isTrusted && !supportHtml);
    });
  }
});
