import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/changeRequests/commands.ts';
import { reviewersNode } from '../../../src/features/changeRequests/reviewerRows.ts';
import { roles } from '../../../src/model/roles.ts';
import { memberId } from '../../../src/sandbox/store/state.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, itWithOptional } from '../../host/support.ts';

const space = 'heron-manual';
const open = 8;
const requests = /\/requested-reviewers/;

describe('the reviewers of a change request', () => {
  let answers: Answers;
  const set = stageOfParts();
  beforeEach(() => {
    const { state } = set.sandbox;
    for (const { id } of state.requestedReviewers.by('changeRequest', stored().id)) state.requestedReviewers.delete(id);
    for (const { id } of state.reviews.by('changeRequest', stored().id)) state.reviews.delete(id);
    answers = answerPrompts();
  });
  afterEach(() => answers.restore());

  const stored = () =>
    set.sandbox.state.changeRequests.all().find(row => row.space === space && row.number === open) ?? assert.fail();

  const isMerged = (row: { space: string; status: string }) => row.space === space && row.status === 'merged';

  function ask(...users: string[]): void {
    const { state } = set.sandbox;
    const createdAt = '2020-01-01T00:00:00.000Z';
    for (const { id, revision, createdBy: requestedBy } of [stored(), ...state.changeRequests.all().filter(isMerged)]) {
      const base = { changeRequest: id, revision, requestedBy, createdAt };
      for (const user of users) state.requestedReviewers.put({ id: `${id}/${user}`, ...base, user });
    }
    state.keepWrites();
  }

  function decide(reviewer: string, status: 'approved' | 'changes-requested'): void {
    const { state } = set.sandbox;
    const { id: changeRequest, revision } = stored();
    const at = { createdAt: state.now(), updatedAt: state.now() };
    state.reviews.put({ id: `by-${reviewer}`, space, changeRequest, revision, reviewer, status, ...at });
    state.keepWrites();
  }

  async function rows(number = open): Promise<Node[]> {
    const connection = set.app.session.current ?? assert.fail();
    const { children } = reviewersNode(set.app as unknown as App, { connection, space, number });
    const all: Node[] = [];
    for await (const { items } of children?.list(new AbortController().signal) ?? []) all.push(...items);
    return all;
  }

  const texts = async () => (await rows()).map(({ label, description }) => `${label}: ${description}`);
  const askAgain = (row: Node | undefined) =>
    commands['marginalia.reviewer.askAgain']?.run(set.app as unknown as App, row ?? assert.fail());
  const asked = () => set.sandbox.state.requestedReviewers.by('changeRequest', stored().id);

  itWithOptional('are listed with their verdicts, and whether these are outdated', async () => {
    ask('jun', 'amara');
    decide('amara', 'approved');
    decide('tomasz', 'changes-requested');
    assert.deepEqual(await texts(), [
      'Jun Takahashi: asked',
      'Amara Okonkwo: approved',
      'Tomasz Wójcik: requested changes',
    ]);
    addPage(set.sandbox, { space, number: open }, { title: 'Added since', markdown: 'Text.' });
    set.app.content.refresh();
    const [, amara] = await rows();
    assert.equal(amara?.description, 'approved, before the newest change');
    assert.equal(amara?.accessibleLabel, 'Amara Okonkwo, approved, before the newest change');
  });

  itWithOptional('are listed without verdicts while the server fails to report them', async () => {
    ask('jun');
    decide('jun', 'approved');
    set.server.fail({ kind: 'status', status: 505 }, /^GET .*\/reviews$/);
    assert.deepEqual(await texts(), ['Jun Takahashi: ']);
    await set.server.recover();
    assert.deepEqual(await texts(), ['Jun Takahashi: approved']);
  });

  it('are asked again with one click, as if they had not been asked', async () => {
    ask('amara');
    await askAgain((await rows())[0]);
    assert.equal(answers.transcript.at(-1), 'Asked Amara Okonkwo again to review #8.');
    const [one, other] = asked();
    assert.ok(one && !other);
    assert.ok(one.createdAt > '2020-01-01T00:00:00.000Z');
    assert.deepEqual(rowsOffering('marginalia.reviewer.askAgain', ['reviewer', 'reviewer.person']), [
      'reviewer.person',
    ]);
  });

  itWithOptional('cannot be reminded by themselves', async () => {
    ask('mira', 'amara');
    const [mira, amara] = await rows();
    assert.deepEqual([mira?.contextValue, amara?.contextValue], ['reviewer', 'reviewer.person']);
    await set.app.session.signIn({ url: set.server.url, token: set.sandbox.tokenFor('amara') });
    assert.deepEqual([(await rows())[1]?.contextValue], ['reviewer']);
  });

  itWithOptional('are asked with one request when nobody asked them before', async () => {
    decide('tomasz', 'approved');
    await askAgain((await rows())[0]);
    assert.deepEqual(
      set.server.requests.filter(one => requests.test(one) && !one.startsWith('GET')).map(one => one.split(' ')[0]),
      ['POST'],
    );
  });

  it('are reported as removed when they cannot be asked again', async () => {
    ask('amara');
    const [amara] = await rows();
    set.server.fail({ kind: 'status', status: 403 }, /^POST .*requested-reviewers$/);
    await assert.rejects(
      async () => askAgain(amara),
      /^Failure: Could not ask for another review: .* Amara Okonkwo is not asked any more; choose Request Reviewers to/,
    );
    set.server.fail({ kind: 'status', status: 403 }, /^DELETE .*requested-reviewers/);
    ask('amara');
    await assert.rejects(
      async () => askAgain(amara),
      (error: Error) => !error.message.includes('any more'),
    );
  });

  it('cannot be asked when the review is over, or the current user is unknown', async () => {
    ask('amara', 'jun');
    set.server.fail(
      otherJson(json => {
        const [amara, jun] = (json as { items: object[] }).items;
        return { items: [amara, { ...jun, user: null }] };
      }),
      /^GET .*requested-reviewers/,
    );
    assert.deepEqual(
      (await rows()).map(({ label, contextValue }) => `${label}: ${contextValue}`),
      ['Amara Okonkwo: reviewer.person', 'Somebody: reviewer'],
    );
    await set.server.recover();
    const { number: merged } = set.sandbox.state.changeRequests.all().find(isMerged) ?? assert.fail();
    const contexts = (await rows(merged)).map(({ contextValue }) => contextValue);
    assert.deepEqual([...new Set(contexts)], ['reviewer']);
  });

  describe('to choose from', () => {
    /** Returns the members named Zoe that the picker offers, with their descriptions. */
    async function offered(): Promise<string[]> {
      const { state } = set.sandbox;
      for (const role of ['read', 'comment', 'review', 'edit', 'gone'] as const) {
        state.users.put({ id: role, displayName: `Zoe (${role})`, email: `${role}@tidewell.example` });
        const member = { id: memberId('tidewell', role), organization: 'tidewell', user: role };
        const isGone = role === 'gone';
        const access = { role: isGone ? ('edit' as const) : role, disabled: isGone };
        state.members.put({ ...member, ...access, joinedAt: state.now(), sso: false });
      }
      state.keepWrites();
      answers.restore();
      let rows: { label: string; description: string }[] = [];
      answers = answerPrompts({ typed: 'Zoe' }, items => {
        rows = [...(items as typeof rows)];
        return undefined;
      });
      const connection = set.app.session.current ?? assert.fail();
      const place = { kind: 'changeRequest', connection, space, number: open };
      await assert.rejects(
        async () => commands['marginalia.changeRequest.requestReviewers']?.run(set.app as unknown as App, place),
        { name: 'Canceled' },
      );
      return rows
        .filter(({ label }) => label.startsWith('Zoe'))
        .map(({ label, description }) => `${label}: ${description}`)
        .sort();
    }
    const everybody = [
      'Zoe (comment): Commenter in the organization · comment@tidewell.example',
      'Zoe (edit): Editor in the organization · edit@tidewell.example',
      'Zoe (read): Reader in the organization · read@tidewell.example',
      'Zoe (review): Reviewer in the organization · review@tidewell.example',
    ];
    const aggregate = /^GET .*\/permissions\/aggregate/;

    itWithOptional('are the users with a role in the space', async () => {
      assert.deepEqual(await offered(), [
        'Zoe (edit): Editor · edit@tidewell.example',
        'Zoe (review): Reviewer · review@tidewell.example',
      ]);
    });

    itWithOptional('include readers of the organization who may review the space', async () => {
      const { state } = set.sandbox;
      state.spaces.put({ ...state.spaces.get(space), defaultLevel: 'review' });
      assert.deepEqual(await offered(), [
        'Zoe (comment): Reviewer · comment@tidewell.example',
        'Zoe (edit): Reviewer · edit@tidewell.example',
        'Zoe (read): Reviewer · read@tidewell.example',
        'Zoe (review): Reviewer · review@tidewell.example',
      ]);
    });

    for (const role of roles.filter(({ value }) => value !== null && !['read', 'comment'].includes(value))) {
      itWithOptional(`have the usual name of the role: ${role.label}`, async () => {
        const { state } = set.sandbox;
        state.spaces.put({ ...state.spaces.get(space), defaultLevel: role.value });
        assert.ok((await offered()).includes(`Zoe (read): ${role.label} · read@tidewell.example`));
      });
    }

    for (const role of roles) {
      it(`have the usual name of the role in the organization: ${role.label}`, async () => {
        set.server.fail({ kind: 'status', status: 500 }, aggregate);
        const member = { role: role.value, user: { id: 'x', displayName: 'Zoe (x)' } };
        set.server.fail(
          otherJson(() => ({ items: [member] })),
          /^GET .*\/members$/,
        );
        assert.deepEqual(await offered(), [`Zoe (x): ${role.label} in the organization`]);
      });
    }

    for (const status of [403, 404, 405, 500]) {
      it(`are all enabled members when the permissions of the space fail with ${status}`, async () => {
        set.server.fail({ kind: 'status', status }, aggregate);
        assert.deepEqual(await offered(), everybody);
      });
    }

    itWithOptional('are offered even if some users with access are malformed', async () => {
      const odd = [{ permission: 'admin' }, { permission: null, user: { id: 'new', displayName: 'Zoe (new)' } }, null];
      set.server.fail(
        otherJson(() => ({ items: [...odd, { permission: 'maintain', user: { id: 'x', displayName: 'Zoe (x)' } }] })),
        aggregate,
      );
      assert.deepEqual(await offered(), ['Zoe (x): maintain']);
    });
  });
});
