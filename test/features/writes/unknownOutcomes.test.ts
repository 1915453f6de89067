import assert from 'node:assert/strict';
import { eventually } from '../../host/eventually.ts';
import type { Fault } from '../../host/faultyServer.ts';
import { run } from '../../host/commands.ts';
import { stage } from '../../host/stage.ts';
import { skipLookUpDelays } from '../../host/timers.ts';
import { assertForPeople } from '../hostile/unharmed.ts';
import type { Write } from './write.ts';
import { writes } from './writes.ts';

const busy: Record<string, Fault> = {
  'a gateway gives up': { kind: 'busy', status: 504 },
  'the connection ends': { kind: 'busy' },
};
const redirect: Fault = {
  kind: 'other',
  reply: () => ({ status: 303, headers: { location: '/v1/elsewhere' }, body: Buffer.of() }),
};
const mayFollow = /The service may still do it: refresh before you try again\.$/;

describe('a write whose outcome is unknown', () => {
  const set = stage();
  let onWait: () => Promise<void> | void;
  skipLookUpDelays(() => onWait());
  beforeEach(() => (onWait = () => {}));

  async function runWith(fault: Fault, { command, target, prepare, answers, sends }: Write): Promise<string[]> {
    prepare?.(set.sandbox);
    set.server.fail(fault, sends, 1);
    const messages = await run(command, answers, ...(target ? [target(set.sandbox)] : []));
    assertForPeople(messages);
    return messages;
  }

  for (const write of writes.filter(({ isBlind }) => !isBlind)) {
    const { command, count, sends } = write;

    for (const [what, fault] of Object.entries(busy)) {
      it(`is said to be done when the service is done after ${what}: ${command}`, async () => {
        onWait = async () => {
          set.server.release();
          await eventually(() => assert.equal(count(set.sandbox), 1));
        };
        const messages = await runWith(fault, write);
        assert.match(messages.at(-1) ?? '', /: the answer was lost\./);
        assert.doesNotMatch(messages.at(-1) ?? '', /may still|done is not known|It is not(?! .* any more)|Try again/);
      });

      it(`is said to be possible still as long as the service is busy after ${what}: ${command}`, async () => {
        const messages = await runWith(fault, write);
        assert.equal(count(set.sandbox), 0);
        assert.match(messages.at(-1) ?? '', mayFollow);
        assert.doesNotMatch(messages.at(-1) ?? '', /Try again\./);
        set.server.release();
        await eventually(() => assert.equal(count(set.sandbox), 1));
      });
    }

    it(`is looked up after a redirect: ${command}`, async () => {
      const messages = await runWith(redirect, write);
      assert.equal(count(set.sandbox), 1);
      assert.match(messages.at(-1) ?? '', /: the answer was lost\. The server wants this to be sent to .* instead\./);
      assert.doesNotMatch(
        messages.at(-1) ?? '',
        /may still|done is not known|It is not(?! .* any more)|nothing was changed/,
      );
      assert.equal(set.server.requests.filter(request => sends.test(request)).length, 1);
    });
  }

  it('is not taken for lost where only a read behind it fails', async () => {
    const write = writes.find(({ command }) => command === 'openapi.push') ?? assert.fail();
    set.server.fail({ kind: 'status', status: 500 }, /^GET .*\/openapi\/lost-spec$/);
    const messages = await run(write.command, write.answers);
    assert.match(messages.at(-1) ?? '', /^The service took "lost-spec"\. What it made of it could not be read: /);
    assert.equal(write.count(set.sandbox), 1);
  });

  it('is looked for before a change request is created again', async () => {
    const write = writes.find(({ command }) => command === 'changeRequest.create') ?? assert.fail();
    await runWith({ kind: 'busy', status: 504 }, write);
    set.server.release();
    await eventually(() => assert.equal(write.count(set.sandbox), 1));
    const messages = await run(write.command, write.answers);
    assert.match(messages.at(-1) ?? '', /^#\d+ was created by your first attempt$/);
    assert.equal(write.count(set.sandbox), 1);
    await run(write.command, write.answers);
    assert.equal(write.count(set.sandbox), 2);
  });

  it('is not looked for where the user was told that it is created, and wants another one', async () => {
    const write = writes.find(({ command }) => command === 'changeRequest.create') ?? assert.fail();
    const messages = await runWith({ kind: 'dropped', isDone: true }, write);
    assert.match(messages.at(-1) ?? '', /It is created: #\d+\.$/);
    assert.match((await run(write.command, write.answers)).at(-1) ?? '', /^#\d+ is created$/);
    assert.equal(write.count(set.sandbox), 2);
  });
});
