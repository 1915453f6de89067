import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { baseUri, contentUri, overviewUri } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { showDiff } from '../../../src/ui/diff.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { itWithOptional, marginalia, projectFolder, sampleSandbox } from '../../host/support.ts';
import { skipRetryDelays } from '../../host/timers.ts';
import { openNewThread, boxes, typeInto } from '../comments/boxes.ts';
import { isTextShown, screen } from '../comments/screen.ts';

interface Account {
  id: string;
  label: string;
}

const tabs = () => vscode.window.tabGroups.all.flatMap(group => group.tabs);
const addressesIn = ({ input }: vscode.Tab) => {
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return input instanceof vscode.TabInputText ? [input.uri] : [];
};
const addresses = () => tabs().flatMap(addressesIn);
/** Returns the paths of the documents in the active tabs of all groups. */
const inFront = () => tabs().flatMap(tab => (tab.isActive ? addressesIn(tab).map(({ path }) => path) : []));
const accounts = () => [...new Set(addresses().map(({ authority }) => authority))];

const overviewOf = ({ id }: Account, changeRequest = 8) =>
  overviewUri({ connection: id, space: 'heron-manual', changeRequest });
const glossaryOf = ({ id }: Account) => {
  const version = { kind: 'changeRequest', number: 8 } as const;
  return contentUri({ connection: id, space: 'heron-manual', version, path: 'get-started/glossary.md' }, 'Glossary');
};
const spaceOf = ({ id }: Account, space = 'heron-manual') =>
  vscode.Uri.from({ scheme: 'marginalia', authority: id, path: `/spaces/${space}.json` });

/** Opens a document in a tab that is not a preview. */
async function open(uri: vscode.Uri, viewColumn = vscode.ViewColumn.One): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: false, viewColumn });
}

/** Leaves a document unsaved. */
async function typeIn(uri: vscode.Uri): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), ' ');
  await vscode.workspace.applyEdit(edit);
}

async function revert(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri);
  await vscode.commands.executeCommand('workbench.action.files.revert');
}

describe('open documents when the account is switched', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    answers = answerPrompts();
  });
  afterEach(async () => {
    answers.restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await server.close();
    await sandbox.close();
  });

  async function signIn(user: string): Promise<Account> {
    const api = await marginalia();
    await api.signIn({ url: server.url, token: sandbox.tokenFor(user) });
    return api.connection ?? assert.fail();
  }

  itWithOptional('are reloaded as the new account on the same server', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const mira = await signIn('mira');
    const glossary = glossaryOf(mira);
    await vscode.window.showTextDocument(overviewOf(mira), { preview: false });
    const row = sandbox.state.changeRequests.all().find(one => one.space === 'heron-manual' && one.number === 8);
    const revision = row?.revisionInitial ?? assert.fail();
    await showDiff(baseUri(glossary, revision, { path: 'get-started/glossary.md' }), glossary, 'Glossary (edited)');
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    await vscode.window.showTextDocument(glossary, { preview: true, selection: new vscode.Range(3, 0, 3, 2) });
    const jun = await signIn('jun');
    await eventually(() => {
      const opened = addresses().map(uri => [uri.authority, uri.path]);
      const [overview, page] = [overviewOf(jun).path, glossary.path];
      assert.deepEqual(opened.toSorted(), [page, page, page, overview].map(path => [jun.id, path]).toSorted());
    });
    await eventually(() => {
      const { document, selection } = vscode.window.activeTextEditor ?? assert.fail();
      assert.deepEqual([document.uri.authority, selection.start.line], [jun.id, 3]);
    });
    await eventually(() => {
      const accounts = new Set([...screen().threads].map(({ uri }) => uri.authority));
      assert.deepEqual([...accounts], [jun.id], 'the threads follow, too');
    });
    assert.deepEqual(answers.transcript, []);
  });

  it('are closed when the new account may not see them', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const mira = await signIn('mira');
    await vscode.window.showTextDocument(overviewOf(mira), { preview: false });
    server.fail({ kind: 'status', status: 404 }, /\/change-requests\/8$/);
    const jun = await signIn('jun');
    await eventually(() => assert.deepEqual(addresses(), []));
    const sentence = `Closed "Change request #8": "${jun.label}" cannot read it.`;
    await eventually(() => assert.ok(answers.transcript.includes(sentence), answers.transcript.join('\n')));
  });

  it('are closed when the new account is on another server, and drafts are restored later', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const other = await startFaultyServer(sandbox.url, 'another');
    const mira = await signIn('mira');
    await vscode.window.showTextDocument(glossaryOf(mira), { preview: false });
    const { box } = await openNewThread(glossaryOf(mira));
    await typeInto(box, 'Half a thought');
    const api = await marginalia();
    await api.signIn({ url: other.url, token: sandbox.tokenFor('jun') });
    await eventually(() => assert.deepEqual(addresses(), []));
    const sentence = `Closed "Glossary" of "${mira.label}". "Switch Account" leads back, and what you have typed is kept.`;
    await eventually(() => assert.ok(answers.transcript.includes(sentence), answers.transcript.join('\n')));
    await signIn('mira');
    await vscode.window.showTextDocument(glossaryOf(mira));
    // VS Code may restore the box itself, and then the text is in the box and not offered beside it.
    await eventually(() => {
      const isBack = boxes().some(box => box.getText() === 'Half a thought');
      assert.notEqual(isBack, isTextShown('Half a thought'), 'the text is in one place');
    });
    await other.close();
  });

  it('stay with their account when they are dirty, with a message', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const mira = await signIn('mira');
    const space = spaceOf(mira);
    const { document } = await vscode.window.showTextDocument(space, { preview: false });
    await typeIn(space);
    await signIn('jun');
    await eventually(() =>
      assert.match(answers.transcript.join('\n'), /stays open, since it is not saved\. Saving it sends it as/),
    );
    assert.deepEqual([addresses().map(String), document.isDirty], [[space.toString()], true]);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('that are dirty are reported as sent by the new account on the same server', async () => {
    server = await startFaultyServer(sandbox.url);
    const mira = await signIn('mira');
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.parse('marginalia://sandbox/spaces/heron-manual.json'),
    );
    await typeIn(document.uri);
    assert.ok(document.isDirty);
    const jun = await signIn('jun');
    const sentence = `What "${mira.label}" has not saved is sent as "${jun.label}" if you save it now.`;
    await eventually(() => assert.ok(answers.transcript.includes(sentence), answers.transcript.join('\n')));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  describe('to one whose permissions cannot be read', () => {
    skipRetryDelays();

    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 401 },
      { kind: 'dropped' },
    ] as const) {
      it(`are reopened: ${Object.values(fault).join(' ')}`, async () => {
        server = await startFaultyServer(sandbox.url, 'documentation');
        await open(overviewOf(await signIn('mira')));
        server.fail(fault, /\/change-requests\/8$/);
        const jun = await signIn('jun');
        await eventually(() => assert.deepEqual(accounts(), [jun.id]));
        assert.doesNotMatch(answers.transcript.join('\n'), /Closed/);
      });
    }
  });

  it('stay in the background, and pinned', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const [one, other] = ['package.json', 'README.md'].map(name => vscode.Uri.file(join(projectFolder(), name)));
    assert.ok(one && other);
    const mira = await signIn('mira');
    await open(overviewOf(mira));
    await vscode.commands.executeCommand('workbench.action.pinEditor');
    await open(spaceOf(mira));
    await open(overviewOf(mira, 9));
    await open(one);
    await open(overviewOf(mira, 7), vscode.ViewColumn.Two);
    await open(other, vscode.ViewColumn.Two);
    const jun = await signIn('jun');
    const expected = [overviewOf(jun), spaceOf(jun), overviewOf(jun, 9), overviewOf(jun, 7)].map(String);
    await eventually(() => {
      const ofService = addresses().filter(({ scheme }) => scheme === 'marginalia');
      assert.deepEqual(ofService.map(String), expected);
      const pinned = tabs().filter(({ isPinned }) => isPinned);
      assert.deepEqual(pinned.flatMap(addressesIn).map(String), [String(overviewOf(jun))]);
    });
    assert.deepEqual(inFront(), [one.path, other.path]);
    // VS Code keeps pinned editors when all are closed.
    await vscode.commands.executeCommand('workbench.action.unpinEditor', overviewOf(jun));
  });

  it('leave the other side of a diff unchanged: a local file, a document of a third account', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const file = vscode.Uri.file(join(projectFolder(), 'README.md'));
    const ofThird = glossaryOf(await signIn('tomasz'));
    const mira = await signIn('mira');
    for (const original of [file, ofThird]) {
      await vscode.commands.executeCommand('vscode.diff', original, glossaryOf(mira), 'Both', { preview: false });
    }
    const followed = glossaryOf(await signIn('jun'));
    const sides = () => tabs().map(tab => addressesIn(tab).join(' '));
    const expected = [`${file} ${followed}`, `${ofThird} ${followed}`];
    await eventually(() => assert.deepEqual(sides().toSorted(), expected.toSorted()));
  });

  it('are reopened even if an editor before them fails', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const mira = await signIn('mira');
    await vscode.commands.executeCommand('vscode.diff', glossaryOf(mira), spaceOf(mira), 'Both', { preview: false });
    await open(overviewOf(mira));
    const { executeCommand } = vscode.commands;
    const fail = async (command: string, ...rest: unknown[]) => {
      if (command === 'vscode.diff') throw new Error('The test opens no diff.');
      return executeCommand(command, ...rest);
    };
    Object.assign(vscode.commands, { executeCommand: fail });
    try {
      const jun = await signIn('jun');
      const expected = [glossaryOf(mira), spaceOf(mira), overviewOf(jun)];
      await eventually(() => assert.deepEqual(addresses().map(String), expected.map(String)));
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  it('stay with their account when the user types in them meanwhile', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const mira = await signIn('mira');
    const space = spaceOf(mira);
    await open(overviewOf(mira));
    await open(space);
    server.fail({ kind: 'held' }, /\/change-requests\/8$/);
    const jun = await signIn('jun');
    await server.waiting();
    await typeIn(space);
    await eventually(() => assert.ok(tabs().some(({ isDirty }) => isDirty)));
    await server.recover();
    await eventually(() => assert.match(answers.transcript.join('\n'), /stays open, since it is not saved/));
    assert.deepEqual(addresses().map(String).toSorted(), [overviewOf(jun), space].map(String).toSorted());
    await revert(space);
  });

  it('that are dirty are counted', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const mira = await signIn('mira');
    const spaces = [spaceOf(mira), spaceOf(mira, 'handbook')];
    for (const space of spaces) {
      await open(space);
      await typeIn(space);
    }
    await eventually(() => assert.ok(tabs().every(({ isDirty }) => isDirty)));
    await signIn('jun');
    const sentence = `" and 1 more stay open, since they are not saved. Saving sends them as "${mira.label}".`;
    await eventually(() => assert.ok(answers.transcript.join('\n').includes(sentence), answers.transcript.join('\n')));
    for (const space of spaces) await revert(space);
  });

  it('are reloaded as the last account when it is switched several times', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const mira = await signIn('mira');
    await open(overviewOf(mira, 7));
    await open(spaceOf(mira));
    await open(overviewOf(mira));
    server.fail({ kind: 'held' }, /\/change-requests\/7$/);
    await signIn('jun');
    await server.waiting();
    const amara = await signIn('amara');
    await server.recover();
    await eventually(() => assert.deepEqual(accounts(), [amara.id]));
    assert.equal(tabs().length, 3);
  });

  it('are named when they were closed before the account was switched again', async () => {
    server = await startFaultyServer(sandbox.url, 'documentation');
    const mira = await signIn('mira');
    await open(overviewOf(mira));
    await open(overviewOf(mira, 7));
    server.fail({ kind: 'status', status: 404 }, /\/change-requests\/8$/);
    server.fail({ kind: 'held' }, /\/change-requests\/7$/);
    const jun = await signIn('jun');
    await eventually(() => assert.equal(tabs().length, 1));
    const amara = await signIn('amara');
    await server.recover();
    await eventually(() => assert.deepEqual(addresses().map(String), [String(overviewOf(amara, 7))]));
    const sentence = `Closed "Change request #8": "${jun.label}" cannot read it.`;
    assert.ok(answers.transcript.includes(sentence), answers.transcript.join('\n'));
  });
});
