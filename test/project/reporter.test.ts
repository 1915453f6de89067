import assert from 'node:assert/strict';
import { describeFailure } from '../host/reporter.ts';

describe('the report of a failed test', () => {
  const frames = [
    '    at assertEqual (/home/me/test/marginalia/node_modules/helper/index.js:1:2)',
    '    at check (/home/me/test/marginalia/test/host/eventually.ts:12:5)',
    '    at Context.<anonymous> (file:///home/me/test/marginalia/test/ui/day.test.ts:40:9)',
  ];

  function failure(message: string): Error {
    const error = new Error(message);
    error.stack = `Error: ${message}\n${frames.join('\n')}`;
    return error;
  }

  it('contains the test, expected and actual value, and the line of the test', () => {
    assert.equal(
      describeFailure('a row shows its age', failure("'3 days' !== '4 days'\n\nScreenshot:\n  failed.png")),
      "a row shows its age\n  '3 days' !== '4 days'\n  \n  Screenshot:\n    failed.png\n  at test/ui/day.test.ts:40:9",
    );
  });

  it('fits on one screen with a very long message', () => {
    const lines = describeFailure('a long list', failure(`${'item\n'.repeat(499)}Screenshot`)).split('\n');
    assert.ok(lines.length < 50, `${lines.length} lines`);
    assert.ok(lines.some(line => line.includes('and 461 more lines')));
    assert.equal(lines.at(-2), '  Screenshot');
  });

  it('fits on one screen with a very long line', () => {
    const lines = describeFailure('a long line', failure(`${'a'.repeat(5_000_000)}\nnext`)).split('\n');
    assert.deepEqual(
      lines.map(line => line.length < 500),
      [true, true, true, true],
    );
    assert.equal(lines[2], '  next');
  });

  it('works without a stack trace', () => {
    const error = new Error('timed out');
    delete error.stack;
    assert.equal(describeFailure('a slow test', error), 'a slow test\n  timed out');
  });
});
