import assert from 'node:assert/strict';
import type { Fault } from '../../host/faultyServer.ts';
import { run } from '../../host/commands.ts';
import { stage } from '../../host/stage.ts';
import { assertForPeople } from '../hostile/unharmed.ts';
import { writes } from './writes.ts';

const answered = (body: string, status = 200): Fault => ({
  kind: 'other',
  reply: () => ({ status, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }),
});

/** Replies to a write that was done, none of which tells what came of it. */
const replies: Record<string, Fault> = {
  'with nothing': answered(''),
  'with nothing, and 204': answered('', 204),
  'with null': answered('null'),
  'with an empty object': answered('{}'),
  'with another object': answered('{"x":1}'),
};

describe('a write that is done, and answered', () => {
  const set = stage();

  for (const [reply, fault] of Object.entries(replies)) {
    for (const { command, target, prepare, answers, sends, count, done } of writes) {
      it(`${reply}, is said to be done, and is done once: ${command}`, async () => {
        prepare?.(set.sandbox);
        set.server.fail(fault, sends);
        const messages = await run(command, answers, ...(target ? [target(set.sandbox)] : []));
        assertForPeople(messages);
        assert.match(messages.at(-1) ?? '', done, messages.join('\n'));
        assert.doesNotMatch(messages.join('\n'), /Could not|was lost|not known whether/);
        assert.equal(count(set.sandbox), 1);
        assert.equal(set.server.requests.filter(request => sends.test(request)).length, 1);
      });
    }
  }
});
