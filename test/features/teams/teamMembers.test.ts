import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { memberId } from '../../../src/sandbox/store/state.ts';
import { dismissEachStep } from '../../host/answers.ts';
import { rowOf, run } from '../../host/commands.ts';
import { stage } from '../../host/stage.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

const path = '/orgs/tidewell/teams/documentation';
const all = ['Mira Aaltonen', 'Tomasz Wójcik', 'Jun Takahashi'];

describe('members of a team', () => {
  skipLookUpDelays();
  const set = stage();
  const team = rowOf(path, 'Documentation');
  const inTeam = () => set.sandbox.state.teams.get('documentation').members.map(({ user, role }) => `${user} ${role}`);
  const before = ['mira owner', 'tomasz member', 'jun member'];

  it('are selected in one picker, and new ones get a role, with one request', async () => {
    const messages = await run('team.addMembers', [[...all, 'Sam Whitlock'], 'Owner'], team);
    assert.deepEqual(inTeam(), [...before, 'sam owner']);
    assert.deepEqual(set.server.writes, [
      { asked: `PUT ${path}/members`, body: { add: ['sam'], memberships: { sam: { role: 'owner' } } } },
    ]);
    assert.match(messages.at(-1) ?? '', /Sam Whitlock joined "Documentation"/);
  });

  it('are added and removed together, after a confirmation', async () => {
    const messages = await run('team.addMembers', [['Mira Aaltonen', 'Sam Whitlock'], 'Remove', 'Member'], team);
    assert.match(messages[1] ?? '', /Remove Tomasz Wójcik and Jun Takahashi from the team "Documentation"\?/);
    assert.deepEqual(set.server.writes[0]?.body, { add: ['sam'], remove: ['tomasz', 'jun'] });
    assert.deepEqual(inTeam(), ['mira owner', 'sam member']);
    assert.match(messages[1] ?? '', /lose what only the team may see/);
    const done = 'Sam Whitlock joined "Documentation". No longer in it: Tomasz Wójcik and Jun Takahashi.';
    assert.equal(messages.at(-1), done);
  });

  it('are all selected, including those on later pages', async () => {
    const { state } = set.sandbox;
    const people = Array.from({ length: 70 }, (_, index) => ({ user: `u${index + 1}`, role: 'member' as const }));
    for (const { user } of people) {
      state.users.put({ id: user, displayName: `Person ${user}`, email: `${user}@tidewell.example` });
      const id = memberId('tidewell', user);
      const joinedAt = '2026-11-20T08:00:00Z';
      state.members.put({ id, organization: 'tidewell', user, role: 'read', disabled: false, joinedAt, sso: false });
    }
    state.teams.put({ ...state.teams.get('documentation'), members: people });
    state.keepWrites();
    let items: vscode.QuickPickItem[] = [];
    const look = (offered: readonly unknown[]) => {
      items = offered as vscode.QuickPickItem[];
      return undefined;
    };
    await run('team.addMembers', [look], team);
    const inIt = items.filter(({ detail }) => detail === 'in the team').map(({ label }) => label);
    assert.deepEqual(inIt.sort(), people.map(({ user }) => `Person ${user}`).sort());
    assert.equal(items.find(({ label }) => label === 'Mira Aaltonen')?.detail, 'Administrator');
  });

  it('are distinguished by email when names are equal', async () => {
    const { state } = set.sandbox;
    state.users.put({ ...state.users.get('sam'), displayName: 'Jun Takahashi' });
    state.keepWrites();
    const namesakes = (offered: readonly unknown[]) => {
      const rows = (offered as vscode.QuickPickItem[]).filter(({ label }) => label === 'Jun Takahashi');
      const emails = ['jun', 'sam'].map(id => state.users.get(id).email);
      assert.deepEqual(rows.map(({ description }) => description).sort(), emails);
      assert.equal(rows.find(({ detail }) => detail === 'in the team')?.description, emails[0]);
      return undefined;
    };
    await run('team.addMembers', [namesakes], team);
  });

  it('stay when nothing has changed', async () => {
    await run('team.addMembers', [all], team);
    assert.deepEqual(set.server.writes, []);
  });

  for (const answers of dismissEachStep(
    'Tidewell',
    'Documentation',
    ['Mira Aaltonen', 'Sam Whitlock'],
    'Remove',
    'Member',
  )) {
    it(`stay when the user cancels after ${answers.length - 1} answers`, async () => {
      await run('team.addMembers', answers);
      assert.deepEqual(set.server.writes, []);
    });
  }

  it('are searched on the service, page by page', async () => {
    const { state } = set.sandbox;
    for (let number = 1; number <= 60; number++) {
      const user = `u${number}`;
      state.users.put({ id: user, displayName: `Person ${number}`, email: `${user}@tidewell.example` });
      const id = memberId('tidewell', user);
      const joinedAt = `2026-11-20T08:00:00Z`;
      state.members.put({ id, organization: 'tidewell', user, role: 'read', disabled: false, joinedAt, sso: false });
    }
    state.keepWrites();
    const look = (offered: readonly unknown[]) => {
      const people = (offered as vscode.QuickPickItem[]).filter(({ detail }) => detail !== 'in the team');
      assert.ok(people.every(({ label }) => /^Person|^Load more/.test(label)));
      return 'Load more';
    };
    await run('team.addMembers', [{ typed: 'person' }, look, ['Person 60'], 'Remove', 'Member'], team);
    assert.deepEqual(inTeam(), ['u60 member']);
  });

  it('are unchanged when the service fails, with a message', async () => {
    set.server.fail({ kind: 'status', status: 403, message: 'Owners only.' }, /^PUT/);
    const messages = await run('team.addMembers', [[...all, 'Sam Whitlock'], 'Member'], team);
    assert.match(messages.at(-1) ?? '', /Could not change who is in the team: Owners only/);
  });

  it('are looked up when the reply is lost', async () => {
    set.server.fail({ kind: 'dropped', isDone: true }, /^PUT/);
    const messages = await run('team.addMembers', [[...all, 'Sam Whitlock'], 'Member'], team);
    assert.match(messages.at(-1) ?? '', /the answer was lost.*It is done/s);
    await set.server.recover();
    set.server.fail({ kind: 'dropped' }, /^PUT/);
    const removing = await run('team.addMembers', [[...all], 'Remove'], team);
    assert.match(removing.at(-1) ?? '', /the answer was lost.*It is not done/s);
  });

  describe('whose role is changed', () => {
    const rows = ['tomasz', 'jun'].map(user => rowOf(`${path}/members/${user}`, user));

    it('get it together, with one request', async () => {
      const messages = await run('teamMember.setRole', ['Owner'], rows[0], rows);
      assert.equal(messages.at(-1), '2 members: Owner of the team from now on');
      assert.deepEqual(inTeam(), ['mira owner', 'tomasz owner', 'jun owner']);
      assert.equal(set.server.writes.length, 1);
    });

    it('get it in several teams, and failures are reported', async () => {
      const other = rowOf('/orgs/tidewell/teams/field-engineering/members/tomasz', 'Tomasz');
      set.server.fail({ kind: 'status', status: 403, message: 'Not yours.' }, /^PUT .*field-engineering/);
      const messages = await run('teamMember.setRole', ['Owner'], other, [...rows, other]);
      assert.match(messages.at(-1) ?? '', /1 of 2 teams changed\. Not done: "Field engineering": Not yours/);
      assert.deepEqual(inTeam(), ['mira owner', 'tomasz owner', 'jun owner']);
    });

    const replies = ['Tidewell', 'Documentation', 'Jun Takahashi', 'Owner'];
    it('can be picked from the palette', async () => {
      await run('teamMember.setRole', replies);
      assert.deepEqual(inTeam(), ['mira owner', 'tomasz member', 'jun owner']);
    });

    for (const answers of dismissEachStep(...replies)) {
      it(`keep it when the user cancels after ${answers.length - 1} answers`, async () => {
        await run('teamMember.setRole', answers);
        assert.deepEqual(set.server.writes, []);
      });
    }
  });
});
