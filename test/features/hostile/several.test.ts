import assert from 'node:assert/strict';
import { rowOf, run } from '../../host/commands.ts';
import type { Fault } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { assertForPeople } from './unharmed.ts';

const members = '/orgs/tidewell/members';
const users = ['jun', 'sam', 'lucia', 'amara'];

describe('something that is done to several, and fails on the way', () => {
  const set = stage();
  const rows = users.map(user => rowOf(`${members}/${user}`, user));

  for (const [name, fault, reason] of [
    ['the token is refused', { kind: 'status', status: 401 }, /Sign in again\./],
    ['the service is busy', { kind: 'status', status: 429, retryAfter: 1 }, /Wait 1 seconds and try again\./],
    ['the service fails', { kind: 'status', status: 500 }, /try again later\. Whether it was done is not known/],
    ['a web page is answered', { kind: 'html' }, /something that is not the service.*is not known/],
    ['a gateway answers', { kind: 'html', status: 502 }, /a gateway that does not reach it.*is not known/],
    ['the answer is lost', { kind: 'dropped', isDone: true }, /ended before it was whole.*is not known/],
    ['it is gone', { kind: 'status', status: 404, message: 'There is no such member.' }, /may have been deleted/],
  ] satisfies [string, Fault, RegExp][]) {
    it(`is done to the others, and told: ${name}`, async () => {
      set.server.fail(fault, /^PATCH .*sam$/);
      const said = await run('member.setRole', ['Reader'], rows[0], rows);
      assert.match(said.at(-1) ?? '', /^3 of 4 changed\. Not done: "sam": /);
      assert.match(said.at(-1) ?? '', reason);
      assertForPeople(said);
      const asked = set.server.requests.filter(one => one.startsWith('PATCH'));
      assert.deepEqual(
        asked,
        users.map(user => `PATCH ${members}/${user}`),
      );
    });
  }
});
