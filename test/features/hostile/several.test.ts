import assert from 'node:assert/strict';
import { rowOf, run } from '../../host/commands.ts';
import type { Fault } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { assertForPeople } from './unharmed.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

const members = '/orgs/tidewell/members';
const users = ['jun', 'sam', 'lucia', 'amara'];

describe('an action on several items that fails for one', () => {
  const set = stage();
  const rows = users.map(user => rowOf(`${members}/${user}`, user));

  const notDone = /^3 of 4 changed\. Not done: "sam": /;
  const notDoneYet = /^3 of 4 changed\. Perhaps done: "sam": .* It is not changed\. The service may still do it: .*\.$/;
  const isDone = /^3 of 4 changed\. Perhaps done: "sam": .* It is changed\.$/;
  skipLookUpDelays();
  for (const [name, fault, summary, reason] of [
    ['the service is busy', { kind: 'status', status: 429, retryAfter: 1 }, notDone, /Wait 1 second and try again\./],
    ['the service fails', { kind: 'status', status: 500 }, notDone, /try again later\./],
    ['the reply is a web page', { kind: 'html' }, notDoneYet, /something that is not the service/],
    ['a gateway timeout', { kind: 'html', status: 502 }, notDoneYet, /a gateway that does not reach it/],
    ['the reply is lost', { kind: 'dropped', isDone: true }, isDone, /ended before it was whole/],
    [
      'it was deleted',
      { kind: 'status', status: 404, message: 'There is no such member.' },
      notDone,
      /may have been deleted/,
    ],
  ] satisfies [string, Fault, RegExp, RegExp][]) {
    it(`continues with the others, and reports the failure: ${name}`, async () => {
      set.server.fail(fault, /^PATCH .*sam$/);
      const messages = await run('member.setRole', ['Guest'], rows[0], rows);
      assert.match(messages.at(-1) ?? '', summary);
      assert.match(messages.at(-1) ?? '', reason);
      assertForPeople(messages);
      assert.deepEqual(tried(), users);
    });
  }

  it('stops when the token is rejected, and reports it', async () => {
    set.server.fail({ kind: 'status', status: 401 }, /^PATCH .*sam$/);
    const messages = await run('member.setRole', ['Reader'], rows[0], rows);
    assert.match(messages.at(-1) ?? '', /^1 of 4 changed\. Not done: "sam": .* Sign in again\. Not tried: 2 more\.$/);
    assertForPeople(messages);
    assert.deepEqual(tried(), users.slice(0, 2));
  });

  /** Returns the IDs of the members whose change was requested. */
  function tried() {
    const changed = set.server.requests.filter(one => one.startsWith(`PATCH ${members}/`));
    return changed.map(one => one.slice(`PATCH ${members}/`.length));
  }
});
