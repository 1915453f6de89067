import assert from 'node:assert/strict';
import type { Context } from '../../../src/sandbox/caller.ts';
import { handlers } from '../../../src/sandbox/handlers.ts';
import { createRouter } from '../../../src/sandbox/http/router.ts';
import { openTokens } from '../../../src/sandbox/http/tokens.ts';
import { createDownload } from '../../../src/sandbox/import/download.ts';
import type { Handlers } from '../../../src/sandbox/reply/answers.ts';
import type { HttpReply } from '../../../src/sandbox/reply/httpReply.ts';
import { State } from '../../../src/sandbox/store/state.ts';
import { createTasks } from '../../../src/sandbox/store/tasks.ts';
import { createTransaction } from '../../../src/sandbox/store/transaction.ts';
import { fillAcme } from '../acme.ts';

/** Returns the reply of a sandbox with replaced handlers, and its state afterwards. */
export async function replyWithHandlers(
  others: Partial<Handlers>,
  { method, path, body }: { method: string; path: string; body?: object },
): Promise<{ state: State; reply: HttpReply }> {
  const state = new State();
  const tasks = createTasks();
  const transaction = createTransaction(state, undefined);
  const download = createDownload({ timeoutMs: 0, stopping: tasks.stopping });
  const context: Context = { state, transaction, tasks, download };
  const tokens = transaction(() => {
    fillAcme(state);
    return openTokens(state, 'token');
  });
  const answer = createRouter({
    context,
    tokens,
    handlers: { ...handlers, ...others },
    publicAddress: () => assert.fail('not asked'),
    beforeEach: () => undefined,
    documentedOnly: false,
  });
  const headers = { authorization: 'Bearer token' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return { state, reply: await answer(new Request(`http://sandbox.test/v1${path}`, init)) };
}
