import assert from 'node:assert/strict';
import { parseComment, parseCommentReply, parseEach, parseOne } from '../../../src/model/discussions/parseComments.ts';

const user = { object: 'user', id: 'u', displayName: 'Ada' };
const reply = {
  object: 'comment-reply',
  id: 'r',
  postedBy: user,
  postedAt: '2026-11-01T10:00:00.000Z',
  body: { markdown: 'Yes' },
  reactions: [{ emoji: '1f44d', count: 1, users: [{ user }] }],
  permissions: { edit: true },
};
const comment = {
  ...reply,
  object: 'comment',
  id: 'c',
  target: { page: { id: 'p', title: 'Page', outdated: true }, node: { id: 'n', preview: 'words' }, revision: 'v' },
  status: 'resolved',
  resolvedBy: user,
  replies: 1,
};

describe('comments from a server', () => {
  let messages: string[];
  const log = { log: (sentence: string) => void messages.push(sentence) };
  beforeEach(() => (messages = []));

  it('are unchanged when they follow the contract', () => {
    assert.deepEqual(parseEach([comment], parseComment, log), [comment]);
    assert.deepEqual(parseEach([reply], parseCommentReply, log), [reply]);
    assert.deepEqual(messages, []);
  });

  it('are read one by one, and malformed ones are logged with the reason', () => {
    const sent = [{ ...comment, postedBy: null, reactions: undefined }, comment, { ...comment, id: null }];
    const [odd, whole, ...others] = parseEach(sent, parseComment, log);
    assert.deepEqual([odd?.postedBy.displayName, odd?.reactions, whole, others], ['Somebody', [], comment, []]);
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /: c \(postedBy, reactions\); the 3\. of 3 \(no usable ID\)\.$/);
  });

  it('have all members of the contract, whatever was sent', () => {
    const values = [null, undefined, 0, -1, 1e300, '', 'words', true, [], [null], {}, { id: {} }, { user: null }];
    for (const name of Object.keys(comment).filter(name => name !== 'id')) {
      for (const value of values) {
        const [read] = parseEach([{ ...comment, [name]: value }], parseComment, log);
        assert.ok(read, name);
        const { postedBy, postedAt, body, target, reactions, replies, status } = read;
        assert.deepEqual(
          [typeof postedBy.id, typeof postedBy.displayName, typeof status],
          Array(3).fill('string'),
          name,
        );
        assert.ok(postedAt === '' || !Number.isNaN(Date.parse(postedAt)), name);
        assert.ok(body.markdown === undefined || typeof body.markdown === 'string', name);
        assert.ok(
          [target.page, target.node].every(part => part === undefined || typeof part.id === 'string'),
          name,
        );
        assert.ok(
          reactions.every(({ users }) => users.every(one => one.user.displayName)),
          name,
        );
        assert.ok(Number.isSafeInteger(replies) && replies >= 0, name);
      }
    }
  });

  it('are identified briefly in the log, up to a limit', () => {
    const sent = Array.from({ length: 1000 }, () => ({ id: 'x'.repeat(10_000) }));
    assert.equal(parseEach(sent, parseComment, log).length, 1000);
    assert.ok((messages[0]?.length ?? Infinity) < 5000);
  });

  it('are an error when a requested comment has no ID', () => {
    for (const sent of [undefined, null, 'words', [], {}, { id: 3 }]) {
      assert.throws(() => parseOne(sent, parseComment, log), { kind: 'notService', message: /not a comment/ });
    }
  });
});
