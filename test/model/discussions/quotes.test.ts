import assert from 'node:assert/strict';
import { quotePage } from '../../../src/model/discussions/gone.ts';

describe('the quotation of a page that is gone', () => {
  it('is twenty lines at most, and says that there are more', () => {
    const text = Array.from({ length: 30 }, (_, line) => `Line ${line}`).join('\n');
    const linesOf = (end: number) =>
      quotePage('Title', text, { start: 0, end })
        .split('\n')
        .filter(line => /^> ./.test(line));
    assert.equal(linesOf(19).length, 20);
    assert.deepEqual([linesOf(20).length, linesOf(20).at(-1)], [21, '> …']);
  });
});
