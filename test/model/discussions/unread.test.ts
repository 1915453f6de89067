import assert from 'node:assert/strict';
import { Unread } from '../../../src/model/discussions/unread.ts';
import type { Reply } from '../../../src/model/discussions/requests.ts';

const page = 'a page';
const said = { id: 'a', postedBy: { id: 'jun', displayName: 'Jun' }, postedAt: '2026-11-01T10:00:00.000Z' } as Reply;

describe('what has been seen', () => {
  it('is known to the editor where it was seen on the review page, and the other way round', () => {
    const later = { ...said, id: 'b', postedAt: new Date(Date.now() + 60_000).toISOString() };
    const kept = new Map<string, unknown>();
    const memory = {
      keys: () => [...kept.keys()],
      get: <T>(key: string) => kept.get(key) as T | undefined,
      update: async (key: string, value: unknown) => void kept.set(key, value),
    };
    const [one, other] = [new Unread(memory), new Unread(memory)];
    const read = (unread: Unread, message: Reply) => {
      unread.follow(new Set([page]), () => []);
      const conversation = { comment: message, replies: [], isCut: false } as never;
      unread.follow(new Set(), () => [conversation]);
    };
    assert.ok(other.isUnread(page, said, 'mira'));
    read(other, said);
    assert.ok(other.isUnread(page, later, 'mira'));
    read(one, later);
    assert.ok(!other.isUnread(page, later, 'mira'));
  });

  it('is never new where the reader has written it, or nobody knows who reads', () => {
    const memory = { keys: () => [], get: () => undefined, update: async () => undefined };
    const unread = new Unread(memory);
    const posted = { ...said, postedAt: new Date(Date.now() + 60_000).toISOString() };
    unread.follow(new Set([page]), () => []);
    for (const [reader, isNew] of [
      ['mira', true],
      ['jun', false],
      [undefined, false],
    ] as const) {
      assert.equal(unread.isNew(page, posted, reader), isNew);
      assert.equal(unread.isUnread(page, posted, reader), isNew);
    }
  });
});
