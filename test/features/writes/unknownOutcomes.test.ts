import assert from 'node:assert/strict';
import { parseDescription } from '../../../src/features/changeRequests/descriptionDocument.ts';
import { eventually } from '../../host/eventually.ts';
import type { Fault } from '../../host/faultyServer.ts';
import { discardAll } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { documentedOnly, itWithOptional } from '../../host/support.ts';
import { skipLookUpDelays } from '../../host/timers.ts';
import { isFullSize } from '../../size.ts';
import { assertForPeople } from '../hostile/unharmed.ts';
import { runWrite, titleOf, type Write } from './write.ts';
import { writes } from './writes.ts';
import { writesOfPages } from './writesOfPages.ts';

const busy: Record<string, Fault> = {
  'a gateway gives up': { kind: 'busy', status: 504 },
  'the connection ends': { kind: 'busy' },
};
const redirect: Fault = {
  kind: 'other',
  reply: () => ({ status: 303, headers: { location: '/v1/elsewhere' }, body: Buffer.of() }),
};
const retryWarning =
  /The service may still do it: refresh before you try again\.$|nothing has changed yet\. The service may still do it\.(?: Your text is still in the editor\.)?$|it is looked up before it is sent\.|before it is sent again, it is looked up\./;

/** A server with only the documented operations does not report who the user is, so the user is asked. */
const answered = (write: Write, answer: string): Write =>
  documentedOnly ? { ...write, answers: [...(write.answers ?? []), answer] } : write;

describe('a write whose outcome is unknown', () => {
  afterEach(discardAll);
  const set = stage();
  let onWait: () => Promise<void> | void;
  /** The number of requests before the write. */
  let requestsBefore = 0;
  skipLookUpDelays(() => onWait());
  beforeEach(() => (onWait = () => {}));

  async function runWith(fault: Fault, write: Write): Promise<string[]> {
    await write.prepare?.(set.sandbox);
    requestsBefore = set.server.requests.length;
    set.server.fail(fault, write.sends, 1);
    const messages = await runWrite(write, set);
    assertForPeople(messages);
    return messages;
  }

  const sent = ({ sends }: Write) =>
    set.server.requests.slice(requestsBefore).filter(request => sends.test(request)).length;

  for (const write of writes.filter(({ isBlind }) => !isBlind)) {
    const { count, countFirst = count, done, sends, requests = 1 } = write;
    const title = titleOf(write);
    /** Returns true if the messages report the lost reply, or if the write has looked up the outcome and continued. */
    const isReported = (messages: string[], why = /^/) => {
      const [, rest] = /: the answer was lost\.(.*)$/s.exec(messages.at(-1) ?? '') ?? [];
      return done.test(messages.at(-1) ?? '') || (rest !== undefined && why.test(rest));
    };

    for (const [what, fault] of Object.entries(busy).slice(0, isFullSize ? undefined : 1)) {
      it(`is reported as done when the service finishes after ${what}: ${title}`, async () => {
        onWait = async () => {
          set.server.release();
          await eventually(() => assert.equal(countFirst(set.sandbox), 1));
        };
        const messages = await runWith(fault, write);
        assert.ok(isReported(messages), messages.at(-1));
        assert.equal(count(set.sandbox), 1);
        assert.doesNotMatch(messages.at(-1) ?? '', /may still|done is not known|It is not(?! .* any more)|Try again/);
      });

      it(`is reported as possibly pending while the service is busy after ${what}: ${title}`, async () => {
        const messages = await runWith(fault, write);
        assert.equal(count(set.sandbox), 0);
        assert.match(messages.at(-1) ?? '', retryWarning);
        assert.doesNotMatch(messages.at(-1) ?? '', /Try again\./);
        set.server.release();
        await eventually(() => assert.equal(countFirst(set.sandbox), 1));
      });
    }

    if (writesOfPages.includes(write)) {
      it(`is done once by a slow service: ${title}`, async () => {
        await write.prepare?.(set.sandbox);
        requestsBefore = set.server.requests.length;
        set.server.fail({ kind: 'held' }, sends, 1);
        const messages = runWrite(write, set);
        await set.server.waiting();
        assert.equal(count(set.sandbox), 0);
        set.server.release();
        assert.match((await messages).at(-1) ?? '', done);
        assert.deepEqual([count(set.sandbox), sent(write)], [1, requests]);
      });
    }

    it(`is looked up after a redirect: ${title}`, async () => {
      const messages = await runWith(redirect, write);
      assert.equal(count(set.sandbox), 1);
      assert.ok(isReported(messages, / The server wants this to be sent to .* instead\./), messages.at(-1));
      assert.doesNotMatch(
        messages.at(-1) ?? '',
        /may still|done is not known|It is not(?! .* any more)|nothing was changed/,
      );
      assert.equal(sent(write), requests);
    });
  }

  it('is not treated as lost when only a following read fails', async () => {
    const write = writes.find(({ command }) => command === 'openapi.push') ?? assert.fail();
    // The first request checks, before the write, whether the spec exists.
    let reads = 0;
    const test = (request: string) => /^GET .*\/openapi\/lost-spec$/.test(request) && ++reads > 1;
    set.server.fail({ kind: 'status', status: 500 }, { test });
    const messages = await runWrite(write, set);
    assert.match(messages.at(-1) ?? '', /^The service took "lost-spec"\. What it made of it could not be read: /);
    assert.equal(write.count(set.sandbox), 1);
  });

  it('is looked up before a change request is created again', async () => {
    const write = writes.find(({ command }) => command === 'changeRequest.create') ?? assert.fail();
    await runWith({ kind: 'busy', status: 504 }, write);
    set.server.release();
    await eventually(() => assert.equal(write.count(set.sandbox), 1));
    const messages = await runWrite(answered(write, 'Use It'), set);
    assert.match(messages.at(-1) ?? '', /^#\d+ was created by your first attempt$/);
    assert.equal(write.count(set.sandbox), 1);
    await runWrite(write, set);
    assert.equal(write.count(set.sandbox), 2);
  });

  if (documentedOnly)
    it('is repeated when the change request with the same subject belongs to another user', async () => {
      const write = writes.find(({ command }) => command === 'changeRequest.create') ?? assert.fail();
      await runWith({ kind: 'busy', status: 504 }, write);
      set.server.release();
      await eventually(() => assert.equal(write.count(set.sandbox), 1));
      const messages = await runWrite(answered(write, 'Create Another'), set);
      assert.match(messages.at(-1) ?? '', /^#\d+ is created$/);
      assert.equal(write.count(set.sandbox), 2);
    });

  if (documentedOnly)
    it('is the change request that the user picks when several have the subject', async () => {
      const write = writes.find(({ command }) => command === 'changeRequest.create') ?? assert.fail();
      await runWith({ kind: 'busy', status: 504 }, write);
      set.server.release();
      await eventually(() => assert.equal(write.count(set.sandbox), 1));
      const { changeRequests } = set.sandbox.state;
      const mine = changeRequests.all().find(({ subject }) => subject === 'Better moorings') ?? assert.fail();
      const [, other] = set.sandbox.state.users.all();
      changeRequests.put({ ...mine, id: 'theirs', number: 900, createdBy: other?.id ?? assert.fail() });
      set.sandbox.state.keepWrites();
      const messages = await runWrite({ ...write, answers: [...(write.answers ?? []), 'Show Next', 'Use It'] }, set);
      assert.match(messages.find(message => message.includes('Is it yours?')) ?? '', /^#900 /);
      assert.equal(messages.at(-1), `#${mine.number} was created by your first attempt`);
      assert.equal(write.count(set.sandbox), 2);
    });

  itWithOptional('keeps the description that others wrote before the lookup', async () => {
    const write = writes.find(({ command }) => command === 'changeRequest.create') ?? assert.fail();
    const described = { ...write, answers: ['Heron manual', 'Better moorings', 'Mine.'] };
    await runWith({ kind: 'busy', status: 504 }, described);
    set.server.release();
    await eventually(() => assert.equal(write.count(set.sandbox), 1));
    const { changeRequests } = set.sandbox.state;
    const stored = () => changeRequests.all().find(({ subject }) => subject === 'Better moorings') ?? assert.fail();
    changeRequests.put({ ...stored(), description: await parseDescription('Theirs.') });
    set.sandbox.state.keepWrites();
    const messages = await runWrite(described, set);
    assert.match(messages.at(-1) ?? '', /^#\d+ has a different description now\. Copy yours to keep it\.$/);
    assert.match(JSON.stringify(stored().description), /Theirs\./);
  });

  it('is not looked up when the user knows that it is created, and wants another one', async () => {
    const write = writes.find(({ command }) => command === 'changeRequest.create') ?? assert.fail();
    const messages = await runWith({ kind: 'dropped', isDone: true }, write);
    const outcome = documentedOnly
      ? /#\d+ was created meanwhile with this subject; it may be yours\.$/
      : /It is created: #\d+\.$/;
    assert.match(messages.at(-1) ?? '', outcome);
    assert.match((await runWrite(answered(write, 'Create Another'), set)).at(-1) ?? '', /^#\d+ is created$/);
    assert.equal(write.count(set.sandbox), 2);
  });
});
