import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { ReviewPanel } from '../../../src/features/reviewPage/panel.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { answerPrompts } from '../../host/answers.ts';
import { type Parts, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { sampleSandbox } from '../../host/support.ts';
import { fakePanel } from './fakePanel.ts';

const space = 'heron-manual';
const number = 8;

type Part<T extends ToPage['type']> = Extract<ToPage, { type: T }>;

describe('the review page of a user with limited permissions', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let page: ReturnType<typeof fakePanel>;

  const begin = async (options: { documentedOnly?: boolean } = {}) => {
    sandbox = await sampleSandbox(options);
    server = await startFaultyServer(sandbox.url);
    app = parts();
    page = fakePanel();
  };
  const end = async () => {
    page.panel.dispose();
    app.dispose();
    await server.close();
    await sandbox.close();
  };

  /** Opens the page as a user, and waits until it has received everything. */
  async function open(as: string): Promise<void> {
    const connection = await app.session.signIn({ url: server.url, token: sandbox.tokenFor(as) });
    const context = { ...app.context, extensionUri: vscode.Uri.file('/extension') };
    new ReviewPanel({ ...app, context } as App, { connection, space, number }, page.panel);
    page.receive({ type: 'ready' });
    await eventually(() => assert.ok(last('head') && last('rights') && last('threads')));
  }

  const last = <T extends ToPage['type']>(type: T) =>
    page.sent.findLast((message): message is Part<T> => message.type === type);
  const head = () => last('head')?.head ?? assert.fail('The page is not told what it is about.');
  // Only other servers offer the description and links; the table of roles includes them.
  const actions = () =>
    head()
      .actions.filter(action => !/^edit/.test(action))
      .toSorted();
  const remedies = () => new Set(head().checks.flatMap(({ action }) => action ?? []));
  const changeSpace = (more: object) =>
    sandbox.state.spaces.put({ ...sandbox.state.spaces.get(space), ...more } as never);
  const spoil = (path: RegExp, more: object) =>
    server.fail(
      otherJson(json => ({ ...(json as object), ...more })),
      path,
    );
  const ofSpace = /^GET \/spaces\/heron-manual$/;
  const ofChangeRequest = /^GET .*\/change-requests\/8$/;

  const editing = ['requestReviewers', 'setStatus', 'setSubject', 'update'] as const;

  for (const documentedOnly of [false, true]) {
    describe(documentedOnly ? 'on a server with the documented operations alone' : 'on a server of today', () => {
      beforeEach(() => begin({ documentedOnly }));
      afterEach(end);

      for (const [as, offered] of [
        ['mira', ['merge', ...editing]],
        ['amara', ['merge', ...editing]],
        ['jun', editing],
        ['lucia', []],
        ['sam', []],
      ] as const) {
        it(`offers ${as} the actions of the role`, async () => {
          spoil(ofChangeRequest, { outdated: true, subject: '' });
          await open(as);
          assert.deepEqual(actions(), [...offered].toSorted());
          assert.equal(remedies().has('update'), offered.length > 0);
          assert.equal(remedies().has('setSubject'), offered.length > 0);
          // Without reviews, it is unknown whether a reviewer is required.
          assert.equal(remedies().has('requestReviewers'), offered.length > 0 && !documentedOnly);
          assert.ok(remedies().has('nextConversation'), 'what changes nothing is left to everybody');
        });
      }
    });
  }

  describe('on any server', () => {
    beforeEach(() => begin());
    afterEach(end);

    it('offers neither edits nor a merge in a locked space', async () => {
      changeSpace({ editMode: 'locked' });
      await open('mira');
      assert.deepEqual(actions(), []);
      assert.equal(last('rights')?.canComment, true);
    });

    for (const [what, permissions] of [
      ['left out', undefined],
      ['null', null],
      ['odd', { comment: 'no', edit: null, merge: 0 }],
    ] as const) {
      it(`offers everything when permissions are ${what}, and tries it`, async () => {
        spoil(ofSpace, { permissions });
        spoil(ofChangeRequest, { outdated: true });
        await open('sam');
        assert.deepEqual(actions(), ['merge', ...editing].toSorted());
        assert.equal(last('rights')?.canComment, true);
      });
    }

    it('offers everything when the space cannot be read', async () => {
      server.fail({ kind: 'status', status: 500 }, ofSpace);
      spoil(ofChangeRequest, { outdated: true });
      await open('lucia');
      assert.deepEqual(actions(), ['merge', ...editing].toSorted());
    });

    for (const [outdated, isOffered] of [
      [true, true],
      [undefined, true],
      [false, false],
    ] as const) {
      it(`${isOffered ? 'offers' : 'does not offer'} an update when the server reports outdated: ${outdated}`, async () => {
        spoil(ofChangeRequest, { outdated });
        await open('mira');
        assert.equal(actions().includes('update'), isOffered);
      });
    }

    for (const [status, as, offered] of [
      ['archived', 'mira', ['reopen', 'setStatus']],
      ['archived', 'jun', ['reopen', 'setStatus']],
      ['archived', 'lucia', []],
      ['draft', 'mira', ['requestReviewers', 'setStatus', 'setSubject']],
      ['merged', 'mira', []],
    ] as const) {
      it(`offers ${as} the remaining actions in status ${status}`, async () => {
        spoil(ofChangeRequest, { outdated: false, status });
        await open(as);
        assert.deepEqual(actions(), offered);
      });
    }

    it('reopens an archived change request with the same command as its row', async () => {
      spoil(ofChangeRequest, { status: 'archived' });
      await open('jun');
      const { executeCommand } = vscode.commands;
      const ran: string[] = [];
      Object.assign(vscode.commands, { executeCommand: async (command: string) => ran.push(command) });
      page.receive({ type: 'do', action: 'reopen' });
      Object.assign(vscode.commands, { executeCommand });
      assert.deepEqual(ran, ['marginalia.changeRequest.reopen']);
    });

    it('follows the role while it is open', async () => {
      spoil(ofChangeRequest, { outdated: true });
      await open('sam');
      const { session, content } = app;
      const connection = session.current ?? assert.fail();
      assert.equal(last('rights')?.canComment, true);
      const learn = async (more: object) => {
        changeSpace(more);
        const spaceNow = await connection.api.request('GET /spaces/{spaceId}', { spaceId: space });
        content.setSpace(connection, spaceNow);
      };
      await learn({ defaultLevel: 'review' });
      await eventually(() => assert.deepEqual(actions(), ['merge', ...editing].toSorted()));
      await learn({ defaultLevel: 'read' });
      await eventually(() => {
        assert.deepEqual(actions(), []);
        assert.equal(last('rights')?.canComment, false);
      });
    });

    it('says why a shortcut does nothing, as escaped text', async () => {
      await open('sam');
      const answers = answerPrompts();
      page.receive({ type: 'notAllowed', why: 'You may read here: [more](command:a).' });
      await eventually(() => assert.match(answers.transcript.at(-1) ?? '', /^You may read here: /));
      assert.doesNotMatch(answers.transcript.at(-1) ?? '', /\]\(command:a\)/);
      answers.restore();
    });
  });
});
