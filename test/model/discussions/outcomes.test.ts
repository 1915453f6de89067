import assert from 'node:assert/strict';
import { failureMessage } from '../../../src/api/failure.ts';
import type { SendAttempt } from '../../../src/model/discussions/delivery.ts';
import { Discussions } from '../../../src/model/discussions/discussions.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { contentUri } from '../../../src/model/content/address.ts';
import { type Parts, parts } from '../../host/app.ts';
import { lostReplies, faultsBeforeWrite, unusableReplies } from '../../host/faults.ts';
import { type Fault, type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { eventually } from '../../host/eventually.ts';
import { changeRequestUri, documentedOnly, itWithOptional, sampleSandbox } from '../../host/support.ts';
import { skipLookUpDelays } from '../../host/timers.ts';
import { isFullSize } from '../../size.ts';
import { saying, sendings, type Try, words, type Write, writes } from './writesOfDiscussions.ts';

const space = 'heron-manual';

const commentRoute = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments';

/** Faults of a write: the request is done or not, and its reply is lost. */
const faults: Record<string, Fault> = {
  ...Object.fromEntries([500, 502, 504].map(status => [`${status}, not done`, { kind: 'status', status }])),
  'dropped, not done': { kind: 'dropped' },
  'a web page, not done': { kind: 'html' },
  ...Object.fromEntries([500, 502, 504].map(status => [`${status}, done`, { kind: 'status', status, isDone: true }])),
  'dropped, done': { kind: 'dropped', isDone: true },
  'a web page, done': { kind: 'html', isDone: true },
  'cut, done': { kind: 'cut' },
};

const subjects = {
  'a change request': changeRequestUri(space, 8),
  'the main content': contentUri({ connection: 'sandbox', space, version: { kind: 'main' }, path: 'README.md' }),
};

for (const [subject, uri] of Object.entries(subjects)) {
  /** True if the server lists the replies to a comment. */
  const isListed = !documentedOnly || subject === 'a change request';

  describe(`writes to the discussion of ${subject}, when the reply is lost`, () => {
    let onWait: () => Promise<void> | void;
    skipLookUpDelays(() => onWait());
    beforeEach(() => (onWait = () => {}));
    let sandbox: RunningSandbox;
    let server: FaultyServer;
    let app: Parts;
    let discussions: Discussions;
    let problems: string[];

    before(async () => {
      sandbox = await sampleSandbox();
      server = await startFaultyServer(sandbox.url);
      app = parts();
      await app.session.signIn({ url: server.url, token: sandbox.token });
      app.session.onDidRecoverLostReply(host => problems.push(host));
      discussions = new Discussions(app.session, app.content, { log: () => {} });
      await discussions.open(uri);
    });
    beforeEach(() => (problems = []));
    afterEach(() => server.recover());
    after(async () => {
      await discussions.of(uri)?.whenIdle();
      discussions.dispose();
      app.dispose();
      await server.close();
      await sandbox.close();
    });

    async function begin(write: Write): Promise<Try> {
      const discussion = discussions.of(uri) ?? assert.fail();
      const known = new Set(sandbox.state.comments.all().map(({ id }) => id));
      for (const { id, markdown } of sandbox.state.comments.all()) {
        if (markdown === words) await discussion.sender.delete(id);
      }
      await discussion.sender.post({}, 'Mine', { storeAttempt: async () => {}, onPosted: () => {} });
      const comment = sandbox.state.comments.all().find(({ id }) => !known.has(id))?.id ?? assert.fail();
      await discussion.sender.reply(comment, 'My reply', { storeAttempt: async () => {} });
      await discussion.whenIdle();
      const reply = sandbox.state.commentReplies.by('comment', comment)[0]?.id ?? assert.fail();
      const delivery = {
        earlierAttempt: undefined as SendAttempt | undefined,
        storeAttempt: async (attempt: SendAttempt) => void (delivery.earlierAttempt = attempt),
        onPosted: () => {},
      };
      const target: Try = { discussion, sandbox, comment, reply, delivery };
      await write.prepare?.(target);
      await discussion.whenIdle();
      delivery.earlierAttempt = undefined;
      return target;
    }

    for (const [name, write] of Object.entries(writes)) {
      for (const [what, fault] of Object.entries(faults)) {
        // An empty reply cannot be cut.
        if (fault.kind === 'cut' && name.startsWith('deleting')) continue;
        it(`${name} (${what}): happens once, and the user learns the outcome`, async () => {
          const target = await begin(write);
          server.fail(fault, /^(POST|PUT|DELETE)/, 1);
          const isDone = !what.endsWith('not done');
          const error = await write.run(target).then(
            () => undefined,
            caught => caught as unknown,
          );
          assert.equal(write.count(target), isDone ? 1 : 0);
          assert.equal(error === undefined, isDone);
          assert.equal(problems.length, isDone ? 1 : 0);
          const now = what.startsWith('500')
            ? /^Could not do it: .*It was looked up: nothing has changed\./
            : /^Could not do it yet: .*It was looked up: nothing has changed yet\. The service may still do it\.$/;
          if (error) assert.match(failureMessage('do it', error), now);
          await server.recover();
          if (error) await write.run(target);
          assert.equal(write.count(target), 1);
        });
      }

      for (const [what, fault] of Object.entries(unusableReplies)) {
        it(`${name} (answered with ${what}): happens once, without another message`, async () => {
          const target = await begin(write);
          server.fail(fault, /^(POST|PUT|DELETE)/, 1);
          await write.run(target);
          assert.equal(write.count(target), 1);
        });
      }

      for (const [what, fault] of isFullSize ? Object.entries(faultsBeforeWrite) : []) {
        it(`${name} (not done: ${what}): is reported as not done, and happens once after a retry`, async () => {
          const target = await begin(write);
          server.fail(fault, /^(POST|PUT|DELETE)/);
          const error = await write.run(target).then(
            () => assert.fail('it is said to be done'),
            (caught: unknown) => caught,
          );
          assert.match(failureMessage('do it', error), /^Could not do it/);
          assert.equal(write.count(target), 0);
          await server.recover();
          await write.run(target);
          assert.equal(write.count(target), 1);
        });
      }

      for (const [what, fault] of isFullSize ? Object.entries(lostReplies) : []) {
        // An empty reply cannot be cut.
        if (fault.kind === 'cut' && name.startsWith('deleting')) continue;
        it(`${name} (done behind ${what}): is found by the lookup, and happens once`, async () => {
          const target = await begin(write);
          server.fail(fault, /^(POST|PUT|DELETE)/);
          await write.run(target);
          assert.deepEqual([write.count(target), problems.length], [1, 1]);
        });
      }

      it(`${name} (gateway timeout while the service still works): happens once, and the user learns the outcome`, async () => {
        const target = await begin(write);
        server.fail({ kind: 'busy', status: 504 }, /^(POST|PUT|DELETE)/, 1);
        onWait = async () => {
          server.release();
          await eventually(() => assert.equal(write.count(target), 1));
        };
        await write.run(target);
        assert.equal(write.count(target), 1);
        assert.equal(problems.length, 1);
      });

      for (const isDone of [true, false]) {
        const what = isDone ? 'done' : 'not done';
        it(`${name} (${what}, and the lookup fails): is reported as unknown, and happens once after a retry`, async () => {
          const target = await begin(write);
          server.fail({ kind: isDone ? 'late' : 'held' }, /^(POST|PUT|DELETE)/, 1);
          const running = write.run(target).then(
            () => undefined,
            caught => caught as unknown,
          );
          await server.waiting();
          await server.refuse();
          const sentence = failureMessage('do it', await running);
          assert.match(sentence, /^Tried to do it, and it is not known whether that worked: /);
          assert.equal(write.count(target), isDone ? 1 : 0);
          await server.recover();
          if (isDone && name === 'a reply' && !isListed)
            await assert.rejects(() => write.run(target), /^Failure: Your reply may have arrived/);
          else await write.run(target);
          assert.equal(write.count(target), 1);
        });
      }
    }

    for (const [name, send] of Object.entries(sendings)) {
      if (name === 'a reply' && !isListed) continue;
      it(`${name} with the same text as one that arrived unnoticed: is not mistaken for it`, async () => {
        const target = await begin(writes[name] ?? assert.fail());
        server.fail({ kind: 'late' }, /^POST/, 1);
        const first = assert.rejects(send(target, words));
        await server.waiting();
        await server.refuse();
        await first;
        await server.recover();
        // Reading the comment fails, so that the known state stays outdated.
        server.fail({ kind: 'html' }, /^GET .*\/comments\/[^/]+$/);
        await assert.rejects(() => send(target, 'Other words'), /has arrived after all/);
        server.fail({ kind: 'status', status: 500 }, /^POST/, 1);
        const error = await send(target, words).catch((caught: unknown) => caught);
        assert.match(failureMessage('do it', error), /It was looked up: nothing has changed/);
        assert.equal(writes[name]?.count(target), 1);
      });
    }

    it('a reply is not mistaken for an earlier one that could not be fetched', async () => {
      const target = await begin(writes['a reply'] ?? assert.fail());
      const { discussion, comment, delivery } = target;
      await discussion.sender.reply(comment, words, { storeAttempt: async () => {} });
      server.fail({ kind: 'html' }, /^GET .*\/replies$/);
      await discussion.refresh();
      await server.recover();
      server.fail({ kind: 'status', status: 500 }, /^POST/, 1);
      const error = await discussion.sender.reply(comment, words, delivery).catch((caught: unknown) => caught);
      assert.match(failureMessage('do it', error), /It was looked up: nothing has changed/);
    });

    itWithOptional(
      'a comment that was not sent is not mistaken for one of another user with the same text',
      async () => {
        const target = await begin(writes['a comment'] ?? assert.fail());
        const { discussion, delivery } = target;
        const api = await colleague();
        const sendWords = async (attempt: SendAttempt) => {
          await delivery.storeAttempt(attempt);
          await api(words);
        };
        server.fail({ kind: 'status', status: 500 }, /^POST/, 1);
        const error = await discussion.sender
          .post({}, words, { ...delivery, storeAttempt: sendWords })
          .catch((caught: unknown) => caught);
        assert.match(failureMessage('do it', error), /It was looked up: nothing has changed/);
        assert.equal(saying(sandbox.state.comments.all()), 1);
        await discussion.sender.post({}, words, delivery);
        assert.equal(saying(sandbox.state.comments.all()), 2);
      },
    );

    /** Returns a function with which another user comments in the same place. */
    async function colleague(): Promise<(markdown: string) => Promise<unknown>> {
      const other = parts();
      const { api } = await other.session.signIn({ url: sandbox.url, token: sandbox.tokenFor('jun') });
      return async markdown => {
        const body = { body: { markdown } };
        if (subject === 'the main content')
          await api.request('POST /spaces/{spaceId}/comments', { spaceId: space, body });
        else await api.request(commentRoute, { spaceId: space, changeRequestId: '8', body });
        other.dispose();
      };
    }
  });
}
