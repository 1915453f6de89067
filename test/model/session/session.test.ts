import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { memoryStorage, parts } from '../../host/app.ts';
import { documentedOnly, marginalia, sampleSandbox, signOut } from '../../host/support.ts';

describe('signing in', () => {
  let sandbox: RunningSandbox;
  let answers: Answers | undefined;

  before(async () => (sandbox = await sampleSandbox()));
  after(() => sandbox.close());
  afterEach(() => {
    answers?.restore();
    answers = undefined;
  });

  it('asks for an address and a token', async () => {
    answers = answerPrompts(sandbox.url, sandbox.token);
    await vscode.commands.executeCommand('marginalia.session.signIn');
    const { connection } = await marginalia();
    assert.equal(connection?.id, 'sandbox');
    assert.equal(connection?.url, sandbox.url);
    // The documented operations do not report who is signed in.
    assert.match(connection?.label ?? '', documentedOnly ? /^Sandbox$/ : /Mira Aaltonen/);
  });

  it('reports a wrong token', async () => {
    answers = answerPrompts(sandbox.url, 'not-the-token');
    await vscode.commands.executeCommand('marginalia.session.signIn');
    assert.match(answers.transcript.at(-1) ?? '', /^Could not sign in: the token is wrong\./);
  });

  it('reports an unreachable address as unreachable, not as wrong', async () => {
    answers = answerPrompts('http://127.0.0.1:9', 'token');
    await vscode.commands.executeCommand('marginalia.session.signIn');
    assert.match(answers.transcript.at(-1) ?? '', /^Could not sign in: .*127.0.0.1:9.* reached.*nothing listens there/);
    assert.doesNotMatch(answers.transcript.at(-1) ?? '', /wrong/);
  });

  for (const [address, reason] of [
    ['example', /whole address/],
    ['http://example.com', /https/],
    ['https://ada@example.com', /user name/],
    ['ftp://example.com', /must begin with https:\/\//],
  ] as const) {
    it(`rejects the address ${address}`, async () => {
      answers = answerPrompts(address);
      await vscode.commands.executeCommand('marginalia.session.signIn');
      assert.match(answers.transcript.at(-1) ?? '', reason);
    });
  }

  it('completes a host name to an https address', async () => {
    const { host } = new URL(sandbox.url);
    answers = answerPrompts(host, sandbox.token);
    await vscode.commands.executeCommand('marginalia.session.signIn');
    const [, prompt = '', message = ''] = answers.transcript;
    assert.ok(prompt.includes(`API token for ${host}`), prompt);
    assert.ok(message.startsWith(`Could not sign in: ${host} cannot be reached: it does not support HTTPS.`), message);
    assert.doesNotMatch(message, /SSL|openssl/i);
  });

  it('extracts the token from a pasted header', async () => {
    answers = answerPrompts(sandbox.url, `Bearer ${sandbox.token}`);
    await vscode.commands.executeCommand('marginalia.session.signIn');
    assert.equal((await marginalia()).connection?.url, sandbox.url);
    answers.restore();
    const { signIn } = await marginalia();
    await signIn({ url: sandbox.url, token: `Bearer ${sandbox.token}` });
  });

  it('rejects a token with characters that a header cannot contain while it is typed', async () => {
    answers = answerPrompts(sandbox.url, `${sandbox.token}\u200B`);
    await vscode.commands.executeCommand('marginalia.session.signIn');
    assert.match(answers.transcript.at(-1) ?? '', /^The token contains an invalid character .*U\+200B/);
    answers.restore();
    const { signIn } = await marginalia();
    await assert.rejects(
      signIn({ url: sandbox.url, token: 'tokën' }),
      /^Failure: Could not sign in: The token contains /,
    );
  });

  it('says where to create a token, in the prompt and when one is rejected', async () => {
    answers = answerPrompts(sandbox.url, 'not-the-token');
    const opened: string[] = [];
    const { openExternal } = vscode.env;
    Object.assign(vscode.env, { openExternal: async (uri: vscode.Uri) => (opened.push(String(uri)), true) });
    answers.press('How to Create a Token');
    await vscode.commands.executeCommand('marginalia.session.signIn');
    const [, prompt = '', message = ''] = answers.transcript;
    assert.match(message, /You can create a new token in your account's developer settings\.$/);
    const documentation = 'https://gitbook.com/docs/developers/gitbook-api/authentication';
    assert.ok(prompt.includes(`[How to create one](${documentation})`), prompt);
    await eventually(() => assert.deepEqual(opened, [documentation]));
    Object.assign(vscode.env, { openExternal });
  });

  it('works for other extensions, and reports errors to them', async () => {
    const { signIn } = await marginalia();
    await assert.rejects(signIn({ url: sandbox.url, token: 'wrong' }), /the token is wrong/);
    await signIn({ url: `${sandbox.url}/v1/`, token: sandbox.token });
    assert.equal((await marginalia()).connection?.url, sandbox.url);
  });

  it('ends with signing out', async () => {
    const { signIn } = await marginalia();
    await signIn({ url: sandbox.url, token: sandbox.token });
    await signOut('sandbox');
    assert.equal((await marginalia()).connection, undefined);
  });

  it('stores account and token in the secret storage, for all windows', async () => {
    const storage = memoryStorage();
    const [first, second] = [parts(storage), parts(storage)];
    const connection = await first.session.signIn({ url: sandbox.url, token: sandbox.token });
    const keys = await storage.secrets.keys();
    assert.deepEqual(keys, [`account ${connection.id}`]);
    assert.equal((await second.session.find(connection.id))?.label, connection.label);
    const gone = new Promise<void>(resolve => second.session.onDidChange(resolve));
    await first.session.signOut(connection);
    await gone;
    assert.deepEqual(await storage.secrets.keys(), []);
    first.dispose();
    second.dispose();
  });

  it('works with environment variables only', async () => {
    Object.assign(process.env, { MARGINALIA_URL: sandbox.url, MARGINALIA_TOKEN: sandbox.token });
    const storage = memoryStorage();
    const { session, dispose } = parts(storage);
    await session.restore();
    delete process.env.MARGINALIA_URL;
    delete process.env.MARGINALIA_TOKEN;
    assert.equal(session.current?.id, 'sandbox');
    assert.deepEqual(await storage.secrets.keys(), []);
    dispose();
  });

  it('opens the sandbox without an account', async () => {
    await vscode.commands.executeCommand('marginalia.session.trySandbox');
    const { connection } = await marginalia();
    assert.equal(connection?.id, 'sandbox');
    assert.notEqual(connection?.url, sandbox.url);
  });
});
