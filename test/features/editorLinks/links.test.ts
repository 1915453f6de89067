import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey, parseOverviewUri } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import {
  addPage,
  changeRequestUri,
  documentedOnly,
  marginalia,
  pagesOf,
  pageUri,
  sampleSandbox,
  signedIn,
} from '../../host/support.ts';
import { screen, textOfComment } from '../comments/screen.ts';

const space = 'heron-manual';
const number = 8;
const glossary = pageUri(space, number, 'get-started/glossary.md');

// The extension registers its handler when it is activated; this module is loaded before any test does that.
let handler: vscode.UriHandler | undefined;
const { registerUriHandler } = vscode.window;
Object.assign(vscode.window, {
  registerUriHandler: (made: vscode.UriHandler) => registerUriHandler((handler = made)),
});

describe('a link into the editor', () => {
  let sandbox: RunningSandbox;

  let linked: vscode.Uri;

  before(async () => {
    sandbox = await signedIn();
    const page = { title: 'Linked', markdown: 'One.\n\nTwo.\n\nThree.\n' };
    linked = addPage(sandbox, { space, number }, page).uri;
  });
  after(() => sandbox.close());
  beforeEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const activeUri = () => vscode.window.activeTextEditor?.document.uri;
  /** Waits until a page is shown in its editor, or a change request on its review page. */
  const assertShown = (uri: vscode.Uri) =>
    eventually(() => {
      if (!parseOverviewUri(uri)) {
        return assert.equal(documentKey(activeUri() ?? assert.fail('nothing is shown')), documentKey(uri));
      }
      const { label, input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? assert.fail('nothing is shown');
      assert.ok(input instanceof vscode.TabInputWebview && /reviewPage/.test(input.viewType), label);
      assert.match(label, /^#8 /);
    });

  async function follow(link: string, ...answers: Parameters<typeof answerPrompts>): Promise<string[]> {
    const answered = answerPrompts(...answers);
    await (handler ?? assert.fail('nothing handles links')).handleUri(vscode.Uri.parse(link));
    answered.restore();
    return answered.transcript;
  }

  async function copied(target?: unknown, command = 'marginalia.item.copyLink'): Promise<string> {
    const answers = answerPrompts();
    await vscode.commands.executeCommand(command, target);
    answers.restore();
    assert.deepEqual(answers.transcript, [
      command === 'marginalia.item.copyWebAddress' ? 'Web address copied' : 'Link copied',
    ]);
    return vscode.env.clipboard.readText();
  }

  /** Copies an address, and runs the command that opens it. Returns the messages. */
  async function openFromLink(address: string): Promise<string[]> {
    await vscode.env.clipboard.writeText(address);
    const answers = answerPrompts(([box]) => (box as vscode.InputBoxOptions).value ?? '');
    await vscode.commands.executeCommand('marginalia.link.open');
    answers.restore();
    return answers.transcript.slice(1);
  }

  it('contains the address of the server, and IDs', async () => {
    const link = new URL(await copied(glossary));
    assert.equal(link.protocol, `${vscode.env.uriScheme}:`);
    assert.equal(`${link.host}${link.pathname}`, 'marginalia.marginalia/open');
    const [page] = pagesOf(sandbox, { space, number }).filter(({ path }) => path === 'get-started/glossary');
    const expected = { server: sandbox.url, space, changeRequest: '8', page: page?.id };
    assert.deepEqual(Object.fromEntries(link.searchParams), expected);
  });

  for (const [what, uri] of [
    ['a page', glossary],
    ['a change request', changeRequestUri(space, number)],
  ] as const) {
    it(`opens ${what}`, async () => {
      const link = await copied(uri);
      assert.deepEqual(await follow(link), []);
      await assertShown(uri);
    });

    it(`opens ${what} given by its address in the app`, async () => {
      const address = await copied(uri, 'marginalia.item.copyWebAddress');
      assert.ok(address.startsWith(sandbox.url) && (await fetch(address)).ok, `${address} opens in a browser`);
      assert.deepEqual(await openFromLink(address), []);
      await assertShown(uri);
    });
  }

  it('opens a conversation on its page, with the cursor at its line', async () => {
    const uri = linked;
    await vscode.window.showTextDocument(uri);
    const { controller } = screen();
    const thread = controller.createCommentThread(uri, new vscode.Range(4, 0, 4, 0), []);
    await vscode.commands.executeCommand('marginalia.comment.create', { thread, text: 'Why three?' });
    const findThread = () =>
      [...screen().threads].find(one => one.comments.some(comment => textOfComment(comment) === 'Why three?'));
    await eventually(() => assert.ok(findThread()));
    const link = await copied(findThread(), 'marginalia.thread.copyLink');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await follow(link), []);
    await assertShown(uri);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
    assert.equal(findThread()?.collapsibleState, vscode.CommentThreadCollapsibleState.Expanded);

    const comment = new URL(link).searchParams.get('comment') ?? '';
    const { id } = sandbox.state.changeRequests.all().find(row => row.space === space && row.number === number) ?? {};
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const location = `${sandbox.url}/v1/spaces/${space}/change-requests/${id}/comments/${comment}`;
    assert.deepEqual(await openFromLink(location), [], 'its address in the API, too');
    await assertShown(uri);
  });

  for (const [what, to, expected] of [
    ['a deleted page', { space, changeRequest: '8', page: 'gone' }, /not there any more/],
    ['a deleted conversation', { space, changeRequest: '8', comment: 'gone' }, /It was deleted/],
    ['an inaccessible space', { space: 'secret' }, /cannot see the space.*another account/],
    ['missing', {}, /it is none of Marginalia/],
    ['a space with an invalid ID', { space: '..' }, /it is none of Marginalia/],
  ] as const) {
    it(`reports when its target is ${what}`, async () => {
      const link = `${vscode.env.uriScheme}://marginalia.marginalia/open?${new URLSearchParams({ server: sandbox.url, ...to })}`;
      const [message = '', ...others] = await follow(link);
      assert.match(message, /^Could not open the/);
      assert.match(message, expected);
      assert.deepEqual([others, activeUri()], [[], undefined]);
    });
  }

  for (const server of [
    'file:///etc',
    'javascript:alert(1)',
    'command:workbench.action.quit',
    'http://attacker.example',
    'https://api.example.com@attacker.example',
    'ftp://attacker.example',
    'attacker',
    '',
  ]) {
    it(`opens nothing when its server is ${JSON.stringify(server)}`, async () => {
      const query = new URLSearchParams({ server, space });
      const messages = await follow(`${vscode.env.uriScheme}://marginalia.marginalia/open?${query}`);
      assert.equal(messages.length, 1, messages.join('\n'));
      assert.match(messages[0] ?? '', /^Could not open the link: /);
      assert.equal(activeUri(), undefined);
    });
  }

  it('is not followed when it would do anything but show something', async () => {
    const link = (await copied(glossary)).replace('/open?', '/merge?');
    assert.match((await follow(link))[0] ?? '', /it is none of Marginalia/);
  });

  it('offers to sign in to its server, and continues', async () => {
    const link = await copied(glossary);
    const elsewhere = link.replace(/server=[^&]*/, 'server=https%3A%2F%2Fattacker.example');
    const [question = ''] = await follow(elsewhere, undefined);
    assert.match(question, /^Sign in to attacker\.example\?\n/);
    const id = (await marginalia()).connection?.id ?? '';
    const leaving = answerPrompts('Sign Out');
    await vscode.commands.executeCommand('marginalia.session.signOut', id);
    leaving.restore();
    const address = ([box]: readonly unknown[]) => (box as vscode.InputBoxOptions).value;
    await follow(link, 'Sign In', address, sandbox.token);
    await assertShown(glossary);
  });

  it('to a file reports when the file does not exist', async () => {
    const answers = answerPrompts();
    const uri = pageUri(space, number, '.assets/heron-system.svg');
    await vscode.commands.executeCommand('marginalia.item.copyLink', uri);
    answers.restore();
    assert.match(answers.transcript.at(-1) ?? '', /Only pages have links/);
  });

  it('is asked for again when the typed address is unknown', async () => {
    assert.match(
      (await openFromLink('https://elsewhere.example/s/x/page'))[0] ?? '',
      /no server to which you are signed in/,
    );
  });
});

describe('a link into the editor with several accounts on its server', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;

  before(async () => {
    sandbox = await sampleSandbox();
    // The sandbox itself allows only one account.
    server = await startFaultyServer(sandbox.url, 'documentation');
  });
  after(async () => {
    await server.close();
    await sandbox.close();
  });

  it('opens in the current account when several have access', async () => {
    const { signIn } = await marginalia();
    await signIn({ url: server.url, token: sandbox.tokenFor('lucia') });
    const lucia = (await marginalia()).connection?.id;
    await signIn({ url: server.url, token: sandbox.tokenFor('jun') });
    const jun = (await marginalia()).connection?.id;
    assert.notEqual(jun, lucia);
    const rivers = sandbox.state.changeRequests.all().find(row => row.space === 'field-guide') ?? assert.fail();
    const page = pagesOf(sandbox, rivers)[0]?.id ?? assert.fail();
    const { space, number } = rivers;
    const query = new URLSearchParams({ server: server.url, space, changeRequest: String(number), page });
    const link = `${vscode.env.uriScheme}://marginalia.marginalia/open?${query}`;
    await (handler ?? assert.fail('nothing handles links')).handleUri(vscode.Uri.parse(link));
    await eventually(() => assert.equal(vscode.window.activeTextEditor?.document.uri.authority, jun));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('opens in the account that has access', async () => {
    const { signIn } = await marginalia();
    await signIn({ url: server.url, token: sandbox.tokenFor('lucia') });
    const lucia = (await marginalia()).connection?.id;
    await signIn({ url: server.url, token: sandbox.tokenFor('tomasz') });
    assert.notEqual((await marginalia()).connection?.id, lucia);
    const rivers = sandbox.state.changeRequests.all().find(row => row.space === 'field-guide') ?? assert.fail();
    const followTo = async (to: Record<string, string>) => {
      const query = new URLSearchParams({ server: server.url, ...to });
      const answers = answerPrompts();
      const link = `${vscode.env.uriScheme}://marginalia.marginalia/open?${query}`;
      await (handler ?? assert.fail('nothing handles links')).handleUri(vscode.Uri.parse(link));
      answers.restore();
      return answers.transcript;
    };
    const page = pagesOf(sandbox, rivers)[0]?.id ?? assert.fail();
    assert.deepEqual(await followTo({ space: rivers.space, changeRequest: String(rivers.number), page }), []);
    await eventually(() => assert.equal(vscode.window.activeTextEditor?.document.uri.authority, lucia));
    // The view shows one account, and a server without a list of spaces does not list all of them.
    const messages = await followTo({ space: rivers.space });
    if (!documentedOnly) assert.deepEqual(messages, []);
    assert.equal((await marginalia()).connection?.id, lucia);
  });
});
