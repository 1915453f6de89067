import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { formatAge, formatDate, formatDateTime, formatTimeOrDateTime } from '../../src/api/time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = new Date(2026, 10, 12, 15, 20, 31).getTime();

/** Versions of ICU differ in the space before "PM". */
function withSpaces(text: string | undefined): string | undefined {
  return text?.replace(/\s/g, ' ');
}

describe('times', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now }));
  afterEach(() => mock.timers.reset());

  it('are formatted in the language of the user', () => {
    assert.equal(withSpaces(formatDateTime(now, 'en')), 'Nov 12, 2026, 3:20 PM');
    assert.equal(withSpaces(formatDateTime(now, 'de')), '12.11.2026, 15:20');
    assert.equal(formatDate(now, 'en'), 'Nov 12, 2026');
    assert.equal(formatDate(now, 'fr'), '12 nov. 2026');
    assert.equal(withSpaces(formatDateTime(now, 'en', { hasSeconds: true })), 'Nov 12, 2026, 3:20:31 PM');
  });

  it('are formatted in the default language if the language of VS Code is unknown', () => {
    assert.ok(formatDateTime(now, 'qps-ploc'));
    assert.ok(formatAge(now, 'qps-ploc'));
  });

  it('omit the date if it is today', () => {
    assert.equal(withSpaces(formatTimeOrDateTime(now - 15 * hour, 'en')), '12:20 AM');
    assert.equal(withSpaces(formatTimeOrDateTime(now - 16 * hour, 'en')), 'Nov 11, 2026, 11:20 PM');
    assert.equal(withSpaces(formatTimeOrDateTime(now + day, 'en')), 'Nov 13, 2026, 3:20 PM');
  });

  it('are formatted equally from an ISO string, milliseconds and a Date', () => {
    const texts = [now, new Date(now), new Date(now).toISOString()].map(time => formatDateTime(time, 'en'));
    assert.equal(new Set(texts).size, 1);
  });

  it('are formatted in the time zone of the user', () => {
    const { TZ } = process.env;
    try {
      process.env['TZ'] = 'Asia/Kolkata';
      assert.equal(withSpaces(formatDateTime('2026-11-12T20:20:31.500Z', 'de')), '13.11.2026, 01:50');
      process.env['TZ'] = 'America/Los_Angeles';
      assert.equal(withSpaces(formatDateTime('2026-11-12T20:20:31.500Z', 'de')), '12.11.2026, 12:20');
    } finally {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    }
  });

  for (const [name, time] of [
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['not a date', 'yesterday'],
    ['an impossible date', '2026-13-45T99:00:00Z'],
    ['NaN', NaN],
    ['out of range', 1e17],
    ['an invalid Date', new Date('x')],
  ] as const) {
    it(`are undefined if they are ${name}`, () => {
      assert.equal(formatDateTime(time, 'en'), undefined);
      assert.equal(formatDate(time, 'en'), undefined);
      assert.equal(formatTimeOrDateTime(time, 'en'), undefined);
      assert.equal(formatAge(time, 'en'), undefined);
    });
  }
});

describe('ages', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now }));
  afterEach(() => mock.timers.reset());

  for (const [ageMs, long, narrow] of [
    [0, 'now', 'now'],
    [minute - 1, 'now', 'now'],
    [minute, '1 minute ago', '1m ago'],
    [hour - 1, '59 minutes ago', '59m ago'],
    [hour, '1 hour ago', '1h ago'],
    [day - 1, '23 hours ago', '23h ago'],
    [3 * day, '3 days ago', '3d ago'],
    [7 * day, '1 week ago', '1w ago'],
    [30 * day, '1 month ago', '1mo ago'],
    [800 * day, '2 years ago', '2y ago'],
    // The clock of a server may be ahead.
    [-minute, 'now', 'now'],
    [-3 * day, 'now', 'now'],
  ] as const) {
    it(`are "${long}" after ${ageMs} ms`, () => {
      assert.equal(formatAge(now - ageMs, 'en'), long);
      assert.equal(formatAge(new Date(now - ageMs).toISOString(), 'en', { isNarrow: true }), narrow);
    });
  }

  it('are formatted in the language of the user', () => {
    assert.equal(formatAge(now - 3 * day, 'de'), 'vor 3 Tagen');
    assert.equal(formatAge(now, 'de'), 'jetzt');
  });

  it('are not abbreviated where that is ambiguous', () => {
    assert.equal(formatAge(now - 60 * day, 'es', { isNarrow: true }), 'hace 2 meses');
    assert.equal(formatAge(now - 2 * minute, 'de', { isNarrow: true }), 'vor 2 Minuten');
  });
});
