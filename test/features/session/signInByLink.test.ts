import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answer, type Answers, answering } from '../../host/answers.ts';
import { marginalia, sampleSandbox } from '../../host/support.ts';

// A link, in a page or a message, can run a command with arguments.
describe('the command to sign in, with an address and a token', () => {
  let sandbox: RunningSandbox;
  let answers: Answers | undefined;

  before(async () => (sandbox = await sampleSandbox()));
  after(() => sandbox.close());
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    if (await isSignedIn()) await vscode.commands.executeCommand('marginalia.session.signOut', 'sandbox');
  });

  const signIn = (given: unknown, ...replies: Answer[]) => {
    answers = answering(...replies);
    return vscode.commands.executeCommand('marginalia.session.signIn', given);
  };
  const isSignedIn = async () => (await marginalia()).connection?.url === sandbox.url;

  it('asks first, naming the server', async () => {
    await signIn({ url: sandbox.url, token: sandbox.token }, 'Sign In');
    const { host } = new URL(sandbox.url);
    assert.ok(answers?.said[0]?.startsWith(`Sign in to ${host}?\n`), answers?.said[0]);
    assert.ok(await isSignedIn());
  });

  it('sends nothing and signs nobody in when the user walks away', async () => {
    await signIn({ url: sandbox.url, token: sandbox.token }, undefined);
    assert.ok(!(await isSignedIn()));
    assert.equal(answers?.said.length, 1);
  });

  const long = `api.gitbook.com.${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example`;

  for (const [url, host] of [
    ['https://api.gitbook.com.evil.example/v1', 'api.gitbook.com.evil.example'],
    [`https://${long}`, long],
    ['https://gıtbook.example', 'xn--gtbook-p9a.example'],
    ['https://api.gitbook.com\\@evil.example', 'api.gitbook.com'],
  ] as const) {
    it(`names the server that the token would go to: ${url}`, async () => {
      await signIn({ url, token: 'token' }, undefined);
      assert.match(answers?.said[0] ?? '', new RegExp(`^Sign in to ${host.replaceAll('.', '\\.')}\\?\\n`));
    });
  }

  for (const url of ['http://evil.example', 'https://api.gitbook.com@evil.example', 'evil', 'file:///etc']) {
    it(`does not even ask for ${url}`, async () => {
      await signIn({ url, token: 'token' });
      assert.match(answers?.said.at(-1) ?? '', /^Could not sign in: the address is wrong\./);
    });
  }

  it('asks for address and token where only one of them is given', async () => {
    await signIn({ url: sandbox.url }, undefined);
    assert.deepEqual(answers?.said, ['Address of the server']);
  });
});
