import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { contentUri } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts, dismissEachStep } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type Fault, type FaultyServer, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { groupsOf, rowsOffering } from '../../host/menus.ts';
import {
  addPage,
  changeRequestUri,
  documentedOnly,
  editContent,
  itWithOptional,
  marginalia,
  pageUri,
  sampleSandbox,
} from '../../host/support.ts';

const command = 'marginalia.changeRequest.saveAsPdf';
// A small space, which is printed quickly.
const space = 'handbook';
const number = 1;
const address = /^GET .*\/change-requests\/1\/pdf$/;
const download = /^GET \/pdf\//;
/** A reply in place of the sandbox's, which needs seconds to print. */
const printedPdf: Fault = {
  kind: 'instead',
  reply: { headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF-1.7\n%%EOF\n') },
};

describe('saving a change request as PDF', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;
  let file: vscode.Uri;

  beforeEach(async () => {
    file = vscode.Uri.file(join(tmpdir(), `${randomUUID()}.pdf`));
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
  });
  afterEach(async () => {
    await server.close();
    await sandbox.close();
    if (await isThere()) await vscode.workspace.fs.delete(file);
    answers.restore();
  });

  const run = (target?: unknown) => vscode.commands.executeCommand(command, target);
  const last = () => answers.transcript.at(-1) ?? '';
  const isThere = () =>
    Promise.resolve(vscode.workspace.fs.stat(file)).then(
      () => true,
      () => false,
    );

  const row = () => changeRequestUri(space, number);
  const asked = (strikes: RegExp) => server.requests.filter(request => strikes.test(request)).length;

  it('asks for a file, and writes the PDF of the service', async () => {
    answers = answerPrompts(file);
    await run(row());
    assert.match(answers.transcript[0] ?? '', /^Save #1 as PDF\n\/.*\/change-request-1\.pdf$/);
    const bytes = await vscode.workspace.fs.readFile(file);
    assert.match(Buffer.from(bytes).toString('latin1'), /^%PDF-[\s\S]*%%EOF\s*$/);
    assert.match(last(), /^#1 is saved as [\w-]+\.pdf$/);
  });

  it('opens the saved file on request', async () => {
    server.fail(printedPdf, download);
    answers = answerPrompts(file);
    answers.press('Open');
    await run(row());
    await eventually(() => {
      const labels = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
      assert.ok(labels.includes(file.path.split('/').at(-1) ?? ''), labels.join(', '));
    });
  });

  it('uses the change request of the active editor', async () => {
    server.fail(printedPdf, download);
    await vscode.window.showTextDocument(row());
    answers = answerPrompts(file);
    await run();
    assert.ok(await isThere());
  });

  it('lets the user pick a change request when no page is open', async () => {
    const picked = sandbox.state.changeRequests
      .all()
      .find(one => one.space === 'heron-manual' && one.status === 'open');
    const picks = [...(documentedOnly ? ['Heron manual'] : []), `#${picked?.number} ${picked?.subject}`];
    answers = answerPrompts(...picks, undefined);
    await run();
    assert.match(last(), new RegExp(`^Save #${picked?.number} as PDF`));
    assert.ok(!server.requests.some(request => request.endsWith('/pdf')));
  });

  it('sends no request when the user cancels the file dialog', async () => {
    answers = answerPrompts(undefined);
    await run(row());
    assert.equal(answers.transcript.length, 1);
    assert.equal(asked(address), 0);
  });

  for (const [step, strikes] of [
    ['the address', address],
    ['the PDF', download],
  ] as const) {
    it(`writes nothing when it is cancelled while it waits for ${step}`, async () => {
      answers = answerPrompts(file);
      server.fail({ kind: 'held' }, strikes, 1);
      const running = run(row());
      await server.waiting();
      answers.cancel();
      await running;
      assert.equal(answers.transcript.length, 1);
      assert.ok(!(await isThere()));
    });

    it(`reports why the server rejects ${step}`, async () => {
      answers = answerPrompts(file);
      server.fail({ kind: 'status', status: 403 }, strikes);
      await run(row());
      assert.match(last(), /^Could not save the PDF: The test says 403\./);
      assert.ok(!(await isThere()));
    });

    it(`writes nothing when a web page arrives instead of ${step}`, async () => {
      answers = answerPrompts(file);
      server.fail({ kind: 'html' }, strikes);
      await run(row());
      assert.match(last(), /^Could not save .*(not a PDF|a web page)/);
      assert.ok(!(await isThere()));
    });
  }

  it('writes nothing when the PDF is incomplete', async () => {
    answers = answerPrompts(file);
    server.fail({ kind: 'cut' }, download);
    await run(row());
    assert.match(last(), /^Could not save the PDF: .* ended before it was whole\. Try again\.$/);
    assert.ok(!(await isThere()));
  });

  it('reports that the file cannot be written', async () => {
    server.fail(printedPdf, download);
    await vscode.workspace.fs.writeFile(file, Buffer.from('in the way'));
    answers = answerPrompts(vscode.Uri.joinPath(file, 'heron.pdf'));
    await run(row());
    assert.match(last(), /^Could not write the PDF: .* Choose another place\.$/s);
  });

  it('is offered on every change request, in the menu of its pages, and in the palette', () => {
    answers = answerPrompts();
    const rows = ['open', 'draft', 'merged', 'archived'].map(status => `changeRequest.${status}`);
    assert.deepEqual(rowsOffering(command, [...rows, 'changeRequestOverview', 'space', 'page']), rows);
    assert.deepEqual(groupsOf('editor/title', command), ['2_open@3']);
  });

  describe('of one page', () => {
    const pageCommand = 'marginalia.page.saveAsPdf';
    const runOnPage = (target?: unknown) => vscode.commands.executeCommand(pageCommand, target);
    /** Returns the scope and the page of each requested PDF. */
    const printed = () =>
      server.requests.filter(request => download.test(request)).map(request => request.split('/').slice(4, 6));

    /** Adds a page that has a child. */
    function withPageBelow(): { id: string; uri: vscode.Uri } {
      const page = { title: 'Knots', markdown: 'All.\n', slug: 'knots-and-more' };
      const { id } = addPage(sandbox, { space, number }, page);
      const below = { operation: 'insert_page', title: 'Bowline', into: id, document: { markdown: 'One.\n' } } as const;
      editContent(sandbox, { space, number }, [below]);
      return { id, uri: pageUri(space, number, 'knots-and-more/README.md') };
    }

    it('saves only the page when it has no descendants', async () => {
      const { uri, id } = addPage(sandbox, { space, number }, { title: 'Knots', markdown: 'The bowline.\n' });
      server.fail(printedPdf, download);
      answers = answerPrompts(file);
      await runOnPage(uri);
      assert.match(answers.transcript[0] ?? '', /^Save "Knots" of #1 as PDF\n\/.*\/page-[\w-]+\.pdf$/);
      assert.match(last(), /^"Knots" of #1 is saved as [\w-]+\.pdf$/);
      assert.deepEqual(printed(), [['only', id]]);
      assert.ok(await isThere());
    });

    for (const [choice, how] of [
      ['Just this page', 'only'],
      ['This page and all below it', 'from'],
    ] as const) {
      it(`saves the chosen extent when the page has descendants: ${choice}`, async () => {
        const { uri, id } = withPageBelow();
        server.fail(printedPdf, download);
        answers = answerPrompts(choice, file);
        await runOnPage(uri);
        assert.deepEqual(printed(), [[how, id]]);
      });
    }

    it('sends no request when the user cancels', async () => {
      const { uri } = withPageBelow();
      for (const cut of dismissEachStep('Just this page', file)) {
        answers = answerPrompts(...cut);
        await runOnPage(uri);
        answers.restore();
      }
      assert.equal(asked(address), 0);
    });

    it('uses a safe file name, whatever the page title', async () => {
      const { uri } = addPage(sandbox, { space, number }, { title: '../[x](command:y)', markdown: 'Text.\n' });
      answers = answerPrompts(undefined);
      const slugged = (json: unknown) =>
        JSON.parse(JSON.stringify(json).replace(/"slug":"page-[^"]*"/g, '"slug":"../x"'));
      server.fail(otherJson(slugged), /^GET .*\/content\/pages$/);
      await runOnPage(uri);
      const [title = '', name = ''] = (answers.transcript[0] ?? '').split('\n');
      assert.equal(title, 'Save "../[x]\u2060(command:y)" of #1 as PDF');
      assert.match(name, /^(\/[^/.]+)*\/-x\.pdf$/, JSON.stringify(server.requests));
    });

    it('writes nothing and reports why when the server rejects it', async () => {
      const { uri } = addPage(sandbox, { space, number }, { title: 'Knots', markdown: 'The bowline.\n' });
      answers = answerPrompts(file);
      server.fail({ kind: 'status', status: 403 }, address);
      await runOnPage(uri);
      assert.match(last(), /^Could not save the PDF: The test says 403\./);
      assert.ok(!(await isThere()));
    });

    it('requires a page', async () => {
      answers = answerPrompts();
      await runOnPage(row());
      assert.match(last(), /^Only a page of a change request can be saved as PDF/);
    });

    itWithOptional('requires a page of a change request', async () => {
      answers = answerPrompts();
      const version = { kind: 'main' } as const;
      await runOnPage(contentUri({ connection: 'sandbox', space, version, path: 'README.md' }));
      assert.match(last(), /^Only a page of a change request can be saved as PDF/);
    });

    it('is offered on pages, and in the menu of their editor', () => {
      answers = answerPrompts();
      const rows = ['page', 'page.noComment', 'page.group', 'file', 'changeRequest.open'];
      assert.deepEqual(rowsOffering(pageCommand, rows), rows.slice(0, 2));
      assert.deepEqual(groupsOf('editor/title', pageCommand), ['2_open@4']);
    });
  });
});
