import assert from 'node:assert/strict';
import { assertLinear } from '../../growth.ts';
import { hasSameText } from '../../../src/model/discussions/delivery.ts';

describe('comparison of two comment texts', () => {
  it('ignores how a server formats their Markdown', () => {
    assert.ok(hasSameText('Said **once**, and\n\n* not twice', 'Said __once__, and\n- not twice\n'));
    assert.ok(!hasSameText('Said once', 'Said twice'));
    assert.ok(!hasSameText('---', '***'), 'marks alone are words');
  });

  it('takes linear time', () => {
    assertLinear(count => hasSameText(`a${'\n'.repeat(count)}b`, 'a b'), 50_000, 'line ends');
  });
});
