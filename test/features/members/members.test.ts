import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { memberId } from '../../../src/sandbox/store/state.ts';
import { answerPrompts, dismissEachStep } from '../../host/answers.ts';
import { rowOf, run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { lastErrors } from '../../host/logs.ts';
import { documentOf } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { describeOnce } from '../../host/support.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

const members = '/orgs/tidewell/members';

describeOnce('members of an organization', () => {
  skipLookUpDelays();
  const set = stage();
  const member = (user: string) => set.sandbox.state.members.find(memberId('tidewell', user));
  const jun = rowOf(`${members}/jun`, 'Jun Takahashi');
  const sam = rowOf(`${members}/sam`, 'Sam Whitlock');

  describe('whose role is changed', () => {
    it('get the picked role, which is explained', async () => {
      let details: (string | undefined)[] = [];
      const picked = (offered: readonly unknown[]) => {
        details = (offered as vscode.QuickPickItem[]).map(({ detail }) => detail);
        return 'Reviewer';
      };
      const messages = await run('member.setRole', [picked], jun);
      assert.equal(details.length, 6);
      assert.ok(details.every(Boolean));
      assert.equal(member('jun')?.role, 'review');
      assert.match(messages.at(-1) ?? '', /Jun Takahashi: Reviewer from now on/);
    });

    const replies = ['Tidewell', 'Jun Takahashi', 'Administrator', 'Make Administrator'];
    it('get it from the palette, the administrator role only after a confirmation', async () => {
      const messages = await run('member.setRole', replies);
      assert.match(messages.at(-2) ?? '', /Make Jun Takahashi an administrator\?.*take the role from others/s);
      assert.equal(member('jun')?.role, 'admin');
    });
    for (const answers of dismissEachStep(...replies)) {
      it(`keep it when the user cancels after ${answers.length - 1} answers`, async () => {
        await run('member.setRole', answers);
        assert.deepEqual(set.server.writes, []);
      });
    }

    it('are changed together, and failures are reported', async () => {
      set.server.fail({ kind: 'status', status: 409, message: 'Not now.' }, /^PATCH .*jun$/);
      const messages = await run('member.setRole', ['Guest'], jun, [jun, sam]);
      assert.match(messages.at(-1) ?? '', /1 of 2 changed\. Not done: "Jun Takahashi": Not now/);
      assert.deepEqual([member('jun')?.role, member('sam')?.role], ['edit', null]);
    });

    it('are reported with an unknown outcome when the lookup fails', async () => {
      set.server.fail({ kind: 'dropped' }, /^PATCH/);
      const messages = await run('member.setRole', ['Reader'], jun);
      assert.match(messages.at(-1) ?? '', /the answer was lost/);
    });

    for (const [role, stored, what] of [
      ['Guest', null, 'leaves out the role of guests'],
      ['Reader', 'read', 'names it'],
    ] as const) {
      it(`are looked up when the reply is lost, on a server that ${what}: ${role}`, async () => {
        const withoutGuest = (json: unknown) => {
          const { role: present, ...others } = json as { role: string | null };
          return present === null ? others : json;
        };
        set.server.fail(otherJson(withoutGuest), /^GET .*\/members\/jun$/);
        set.server.fail({ kind: 'dropped', isDone: true }, /^PATCH/, 1);
        const messages = await run('member.setRole', [role], jun);
        assert.equal(member('jun')?.role, stored);
        assert.match(messages.at(-1) ?? '', /the answer was lost\..* It is changed\.$/s);
      });
    }

    it('can be on later pages of the list', async () => {
      const { state } = set.sandbox;
      for (let number = 1; number <= 60; number++) {
        const user = `u${number}`;
        state.users.put({ id: user, displayName: `Person ${number}`, email: `${user}@tidewell.example` });
        const joinedAt = new Date(Date.UTC(2020, 0, number)).toISOString();
        state.members.put({
          id: memberId('tidewell', user),
          organization: 'tidewell',
          user,
          role: 'read',
          disabled: false,
          joinedAt,
          sso: false,
        });
      }
      state.keepWrites();
      await run('member.setRole', ['Tidewell', 'Load more', 'Person 1', 'Editor']);
      assert.equal(member('u1')?.role, 'edit');
    });
  });

  describe('marked as SSO', () => {
    it('are changed together, after a confirmation that explains it', async () => {
      const messages = await run('member.markAsSso', ['Mark'], jun, [sam, rowOf(`${members}/lucia`, 'Lucía')]);
      assert.match(messages[0] ?? '', /Mark 2 members as SSO\?.*no way to take that back/s);
      assert.deepEqual([member('sam')?.sso, member('lucia')?.sso], [true, true]);
    });

    it('are not changed without one', async () => {
      await run('member.markAsSso', [undefined], sam);
      assert.deepEqual(set.server.writes, []);
    });
  });

  describe('that are removed', () => {
    it('are removed after a confirmation', async () => {
      const messages = await run('member.remove', ['Remove'], sam);
      assert.match(messages[0] ?? '', /Remove "Sam Whitlock" from the organization\?/);
      assert.equal(member('sam'), undefined);
    });

    it('can remove themselves, and see nothing any more', async () => {
      set.server.fail({ kind: 'status', status: 403 }, /^GET .*sam$/);
      const messages = await run('member.remove', ['Remove'], sam);
      assert.match(messages.at(-1) ?? '', /"Sam Whitlock" is removed/);
    });

    it('are reported when removal fails, with the reason', async () => {
      set.server.fail({ kind: 'status', status: 403, message: 'Not yours.' }, /^DELETE/);
      const messages = await run('member.remove', ['Remove'], sam);
      assert.match(messages.at(-1) ?? '', /Could not remove "Sam Whitlock": Not yours/);
    });

    it('stay until the administrators approve the removal, and a message says so', async () => {
      set.server.fail({ kind: 'status', status: 202 }, /^DELETE/);
      const messages = await run('member.remove', ['Remove'], sam);
      assert.match(messages.at(-1) ?? '', /Sam Whitlock is not removed yet: the administrators were asked to/);
    });
  });

  describe('whose access is listed', () => {
    it('show teams and spaces, each with the role', async () => {
      let rows: [string, string | undefined][] = [];
      const look = (offered: readonly unknown[]) => {
        rows = (offered as vscode.QuickPickItem[]).map(({ label, description }) => [label, description]);
        return undefined;
      };
      await run('member.showAccess', [look], documentOf(`${members}/jun`));
      assert.deepEqual(rows[0], ['Documentation', 'team · Member']);
      assert.ok(rows.some(([label, role]) => label === 'Heron manual' && role === 'Editor'));
    });

    it('are loaded page by page', async () => {
      const { state } = set.sandbox;
      for (let number = 1; number <= 60; number++) {
        state.teams.put({
          id: `t${number}`,
          organization: 'tidewell',
          title: `Team ${number}`,
          createdAt: state.now(),
          members: [{ user: 'sam', role: 'member' }],
        });
      }
      state.keepWrites();
      const before = set.server.requests.length;
      await run('member.showAccess', ['Load more', undefined], sam);
      const asked = set.server.requests.slice(before).filter(one => one.includes('/teams'));
      assert.equal(asked.length, 2);
    });

    it('are reported when the list fails', async () => {
      set.server.fail({ kind: 'status', status: 403, message: 'Administrators only.' }, /\/jun\/teams$/);
      const messages = await run('member.showAccess', [], jun);
      assert.match(messages.at(-1) ?? '', /Could not show what they can see: Administrators only/);
    });
  });

  describe('of organizations', () => {
    const tidewell = rowOf('/orgs/tidewell', 'Tidewell');

    it('are pinged after a confirmation; the visitor token is shown nowhere', async () => {
      const messages = await run('organization.ping', ['Ping'], tidewell);
      assert.equal(messages.at(-1), '"Tidewell" knows that you are there.');
      assert.deepEqual(
        set.server.writes.map(({ asked }) => asked),
        ['POST /orgs/tidewell/ping'],
      );
      assert.doesNotMatch([...messages, ...lastErrors()].join('\n'), /eyJ/);
    });

    for (const name of ['serviceVisitorClaims', 'gitbookVisitorClaims'])
      it(`can copy the visitor token, ${name}`, async () => {
        set.server.fail(
          otherJson(() => ({ [name]: `the-token ${name}` })),
          /ping$/,
        );
        const answers = answerPrompts('Ping');
        answers.press('Copy Visitor Token');
        await vscode.commands.executeCommand('marginalia.organization.ping', tidewell);
        await eventually(async () => assert.equal(await vscode.env.clipboard.readText(), `the-token ${name}`));
        answers.restore();
        assert.doesNotMatch([...answers.transcript, ...lastErrors()].join('\n'), /the-token/);
      });

    it('are not pinged without a confirmation', async () => {
      await run('organization.ping', ['Tidewell', undefined]);
      assert.deepEqual(set.server.writes, []);
    });

    it('delete an invite link by its address or ID', async () => {
      set.sandbox.state.inviteLinks.put({
        id: 'abc-123',
        organization: 'tidewell',
        createdAt: set.sandbox.state.now(),
      });
      set.sandbox.state.keepWrites();
      const messages = await run(
        'organization.deleteInviteLink',
        ['https://app.example.com/invite/abc-123', 'Delete'],
        tidewell,
      );
      assert.deepEqual(
        set.server.writes.map(({ asked }) => asked),
        ['DELETE /orgs/tidewell/link-invites/abc-123'],
      );
      assert.doesNotMatch(messages.join('\n'), /abc-123/);
      assert.match(
        messages.at(-1) ?? '',
        /^The invite link is deleted\. Nobody can join "Tidewell" with it any more\.$/,
      );
    });

    it('are told when the invite link does not exist', async () => {
      const messages = await run('organization.deleteInviteLink', ['no-such-link', 'Delete'], tidewell);
      assert.match(messages.at(-1) ?? '', /^Nothing was deleted: "Tidewell" has no such invite link\./);
    });

    for (const answers of dismissEachStep('Tidewell', 'abc-123', 'Delete')) {
      it(`delete no invite link when they cancel after ${answers.length - 1} answers`, async () => {
        await run('organization.deleteInviteLink', answers);
        assert.deepEqual(set.server.writes, []);
      });
    }

    it('find organizations of an email domain, and open one', async () => {
      const { state } = set.sandbox;
      state.organizations.put({ ...state.organizations.get('tidewell'), emailDomains: ['tidewell.example'] });
      state.keepWrites();
      const { openExternal } = vscode.env;
      const opened: string[] = [];
      Object.assign(vscode.env, { openExternal: async (uri: vscode.Uri) => (opened.push(uri.toString(true)), true) });
      try {
        const messages = await run('organization.findByEmailDomain', ['Mira@Tidewell.Example', 'Tidewell']);
        assert.equal(opened.length, 1, messages.join('\n'));
        set.server.fail(
          otherJson(() => ({ organizations: [{ id: 'o', title: 'Nowhere' }] })),
          /email-domains/,
        );
        const [, , last] = await run('organization.findByEmailDomain', ['tidewell.example', 'Nowhere']);
        assert.match(last ?? '', /The service has not told where "Nowhere" is to be seen/);
      } finally {
        Object.assign(vscode.env, { openExternal });
      }
      assert.equal(opened.length, 1);
    });

    it('are told when no organization has that domain', async () => {
      const messages = await run('organization.findByEmailDomain', ['tidewell.example']);
      assert.match(messages.at(-1) ?? '', /No organization is open to people of tidewell\.example/);
    });

    it('type a domain', async () => {
      const messages = await run('organization.findByEmailDomain', ['no domain']);
      assert.match(messages.at(-1) ?? '', /Write a domain/);
    });
  });
});
