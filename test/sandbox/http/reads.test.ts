import assert from 'node:assert/strict';
import type { Caller, Context } from '../../../src/sandbox/caller.ts';
import { handlers } from '../../../src/sandbox/handlers.ts';
import { createRouter } from '../../../src/sandbox/http/router.ts';
import { openTokens } from '../../../src/sandbox/http/tokens.ts';
import { createDownload } from '../../../src/sandbox/import/download.ts';
import { ok } from '../../../src/sandbox/reply/answers.ts';
import type { Handlers } from '../../../src/sandbox/reply/answers.ts';
import type { HttpReply } from '../../../src/sandbox/reply/httpReply.ts';
import { State } from '../../../src/sandbox/store/state.ts';
import { createTasks } from '../../../src/sandbox/store/tasks.ts';
import { createTransaction } from '../../../src/sandbox/store/transaction.ts';
import { fillAcme } from '../acme.ts';

describe('an operation that only reads', () => {
  const { error } = console;
  let told: unknown[];

  beforeEach(() => {
    told = [];
    console.error = (...words: unknown[]) => told.push(...words.map(String));
  });

  afterEach(() => {
    console.error = error;
  });

  const mistakes: Record<string, Handlers['GET /user']> = {
    'at once': (_, caller) => write(caller),
    'at once, in a transaction': (_, caller) => caller.transaction(() => write(caller)),
    'after it waited': async (_, caller) => write(await later(caller)),
    'after it waited, in a transaction': async (_, caller) => (await later(caller)).transaction(() => write(caller)),
  };
  for (const [when, mistake] of Object.entries(mistakes)) {
    it(`is a mistake of the sandbox when it writes ${when}`, async () => {
      const { state, reply } = await answered(mistake);
      assert.equal(reply.status, 500);
      assert.match(told.join(' '), /GET \/user (wrote something|waited and then wrote)/);
      assert.deepEqual([state.users.get('ada').displayName, state.writes], ['Ada', []]);
    });
  }
});

/** What a sandbox with another handler of `GET /user` answers, and what it knows then. */
async function answered(handler: Handlers['GET /user']): Promise<{ state: State; reply: HttpReply }> {
  const state = new State();
  const tasks = createTasks();
  const transaction = createTransaction(state, undefined);
  const download = createDownload({ patience: 0, stopping: tasks.stopping });
  const context: Context = { state, transaction, tasks, download };
  const tokens = transaction(() => {
    fillAcme(state);
    return openTokens(state, 'token');
  });
  const answer = createRouter({
    context,
    tokens,
    handlers: { ...handlers, 'GET /user': handler },
    publicAddress: () => assert.fail('not asked'),
    beforeEach: () => undefined,
    documentedOnly: false,
  });
  const headers = { authorization: 'Bearer token' };
  return { state, reply: await answer(new Request('http://sandbox.test/v1/user', { headers })) };
}

function write({ state, user }: Caller) {
  const { id, displayName } = state.users.put({ ...user, displayName: 'Written' });
  return ok({ object: 'user' as const, id, displayName });
}

async function later(caller: Caller): Promise<Caller> {
  await new Promise(resolve => setImmediate(resolve));
  return caller;
}
