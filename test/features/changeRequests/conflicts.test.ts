import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { overviewText } from '../../../src/features/content/overview.ts';
import { commands } from '../../../src/features/changeRequests/commands.ts';
import { findUnresolvedConflict } from '../../../src/model/content/unresolvedConflicts.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { documentKey } from '../../../src/model/content/address.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { memento, memoryStorage, type Parts, parts, row } from '../../host/app.ts';
import { answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type Fault, type FaultyServer, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { rowsOffering } from '../../host/menus.ts';
import { addChangeRequests } from '../../host/large.ts';
import {
  changeRequestUri,
  documentedOnly,
  editContent,
  itWithOptional,
  pagesOf,
  pageUri,
  sampleSandbox,
  signedIn,
} from '../../host/support.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

const space = 'heron-manual';
const manual = ['Tidewell', 'Products', 'Heron', 'Heron manual'];

/** Replaces the text of a page of a change request. Returns the title of the page. */
function rewrite(sandbox: RunningSandbox, number: number, markdown: string, index = 0): string {
  const { id, title } = pagesOf(sandbox, { space, number })[index] ?? assert.fail('no page');
  editContent(sandbox, { space, number }, [{ operation: 'update_page', page: id, document: { markdown } }]);
  return title;
}

/** Creates a change request that rewrites some pages. Returns its number. */
async function rewriting(sandbox: RunningSandbox, subject: string, pages: readonly number[]): Promise<number> {
  const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' };
  const base = `${sandbox.url}/v1/spaces/${space}/change-requests`;
  const created = await fetch(base, { method: 'POST', headers, body: JSON.stringify({ subject }) });
  const { number } = (await created.json()) as { number: number };
  for (const index of pages) rewrite(sandbox, number, `${subject} text.\n`, index);
  await fetch(`${base}/${number}`, { method: 'PATCH', headers, body: JSON.stringify({ status: 'open' }) });
  return number;
}

async function merged(sandbox: RunningSandbox, subject: string, pages: readonly number[]): Promise<void> {
  const number = await rewriting(sandbox, subject, pages);
  const headers = { authorization: `Bearer ${sandbox.token}` };
  await fetch(`${sandbox.url}/v1/spaces/${space}/change-requests/${number}/merge`, { method: 'POST', headers });
}

/** Creates an open change request whose first page will conflict when it is updated or merged. Returns its number. */
async function conflicting(sandbox: RunningSandbox, subject = 'Mine'): Promise<number> {
  const number = await rewriting(sandbox, subject, [0]);
  await merged(sandbox, `Not ${subject}`, [0]);
  return number;
}

describe('an unresolved conflict', function () {
  skipLookUpDelays();
  this.timeout(60_000);
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let memory: vscode.Memento;
  const storage = memoryStorage();
  const folder = vscode.Uri.file(join(tmpdir(), randomUUID()));

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    memory = memento();
    await open();
  });
  afterEach(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  /** Opens a window with the state that the last one has stored. */
  async function open(): Promise<void> {
    app = parts(storage, folder, memory);
    await app.session.signIn({ url: server.url, token: sandbox.token });
  }

  const place = (number: number) => ({ connection: app.session.current ?? assert.fail(), space, number });
  const storedKeys = () => memory.keys().filter(key => key.startsWith('conflict '));
  const changeRequest = async (number: number, ...group: string[]) =>
    (await row(app.tree, ...manual, ...group, `#${number} `)) ?? assert.fail();

  async function run(command: string, number: number, ...replies: string[]): Promise<string[]> {
    const answers = answerPrompts(...replies);
    try {
      await commands[`marginalia.changeRequest.${command}`]?.run(
        app as unknown as App,
        changeRequestUri(space, number),
      );
    } finally {
      answers.restore();
    }
    return answers.transcript;
  }

  /** Returns the message with which a command has failed. */
  async function refusal(done: Promise<unknown>): Promise<string> {
    const error = await done.then(
      () => assert.fail('it has not failed'),
      (caught: unknown) => caught,
    );
    return error instanceof Error ? error.message : String(error);
  }

  async function updated(): Promise<number> {
    const number = await conflicting(sandbox);
    assert.match((await run('update', number, 'Update')).at(-1) ?? '', /Both versions are kept/);
    return number;
  }

  const isMarked = ({ contextValue }: Node) =>
    rowsOffering('marginalia.changeRequest.markResolved', [contextValue]).length > 0;

  it('is shown on the row, with text for screen readers', async () => {
    const node = await changeRequest(await updated());
    assert.match(node.description ?? '', /^conflict\b/);
    assert.match(node.accessibleLabel ?? '', /, conflict\b/);
    assert.match(node.tooltip ?? '', /^Its update from the main content left conflicts that are not resolved/m);
    assert.equal(node.icon?.id, 'warning');
    assert.ok(isMarked(node));
    assert.ok(!isMarked(await changeRequest(8)));
  });

  it('survives the window, and needs no request to be on the row', async () => {
    const number = await updated();
    app.dispose();
    await open();
    server.requests.length = 0;
    assert.match((await changeRequest(number)).description ?? '', /^conflict/);
    assert.deepEqual(
      server.requests.filter(request => request.includes('/content')),
      [],
    );
  });

  it('is named first in the confirmation of a merge', async () => {
    const number = await updated();
    const title = pagesOf(sandbox, { space, number })[0]?.title ?? assert.fail();
    const answers = answerPrompts(undefined);
    await assert.rejects(
      Promise.resolve(
        commands['marginalia.changeRequest.merge']?.run(app as unknown as App, changeRequestUri(space, number)),
      ),
    );
    answers.restore();
    const [, first = ''] = answers.transcript[0]?.split('\n') ?? [];
    assert.match(first, /^Its update from the main content left conflicts that are not resolved/);
    // If the main content cannot be read, other pages may contain its changes as well, so no page is named.
    assert.equal(first.includes(`in "${title}"`), !documentedOnly, first);
  });

  it('is shown in the overview, also after a reload', async () => {
    const number = await updated();
    const text = await overviewText(app.content, place(number));
    assert.match(text, /^- \*\*Status:\*\* open, conflict: Its update from the main content left conflicts/m);
    assert.equal(text.split('\n').indexOf('## Discussion') + 3, 12);
  });

  it('is resolved when the page is fixed, which the next refresh detects', async () => {
    const number = await updated();
    await changeRequest(number);
    rewrite(sandbox, number, 'Of both.\n');
    app.tree.refresh();
    app.content.refresh();
    await eventually(async () => assert.doesNotMatch((await changeRequest(number)).description ?? '', /conflict/));
    assert.deepEqual(storedKeys(), []);
  });

  it('is not resolved when another page is edited, nor by another update', async () => {
    const number = await updated();
    rewrite(sandbox, number, 'Something else.\n', 2);
    await merged(sandbox, 'Later', [3]);
    app.content.refresh();
    await run('update', number, 'Update');
    app.tree.refresh();
    await overviewText(app.content, place(number));
    assert.match((await changeRequest(number)).description ?? '', /^conflict/);
  });

  it('is resolved when the change request is merged', async () => {
    const number = await updated();
    await run('merge', number, 'Merge');
    assert.deepEqual(storedKeys(), []);
    assert.doesNotMatch((await changeRequest(number, 'Merged')).description ?? '', /conflict/);
  });

  it('of a merge is shown on the row of the merged change request', async () => {
    const number = await conflicting(sandbox);
    await run('merge', number, 'Merge');
    const node = await changeRequest(number, 'Merged');
    assert.match(node.description ?? '', /^conflict/);
    assert.match(node.tooltip ?? '', /^Merging it left conflicts/m);
    assert.ok(isMarked(node));
  });

  itWithOptional('of a merge is resolved when the page of the main content is fixed', async () => {
    const number = await conflicting(sandbox);
    await run('merge', number, 'Merge');
    await merged(sandbox, 'Cleaned', [0]);
    app.content.refresh();
    const [group] = [await row(app.tree, ...manual, 'Merged')];
    app.tree.refresh(group);
    await eventually(async () =>
      assert.doesNotMatch((await changeRequest(number, 'Merged')).description ?? '', /conflict/),
    );
  });

  it('is resolved when the user marks it as resolved', async () => {
    const number = await updated();
    const messages = await run('markResolved', number, 'Mark as Resolved');
    assert.match(messages[0] ?? '', /^Mark the conflict of #\d+ "Mine" as resolved\?/);
    await eventually(async () => assert.doesNotMatch((await changeRequest(number)).description ?? '', /conflict/));
    assert.match((await run('markResolved', number)).at(-1) ?? '', /^#\d+ "Mine" has no unresolved conflicts/);
  });

  for (const [what, fault] of [
    ['the connection is closed', { kind: 'dropped', isDone: true }],
    ['a gateway timeout', { kind: 'html', status: 504, isDone: true }],
    ['a truncated response', { kind: 'cut' }],
  ] as [string, Fault][]) {
    itWithOptional(`is remembered when the reply is lost: ${what}`, async () => {
      for (const [command, action, group] of [
        ['update', 'Update', []],
        ['merge', 'Merge', ['Merged']],
      ] as [string, string, string[]][]) {
        const number = await conflicting(sandbox, command);
        server.fail(fault, new RegExp(`^POST .*/${command}$`), 1);
        const reason = await refusal(run(command, number, action));
        assert.match(reason, /It is (updated|merged)\. It may have conflicted: both sides had changed the same pages/);
        app.tree.refresh();
        const node = await changeRequest(number, ...group);
        assert.match(node.description ?? '', /^conflict\b/);
        assert.ok(isMarked(node));
      }
    });
  }

  itWithOptional('is not remembered when the reply is lost and nothing conflicted', async () => {
    for (const [command, action] of [
      ['update', 'Update'],
      ['merge', 'Merge'],
    ] as const) {
      const number = await rewriting(sandbox, 'Alone', [0]);
      await merged(sandbox, 'Other', [2]);
      server.fail({ kind: 'dropped', isDone: true }, new RegExp(`^POST .*/${command}$`), 1);
      assert.match(await refusal(run(command, number, action)), /It is (updated|merged)\.$/);
      assert.deepEqual(storedKeys(), []);
    }
  });

  it('is not looked up when the service did nothing', async () => {
    const number = await conflicting(sandbox);
    server.fail({ kind: 'dropped' }, /^POST .*\/update$/, 1);
    assert.match(await refusal(run('update', number, 'Update')), /It is not updated\. The service may still do it/);
    assert.deepEqual(storedKeys(), []);
  });

  it('is reported as unknown when the reply is lost and the server does not show the main content', async () => {
    const number = await conflicting(sandbox);
    server.fail({ kind: 'status', status: 403 }, /^GET \/spaces\/[^/]+\/content\/pages$/);
    server.fail({ kind: 'dropped', isDone: true }, /^POST .*\/update$/, 1);
    const reason = await refusal(run('update', number, 'Update'));
    assert.match(reason, /It is updated\. Whether there were conflicts is not known\.$/);
    assert.deepEqual(storedKeys(), []);
  });

  const markOne = () =>
    commands['marginalia.changeRequest.markResolved']?.run(app as unknown as App, undefined) as Promise<void>;
  const nothingLeft = { name: 'Notice', message: 'Marginalia knows of no unresolved conflicts.' };

  it('cannot be marked as resolved once its page is fixed', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const number = await updated();
    rewrite(sandbox, number, 'Of both.\n');
    app.content.refresh();
    await assert.rejects(markOne(), nothingLeft);
  });

  it('is the only one offered to be marked as resolved', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await assert.rejects(markOne(), nothingLeft);
    const number = await updated();
    const other = await conflicting(sandbox, 'Yours');
    await run('merge', other, 'Merge');
    let offered: (string | undefined)[][] = [];
    const answers = answerPrompts(rows => {
      offered = (rows as vscode.QuickPickItem[]).map(({ label, description, detail }) => [label, description, detail]);
      return `#${number} Mine`;
    }, 'Mark as Resolved');
    await markOne();
    answers.restore();
    assert.deepEqual(offered.map(([label, description]) => `${label} ${description}`).sort(), [
      `#${number} Mine open · Heron manual`,
      `#${other} Yours merged · Heron manual`,
    ]);
    for (const [, , detail = ''] of offered) assert.match(detail, /left conflicts that are not resolved/);
    assert.deepEqual(
      storedKeys().map(key => key.split('/').at(-1)),
      [String(other)],
    );
  });

  it('is not marked as resolved by a command for an earlier conflict', async () => {
    const number = await conflicting(sandbox);
    const { content } = app;
    const conflict = { cause: 'update', pages: { 'a page that is gone': 'its document' } } as const;
    await content.conflicts.store(place(number), { ...conflict, revision: 'earlier' });
    const readSnapshot = content.snapshot.bind(content);
    let arrive: (() => void) | undefined;
    const arriving = new Promise<void>(resolve => (arrive = resolve));
    content.snapshot = async version => {
      await arriving;
      return readSnapshot(version);
    };
    const looking = findUnresolvedConflict(content, place(number));
    const { revision } = await content.changeRequests.get(place(number));
    await content.conflicts.store(place(number), { cause: 'update', revision, pages: {} });
    arrive?.();
    assert.deepEqual(await looking, { cause: 'update', pages: [] });
    assert.equal(content.conflicts.of(place(number))?.revision, revision);
  });

  /** Runs a command that conflicts, and presses a button of its message. */
  async function runAndPress(command: string, number: number, action: string, button: string): Promise<string> {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const answers = answerPrompts(action);
    answers.press(button);
    const uri = changeRequestUri(space, number);
    try {
      await commands[`marginalia.changeRequest.${command}`]?.run(app as unknown as App, uri);
    } finally {
      answers.restore();
    }
    return answers.transcript.at(-1) ?? '';
  }

  /** Creates an open change request that changes these pages, which the main content has changed since. */
  async function conflictingOn(
    pages: readonly number[],
    subject = 'Mine',
  ): Promise<{ number: number; titles: string[] }> {
    const number = await rewriting(sandbox, subject, pages);
    await merged(sandbox, `Not ${subject}`, pages);
    const all = pagesOf(sandbox, { space, number });
    return { number, titles: pages.map(index => all[index]?.title ?? assert.fail()) };
  }

  /** Returns the pages in tabs, each with its version and its title. */
  const openPages = () =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input, label }) => {
        const [, version = ''] =
          input instanceof vscode.TabInputText
            ? (/^\/spaces\/[^/]+\/(content|change-requests\/\d+)\//.exec(input.uri.path) ?? [])
            : [];
        return version ? [`${version} ${label}`] : [];
      }),
    );

  for (const pages of [[0], [0, 2]]) {
    const button = pages.length === 1 ? 'Open Page' : 'Open Pages';

    itWithOptional(`names and opens the pages with conflicts after an update: ${pages.length}`, async () => {
      const { number, titles } = await conflictingOn(pages);
      const message = await runAndPress('update', number, 'Update', button);
      const names = titles.map(title => `"${title}"`).join(' and ');
      assert.ok(
        message.endsWith(
          `Both versions are kept. Check the pages that both sides had changed before you merge: ${names}.`,
        ),
        message,
      );
      await eventually(() => assert.equal(openPages().length, pages.length));
      for (const [index, page] of openPages().entries()) {
        assert.ok(page.startsWith(`change-requests/${number} `) && page.includes(titles[index] ?? ''), page);
      }
    });

    itWithOptional(`names and opens the pages with conflicts after a merge: ${pages.length}`, async () => {
      const { number, titles } = await conflictingOn(pages);
      const message = await runAndPress('merge', number, 'Merge', button);
      const names = titles.map(title => `"${title}"`).join(' and ');
      assert.ok(
        message.endsWith(`The service kept both versions. Check the pages that both sides had changed: ${names}.`),
        message,
      );
      await eventually(() => assert.equal(openPages().length, pages.length));
      for (const [index, page] of openPages().entries()) {
        assert.ok(page.startsWith('content ') && page.includes(titles[index] ?? ''), page);
      }
    });
  }

  itWithOptional('names five pages and counts the rest', async () => {
    const all = pagesOf(sandbox, { space, number: 8 });
    const documents = [...all.keys()].filter(index => all[index]?.type === 'document');
    const { number, titles } = await conflictingOn(documents.slice(0, 7));
    const message = (await run('update', number, 'Update')).at(-1) ?? '';
    assert.ok(message.includes(`before you merge: "${titles[0]}", "${titles[1]}", `), message);
    assert.match(message, /", and 2 more\.$/);
  });

  it('names no page when the server does not report which one it is', async () => {
    const anonymous = (json: unknown) =>
      JSON.parse(JSON.stringify(json, (name, value) => (name === 'documentId' ? undefined : value)));
    server.fail(otherJson(anonymous), /\/pages$/);
    const { number } = await conflictingOn([0]);
    const updated = (await run('update', number, 'Update')).at(-1) ?? '';
    assert.match(updated, /Both versions are kept in its pages; review them before it is merged\.$/);
    const other = await conflictingOn([0], 'Another');
    const merging = (await run('merge', other.number, 'Merge')).at(-1) ?? '';
    assert.match(merging, /The service kept both versions there; someone has to clean up the pages\.$/);
  });

  it('names no page when the main content cannot be read', async () => {
    const number = await conflicting(sandbox);
    await merged(sandbox, 'Of others', [2]);
    server.fail({ kind: 'status', status: 403 }, /\/spaces\/heron-manual\/(content|revisions\/[^/]+)\/pages$/);
    const message = (await run('update', number, 'Update')).at(-1) ?? '';
    assert.match(message, /Both versions are kept in its pages; review them before it is merged\.$/);
  });

  itWithOptional('names the pages even if the reply is lost', async () => {
    const { number, titles } = await conflictingOn([0, 2]);
    server.fail({ kind: 'dropped', isDone: true }, /^POST .*\/merge$/, 1);
    const reason = await refusal(run('merge', number, 'Merge'));
    const names = titles.map(title => `"${title}"`).join(' and ');
    assert.ok(
      reason.endsWith(`It may have conflicted: both sides had changed the same pages, ${names}. Review them.`),
      reason,
    );
  });

  it('is removed when the account signs out', async () => {
    await updated();
    assert.equal(storedKeys().length, 1);
    await app.session.signOut(app.session.current ?? assert.fail());
    await eventually(() => assert.deepEqual(storedKeys(), []));
  });

  it('stays when the page cannot be checked', async () => {
    const number = await updated();
    rewrite(sandbox, number, 'Of both.\n');
    app.content.refresh();
    server.fail({ kind: 'status', status: 403 }, /\/content\/pages$/);
    const messages = await run('markResolved', number, 'Mark as Resolved');
    assert.match(messages[0] ?? '', /its pages have both versions of some words\.$/);
  });

  it('is resolved by the next edit when the server does not report the pages', async () => {
    const anonymous = (json: unknown) =>
      JSON.parse(JSON.stringify(json, (name, value) => (name === 'documentId' ? undefined : value)));
    server.fail(otherJson(anonymous), /\/pages$/);
    const number = await updated();
    app.tree.refresh();
    assert.match((await changeRequest(number)).description ?? '', /^conflict/);
    assert.match(await overviewText(app.content, place(number)), /its pages have both versions of some words\.$/m);
    rewrite(sandbox, number, 'Of both.\n');
    app.content.refresh();
    app.tree.refresh();
    await eventually(async () => assert.doesNotMatch((await changeRequest(number)).description ?? '', /conflict/));
  });

  it('is left unchanged if a newer version stored it, and ignored if it is malformed', async () => {
    const number = await updated();
    const [key = ''] = storedKeys();
    const newer = { version: 2, somehow: 'else' };
    for (const value of [newer, 'nothing', null, { version: 1 }, { version: 1, pages: [] }]) {
      await memory.update(key, value);
      app.tree.refresh();
      assert.doesNotMatch((await changeRequest(number)).description ?? '', /conflict/);
    }
    await memory.update(key, newer);
    await merged(sandbox, 'Again', [0]);
    app.content.refresh();
    await run('update', number, 'Update');
    assert.deepEqual(memory.get(key), newer);
  });

  it('is not reported when nothing conflicted', async () => {
    const number = await rewriting(sandbox, 'Alone', [0]);
    await merged(sandbox, 'Other', [2]);
    await run('update', number, 'Update');
    assert.deepEqual(storedKeys(), []);
    await run('merge', number, 'Merge');
    assert.deepEqual(storedKeys(), []);
  });

  it('is detected on the marked page among many', async () => {
    const number = await updated();
    addChangeRequests(sandbox, space, 1010);
    const parent = (await row(app.tree, ...manual)) ?? assert.fail();
    app.tree.refresh(parent);
    await app.tree.getChildren(parent);
    await app.tree.loadMore(parent);
    const marked = (await app.tree.getChildren(parent)).filter(isMarked);
    assert.deepEqual(
      marked.map(({ label }) => label),
      [`#${number} Mine`],
    );
  });
});

describe('a page with a conflict', function () {
  this.timeout(60_000);
  let sandbox: RunningSandbox;

  beforeEach(async () => (sandbox = await signedIn()));
  afterEach(() => sandbox.close());

  /** Returns the diagnostics of a page, whose address changes when its tab gets the title. */
  const marksOn = (uri: vscode.Uri) =>
    vscode.languages
      .getDiagnostics()
      .flatMap(([marked, all]) => (documentKey(marked) === documentKey(uri) ? all : []))
      .filter(({ source }) => source === 'Marginalia');

  async function run(command: string, uri: vscode.Uri, answer: string): Promise<string> {
    const answers = answerPrompts(answer);
    await vscode.commands.executeCommand(`marginalia.changeRequest.${command}`, uri);
    answers.restore();
    return answers.transcript.join('\n');
  }

  it('shows it until it is resolved, and other pages do not', async () => {
    const number = await conflicting(sandbox);
    const [first, second] = pagesOf(sandbox, { space, number }).filter(({ type }) => type === 'document');
    const uri = ({ path = '', pages = [] } = first ?? assert.fail()) =>
      pageUri(
        space,
        number,
        path === '' || path === '/' ? 'README.md' : pages.length > 0 ? `${path}/README.md` : `${path}.md`,
      );
    const [page, other] = [uri(first), uri(second)];
    await vscode.window.showTextDocument(page, { preview: false });
    const messages = await run('update', changeRequestUri(space, number), 'Update');
    const mark = /^Both versions of some words may stand in this page/;
    await eventually(() => assert.match(marksOn(page)[0]?.message ?? messages, mark));
    await vscode.window.showTextDocument(other, { preview: false });
    assert.deepEqual(marksOn(other), []);
    await run('markResolved', page, 'Mark as Resolved');
    await eventually(() => assert.deepEqual(marksOn(page), []));
  });
});
