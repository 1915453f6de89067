import assert from 'node:assert/strict';
import { errorOfReply } from '../../src/api/replyErrors.ts';
import { reasonOf } from '../../src/api/failure.ts';

describe('Retry-After', () => {
  const retryAfter = (header: string) =>
    errorOfReply('GET /orgs', { status: 429, headers: { 'retry-after': header }, text: '' }).retryAfter;
  const dateIn = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

  it('is read as seconds', () => {
    assert.equal(retryAfter('90'), 90);
    assert.equal(retryAfter('0'), 0);
  });

  it('is read as a date', () => {
    const seconds = retryAfter(dateIn(90)) ?? 0;
    assert.ok(seconds > 60 && seconds <= 90, `${seconds} seconds`);
  });

  it('is 0 when the date has passed', () => {
    assert.equal(retryAfter(dateIn(-90)), 0);
  });

  it('is ignored when the wait is too long or negative', () => {
    for (const header of ['-5', '1e99', 'Infinity', '86400', '99999999999', dateIn(10 ** 6)]) {
      assert.equal(retryAfter(header), undefined, header);
    }
  });

  it('is undefined when it is invalid or missing', () => {
    assert.equal(retryAfter('soon'), undefined);
    const silent = errorOfReply('GET /orgs', { status: 429, headers: {}, text: '' });
    assert.equal(silent.retryAfter, undefined);
  });
});

describe('failure message', () => {
  it('hides errors of the program and refers to the log', () => {
    for (const error of [
      new TypeError("Cannot read properties of undefined (reading 'result')"),
      new RangeError('x'),
    ]) {
      assert.equal(reasonOf(error), 'Marginalia failed; see the log.');
    }
  });
});

describe('advice in a 403 message', () => {
  const reasonFor = (message: string) => {
    const text = JSON.stringify({ error: { code: 403, message } });
    return reasonOf(errorOfReply('GET /orgs', { status: 403, headers: {}, text }));
  };

  it('is not repeated when the service gives it', () => {
    const complete = 'You may not merge: it asks for the role Creator. Ask an administrator for it.';
    assert.equal(reasonFor(complete), complete);
    assert.equal(reasonFor('Please contact your admin.'), 'Please contact your admin.');
  });

  it('is added when the service gives none', () => {
    assert.match(reasonFor('You may not merge'), /^You may not merge\. Ask an administrator of the organization/);
    assert.match(reasonFor('The task needs a role'), /Ask an administrator of the organization/);
  });
});
