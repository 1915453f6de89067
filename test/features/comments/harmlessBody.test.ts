import assert from 'node:assert/strict';
import { bodyOf } from '../../../src/features/comments/editorComment.ts';

describe('the body of a comment of somebody else', () => {
  for (const markdown of [
    '[a](command:workbench.action.quit)',
    '![a](https://evil.example/a.png)',
    '<file:///etc/passwd>',
  ]) {
    it(`makes no link to anything but the web, and loads nothing: ${markdown}`, () => {
      const { value, isTrusted, supportHtml } = bodyOf(markdown);
      assert.doesNotMatch(value, /\]\(command:|!\[a\]|<file:/);
      assert.ok(!isTrusted && !supportHtml);
    });
  }
});
