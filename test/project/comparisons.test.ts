import assert from 'node:assert/strict';

describe('a failed deepEqual', () => {
  const rows = (count: number, name: string) => Array.from({ length: count }, (_, id) => ({ id, name }));

  it('of 100,000 rows quotes the first difference, quickly', function () {
    this.timeout(10_000);
    const actual = rows(100_000, 'same');
    const expected = actual.with(70_000, { id: 70_000, name: 'other' });
    assert.throws(
      () => assert.deepEqual(actual, expected),
      (error: Error) => {
        assert.match(error.message, /^\+ +name: 'same'$/m);
        assert.match(error.message, /^- +name: 'other'$/m);
        assert.ok(error.message.split('\n').length < 30, error.message.slice(0, 2000));
        assert.match(error.stack ?? '', /comparisons\.test\.ts/);
        return true;
      },
    );
  });

  it('of a list that ends too early names the line of its end', () => {
    const actual = rows(10_000, 'same');
    assert.throws(() => assert.deepEqual(actual.slice(0, -1), actual), /^- +id: 9999,$/m);
  });

  it('of few rows shows all of them', () => {
    assert.throws(() => assert.deepEqual(rows(2, 'one'), rows(2, 'other')), /\+ {5}name: 'one'\n-\s+name: 'other'/);
  });

  it('shows the message of the test', () => {
    const compare = () => assert.deepEqual(rows(10_000, 'one'), rows(10_000, 'other'), 'The rows are others.');
    assert.throws(compare, /^AssertionError.*: The rows are others\. The first difference is in line 4 of 40002:$/m);
  });
});
