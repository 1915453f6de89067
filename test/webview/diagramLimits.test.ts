import assert from 'node:assert/strict';
import { exceededLimit, maxSourceLength } from '../../src/webview/diagrams/limits.ts';

const gantt = (...lines: string[]) => ['gantt', 'dateFormat YYYY-MM-DD', ...lines].join('\n');

describe('a diagram', () => {
  const drawn: Record<string, string> = {
    'a flowchart': 'flowchart TD\n a --> b123456',
    'a colored block': 'block-beta\n columns 3\n a space:2\n style a fill:#123456',
    'a block that contains a year': 'block-beta\n a["Since 2024"]',
    'a Gantt chart': gantt(
      'tickInterval 1week',
      'excludes weekends',
      'A :2024-01-01, 30d',
      'B :a, 2025-12-31, 2026-01-31',
    ),
    'a packet': 'packet-beta\n 0-1023: "Head 123456"',
  };
  for (const [what, source] of Object.entries(drawn)) {
    it(`is rendered: ${what}`, () => assert.equal(exceededLimit(source), undefined));
  }

  const endless: Record<string, string> = {
    'a very long source': `flowchart TD\n${'a --> b\n'.repeat(maxSourceLength / 8)}a`,
    'millions of blocks': 'block-beta\n columns 3\n a space:200000000 c',
    'millions of columns': '%% A comment\nblock\n columns 2000000000\n a',
    'millions of bits': '---\ntitle: A packet\n---\npacket-beta\n 0-2000000000: "a"',
    'a tick for each millisecond': gantt('tickInterval 1millisecond', 'A :2014-01-01, 900d'),
    'a task of many years': gantt('excludes weekends', 'A :2014-01-01, 9999999d'),
    'no working day': gantt(
      'excludes monday,tuesday,wednesday,thursday',
      'excludes weekends, friday',
      'A :2014-01-01, 1d',
    ),
  };
  for (const [what, source] of Object.entries(endless)) {
    it(`is not rendered when it would take too long: ${what}`, () =>
      assert.match(exceededLimit(source) ?? '', /^Its? .+\.$/));
  }
});
