import assert from 'node:assert/strict';
import { errorOfReply } from '../../src/api/errors.ts';

describe('how long the service asks to wait', () => {
  const retryAfter = (header: string) =>
    errorOfReply('GET /orgs', { status: 429, headers: { 'retry-after': header }, text: '' }).retryAfter;
  const dateIn = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

  it('is what it gives in seconds', () => {
    assert.equal(retryAfter('90'), 90);
    assert.equal(retryAfter('0'), 0);
  });

  it('is the time until the date that it gives', () => {
    const seconds = retryAfter(dateIn(90)) ?? 0;
    assert.ok(seconds > 60 && seconds <= 90, `${seconds} seconds`);
  });

  it('is nothing once that date has passed', () => {
    assert.equal(retryAfter(dateIn(-90)), 0);
  });

  it('is not known where it says neither', () => {
    assert.equal(retryAfter('soon'), undefined);
    const silent = errorOfReply('GET /orgs', { status: 429, headers: {}, text: '' });
    assert.equal(silent.retryAfter, undefined);
  });
});
