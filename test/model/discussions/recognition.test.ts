import assert from 'node:assert/strict';
import { assertLinear } from '../../growth.ts';
import { hasSameText } from '../../../src/model/discussions/delivery.ts';

describe('two texts', () => {
  it('say the same whatever a server makes of their Markdown', () => {
    assert.ok(hasSameText('Said **once**, and\n\n* not twice', 'Said __once__, and\n- not twice\n'));
    assert.ok(!hasSameText('Said once', 'Said twice'));
    assert.ok(!hasSameText('---', '***'), 'marks alone are words');
  });

  it('are compared in a time that grows as they do', () => {
    assertLinear(count => hasSameText(`a${'\n'.repeat(count)}b`, 'a b'), 50_000, 'line ends');
  });
});
