import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { registerAccounts } from '../../../src/features/session/accounts.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type Parts, parts } from '../../host/app.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { marginalia, sampleSandbox } from '../../host/support.ts';

describe('the Accounts menu', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let registered: vscode.Disposable;
  let provider: vscode.AuthenticationProvider | undefined;
  const { registerAuthenticationProvider } = vscode.authentication;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url, 'documentation');
    app = parts();
    // VS Code requests the accounts from a provider only when the Accounts menu is opened.
    const register: typeof registerAuthenticationProvider = (_id, _label, made) => {
      provider = made;
      return new vscode.Disposable(() => {});
    };
    Object.assign(vscode.authentication, { registerAuthenticationProvider: register });
    registered = registerAccounts(app as Parts & App);
    for (const { url } of [server, sandbox]) await app.session.signIn({ url, token: sandbox.token });
  });
  afterEach(async () => {
    Object.assign(vscode.authentication, { registerAuthenticationProvider });
    registered.dispose();
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  it('signs out the selected account, and leaves the confirmation to VS Code', async () => {
    const { removeSession, getSessions } = provider ?? assert.fail('no provider');
    const { current, connections } = app.session;
    const other = connections.find(connection => connection !== current) ?? assert.fail('one account alone');
    const answers = answerPrompts();
    await removeSession(other.id);
    answers.restore();
    const remaining = await getSessions(undefined, {});
    assert.deepEqual(
      remaining.map(({ id }) => id),
      [current?.id],
    );
  });
});

describe('signing out of one of several accounts', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url, 'documentation');
  });
  afterEach(async () => {
    await server.close();
    await sandbox.close();
  });

  it('asks which, and keeps the others', async () => {
    const api = await marginalia();
    await api.signIn({ url: server.url, token: sandbox.token });
    const other = api.connection ?? assert.fail();
    await api.signIn({ url: sandbox.url, token: sandbox.tokenFor('sam') });
    const answers = answerPrompts(other.label);
    await vscode.commands.executeCommand('marginalia.session.signOut');
    answers.restore();
    assert.equal(answers.transcript[0], 'Sign Out');
    assert.equal(api.connection?.url, sandbox.url);
  });
});

describe('switching accounts', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url, 'documentation');
  });
  afterEach(async () => {
    answers.restore();
    await server.close();
    await sandbox.close();
  });

  const run = () => vscode.commands.executeCommand('marginalia.session.switch');

  it('switches to another signed-in account with a message, or offers to sign in to one', async () => {
    const api = await marginalia();
    await api.signIn({ url: server.url, token: sandbox.token });
    const other = api.connection ?? assert.fail();
    await api.signIn({ url: sandbox.url, token: sandbox.tokenFor('sam') });
    answers = answerPrompts(other.label, 'Another account', undefined);
    await run();
    assert.equal(api.connection?.id, other.id);
    assert.equal(answers.transcript.at(-1), `Signed in as ${other.label}`);
    await run();
    assert.equal(answers.transcript.at(-1), 'Address of the server');
  });

  it('offers to sign in when nobody is', async () => {
    answers = answerPrompts(undefined);
    answers.press('Sign In');
    await run();
    await eventually(() => assert.equal(answers.transcript.at(-1), 'Address of the server'));
    assert.match(answers.transcript[0] ?? '', /Nobody is signed in\./);
  });
});
