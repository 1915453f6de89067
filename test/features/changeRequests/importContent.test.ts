import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { type Answer, type Answers, answerPrompts, dismissEachStep } from '../../host/answers.ts';
import { type Fault, otherJson } from '../../host/faultyServer.ts';
import { groupsOf, rowsOffering } from '../../host/menus.ts';
import { stage } from '../../host/stage.ts';
import { changeRequestUri, documentedOnly, itWithOptional, pagesOf } from '../../host/support.ts';

const command = 'marginalia.changeRequest.importContent';
const space = 'heron-manual';
const texts = new Map([
  ['/knots.md', '# Knots\n\nThe bowline.\n\n![](gone.png)\n'],
  ['/knots.html', '<!doctype html><title>Bends</title><h1>Bends</h1><p>The sheet bend.</p>'],
]);
const post = /^POST .*\/content\/import$/;

describe('importing content into a change request', () => {
  let answers: Answers;
  let source: Server;
  let url: string;

  before(async () => {
    source = createServer((request, response) => {
      const text = texts.get(request.url ?? '');
      response.writeHead(text ? 200 : 404, { 'content-type': 'text/html' }).end(text);
    });
    source.listen(0, '127.0.0.1');
    await once(source, 'listening');
    url = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  });
  after(() => source.close());
  afterEach(() => answers.restore());
  const set = stage();

  const numberOf = (status: string) =>
    set.sandbox.state.changeRequests.all().find(row => row.space === space && row.status === status)?.number ??
    assert.fail(`none is ${status}`);
  const row = (status = 'open') => changeRequestUri(space, numberOf(status));
  const run = (target?: unknown) => vscode.commands.executeCommand(command, target);
  const last = () => answers.transcript.at(-1) ?? '';
  const titles = () => pagesOf(set.sandbox, { space, number: numberOf('open') }).map(({ title }) => title);
  const sent = () => set.server.requests.filter(request => post.test(request)).length;
  const everything = (): Answer[] => ['A Markdown file', `${url}/knots.md`];

  it('asks for kind and source, imports, and reports how many items were imported and how many were not', async () => {
    answers = answerPrompts(...everything());
    await run(row());
    assert.ok(titles().includes('Knots'));
    assert.match(
      last(),
      /^1 of 2 pages and files are imported into #\d+ ".*"\. 1 is not, and the service does not say which/,
    );
    assert.match(answers.progressed[0] ?? '', /^Importing into #\d+ ".*" from 127\.0\.0\.1:\d+$/);
  });

  for (const [importedResources, totalResources, expected] of [
    [1, 1, /^1 page or file is imported into #\d+ ".*"\.$/],
    [12, 12, /^12 pages and files are imported into #\d+/],
    [9, 12, /^9 of 12 .* 3 are not,/],
    [0, 4, /^Nothing was imported into #\d+ .* from http:.*knots\.md\.$/],
    [undefined, undefined, /^Imported into #\d+ ".*"\. The service does not say how much\.$/],
  ] as const) {
    it(`reports the result of ${totalResources} items of which ${importedResources} are imported`, async () => {
      answers = answerPrompts(...everything());
      const other = otherJson(() => ({ revision: 'r', importedResources, totalResources }));
      set.server.fail(other, post, 1);
      await run(row());
      assert.match(last(), expected);
    });
  }

  it('explains each kind, and shows an example of its address', async () => {
    let kinds: readonly vscode.QuickPickItem[] = [];
    answers = answerPrompts(offered => ((kinds = offered as vscode.QuickPickItem[]), undefined));
    await run(row());
    assert.equal(kinds.length, 9);
    assert.ok(kinds.every(({ label, detail }) => label && detail));
  });

  for (const text of ['', 'knots.md', 'ftp://example.com/knots.md', 'file:///etc/passwd', 'javascript:alert(1)']) {
    it(`rejects "${text}" as an address while it is typed, and sends nothing`, async () => {
      answers = answerPrompts('A Markdown file', text);
      await run(row());
      assert.equal(last(), 'Enter a whole http or https address.');
      assert.equal(sent(), 0);
    });
  }

  for (const step of [1, 2]) {
    it(`sends nothing when the user cancels step ${step}`, async () => {
      answers = answerPrompts(...(dismissEachStep(...everything())[step - 1] ?? []));
      await run(row());
      assert.equal(answers.transcript.length, step);
      assert.equal(sent(), 0);
    });
  }

  for (const status of ['merged', 'archived']) {
    it(`says before any question that nothing can be imported into a change request that is ${status}`, async () => {
      answers = answerPrompts();
      await run(row(status));
      assert.match(last(), new RegExp(`^Could not import into #\\d+ .*: it is ${status}\\.$`));
    });
  }

  it('reports why the service did not import', async () => {
    answers = answerPrompts('A Markdown file', `${url}/missing.md`);
    await run(row());
    assert.match(last(), /^Could not import into #\d+ ".*": /);
    answers.restore();
    answers = answerPrompts('A Word document', `${url}/guide.docx`);
    await run(row());
    assert.match(last(), /^Could not import into #\d+ ".*": .*'docx'/);
  });

  it('says that a newer server has no import, and links to its app', async () => {
    answers = answerPrompts('A website', `${url}/knots.html`);
    answers.press('Open in Browser');
    const opened: string[] = [];
    const { openExternal } = vscode.env;
    Object.assign(vscode.env, { openExternal: async (uri: vscode.Uri) => (opened.push(String(uri)), true) });
    set.server.fail({ kind: 'status', status: 404 }, post);
    set.server.fail({ kind: 'status', status: 404 }, /^POST \/org\/[^/]+\/imports$/);
    await run(row());
    Object.assign(vscode.env, { openExternal });
    assert.match(last(), /^Could not import into #\d+ ".*": this server no longer supports imports/);
    assert.equal(opened.length, 1);
  });

  describe('on a newer server', () => {
    const runs = /^POST \/org\/tidewell\/imports$/;
    const website = (): Answer[] => ['A website', `${url}/knots.html`];
    const page = (status: string) => ({ id: status, type: 'page', status });
    const runReply = (fields: object): Fault => otherJson(() => ({ object: 'import-run', id: 'run', ...fields }));

    beforeEach(() => set.server.fail({ kind: 'status', status: 404 }, post));

    itWithOptional('imports a website, and shows progress', async () => {
      answers = answerPrompts(...website());
      set.server.fail(runReply({ status: 'pending' }), runs);
      const read = /^GET \/org\/tidewell\/imports\/run$/;
      const json = (fields: object): Fault => ({
        kind: 'instead',
        reply: {
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify({ id: 'run', ...fields })),
        },
      });
      set.server.fail(json({ status: 'completed', pages: [page('complete'), page('complete')] }), read);
      set.server.fail(json({ status: 'in-progress', pages: [page('complete'), page('pending')] }), read, 1);
      await run(row());
      assert.ok(titles().includes('Bends'), titles().join());
      assert.ok(answers.progressed.includes('1 of 2 pages'), answers.progressed.join());
      assert.match(last(), /^2 pages and files are imported into #\d+/);
      const [write] = set.server.writes.filter(({ asked }) => runs.test(asked));
      const { source, target, enhance } = write?.body as { source: object; target: object; enhance: boolean };
      assert.deepEqual(source, { type: 'website', url: `${url}/knots.html` });
      assert.deepEqual(Object.keys(target), ['space', 'changeRequest']);
      assert.equal(enhance, false);
    });

    itWithOptional('reports why the service did not import', async () => {
      answers = answerPrompts(...website());
      set.server.fail(runReply({ status: 'failed', reason: 'The website needs a sign-in.' }), runs);
      await run(row());
      assert.match(last(), /The import into #\d+ ".*" failed: The website needs a sign-in\.$/);
    });

    itWithOptional('continues when the status is unknown and the progress cannot be read for a while', async () => {
      answers = answerPrompts(...website());
      const read = /^GET \/org\/tidewell\/imports\/run$/;
      set.server.fail(runReply({ status: 'queued' }), runs);
      const completed = Buffer.from(JSON.stringify({ id: 'run', status: 'completed', pages: [page('complete')] }));
      const headers = { 'content-type': 'application/json' };
      set.server.fail({ kind: 'instead', reply: { headers, body: completed } }, read);
      set.server.fail({ kind: 'status', status: 505 }, read, 1);
      await run(row());
      assert.match(last(), /^1 page or file is imported into #\d+/);
    });

    itWithOptional('does not claim success of an import that it cannot follow', async () => {
      answers = answerPrompts(...website());
      set.server.fail(
        otherJson(() => ({ status: 'pending' })),
        runs,
      );
      await run(row());
      assert.match(last(), /^The import into #\d+ ".*" was started, but its progress is unknown\. Refresh/);
    });

    itWithOptional('stops the import when it is cancelled', async () => {
      answers = answerPrompts(...website());
      set.server.fail(runReply({ status: 'pending' }), runs);
      set.server.fail({ kind: 'held' }, /^GET \/org\/tidewell\/imports\/run$/);
      const running = run(row());
      await set.server.waiting();
      answers.cancel();
      await running;
      assert.ok(set.server.requests.includes('POST /org/tidewell/imports/run/cancel'));
      assert.match(last(), /was canceled\./);
    });

    itWithOptional('says that nothing else can be imported', async () => {
      answers = answerPrompts(...everything());
      await run(row());
      assert.match(last(), /^Could not import into #\d+ ".*": this server can only import websites through its API\./);
    });
  });

  for (const [fault, at, expected] of [
    ['held', 'cancelled before it was sent on', /was canceled\. Nothing is imported yet\. The service may still do it/],
    [
      'late',
      'cancelled after it was done',
      /was canceled\. The content of the change request has changed: check what was imported\.$/,
    ],
  ] as const) {
    it(`reports the actual outcome when it is ${at}`, async () => {
      answers = answerPrompts(...everything());
      set.server.fail({ kind: fault }, post, 1);
      const running = run(row());
      await set.server.waiting();
      answers.cancel();
      await running;
      assert.match(last(), expected);
    });
  }

  it('reports the actual outcome when the reply is lost, and sends nothing again', async () => {
    answers = answerPrompts(...everything());
    set.server.fail({ kind: 'cut' }, post, 1);
    await run(row());
    assert.match(
      last(),
      /the answer was lost\..* The content of the change request has changed: check what was imported\.$/,
    );
    assert.equal(sent(), 1);
  });

  it('lets the user pick a change request when no page is open', async () => {
    const { subject, number } = set.sandbox.state.changeRequests
      .all()
      .find(one => one.space === space && one.status === 'open') ?? { subject: '', number: 0 };
    answers = answerPrompts(...(documentedOnly ? ['Heron manual'] : []), `#${number} ${subject}`, undefined);
    await run();
    assert.equal(sent(), 0);
  });

  it('is offered on open and draft change requests that may be edited', () => {
    answers = answerPrompts();
    const states = ['open', 'draft', 'merged', 'archived', 'open.noEdit'].map(state => `changeRequest.${state}`);
    assert.deepEqual(rowsOffering(command, states), states.slice(0, 2));
    assert.deepEqual(groupsOf('editor/title', command), ['1_decide@6']);
  });
});
