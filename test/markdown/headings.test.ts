import assert from 'node:assert/strict';
import { headingsOf } from '../../src/markdown/headings.ts';
import { runSync } from '../../src/markdown/resumable.ts';

describe('the headings of a page', () => {
  it('have their anchors, with explicit ones first', () => {
    const text =
      '# Title\n\n## Set up\n\n## Set up\n\n### Own <a href="#mine" id="mine"></a>\n\n```\n# code\n```\n\n## ✓\n';
    assert.deepEqual(
      runSync(headingsOf(text)).map(({ title, anchor, depth, line }) => [title.trim(), anchor, depth, line]),
      [
        ['Title', 'title', 1, 0],
        ['Set up', 'set-up', 2, 2],
        ['Set up', 'set-up-1', 2, 4],
        ['Own', 'mine', 3, 6],
      ],
    );
  });
});
