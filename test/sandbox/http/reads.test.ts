import assert from 'node:assert/strict';
import type { Caller } from '../../../src/sandbox/caller.ts';
import { ok } from '../../../src/sandbox/reply/answers.ts';
import type { Handlers } from '../../../src/sandbox/reply/answers.ts';
import { replyWithHandlers } from './answered.ts';

describe('a read operation', () => {
  const { error } = console;
  let reported: unknown[];

  beforeEach(() => {
    reported = [];
    console.error = (...words: unknown[]) => reported.push(...words.map(String));
  });

  afterEach(() => {
    console.error = error;
  });

  const mistakes: Record<string, Handlers['GET /user']> = {
    synchronously: (_, caller) => write(caller),
    'synchronously, in a transaction': (_, caller) => caller.transaction(() => write(caller)),
    'after an await': async (_, caller) => write(await later(caller)),
    'after an await, in a transaction': async (_, caller) => (await later(caller)).transaction(() => write(caller)),
  };
  for (const [when, mistake] of Object.entries(mistakes)) {
    it(`is an internal error of the sandbox when it writes ${when}`, async () => {
      const { state, reply } = await replyWithHandlers({ 'GET /user': mistake }, { method: 'GET', path: '/user' });
      assert.equal(reply.status, 500);
      assert.match(reported.join(' '), /GET \/user (wrote something|waited and then wrote)/);
      assert.deepEqual([state.users.get('ada').displayName, state.writes], ['Ada', []]);
    });
  }
});

function write({ state, user }: Caller) {
  const { id, displayName } = state.users.put({ ...user, displayName: 'Written' });
  return ok({ object: 'user' as const, id, displayName });
}

async function later(caller: Caller): Promise<Caller> {
  await new Promise(resolve => setImmediate(resolve));
  return caller;
}
