import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { memberId } from '../../../src/sandbox/store/state.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { changeRequestUri, editContent, noDescription, pagesOf, signedIn } from '../../host/support.ts';

const space = 'heron-manual';
const run = (command: string, uri: vscode.Uri) =>
  vscode.commands.executeCommand(`marginalia.changeRequest.${command}`, uri);

describe('deciding on a change request', () => {
  let sandbox: RunningSandbox;
  let answers: Answers | undefined;

  beforeEach(async () => (sandbox = await signedIn()));
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await sandbox.close();
  });

  /** Returns a change request of the sample as the sandbox stores it. */
  function stored(number: number) {
    const row = sandbox.state.changeRequests.all().find(one => one.space === space && one.number === number);
    return row ?? assert.fail(`no change request #${number}`);
  }

  function numberOf(status: string, isOutdated = false): number {
    const main = sandbox.state.spaces.get(space).revision;
    const row = sandbox.state.changeRequests.all().find(one => {
      const isBehind = (one.revisionMergedAncestor ?? one.revisionInitial) !== main;
      return one.space === space && one.status === status && isBehind === isOutdated;
    });
    return row?.number ?? assert.fail(`no change request that is ${status}`);
  }

  async function fresh(status = 'open'): Promise<number> {
    const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' };
    const base = `${sandbox.url}/v1/spaces/${space}/change-requests`;
    const created = await fetch(base, { method: 'POST', headers, body: JSON.stringify({ subject: 'Fresh' }) });
    const { number } = (await created.json()) as { number: number };
    rewrite(number, 'Fresh text.\n');
    await fetch(`${base}/${number}`, { method: 'PATCH', headers, body: JSON.stringify({ status }) });
    return number;
  }

  /** Replaces the text of the first page. */
  function rewrite(number: number, markdown: string): void {
    const page = pagesOf(sandbox, { space, number })[0]?.id ?? assert.fail('no page');
    editContent(sandbox, { space, number }, [{ operation: 'update_page', page, document: { markdown } }]);
  }

  describe('merge', () => {
    it('says what will happen, and merges after a confirmation', async () => {
      const number = await fresh();
      answers = answerPrompts('Merge');
      await run('merge', changeRequestUri(space, number));
      assert.match(answers.transcript[0] ?? '', /Merge #\d+ "Fresh" into the main content\?.*cannot be undone/s);
      assert.match(answers.transcript.at(-1) ?? '', /is merged into the main content\.$/);
      assert.equal(stored(number).status, 'merged');
      assert.equal(sandbox.state.spaces.get(space).revision, stored(number).revisionMerged);
    });

    it('does nothing when the user cancels', async () => {
      const number = await fresh();
      answers = answerPrompts(undefined);
      await run('merge', changeRequestUri(space, number));
      assert.equal(answers.transcript.length, 1);
      assert.equal(stored(number).status, 'open');
    });

    for (const [status, reason] of [
      ['draft', /it is a draft\. Change its status to open first/],
      ['merged', /it is already merged/],
      ['archived', /it is archived/],
    ] as const) {
      it(`explains that a ${status} one cannot be merged, without a question`, async () => {
        answers = answerPrompts();
        await run('merge', changeRequestUri(space, numberOf(status, isBehind(status))));
        assert.equal(answers.transcript.length, 1);
        assert.match(answers.transcript[0] ?? '', reason);
      });
    }

    function isBehind(status: string): boolean {
      const main = sandbox.state.spaces.get(space).revision;
      const row = sandbox.state.changeRequests.all().find(one => one.space === space && one.status === status);
      return (row?.revisionMergedAncestor ?? row?.revisionInitial) !== main;
    }

    it('warns that an outdated one may conflict, and explains actual conflicts', async () => {
      const conflicting = await conflictingNumber();
      answers = answerPrompts('Merge');
      await run('merge', changeRequestUri(space, conflicting));
      assert.match(answers.transcript[0] ?? '', /It is outdated/);
      assert.match(
        answers.transcript.at(-1) ?? '',
        /conflicted with the main content\. The service kept both versions/,
      );
      assert.equal(stored(conflicting).status, 'merged');
    });

    it('says who may merge when the user may not', async () => {
      const number = await fresh();
      await sandbox.close();
      sandbox = await signedIn({ as: 'sam' });
      answers = answerPrompts();
      await run('merge', changeRequestUri(space, numberOf('open')));
      assert.match(answers.transcript.at(-1) ?? '', /does not let you merge\. You need the role Reviewer\.$/);
      assert.ok(number);
    });
  });

  /** Creates two change requests that change one page, and merges the first. Returns the number of the second. */
  async function conflictingNumber(): Promise<number> {
    const [first, second] = [await fresh(), await fresh()];
    rewrite(second, 'Quite other text.\n');
    const headers = { authorization: `Bearer ${sandbox.token}` };
    await fetch(`${sandbox.url}/v1/spaces/${space}/change-requests/${first}/merge`, { method: 'POST', headers });
    return second;
  }

  describe('update', () => {
    it('takes over the main content', async () => {
      const number = numberOf('open', true);
      answers = answerPrompts('Update');
      await run('update', changeRequestUri(space, number));
      assert.match(answers.transcript.at(-1) ?? '', /now holds the latest main content|is updated, but/);
      assert.equal(stored(number).revisionMergedAncestor, sandbox.state.spaces.get(space).revision);
    });

    it('explains conflicts', async () => {
      answers = answerPrompts('Update');
      await run('update', changeRequestUri(space, await conflictingNumber()));
      assert.match(answers.transcript.at(-1) ?? '', /had changed the same words\. Both versions are kept/);
    });

    it('changes nothing without a confirmation', async () => {
      const number = numberOf('open', true);
      const before = stored(number).revision;
      answers = answerPrompts(undefined);
      await run('update', changeRequestUri(space, number));
      assert.match(answers.transcript[0] ?? '', /^Update #\d+ .* from the main content\?/);
      assert.equal(stored(number).revision, before);
    });

    it('says when there is nothing to do', async () => {
      answers = answerPrompts();
      await run('update', changeRequestUri(space, await fresh()));
      assert.match(answers.transcript.at(-1) ?? '', /is up to date with the main content/);
    });
  });

  it('changes the status', async () => {
    const number = await fresh('draft');
    answers = answerPrompts('Open');
    await run('setStatus', changeRequestUri(space, number));
    assert.equal(stored(number).status, 'open');
  });

  it('changes the subject, within the limit of the service', async () => {
    const number = await fresh();
    answers = answerPrompts('x'.repeat(101));
    await run('setSubject', changeRequestUri(space, number));
    assert.match(answers.transcript.at(-1) ?? '', /at most 100/);
    answers.restore();
    answers = answerPrompts('A better subject');
    await run('setSubject', changeRequestUri(space, number));
    assert.equal(stored(number).subject, 'A better subject');
  });

  it('requests reviewers, marks those already requested, and removes', async () => {
    const number = await fresh();
    const asked = () => sandbox.state.requestedReviewers.all().filter(row => row.changeRequest === stored(number).id);
    answers = answerPrompts(() => ['Amara Okonkwo', 'Jun Takahashi'], ...noDescription);
    await run('requestReviewers', changeRequestUri(space, number));
    assert.deepEqual(
      asked()
        .map(({ user }) => user)
        .sort(),
      ['amara', 'jun'],
    );
    answers.restore();
    answers = answerPrompts(items => {
      const marked = (items as vscode.QuickPickItem[]).filter(({ detail }) => detail === 'already asked');
      assert.equal(marked.length, 2);
      return ['Amara Okonkwo'];
    });
    await run('requestReviewers', changeRequestUri(space, number));
    assert.deepEqual(
      asked().map(({ user }) => user),
      ['amara'],
    );
    assert.equal(answers.transcript.at(-1), 'No longer asked: Jun Takahashi.');
  });

  it('offers everybody but the author as a reviewer', async () => {
    const author = sandbox.state.users.get(stored(await fresh()).createdBy);
    answers = answerPrompts(items => {
      const names = (items as vscode.QuickPickItem[]).map(({ label }) => label);
      assert.ok(names.length > 1 && !names.includes(author.displayName), names.join(', '));
      return undefined;
    });
    await run('requestReviewers', changeRequestUri(space, await fresh()));
  });

  it('finds reviewers beyond the first page of members', async () => {
    const number = await fresh();
    for (let index = 0; index < 60; index++) {
      const id = `extra-${index}`;
      sandbox.state.users.put({ id, displayName: `Extra ${index}`, email: `${id}@tidewell.example` });
      const joinedAt = new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();
      sandbox.state.members.put({
        ...{ id: memberId('tidewell', id), organization: 'tidewell', user: id, role: 'edit' },
        ...{ disabled: false, joinedAt, sso: false },
      });
    }
    answers = answerPrompts('Load more', () => ['Extra 59'], ...noDescription);
    await run('requestReviewers', changeRequestUri(space, number));
    const asked = sandbox.state.requestedReviewers.all().filter(row => row.changeRequest === stored(number).id);
    assert.deepEqual(
      asked.map(({ user }) => user),
      ['extra-59'],
    );
  });
});
