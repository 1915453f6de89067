import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answer, type Answers, answerPrompts } from '../../host/answers.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { changeRequestUri, documentedOnly, itWithOptional } from '../../host/support.ts';

type Fields = Record<string, unknown>;

const space = 'heron-manual';
const number = 8;
const base = `/spaces/${space}/change-requests/${number}`;
const lists = /^GET \/(orgs|spaces)\/[^/]+\/change-requests$/;

/** Values of other servers for fields that the contract requires. */
const odd: Fields = {
  'no author': { createdBy: null },
  'a missing author': { createdBy: undefined },
  'an author without a name': { createdBy: {} },
  'a subject without visible text': { subject: '\u200b\u2066 ' },
  'an author without visible text': { createdBy: { id: 'u', displayName: '\u200d' } },
  'invalid dates': { createdAt: {}, updatedAt: 'soon' },
  'no dates': { createdAt: null, updatedAt: undefined },
  'invalid strings': { subject: 7, status: {}, comments: null },
  'only a number': { createdBy: undefined, subject: undefined, status: undefined, urls: null },
};

describe('a malformed change request', () => {
  const on = stage();

  /** Changes the items of matching lists, or a single resource, in the replies of the server. */
  function spoil(strikes: RegExp, change: (resource: Fields) => Fields): void {
    const spoiled = (json: unknown) => {
      const { items, ...rest } = json as { items?: Fields[] };
      return items ? { ...rest, items: items.map(change) } : change(json as Fields);
    };
    on.server.fail(otherJson(spoiled), strikes);
  }

  /** Runs a command and answers its prompts. */
  async function answered(command: string, argument: unknown, ...replies: Answer[]): Promise<Answers> {
    const answers = answerPrompts(...replies);
    try {
      await vscode.commands.executeCommand(`marginalia.changeRequest.${command}`, argument);
    } finally {
      answers.restore();
    }
    return answers;
  }

  async function overview(): Promise<string> {
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    return Buffer.from(await vscode.workspace.fs.readFile(changeRequestUri(space, number))).toString();
  }

  it('can be updated when the server does not report whether it is outdated', async () => {
    spoil(new RegExp(`^GET ${base}$`), one => ({ ...one, outdated: undefined }));
    const answers = await answered('update', changeRequestUri(space, number), undefined);
    assert.match(answers.transcript[0] ?? '', /^Update #8 .* from the main content\?/);
  });

  for (const [what, change] of Object.entries(odd)) {
    it(`has an overview: ${what}`, async () => {
      spoil(new RegExp(`^GET ${base}$`), one => ({ ...one, ...(change as Fields) }));
      const text = await overview();
      assert.match(text, /^# #8 /);
      assert.match(text, /- \*\*Author:\*\* \w/);
      assert.match(text, /^# #8 \w/);
      assert.doesNotMatch(text, /undefined|null|Invalid|object Object/);
      assert.equal(text.split('\n').indexOf('## Discussion') + 3, 12, 'the discussion stands where it always does');
    });

    it(`can be picked: ${what}`, async () => {
      spoil(lists, one => ({ ...one, ...(change as Fields) }));
      let offered: string[] = [];
      const note = (rows: readonly unknown[]) => {
        offered = (rows as vscode.QuickPickItem[]).map(({ label, detail }) => `${label} ${detail}`);
        return undefined;
      };
      const { transcript } = await answered('setSubject', undefined, ...(documentedOnly ? ['Heron manual'] : []), note);
      assert.ok(
        offered.some(label => /^#8 \w.* · by \w/.test(label)),
        transcript.join('\n'),
      );
      assert.doesNotMatch(offered.join('\n'), /undefined|null/);
    });
  }

  it('has its status escaped in its overview', async () => {
    const status = '[click](command:a) <b>\n# Merged `x`';
    spoil(new RegExp(`^GET ${base}$`), one => ({ ...one, status }));
    const [line = ''] = (await overview()).split('\n').filter(one => one.includes('**Status:**'));
    assert.match(line, /click/);
    assert.doesNotMatch(line, /(^|[^\\])[[<`#]/);
  });

  itWithOptional('has an overview when its changes are malformed', async () => {
    const changes = [
      { type: 'page_edited', page: null },
      { type: 'page_created', page: { id: 'p', title: null } },
      { type: 'file_edited' },
      { type: null, file: 7 },
      null,
    ];
    on.server.fail(
      otherJson(json => ({ changes: [...changes, ...(json as { changes: unknown[] }).changes] })),
      /\/changes$/,
    );
    const text = await overview();
    assert.match(text, /## Changes\n\n- /);
    assert.match(text, /Two-point mooring/);
    assert.doesNotMatch(text, /undefined|null/);
  });

  it('has an overview when its reviewers are malformed', async () => {
    const email = 'x@example.com';
    const users = [null, {}, { id: 'x', displayName: 7 }, { id: 'y', displayName: '\u200b', email }];
    on.server.fail(
      otherJson(() => ({ items: [...users.map(user => ({ user })), {}] })),
      /\/requested-reviewers$/,
    );
    assert.match(await overview(), /\*\*Reviewers:\*\* Somebody, Somebody, Somebody, x@example\.com, Somebody[,\n]/);
  });

  itWithOptional('has an overview without retries when parts of it fail', async () => {
    const parts = [/\/change-requests\/[^/]+\/changes$/, /\/change-requests\/[^/]+\/reviews$/];
    for (const part of parts) on.server.fail({ kind: 'status', status: 500 }, part);
    const text = await overview();
    assert.match(text, /\*\*Reviewers:\*\* \S/);
    assert.match(text, /The server failed to list the changes\. Open the overview again to retry\./);
    for (const part of parts) assert.equal(on.server.requests.filter(request => part.test(request)).length, 1);
  });

  it('has an overview that names a requested team', async () => {
    const [organization] = on.sandbox.state.organizations.all();
    assert.ok(organization);
    const team = on.sandbox.state.teams.put({
      ...{ id: 'writers', organization: organization.id, title: 'The *writers*', createdAt: on.sandbox.state.now() },
      members: [],
    });
    on.sandbox.state.teams.put({ ...team, id: 'unnamed', title: '\u2060' });
    const asked = (id: string) => ({ object: 'change-request-requested-reviewer', kind: 'team', team: { id } });
    on.server.fail(
      otherJson(() => ({ items: [asked(team.id), asked('hidden'), asked('unnamed')] })),
      /\/requested-reviewers$/,
    );
    assert.match(await overview(), /\*\*Reviewers:\*\* team The \\\*writers\\\*, a team, a team without a name[,\n]/);
    on.server.fail({ kind: 'status', status: 500 }, /\/teams\/writers$/);
    assert.match(await overview(), /\*\*Reviewers:\*\* a team, a team, a team without a name[,\n]/);
  });

  it('has its reviewers picked when some members are malformed', async () => {
    const people = [{ user: null }, { user: {} }, { role: 'admin' }];
    const more = otherJson(json => {
      const { items, ...rest } = json as { items: unknown[] };
      return { ...rest, items: [...people, ...items] };
    });
    on.server.fail(more, /\/members$|\/requested-reviewers$/);
    let offered: (string | undefined)[] = [];
    await answered('requestReviewers', changeRequestUri(space, number), rows => {
      offered = (rows as vscode.QuickPickItem[]).map(({ label }) => label);
      return undefined;
    });
    assert.ok(offered.includes('Amara Okonkwo') && !offered.includes(undefined), offered.join(', '));
  });

  it('is reported when the server sends something else', async () => {
    on.server.fail({ kind: 'other', reply: () => ({ body: Buffer.from('null') }) }, new RegExp(`^GET ${base}$`));
    const { transcript } = await answered('setSubject', changeRequestUri(space, number));
    assert.match(transcript.at(-1) ?? '', /Could not change the subject: The server answered with something that/);
  });
});
