import assert from 'node:assert/strict';
import { UnreadTracker } from '../../../src/model/discussions/conversationContext.ts';
import type { CommentReply } from '../../../src/model/discussions/requests.ts';

const page = 'a page';
const reply = {
  id: 'a',
  postedBy: { id: 'jun', displayName: 'Jun' },
  postedAt: '2026-11-01T10:00:00.000Z',
} as CommentReply;

describe('read marks of comments', () => {
  it('are shared by the editor and the review page', () => {
    const later = { ...reply, id: 'b', postedAt: new Date(Date.now() + 60_000).toISOString() };
    const stored = new Map<string, unknown>();
    const memory = {
      keys: () => [...stored.keys()],
      get: <T>(key: string) => stored.get(key) as T | undefined,
      update: async (key: string, value: unknown) => void stored.set(key, value),
    };
    const [one, other] = [new UnreadTracker(memory), new UnreadTracker(memory)];
    const read = (unread: UnreadTracker, message: CommentReply) => {
      unread.setVisible(new Set([page]), () => []);
      const conversation = { comment: message, replies: [], isCut: false } as never;
      unread.setVisible(new Set(), () => [conversation]);
    };
    assert.ok(other.isUnread(page, reply, 'mira'));
    read(other, reply);
    assert.ok(other.isUnread(page, later, 'mira'));
    read(one, later);
    assert.ok(!other.isUnread(page, later, 'mira'));
  });

  it('never show comments of the user as new, nor any comment for an unknown user', () => {
    const memory = { keys: () => [], get: () => undefined, update: async () => undefined };
    const unread = new UnreadTracker(memory);
    const posted = { ...reply, postedAt: new Date(Date.now() + 60_000).toISOString() };
    unread.setVisible(new Set([page]), () => []);
    for (const [reader, isNew] of [
      ['mira', true],
      ['jun', false],
      [undefined, false],
    ] as const) {
      assert.equal(unread.isNew(page, posted, reader), isNew);
      assert.equal(unread.isUnread(page, posted, reader), isNew);
    }
  });

  it('are stored for each account of a connection', () => {
    const values = new Map<string, unknown>();
    const memory = {
      keys: () => [...values.keys()],
      get: <T>(key: string) => values.get(key) as T | undefined,
      update: async (key: string, value: unknown) => void values.set(key, value),
    };
    let account = 'sandbox';
    const unread = new UnreadTracker(memory, connection => (connection === 'sandbox' ? account : undefined));
    const document = 'marginalia://sandbox/spaces/a/page.md';
    const conversation = { comment: reply, replies: [], isCut: false } as never;
    const see = () => {
      unread.setVisible(new Set([document]), () => []);
      unread.markSeen(document, [conversation]);
    };
    see();
    assert.deepEqual([...values.keys()], [`seen ${document}`], 'as earlier versions stored it');
    assert.ok(!unread.isUnread(document, reply, 'mira'));
    account = 'sandbox-of-another';
    assert.ok(unread.isUnread(document, reply, 'sam'));
    see();
    assert.ok(!new UnreadTracker(memory, () => account).isUnread(document, reply, 'sam'));
    account = 'sandbox';
    assert.ok(!unread.isUnread(document, reply, 'mira'));
  });

  it('belong to the account that was signed in while the document was visible', () => {
    const memory = { keys: () => [], get: () => undefined, update: async () => undefined };
    let account = 'sandbox';
    const unread = new UnreadTracker(memory, () => account);
    const document = 'marginalia://sandbox/spaces/a/page.md';
    const later = { ...reply, postedAt: new Date(Date.now() + 60_000).toISOString() };
    unread.setVisible(new Set([document]), () => []);
    account = 'sandbox-of-another';
    unread.markSeen(document, []);
    unread.setVisible(new Set([document]), () => []);
    unread.setVisible(new Set(), () => [{ comment: later, replies: [], isCut: false } as never]);
    assert.ok(!unread.isNew(document, later, 'sam'));
    account = 'sandbox';
    assert.ok(unread.isNew(document, later, 'mira'));
  });

  it('start again for another account while a document without conversations is visible', () => {
    const values = new Map<string, unknown>();
    const memory = {
      keys: () => [...values.keys()],
      get: <T>(key: string) => values.get(key) as T | undefined,
      update: async (key: string, value: unknown) => void values.set(key, value),
    };
    let account = 'sandbox';
    const unread = new UnreadTracker(memory, () => account);
    const document = 'marginalia://sandbox/spaces/a/page.md';
    const later = { ...reply, postedAt: new Date(Date.now() + 60_000).toISOString() };
    unread.setVisible(new Set([document]), () => []);
    account = 'sandbox-of-another';
    unread.setVisible(new Set([document]), () => []);
    assert.ok(unread.isNew(document, later, 'sam'));
    unread.setVisible(new Set(), () => [{ comment: later, replies: [], isCut: false } as never]);
    assert.ok(!unread.isNew(document, later, 'sam'));
    account = 'sandbox';
    assert.ok(unread.isNew(document, later, 'mira'), 'who has not seen it');
  });
});
