import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { addPage, changeRequestUri, documentedOnly, itWithOptional, marginalia } from '../../host/support.ts';

const space = 'heron-manual';
const number = 8;
const uri = changeRequestUri(space, number);

describe('the merge checklist of a change request', () => {
  let answers: Answers | undefined;
  afterEach(() => {
    answers?.restore();
    answers = undefined;
  });
  const set = stage();

  /** Returns the lines of the checklist, each with its action. Picks the line that contains `choice`. */
  async function lines(choice?: string): Promise<string[]> {
    let offered: readonly unknown[] = [];
    answers = answerPrompts(rows => {
      offered = rows;
      return rows.find(row => choice !== undefined && (row as vscode.QuickPickItem).label.includes(choice));
    });
    await vscode.commands.executeCommand('marginalia.changeRequest.checkReadiness', uri);
    return (offered as vscode.QuickPickItem[]).map(({ label, detail }) => [label, detail].filter(Boolean).join(' | '));
  }

  itWithOptional('checks the changed pages for broken links and conflict markers', async () => {
    const markdown =
      'See [the gate](/pages/nowhere-at-all).\n\n<<<<<<< ours\nOne.\n\n=======\nTwo.\n\n>>>>>>> theirs\n';
    addPage(set.sandbox, { space, number }, { title: 'Two sides', markdown });
    set.server.fail(
      otherJson(() => ({
        items: [{ object: 'link', relation: 'reference', status: 'broken', locationReferences: [] }],
      })),
      /^GET .*\/content\/page\/[^/]+\/links$/,
      1,
    );
    const texts = await lines();
    assert.ok(
      texts.some(line => /^Marks of a conflict stand on "Two sides"\. \| Open the changes$/.test(line)),
      texts.join('\n'),
    );
    assert.ok(
      texts.some(line => /^Links on ".*" lead nowhere.* \| List the broken links$/.test(line)),
      texts.join('\n'),
    );
  });

  itWithOptional('says how many of the changed pages were checked', async () => {
    set.server.fail(
      otherJson(reply => ({ ...(reply as object), more: 400 })),
      /^GET .*\/change-requests\/[^/]+\/changes/,
    );
    const texts = await lines();
    assert.ok(
      texts.some(line => /as far as the first \d+ of 4\d\d tell/.test(line)),
      texts.join('\n'),
    );
  });

  itWithOptional('claims nothing about links when those of one page cannot be read', async () => {
    set.server.fail({ kind: 'status', status: 403 }, /^GET .*\/content\/page\/[^/]+\/links$/, 1);
    assert.ok(!(await lines()).some(line => /links on/i.test(line)));
  });

  it('opens an open conversation', async () => {
    answers = answerPrompts('13 comments are still open.');
    await vscode.commands.executeCommand('marginalia.changeRequest.checkReadiness', uri);
    await eventually(() => assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /\/8\/.*\.md$/));
  });

  it('opens the command for each open item', async () => {
    const row = set.sandbox.state.changeRequests.all().find(one => one.space === space && one.number === number);
    assert.ok(row);
    set.sandbox.state.changeRequests.put({ ...row, subject: '' });
    set.sandbox.state.keepWrites();
    answers = answerPrompts('It has no subject.', 'Lamps at night');
    await vscode.commands.executeCommand('marginalia.changeRequest.checkReadiness', uri);
    const now = () => set.sandbox.state.changeRequests.get(row.id).subject;
    await eventually(() => assert.equal(now(), 'Lamps at night'));
  });

  it('offers no change when the role does not allow it', async () => {
    const withoutSubject = otherJson(json => ({ ...(json as object), outdated: true, subject: '' }));
    set.server.fail(withoutSubject, /^GET .*\/change-requests\/8$/);
    const remedies = async () => (await lines()).filter(line => /It has no subject|It is outdated/.test(line));
    assert.deepEqual(
      (await remedies()).map(line => line.split(' | ')[1]),
      ['Give it a subject', 'Update it from the main content'],
    );
    answers?.restore();
    await (await marginalia()).signIn({ url: set.server.url, token: set.sandbox.tokenFor('lucia') });
    assert.deepEqual(
      (await remedies()).map(line => line.split(' | ')[1]),
      [undefined, undefined],
    );
  });

  it('offers an update of an outdated change request', async () => {
    set.server.fail(
      otherJson(json => ({ ...(json as object), outdated: true })),
      /^GET .*\/change-requests\/8$/,
    );
    answers = answerPrompts('It is outdated: the main content has changed since it was last updated.', 'Update');
    await vscode.commands.executeCommand('marginalia.changeRequest.checkReadiness', uri);
    await eventually(() => assert.ok(set.server.requests.some(one => /^POST .*\/8\/update$/.test(one))));
  });

  it('can be opened from the dialog of a merge, which then merges nothing', async () => {
    answers = answerPrompts('Show Checklist', undefined);
    await vscode.commands.executeCommand('marginalia.changeRequest.merge', uri);
    assert.match(answers.transcript[1] ?? '', /Ready to merge\? #8/);
    assert.deepEqual(set.server.writes, []);
  });

  it('is shorter, but correct, when nothing can be read', async () => {
    set.server.fail({ kind: 'status', status: 403 }, /^GET .*\/(reviews|requested-reviewers|changes|links)$/);
    const texts = await lines();
    assert.ok(texts.length > 0);
    assert.doesNotMatch(texts.join('\n'), /Nobody has reviewed|lead somewhere|approved|asked to review/);
  });

  describe('merge rules of a newer server', () => {
    const withRules = (mergeRules: unknown) => otherJson(json => ({ ...(json as object), mergeRules }));
    const ofSpace = (mergeRules: unknown) => set.server.fail(withRules(mergeRules), /^GET \/spaces\/heron-manual$/);

    it('are listed one per line, from the organization when the space inherits them', async () => {
      ofSpace({ type: 'inherit' });
      const rules = [
        { rule: 'require_change_request_subject' },
        { rule: 'require_one_of_specific_reviewers', users: ['amara', 'jun', null] },
        { rule: 'custom', expression: 'actor.id === "mira"', message: 'Ask Mira to merge it.' },
        { rule: 'custom', expression: 'reviews.length >= 2' },
        { rule: 'only_on_mondays' },
        { users: 'amara' },
        null,
      ];
      set.server.fail(withRules({ type: 'rules', rules }), /^GET \/orgs\/tidewell$/);
      const checks = (await lines()).join('\n');
      assert.match(checks, /^Merge rule met: a subject\.$/m);
      assert.match(checks, /^Merge rule .*: approval from Amara \S+ or Jun \S+\./m);
      const unchecked = [
        ...checks.matchAll(/^Merge rule not checked: (.*)\. Only the service can check it\. \| Open in the browser$/gm),
      ];
      assert.deepEqual(
        unchecked.map(([, what]) => what).filter(what => what?.startsWith('"')),
        ['"Ask Mira to merge it"', '"reviews.length >= 2"', '"only_on_mondays"', '"a rule without a name"'],
      );
    });

    it('of the space replace those of the organization', async () => {
      ofSpace({ type: 'rules', rules: [{ rule: 'require_author_to_merge' }] });
      set.server.fail(
        withRules({ type: 'rules', rules: [{ rule: 'custom', expression: 'x' }] }),
        /^GET \/orgs\/tidewell$/,
      );
      const checks = (await lines()).filter(line => line.startsWith('Merge rule'));
      assert.equal(checks.length, 1);
      // A server with only the documented operations does not report who the current user is.
      const action = documentedOnly ? 'Open in the browser' : 'Copy the link for its author';
      assert.match(checks[0] ?? '', /^Merge rule .*: merged by its author, Jun Takahashi\. /);
      assert.ok(checks[0]?.endsWith(action), checks[0]);
    });

    it('have the description of the server', async () => {
      ofSpace({ type: 'rules', rules: [{ rule: 'require_change_request_description' }] });
      const ofRule = async () => (await lines()).filter(line => line.startsWith('Merge rule'));
      assert.deepEqual(await ofRule(), [
        documentedOnly
          ? 'Merge rule not checked: a description. Only the service can check it. | Open in the browser'
          : 'Merge rule not met: a description. | Add Description',
      ]);
      answers?.restore();
      const leaves = [{ object: 'leaf', text: 'Lamps burn at night.', marks: [] }];
      const paragraph = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] };
      const description = { object: 'document', data: {}, nodes: [paragraph] };
      set.server.fail(
        otherJson(json => ({ ...(json as object), description })),
        /^GET .*\/change-requests\/8$/,
      );
      assert.deepEqual(await ofRule(), ['Merge rule met: a description.']);
    });

    it('block the merge when the service says that a rule is not met', async () => {
      const { state } = set.sandbox;
      const rule = { rule: 'require_specific_reviewers' as const, users: ['sam'] };
      state.spaces.put({ ...state.spaces.get(space), mergeRules: { type: 'rules', rules: [rule] } });
      state.keepWrites();
      answers = answerPrompts('Merge');
      await vscode.commands.executeCommand('marginalia.changeRequest.merge', uri);
      assert.match(answers.transcript.at(-1) ?? '', /a merge rule is not met\. Sam \S+ has not approved it\./);
      if (!documentedOnly) assert.match(answers.transcript[0] ?? '', /Merge rule not met: .*Waiting for Sam \S+\./);
    });

    it('are empty when a space has none, and tolerate malformed ones', async () => {
      for (const mergeRules of [{ type: 'none' }, { type: 'rules', rules: null }, 'rules', { type: null }]) {
        ofSpace(mergeRules);
        assert.deepEqual(
          (await lines()).filter(line => line.startsWith('Merge rule')),
          [],
        );
        answers?.restore();
      }
    });
  });
});
