import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/changeRequests/commands.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answer, type Answers, answerPrompts, backButton, dismissEachStep } from '../../host/answers.ts';
import { parts, row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { groupsOf, rowsOffering } from '../../host/menus.ts';
import {
  changeRequestUri,
  documentedOnly,
  itWithOptional,
  marginalia,
  noDescription,
  sampleSandbox,
} from '../../host/support.ts';

const command = 'marginalia.changeRequest.create';
const space = 'heron-manual';
const post = /^POST .*\/change-requests$/;
const run = (target?: unknown) => vscode.commands.executeCommand(command, target);

describe('creating a change request', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;

  beforeEach(async () => start('mira'));
  afterEach(async () => {
    await stop();
    answers.restore();
  });

  async function start(user: string): Promise<void> {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.tokenFor(user) });
  }

  async function stop(): Promise<void> {
    await server.close();
    await sandbox.close();
  }

  const created = (subject: string) => sandbox.state.changeRequests.all().filter(row => row.subject === subject);
  const last = () => answers.transcript.at(-1) ?? '';

  it('asks for the space and the subject, and reports the new number', async () => {
    answers = answerPrompts('Heron manual', 'Better moorings', ...noDescription);
    await run();
    const [row, ...others] = created('Better moorings');
    assert.deepEqual(others, []);
    assert.equal(row?.space, space);
    assert.equal(last(), `#${row?.number} is created`);
  });

  it('needs no list of change requests', async () => {
    server.fail({ kind: 'status', status: 403 }, /^GET .*\/change-requests$/);
    answers = answerPrompts('Heron manual', 'Better moorings');
    await run();
    assert.equal(created('Better moorings').length, 1);
    assert.match(answers.transcript.join('\n'), /^#\d+ is created/m);
  });

  it('uses the space of a row, and reveals the new row', async () => {
    answers = answerPrompts('Better moorings', ...noDescription);
    const app = parts();
    await app.session.signIn({ url: server.url, token: sandbox.token });
    const revealed: (string | undefined)[] = [];
    const reveal = app.tree.reveal.bind(app.tree);
    app.tree.reveal = async (...way) => {
      const node = await reveal(...way);
      revealed.push(node?.label);
      return node;
    };
    const heron = await row(app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual');
    await app.tree.getChildren(heron);
    await commands[command]?.run(app as unknown as App, heron);
    app.dispose();
    const [made] = created('Better moorings');
    assert.equal(made?.space, space);
    assert.deepEqual(revealed, [`#${made?.number} Better moorings`]);
  });

  it('does not require a subject', async () => {
    answers = answerPrompts('Heron manual', '', ...noDescription);
    await run();
    assert.equal(created('').filter(row => row.space === space).length, 1);
  });

  it('reports a subject that is too long while it is typed', async () => {
    answers = answerPrompts('Heron manual', 'x'.repeat(101));
    await run();
    assert.match(last(), /^Subject can have at most 100 characters; this has 101\.$/);
    assert.ok(!server.requests.some(request => post.test(request)));
  });

  const patch = /^PATCH .*\/change-requests\/\d+$/;

  itWithOptional('sends a description as Markdown', async () => {
    answers = answerPrompts('Heron manual', 'Better moorings', 'Lines **chafe**.');
    await run();
    const [made] = created('Better moorings');
    assert.match(JSON.stringify(made?.description ?? ''), /"text":"chafe".*"bold"/);
    assert.equal(last(), `#${made?.number} is created`);
  });

  itWithOptional('sends no description when its prompt is skipped', async () => {
    answers = answerPrompts('Heron manual', 'Better moorings', '');
    await run();
    assert.equal(created('Better moorings')[0]?.description, undefined);
    assert.ok(!server.requests.some(request => patch.test(request)));
  });

  itWithOptional('goes back from the description to the subject', async () => {
    answers = answerPrompts('Heron manual', 'Moorings', backButton, 'Better moorings', 'Lines chafe.');
    await run();
    assert.equal(created('Moorings').length, 0);
    assert.match(JSON.stringify(created('Better moorings')[0]?.description ?? ''), /Lines chafe\./);
  });

  it('asks for no description while it is unknown whether the server has descriptions', async () => {
    for (const row of sandbox.state.changeRequests.all())
      if (row.space === space) sandbox.state.changeRequests.delete(row.id);
    answers = answerPrompts('Heron manual', 'Better moorings');
    await run();
    assert.equal(created('Better moorings').length, 1);
  });

  itWithOptional('keeps a description that could not be saved, and saves it on retry', async () => {
    answers = answerPrompts('Heron manual', 'Better moorings', 'Lines chafe.');
    answers.press('Try Again');
    server.fail({ kind: 'status', status: 403 }, patch, 1);
    await run();
    const [made] = created('Better moorings');
    assert.match(last(), new RegExp(`^Could not save the description of #${made?.number}: `));
    assert.ok(answers.transcript.includes(`#${made?.number} is created`));
    await eventually(() =>
      assert.match(JSON.stringify(created('Better moorings')[0]?.description ?? ''), /Lines chafe\./),
    );
  });

  itWithOptional('offers the typed text again when the creation failed', async () => {
    const typedBefore = ([box]: readonly unknown[]) => (box as vscode.InputBoxOptions).value;
    answers = answerPrompts('Heron manual', 'Better moorings', 'Lines chafe.');
    server.fail({ kind: 'status', status: 403 }, post, 1);
    await run();
    assert.match(last(), /^Could not create the change request: /);
    answers.restore();
    answers = answerPrompts('Heron manual', typedBefore, typedBefore);
    await run();
    assert.match(JSON.stringify(created('Better moorings')[0]?.description ?? ''), /Lines chafe\./);
    answers.restore();
    answers = answerPrompts('Heron manual', typedBefore, typedBefore);
    await run();
    assert.equal(created('').at(-1)?.description, undefined, 'what was sent is not offered again');
  });

  itWithOptional(
    'offers the description again when the change request was created but the reply was lost',
    async () => {
      answers = answerPrompts('Heron manual', 'Better moorings', 'Lines chafe.');
      server.fail({ kind: 'cut' }, post, 1);
      await run();
      const [made] = created('Better moorings');
      answers.restore();
      answers = answerPrompts();
      answers.press('Copy');
      await vscode.commands.executeCommand(
        'marginalia.changeRequest.editDescription',
        changeRequestUri(space, made?.number ?? 0),
      );
      assert.match(last(), /^You have an unsent description for #\d+\.$/);
      await eventually(async () => assert.equal(await vscode.env.clipboard.readText(), 'Lines chafe.'));
    },
  );

  itWithOptional('does not attach a description to another change request with the same empty subject', async () => {
    const typedBefore = ([box]: readonly unknown[]) => (box as vscode.InputBoxOptions).value;
    answers = answerPrompts('Heron manual', '', 'Lines chafe.');
    server.fail({ kind: 'status', status: 403 }, post, 1);
    await run();
    answers.restore();
    answers = answerPrompts('');
    server.fail({ kind: 'cut' }, post, 1);
    const page = vscode.Uri.parse('marginalia://sandbox/spaces/heron-manual/content/deploy/recover.md');
    await vscode.commands.executeCommand('marginalia.page.proposeChange', page);
    const proposed = created('').find(row => row.space === space) ?? assert.fail('Nothing is created.');
    answers.restore();
    answers = answerPrompts();
    await vscode.commands.executeCommand(
      'marginalia.changeRequest.editDescription',
      changeRequestUri(space, proposed.number),
    );
    assert.doesNotMatch(answers.transcript.join('\n'), /You have an unsent description/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    answers.restore();
    answers = answerPrompts('Heron manual', 'Lamps', typedBefore);
    await run();
    assert.match(JSON.stringify(created('Lamps')[0]?.description ?? ''), /Lines chafe\./);
  });

  const lists = /^GET .*\/change-requests$/;

  itWithOptional('checks whether the server has descriptions while the subject is typed', async () => {
    const typing = async () => {
      await eventually(() => assert.ok(server.requests.some(request => lists.test(request))));
      return 'Better moorings';
    };
    answers = answerPrompts('Heron manual', typing, 'Lines chafe.');
    await run();
    assert.match(JSON.stringify(created('Better moorings')[0]?.description ?? ''), /Lines chafe\./);
  });

  it('asks for no description when that check takes too long', async () => {
    server.fail({ kind: 'held' }, lists, 1);
    answers = answerPrompts('Heron manual', 'Better moorings');
    await run();
    assert.equal(created('Better moorings').length, 1);
  });

  itWithOptional('reports when the server ignores the description', async () => {
    answers = answerPrompts('Heron manual', 'Better moorings', 'Lines chafe.');
    const ignored = otherJson(json => ({ ...(json as object), description: undefined }));
    server.fail(ignored, /^(GET|PATCH) .*\/change-requests\/\d+$/);
    await run();
    assert.match(last(), /the server ignored the change/);
  });

  const everything: Answer[] = ['Heron manual', 'Better moorings', ...noDescription];
  for (const [step, cut] of dismissEachStep(...everything).entries()) {
    it(`creates nothing when the user cancels step ${step + 1}`, async () => {
      answers = answerPrompts(...cut);
      await run();
      assert.equal(answers.transcript.length, step + 1);
      assert.ok(!server.requests.some(request => post.test(request)));
    });
  }

  it('says that a space is locked before it asks for a subject', async () => {
    sandbox.state.spaces.put({ ...sandbox.state.spaces.get(space), editMode: 'locked' });
    answers = answerPrompts('Heron manual');
    await run();
    assert.equal(last(), 'Could not create a change request in "Heron manual": it is locked.');
  });

  it('says who may create one when the user lost the permission', async () => {
    const { members } = sandbox.state;
    // An administrator revokes the right while the prompt is open.
    const demoted = () => {
      for (const member of members.all()) if (member.user === 'mira') members.put({ ...member, role: 'read' });
      return 'Better moorings';
    };
    answers = answerPrompts('Heron manual', demoted, ...noDescription);
    await run();
    assert.match(last(), /^Could not create the change request: .*Ask an administrator for it\.$/);
  });

  for (const [fault, at, expected] of [
    ['held', 'cancelled before it was sent on', /was canceled\. It is not created\. The service may still do it/],
    [
      'late',
      'cancelled after it was done',
      documentedOnly
        ? /was canceled\. #\d+ was created meanwhile with this subject; it may be yours\.$/
        : /was canceled\. It is created: #\d+\.$/,
    ],
  ] as const) {
    it(`reports the actual outcome when it is ${at}`, async () => {
      answers = answerPrompts('Heron manual', 'Better moorings', ...noDescription);
      server.fail({ kind: fault }, post, 1);
      const running = run();
      await server.waiting();
      answers.cancel();
      await running;
      assert.match(last(), expected);
    });
  }

  it('reports that it is created when the reply is lost', async () => {
    answers = answerPrompts('Heron manual', 'Better moorings', ...noDescription);
    server.fail({ kind: 'cut' }, post, 1);
    await run();
    const [row] = created('Better moorings');
    const outcome = documentedOnly ? `#${row?.number} was created meanwhile` : `It is created: #${row?.number}\\.$`;
    assert.match(last(), new RegExp(`the answer was lost\\..* ${outcome}`));
  });

  it('does not mistake an older one with the same subject for it', async () => {
    const older = sandbox.state.changeRequests.all().find(row => row.space === space && row.status === 'open');
    answers = answerPrompts('Heron manual', older?.subject, ...noDescription);
    server.fail({ kind: 'status', status: 500 }, post, 1);
    await run();
    assert.match(last(), /It is not created\.$/);
  });

  it('reports that it is created when only the view fails to show it', async () => {
    answers = answerPrompts('Heron manual', 'Better moorings', ...noDescription);
    server.fail({ kind: 'status', status: 400 }, /^GET \/collections\/[^/]+$/);
    await run();
    assert.match(last(), /^#\d+ is created, but the view could not show it: The test says 400\./);
  });

  it('is offered on the rows of unlocked spaces, and in the palette', () => {
    answers = answerPrompts();
    assert.deepEqual(rowsOffering(command, ['space', 'space.locked', 'changeRequest.open', 'collection']), ['space']);
    assert.deepEqual(groupsOf('view/item/context', command), ['inline@1', '2_decide@1']);
  });
});
