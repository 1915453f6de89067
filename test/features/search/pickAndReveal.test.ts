import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { addChangeRequests } from '../../host/large.ts';
import { type Answer, type Answers, answerPrompts } from '../../host/answers.ts';
import { stage } from '../../host/stage.ts';
import { documentedOnly, itWithOptional } from '../../host/support.ts';

/** Returns the rows of a picker as `label | description | detail`. */
const rowsOf = (items: readonly unknown[]) =>
  (items as vscode.QuickPickItem[]).map(({ label, description = '', detail = '' }) =>
    [label, description, detail].filter(Boolean).join(' | '),
  );

describe('going to an item by its name', () => {
  let answers: Answers | undefined;
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  const on = stage();

  /** Runs the command. Returns the rows of each page that its picker offered. */
  async function goTo(...replies: Answer[]): Promise<string[][]> {
    const pages: string[][] = [];
    const noted = replies.map(answer => (items: readonly unknown[]) => (pages.push(rowsOf(items)), answer));
    answers = answerPrompts(...noted);
    await vscode.commands.executeCommand('marginalia.item.goTo');
    return pages;
  }

  it('offers the spaces of all organizations, then their sites', async () => {
    const [rows = []] = await goTo(undefined);
    const { spaces, sites } = on.sandbox.state;
    // If the server does not list spaces, only spaces in a collection or on a published site are found.
    const known = spaces.all().filter(({ parent }) => !documentedOnly || parent);
    for (const { title } of known)
      assert.ok(
        rows.some(row => row.includes(`${title} | space`)),
        title,
      );
    const kinds = rows.map(row => /\| (space|site|change request)/.exec(row)?.[1]);
    assert.deepEqual(
      kinds,
      kinds.toSorted((a, b) => order.indexOf(a ?? '') - order.indexOf(b ?? '')),
    );
    assert.ok(rows.includes('Heron documentation | site · published | Tidewell'));
    assert.equal(kinds.filter(kind => kind === 'site').length, sites.all().length);
  });
  const order = ['space', 'site', 'change request'];

  itWithOptional('offers the open change requests with their spaces', async () => {
    // The spaces may become known later than the change requests.
    on.server.fail({ kind: 'late' }, /^GET \/orgs\/tidewell\/spaces$/);
    void on.server.waiting().then(() => on.server.release());
    const [rows = []] = await goTo(undefined);
    const { subject } = on.sandbox.state.changeRequests.all().find(isEight) ?? assert.fail();
    assert.ok(
      rows.some(row => row === `#8 ${subject} | change request · open | Heron manual, Tidewell`),
      rows.join('\n'),
    );
    assert.ok(!rows.some(row => /· (merged|archived)/.test(row)));
  });
  const isEight = ({ space, number }: { space: string; number: number }) => space === 'heron-manual' && number === 8;

  itWithOptional('opens the overview of a change request', async () => {
    const { subject } = on.sandbox.state.changeRequests.all().find(isEight) ?? assert.fail();
    await goTo(`#8 ${subject}`);
    const path = vscode.window.activeTextEditor?.document.uri.path;
    assert.equal(path, '/spaces/heron-manual/change-requests/8.md');
  });

  for (const name of ['🪶 Heron manual', 'Heron documentation']) {
    it(`reveals ${name} in the view`, async () => {
      await vscode.commands.executeCommand('marginalia.spaces.focus');
      await goTo(name);
      // If the row were not found, another message would follow.
      assert.deepEqual(answers?.transcript, ['Go to']);
    });
  }

  itWithOptional('loads more than a thousand items', async () => {
    addChangeRequests(on.sandbox, 'heron-manual', 1010);
    const [first = [], second = []] = await goTo('Load more', undefined);
    assert.equal(first.at(-1), 'Load more');
    const open = on.sandbox.state.changeRequests.all().filter(({ status }) => status === 'open' || status === 'draft');
    assert.equal(second.filter(row => row.includes('| change request')).length, open.length);
  });

  it('offers the items of the other organizations when one fails', async () => {
    on.server.fail(
      { kind: 'status', status: 403 },
      /^GET \/orgs\/tidewell\/(sites|spaces|collections|change-requests)$/,
    );
    const [rows = []] = await goTo(undefined);
    assert.ok(rows.length > 0 && rows.every(row => row.includes('Open Rivers Network')), rows.join('\n'));
    assert.deepEqual(answers?.transcript, ['Go to']);
  });

  it('reports why there are no items when the server fails', async () => {
    on.server.fail({ kind: 'status', status: 400 }, /^GET \/orgs\/[^/]+\/sites$/);
    const current = answerPrompts();
    answers = current;
    await vscode.commands.executeCommand('marginalia.item.goTo');
    assert.match(current.transcript.at(-1) ?? '', /^Could not go there: The test says 400\./);
  });

  it('says what to do when the account has signed out meanwhile', async () => {
    const leaveAndPick = async () => {
      await vscode.commands.executeCommand('marginalia.session.signOut', 'sandbox');
      return 'Heron documentation';
    };
    answers = answerPrompts(leaveAndPick, 'Sign Out');
    await vscode.commands.executeCommand('marginalia.item.goTo');
    assert.match(answers.transcript.at(-1) ?? '', /belongs to another account/);
  });

  it('fetches each list once', async () => {
    on.server.requests.length = 0;
    await goTo(undefined);
    const lists = on.server.requests.filter(request => /^GET \/orgs\/[^/]+\/sites$/.test(request));
    // If the server does not list spaces, they are found through sites.
    assert.equal(lists.length, documentedOnly ? 4 : 2, on.server.requests.join('\n'));
  });
});
