import assert from 'node:assert/strict';
import { memoize } from '../../src/sandbox/memoize.ts';

describe('memoize', () => {
  it('calls the function once for each object, whatever it returns', () => {
    const calls: object[] = [];
    const memoized = memoize((object: { value: number | undefined }) => {
      calls.push(object);
      return object.value;
    });
    const [first, second] = [{ value: 1 }, { value: undefined }];
    assert.deepEqual([first, second, first, second].map(memoized), [1, undefined, 1, undefined]);
    assert.deepEqual(calls, [first, second]);
  });
});
