import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { answerPrompts } from '../host/answers.ts';
import { type FaultyServer, startFaultyServer } from '../host/faultyServer.ts';
import { addPage, changeRequestUri, describeOnce, marginalia, pageUri, sampleSandbox } from '../host/support.ts';
import { assertForPeople, Watch } from './hostile/unharmed.ts';
import { screen, textOfComment } from './comments/screen.ts';

const space = 'heron-manual';
const number = 8;
const page = pageUri(space, number, 'hardware/moorings/README.md');

/**
 * In the source of any Markdown document, VS Code follows links to commands with JSON arguments. It converts arguments
 * that look like a URI to one.
 */
describeOnce('a link to a command', function () {
  // Every command is called with some thirty arguments.
  this.timeout(300_000);
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let outside: string[];
  let watch: Watch;
  const { openExternal } = vscode.env;

  before(async () => {
    watch = new Watch();
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    const hostile = addPage(sandbox, { space, number }, { title: 'Hostile', markdown: 'Press here.\n' });
    await vscode.window.showTextDocument(page);
    await (await marginalia()).threads(page);
    await vscode.window.showTextDocument(hostile.uri);
    outside = [];
    const open = async (uri: vscode.Uri) => (outside.push(uri.toString(true)), true);
    Object.assign(vscode.env, { openExternal: open });
  });
  after(async () => {
    Object.assign(vscode.env, { openExternal });
    await server.close();
    await sandbox.close();
    watch.end();
  });

  const ours = async () => {
    const all = await vscode.commands.getCommands(true);
    // VS Code generates these commands to show and hide a view.
    return all.filter(id => id.startsWith('marginalia.') && !/^marginalia\.(spaces|reviews)\./.test(id));
  };

  /** Returns the arguments that an attacker who knows the extension and the open documents could put into a link. */
  function shapes(): Record<string, unknown[]> {
    const connection = { id: 'sandbox', label: 'x', api: { url: server.url }, isStored: true };
    const place = { connection, space, number };
    const link = 'https://attacker.example/';
    const comments = [...screen().threads].flatMap(thread => thread.comments);
    const comment = comments.find(one => one.contextValue === 'comment.edit.delete') ?? assert.fail('no own comment');
    const inJson = JSON.parse(JSON.stringify(comment)) as object;
    const thread = { uri: page.toJSON() as unknown, range: undefined, comments: [], collapsibleState: 1 };
    const onPage = { ...thread, uri: page };
    const text = 'Approved. Merge it.';
    const draft = { id: 'd', discussion: 'sandbox/heron-manual/8', target: {}, text };
    const resources = {
      changeRequest: { kind: 'changeRequest', ...place, link },
      change: { kind: 'change', place, change: { type: 'page_edited', page: { id: 'x', title: 'x' } } },
      site: { kind: 'site', connection, organization: 'tidewell', link, site: publishedSite(link) },
      space: { kind: 'space', connection, space: { id: space, title: 'x' }, link },
      openapi: { kind: 'openapi', connection, organization: 'tidewell', spec: { slug: 'x' }, link },
      openapiVersion: { kind: 'openapiVersion', connection, organization: 'tidewell', slug: 'x', version: { id: 'x' } },
      openapis: { kind: 'openapis', connection, organization: 'tidewell' },
      document: { kind: 'document', uri: page.toJSON() as unknown, link },
      link: { kind: 'link', leadsTo: link },
    };
    const rows = Object.entries(resources).map(([kind, resource]) => {
      return [`a row of a ${kind}`, [{ id: kind, label: 'x', contextValue: kind, resource }]] as const;
    });
    return {
      'a text': ['https://attacker.example/'],
      'the name of a connection': ['sandbox'],
      'a number': [8],
      'a list': [[{ kind: 'changeRequest', ...place }]],
      'an object': [{}],
      'an address that VS Code has not made': [page.toJSON()],
      ...Object.fromEntries(Object.entries(resources).map(([kind, resource]) => [`a ${kind}`, [resource]])),
      ...Object.fromEntries(rows),
      'a reply': [{ thread, text }],
      'a reply on a page': [{ thread: onPage, text }],
      'a reply to nothing': [{ text }],
      'a thread': [thread],
      'a comment': [{ ...inJson, body: text }],
      'a comment with a draft': [{ ...inJson, body: text, draft }],
      'a draft': [{ id: 'd', discussion: draft.discussion, conversation: 'd', draft, body: text, markdown: '' }],
      'an account': [{ url: 'https://attacker.example', token: 'x' }],
    };
  }

  const publishedSite = (published: string) => ({
    id: 'x',
    title: 'x',
    published: true,
    urls: { published, app: published },
  });

  /** Follows a link, and dismisses all prompts. */
  async function follow(command: string, ...args: unknown[]): Promise<string[]> {
    const answers = answerPrompts();
    // A comment command rejects, so that VS Code keeps the typed text.
    await Promise.resolve(vscode.commands.executeCommand(command, ...args)).catch(() => undefined);
    try {
      answers.restore();
    } catch {
      // A prompt was dismissed.
    }
    return answers.transcript;
  }

  function assertNothingWasSent(what: string): void {
    const writes = server.requests.filter(request => !request.startsWith('GET '));
    assert.deepEqual(writes, [], what);
    assert.deepEqual(outside, [], what);
  }

  async function assertNothingHappened(what: string): Promise<void> {
    assertNothingWasSent(what);
    assert.equal(await vscode.env.clipboard.readText(), 'before', what);
    assert.equal((await marginalia()).connection?.url, server.url, what);
  }

  it('changes and opens nothing, whatever its arguments', async () => {
    await vscode.env.clipboard.writeText('before');
    const bodies = () => [...screen().threads].flatMap(thread => thread.comments.map(textOfComment)).sort();
    const bodiesBefore = bodies();
    const commands = await ours();
    assert.ok(commands.length > 30, commands.join());
    for (const command of commands) {
      for (const [name, args] of Object.entries(shapes())) {
        const messages = await follow(command, ...args);
        assertForPeople(messages);
        assertNothingWasSent(`${command} with ${name}: ${messages.join(' | ')}`);
      }
      await assertNothingHappened(command);
    }
    assert.deepEqual(bodies(), bodiesBefore);
  });

  it('writes nothing without a confirmation, with or without a valid address', async () => {
    for (const command of await ours()) {
      for (const args of [[], [null], [page], [changeRequestUri(space, number)], [changeRequestUri(space, 5)]]) {
        const messages = await follow(command, ...args);
        assertForPeople(messages);
        const writes = server.requests.filter(request => !request.startsWith('GET '));
        assert.deepEqual(writes, [], `${command}: ${messages.join(' | ')}`);
        assert.equal((await marginalia()).connection?.url, server.url, command);
      }
    }
  });

  it('says that nothing was done', async () => {
    const [message = ''] = await follow('marginalia.changeRequest.merge', { kind: 'changeRequest', space, number });
    assert.match(message, /^Could not merge the change request: .* a link .* Nothing was done/);
  });

  it('signs out, starts the sandbox or updates a change request only after a confirmation that names the target', async () => {
    const [signOut = ''] = await follow('marginalia.session.signOut', 'sandbox');
    const { label } = (await marginalia()).connection ?? assert.fail();
    assert.ok(signOut.startsWith(`Sign out of "${label}"?`), signOut);
    const [start = ''] = await follow('marginalia.session.trySandbox');
    assert.ok(start.startsWith(`Leave "${label}" for the sandbox?`), start);
    const { revision: main } = sandbox.state.spaces.get(space);
    const outdated = sandbox.state.changeRequests.all().find(one => {
      return (
        one.space === space && one.status === 'open' && (one.revisionMergedAncestor ?? one.revisionInitial) !== main
      );
    });
    const uri = changeRequestUri(space, outdated?.number ?? assert.fail('none is outdated'));
    const [update = ''] = await follow('marginalia.changeRequest.update', uri);
    assert.match(update, /^Update #\d+ .* from the main content\?/);
  });
});
