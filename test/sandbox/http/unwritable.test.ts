import assert from 'node:assert/strict';
import type { Result } from '../../../src/api/routes.ts';
import type { Caller } from '../../../src/sandbox/caller.ts';
import { ok } from '../../../src/sandbox/reply/answers.ts';
import type { Handlers } from '../../../src/sandbox/reply/answers.ts';
import { replyWithHandlers } from './answered.ts';

type Handler = Handlers['PATCH /spaces/{spaceId}'];

describe('a reply that cannot be written', () => {
  const { error } = console;
  beforeEach(() => {
    console.error = () => undefined;
  });
  afterEach(() => {
    console.error = error;
  });

  const waiting = () => new Promise(resolve => setImmediate(resolve));
  const handlers: Record<string, Handler> = {
    synchronously: (_, caller) => ok(renamed(caller)),
    'after an await': async (_, caller) => {
      await waiting();
      return () => ok(renamed(caller));
    },
  };
  for (const [when, handler] of Object.entries(handlers)) {
    it(`rolls back the transaction ${when}`, async () => {
      const request = { method: 'PATCH', path: '/spaces/handbook', body: {} };
      const { state, reply } = await replyWithHandlers({ 'PATCH /spaces/{spaceId}': handler }, request);
      assert.equal(reply.status, 500);
      assert.deepEqual([state.spaces.get('handbook').title, state.writes], ['The handbook', []]);
    });
  }
});

/** Renames the space, and returns a value that cannot be converted to JSON. */
function renamed({ state }: Caller): Result<'PATCH /spaces/{spaceId}'> {
  state.spaces.put({ ...state.spaces.get('handbook'), title: 'Written' });
  const endless: Record<string, unknown> = {};
  endless['itself'] = endless;
  return endless as Result<'PATCH /spaces/{spaceId}'>;
}
