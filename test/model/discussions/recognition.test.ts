import assert from 'node:assert/strict';
import { assertLinear } from '../../growth.ts';
import { saysSame } from '../../../src/model/discussions/delivery.ts';

describe('two texts', () => {
  it('say the same whatever a server makes of their Markdown', () => {
    assert.ok(saysSame('Said **once**, and\n\n* not twice', 'Said __once__, and\n- not twice\n'));
    assert.ok(!saysSame('Said once', 'Said twice'));
    assert.ok(!saysSame('---', '***'), 'marks alone are words');
  });

  it('are compared in a time that grows as they do', () => {
    assertLinear(count => saysSame(`a${'\n'.repeat(count)}b`, 'a b'), 50_000, 'line ends');
  });
});
